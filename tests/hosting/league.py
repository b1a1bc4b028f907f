"""Two parks, their people in every role, and an open week of a season between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.hosting import seasons

ROLES = ("visitor", "stranger", "member", "deputy", "general", "former", "gm")


@dataclass(slots=True)
class League:
    """`people` by role (`rival` leads the other park); visitors are nobody."""

    parks: list[Any]
    people: dict[str, Any] = field(default_factory=dict)
    game: Any = None


def make_league(make_user: Any, make_park: Any, **options: Any) -> League:
    """Park 0 with member, deputy, general and former general; park 1 with the rival."""
    from accounts import services

    names = ("stranger", "member", "deputy", "general", "former", "rival")
    people = {name: make_user(name) for name in names}
    people["gm"] = make_user("grix", staff=True)
    parks = [
        make_park("Frost Hold", mark=1, ork=(101,)),
        make_park("Reed Water", mark=2, ork=(102,)),
    ]
    for name in ("member", "deputy", "general", "former"):
        services.join_park(people[name].player, parks[0], by=None)
    services.join_park(people["rival"].player, parks[1], by=None)
    services.appoint(parks[0], people["former"].player, "general", by=None)
    services.appoint(parks[0], people["general"].player, "general", by=None)
    services.appoint(parks[0], people["deputy"].player, "deputy", by=None)
    services.appoint(parks[1], people["rival"].player, "general", by=None)
    services.leave_park(people["former"].player, by=None)
    league = League(parks, people)
    league.game = seasons.make_season(parks, people["gm"].pk, **options)
    return league


def open_week(league: League) -> None:
    """Start the season and give both sides something to spend."""
    seasons.until_due(league.game)
    for side in (0, 1):
        grants = [{"type": "grant_resources", "kind": kind, "q": 80} for kind in "USRM"]
        grants.append({"type": "grant_supplies", "n": 20})
        for grant in grants:
            seasons.gm(league.game, {**grant, "side": side, "reason": "opening stocks"})
