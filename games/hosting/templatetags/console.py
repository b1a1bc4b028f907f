"""What the console's templates ask besides their context."""

from __future__ import annotations

from typing import Any

from django import forms, template
from django.urls import NoReverseMatch, reverse

from games.hosting.console import guards
from games.hosting.console.host_buttons import buttons_of
from games.hosting.console.sentences import said

register = template.Library()


@register.filter
def is_checkbox(field: Any) -> bool:
    """Whether a field is a single box to tick."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.filter
def opens_secrets(kind: str) -> bool:
    """Whether an action kind is there to open secrets."""
    return guards.opens_secrets(kind)


@register.filter
def host_buttons(game: Any) -> list[tuple[str, str, str]]:
    """The host's buttons that are there now: kind, label, what it does."""
    return [(k, said(f"host_{k}"), said(f"host_{k}_about")) for k in buttons_of(game)]


@register.simple_tag
def admin_link(model: str, pk: Any) -> str:
    """The console page of an object, or nothing where the console has none."""
    try:
        return reverse(f"admin:{model}_change", args=[pk])
    except NoReverseMatch:
        return ""
