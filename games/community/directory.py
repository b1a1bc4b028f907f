"""The directory of parks: heraldry, who acts for them, how many belong, what they played."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts import clock
from accounts.models import General, Membership, Office, Park
from games.community.tables import public_results
from games.community.visibility import listed_games, numbers
from games.hosting.models import Seat, Status
from games.league.models import Result

RUNNING = (Status.RUNNING, Status.NEEDS_GM)


def parks(words: str = "") -> QuerySet[Any]:
    """Active parks by name, with `members` and `games` (finished public ones)."""
    now = clock.now()
    members = (
        Membership.objects.filter(
            Membership.holds(now), park=OuterRef("pk"), player__user__is_active=True
        )
        .order_by()
        .values("park")
        .annotate(n=Count("pk"))
        .values("n")
    )
    games = (
        public_results()
        .filter(park=OuterRef("pk"))
        .order_by()
        .values("park")
        .annotate(n=Count("game", distinct=True))
        .values("n")
    )
    found = Park.objects.filter(is_active=True)
    if words:
        found = found.filter(Q(name__icontains=words) | Q(abbreviation__iexact=words))
    return found.annotate(
        members=Coalesce(Subquery(members), 0), games=Coalesce(Subquery(games), 0)
    ).order_by("name")


def officers(park_ids: list[int]) -> dict[int, dict[str, Any]]:
    """Per park its `general` and `deputies`, as players; one query."""
    held = (
        General.objects.filter(
            General.holds(clock.now()), park__in=park_ids, player__user__is_active=True
        )
        .select_related("player")
        .order_by("from_at", "pk")
    )
    found: dict[int, dict[str, Any]] = {}
    for office in held:
        entry = found.setdefault(office.park_id, {"general": None, "deputies": []})
        if office.office == Office.GENERAL:
            entry["general"] = office.player
        else:
            entry["deputies"].append(office.player)
    return found


def running_seats(park: Park, viewer: int | None) -> list[Seat]:
    """The park's seats in games that run and that the viewer may be told of."""
    games = listed_games(viewer).filter(status__in=RUNNING)
    seats = Seat.objects.filter(park=park, game__in=games.values("pk"))
    return list(seats.select_related("game").defer("game__state").order_by("-game__created_at"))


def past_results(park: Park, viewer: int | None) -> QuerySet[Result]:
    """The park's results, of games the viewer may be told of."""
    return Result.objects.filter(park=park, game__in=numbers(listed_games(viewer)))
