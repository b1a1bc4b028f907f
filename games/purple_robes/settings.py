"""What can be chosen when a game is made (PR-2.10); fixed from the start on."""

from __future__ import annotations

from typing import Annotated, Literal

from games.engine.protocol import Meta, Part

from .data import BID_ROUNDS, PLAYERS


class Settings(Part, frozen=True):
    """Options of a game."""

    players: Annotated[
        int, Meta(ge=4, le=6, title="Players", description="Four, five or six seats.")
    ] = 4
    bid_rounds: Annotated[
        int,
        Meta(
            ge=2,
            le=3,
            title="Bidding rounds a cycle",
            description="Three play every marker, two are quicker.",
        ),
    ] = 3
    agenda: Annotated[
        Literal["current", "all"],
        Meta(title="Agenda", description="Show the decision of this cycle only, or all of them."),
    ] = "current"
    marker_box: Annotated[
        Literal["idle", "rotate"],
        Meta(
            title="Surplus markers", description="Leave them in the box, or swap them each cycle."
        ),
    ] = "idle"
    sticky_pass: Annotated[
        bool, Meta(title="A pass lasts", description="Who passes is out of this influencing phase.")
    ] = False
    order_recall: Annotated[
        bool,
        Meta(title="Orders may be taken back", description="Until the last one is in."),
    ] = False
    private_messages: Annotated[bool, Meta(title="Direct messages between seats")] = True
    anonymous_messages: Annotated[bool, Meta(title="Anonymous posts at the table")] = True


def fault(options: Settings, seats: int) -> str | None:
    """PR-3.1: the code of what does not fit, if anything."""
    if not PLAYERS[0] <= seats <= PLAYERS[1] or options.players != seats:
        return "pr.player_count"
    known = {"agenda": ("current", "all"), "marker_box": ("idle", "rotate")}
    if any(getattr(options, name) not in values for name, values in known.items()):
        return "pr.option_invalid"
    if options.bid_rounds not in BID_ROUNDS:
        return "pr.option_invalid"
    switches = ("sticky_pass", "order_recall", "private_messages", "anonymous_messages")
    is_switched = all(isinstance(getattr(options, name), bool) for name in switches)
    return None if is_switched else "pr.option_invalid"
