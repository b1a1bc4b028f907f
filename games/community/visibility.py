"""Which games a person may be told of in lists: public ones, and those of his own seats.

Lists are stricter than addresses: a game "by link" opens for whoever has the link, but no list,
table of standings or feed tells anybody else that it exists (T-1).
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts import services as people
from games.hosting.models import Game, Status, Visibility

SECRET_STATUS = (Status.DRAFT,)


def public_games() -> QuerySet[Game]:
    """The games that anybody may find."""
    return Game.objects.filter(
        visibility=Visibility.PUBLIC, spectators=True, is_hidden=False
    ).exclude(status__in=SECRET_STATUS)


def own_games(user_id: int) -> QuerySet[Game]:
    """The games in which a person holds a seat, leads one or belongs to its park, as of now."""
    parks = {*people.members_of(user_id), *(park for park, _ in people.offices(user_id))}
    held = Q(seats__user=user_id) | Q(seats__park__in=parks)
    numbers = Game.objects.filter(held, is_hidden=False).values("pk")
    return Game.objects.filter(pk__in=numbers).exclude(status__in=SECRET_STATUS)


def listed_games(user_id: int | None) -> QuerySet[Game]:
    """Public games and a person's own ones."""
    if user_id is None:
        return public_games()
    either = Q(pk__in=public_games().values("pk")) | Q(pk__in=own_games(user_id).values("pk"))
    return Game.objects.filter(either)


def numbers(games: QuerySet[Game]) -> QuerySet[Any]:
    """The games' numbers, for a condition on results."""
    return games.order_by().values("pk")


def reader(request: HttpRequest) -> int | None:
    """Who reads, as a number; nobody where signed out."""
    return request.user.pk if request.user.is_authenticated else None
