"""A table and who asks for it: what one may not see does not exist."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from games.hosting.tables.models import Table
from games.hosting.tables.standing import Standing, may_see, standing_of


@dataclass(frozen=True, slots=True)
class Visit:
    """A table that exists for this person."""

    table: Table
    who: Standing


def visit(request: HttpRequest, *, code: str = "", link: str = "") -> Visit:
    """By its code or by its secret link; `LookupError` where there is nothing one may see."""
    known = Table.objects.filter(link=link) if link else Table.objects.filter(code=code)
    table = known.select_related("game").first()
    if table is None:
        raise LookupError
    user_id = request.user.pk if request.user.is_authenticated else None
    who = standing_of(table, user_id, link=link)
    if not may_see(table, who):
        raise LookupError
    return Visit(table, who)
