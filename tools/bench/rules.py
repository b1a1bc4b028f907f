"""`rules`: the pure packages alone: apply, views and diffs, sizes, a full week, a bot season."""

from __future__ import annotations

import time
from typing import Any

from games import registry
from games.engine import codec
from games.engine.protocol import CLOCK, Rules
from games.hosting import streams
from tools.bench import mountains
from tools.bench.playing import BotGame, Played
from tools.bench.report import Report, percentile, watch

APPLY_MS = 2.0
VIEWS_MS = 2.0
WEEK_MS = 10.0
SEASON_S = 2.0
HOST: dict[str, Any] = {}


def run(*, rounds: int = 9) -> list[Report]:
    """Figures of every registered title, then those promised for Iron Mountains."""
    reports = [of_title(slug) for slug in registry.TITLES]
    reports.append(full_week(rounds))
    return reports


class Views:
    """The views of one game as the door keeps them: computed again only where a step touched."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.names = streams.names(rules, seats)
        self.known: dict[str, Any] = {}

    def follow(self, played: Played) -> dict[str, int]:
        """Compute and diff what moved; bytes of the patch per stream."""
        touches = played.step.touches
        moved = self.names if touches is None else [n for n in self.names if n in touches]
        sizes: dict[str, int] = {}
        for name in moved:
            old = self.known.get(name)
            if old is None:
                old = streams.view(self.rules, played.before, name, HOST)
            new = streams.view(self.rules, played.step.state, name, HOST)
            patch = streams.change(old, new)
            streams.events_for(self.rules, played.step.events, name)
            self.known[name] = new
            if patch:
                sizes[name] = len(codec.dump(patch))
        return sizes


def of_title(slug: str, *, seed: str = "bench") -> Report:
    """A bot game of one title: times per action, sizes of state, views and patches."""
    rules = registry.rules_of(slug)
    seats = min(6, rules.meta.seats[1])
    game = BotGame(rules, seats, seed)
    apply_ms: list[float] = []
    views_ms: list[float] = []
    patches: list[int] = []
    views = Views(rules, seats)
    for played in game.play():
        is_big = played.actor == CLOCK
        start = time.process_time()
        rules.apply(played.before, played.actor, played.action)
        middle = time.process_time()
        sizes = views.follow(played)
        end = time.process_time()
        if not is_big:
            apply_ms.append((middle - start) * 1000)
            views_ms.append((end - middle) * 1000)
            patches.extend(sizes.values())
    return _title_report(game, apply_ms, views_ms, patches)


def _title_report(
    game: BotGame, apply_ms: list[float], views_ms: list[float], patches: list[int]
) -> Report:
    rules = game.rules
    report = Report(f"{rules.meta.name}: a bot game of {game.seats}, {game.steps} actions (CPU)")
    report.add("apply, median", percentile(apply_ms, 0.5), "ms")
    report.add("apply, p95", percentile(apply_ms, 0.95), "ms", APPLY_MS)
    report.add("views and diffs of what moved, median", percentile(views_ms, 0.5), "ms")
    report.add("views and diffs of what moved, p95", percentile(views_ms, 0.95), "ms", VIEWS_MS)
    report.add("patch of one stream, median", percentile(patches, 0.5), "bytes")
    report.add("state at the end", len(codec.encode(game.state)), "bytes")
    for name in streams.names(rules, game.seats)[:: max(1, game.seats)]:
        size = len(codec.dump(streams.view(rules, game.state, name, HOST)))
        report.add(f"view {name} at the end", size, "bytes")
    return report


def full_week(rounds: int) -> Report:
    """Six sides, twenty orders each: the resolution, and a season of bots in rules time."""
    table, given = week_with_orders()
    report = Report(f"Iron Mountains: a week of {mountains.SIDES} sides with {given} orders (CPU)")
    apply_ms: list[float] = []
    views_ms: list[float] = []
    for _ in range(rounds):
        with watch() as resolving:
            step = mountains.resolution(table.state)
        played = Played(table.state, CLOCK, None, step)
        views = Views(registry.rules_of(mountains.SLUG), mountains.SIDES)
        views.known = {n: streams.view(views.rules, table.state, n, HOST) for n in views.names}
        with watch() as showing:
            views.follow(played)
        apply_ms.append(resolving.cpu)
        views_ms.append(showing.cpu)
    report.add("orders queued", given, "")
    report.add("resolution: apply, best round", min(apply_ms), "ms", WEEK_MS)
    report.add("resolution: apply, median", percentile(apply_ms, 0.5), "ms")
    report.add("resolution: all views and diffs, best round", min(views_ms), "ms", WEEK_MS)
    report.add("resolution: all views and diffs, median", percentile(views_ms, 0.5), "ms")
    seconds, actions = season_seconds()
    report.add(f"season of 16 weeks by bots, apply of {actions} actions", seconds, "s", SEASON_S)
    return report


def week_with_orders() -> tuple[mountains.Bare, int]:
    """An open week late in a season, all queues full."""
    table = mountains.opened()
    mountains.crowd(table)
    given = sum(mountains.orders_of(table, side) for side in range(mountains.SIDES))
    return table, given


def season_seconds() -> tuple[float, int]:
    """CPU seconds inside `apply` over a season of bots, and how many actions that were."""
    rules = registry.rules_of(mountains.SLUG)
    spent, actions = 0.0, 0
    for played in BotGame(rules, mountains.SIDES).play():
        start = time.process_time()
        rules.apply(played.before, played.actor, played.action)
        spent += time.process_time() - start
        actions += 1
    return spent, actions
