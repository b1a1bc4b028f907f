"""A person's page: persona, offices, park, past games; nothing else of a member (R-14).

Signed out one sees only people whom the public pages show anyway: those who finished a public game
or hold an office. Membership of a park is for members.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from accounts import clock
from accounts.models import General, Membership, Player
from games.community.tables import public_results
from games.community.titles import title_name
from games.community.visibility import listed_games, numbers
from games.hosting.models import Game
from games.league.models import Result
from games.league.standings import USER, figures


def page(number: int, viewer: int | None) -> dict[str, Any] | None:
    """What a page about a person shows, or nothing where there is no such page for the viewer."""
    player = Player.objects.select_related("user").filter(user=number).first()
    if player is None:
        return None
    offices = list(_offices(player))
    if not _may_see(player, viewer, offices):
        return None
    now = clock.now()
    held = Membership.objects.filter(Membership.holds(now), player=player, park__is_active=True)
    return {
        "player": player,
        "number": number,
        "is_me": viewer == number,
        "is_gone": player.user.emptied_at is not None,
        "offices": offices,
        "memberships": list(held.select_related("park")) if viewer is not None else [],
        "titles": by_title(past_results(number, viewer), USER),
    }


def _may_see(player: Player, viewer: int | None, offices: list[General]) -> bool:
    if viewer is not None and player.persona and player.user.emptied_at is None:
        return True
    return bool(offices) or public_results().filter(user=player.user_id).exists()


def _offices(player: Player) -> QuerySet[General]:
    """Offices held now."""
    held = General.objects.filter(General.holds(clock.now()), player=player)
    return held.filter(player__user__is_active=True).select_related("park").order_by("-office")


def past_results(number: int, viewer: int | None) -> QuerySet[Result]:
    """Results of the person's own seats, of games the viewer may be told of."""
    return Result.objects.filter(user=number, game__in=numbers(listed_games(viewer)))


def led_results(number: int, viewer: int | None) -> QuerySet[Result]:
    """The same, and results of parks for which the person acted when the game ended."""
    led = Q(user=number)
    for office in General.objects.filter(player__user=number):
        term = Q(park=office.park_id, ended_at__gte=office.from_at)
        led |= term & Q(ended_at__lt=office.until_at) if office.until_at else term
    return Result.objects.filter(led, game__in=numbers(listed_games(viewer)))


def by_title(results: QuerySet[Result], side: str) -> list[dict[str, Any]]:
    """Per title what one competitor's results add up to."""
    titles = results.order_by().values_list("title", flat=True).distinct()
    rows = [
        {**row, "title": title, "name": title_name(title)}
        for title in titles
        for row in figures(results.filter(title=title), side)
    ]
    return sorted(rows, key=lambda row: (-row["played"], row["name"]))


def with_games(results: list[Result]) -> list[dict[str, Any]]:
    """Results with their games and how many seats each had: two queries however many."""
    pks = [result.game for result in results]
    games = Game.objects.defer("state").in_bulk(pks)
    seats: dict[int, int] = {}
    for game in Result.objects.filter(game__in=pks).values_list("game", flat=True):
        seats[game] = seats.get(game, 0) + 1
    return [
        {
            "result": result,
            "game": games[result.game],
            "title": title_name(result.title),
            "seats": seats[result.game],
        }
        for result in results
        if result.game in games
    ]


def found(words: str) -> QuerySet[Player]:
    """Members by persona, for members."""
    players = Player.objects.filter(user__is_active=True).exclude(persona="")
    if words:
        players = players.filter(persona__icontains=words)
    return players.select_related("home_park").order_by("persona", "pk")
