"""Figures of a finished season from its log (IM-15); undone weeks do not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.engine import codec
from games.engine.hexgrid import corners_of, parse_tile
from games.engine.protocol import Event

from . import events as ev
from .data import FORT_POINTS

Figures = dict[str, Any]


def events_of(entries: Iterable[Any]) -> Iterator[Event]:
    """The typed events of log entries, given as entries with `events`, or as events."""
    for entry in entries:
        found: Iterable[Any] = getattr(entry, "events", (entry,))
        if isinstance(entry, dict) and "events" in entry:
            found = entry["events"]
        for event in found:
            if isinstance(event, dict):
                yield codec.convert(event, ev.AnyEvent)
            else:
                yield event


class Week:
    """What one resolution did, and the board after it."""

    def __init__(self, number: int, owners: dict[str, int], forts: dict[str, str]) -> None:
        self.number = number
        self.before = (dict(owners), dict(forts))
        self.points: dict[str, dict[str, int]] = {}
        self.captures: list[ev.TileCaptured] = []
        self.contests: list[ev.TileContested] = []
        self.spent: dict[int, int] = {}
        self.earned: dict[str, dict[str, int]] = {}
        self.tiles: dict[str, tuple[int, int]] = {}  # tile → owner, points


class Story:
    """The season week by week, read from its events."""

    def __init__(self) -> None:
        self.weeks: list[Week] = []
        self.owners: dict[str, int] = {}
        self.forts: dict[str, str] = {}
        self._open: Week | None = None

    def read(self, event: Event) -> None:
        """Take in one event."""
        match event:
            case ev.ResolutionRecord():
                self._open = Week(event.week, self.owners, self.forts)
                self._open.earned = event.earned
            case ev.ResolutionUndone():
                self.owners, self.forts = self.weeks.pop().before
            case ev.TileSet():
                _put(self.owners, event.tile, event.side)
            case ev.FortSet():
                _put(self.forts, event.corner, event.fort)
        if self._open is not None:
            self._read_week(self._open, event)

    def _read_week(self, week: Week, event: Event) -> None:
        match event:
            case ev.TileContested():
                week.contests.append(event)
            case ev.TileCaptured():
                week.captures.append(event)
                self.owners[event.tile] = event.side
            case ev.FortBuilt():
                self.forts[event.corner] = event.fort
            case ev.OrderResult() if isinstance(event.corner, str):
                paid = event.payment.get("supplies", 0) - event.refund.get("supplies", 0)
                week.spent[event.side] = week.spent.get(event.side, 0) + paid
            case ev.PointsAwarded():
                week.points = event.sides
            case ev.WeekResolved():
                week.tiles = {
                    tile: (owner, _tile_points(tile, self.forts))
                    for tile, owner in self.owners.items()
                }
                self.weeks.append(week)
                self._open = None


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    if isinstance(value, int | str):
        values[key] = value
    else:
        values.pop(key, None)


def _tile_points(tile: str, forts: dict[str, str]) -> int:
    at = parse_tile(tile)
    corners = corners_of(at) if at else ()
    return 1 + sum(FORT_POINTS[forts[corner]] for corner in corners if corner in forts)


def figures(entries: Iterable[Any]) -> Figures:
    """IM-15: per side and for the season as a whole."""
    story = Story()
    for event in events_of(entries):
        story.read(event)
    sides = sorted({key for week in story.weeks for key in week.points}, key=int)
    return {
        "weeks": len(story.weeks),
        "sides": {key: _side(story, int(key)) for key in sides},
        **_records(story),
    }


def _side(story: Story, side: int) -> Figures:
    captures = [capture for week in story.weeks for capture in week.captures]
    contests = [contest for week in story.weeks for contest in week.contests]
    wanted = [contest for contest in contests if side in contest.claimants]
    weekly = [week.points.get(str(side), {}) for week in story.weeks]
    return {
        "points": weekly,
        "tiles": [parts.get("tiles", 0) for parts in weekly],
        "captures_made": sum(capture.side == side for capture in captures),
        "captures_lost": sum(capture.previous == side for capture in captures),
        "flips_won": sum(contest.winner == side for contest in wanted),
        "flips_lost": sum(contest.winner != side for contest in wanted),
        "supplies_spent": sum(week.spent.get(side, 0) for week in story.weeks),
        "earned": story.weeks[-1].earned.get(str(side), {}),
    }


def _records(story: Story) -> Figures:
    """Most visited park, longest-held tile, best single tile; the first of equals."""
    found: Figures = {}
    if not story.weeks:
        return found
    hosts = {key: earned.get("host", 0) for key, earned in story.weeks[-1].earned.items()}
    if any(hosts.values()):
        most = min(hosts, key=lambda key: (-hosts[key], int(key)))
        found["most_visited"] = {"side": int(most), "q": hosts[most]}
    held: dict[str, tuple[int, int]] = {}  # tile → owner, weeks in a row
    longest = ("", 0, 0)
    points: dict[tuple[str, int], int] = {}
    for week in story.weeks:
        now = {}
        for tile, (owner, gain) in sorted(week.tiles.items()):
            before = held.get(tile, (owner, 0))
            run = before[1] + 1 if before[0] == owner else 1
            now[tile] = (owner, run)
            if run > longest[2]:
                longest = (tile, owner, run)
            points[tile, owner] = points.get((tile, owner), 0) + gain
        held = now
    if longest[0]:
        found["longest_held"] = dict(zip(("tile", "side", "weeks"), longest, strict=True))
        best = min(points, key=lambda key: (-points[key], key))
        found["best_tile"] = {"tile": best[0], "side": best[1], "points": points[best]}
    return found
