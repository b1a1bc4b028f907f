"""Figures as they are printed: what, how much, and how that stands to its budget."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field


@dataclass(slots=True)
class Figure:
    """One measured quantity; `budget` is the most it may be, where something is promised."""

    name: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the promise is broken."""
        return self.budget is not None and self.value > self.budget

    def line(self) -> str:
        """The figure with its share of the budget."""
        text = f"  {self.name:<58} {plain(self.value):>10} {self.unit:<6}"
        if self.budget is None:
            return text.rstrip()
        share = 100 * self.value / self.budget if self.budget else 100 * bool(self.value)
        verdict = "OVER" if self.is_over else "ok"
        return f"{text} of {plain(self.budget)} ({share:.0f} %, {verdict})"


@dataclass(slots=True)
class Report:
    """The figures of one sub-command, in order."""

    title: str
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, name: str, value: float, unit: str, budget: float | None = None) -> None:
        """Keep a figure."""
        self.figures.append(Figure(name, value, unit, budget))

    def note(self, text: str) -> None:
        """A line under the figures."""
        self.notes.append(text)

    def show(self) -> None:
        """Print everything."""
        print(f"\n{self.title}")
        for figure in self.figures:
            print(figure.line())
        for note in self.notes:
            print(f"  {note}")

    @property
    def over(self) -> list[str]:
        """Names of the figures beyond their budget."""
        return [figure.name for figure in self.figures if figure.is_over]

    def as_json(self) -> str:
        """For comparing two runs."""
        return json.dumps(asdict(self), indent=1)


def plain(value: float) -> str:
    """A number with three significant places and no noise."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    places = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{places}f}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(slots=True)
class Watch:
    """Elapsed and CPU time of a piece of work, in milliseconds, filled when the piece ends."""

    wall: float = 0.0
    cpu: float = 0.0


@contextmanager
def watch() -> Iterator[Watch]:
    """Measure a block: the CPU time is this process's, whatever else the machine does."""
    found = Watch()
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        yield found
    finally:
        found.wall = (time.perf_counter() - wall) * 1000
        found.cpu = (time.process_time() - cpu) * 1000
