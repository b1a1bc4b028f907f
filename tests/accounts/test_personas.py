"""Personas: what they may hold, and that none can be taken for another (T-8, T-17, T-20)."""

from __future__ import annotations

import unicodedata

import pytest

from accounts import services
from accounts.personas import clean_persona, persona_key
from accounts.refusals import Refused


@pytest.mark.parametrize(
    "name", ["Edda", "Sir Bjørn of Frost-Hold", "Øyvind O'Neill", "Мария", "李小龙"]
)
def test_ordinary_names_are_kept(name: str) -> None:
    assert clean_persona(f"  {name}  ") == name


def test_t_20_names_are_kept_in_nfc() -> None:
    assert clean_persona(unicodedata.normalize("NFD", "Zoë Ångström")) == "Zoë Ångström"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("E", "persona_length"),
        ("x" * 41, "persona_length"),
        ("", "persona_length"),
        ("Ed\u202eda", "persona_characters"),
        ("Ed\u200bda", "persona_characters"),
        ("Ed\x00da", "persona_characters"),
        ("<b>Edda</b>", "persona_characters"),
        ("Ed\u0301\u0301\u0301da", "persona_characters"),
        ("12345", "persona_characters"),
        ("Edda \U0001f409", "persona_characters"),
        ("Еdda", "persona_scripts"),
        ("GM", "persona_reserved"),
        ("Adm1n", "persona_reserved"),
        ("Former member 7", "persona_reserved"),
    ],
)
def test_t_20_hostile_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_persona(name)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Edda", "EDDA"),
        ("Bob", "B0b"),
        ("Sir Ivan", "Sir lvan"),
        ("Мария", "мария"),
        ("Zoë", "Zoe"),
        ("Corner", "Comer"),
        ("Sir Bob", "Sir-Bob"),
        ("сор", "cop"),
        ("Wolf", "VVolf"),
    ],
)
def test_t_20_names_that_look_the_same_have_one_key(one: str, other: str) -> None:
    assert persona_key(one) == persona_key(other)


def test_t_20_a_confusable_name_is_taken(make_user) -> None:
    make_user("bob")
    other = make_user("edda")
    with pytest.raises(Refused) as refusal:
        services.rename(other.player, "B0b", by=other.pk)
    assert refusal.value.code == "persona_taken"


def test_a_name_may_change_its_own_case(make_user) -> None:
    user = make_user("edda")
    services.rename(user.player, "EDDA", by=user.pk)
    assert str(user) == "EDDA"


def test_r_14_people_are_shown_by_persona_never_by_address(make_user) -> None:
    user = make_user("edda")
    assert str(user) == user.get_full_name() == "Edda"
    user.player.persona = ""
    assert user.email not in str(user)
