"""Pages of a list, and the words somebody searches for; whatever an address says, no error."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PAGE = 25
LONGEST_SEARCH = 60


def page_of(request: HttpRequest, rows: Any, size: int = PAGE) -> Page[Any]:
    """The page an address asks for (`?page=2`), else the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def search_of(request: HttpRequest, name: str = "q") -> str:
    """What was searched for: printable, one line, not endless."""
    text = "".join(c for c in request.GET.get(name, "") if c.isprintable())
    return " ".join(text.split())[:LONGEST_SEARCH]
