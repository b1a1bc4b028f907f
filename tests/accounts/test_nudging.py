"""Asking for a task: one that waits serves for all."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from accounts import nudging, tasks

pytestmark = pytest.mark.django_db


def test_r_11_a_task_that_waits_is_not_asked_for_twice(clean_caches: Any) -> None:
    assert nudging.wanted("work")
    assert not nudging.wanted("work")
    nudging.begun("work")
    assert nudging.wanted("work")


def test_r_11_what_happens_while_a_task_looks_asks_for_another(clean_caches: Any) -> None:
    name = tasks.send_notices.name
    assert nudging.wanted(name)
    tasks.send_notices()
    assert cache.get(f"nudged:{name}") is None
    assert nudging.wanted(name)
