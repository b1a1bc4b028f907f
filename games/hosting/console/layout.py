"""The frame of a console page: the admin's own context around a template."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.hosting.console.guards import Desk


def plain_page(
    request: HttpRequest, template: str, heading: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page inside the admin's frame."""
    request.current_app = admin.site.name
    shown = {**admin.site.each_context(request), "title": heading, **context}
    return TemplateResponse(request, template, shown, status=status)


def page(
    request: HttpRequest, desk: Desk, template: str, heading: str, context: dict[str, Any]
) -> HttpResponse:
    """A page about one game."""
    shown = {"game": desk.game, "standing": desk.standing, **context}
    return plain_page(request, template, heading, shown)
