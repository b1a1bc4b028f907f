"""Checking a finished season's chance from its log and the revealed seed (IM-2.6.4, R-19)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine import chance
from games.engine.hexgrid import corner_key, parse_tile
from games.engine.protocol import Event

from . import events as ev
from .data import (
    CAPTURED,
    CLASSIC_RADIUS,
    CLASSIC_SIDES,
    GRAND_RADIUS,
    STANDARD_AWARD,
    TERRAINS,
)
from .mapmaker import make_cells
from .rules.resolution import Dice, share
from .rules.setup import PREFIX
from .state import CLOSED, Season
from .statistics import events_of

# a wish list stays its side's secret for ever (IM-6)
SECRET_ACTIONS = frozenset({"set_prize_wishes"})


def revealed_seed(state: Season) -> str:
    """IM-2.6.4: the seed, to everyone, once the season is closed."""
    return state.seed if state.phase == CLOSED else ""


def original_seed(state: Season) -> str:
    """The seed the first draft was made with, from which a re-seeded one is derived (IM-3.6)."""
    return state.origin or state.seed


def check_draws(seed: str, entries: Iterable[Any]) -> tuple[str, ...]:
    """IM-2.6.4: every commitment, flip, supply and split that the log's events determine."""
    if not seed:
        return _unrevealed_faults(entries)
    faults: list[str] = []
    kinds: dict[str, str] = {}
    for entry in entries:
        kinds = kinds or _kinds_drawn(seed, entry)
        events = tuple(events_of([entry]))
        faults.extend(_map_faults(kinds, events))
        for event in events:
            faults.extend(_event_faults(seed, event))
        faults.extend(_supply_faults(seed, events))
        faults.extend(_split_faults(seed, events))
    return tuple(faults)


def _unrevealed_faults(entries: Iterable[Any]) -> tuple[str, ...]:
    """A cancelled season keeps its seed, so there is nothing to check; a closed one reveals it."""
    closed = any(isinstance(event, ev.SeasonClosed) for event in events_of(entries))
    return ("the seed of a closed season is missing",) if closed else ()


def _kinds_drawn(seed: str, entry: Any) -> dict[str, str]:
    """IM-2.7: the kinds of a board for as many sides as the log's first entry names."""
    action = entry.get("action") if isinstance(entry, dict) else None
    sides = len(action.get("seats") or ()) if isinstance(action, dict) else 0
    if not sides:
        return {}
    cells = make_cells(seed, GRAND_RADIUS if sides > CLASSIC_SIDES else CLASSIC_RADIUS)
    return {tile: cell.partition(":")[0] for tile, cell in cells.items()}


def _map_faults(kinds: dict[str, str], events: tuple[Event, ...]) -> list[str]:
    """IM-2.7, IM-3.4: what was captured is what the seed drew; an unused base site is a ruin."""
    return [
        f"week {event.week}: the seed draws another kind of tile at {event.tile}"
        for event in events
        if isinstance(event, ev.TileCaptured)
        and kinds
        and event.was != kinds.get(event.tile, "").replace("base", "ruin")
    ]


def _event_faults(seed: str, event: Event) -> list[str]:
    match event:
        case ev.SeasonScheduled() if event.seed_hash != chance.commitment(seed, PREFIX):
            return ["the seed does not fit the hash published at the start"]
        case ev.SeasonClosed() if event.seed != seed:
            return ["another seed was revealed at the end"]
        case ev.TileContested() if event.winner != _flip(seed, event):
            return [f"week {event.week}: the flip on {event.tile} falls otherwise"]
        case ev.ResolutionRecord():
            return _record_faults(seed, event)
    return []


def _flip(seed: str, event: ev.TileContested) -> int:
    q, r = parse_tile(event.tile) or (0, 0)
    index = chance.draw(seed, len(event.claimants), "flip", event.week, q, r)
    return event.claimants[index]


def _record_faults(seed: str, record: ev.ResolutionRecord) -> list[str]:
    """IM-4.19: the written draws whose number of outcomes the key tells."""
    faults = []
    for key, value in record.draws.items():
        kind, *rest = key.split("|")
        if kind == "supply":
            outcomes = STANDARD_AWARD
        elif kind in {"split", "lot"}:
            outcomes = int(rest[-1]) + 1
        else:
            continue
        if chance.draw(seed, outcomes, kind, *rest) != value:
            faults.append(f"week {record.week}: the draw {key} falls otherwise")
    return faults


def _supply_faults(seed: str, events: tuple[Event, ...]) -> list[str]:
    """IM-4.15: 1 to 3 supplies for a standard tile nobody owned."""
    fresh = {
        event.tile
        for event in events
        if isinstance(event, ev.TileCaptured)
        and event.was in TERRAINS
        and not isinstance(event.previous, int)
    }
    faults = []
    for event in events:
        if not isinstance(event, ev.OrderResult) or event.outcome != CAPTURED:
            continue
        if event.tile in fresh:
            q, r = parse_tile(str(event.tile)) or (0, 0)
            due = 1 + chance.draw(seed, STANDARD_AWARD, "supply", event.week, q, r)
            if event.supplies != due:
                faults.append(f"week {event.week}: the supplies of {event.tile} differ")
    return faults


def _split_faults(seed: str, events: tuple[Event, ...]) -> list[str]:
    """IM-4.13: who paid the odd supply of a shared build."""
    faults = []
    for built in events:
        if not isinstance(built, ev.FortBuilt) or len(built.builders) < 2:  # noqa: PLR2004
            continue
        results = {
            event.side: event
            for event in events
            if isinstance(event, ev.OrderResult) and event.corner == built.corner
        }
        if set(results) < set(built.builders):
            continue  # a public file during the season holds no private results
        letter, r, q = corner_key(built.corner)
        order = Dice(seed).shuffle(built.builders, "split", built.week, letter, q, r)
        limits = {side: results[side].payment["supplies"] for side in built.builders}
        paid = {
            side: limits[side] - results[side].refund.get("supplies", 0) for side in built.builders
        }
        if share(sum(paid.values()), order, limits) != paid:
            faults.append(f"week {built.week}: the cost of {built.corner} is shared otherwise")
    return faults
