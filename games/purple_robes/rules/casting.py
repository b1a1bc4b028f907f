"""The vote before the Emperor: tally, points, decay (PR-5.40 to PR-5.44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.protocol import UNSET
from games.purple_robes import events as ev
from games.purple_robes.actions import Cast
from games.purple_robes.data import (
    ADVISOR_IDS,
    BOARD,
    CLAN_IDS,
    CLAN_VOTE,
    DECISION_OF,
    TYPE_OF,
    A,
    B,
)
from games.purple_robes.state import Casting, Court, Member

from .course import Course
from .influence import Boxes
from .scoring import Lines, control_points, leaders, vote_points


class Tally(NamedTuple):
    """PR-5.42: sums, the winner if any, and each seat's influence on the winning option."""

    a: int
    b: int
    winner: str | None
    influence: dict[int, int]


def weights_of(decision: str) -> dict[str, int]:
    """PR-2.8, PR-5.42: the votes of every voting member for a decision."""
    advisors = zip(ADVISOR_IDS, TYPE_OF[DECISION_OF[decision].type].weights, strict=True)
    return {**dict(advisors), **dict.fromkeys(CLAN_IDS, CLAN_VOTE)}


def votes_held(boxes: Boxes, seat: int, decision: str) -> dict[str, int]:
    """PR-5.40: the members a seat may vote with, with their votes, in board order."""
    weights = weights_of(decision)
    return {m: votes for m, votes in weights.items() if boxes[m].controller == seat}


def sums(votes: Mapping[str, str], weights: Mapping[str, int]) -> tuple[int, int]:
    """PR-5.42: what a ballot gives to A and to B."""
    a = sum(weights[member] for member, option in votes.items() if option == A)
    return a, sum(weights[member] for member, option in votes.items() if option == B)


def tally(ballots: Sequence[Mapping[str, str]], weights: Mapping[str, int]) -> Tally:
    """PR-5.42, PR-5.43: the larger sum wins; equal sums are a deadlock."""
    each = [sums(votes, weights) for votes in ballots]
    return judge(each)


def judge(each: Sequence[tuple[int, int]]) -> Tally:
    """PR-5.42, PR-5.43: the outcome of what each seat gives to A and B."""
    a, b = sum(mine[0] for mine in each), sum(mine[1] for mine in each)
    if a == b:
        return Tally(a, b, None, {})
    side = 0 if a > b else 1
    influence = {seat: mine[side] for seat, mine in enumerate(each) if mine[side]}
    return Tally(a, b, A if a > b else B, influence)


def resolve_casting(course: Course, ballots: Sequence[Cast]) -> None:
    """PR-5.41 to PR-5.43: ballots become public, the vote is counted, points are given."""
    court = course.court
    shown = {str(seat): in_board_order(ballot.votes) for seat, ballot in enumerate(ballots)}
    course.tell(ev.BallotsRevealed(*course.when, shown))
    weights = weights_of(court.agenda[court.cycle - 1])
    found = tally([ballot.votes for ballot in ballots], weights)
    winner = UNSET if found.winner is None else found.winner
    course.tell(ev.VoteResolved(*course.when, found.a, found.b, winner))
    _score(course, found)


def in_board_order(votes: Mapping[str, str]) -> dict[str, str]:
    """PR-2.5."""
    return {member: votes[member] for member in BOARD if member in votes}


def _score(course: Course, found: Tally) -> None:
    """PR-8.1, PR-8.2, PR-8.3: vote points and control points add up, and are never lost."""
    court = course.court
    lines = lines_of(court, found.influence)
    totals = [court.scores[seat] + sum(lines[seat].values()) for seat in range(court.n)]
    most = leaders(found.influence)
    sole = [count + (most == (seat,)) for seat, count in enumerate(court.sole_leads)]
    told = {str(seat): ev.Score(_told(lines[seat]), totals[seat]) for seat in range(court.n)}
    course.tell(ev.Scored(*course.when, told))
    kept = {str(seat): points for seat, points in enumerate(lines) if points}
    casting = Casting(found.a, found.b, most, kept, found.winner)
    course.become(scores=tuple(totals), sole_leads=tuple(sole), castings=(*court.castings, casting))


def lines_of(court: Court, influence: Mapping[int, int]) -> list[Lines]:
    """PR-8.1, PR-8.2: every seat's lines of a casting."""
    votes = vote_points(influence) if influence else {}
    return [
        {**votes.get(seat, {}), **control_points(court.members, seat)} for seat in range(court.n)
    ]


def _told(lines: Lines) -> tuple[ev.Line, ...]:
    return tuple(ev.Line(line, points) for line, points in lines.items())


def decayed(member: str, amount: int) -> int:
    """PR-5.44, PR-9.3: what is left of control: nothing, a third, two thirds, rounded down."""
    if member in ADVISOR_IDS:
        return 0
    return amount // 3 if member in CLAN_IDS else 2 * amount // 3


def decay(course: Course) -> None:
    """PR-5.44: once, after the points and before the next cycle."""
    members = course.court.members
    after: dict[str, Member] = {}
    told: dict[str, ev.Decay] = {}
    for member in BOARD:
        old = members[member]
        after[member] = old
        if old.controller is None:
            continue
        left = decayed(member, old.amount)
        after[member] = Member(left, old.controller) if left else Member()
        told[member] = ev.Decay(old.amount, left, not left)
    course.become(members=after)
    course.tell(ev.Decayed(*course.when, told))
