"""Tokens for a person's programs (T-22): hashed, shown once, bounded, revocable, never staff.

A token acts as its owner, as far as its scopes go: `watch` always (see what the owner's seats
see), `act` and `chat` where asked for; bound to one game and one seat where asked for.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any, cast

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import live
from accounts.auditing import audit
from accounts.gamefacts import seats_of
from accounts.models import ApiToken, Bearer, User
from accounts.notices import notify
from accounts.refusals import Refused

WATCH, ACT, CHAT = "watch", "act", "chat"
MOST = 20
PREFIX = "portal_"
MAX_SECRET = 100
HEAD = len(PREFIX) + 4
SEEN_EVERY = 60  # seconds


@dataclass(frozen=True, slots=True)
class Grant:
    """What somebody's program may do: in every game of theirs, or in one (its code), one seat."""

    token: int
    user: int
    scopes: frozenset[str]
    game: str = ""
    seat: int | None = None

    def holds_in(self, code: str) -> bool:
        """Whether it is good for the game with this code."""
        return self.game in ("", code)


@transaction.atomic
def make(
    user: User,
    name: str,
    *,
    scopes: frozenset[str],
    game: str = "",
    seat: int | None = None,
    request: HttpRequest | None = None,
) -> tuple[ApiToken, str]:
    """A token and its secret, which nobody sees again."""
    User.objects.select_for_update().get(pk=user.pk)  # one at a time, so that the limit holds
    if ApiToken.objects.filter(user=user, revoked_at=None).count() >= MOST:
        raise Refused("too_many_tokens", most=MOST)
    _check_place(user, game, seat)
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        token_hash=hash_of(secret),
        head=secret[:HEAD],
        may_act=ACT in scopes,
        may_chat=CHAT in scopes,
        game=game,
        seat=seat,
    )
    _note(token, "token_made", request)
    notify(
        [user.pk],
        "token",
        game_id=None,
        key=str(token.pk),
        params={"name": name, "head": token.head, "url": "/account/tokens/"},
    )
    return token, secret


def _check_place(user: User, game: str, seat: int | None) -> None:
    """Bound tokens name a seat, or a game with a seat, that their owner acts for now."""
    if not game:
        if seat is not None:
            raise Refused("no_such_seat")
        return
    held = {own.number for own in seats_of(user.pk) if own.game == game}
    if not held or (seat is not None and seat not in held):
        raise Refused("no_such_seat")


@transaction.atomic
def revoke(token: ApiToken, *, request: HttpRequest | None = None) -> None:
    """End a token; its open sockets close at once."""
    changed = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    if not changed:
        raise Refused("already_ended")
    _note(token, "token_revoked", request)
    live.user_ended(token.user_id, session_of(token.pk))


def _note(token: ApiToken, what: str, request: HttpRequest | None) -> None:
    after: dict[str, Any] = {"token": token.pk, "scopes": sorted(scopes_of(token))}
    audit(
        by=token.user_id,
        what=what,
        target="user",
        target_id=token.user_id,
        after=after,
        request=request,
    )


def own(user: User) -> list[ApiToken]:
    """A person's tokens that work, newest first."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None).select_related("user"))


def scopes_of(token: ApiToken) -> frozenset[str]:
    """What a token may do. A GM's may not talk: rooms would open to it that are the GMs' alone."""
    asked = {ACT: token.may_act, CHAT: token.may_chat and not token.user.is_staff}
    return frozenset({WATCH, *(scope for scope, is_given in asked.items() if is_given)})


def said(token: ApiToken) -> list[str]:
    """Its scopes as the list shows them."""
    return [scope for scope in (WATCH, ACT, CHAT) if scope in scopes_of(token)]


def hash_of(secret: str) -> str:
    """What is kept of a secret; it is long and random, so that a fast hash does."""
    return hashlib.sha256(secret.encode()).hexdigest()


def session_of(pk: int) -> str:
    """What stands for a token where the control channel speaks of sessions."""
    return f"token:{pk}"


def secret_in(header: str) -> str | None:
    """The secret of an `Authorization: Bearer` header; None where it is no such header."""
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def find(secret: str) -> Grant | None:
    """What a secret grants, if its token works and its owner may sign in."""
    if not 0 < len(secret) <= MAX_SECRET or not secret.isascii():
        return None
    working = ApiToken.objects.filter(revoked_at=None, user__is_active=True).select_related("user")
    token = working.filter(token_hash=hash_of(secret)).first()
    if token is None:
        return None
    if cache.add(f"token-seen:{token.pk}", 1, SEEN_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(used_at=timezone.now())
    return Grant(token.pk, token.user_id, scopes_of(token), token.game, token.seat)


def is_working(grant: Grant) -> bool:
    """Whether a grant that was found before still stands as it was."""
    working = ApiToken.objects.filter(revoked_at=None, user__is_active=True).select_related("user")
    token = working.filter(pk=grant.token).first()
    return token is not None and scopes_of(token) == grant.scopes


def bearer(grant: Grant) -> Bearer:
    """Whom it stands for, without a GM's powers."""
    user = cast("Bearer", Bearer.objects.get(pk=grant.user))
    user.is_staff = user.is_superuser = False
    return user
