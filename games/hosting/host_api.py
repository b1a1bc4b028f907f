"""What people at a table ask of the host, under `/api/games/<code>/` (docs/protocol.md).

Votes about the clock, seats that change hands, reminders and receipts: none of it is an action of
the rules, all of it goes through the door or changes nothing.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Meta

from games.engine import codec
from games.engine.protocol import Actor, Seat
from games.hosting import asking, awaiting, clocks, receipts, rights
from games.hosting.api import Visit, answer, body_of, endpoint, refuse
from games.hosting.bearer import ACT, WATCH, open_to
from games.hosting.intents import Answer, Intent
from games.hosting.services import commit

Number = Annotated[int, Meta(ge=0, le=99)]
KINDS = "^(pause|resume|extend|shorten|abort)$"
LOG_KEPT = frozenset({"done", "asked", "told"})  # facts of an answer that the caller may know


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """What every request may say: the seat it is for, where somebody acts for several."""

    seat: Number | None = None


class Propose(Wish):
    """A proposal to the table."""

    kind: Annotated[str, Meta(pattern=KINDS)] = ""
    seconds: Annotated[int, Meta(ge=1, le=2_592_000)] | None = None


class Reply(Wish):
    """Yes or no to a proposal."""

    vote: Annotated[str, Meta(max_length=32)] = ""
    agree: bool = False


class Offer(Wish):
    """Whether the seat is offered."""

    offered: bool = True


class ToBot(Wish):
    """Whether the bot plays."""

    bot: bool = True


class Take(msgspec.Struct, forbid_unknown_fields=True):
    """The seat somebody would like to have."""

    number: Number


def _said(visit: Visit, done: Answer) -> HttpResponse:
    if not done.ok:
        return refuse(done.code, done.params, visit.game.title)
    facts = {key: value for key, value in done.params.items() if key in LOG_KEPT}
    return answer({"ok": True, **facts})


def _change(visit: Visit, actor: Actor | None, kind: str, facts: dict[str, Any]) -> HttpResponse:
    intent = Intent(visit.game.pk, actor, by=visit.user_id, host=kind, facts=facts)
    return _said(visit, commit([intent])[0])


def _of_seat(request: HttpRequest, visit: Visit, form: type[Wish], kind: str) -> HttpResponse:
    """A host change that a seat asks for."""
    if visit.user_id is None:
        return refuse("sign_in")
    wish = codec.convert(body_of(request), form)
    seat = visit.seat(wish.seat)
    if seat is None:
        return refuse("not_yours", title=visit.game.title)
    facts = {
        name: value
        for name in wish.__struct_fields__
        if name != "seat" and (value := getattr(wish, name)) is not None
    }
    return _change(visit, Seat(seat), kind, facts)


@require_POST
@open_to(ACT)
@endpoint
def propose(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask the table: `{"kind", "seconds"?}`."""
    return _of_seat(request, visit, Propose, "propose")


@require_POST
@open_to(ACT)
@endpoint
def reply(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Agree or decline: `{"vote", "agree"}`."""
    return _of_seat(request, visit, Reply, "answer")


@require_POST
@open_to(ACT)
@endpoint
def offer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Offer the seat, or take the offer back: `{"offered"}`."""
    return _of_seat(request, visit, Offer, "offer")


@require_POST
@open_to(ACT)
@endpoint
def to_bot(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Let the bot play, or come back: `{"bot"}`."""
    return _of_seat(request, visit, ToBot, "bot")


@require_POST
@endpoint
def take(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask for a free seat: `{"number"}`."""
    if visit.user_id is None:
        return refuse("sign_in")
    wish = codec.convert(body_of(request), Take)
    return _change(visit, None, "take", {"seat": wish.number})


@require_POST
@open_to(ACT)
@endpoint
def nudge(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Remind those who are awaited, once a window."""
    if visit.user_id is None:
        return refuse("sign_in")
    at = clocks.now()
    held = rights.of_seats(list(visit.game.seats.all()), at, members=False)
    return _said(visit, awaiting.nudge(visit.game.pk, visit.user_id, held, at))


@require_GET
@open_to(WATCH)
@endpoint
def awaited(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who is awaited, as far as it is public."""
    game, state = asking.load(visit.game.pk)
    return answer({"awaited": awaiting.awaited(game, state)})


@require_GET
@open_to(WATCH)
@endpoint
def own_receipts(request: HttpRequest, visit: Visit) -> HttpResponse:
    """One's own receipts in this game, newest first."""
    if visit.user_id is None:
        return refuse("sign_in")
    seats = visit.seats if visit.by_token else None
    return answer({"receipts": receipts.own(visit.game, visit.user_id, seats=seats)})
