"""PR-5.40 to PR-5.44 and PR-8: ballots, tally, points, decay, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.protocol import UNSET, replace
from games.purple_robes import actions as act
from games.purple_robes import events as ev
from games.purple_robes import rules
from games.purple_robes.data import ADVISOR_IDS, BOARD, CLAN_IDS
from games.purple_robes.rules.casting import decayed, judge, tally, weights_of
from games.purple_robes.rules.scoring import control_points, ranking, vote_points
from games.purple_robes.state import Member

from .builders import boxes, casting, do, everybody, of, refusal

HELD = {"adv_war": (0, 6), "cl_jade": (0, 9), "cr_rolls": (0, 5), "adv_realm": (1, 3)}


def cast(turn=7, **votes):
    return act.Cast(turn, votes)


@pytest.mark.parametrize(
    ("votes", "code"),
    [
        ({"adv_realm": "A"}, "pr.vote_member"),
        ({"adv_priest": "A"}, "pr.vote_member"),
        ({"cr_rolls": "A"}, "pr.vote_member"),
        ({"nobody": "A"}, "pr.vote_member"),
        ({"adv_war": "C"}, "pr.vote_option"),
        ({"adv_war": ""}, "pr.vote_option"),
    ],
)
def test_pr_5_40_refusals_of_a_ballot(votes, code):
    assert refusal(casting(HELD), 0, act.Cast(7, votes)) == code


@pytest.mark.parametrize("votes", [{}, {"adv_war": "A"}, {"adv_war": "A", "cl_jade": "B"}])
def test_pr_5_40_members_may_abstain_and_differ(votes):
    assert do(casting(HELD), 0, act.Cast(7, votes)).state.owing == (1,)


def test_pr_5_41_ballots_are_shown_when_all_are_in():
    first = do(casting(HELD), 0, cast(adv_war="A"))
    assert of(first, ev.BallotsRevealed) == []
    last = do(first.state, 1, cast(adv_realm="B"))
    (fact,) = of(last, ev.BallotsRevealed)
    assert fact.ballots == {"0": {"adv_war": "A"}, "1": {"adv_realm": "B"}, "2": {}, "3": {}}


def test_pr_5_42_clans_count_one_and_advisors_their_weight():
    weights = weights_of("D07")
    assert [weights[member] for member in ADVISOR_IDS] == [2, 5, 1, 3]
    assert {weights[member] for member in CLAN_IDS} == {1}
    found = tally([{"adv_war": "A", "cl_jade": "A"}, {"adv_foreign": "B"}], weights)
    assert (found.a, found.b, found.winner, found.influence) == (6, 3, "A", {0: 6})


def test_pr_5_43_equal_sums_decide_nothing():
    assert judge([(3, 0), (0, 3)]).winner is None
    ended = everybody(casting(HELD), {0: cast(), 1: cast()})
    assert of(ended, ev.VoteResolved)[0].winner is UNSET
    assert ended.state.castings[0].lines == {}


def test_pr_5_43_points_for_control_are_given_in_a_deadlock():
    held = dict.fromkeys(("cr_embassies", "cr_factors", "cl_jade"), (2, 4))
    step = everybody(casting(held), {2: cast()})
    assert step.state.scores == (0, 0, 3, 0)


def test_pr_5_44_decay_once_after_the_points():
    step = everybody(casting(HELD), {0: cast(adv_war="A", cl_jade="A")})
    members = step.state.members
    assert members["adv_war"] == Member() and members["adv_realm"] == Member()
    assert members["cl_jade"] == Member(3, 0)
    assert members["cr_rolls"] == Member(3, 0)
    (fact,) = of(step, ev.Decayed)
    assert fact.members["adv_war"] == ev.Decay(6, 0, True)
    assert set(fact.members) == set(HELD)


def test_pr_5_44_no_decay_after_the_last_casting():
    court = replace(casting(HELD), cycle=4, castings=())
    step = everybody(court, {0: cast(adv_war="A")})
    assert of(step, ev.Decayed) == []
    assert step.state.members == court.members


def test_pr_8_1_points_for_the_vote():
    assert vote_points({0: 5}) == {0: {"lead": 4}}
    assert vote_points({0: 5, 1: 3, 3: 1}) == {0: {"lead": 6}, 1: {"with": 1}, 3: {"with": 1}}
    assert vote_points({1: 3, 2: 3, 3: 1}) == {1: {"tied": 4}, 2: {"tied": 4}, 3: {"with": 1}}
    assert vote_points({1: 3, 2: 3}) == {1: {"tied": 3}, 2: {"tied": 3}}


@pytest.mark.parametrize(
    ("count", "line"),
    [(2, {}), (3, {"clans": 3}), (5, {"clans": 3}), (6, {"all_clans": 8})],
)
def test_pr_8_2_points_for_clans(count, line):
    held = boxes(**dict.fromkeys(CLAN_IDS[:count], (1, 1)))
    assert control_points(held, 1) == line
    assert control_points(held, 0) == {}


def test_pr_8_2_points_for_advisors_and_their_cronies_add_up():
    every = boxes(**dict.fromkeys(BOARD, (0, 1)))
    assert control_points(every, 0) == {"advisors": 12, "cronies": 12, "all_clans": 8}


def test_pr_8_3_one_casting_brings_at_most_thirty_six():
    held = dict.fromkeys(BOARD, (0, 3))
    votes = dict.fromkeys((*ADVISOR_IDS, *CLAN_IDS), "A")
    step = everybody(casting(held), {0: act.Cast(7, votes)})
    assert step.state.scores == (36, 0, 0, 0)
    assert step.state.sole_leads == (1, 0, 0, 0)


def test_pr_8_4_the_last_casting_ends_the_game():
    court = replace(casting(HELD), cycle=4)
    step = everybody(court, {0: cast(adv_war="A", cl_jade="A"), 1: cast()})
    assert step.state.is_over and step.state.reason == "finished"
    assert rules.pending(step.state) == () and rules.deadline(step.state, {}) is None
    (over,) = of(step, ev.GameFinished)
    assert over.places == {"0": 1, "1": 2, "2": 2, "3": 2}
    assert over.seed == court.seed


def test_pr_8_5_equal_scores_are_ranked_by_sole_leads_then_share():
    found = {s.seat: s.place for s in ranking((9, 12, 12, 9), (1, 0, 2, 1))}
    assert found == {2: 1, 1: 2, 0: 3, 3: 3}
    shared = ranking((5, 5, 5, 5), (1, 1, 1, 1))
    assert {s.place for s in shared} == {1}


def test_pr_8_5_the_outcome_names_what_decides_between_equals():
    court = replace(
        casting(HELD), state="finished", reason="finished", scores=(7, 7, 1, 0),
        sole_leads=(0, 1, 0, 0),
    )  # fmt: skip
    placings = rules.outcome(court).placings
    assert [(p.seat, p.place, p.won) for p in placings[:2]] == [(1, 1, True), (0, 2, False)]
    assert placings[0].ties == {"sole_leads": 1}


def test_pr_8_6_a_seat_without_anything_plays_on():
    step = everybody(casting(HELD), {0: cast(), 1: cast()})
    assert step.state.owing == (0, 1, 2, 3)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=6))
def test_pr_8_1_a_vote_brings_its_leaders_most(each):
    found = judge(each)
    points = vote_points(found.influence) if found.influence else {}
    assert set(points) == set(found.influence)
    if found.winner is None:
        assert found.a == found.b and not points
    for seat, votes in found.influence.items():
        leads = votes == max(found.influence.values())
        assert ("with" in points[seat]) != leads


def test_pr_9_3_decay_rounds_down():
    assert [decayed("cl_jade", amount) for amount in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    assert [decayed("cr_rolls", amount) for amount in range(7)] == [0, 0, 1, 2, 2, 3, 4]
