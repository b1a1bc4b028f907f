"""What the client must know by name: written to `ui/court.js` by `tools/client_data.py`."""

from __future__ import annotations

from typing import Any

from . import data

FILE = "court.js"


def client_data() -> dict[str, Any]:
    """Names, badges, kinds and weights, straight from the tables of PR-2."""
    return {
        "advisors": [{"id": a.id, "name": a.name, "short": a.short} for a in data.ADVISORS],
        "clans": [clan._asdict() for clan in data.CLANS],
        "cronies": [crony._asdict() for crony in data.CRONIES],
        "kinds": {
            kind.id: {
                "class": kind.group,
                "label": kind.label,
                "value": kind.value,
                "on": [member for member in data.BOARD if kind.id in data.WORKS[member]],
            }
            for kind in data.KINDS
        },
        "classes": {
            data.GENERAL: "General",
            data.MONKEY: "Monkey",
            data.CLAN: "Clan",
            data.CRONY: "Crony",
            **{advisor.palace: advisor.short for advisor in data.ADVISORS},
        },
        "types": {kind.id: kind.name for kind in data.TYPES},
        "weights": {kind.id: list(kind.weights) for kind in data.TYPES},
        "lines": {
            "lead": "Led the winning option",
            "tied": "Tied for the lead of the winning option",
            "with": "Voted for the winning option",
            "advisors": "All four Advisors",
            "cronies": "All Cronies of an Advisor",
            "all_clans": "All six Clans",
            "clans": "Three to five Clans",
        },
    }
