"""Window times of a table: the title's presets, one's own times and their bounds, and the pace."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.refusals import Refused
from games.engine.protocol import TitleMeta
from games.hosting import texts

OWN = "own"
LEAST, MOST = 10, 14 * 24 * 3600  # seconds a window may last
LIVE_UNTIL = 3600  # a table whose shortest window is below this is played at one sitting
PACES = {"live": "live", "day": "by the day", "none": "no clock"}


def windows_of(meta: TitleMeta) -> list[str]:
    """The windows whose times may be chosen, in the order of the presets."""
    return list(dict.fromkeys(key for preset in meta.clocks for key in preset.windows))


def window_name(title: str, key: str) -> str:
    """What a window is called: the title's `windows` texts, else its key."""
    found = texts.text(title, "windows", key)
    return key.replace("_", " ").capitalize() if found == key else found


def bounds(meta: TitleMeta, key: str) -> tuple[int, int]:
    """Least and most seconds of a window; one that some preset leaves out may be left out."""
    given = [preset.windows.get(key, 0) for preset in meta.clocks]
    return min([LEAST, *given]), MOST


def preset_clock(meta: TitleMeta, key: str) -> dict[str, int]:
    """The times of a preset, or `table.no_such_clock`."""
    for preset in meta.clocks:
        if preset.key == key:
            return dict(preset.windows)
    if key == "" and not meta.clocks:
        return {}
    raise Refused("table.no_such_clock")


def preset_of(meta: TitleMeta, clock: Mapping[str, int]) -> str:
    """The preset with these times, else `own`."""
    return next((preset.key for preset in meta.clocks if preset.windows == clock), OWN)


def own_clock(meta: TitleMeta, wanted: Mapping[str, int]) -> dict[str, int]:
    """One's own times, every window within its bounds."""
    clock: dict[str, int] = {}
    for key in windows_of(meta):
        least, most = bounds(meta, key)
        seconds = wanted.get(key, 0)
        if not least <= seconds <= most:
            raise Refused("table.window_bounds", window=key, least=least, most=most)
        clock[key] = seconds
    return clock


def calmest(meta: TitleMeta) -> str:
    """The preset with the longest windows: nobody is hurried where bots answer at once."""
    best = max(meta.clocks, key=lambda preset: sum(preset.windows.values()), default=None)
    return best.key if best is not None else ""


def pace_of(clock: Mapping[str, int]) -> str:
    """`live`, `day` or `none`, by the shortest window."""
    times = [seconds for seconds in clock.values() if seconds > 0]
    if not times:
        return "none"
    return "live" if min(times) < LIVE_UNTIL else "day"


def lasting(seconds: int) -> str:
    """A window's time in words: `90 s`, `12 h`, `2 d`."""
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def clock_words(title: str, clock: Mapping[str, int]) -> str:
    """`Bid 2 min, influence 90 s`."""
    parts = [f"{window_name(title, key)} {lasting(seconds)}" for key, seconds in clock.items()]
    return ", ".join([*parts[:1], *(part[:1].lower() + part[1:] for part in parts[1:])])
