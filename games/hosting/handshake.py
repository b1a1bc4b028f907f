"""Who connects: origin, session, game and rights, read once in a reader thread (R-7)."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import parse_cookie

from accounts import tokens
from accounts.live import session_tag
from games.hosting import clocks, limits, rights
from games.hosting.models import Game, Seat

if TYPE_CHECKING:
    from games.hosting.hub import Hub


# what Django makes; anything else was forged, and a database may not even take its characters
_SESSION_KEY = re.compile(r"[a-z0-9]{8,40}")
_wrong_tokens = limits.Windows(30, 60)


@dataclass(slots=True)
class Guest:
    """What the server decided about a socket at connect."""

    game_id: int
    code: str
    title: str
    user_id: int | None
    session_key: str
    session_tag: str
    address: str
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    streams: frozenset[str]
    skew: float
    grant: tokens.Grant | None = None

    def may(self, scope: str) -> bool:
        """Whether this socket may do such a thing at all: a program's only what its token opens."""
        return self.grant is None or scope in self.grant.scopes

    @property
    def counted_as(self) -> str:
        """Whose sockets are counted: a person's, or those of a visitor's address."""
        return f"user:{self.user_id}" if self.user_id is not None else f"at:{self.address}"

    def you(self) -> dict[str, Any]:
        """What the client is told of its own rights."""
        return {
            "seats": list(self.seats),
            "member_of": list(self.teams),
            "streams": sorted(self.streams),
        }

    def now(self) -> int:
        """The server's time in unix seconds, with the lab's offset of the handshake."""
        return int(time.time() + self.skew)


class _Carrier:
    """What `get_user` reads of a request."""

    def __init__(self, session: Any) -> None:
        self.session = session


async def welcome(scope: Any, hub: Hub) -> Guest | int:
    """The guest, or the HTTP status that refuses the handshake."""
    headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
    address = str((scope.get("client") or ("", 0))[0])
    code = scope["url_route"]["kwargs"]["code"]
    secret = tokens.secret_in(headers.get("authorization", ""))
    is_program_of_no_page = secret is not None and "origin" not in headers
    if not is_program_of_no_page and headers.get("origin") not in settings.ALLOWED_ORIGINS:
        return 403
    if secret is not None:
        return await _welcome_program(hub, code, secret, address)
    key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME, "")
    guest = await hub.visitors.find(hub, code, address) if not key else None
    if guest is None:
        guest = await hub.threads.read(find, code, key, address)
    if guest is None:
        return 404
    return 429 if _too_many(hub, guest) else guest


async def _welcome_program(hub: Hub, code: str, secret: str, address: str) -> Guest | int:
    """A program brings its token; it has no page, so it need not say from which origin it comes."""
    grant = await hub.threads.read(tokens.find, secret)
    if grant is None:
        wrong = _wrong_tokens.of(address)
        return 401 if wrong.take() else 429
    guest = await hub.threads.read(find_for, code, grant, address)
    if guest is None:
        return 404
    return 429 if _too_many(hub, guest) else guest


class Visitors:
    """Visitors without a session all get the same answer: one look a second serves a storm."""

    SECONDS = 1.0

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, asyncio.Task[Guest | None]]] = {}

    async def find(self, hub: Hub, code: str, address: str) -> Guest | None:
        """What any visitor of this game is, as it was at most a second ago."""
        moment = time.monotonic()
        known = self._known.get(code)
        if known is None or moment - known[0] > self.SECONDS:
            self._known = {c: k for c, k in self._known.items() if moment - k[0] <= self.SECONDS}
            task = asyncio.create_task(hub.threads.read(find, code, "", ""))
            known = self._known[code] = (moment, task)
        guest = await asyncio.shield(known[1])
        return replace(guest, address=address) if guest is not None else None


def _too_many(hub: Hub, guest: Guest) -> bool:
    most = settings.SOCKETS_PER_ADDRESS if guest.user_id is None else settings.SOCKETS_PER_USER
    return hub.counts[guest.counted_as] >= most


def session_user(key: str) -> int | None:
    """The signed-in user of a session key; None for visitors and ended sessions."""
    if not _SESSION_KEY.fullmatch(key):
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore
    session = store(session_key=key)
    if not session.exists(key):
        return None
    user = get_user(_Carrier(session))  # type: ignore[arg-type]
    return user.pk if user.is_authenticated and user.is_active else None


def find(code: str, session_key: str, address: str) -> Guest | None:
    """In a reader thread: the game, the person and what he may follow; None is a 404."""
    user_id = session_user(session_key)
    guest = _find(code, user_id, address, None)
    if guest is not None:
        guest.session_key = session_key
        guest.session_tag = session_tag(session_key) if user_id else ""
    return guest


def find_for(code: str, grant: tokens.Grant, address: str) -> Guest | None:
    """In a reader thread: the same for a program; its sockets close when its token ends."""
    guest = _find(code, grant.user, address, grant) if grant.holds_in(code) else None
    if guest is not None:
        guest.session_tag = session_tag(tokens.session_of(grant.token))
    return guest


def _find(code: str, user_id: int | None, address: str, grant: tokens.Grant | None) -> Guest | None:
    game = Game.objects.defer("state").filter(code=code).first()
    if game is None:
        return None
    moment = clocks.now()
    held = rights.of_seats(Seat.objects.filter(game=game), moment)
    held = held.only(grant.seat if grant is not None else None)
    if not rights.may_watch(game, user_id, held, by_token=grant is not None):
        return None
    return Guest(
        game_id=game.pk,
        code=code,
        title=game.title,
        user_id=user_id,
        session_key="",
        session_tag="",
        address=address,
        seats=tuple(held.seats_of(user_id)),
        teams=tuple(held.teams_of(user_id)),
        streams=rights.streams_for(game, user_id, held),
        skew=moment.timestamp() - time.time(),
        grant=grant,
    )


def recheck(guest: Guest) -> int:
    """0, 4401 when the session ended, 4403 when the rights are no longer those of the connect."""
    if guest.grant is not None:
        if not tokens.is_working(guest.grant):
            return 4401
        found = find_for(guest.code, guest.grant, guest.address)
    else:
        if guest.user_id is not None and session_user(guest.session_key) != guest.user_id:
            return 4401
        found = find(guest.code, guest.session_key if guest.user_id else "", guest.address)
    if found is None or found.streams != guest.streams or found.seats != guest.seats:
        return 4403
    return 0


REASONS = {401: b"Unauthorized", 403: b"Forbidden", 404: b"Not Found", 429: b"Too Many Requests"}


async def refuse(scope: Any, send: Any, status: int) -> None:
    """Refuse a handshake with an HTTP status where the server can, else by closing."""
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"content-type", b"text/plain")]
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": REASONS[status]})
    else:
        await send({"type": "websocket.close", "code": 4000 + status % 1000})


async def no_such_place(scope: Any, receive: Any, send: Any) -> None:
    """A socket to an address that is no game's."""
    await receive()
    await refuse(scope, send, 404)
