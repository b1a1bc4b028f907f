"""What an actor may do now (PR-5.3), and how a game ended (PR-8.5)."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.engine.protocol import CLOCK, GM, Action, Actor, Form, Legal, Outcome, Placing, Seat

from . import actions as act
from .data import ABANDONED_BELOW, BID, CAST, INFLUENCE, A, B
from .phases import deadline
from .rules.influence import needed
from .rules.scoring import ranking
from .seat_view import legal_view
from .state import COMPLETE, Court
from .views import LegalView


def legal(court: Court, actor: Actor) -> Legal:
    """PR-5.3: forms for orders, whole actions where there is one only."""
    if court.is_over:
        return Legal()
    if isinstance(actor, Seat):
        return _seat(court, actor.number) if 0 <= actor.number < court.n else Legal()
    if actor == GM:
        return Legal(forms=_master(court))
    due = deadline(court, {}) if actor == CLOCK else None
    return Legal((due.action,)) if due else Legal()


def _seat(court: Court, seat: int) -> Legal:
    view = legal_view(court, seat)
    actions: list[Action] = []
    if seat not in court.bots:
        actions.append(act.Resign())
    if not isinstance(view, LegalView):
        return Legal(tuple(actions))
    if view.back is True:
        actions.append(act.Back())
    if view.recall is True:
        actions.append(act.Recall(court.turn))
    if court.orders[seat] is not None:
        return Legal(tuple(actions))
    if court.state == INFLUENCE:
        actions.append(act.Influence(court.turn))
    if court.state == CAST:
        actions.append(act.Cast(court.turn, {}))
    return Legal(tuple(actions), (_form(court, view),))


def _form(court: Court, view: LegalView) -> Form:
    """PR-5.3: the order of this window, described."""
    fields: dict[str, Any] = {"turn": [court.turn]}
    shown = codec.to_builtins(view)
    if court.state == BID:
        fields |= {"marker": shown["markers"], "ranking": list(range(1, court.n + 1))}
        if "steal" in shown:
            fields["monkey"] = shown["steal"]
        return Form("bid", fields)
    if court.state == CAST:
        return Form("cast", {**fields, "votes": [A, B]}, {"votes": shown["votes"]})
    targets = {
        member: {
            **target,
            "amount": court.members[member].amount,
            "needs": needed(court.members[member].amount),
        }
        for member, target in shown["targets"].items()
    }
    return Form(
        "influence", {**fields, "attempt": list(targets), "trade": shown["partners"]}, targets
    )


def _master(court: Court) -> tuple[Form, ...]:
    """PR-5.52: what the game master may do."""
    seats = Form("seat", {"seat": list(range(court.n)), "kind": ["human", "bot"]})
    is_abandoned = court.n - len(court.bots) < ABANDONED_BELOW
    return (seats, Form("abort")) if is_abandoned else (seats,)


def outcome(court: Court) -> Outcome | None:
    """PR-8.5, PR-8.9: places by score, then sole leads; none of an abandoned game."""
    if not court.is_over:
        return None
    if court.reason != COMPLETE:
        return Outcome(court.reason)
    placings = tuple(
        Placing(s.seat, s.place, s.score, won=s.place == 1, ties={"sole_leads": s.sole_leads})
        for s in ranking(court.scores, court.sole_leads)
    )
    return Outcome(court.reason, placings)
