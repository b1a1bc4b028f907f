"""The demo's community is made by the real services, once."""

from __future__ import annotations

from typing import Any

import pytest

from games.community import sample
from games.community.models import Announcement
from games.hosting.models import Game, Status
from games.league.models import Result
from games.registry import TITLES, all_rules

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The portal's own titles: those of other tests have no bots that play to the end."""
    for slug, target in list(TITLES.items()):
        if not target.startswith("games."):
            monkeypatch.delitem(TITLES, slug)


def test_the_sample_has_news_and_a_finished_table_of_every_open_title(people: list[Any]) -> None:
    for _ in range(2):
        sample.load(people[3], people[:2])
    open_titles = {slug for slug, rules in all_rules().items() if rules.meta.open_tables}
    over = Game.objects.filter(status=Status.FINISHED)
    assert {game.title for game in over} == open_titles
    assert over.count() == len(open_titles)
    assert Announcement.objects.filter(told_at=None).count() == 0
    assert {people[0].pk, people[1].pk} <= set(Result.objects.values_list("user", flat=True))
