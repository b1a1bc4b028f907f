"""Budgets of the pure rules: apply, views and diffs in CPU time (architecture.md section 5)."""

from __future__ import annotations

import pytest

from games import registry
from tests.bench.conftest import SLACK
from tools.bench import mountains, rules
from tools.bench.report import Report

TITLES = [slug for slug, target in registry.TITLES.items() if target.startswith("games.")]


def figure(report: Report, start: str) -> float:
    return next(f.value for f in report.figures if f.name.startswith(start))


@pytest.mark.parametrize("slug", TITLES)
def test_apply_and_views_of_a_bot_game_stay_within_their_budgets(slug: str) -> None:
    report = rules.of_title(slug)
    assert figure(report, "apply, p95") <= SLACK * rules.APPLY_MS
    assert figure(report, "views and diffs of what moved, p95") <= SLACK * rules.VIEWS_MS


def test_a_full_week_and_a_season_stay_within_their_budgets() -> None:
    report = rules.full_week(3)
    assert figure(report, "orders queued") == mountains.SIDES * mountains.ORDERS
    for name, most in (
        ("resolution: apply, best", rules.WEEK_MS),
        ("resolution: all views and diffs, best", rules.WEEK_MS),
        ("season of 16 weeks", rules.SEASON_S),
    ):
        assert figure(report, name) <= SLACK * most
