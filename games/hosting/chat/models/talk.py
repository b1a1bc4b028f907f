"""Rooms, who may read them from where to where, and what was said."""

from __future__ import annotations

import secrets

from django.db import models

from games.hosting.models import Game


def new_key() -> str:
    """A random public name of a message or a room: it tells no order (PR-7.4)."""
    return secrets.token_hex(8)


class Talk(models.Model):
    """A game's talk as a whole; `version` counts its changes and never leaves the server."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="talk")
    version = models.PositiveIntegerField(default=0)
    due_key = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name_plural = "talk"

    def __str__(self) -> str:
        return f"Talk of game {self.game_id}"


class ChatRoom(models.Model):
    """CHAT-1: a room as the rules decided it last, or one that players founded.

    `readers` and `writers` are audience keys; `members` the seats of a founded room that are in it
    now, `founder` its seat. `last` is the number of its last message.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat_rooms")
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=12)
    title = models.CharField(max_length=60)
    readers = models.JSONField(default=list)
    writers = models.JSONField(default=list)
    lock_reason = models.CharField(max_length=24, blank=True)
    anonymous = models.BooleanField(default=False)
    release = models.CharField(max_length=8, default="members")
    inherits = models.BooleanField(default=True)
    cards = models.JSONField(default=list)
    founder = models.PositiveSmallIntegerField(null=True, blank=True)
    members = models.JSONField(default=list)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "key"], name="chat_room_once"),)

    def __str__(self) -> str:
        return self.key


class ChatWindow(models.Model):
    """CHAT-3: the messages `first` to `last` (open: none) that an audience key reads.

    `holder`: for that account alone, 0 for nobody; where a substitute inherits nothing (CHAT-11).
    """

    room = models.ForeignKey(ChatRoom, on_delete=models.CASCADE, related_name="windows")
    member = models.CharField(max_length=12)
    holder = models.PositiveBigIntegerField(null=True, blank=True)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["room", "member"],
                condition=models.Q(last=None),
                name="chat_window_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(last=None) | models.Q(last__gte=models.F("first")),
                name="chat_window_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.member} {self.first}-{self.last or ''}"


class ChatMessage(models.Model):
    """One message; `n` counts in its room, `version` is the talk's at its last change.

    An anonymous one (`is_alias`) knows no author: see `ChatAuthor`. `is_host`: said by the host.
    `mark` tells whether the same is sent again under its `client_id`.
    """

    room = models.ForeignKey(ChatRoom, on_delete=models.CASCADE, related_name="messages")
    n = models.PositiveIntegerField()
    key = models.CharField(max_length=16, unique=True, default=new_key)
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    author = models.PositiveBigIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    team = models.PositiveSmallIntegerField(null=True, blank=True)
    is_host = models.BooleanField(default=False)
    is_alias = models.BooleanField(default=False)
    body = models.TextField(blank=True)
    card = models.JSONField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    client_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    mark = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["room", "n"], name="chat_message_once"),
            models.UniqueConstraint(
                fields=["room", "author", "client_id"], name="chat_message_client_once"
            ),
        )
        indexes = (
            models.Index(fields=["room", "version"], name="chat_message_version"),
            models.Index(  # what has words to forget; the tick asks for the oldest
                fields=["at"],
                name="chat_message_kept",
                condition=~models.Q(body="", card__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.room_id} #{self.n}"
