"""R-22: the portal says when it is ill."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from games.hosting import clocks, health, tasks

pytestmark = pytest.mark.django_db


def tick_now(age: float = 0.0, origin: str = "gen1@here") -> None:
    cache.set(tasks.LAST_TICK, clocks.now().timestamp() - age)
    tasks._note_beat(origin)


def test_r_22_alive_is_not_ready(client: Client) -> None:
    assert client.get("/healthz").content == b"ok"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ill"]) == (503, ["tick"])


def test_r_22_ready_with_a_young_tick(client: Client) -> None:
    tick_now()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    found = answer.json()
    assert found["ready"] and found["beats"] == 1 and found["queued"] >= 0
    assert found["overdue"] == 0


def test_r_22_beat_stopped_is_not_ready_within_ninety_seconds(client: Client) -> None:
    tick_now(age=61)
    found = client.get("/readyz").json()
    assert found["ill"] == ["tick"] and 60 < found["tick_age"] < 90


def test_r_22_two_beats_are_shown(client: Client) -> None:
    tick_now()
    tick_now(origin="gen2@there")
    assert client.get("/readyz").json()["beats"] == 2


def test_r_22_an_old_outbox_is_ill(client: Client, make_user: Any) -> None:
    from accounts import services
    from accounts.models import Notice

    tick_now()
    user = make_user("edda")
    services.notify([user.pk], "your_turn", game_id=None, key="x", params={})
    Notice.objects.update(created_at=timezone.now() - timedelta(minutes=61), mail="waiting")
    assert client.get("/readyz").json()["ill"] == []
    Notice.objects.update(created_at=timezone.now() - timedelta(minutes=76))
    assert client.get("/readyz").json()["ill"] == ["outbox"]


def test_r_22_a_letter_that_is_not_sent_is_ill(client: Client) -> None:
    from accounts.models import Letter

    tick_now()
    Letter.objects.create(to="edda@example.org", subject="x", body="y", message_id="<z@x>")
    assert client.get("/readyz").json()["ill"] == []
    Letter.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    assert client.get("/readyz").json()["ill"] == ["outbox"]


def test_r_22_a_long_queue_is_ill(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tick_now()
    monkeypatch.setattr(health, "queued", lambda: health.MOST_QUEUED + 1)
    assert client.get("/readyz").json()["ill"] == ["queue"]


def test_r_15_a_missing_redis_is_named(client: Client, settings: Any) -> None:
    tick_now()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "redis" in client.get("/readyz").json()["ill"]


def test_r_15_a_missing_database_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> Any:
        raise DatabaseError("gone")

    monkeypatch.setattr(clocks, "now", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ill"]) == (503, ["database"])


def test_r_22_one_alarm_mail_and_another_only_after_it_was_well(settings: Any) -> None:
    settings.ADMINS = [("GM", "gm@example.org")]
    watch, other = health.Watch(), health.Watch()
    for one in (watch, other):
        assert not one.look()
        assert one.ill_since is not None
        one.ill_since -= health.Watch.PATIENCE
    assert watch.look() and not watch.look() and not other.look()
    assert [letter.to for letter in mail.outbox] == [["gm@example.org"]]
    assert "tick" in mail.outbox[0].subject
    tick_now()
    assert not watch.look()
    cache.delete(tasks.LAST_TICK)
    assert not watch.look()
    watch.ill_since -= health.Watch.PATIENCE  # type: ignore[operator]
    assert watch.look()
    assert len(mail.outbox) == 2


def test_metrics_are_for_this_machine_only(client: Client) -> None:
    client.get("/readyz")
    here = client.get("/metrics")
    assert here.status_code == 200 and b"portal_games_overdue" in here.content
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.5").status_code == 404
