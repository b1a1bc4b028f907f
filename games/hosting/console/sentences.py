"""The console's own sentences; their wording stands in templates."""

from __future__ import annotations

from typing import Any

from django.template.loader import get_template

from accounts.refusals import Refused


def said(code: str, **facts: Any) -> str:
    """One line of wording, plain text; pages escape it."""
    text = get_template("console/said.txt").render({"code": code, **facts})
    return " ".join(text.split())


def refusal_text(refusal: Refused) -> str:
    """Why the host or the league refused something."""
    facts = {"code": refusal.code, **refusal.params}
    return " ".join(get_template("console/refusal.txt").render(facts).split())
