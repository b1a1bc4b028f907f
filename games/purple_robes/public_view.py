"""The public view (PR-6.5): everything on the table is open, pending orders change none of it.

`changed` marks what the last window did (PR-13.2); what happened since one last looked is told from
the log's events (PR-15.2).
"""

from __future__ import annotations

from games.engine import chance, codec
from games.engine.protocol import UNSET

from .data import BOARD, DECISION_OF, PREFIX, TYPE_OF
from .rules.casting import votes_held
from .rules.influence import needed
from .rules.scoring import ranking
from .state import AUTO, COMPLETE, Casting, Court, Member
from .views import (
    CastingView,
    ChangeView,
    DecisionView,
    MemberView,
    PublicView,
    QueueView,
)


def public(court: Court) -> PublicView:
    """PR-6.1, PR-6.2: the open facts, for seats and spectators alike."""
    seats = range(court.n)
    return PublicView(
        turn=court.turn,
        state=court.state,
        cycle=court.cycle,
        round=court.round,
        options=codec.to_builtins(court.options),
        seed_hash=chance.commitment(court.seed, PREFIX),
        agenda=agenda_of(court),
        members={member: member_view(court.members[member]) for member in BOARD},
        hands={str(k): court.hands[k] for k in seats},
        usable={str(k): list(court.usable[k]) for k in seats},
        locked={str(k): list(court.locked[k]) for k in seats},
        queues=queues_of(court),
        box=list(court.box),
        draw_count=len(court.draw),
        discard=court.discard,
        scores={str(k): court.scores[k] for k in seats},
        score_lines=lines_of(court),
        sole_leads={str(k): court.sole_leads[k] for k in seats},
        order_status=status_of(court),
        ballot={str(k): votes_of(court, k) for k in seats},
        castings={str(k + 1): casting_view(casting) for k, casting in enumerate(court.castings)},
        changed={member: _was(box) for member, box in court.changed.items()},
        decision=court.agenda[court.cycle - 1],
        passed=list(court.passed) or UNSET,
        absent=list(court.absent) or UNSET,
        retired=list(court.retired) or UNSET,
        bots=list(court.bots) or UNSET,
        places=_places(court) if court.reason == COMPLETE else UNSET,
        reason=court.reason or UNSET,
        seed=court.seed if court.is_over else UNSET,
    )


def member_view(box: Member) -> MemberView:
    """PR-5.24: a control box, and what a challenger needs."""
    controller = UNSET if box.controller is None else box.controller
    return MemberView(box.amount, needed(box.amount), controller)


def _was(box: Member) -> ChangeView:
    return ChangeView(box.amount, UNSET if box.controller is None else box.controller)


def queues_of(court: Court) -> list[QueueView]:
    """PR-6.2: items from the fill of the round on, and the marker lying there."""
    return [
        QueueView(marker, list(items))
        for marker, items in zip(court.queue_markers, court.queues, strict=True)
    ]


def agenda_of(court: Court) -> dict[str, DecisionView]:
    """PR-6.2: the decisions up to this cycle, or all by the option."""
    known = court.n if court.options.agenda == "all" else court.cycle
    return {str(k + 1): decision_view(court.agenda[k]) for k in range(known)}


def decision_view(decision: str) -> DecisionView:
    """PR-2.8, PR-2.9."""
    found = DECISION_OF[decision]
    weights = list(TYPE_OF[found.type].weights)
    return DecisionView(found.id, found.type, found.title, found.a, found.b, weights)


def casting_view(casting: Casting) -> CastingView:
    """PR-5.42."""
    winner = UNSET if casting.winner is None else casting.winner
    return CastingView(casting.a, casting.b, winner, list(casting.leads))


def lines_of(court: Court) -> dict[str, dict[str, dict[str, int]]]:
    """PR-15.4: how every score came about, by seat, cycle and line."""
    return {
        str(seat): {
            str(cycle + 1): casting.lines[str(seat)]
            for cycle, casting in enumerate(court.castings)
            if str(seat) in casting.lines
        }
        for seat in range(court.n)
    }


def status_of(court: Court) -> dict[str, str]:
    """PR-4.6, PR-6.3: who has ordered, never what."""
    if court.is_over:
        return {}
    return {
        str(seat): "pending" if order is None else "auto" if order.how == AUTO else "submitted"
        for seat, order in enumerate(court.orders)
    }


def votes_of(court: Court, seat: int) -> int:
    """PR-5.42: the votes a seat holds for the decision of this cycle."""
    return sum(votes_held(court.members, seat, court.agenda[court.cycle - 1]).values())


def _places(court: Court) -> dict[str, int]:
    """PR-8.5."""
    return {str(s.seat): s.place for s in ranking(court.scores, court.sole_leads)}
