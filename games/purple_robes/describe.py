"""One plain line per submitted action, for the receipt; from the action alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from . import actions as act
from .data import ADVISORS, CLANS, CRONIES, KIND_OF

NAMES = {member.id: member.name for member in (*ADVISORS, *CRONIES, *CLANS)}


def describe(action: Any) -> str:
    """What was submitted, without anything that only the state knows."""
    match action:
        case act.Bid():
            return f"Window {action.turn}: {_bid(action)}"
        case act.Influence():
            return f"Window {action.turn}: {_influence(action)}"
        case act.Cast():
            return f"Window {action.turn}: {_ballot(action)}"
        case act.Recall():
            return f"Window {action.turn}: order taken back"
        case act.Deadline():
            return f"Window {action.turn}: time is up"
        case act.Seat():
            player = "the bot" if action.kind == "bot" else "a person"
            return f"Seat {action.seat + 1} is played by {player}"
    plain = {act.Back: "Back at the table", act.Resign: "Resigned", act.Abort: "Game abandoned"}
    return plain.get(type(action), type(action).__name__)


def _bid(bid: act.Bid) -> str:
    queues = ", ".join(map(str, bid.ranking))
    line = f"marker {bid.marker} for queues {queues}"
    if bid.monkey is None:
        return line
    return f"{line}; a monkey for {_names([bid.monkey.kind])} in queue {bid.monkey.queue}"


def _influence(order: act.Influence) -> str:
    parts = []
    if order.attempt is not None:
        target = NAMES.get(order.attempt.target, order.attempt.target)
        parts.append(f"{_names(order.attempt.items)} on {target}")
    if order.trade is not None:
        give, get = _names(order.trade.give), _names(order.trade.get)
        parts.append(f"trade with seat {order.trade.partner + 1}, {give} for {get}")
    return "; ".join(parts) or "pass"


def _ballot(ballot: act.Cast) -> str:
    votes = [f"{NAMES.get(member, member)} {vote}" for member, vote in ballot.votes.items()]
    return ", ".join(votes) or "all abstain"


def _names(kinds: Iterable[str]) -> str:
    counted = Counter(_name(kind) for kind in kinds)
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counted.items())


def _name(kind: str) -> str:
    """A kind as the table writes it: `War +1`, where the printed item says `War +`."""
    label = KIND_OF[kind].label if kind in KIND_OF else kind
    return f"{label}1" if label.endswith(("+", "−")) else label
