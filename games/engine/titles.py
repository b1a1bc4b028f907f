"""Static facts of a title: what it is called, who may play it, its buttons and clocks."""

from __future__ import annotations

import msgspec

from games.engine.bases import Action


class ClockPreset(msgspec.Struct, frozen=True, gc=False):
    """A named set of window times in seconds; empty where the rules hold their own instants."""

    key: str
    name: str
    windows: dict[str, int] = {}


class GmAction(msgspec.Struct, frozen=True, gc=False):
    """A button of the console; its form comes from the action's Struct.

    `group` orders the buttons; `grave` ones always show their dry run first.
    """

    action: type[Action]
    label: str
    help: str
    group: str = "game"
    grave: bool = False


class TitleMeta(msgspec.Struct, frozen=True, gc=False):
    """Static facts of a title. `options` is a Struct whose fields carry default, `Meta` title,
    description and limits: forms are made from it. `live` names the options that may change later.

    `open_tables`: people may make tables of it themselves. `seats_option`: the option that holds
    the number of seats, set from the seats chosen and not asked for. `discreet`: outside the site
    no more than game and phase is told of it (GC-16.9). `group_size`: most members of a group that
    players found in chat (0: none). `phase_events`: types of public events that begin a phase: a
    replay marks them, besides every change of the clock's key. `secret_events`: types of events
    beside which something may stay secret for good: of a log entry that holds one, the public
    export shows what everybody saw.
    """

    slug: str
    name: str
    prefix: str
    seats: tuple[int, int]
    options: type[msgspec.Struct]
    version: int
    gm_actions: tuple[GmAction, ...] = ()
    clocks: tuple[ClockPreset, ...] = ()
    live: frozenset[str] = frozenset()
    uses_attendance: bool = False
    has_team_streams: bool = False
    open_tables: bool = False
    seats_option: str = ""
    discreet: bool = False
    group_size: int = 0
    person: str = "human"
    phase_events: frozenset[str] = frozenset()
    secret_events: frozenset[str] = frozenset()
