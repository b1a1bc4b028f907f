"""Static facts of the title: options, seats, clocks, and the game master's buttons."""

from __future__ import annotations

from games.engine.protocol import ClockPreset, GmAction, TitleMeta

from . import actions as act
from .data import NAME, PLAYERS, PREFIX, SLUG
from .phases import DAY, EVENING, LIVE
from .proofs import SECRET_EVENTS
from .settings import Settings

VERSION = 1

GM_ACTIONS = (
    GmAction(act.Seat, "Seat or unseat the bot", "Publicly noted.", "seats"),
    GmAction(act.Abort, "End the abandoned game", "No ranking.", "game", grave=True),
)

# PR-4.11
CLOCKS = (
    ClockPreset("live", "Live: two minutes a window", dict(LIVE)),
    ClockPreset("evening", "Slow evening: five minutes a window", dict(EVENING)),
    ClockPreset("day", "By day: a day to bid and cast, half a day to influence", dict(DAY)),
)

META = TitleMeta(
    slug=SLUG,
    name=NAME,
    prefix=PREFIX,
    seats=PLAYERS,
    options=Settings,
    version=VERSION,
    gm_actions=GM_ACTIONS,
    clocks=CLOCKS,
    open_tables=True,  # PR-15.7: also with nobody but bots for company
    seats_option="players",
    secret_events=SECRET_EVENTS,
    phase_events=frozenset({"window_opened"}),
)
