"""What can be submitted."""

from __future__ import annotations

from typing import Annotated

from games.engine.protocol import Action, Meta

from .data import LARGEST

Round = Annotated[int, Meta(ge=1, le=1000)]
Reason = Annotated[str, Meta(min_length=1, max_length=500, title="Reason")]


class Name(Action, frozen=True):
    """BT-2.1: name a number, secretly."""

    round: Round
    number: Annotated[int, Meta(ge=0, le=LARGEST, title="Number")]


class Resign(Action, frozen=True):
    """BT-3.1: leave for good."""


class EndRound(Action, frozen=True):
    """BT-2.2: the clock ends a round."""

    round: Round


class Seat(Action, frozen=True):
    """BT-3.2: give a seat to a bot, or to a person."""

    seat: Annotated[int, Meta(ge=0, le=5, title="Seat")]
    kind: Annotated[str, Meta(pattern="^(human|bot)$", title="Played by")]


class Abort(Action, frozen=True):
    """BT-3.2: stop the game."""

    reason: Reason


AnyAction = Name | Resign | EndRound | Seat | Abort
