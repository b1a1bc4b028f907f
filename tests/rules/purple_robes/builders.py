"""Courts in a given position, and draws that fall as written (PR-9.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.protocol import Seat, SeatSetup, Step, Views, replace
from games.purple_robes import actions as act
from games.purple_robes import rules
from games.purple_robes.data import BOARD, CAST, INFLUENCE
from games.purple_robes.rules import deal
from games.purple_robes.rules.course import Course
from games.purple_robes.settings import Settings
from games.purple_robes.state import AUTO, PERSON, Court, Member, Order

SEED = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
NAMES = ("Ilse", "Bram", "Mara", "Odo", "Tam", "Una")


class Scripted:
    """PR-9.1: `below` gives the next number, `shuffle` the next order; without one, as given."""

    def __init__(self, numbers: Iterable[int] = (), orders: Iterable[Sequence[Any]] = ()) -> None:
        self.count = 0
        self.asked: list[Any] = []
        self._numbers, self._orders = list(numbers), list(orders)

    def below(self, n: int) -> int:
        self.count += 1
        self.asked.append(n)
        found = self._numbers.pop(0) if self._numbers else 0
        assert 0 <= found < n
        return found

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        self.count += 1
        self.asked.append(list(items))
        if not self._orders:
            return list(items)
        found = list(self._orders.pop(0))
        assert sorted(map(str, found)) == sorted(map(str, items))
        return found


def setups(n: int, bots: Iterable[int] = ()) -> tuple[SeatSetup, ...]:
    """Named seats, some played by the bot."""
    held = set(bots)
    return tuple(SeatSetup(NAMES[k], "bot" if k in held else "player") for k in range(n))


def new(n: int = 4, *, bots: Iterable[int] = (), seed: str = SEED, **options: Any) -> Court:
    """A game in its first bidding round."""
    found = rules.new(Settings(players=n, **options), setups(n, bots), seed)
    assert isinstance(found, Court)
    return found


def dealt(draws: Scripted, n: int = 4, **options: Any) -> Court:
    """A game whose setup falls as scripted."""
    return deal.set_up(Settings(players=n, **options), setups(n), SEED, draws).settled()


def hand(*kinds: str) -> dict[str, int]:
    """Cards as a holding."""
    return dict(Counter(kinds))


def boxes(**held: tuple[int, int]) -> dict[str, Member]:
    """Control boxes: member=(seat, amount); all others are free."""
    found = {member: Member() for member in BOARD}
    found.update({member: Member(amount, seat) for member, (seat, amount) in held.items()})
    return found


def position(
    state: str,
    *,
    n: int = 4,
    hands: dict[int, tuple[str, ...]] | None = None,
    held: dict[str, tuple[int, int]] | None = None,
    decision: str = "",
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Court:
    """A court in a window of one kind, with what is given and no automatic orders but due ones."""
    court = new(n, **(options or {}))
    given = hands or {}
    agenda = court.agenda
    if decision:
        agenda = tuple(decision if k == court.cycle - 1 else d for k, d in enumerate(agenda))
    court = replace(
        court,
        state=state,
        turn=7,
        hands=tuple(hand(*given.get(k, ())) for k in range(n)),
        members=boxes(**(held or {})),
        agenda=agenda,
        orders=(None,) * n,
        **changes,
    )
    return with_automatic(court)


def with_automatic(court: Court) -> Court:
    """The automatic orders of the open window."""
    from games.purple_robes.phases import empty_order, is_auto

    found = [Order(AUTO, empty_order(court)) if is_auto(court, k) else None for k in range(court.n)]
    return replace(court, orders=tuple(found))


def influencing(hands: dict[int, tuple[str, ...]], **more: Any) -> Court:
    """An influencing round; who is given no items has an automatic pass."""
    return position(INFLUENCE, hands=hands, **more)


def casting(held: dict[str, tuple[int, int]], decision: str = "D01", **more: Any) -> Court:
    """A casting round."""
    return position(CAST, held=held, decision=decision, **more)


def do(court: Court, seat: int, action: Any) -> Step:
    """An order that is accepted."""
    found = rules.apply(court, Seat(seat), action)
    assert isinstance(found, Step), (action, found)
    return found


def refusal(court: Court, actor: Any, action: Any) -> str:
    """The code of what is refused; the state stays as it was."""
    found = rules.apply(court, Seat(actor) if isinstance(actor, int) else actor, action)
    assert not isinstance(found, Step), action
    return found.code


def everybody(court: Court, orders: dict[int, Any], draws: Any = None) -> Step:
    """All pending seats order, those not named by default; the window resolves.

    With `draws` the resolution falls as scripted.
    """
    events: list[Any] = []
    if draws is not None:
        return _scripted(court, orders, draws)
    step = None
    for seat in court.owing:
        action = orders.get(seat) or rules.default(court, seat)
        step = do(court, seat, action)
        events += step.events
        court = step.state
    assert step is not None
    return Step(court, tuple(events), step.touches)


def _scripted(court: Court, orders: dict[int, Any], draws: Any) -> Step:
    from games.purple_robes.rules import windows

    course = Course(court, draws)
    for seat in court.owing:
        action = orders.get(seat) or rules.default(court, seat)
        windows.enter(course, seat, Order(PERSON, action))
    windows.go_on(course)
    return course.step()


def bid(
    marker: int, *ranking: int, turn: int = 1, monkey: tuple[int, str] | None = None
) -> act.Bid:
    """A bid, short."""
    return act.Bid(turn, marker, ranking, act.Theft(*monkey) if monkey else None)


def attempt(
    target: str, *items: str, turn: int = 7, trade: act.Trade | None = None
) -> act.Influence:
    """An influence order with an attempt."""
    return act.Influence(turn, act.Attempt(target, items), trade)


def trade(partner: int, give: str, get: str, turn: int = 7) -> act.Influence:
    """An influence order with a trade only; kinds parted by spaces."""
    return act.Influence(turn, trade=act.Trade(partner, tuple(give.split()), tuple(get.split())))


def seen(court: Court, seat: int) -> Views:
    """All that a seat sees."""
    return Views(rules.public(court), None, rules.private(court, seat))


def of(step: Step, kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in step.events if isinstance(event, kind)]
