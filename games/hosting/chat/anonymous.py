"""CHAT-7, PR-7.4: anonymous posts are held and released together; nothing orders or times them.

All posts accepted between two instants of a fixed grid come out at the second, in an order drawn
by chance. Their time is that of the release, cut to the minute. Who wrote one stands in a record of
its own that only the moderation's look-up reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.hosting import clocks, statements
from games.hosting.chat import mentions, nudging, storing, syncing
from games.hosting.chat.crowd import crowd_of
from games.hosting.chat.models import ChatAuthor, ChatRoom, HeldPost
from games.hosting.chat.refusals import ChatRefused

KEPT = timedelta(days=30)


def was_sent(game_id: int, user_id: int, own: str, mark: str) -> bool:
    """Whether its own author sends this post again."""
    known = ChatAuthor.objects.filter(game_id=game_id, user=user_id, client_id=own).first()
    if known is None:
        return False
    if known.is_for == mark:
        return True
    raise ChatRefused("id_reused")


def hold(
    room: ChatRoom,
    body: str,
    user_id: int,
    seat: int | None,
    own: str | None,
    mark: str,
    at: datetime,
) -> None:
    """Keep a post until the next instant of the grid."""
    post = HeldPost.objects.create(room=room, body=body, release_at=next_release(at))
    ChatAuthor.objects.create(
        key=post.key,
        game_id=room.game_id,
        user=user_id,
        seat=seat,
        at=at,
        client_id=own,
        is_for=mark,
    )


def next_release(at: datetime) -> datetime:
    """The next instant of the grid: at most one release every so many seconds."""
    grid = settings.CHAT_RELEASE_SECONDS
    return datetime.fromtimestamp((at.timestamp() // grid + 1) * grid, UTC)


def release(game_id: int) -> int:
    """Show a game's posts whose instant has come, together and in an order drawn by chance."""
    with transaction.atomic():
        game = statements.lock_game(game_id)
        if game is None:
            return 0
        at = clocks.now()
        due = HeldPost.objects.filter(room__game_id=game_id, release_at__lte=at)
        posts = list(due.select_related("room").order_by("key"))  # keys are random
        if not posts:
            return 0
        talk = syncing.touch(game)
        crowd = crowd_of(game, at)
        minute = at.replace(second=0, microsecond=0)
        for post in posts:
            message = storing.append(
                post.room, talk, at=minute, key=post.key, is_alias=True, body=post.body
            )
            mentions.tell(crowd, message)
        HeldPost.objects.filter(pk__in=[post.pk for post in posts]).delete()
        nudging.after_commit(game_id)
    return len(posts)


def waiting() -> Iterable[int]:
    """Games with posts whose instant has come: the guarantee behind the timer."""
    due = HeldPost.objects.filter(release_at__lte=clocks.now())
    return list(due.values_list("room__game_id", flat=True).distinct())


def seconds_until_release(game_id: int) -> float | None:
    """Seconds until a game's next release; None where nothing is held."""
    rows = HeldPost.objects.filter(room__game_id=game_id).order_by("release_at")
    moment = rows.values_list("release_at", flat=True).first()
    return None if moment is None else max(0.0, (moment - clocks.now()).total_seconds())


def to_forget() -> Iterable[int]:
    """Games whose authors' records have been kept long enough (PR-7.4)."""
    rows = ChatAuthor.objects.filter(game__ended_at__lte=clocks.now() - KEPT)
    return list(rows.values_list("game_id", flat=True).distinct())


def forget(game_id: int) -> None:
    """Nobody can find out any more who wrote a game's anonymous posts."""
    ChatAuthor.objects.filter(game_id=game_id).delete()
