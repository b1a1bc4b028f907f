"""Announcements: who sees which, publishing, and the notice that tells of it once."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from accounts import clock
from accounts import services as people
from accounts.models import User
from accounts.refusals import Refused
from games.community.models import Announcement
from games.community.visibility import listed_games, numbers, reader
from games.hosting import rights
from games.hosting.models import Game

ON_HOME = 3


def seen_by(user_id: int | None, at: datetime | None = None) -> QuerySet[Announcement]:
    """What a person may read now, pinned ones first, then the newest."""
    about = Q(game=None) | Q(game__in=numbers(listed_games(user_id)))
    return shown(at or clock.now()).filter(about).select_related("game")


def of_game(game: Game) -> QuerySet[Announcement]:
    """What is said of one game; who may open the game may read it."""
    return shown(clock.now()).filter(game=game)


def shown(at: datetime) -> QuerySet[Announcement]:
    """Published and not yet over."""
    over = Q(shown_until=None) | Q(shown_until__gt=at)
    return Announcement.objects.filter(over, shown_from__lte=at)


def context(request: HttpRequest, limit: int = ON_HOME) -> dict[str, Any]:
    """What `community/_news.html` needs: the first announcements and whether there are more."""
    found = list(seen_by(reader(request))[: limit + 1])
    return {"news": found[:limit], "has_more_news": len(found) > limit}


def publish(announcement: Announcement, *, by: int | None, request: Any = None) -> None:
    """Show a draft from now on, or from its own date, and tell those whom it concerns."""
    with transaction.atomic():
        row = Announcement.objects.select_for_update(of=("self",)).get(pk=announcement.pk)
        if row.shown_from is not None:
            raise Refused("already_published")
        row.shown_from = clock.now()
        if row.shown_until is not None and row.shown_until <= row.shown_from:
            raise Refused("announcement_over")
        row.save(update_fields=["shown_from"])
        people.audit(
            by=by,
            what="announcement_published",
            target="announcement",
            target_id=row.pk,
            request=request,
        )
        tell(row.pk)


def untold() -> list[int]:
    """Announcements whose time has come and of which nobody was told."""
    at = clock.now()
    return list(shown(at).filter(told_at=None).order_by("pk").values_list("pk", flat=True))


def tell(pk: int) -> None:
    """Write the notice `news` of one announcement, once for good."""
    with transaction.atomic():
        row = (
            shown(clock.now())
            .select_for_update(of=("self",))
            .select_related("game")
            .filter(pk=pk, told_at=None)
            .first()
        )
        if row is None:
            return
        row.told_at = clock.now()
        row.save(update_fields=["told_at"])
        people.notify(
            recipients(row),
            "news",
            game_id=row.game_id,
            key=f"announcement:{row.pk}",
            params={
                "text": f"News: {row.title}",
                "url": reverse("community:announcement", args=[row.pk]),
            },
        )


def recipients(row: Announcement) -> list[int]:
    """Everybody, or who acts for or belongs to a seat of the game."""
    if row.game is None:
        return list(User.objects.filter(is_active=True).values_list("pk", flat=True))
    held = rights.of_seats(list(row.game.seats.all()), clock.now())
    groups = (*held.acting.values(), *held.members.values())
    return sorted({user for users in groups for user in users})
