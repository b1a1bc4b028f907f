"""Making a game: first state, seats, the log's first entry and every stream's first keyframe."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.engine import codec
from games.engine.protocol import SeatSetup
from games.hosting import bot_pace, chain, clocks, hooks, streams
from games.hosting.hostview import host_part, table_part
from games.hosting.models import Game, LogEntry, Seat, SeatHolding, Status, Update, Visibility
from games.hosting.working import iso
from games.registry import rules_of


@dataclass(slots=True)
class SeatPlan:
    """A seat of a game to be made; `parks` are the ORK ids the rules count for it."""

    name: str
    mark: int
    kind: str = "player"
    park: Any = None
    user: Any = None
    parks: tuple[int, ...] = ()


class BadOptions(ValueError):
    """Options that do not fit the title; the text says which."""


def options_of(title: str, raw: dict[str, Any]) -> Any:
    """The title's typed options, or `BadOptions`."""
    try:
        return codec.convert(raw, rules_of(title).meta.options)
    except codec.BadInput as error:
        raise BadOptions(str(error)) from error


@transaction.atomic
def create_game(  # noqa: PLR0913 - what a game is made of
    *,
    title: str,
    name: str,
    options: dict[str, Any],
    seats: list[SeatPlan],
    by: int | None,
    subtitle: str = "",
    seed: str | None = None,
    clock: dict[str, int] | None = None,
    visibility: str = Visibility.PUBLIC,
    book: Any = None,
    spectators: bool = True,
    friendly: bool = False,
) -> Game:
    """Make a game; the seed is 128 bits from the operating system unless a test gives one.

    `spectators`: whether people without a seat may open it. `friendly`: the people seated pause
    and extend it by agreement.
    """
    rules = rules_of(title)
    typed = options_of(title, options)
    setups = tuple(
        SeatSetup(plan.name, "bot" if plan.kind == "bot" else plan.kind, plan.parks)
        for plan in seats
    )
    state = rules.new(typed, setups, seed or secrets.token_hex(16))
    game = Game(
        title=title,
        name=name,
        subtitle=subtitle,
        options=options,
        clock=clock or {},
        visibility=visibility,
        book=book,
        spectators=spectators,
        friendly=friendly,
        state=codec.encode(state),
        rules_version=rules.meta.version,
        chain=chain.EMPTY,
        created_by=by,
    )
    at = clocks.now()
    due = rules.deadline(state, game.clock)
    game.status = Status.RUNNING if due or rules.pending(state) else Status.DRAFT
    clocks.plan(game, due, at)
    game.save()
    rows = [
        Seat(
            game=game,
            number=k,
            name=plan.name,
            mark=plan.mark,
            park=plan.park,
            user=plan.user,
            bot=plan.kind == "bot",
        )
        for k, plan in enumerate(seats)
    ]
    Seat.objects.bulk_create(rows)
    SeatHolding.objects.bulk_create(
        SeatHolding(seat=seat, user_id=seat.user_id, from_at=at) for seat in rows if seat.user_id
    )
    _first_entries(game, state, setups, rows, by=by, at=at)
    hooks.made(game, rows, state, at)
    return game


def _shown(rules: Any, opening: tuple[Any, ...], stream: str) -> str:
    """The opening events as a stream shows them."""
    shown = streams.events_for(rules, opening, stream)
    return codec.dump(shown).decode() if shown else ""


def _first_entries(
    game: Game, state: Any, setups: tuple[SeatSetup, ...], rows: list[Seat], *, by: Any, at: Any
) -> None:
    """Entry 0 of the log and the first keyframe of every stream."""
    rules = rules_of(game.title)
    genesis = {
        "type": "host.new",
        "title": game.title,
        "options": game.options,
        "seats": codec.to_builtins(list(setups)),
        "rules_version": rules.meta.version,
    }
    action = codec.encode(genesis).decode()
    opening = rules.opening(state)
    events = codec.encode(list(opening)).decode()
    state_hash = codec.digest(bytes(game.state))
    game.chain = chain.entry_link(
        game.salt,
        chain.EMPTY,
        seq=0,
        at=iso(at),
        actor="host",
        by=by,
        action=action,
        events=events,
        state_hash=state_hash,
    )
    LogEntry.objects.create(
        game=game,
        seq=0,
        at=at,
        by=by,
        actor="host",
        action=action,
        events=events,
        state_hash=state_hash,
        chain=game.chain,
    )
    host = host_part(game, table_part(game, rows))
    names = streams.names(rules, len(rows))
    Update.objects.bulk_create(
        Update(
            game=game,
            stream=stream,
            seq=0,
            log_seq=0,
            at=at,
            view=codec.dump(streams.view(rules, state, stream, host)).decode(),
            events=_shown(rules, opening, stream),
        )
        for stream in names
    )
    game.streams = dict.fromkeys(names, 0)
    game.shown = host
    game.bots_at = bot_pace.next_turn(game, bot_pace.shown_bots(game), at)
    game.save(update_fields=["chain", "streams", "shown", "bots_at"])
