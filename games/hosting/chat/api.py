"""Talk by request, `/api/games/<code>/chat/…` (docs/protocol.md): what no frame does."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from accounts import tokens
from accounts.veils import unveiled, veiled
from games.engine import codec
from games.engine.protocol import Meta
from games.hosting import api, clocks, frames
from games.hosting.bearer import open_to
from games.hosting.chat import finding, groups, keeping, moderating, nudging, posting, reading
from games.hosting.chat.crowd import Person, crowd_of
from games.hosting.chat.finding import Readable
from games.hosting.chat.refusals import NOT_FOUND, RATE, ChatRefused

View = Callable[..., HttpResponse]
FEWEST_LETTERS, MOST_LETTERS = 2, 100

RoomKey = Annotated[str, Meta(max_length=64)]
MessageKey = Annotated[str, Meta(max_length=16)]
Reason = Annotated[str, Meta(max_length=500)]
Upto = Annotated[int, Meta(ge=0, le=2**31)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a request may hold."""


class About(Asked, frozen=True):
    """One room."""

    room: RoomKey


class Place(Asked, frozen=True):
    """A room and a number in it."""

    room: RoomKey
    upto: Upto


class Draft(Asked, frozen=True):
    """What one began to write."""

    room: RoomKey
    body: Annotated[str, Meta(max_length=frames.MAX_FRAME)]


class Pointed(Asked, frozen=True):
    """One message of a room."""

    room: RoomKey
    message: MessageKey
    reason: Reason = ""


class Found(Asked, frozen=True):
    """A group to be founded with these seats."""

    seats: Annotated[list[frames.SeatNo], Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=200)]


class Invited(Asked, frozen=True):
    """A seat to be brought into a group."""

    room: RoomKey
    seat: frames.SeatNo


class Unmute(Asked, frozen=True):
    """A mute to end."""

    id: Annotated[str, Meta(max_length=32)]


class Caller:
    """Who asks, in which game, and where he may read."""

    def __init__(self, request: HttpRequest, visit: api.Visit) -> None:
        self.request = request
        self.game = visit.game
        self.user: int | None = visit.user_id
        self.grant: tokens.Grant | None = getattr(request, "grant", None)
        crowd = crowd_of(visit.game, clocks.now(), [visit.user_id])
        person = crowd.person(visit.user_id, self.grant)
        if person is None:
            raise LookupError
        self.person: Person = person

    @property
    def user_id(self) -> int:
        """The account of one who is signed in; the entry has seen to that."""
        assert self.user is not None
        return self.user

    def room(self, key: str) -> Readable:
        """A room this person may read."""
        return finding.one(self.game.pk, key, self.person)


def entry(scope: str, *, signed_in: bool = True) -> Callable[[View], View]:
    """A request about talk: rate, game and rights as everywhere, refusals with their codes."""

    def around(view: View) -> View:
        @api.endpoint
        @wraps(view)
        def inner(request: HttpRequest, visit: api.Visit) -> HttpResponse:
            if signed_in and visit.user_id is None:
                return api.refuse("sign_in")
            try:
                return view(request, Caller(request, visit))
            except ChatRefused as refusal:
                return refused(refusal, visit.game.title)
            except PermissionDenied:
                return api.refuse("not_yours", title=visit.game.title)

        return open_to(scope)(inner)

    return around


def refused(refusal: ChatRefused, title: str) -> HttpResponse:
    """A refusal of talk with its status."""
    response = api.refuse(refusal.code, refusal.params, title)
    if refusal.code == RATE:
        response["Retry-After"] = str(refusal.params["retry_after"])
    return response


def text_of(request: HttpRequest, name: str) -> str:
    """A text of the address; what no database takes is none."""
    text = request.GET.get(name, "").strip()
    return text if text.isprintable() and len(text) <= MOST_LETTERS else ""


def asked(request: HttpRequest, kind: Any) -> Any:
    """A request's body as it must be."""
    return codec.convert(api.body_of(request), kind)


