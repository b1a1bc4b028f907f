"""CHAT-10: report, and what a GM may do: hide, mute, look up an author, open a private room.

Every deed and every look at something private leaves an audit row; a GM who plays in the game may
do and see none of it (GC-15.6, PR-7.4).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse

from accounts import services as people
from games.hosting import clocks, statements
from games.hosting.chat import nudging, syncing
from games.hosting.chat.crowd import crowd_of
from games.hosting.chat.finding import Readable
from games.hosting.chat.models import ChatAuthor, ChatBan, ChatMessage, ChatReport, ChatRoom
from games.hosting.chat.models.keeping import MOST_REASON
from games.hosting.chat.refusals import LENGTH, RATE, ChatRefused
from games.hosting.models import Game
from games.hosting.outbox import tell_masters

TARGET = "chat"
REPORTS_A_DAY = 20
LONGEST_MUTE = timedelta(days=400)


def report(where: Readable, message: ChatMessage, user_id: int, reason: str) -> None:
    """Show a message to the GM; once per person and message."""
    if len(reason) > MOST_REASON:
        raise ChatRefused(LENGTH, most=MOST_REASON)
    now = clocks.now()
    today = ChatReport.objects.filter(by=user_id, at__gt=now - timedelta(days=1))
    if today.count() >= REPORTS_A_DAY:
        raise ChatRefused(RATE, retry_after=3600)
    with transaction.atomic():
        row, is_new = ChatReport.objects.get_or_create(
            message=message, by=user_id, defaults={"reason": reason.strip(), "at": now}
        )
        if is_new:
            url = reverse("admin:chat_chatreport_change", args=[row.pk])
            tell_masters(where.room.game_id, "report", key=f"talk:{row.pk}", params={"url": url})


def check_master(game: Game, user_id: int) -> None:
    """403 unless this is a GM who has no part in the game."""
    person = crowd_of(game, clocks.now(), [user_id]).person(user_id)
    if person is None or not person.is_master or person.is_playing_master:
        raise PermissionDenied


def _done(
    game: Game, what: str, by: int, request: HttpRequest | None, reason: str, facts: Any = None
) -> None:
    """One row of the log: who did what, where, why."""
    people.audit(
        by=by,
        what=f"chat_{what}",
        target=TARGET,
        target_id=game.pk,
        after=facts,
        reason=reason,
        request=request,
    )


def hide(message: ChatMessage, *, by: int, reason: str, request: HttpRequest | None = None) -> None:
    """CHAT-6: a placeholder remains for everybody."""
    _change(message, by, reason, request, "hidden", clocks.now())


def show_again(
    message: ChatMessage, *, by: int, reason: str, request: HttpRequest | None = None
) -> None:
    """Take a hiding back."""
    _change(message, by, reason, request, "shown_again", None)


def _change(
    message: ChatMessage,
    by: int,
    reason: str,
    request: HttpRequest | None,
    what: str,
    hidden_at: datetime | None,
) -> None:
    game_id = message.room.game_id
    with transaction.atomic():
        game = statements.lock_game(game_id)
        assert game is not None
        check_master(game, by)
        talk = syncing.touch(game)
        rows = ChatMessage.objects.filter(pk=message.pk)
        rows.update(hidden_at=hidden_at, version=talk.version)
        _done(game, what, by, request, reason, _where(message))
        nudging.after_commit(game_id)


def _where(message: ChatMessage) -> dict[str, Any]:
    """Which message, without a word of it."""
    return {"room": message.room.key, "message": message.key}


def ban(
    message: ChatMessage, hours: int, *, by: int, reason: str, request: HttpRequest | None = None
) -> None:
    """CHAT-6: its author writes no more in this game, for so many hours (0: until lifted).

    The log names the message, not its author, so that an anonymous one stays so.
    """
    game = message.room.game
    until = clocks.now() + min(timedelta(hours=hours), LONGEST_MUTE) if hours else None
    with transaction.atomic():
        check_master(game, by)
        author = message.author
        if message.is_alias:
            author = (
                ChatAuthor.objects.filter(key=message.key).values_list("user", flat=True).first()
            )
        if author is None:
            raise PermissionDenied
        ChatBan.objects.update_or_create(game=game, user=author, defaults={"until": until})
        _done(game, "muted", by, request, reason, {**_where(message), "hours": hours})
        nudging.after_commit(game.pk)


def lift(ban_id: int, *, by: int, reason: str, request: HttpRequest | None = None) -> None:
    """Let somebody write again."""
    row = ChatBan.objects.select_related("game").filter(pk=ban_id).first()
    if row is None:
        return
    with transaction.atomic():
        check_master(row.game, by)
        row.delete()
        _done(row.game, "unmuted", by, request, reason)
        nudging.after_commit(row.game_id)


def look_up(
    message: ChatMessage, *, by: int, reason: str, request: HttpRequest | None = None
) -> ChatAuthor | None:
    """PR-7.4: who wrote an anonymous post; written down before it is told."""
    game = message.room.game
    with transaction.atomic():
        check_master(game, by)
        _done(game, "author_looked_up", by, request, reason, _where(message))
    return ChatAuthor.objects.filter(key=message.key).first()


def opened(
    game: Game, room: ChatRoom, *, by: int, reason: str, request: HttpRequest | None = None
) -> list[ChatMessage]:
    """A private room's messages for a GM without a part; written down before they are shown."""
    return _looked(
        game,
        {"room": room.key},
        "room_opened",
        by,
        reason,
        request,
        lambda: list(room.messages.order_by("n")),
    )


def reported(row: ChatReport, *, by: int, request: HttpRequest | None = None) -> list[ChatMessage]:
    """A reported message with those around it, which the GM reads on the record."""
    message = row.message
    near = message.room.messages.filter(n__gte=message.n - 3, n__lte=message.n + 3)
    return _looked(
        message.room.game,
        _where(message),
        "report_opened",
        by,
        "",
        request,
        lambda: list(near.order_by("n")),
    )


def _looked(
    game: Game,
    facts: dict[str, Any],
    what: str,
    by: int,
    reason: str,
    request: HttpRequest | None,
    read: Callable[[], list[ChatMessage]],
) -> list[ChatMessage]:
    with transaction.atomic():
        check_master(game, by)
        _done(game, what, by, request, reason, facts)
    return read()


def close_report(row: ChatReport, *, by: int, request: HttpRequest | None = None) -> None:
    """A report was dealt with."""
    with transaction.atomic():
        check_master(row.message.room.game, by)
        ChatReport.objects.filter(message=row.message, closed_at=None).update(
            closed_at=clocks.now(), closed_by=by
        )
        _done(row.message.room.game, "report_closed", by, request, "", _where(row.message))
