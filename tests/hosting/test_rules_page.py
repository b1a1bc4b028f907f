"""The rules of a title as a page, each number with an address of its own."""

from __future__ import annotations

import re

import pytest

from games import registry

SLUGS = [slug for slug, target in registry.TITLES.items() if target.startswith("games.")]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_every_numbered_rule_can_be_linked_to(client, slug):
    page = client.get(f"/rules/{slug}/").content.decode()
    text = (registry.folder_of(slug) / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^#+ ([A-Z]{2,4}-[\d.]*\d) ", text, re.MULTILINE)
    assert len(numbers) > 50
    for number in numbers:
        assert page.count(f'id="{number}"') == 1
