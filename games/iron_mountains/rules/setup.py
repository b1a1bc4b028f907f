"""Making, publishing and starting a season (IM-3, IM-4 DRAFT and SCHEDULED)."""

from __future__ import annotations

from games.engine import chance
from games.engine.hexgrid import tile_id
from games.engine.protocol import PUBLIC, Refusal, SeatSetup, Step, replace
from games.iron_mountains import schedule, settings
from games.iron_mountains.actions import AssignSites, ChangeSettings, EditSide, Publish, Start
from games.iron_mountains.board import cells_text
from games.iron_mountains.data import (
    BASE_SITES,
    CLASSIC_RADIUS,
    CLASSIC_SIDES,
    GRAND_RADIUS,
    GRAND_SITES,
    SITES_USED,
)
from games.iron_mountains.events import (
    SeasonEndChanged,
    SeasonScheduled,
    SeasonStarted,
    SettingsChanged,
    SideEdited,
)
from games.iron_mountains.mapmaker import make_cells, site_tiles
from games.iron_mountains.settings import END, LIVE, Settings
from games.iron_mountains.state import (
    DRAFT,
    ORDERS,
    PRIZES,
    SCHEDULED,
    SCHEMA,
    Season,
    Side,
    with_side,
)

from .deadlines import end_fits, first_deadline, season_end
from .feeding import feed_simulated

PREFIX = "im"
SIDES = (2, 12)


def new(options: Settings, seats: tuple[SeatSetup, ...], seed: str) -> Season:
    """IM-3: a draft with its map drawn and its bases by lot."""
    if not SIDES[0] <= len(seats) <= SIDES[1]:
        raise ValueError("a season has 2 to 12 sides")
    found = settings.faults(options)
    parks = [park for seat in seats for park in seat.parks]
    if len(set(parks)) < len(parks):
        found["parks"] = "shared"
    if found:
        raise ValueError(f"settings do not fit: {found}")
    sides = tuple(
        Side(
            name=seat.name,
            kind="bot" if seat.kind == "bot" else "park",
            parks=seat.parks,
            site=0,
            moves=options.start_moves,
        )
        for seat in seats
    )
    draft = Season(
        schema=SCHEMA,
        seed=seed,
        options=options,
        phase=DRAFT,
        radius=GRAND_RADIUS if len(seats) > CLASSIC_SIDES else CLASSIC_RADIUS,
        cells="",
        sides=sides,
        owners={},
    )
    return lay_out(draft)


def lay_out(state: Season) -> Season:
    """IM-2.7, IM-3.3, IM-3.5: draw the map, settle the sides, each owning its base only."""
    sites = state.assigned or drawn_sites(state.seed, len(state.sides))
    places = site_tiles(state.radius)
    sides = tuple(
        replace(side, site=site, moves=state.options.start_moves)
        for side, site in zip(state.sides, sites, strict=True)
    )
    return replace(
        state,
        cells=cells_text(make_cells(state.seed, state.radius)),
        sides=sides,
        owners={tile_id(places[site]): number for number, site in enumerate(sites)},
    )


def used_sites(sides: int) -> tuple[int, ...]:
    """IM-3.3: the base sites of so many sides, ascending."""
    if sides <= CLASSIC_SIDES:
        return SITES_USED[sides]
    return tuple(sorted(GRAND_SITES[:sides]))


def drawn_sites(seed: str, sides: int) -> tuple[int, ...]:
    """IM-3.3: side i gets site i of the shuffled used sites."""
    return tuple(chance.shuffle(seed, used_sites(sides), "seat"))


def reseed(state: Season) -> Step:
    """IM-3.6: another map while only the GM has seen it; no stream can tell."""
    seed = chance.reseeded(state.seed, state.reseeds + 1)
    origin = state.origin or state.seed
    again = replace(state, seed=seed, origin=origin, reseeds=state.reseeds + 1)
    return Step(lay_out(again), (), frozenset())


def assign_sites(state: Season, action: AssignSites) -> Step | Refusal:
    """IM-3.3: base sites by hand, one a side; an empty list: by lot again."""
    sites = action.sites
    known = len(BASE_SITES[state.radius]) * 6
    fits = len(sites) == len(set(sites)) == len(state.sides) and all(s < known for s in sites)
    if sites and not fits:
        return Refusal("im.settings_locked", {"field": "sites"})
    return Step(lay_out(replace(state, assigned=sites)), (), frozenset())


def publish(state: Season, _: Publish) -> Step | Refusal:
    """IM-4: the map becomes public, settings freeze, the hash commits to the seed (IM-2.6.4)."""
    if not state.options.start_at:
        return Refusal("im.settings_locked", {"field": "start_at"})
    first = first_deadline(state.options)
    last = state.options.date
    if last and schedule.local_date(state.options.timezone, first) > last:  # IM-3.1 season_end
        return Refusal("im.settings_locked", {"field": "date"})
    new_ = replace(state, phase=SCHEDULED, deadline=first, nominal=first)
    return Step(new_, (SeasonScheduled(chance.commitment(state.seed, PREFIX)),))


def start(state: Season, action: Start) -> Step | Refusal:
    """IM-4: start_at is reached; week 1 opens."""
    if action.now < state.options.start_at:
        return Refusal("im.not_due", {"deadline": state.options.start_at})
    opened, events = feed_simulated(replace(state, phase=ORDERS, week=1))
    return Step(opened, (SeasonStarted(1, state.deadline), *events))


def edit_side(state: Season, action: EditSide) -> Step | Refusal:
    """IM-3.2, IM-4: name and parks before the start; a park belongs to one side at most."""
    others = {
        park
        for number, side in enumerate(state.sides)
        if number != action.side
        for park in side.parks
    }
    shared = next((park for park in action.parks if park in others), None)
    if shared is not None:
        return Refusal("im.settings_locked", {"field": "parks", "park": shared})
    parks = tuple(dict.fromkeys(action.parks))
    side = replace(state.sides[action.side], name=action.name, parks=parks)
    return Step(
        with_side(state, action.side, side),
        (SideEdited(action.side, action.name),),
        frozenset({PUBLIC}),
    )


def change_settings(state: Season, action: ChangeSettings) -> Step | Refusal:
    """IM-3.1: all settings in DRAFT; later the live ones only, logged and public."""
    frozen = next(
        (name for name in action.changes if state.phase != DRAFT and name not in LIVE), None
    )
    if frozen:
        return Refusal("im.settings_locked", {"field": frozen})
    changes: dict[str, object] = dict(action.changes)
    if "weeks" in changes:  # an end by weeks takes the place of one by date
        changes.setdefault("date", "")
    options = settings.changed(state.options, changes)
    if isinstance(options, str):
        return Refusal("im.settings_locked", {"field": options})
    if state.phase == DRAFT:
        return Step(lay_out(replace(state, options=options)))
    ends = END & action.changes.keys()
    fits = end_fits(state, weeks=options.weeks, day=options.date)
    if ends and (state.phase == PRIZES or not fits):
        return Refusal("im.settings_locked", {"field": min(ends)})
    changed = replace(state, options=options)
    event = SettingsChanged({**action.changes}, action.reason)
    if not ends:
        return Step(changed, (event,), frozenset({PUBLIC}))
    return Step(changed, (event, SeasonEndChanged(season_end(changed), action.reason)))
