"""The log of a game and what each stream showed; both only grow (a trigger refuses the rest)."""

from __future__ import annotations

from django.db import models

from games.hosting.models.game import Game


class LogEntry(models.Model):
    """One accepted action: who, what, which facts, the state's hash and the chain over it all.

    `by` is a plain user number; `action` and `events` are JSON text; `answer` is the receipt.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.PositiveBigIntegerField(null=True)
    actor = models.CharField(max_length=20)
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - NULLs are not unique
    action = models.TextField()
    events = models.TextField()
    answer = models.TextField(default="")
    state_hash = models.CharField(max_length=64)
    chain = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "log entries"
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="log_once"),
            models.UniqueConstraint(fields=["game", "by", "client_id"], name="log_client_once"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} #{self.seq} {self.actor}"


class Update(models.Model):
    """What one commit changed in one stream: a merge patch, or the whole view as a keyframe.

    `log_seq` orders the streams of a game among each other and never leaves the server.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="updates")
    stream = models.CharField(max_length=12)
    seq = models.PositiveIntegerField()
    log_seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    patch = models.TextField(default="")
    view = models.TextField(default="")
    events = models.TextField(default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "stream", "seq"], name="update_once"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.stream} #{self.seq}"
