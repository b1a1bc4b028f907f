"""CHAT-7, PR-7.4: anonymous posts that wait, and who wrote them, kept apart from all else."""

from __future__ import annotations

from django.db import models

from games.hosting.chat.models.talk import ChatRoom, new_key
from games.hosting.models import Game


class HeldPost(models.Model):
    """A post that waits for the next common release; its key becomes the message's."""

    key = models.CharField(max_length=16, primary_key=True, default=new_key)
    room = models.ForeignKey(ChatRoom, on_delete=models.CASCADE, related_name="held")
    body = models.TextField()
    release_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"held for room {self.room_id}"


class ChatAuthor(models.Model):
    """Who wrote an anonymous post: for moderation alone, gone 30 days after the game's end.

    No view, frame, event, export or replay reads it. `is_for` tells a post that is sent again.
    """

    key = models.CharField(max_length=16, primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    user = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    client_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    is_for = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "user", "client_id"], name="chat_author_client_once"
            ),
        )

    def __str__(self) -> str:
        return "author of an anonymous post"
