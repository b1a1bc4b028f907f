"""What can be submitted to a court (PR-5.10 to PR-5.52).

Seats count from 0; queues, markers and `turn` (the number of the window, PR-4.7) count from 1.
Items are kind ids of PR-2.6, members the ids of PR-2.2 to PR-2.4. The bounds here only keep input
small; what is legal is judged by the rules, with the codes of PR-5.51.
"""

from __future__ import annotations

from typing import Annotated

from games.engine.protocol import Action, Meta, Part

Turn = Annotated[int, Meta(ge=0, le=100_000, title="Turn")]
SeatNo = Annotated[int, Meta(ge=0, le=99, title="Seat")]
QueueNo = Annotated[int, Meta(ge=-1000, le=1000)]
Marker = Annotated[int, Meta(ge=-1000, le=1000)]
Kind = Annotated[str, Meta(max_length=24)]
Member = Annotated[str, Meta(max_length=24)]
Kinds = Annotated[tuple[Kind, ...], Meta(max_length=480)]


class Theft(Part, frozen=True):
    """PR-5.13: the item that a monkey is sent for."""

    queue: QueueNo
    kind: Kind


class Attempt(Part, frozen=True):
    """PR-5.20: items used on a court member; a kind stands once for each copy."""

    target: Member
    items: Kinds


class Trade(Part, frozen=True):
    """PR-5.29: what one gives to the partner and gets for it."""

    partner: SeatNo
    give: Kinds
    get: Kinds


class Bid(Action, frozen=True):
    """PR-5.10: a marker and all queues, most wanted first."""

    turn: Turn
    marker: Marker
    ranking: Annotated[tuple[QueueNo, ...], Meta(max_length=60)]
    monkey: Theft | None = None


class Influence(Action, frozen=True):
    """PR-5.20: an attempt, a trade, both, or (neither) a full pass."""

    turn: Turn
    attempt: Attempt | None = None
    trade: Trade | None = None


class Cast(Action, frozen=True):
    """PR-5.40: member → "A" or "B"; who is not named abstains."""

    turn: Turn
    votes: Annotated[dict[Member, Annotated[str, Meta(max_length=24)]], Meta(max_length=60)]


class Recall(Action, frozen=True):
    """PR-5.50: take a submitted order back, where the option allows it."""

    turn: Turn


class Back(Action, frozen=True):
    """PR-5.52: an absent seat is here again."""


class Resign(Action, frozen=True):
    """PR-8.7: leave for good; the bot plays on."""


class Deadline(Action, frozen=True):
    """PR-4.2: the clock enters the defaults of all who owe an order."""

    turn: Turn


class Seat(Action, frozen=True):
    """PR-8.8: who plays a seat from now on, a person (`human`) or the bot."""

    seat: SeatNo
    kind: Annotated[str, Meta(pattern="^(human|bot)$", title="Played by")]


class Abort(Action, frozen=True):
    """PR-8.9: end an abandoned game without a ranking."""


AnyAction = Bid | Influence | Cast | Recall | Back | Resign | Deadline | Seat | Abort
