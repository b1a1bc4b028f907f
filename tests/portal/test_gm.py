"""The dashboard of the GM console: deadlines, problems, attendance, failed tasks (IM-13.6)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache

from games.hosting import clocks, services
from games.hosting.models import FailedTask, Game
from games.hosting.tasks import LAST_TICK
from games.league.models import Book, Refresh, Suspicion
from tests.hosting.league import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(browsers: dict[str, Any]) -> Any:
    """`shown()`: the dashboard's context and text."""

    def look() -> tuple[Any, str]:
        page = browsers["gm"].get("/admin/")
        assert page.status_code == 200
        return page.context, page.content.decode()

    return look


def test_im_13_6_running_games_stand_with_deadline_and_counts(league: League, shown: Any) -> None:
    context, text = shown()
    (card,) = context["running"]
    assert card["game"].pk == league.game.pk
    assert [seat["name"] for seat in card["seats"]] == ["Frost Hold", "Reed Water"]
    assert card["week"] == 1
    assert not card["is_overdue"]
    assert "Frost Hold" in text
    assert "Problems" not in text.split("Next deadlines")[0] or context["is_clock_silent"]


def test_r_10_a_game_that_stands_still_has_a_retry(league: League, shown: Any) -> None:
    services.set_aside(league.game.pk, "feedbeef0000")
    context, text = shown()
    assert [card["game"].pk for card in context["standing_still"]] == [league.game.pk]
    assert "feedbeef0000" in text
    assert f"/admin/games/game/{league.game.pk}/host/retry/" in text


def test_r_3_an_overdue_game_is_a_problem(league: League, shown: Any) -> None:
    game = Game.objects.get(pk=league.game.pk)
    clocks.move_lab_clock(int((game.due_at - clocks.now()).total_seconds()) + 180)
    context, text = shown()
    assert len(context["overdue"]) == 1
    assert "is overdue" in text


def test_r_22_a_silent_clock_is_a_problem(league: League, shown: Any) -> None:
    cache.delete(LAST_TICK)
    assert shown()[0]["is_clock_silent"]
    cache.set(LAST_TICK, clocks.now().timestamp())
    assert not shown()[0]["is_clock_silent"]


def test_failed_tasks_stand_in_red_with_retry(league: League, shown: Any) -> None:
    row = FailedTask.objects.create(
        name="games.hosting.tasks.sweep", arguments=[], error="OSError", incident="c0ffee"
    )
    _, text = shown()
    assert "c0ffee" in text
    assert f"/admin/games/failedtask/{row.pk}/retry/" in text


def test_im_16_10_dates_that_could_not_be_read_are_listed(league: League, shown: Any) -> None:
    book = Book.objects.get()
    Refresh.objects.create(
        book=book,
        started_at=clocks.now(),
        dates={"2026-02-07": {"failed": "HTTP"}, "2026-02-08": {"unchanged": 3}},
        stopped="",
    )
    Suspicion.objects.create(book=book, date=date(2026, 2, 14), first_seen=clocks.now())
    context, text = shown()
    (item,) = context["books"]
    assert item["is_ill"]
    assert item["failed"] == {"2026-02-07": "HTTP"}
    assert "2026-02-14 came back empty" in text


def test_hidden_games_are_not_on_the_dashboard(league: League, shown: Any) -> None:
    Game.objects.filter(pk=league.game.pk).update(is_hidden=True)
    assert shown()[0]["running"] == []


def test_paused_games_say_so(league: League, shown: Any) -> None:
    services.host_change(league.game.pk, "pause")
    assert "Paused" in shown()[1]


def test_a_game_that_fails_does_not_take_the_dashboard_down(
    league: League, shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.registry import rules_of

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the title is ill")

    monkeypatch.setattr(type(rules_of(league.game.title)), "console", broken)
    context, text = shown()
    assert context["running"][0]["is_ill"]
    assert "cannot be read" in text


def test_the_dashboard_asks_a_bounded_number_of_questions(
    league: League, shown: Any, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(45):
        shown()


def test_a_game_whose_rules_fail_still_has_its_page(
    league: League, browsers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.registry import rules_of

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the title is ill")

    services.set_aside(league.game.pk, "feedbeef0000")
    monkeypatch.setattr(type(rules_of(league.game.title)), "console", broken)
    page = browsers["gm"].get(f"/admin/games/game/{league.game.pk}/change/")
    assert page.status_code == 200
    assert "/host/retry/" in page.content.decode()


def test_the_group_of_game_masters_runs_games_and_deletes_nothing(
    league: League, make_user: Any, settings: Any
) -> None:
    from django.contrib.auth.models import Group
    from django.test import Client

    settings.STAFF_NEEDS_SECOND_FACTOR = False
    group = Group.objects.get(name="Game masters")
    assert not group.permissions.filter(codename__startswith="delete_").exists()
    helper = make_user("helper")
    helper.is_staff = True
    helper.save()
    helper.groups.add(group)
    client = Client()
    client.force_login(helper)
    for path in (
        "/admin/",
        f"/admin/games/game/{league.game.pk}/change/",
        f"/admin/league/book/{league.game.book_id}/attendance/",
        "/admin/accounts/player/",
    ):
        assert client.get(path).status_code == 200, path
    assert client.get("/admin/auth/group/").status_code == 403
    assert client.get("/admin/django_celery_beat/periodictask/").status_code == 403
    assert client.get("/admin/games/game/").status_code == 200
