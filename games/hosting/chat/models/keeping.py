"""What is kept per person: how far one read, drafts, mutes, pace; and what the GM deals with."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.hosting.chat.models.talk import ChatMessage, ChatRoom
from games.hosting.models import Game

MOST_REASON = 500


class ChatPlace(models.Model):
    """CHAT-9, PR-7.5: a person's place in a room, as the room's own message numbers."""

    room = models.ForeignKey(ChatRoom, on_delete=models.CASCADE, related_name="places")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    last_read = models.PositiveIntegerField(default=0)
    cleared = models.PositiveIntegerField(default=0)
    draft = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["room", "user"], name="chat_place_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} in {self.room_id}"


class ChatMute(models.Model):
    """CHAT-10: messages one does not want to see; `muted` 0 stands for all anonymous posts."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    muted = models.PositiveBigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "muted"], name="chat_mute_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted}"


class ChatPace(models.Model):
    """CHAT-6, CHAT-7: when a person posted in the last minute, unix seconds."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    times = models.JSONField(default=list)
    anonymous = models.FloatField(default=0)

    def __str__(self) -> str:
        return f"pace of {self.user_id}"


class ChatBan(models.Model):
    """CHAT-6: a person whom the GM muted in a game, until then or until lifted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat_bans")
    user = models.PositiveBigIntegerField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="chat_ban_once"),)

    def __str__(self) -> str:
        return f"{self.user} in game {self.game_id}"


class ChatReport(models.Model):
    """CHAT-10: a message that somebody reported to the GM."""

    message = models.ForeignKey(ChatMessage, on_delete=models.CASCADE, related_name="reports")
    by = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=MOST_REASON, blank=True)
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["message", "by"], name="chat_report_once"),)

    def __str__(self) -> str:
        return f"Report {self.pk}"
