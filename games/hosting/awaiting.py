"""Who is awaited, as far as the title makes it public: lobby, nudges, notices and API ask here."""

from __future__ import annotations

from typing import Any

from games.engine.protocol import Rules

KNOWN_TO_ALL, KNOWN_AS_COUNT = "all", "count"


def awaited(rules: Rules, state: Any, seats: int) -> dict[str, Any] | None:
    """The seats that still owe a decision, or how many of all; None where nothing is public.

    A decision that only its own seat knows of changes nothing here: not even that it is there.
    """
    shown = [d for d in rules.pending(state) if d.known_to in (KNOWN_TO_ALL, KNOWN_AS_COUNT)]
    if not shown:
        return None
    asked = sorted({decision.seat for decision in shown})
    if any(decision.known_to == KNOWN_AS_COUNT for decision in shown):
        return {"count": len(asked), "of": seats}
    return {"seats": asked, "of": seats}
