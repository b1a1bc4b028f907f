"""From a table to its game, in one transaction and once."""

from __future__ import annotations

import structlog
from django.db import DatabaseError, transaction

from accounts.nudging import nudge_after_commit
from accounts.refusals import Refused
from games.hosting import clocks
from games.hosting.creating import SeatPlan, create_game
from games.hosting.intents import new_incident
from games.hosting.models import Game
from games.hosting.tables import telling
from games.hosting.tables.models import Begin, Kind, Table, TablePlace, TableStatus

log = structlog.get_logger(__name__)

MARKS = 12


def start(table_id: int, *, bots: bool = False) -> Game:
    """Make the game; with `bots` the places still free are theirs. A second start finds the first.

    A ready check that runs is waited for.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if table.game is not None:
            return table.game
        if not table.is_open:
            raise Refused("table.over")
        places = list(table.places.select_related("user__player", "park"))
        if bots:
            _fill(places)
        _fit_to_start(table, places)
        game = _make(table, places)
        table.game, table.status, table.ended_at = game, TableStatus.STARTED, clocks.now()
        table.ready_by = None
        table.save()
        telling.tell_started(table, game, telling.holders(places))
        nudge_after_commit("games.hosting.tasks.after_commit")
    return game


def _fill(places: list[TablePlace]) -> None:
    for place in places:
        if not place.is_taken:
            place.become(Kind.BOT)
            place.save()


def _fit_to_start(table: Table, places: list[TablePlace]) -> None:
    if not all(place.is_taken for place in places):
        raise Refused("table.not_full", free=sum(not place.is_taken for place in places))
    if not any(place.is_held for place in places):
        raise Refused("table.nobody")
    if table.ready_by is not None and not all(p.ready for p in places if p.is_held):
        raise Refused("table.not_ready")


def _make(table: Table, places: list[TablePlace]) -> Game:
    """R-10: rules that cannot make this game are no failure of the portal."""
    try:
        with transaction.atomic():
            return create_game(
                title=table.title,
                name=table.name,
                options=table.options,
                seats=plans_of(places),
                by=table.created_by,
                clock=table.clock,
                visibility=table.visibility,
                spectators=table.spectators,
                friendly=True,
            )
    except DatabaseError:
        raise
    except Exception as error:
        incident = new_incident()
        log.error("table cannot start", incident=incident, error=type(error).__name__)
        raise Refused("table.cannot_start", incident=incident) from error


def plans_of(places: list[TablePlace]) -> list[SeatPlan]:
    """The seats of the game to be, each with a name and a mark of its own."""
    plans: list[SeatPlan] = []
    for place in places:
        name = _own_name(_name_of(place), {plan.name for plan in plans})
        park = place.park
        ork = tuple(park.ork_ids.values_list("ork_id", flat=True)) if park is not None else ()
        kind = {Kind.BOT: "bot", Kind.PARK: "park"}.get(Kind(place.kind), "player")
        mark = park.mark if park is not None else 0
        plans.append(SeatPlan(name, mark, kind, park, place.user, ork))
    _own_marks(plans)
    return plans


def _name_of(place: TablePlace) -> str:
    if place.kind == Kind.BOT:
        return f"Bot {place.number + 1}"
    return str(place.park or (place.user and place.user.player))[:55]


def _own_name(name: str, taken: set[str]) -> str:
    """A park may be called as a person is."""
    return name if name not in taken else f"{name} (2)"


def _own_marks(plans: list[SeatPlan]) -> None:
    """A park keeps its colour and emblem where it can; the rest take what is free."""
    taken: set[int] = set()
    for plan in plans:
        if plan.mark in taken:
            plan.mark = 0
        taken.add(plan.mark)
    free = iter(n for n in range(1, MARKS + 1) if n not in taken)
    for plan in plans:
        plan.mark = plan.mark or next(free)


def begin_if_full(table_id: int) -> Game | None:
    """Start a table that only waited for its last seat; what hinders it leaves it to the host."""
    table = Table.objects.filter(pk=table_id, status=TableStatus.OPEN, begin=Begin.FULL).first()
    if table is None or table.ready_by is not None:
        return None
    if not all(place.is_taken for place in table.places.all()):
        return None
    return begin_by_itself(table)


def begin_by_itself(table: Table, *, bots: bool = False) -> Game | None:
    """An automatic start; one that fails is the host's from then on, and the host is told."""
    try:
        return start(table.pk, bots=bots)
    except Refused as refusal:
        if refusal.code != "table.cannot_start":
            return None  # somebody left, or a check began, since it was judged
        with transaction.atomic():
            still_open = Table.objects.filter(pk=table.pk, status=TableStatus.OPEN)
            still_open.update(begin=Begin.HAND, begin_at=None)
            telling.tell(table, [table.created_by], "seat", "table_cannot_start", key="failed")
        return None
