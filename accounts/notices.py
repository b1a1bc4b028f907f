"""Notices: written with their cause, listed in the portal, sent by tasks (R-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core import signing
from django.db import transaction
from django.db.models import Case, F, Value, When
from django.template import Context
from django.template.loader import select_template
from django.utils import timezone

from accounts import gamefacts
from accounts.kinds import (
    DIGEST,
    GM_KINDS,
    KINDS,
    NEVER,
    ONCE,
    PASSING,
    SUPERSEDING,
    is_kind,
    told,
)
from accounts.models import MailState, Notice, Player, Preferences, User
from accounts.nudging import nudge_after_commit

_STATE = {ONCE: MailState.WAITING, DIGEST: MailState.DIGEST, NEVER: MailState.NEVER}
_PENDING = (MailState.WAITING, MailState.DIGEST)
_SALT = "accounts.notices.stop"
ALL = "all"  # stands in a link for every kind


@dataclass(slots=True)
class Telling:
    """One thing to tell some users: `params` feed the wording, `url` in them is where it leads."""

    recipients: Iterable[int]
    kind: str
    key: str
    params: dict[str, Any] = field(default_factory=dict)


def notify(
    recipients: Iterable[int],
    kind: str,
    *,
    game_id: int | None,
    key: str,
    params: dict[str, Any] | None = None,
) -> None:
    """Tell users (by id) once per game, key and kind, inside the caller's transaction.

    `params` feed the wording `accounts/notices/<kind>.txt`; `url` is where the notice leads.
    """
    notify_all([Telling(recipients, kind, key, params or {})], game_id=game_id)


def notify_all(tellings: Iterable[Telling], *, game_id: int | None) -> None:
    """Several notices of one game at once: as many statements as for one."""
    wanted = [(sorted(set(telling.recipients)), telling) for telling in tellings]
    for _, telling in wanted:
        if not is_kind(telling.kind):
            raise ValueError(f"not a kind of notice: {telling.kind!r}")
    everybody = {user for users, _ in wanted for user in users}
    if not everybody:
        return
    chosen = dict(
        Preferences.objects.filter(user_id__in=everybody).values_list("user_id", "notices")
    )
    active = set(User.objects.filter(pk__in=everybody, is_active=True).values_list("pk", flat=True))
    rows = [
        _notice(user, telling, game_id, chosen.get(user))
        for users, telling in wanted
        for user in users
        if user in active
    ]
    if game_id is not None:
        _supersede(game_id, [row for row in rows if row.kind in SUPERSEDING])
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if any(row.mail == MailState.WAITING or row.to_push for row in rows):
        nudge_after_commit("accounts.tasks.send_notices")


def _supersede(game_id: int, rows: list[Notice]) -> None:
    """A turn that has passed waits for nobody: unread notices of it count as read."""
    if not rows:
        return
    users = {row.recipient_id for row in rows}
    unread = Notice.objects.filter(recipient__in=users, game_id=game_id, read_at=None)
    passed = unread.filter(kind__in=PASSING).exclude(key__in={row.key for row in rows})
    kept = Case(When(mail__in=_PENDING, then=Value(MailState.NEVER)), default=F("mail"))
    passed.update(read_at=timezone.now(), mail=kept)


def _notice(
    user_id: int, telling: Telling, game_id: int | None, chosen: dict[str, Any] | None
) -> Notice:
    how = told(telling.kind, chosen)
    return Notice(
        recipient_id=user_id,
        kind=telling.kind,
        game_id=game_id,
        key=telling.key[:120],
        params=telling.params,
        is_shown=how.page,
        mail=_STATE[how.mail],
        to_push=how.browser or how.hook,
    )


def worded(notices: Iterable[Notice]) -> list[tuple[Notice, str]]:
    """Notices with their sentences, plain text: pages escape it, mail takes it as it is.

    People stand in `params` as numbers (`player`), so that an emptied account leaves no name.
    """
    notices = list(notices)
    numbers = {n.params["player"] for n in notices if isinstance(n.params.get("player"), int)}
    players = {p.pk: str(p) for p in Player.objects.filter(pk__in=numbers)} if numbers else {}
    return [(n, _sentence(n, players.get(n.params.get("player"), ""))) for n in notices]


def said_outside(notices: Iterable[Notice]) -> list[tuple[Notice, str]]:
    """As `worded`, for mail, push and webhook: of a discreet game its name and phase, no more."""
    found = worded(notices)
    little = gamefacts.discreet(notice.game_id for notice, _ in found)
    return [(notice, little.get(notice.game_id or 0, text)) for notice, text in found]


def _sentence(notice: Notice, persona: str) -> str:
    if isinstance(text := notice.params.get("text"), str):
        return text  # worded by the game's own text table
    return wording(notice.kind, {**notice.facts(), **({"persona": persona} if persona else {})})


def wording(kind: str, facts: dict[str, Any]) -> str:
    """One line of `accounts/notices/<kind>.txt`, plain text."""
    names = [f"accounts/notices/{kind}.txt", "accounts/notices/other.txt"]
    template = select_template(names if is_kind(kind) else names[1:])
    text = template.template.render(Context(facts, autoescape=False))
    return " ".join(text.split())


def address(notice: Notice) -> str:
    """Where a notice leads inside the portal, or nothing."""
    url = str(notice.params.get("url", ""))
    is_inside = url.startswith("/") and not url.startswith(("//", "/\\"))
    return url if is_inside and url.isprintable() else ""


def listed(user: User, limit: int = 100) -> list[Notice]:
    """A user's latest notices, newest first."""
    return list(Notice.objects.filter(recipient=user, is_shown=True)[:limit])


def unread_count(user: User | int) -> int:
    """How many notices a user has not read."""
    return Notice.objects.filter(recipient=user, read_at=None, is_shown=True).count()


def mark_read(user: User, ids: Sequence[int] | None = None) -> int:
    """Mark notices (all when no ids are given) as read; what was read is not mailed any more."""
    unread = Notice.objects.filter(recipient=user, read_at=None, is_shown=True)
    if ids is not None:
        unread = unread.filter(pk__in=ids)
    with transaction.atomic():
        unread.filter(mail__in=_PENDING).update(mail=MailState.NEVER)
        return unread.update(read_at=timezone.now())


def choose(user: User, choices: dict[str, dict[str, Any]]) -> None:
    """Keep how a user wants to be told; mail that waits follows the new choice."""
    with transaction.atomic():
        own, _ = Preferences.objects.select_for_update().get_or_create(user=user)
        own.notices = {**own.notices, **choices}
        own.save(update_fields=["notices"])
        waiting = Notice.objects.filter(recipient=user, mail__in=_PENDING)
        for kind in choices:
            waiting.filter(kind=kind).update(mail=_STATE[told(kind, own.notices).mail])


def stop_token(user_id: int, kinds: Iterable[str]) -> str:
    """The token of a link that stops mail of these kinds without sign-in."""
    return signing.dumps([user_id, sorted(set(kinds))], salt=_SALT, compress=True)


def read_stop_token(token: str) -> tuple[User, list[str]] | None:
    """Whose mail and of which kinds a token stops, or none if it is not ours."""
    try:
        user_id, kinds = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, kinds) if user else None


def stop_mail(user: User, kinds: Iterable[str]) -> None:
    """No more mail of these kinds; `ALL` among them means every kind."""
    own = Preferences.objects.filter(user=user).first()
    chosen = own.notices if own else {}
    kinds = list(kinds)
    wanted = [*KINDS, *GM_KINDS] if ALL in kinds else kinds
    choose(user, {kind: {**chosen.get(kind, {}), "mail": NEVER} for kind in wanted})