@require_GET
@entry(tokens.CHAT, signed_in=False)
def rooms(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-13: the rooms one may read."""
    return api.answer({"rooms": reading.rooms(who.game, who.person)})


@require_GET
@entry(tokens.CHAT, signed_in=False)
def history(request: HttpRequest, who: Caller) -> HttpResponse:
    """A page of a room: `?room=`, and `before=n` or `after=n`."""
    where = who.room(text_of(request, "room"))
    before, after = api.number_of(request, "before"), api.number_of(request, "after")
    return api.answer(reading.history(where, who.person, before=before, after=after))


@require_GET
@entry(tokens.CHAT, signed_in=False)
def search(request: HttpRequest, who: Caller) -> HttpResponse:
    """What was said with these words: `?q=`, and `room=` for one room alone."""
    words = text_of(request, "q")
    if not FEWEST_LETTERS <= len(words) <= MOST_LETTERS:
        detail = f"q: {FEWEST_LETTERS} to {MOST_LETTERS} letters"
        return api.refuse("bad_frame", {"detail": detail})
    room = text_of(request, "room")
    return api.answer({"messages": reading.search(who.game, who.person, words, room)})


@require_GET
@entry(tokens.CHAT, signed_in=False)
def everything(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-11: all the talk one may read, for the replay and to keep."""
    return api.answer({"rooms": reading.everything(who.game, who.person)})


@require_POST
@entry(tokens.CHAT)
def say(request: HttpRequest, who: Caller) -> HttpResponse:
    """The frame `say`, without its type."""
    frame = codec.convert({"type": "say", **api.body_of(request)}, frames.Say)
    card = None if frame.card is msgspec.UNSET else frame.card
    said = posting.Said(frame.room, frame.body, frame.id, frame.anonymous is True, card)
    posting.say(who.game.pk, who.user, said, who.grant)
    return api.answer({"id": frame.id})


@require_POST
@entry(tokens.CHAT)
def read(request: HttpRequest, who: Caller) -> HttpResponse:
    """The frame `read`, without its type."""
    place = asked(request, Place)
    keeping.read(who.room(place.room), who.user, place.upto)
    return api.answer({"room": place.room})


@require_POST
@entry(tokens.CHAT)
def clear(request: HttpRequest, who: Caller) -> HttpResponse:
    """PR-7.5: hide for oneself what is older; 0 shows all."""
    place = asked(request, Place)
    keeping.clear(who.room(place.room), who.user, place.upto)
    return api.answer({"room": place.room})


@require_POST
@entry(tokens.CHAT)
def draft(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-9: keep what one began to write."""
    began = asked(request, Draft)
    keeping.draft(who.room(began.room), who.user, began.body)
    return api.answer({"room": began.room})


@require_POST
@entry(tokens.CHAT)
def found(request: HttpRequest, who: Caller) -> HttpResponse:
    """Found a group."""
    wanted = asked(request, Found)
    key = groups.found(who.game.pk, who.user_id, wanted.seats, wanted.name, who.grant)
    return api.answer({"room": key})


@require_POST
@entry(tokens.CHAT)
def invite(request: HttpRequest, who: Caller) -> HttpResponse:
    """Bring a seat into a group."""
    wanted = asked(request, Invited)
    groups.invite(who.game.pk, who.user_id, wanted.room, wanted.seat, who.grant)
    return api.answer({"room": wanted.room})


@require_POST
@entry(tokens.CHAT)
def leave(request: HttpRequest, who: Caller) -> HttpResponse:
    """Leave a group."""
    wanted = asked(request, About)
    groups.leave(who.game.pk, who.user_id, wanted.room, who.grant)
    return api.answer({"room": wanted.room})


@require_POST
@entry(tokens.CHAT)
def report(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-10: show a message to the GM."""
    wanted = asked(request, Pointed)
    where = who.room(wanted.room)
    moderating.report(where, finding.message(where, wanted.message), who.user_id, wanted.reason)
    return api.answer({"message": wanted.message})


@require_POST
@entry(tokens.CHAT)
def mute(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-10: see no more of a message's author."""
    wanted = asked(request, Pointed)
    message = finding.message(who.room(wanted.room), wanted.message)
    muted = keeping.mute(who.user_id, message)
    nudging.after_commit(who.game.pk)
    return api.answer({"id": veiled(muted.pk)})


@require_GET
@entry(tokens.CHAT)
def mutes(request: HttpRequest, who: Caller) -> HttpResponse:
    """Whom one has muted."""
    return api.answer({"mutes": keeping.muted_by(who.user_id)})


@require_POST
@entry(tokens.CHAT)
def unmute(request: HttpRequest, who: Caller) -> HttpResponse:
    """See an author again."""
    wanted = asked(request, Unmute)
    keeping.unmute(who.user_id, unveiled(wanted.id))
    nudging.after_commit(who.game.pk)
    return api.answer({"id": wanted.id})


@require_POST
@entry("")
def hide(request: HttpRequest, who: Caller) -> HttpResponse:
    """CHAT-6: a GM without a part in the game hides a message; a placeholder remains."""
    wanted = asked(request, Pointed)
    if not who.person.is_master or who.person.is_playing_master:
        raise ChatRefused(NOT_FOUND)
    message = finding.message(who.room(wanted.room), wanted.message)
    moderating.hide(message, by=who.user_id, reason=wanted.reason, request=request)
    return api.answer({"message": wanted.message})
