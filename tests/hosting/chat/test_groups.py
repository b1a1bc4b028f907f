"""GC-17.5, CHAT-1, CHAT-12: groups that players found; that one exists is secret from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.hosting.chat import groups
from games.hosting.chat.refusals import ChatRefused
from games.hosting.models import Game
from tests.hosting.chat.conftest import end_round, gift
from tests.hosting.chat.test_rooms import rooms_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]


@pytest.fixture
def four(make_game: Callable[..., Any], people: Any, make_user: Any) -> Any:
    """A game for four, its fourth seat held by Dora; `people[3]` stays the GM."""
    from games.hosting.creating import SeatPlan, create_game

    users = [*people[:3], make_user("dora")]
    game = create_game(
        title="lantern",
        name="Lamps",
        options={"talk": True, "rounds": 6},
        seats=[SeatPlan(f"Seat {k}", k + 1, user=user) for k, user in enumerate(users)],
        by=people[3].pk,
        seed="test seed",
    )
    game.users = users
    return game


def refused(work: Callable[[], Any]) -> tuple[str, dict[str, Any]]:
    with pytest.raises(ChatRefused) as refusal:
        work()
    return refusal.value.code, refusal.value.params


def test_chat_1_a_group_is_its_members_alone(four: Any, post: Any) -> None:
    anna, berit, cai, dora = four.users
    key = groups.found(four.pk, anna.pk, [1, 2], "Moths")
    assert post(berit, key, "we three", game=four) == ""
    assert words(four, cai, key) == ["we three"]
    assert rooms_of(four, anna)[key]["members"] == [0, 1, 2]
    assert key not in rooms_of(four, dora) and post(dora, key, "x", game=four) == "chat.not_found"


def test_gc_17_5_who_is_invited_reads_from_then_on(four: Any, post: Any) -> None:
    anna, berit, _, dora = four.users
    key = groups.found(four.pk, anna.pk, [1, 2], "Moths")
    post(anna, key, "before", game=four)
    assert refused(lambda: groups.invite(four.pk, dora.pk, key, 3))[0] == "chat.not_found"
    groups.invite(four.pk, berit.pk, key, 3)
    post(anna, key, "after", game=four)
    assert words(four, dora, key) == ["after"]
    assert words(four, berit, key) == ["before", "after"]


def test_gc_17_5_who_leaves_keeps_what_he_has_read(four: Any, post: Any) -> None:
    anna, berit, cai, _ = four.users
    key = groups.found(four.pk, anna.pk, [1, 2], "Moths")
    post(anna, key, "before", game=four)
    groups.leave(four.pk, cai.pk, key)
    post(anna, key, "after", game=four)
    assert words(four, cai, key) == ["before"]
    assert post(cai, key, "x", game=four) == "chat.locked"
    groups.leave(four.pk, berit.pk, key)
    assert rooms_of(four, anna)[key]["lock_reason"] == "ALONE"
    assert post(anna, key, "anybody", game=four) == "chat.locked"


def test_chat_13_who_has_left_learns_no_more_of_a_group(four: Any, post: Any) -> None:
    anna, berit, cai, _ = four.users
    key = groups.found(four.pk, anna.pk, [1, 2], "Moths")
    post(anna, key, "before", game=four)
    groups.leave(four.pk, cai.pk, key)
    seen = rooms_of(four, cai)[key]
    assert (seen["readers"], seen["writers"], seen["members"]) == ([], [], [])
    groups.invite(four.pk, berit.pk, key, 3)
    assert rooms_of(four, cai)[key] == seen
    assert rooms_of(four, berit)[key]["members"] == [0, 1, 3]
    groups.leave(four.pk, berit.pk, key)
    groups.leave(four.pk, four.users[3].pk, key)
    assert rooms_of(four, anna)[key]["lock_reason"] == "ALONE"
    assert rooms_of(four, cai)[key] == seen  # nor that they have all gone


def test_chat_12_limits_of_groups(four: Any) -> None:
    anna = four.users[0]
    assert refused(lambda: groups.found(four.pk, anna.pk, [1], "Two")) == (
        "chat.group_limit",
        {"least": 3, "most": 4},
    )
    for n in range(6):
        groups.found(four.pk, anna.pk, [1, 2], f"Group {n}")
    assert refused(lambda: groups.found(four.pk, anna.pk, [1, 2], "Seventh"))[0] == (
        "chat.group_limit"
    )
    assert refused(lambda: groups.found(four.pk, anna.pk, [1, 9], "None"))[0] == "chat.not_found"
    berit = four.users[1]
    assert refused(lambda: groups.found(four.pk, berit.pk, [0, 2], "x" * 41))[0] == "chat.length"


def test_gc_17_5_only_with_whom_one_may_talk_now(four: Any, post: Any) -> None:
    anna, berit, cai, dora = four.users
    key = groups.found(four.pk, anna.pk, [1, 2], "Moths")
    end_round(four, 1)
    assert rooms_of(four, berit)[key]["lock_reason"] == "APART"
    apart = refused(lambda: groups.found(four.pk, anna.pk, [1, 2], "More"))
    assert apart == ("chat.locked", {"reason": "APART"})
    groups.found(four.pk, berit.pk, [2, 3], "Without her")
    end_round(four, 2)
    assert post(anna, key, "back", game=four) == ""
    gift(four, 2, -1)
    post(anna, key, "he is dead", game=four)
    assert words(four, cai, key) == ["back"]
    gift(four, 2, 5)
    post(anna, key, "he lives", game=four)
    assert words(four, cai, key) == ["back", "he lives"]
    assert dora.pk


def test_chat_4_nobody_founds_a_group_while_paused(four: Any) -> None:
    from django.utils import timezone

    Game.objects.filter(pk=four.pk).update(paused_at=timezone.now())
    paused = refused(lambda: groups.found(four.pk, four.users[0].pk, [1, 2], "Moths"))
    assert paused == ("chat.locked", {"reason": "PAUSED"})


def test_r_14_no_room_of_their_own_for_adults_with_people_under_age(four: Any) -> None:
    anna, berit, cai, _ = four.users
    berit.is_minor = True
    berit.save(update_fields=["is_minor"])
    code, params = refused(lambda: groups.found(four.pk, anna.pk, [1, 2], "Moths"))
    assert code == "chat.locked" and params == {"reason": "ALONE"}
    key = groups.found(four.pk, anna.pk, [2, 3], "Grown")
    assert refused(lambda: groups.invite(four.pk, cai.pk, key, 1))[0] == "chat.locked"
    assert "pair:0-1" in rooms_of(four, anna)  # the game's own rooms stay


def test_r_14_a_park_reads_its_room_once_the_club_has_confirmed_one(
    make_game: Any, people: Any, make_park: Any, make_user: Any
) -> None:
    from accounts import services
    from accounts.models import Claim, Player
    from games.hosting.creating import SeatPlan, create_game

    park, member = make_park("Frost Hold", general=people[0]), make_user("edda")
    services.join_park(member.player, park, by=None)
    game = create_game(
        title="lantern",
        name="Lamps",
        options={"talk": True},
        seats=[SeatPlan("Frost", 1, kind="park", park=park), SeatPlan("B", 2, user=people[1])],
        by=people[3].pk,
        seed="x",
    )
    assert "team:0" in rooms_of(game, people[0])
    assert "team:0" not in rooms_of(game, member)
    Player.objects.filter(user=member).update(claim=Claim.APPROVED)
    assert rooms_of(game, member)["team:0"]["can_write"]
