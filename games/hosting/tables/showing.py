"""One table as its page and the API show it, as far as somebody may know it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts import services as people
from accounts.models import Park
from games.engine import codec
from games.hosting.console import structs
from games.hosting.console.words import Words, zone_of
from games.hosting.creating import options_of
from games.hosting.tables import pace
from games.hosting.tables.models import Kind, Table, TablePlace
from games.hosting.tables.standing import Standing
from games.registry import rules_of

KEPT = "kept for somebody"


def shown(table: Table, who: Standing) -> dict[str, Any]:
    """The table as JSON: `seats` in their order, `you` for whoever asks."""
    places = list(table.places.select_related("user__player", "park"))
    host = people.personas([table.created_by]).get(table.created_by, "")
    is_inside = who.is_host or who.place is not None
    found: dict[str, Any] = {
        "code": table.code,
        "title": table.title,
        "title_name": table.title_name,
        "name": table.name,
        "host": host,
        "status": table.status,
        "visibility": table.visibility,
        "spectators": table.spectators,
        "begin": table.begin,
        "fill_bots": table.fill_bots,
        "clock": table.clock,
        "pace": pace.pace_of(table.clock),
        "seats": [seat(place, is_inside=is_inside) for place in places],
        "free": sum(place.kind == Kind.OPEN for place in places),
        "stamp": int(table.touched_at.timestamp() * 1000),
        "you": you(table, who),
    }
    if table.begin_at is not None:
        found["begin_at"] = int(table.begin_at.timestamp())
    if table.ready_by is not None:
        found["ready_by"] = int(table.ready_by.timestamp())
    if table.game is not None:
        found["game"] = table.game.code
        found["game_url"] = reverse("games:table", args=[table.game.code])
    if table.ended:
        found["ended"] = table.ended
    return found


def seat(place: TablePlace, *, is_inside: bool) -> dict[str, Any]:
    """One seat; who is only invited is known to those at the table."""
    entry: dict[str, Any] = {"number": place.number, "kind": place.kind}
    if place.invited:
        entry["invited"] = True
    if place.is_held:
        entry["ready"] = place.ready
    if place.kind == Kind.BOT:
        entry["name"] = f"Bot {place.number + 1}"
    elif place.kind != Kind.OPEN:
        known = str(place.park or (place.user and place.user.player))
        entry["name"] = known if is_inside or not place.invited else KEPT
    return entry


def you(table: Table, who: Standing) -> dict[str, Any]:
    """What somebody is at the table and may do there."""
    found: dict[str, Any] = {"host": who.is_host}
    if who.place is not None:
        found["seat"] = who.place.number
        found["invited"] = who.place.invited
        found["ready"] = who.place.ready
    found["may_join"] = table.is_open and not who.is_seated and not who.is_banned
    return found


def own_parks(who: Standing) -> list[Park]:
    """The parks somebody might sit down for."""
    return list(Park.objects.filter(pk__in=who.parks, is_active=True).order_by("name"))


def other_parks(table: Table) -> list[Park]:
    """The parks that have no seat at the table yet."""
    seated = table.places.filter(park__isnull=False).values("park")
    return list(Park.objects.filter(is_active=True).exclude(pk__in=seated).order_by("name"))


def option_lines(table: Table) -> list[tuple[str, str]]:
    """The options in words, the title's own order."""
    meta = rules_of(table.title).meta
    words = Words(table.title, zone_of({}))
    known: dict[str, Any] = codec.to_builtins(options_of(table.title, table.options))
    lines = []
    for spec in structs.specs(meta.options):
        if spec.name == meta.seats_option:
            continue
        value = known.get(spec.name)
        text = words.of_value(value) if isinstance(value, str) else words.value(spec.name, value)
        lines.append((spec.title or words.label(spec.name), text))
    return lines
