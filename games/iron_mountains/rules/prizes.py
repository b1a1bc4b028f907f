"""The prize picks after the last resolution (IM-8.7)."""

from __future__ import annotations

from games.engine.protocol import Event, Refusal, Step, replace, seat_stream
from games.iron_mountains.actions import PickPrize, PrizeTimeout, SetPrizes, SetPrizeWishes
from games.iron_mountains.events import PrizePicked, PrizesSet, PrizeTurn, SeasonClosed
from games.iron_mountains.state import CLOSED, PRIZES, Season, Taken, with_side


def open_prizes(state: Season) -> tuple[Season, list[Event]]:
    """IM-8.7: active sides pick in order of placement; without a list the state is skipped."""
    picks = tuple(side for side in state.standings if not state.sides[side].withdrawn)
    return advance(replace(state, phase=PRIZES, picks=picks, turn=0, taken={}), told=False)


def free_prizes(state: Season) -> list[str]:
    """The prizes nobody took, in the GM's order."""
    return [prize.id for prize in state.prizes if prize.id not in state.taken]


def picker(state: Season) -> int | None:
    """The side whose turn it is."""
    if state.phase != PRIZES or state.turn >= len(state.picks):
        return None
    return state.picks[state.turn]


def advance(state: Season, *, told: bool) -> tuple[Season, list[Event]]:
    """IM-8.7: wishes are used at once when the turn comes; after the last pick the season closes.

    `told`: the present turn has been announced already.
    """
    events: list[Event] = []
    while True:
        side = picker(state)
        free = free_prizes(state)
        if side is None or not free:
            return replace(state, phase=CLOSED), [*events, SeasonClosed(state.seed)]
        if not told:
            events.append(PrizeTurn(side, state.turn))
        wish = next((prize for prize in state.sides[side].wishes if prize in free), None)
        if wish is None:
            return state, events
        state = _take(state, side, wish, "wishes")
        events.append(PrizePicked(side, wish, "wishes"))
        told = False


def _take(state: Season, side: int, prize: str, how: str) -> Season:
    taken = {**state.taken, prize: Taken(side, how)}
    return replace(state, taken=taken, turn=state.turn + 1)


def _picked(state: Season, side: int, prize: str, how: str) -> Step:
    new, events = advance(_take(state, side, prize, how), told=False)
    return Step(new, (PrizePicked(side, prize, how), *events))


def pick_prize(state: Season, side: int, action: PickPrize) -> Step | Refusal:
    """IM-5.4, IM-8.7: the side on turn takes a free prize."""
    if picker(state) != side:
        return Refusal("im.not_your_pick")
    if all(prize.id != action.prize for prize in state.prizes):
        return Refusal("im.unknown_prize")
    if action.prize in state.taken:
        return Refusal("im.prize_taken")
    return _picked(state, side, action.prize, "pick")


def prize_timeout(state: Season, action: PrizeTimeout) -> Step | Refusal:
    """IM-8.7: when the clock runs out, the first free prize in the GM's order."""
    side = picker(state)
    if side is None or action.turn != state.turn:
        return Refusal("im.not_your_pick")
    return _picked(state, side, free_prizes(state)[0], "clock")


def set_prize_wishes(state: Season, side: int, action: SetPrizeWishes) -> Step | Refusal:
    """IM-5.4: a private list; on the side's own turn it is used at once."""
    known = {prize.id for prize in state.prizes}
    if any(prize not in known for prize in action.prizes):
        return Refusal("im.unknown_prize")
    wishes = tuple(dict.fromkeys(action.prizes))
    new = with_side(state, side, replace(state.sides[side], wishes=wishes))
    if picker(state) == side:
        new, events = advance(new, told=True)
        if events:
            return Step(new, tuple(events))
    return Step(new, (), frozenset({seat_stream(side)}))


def set_prizes(state: Season, action: SetPrizes) -> Step | Refusal:
    """IM-8.7: the GM's public, ordered list, live until the first pick."""
    if state.taken:
        return Refusal("im.settings_locked")
    ids = [prize.id for prize in action.prizes]
    if len(set(ids)) < len(ids) or not all(ids):
        return Refusal("im.settings_locked")
    known = set(ids)
    sides = tuple(
        replace(side, wishes=tuple(wish for wish in side.wishes if wish in known))
        for side in state.sides
    )
    new = replace(state, prizes=action.prizes, sides=sides)
    events: list[Event] = [PrizesSet(tuple(ids))]
    if state.phase == PRIZES:
        new, more = advance(new, told=True)
        events.extend(more)
    return Step(new, tuple(events))
