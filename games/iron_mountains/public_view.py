"""The public view: what everybody may know of a season (IM-6)."""

from __future__ import annotations

from functools import lru_cache

from games.engine import chance
from games.engine.protocol import UNSET, UnsetType

from . import schedule, settings
from .board import Land, amounts, award_range, board_of, land_of
from .data import FREE_PRICE, OWNED_PRICE
from .rules.deadlines import calendar, season_end
from .rules.funding import spendable
from .rules.prizes import picker
from .rules.scoring import Ranking, fort_counts, rank, tile_counts
from .rules.setup import PREFIX
from .settings import Settings
from .state import CLOSED, ORDERS, PRIZES, REVIEW, SCHEDULED, Four, Season, Side
from .views import PrizeView, PublicView, SideView, Stocks, TileView

RUNNING = frozenset({SCHEDULED, ORDERS, REVIEW})


def public(state: Season) -> PublicView:
    """IM-6: a function of public facts alone; hidden ones never enter it."""
    land = land_of(state)
    ranking = standing(state)
    drawn = is_published(state)
    running = state.phase in RUNNING
    ended = state.phase in {PRIZES, CLOSED}
    turn = picker(state)
    return PublicView(
        phase=state.phase,
        week=state.week,
        timezone=state.options.timezone,
        start_at=state.options.start_at,
        end=season_end(state),
        seed_hash=_hash(state.seed) if drawn else "",
        settings={**_settings(state.options), "sides": len(state.sides)},
        sides=_sides(state, land, ranking),
        standings=[str(number) for number in ranking.order],
        tie_breaks=list(ranking.steps),
        radius=state.radius if drawn else UNSET,
        tiles=_tiles(state, land) if drawn else UNSET,
        forts=state.forts if drawn else UNSET,
        deadline=state.deadline if running else UNSET,
        nominal=state.nominal if running else UNSET,
        reopened=True if state.reopened else UNSET,
        review_until=state.review_until if state.phase == REVIEW else UNSET,
        calendar=calendar(state) if running else UNSET,
        seed=state.seed if state.phase == CLOSED else UNSET,
        prizes=_prizes(state) if state.prizes else UNSET,
        prize_order=[prize.id for prize in state.prizes] if state.prizes else UNSET,
        turn=UNSET if turn is None else turn,
        picks=list(state.picks) if ended and state.picks else UNSET,
        reason=state.reason or UNSET,
    )


def is_published(state: Season) -> bool:
    """IM-3.6: only the GM sees the map of a draft, even of a cancelled one."""
    return state.nominal > 0


@lru_cache(maxsize=64)
def _hash(seed: str) -> str:
    return chance.commitment(seed, PREFIX)


@lru_cache(maxsize=64)
def _settings(options: Settings) -> dict[str, int | str | bool | list[int]]:
    return settings.shown(options)


def standing(state: Season) -> Ranking:
    """IM-8.5: the final placement once it is drawn, before that the present one."""
    if not state.standings:
        return rank(state)
    places = {number: place for place, number in enumerate(state.standings, start=1)}
    return Ranking(state.standings, places, state.tie_breaks)


def stocks_are_public(state: Season) -> bool:
    """IM-6: all stocks if open_stocks, and after CLOSED."""
    return state.options.open_stocks or state.phase == CLOSED


def stocks(state: Season, side: Side) -> Stocks:
    """What a side has: reserved or not."""
    return Stocks(*spendable(state, side), side.supplies, side.moves)


def _sides(state: Season, land: Land, ranking: Ranking) -> dict[str, SideView]:
    drawn = is_published(state)
    open_stocks = stocks_are_public(state)
    counts = tile_counts(state)
    bases = {number: tile for tile, number in land.bases.items()}
    views = {}
    for number, side in enumerate(state.sides):
        forts = fort_counts(land, number)
        views[str(number)] = SideView(
            name=side.name,
            site=side.site if drawn else -1,
            base=bases[number] if drawn else "",
            points=side.points,
            last=side.last,
            tiles=counts[number],
            palisades=forts["palisade"],
            towers=forts["tower"],
            castles=forts["castle"],
            place=ranking.places[number],
            history=list(side.history),
            parks=list(side.parks),
            bot=True if side.kind == "bot" else UNSET,
            withdrawn=side.withdrawn or UNSET,
            stocks=stocks(state, side) if open_stocks else UNSET,
            gains=_weekend_totals(side) if state.phase == CLOSED else UNSET,
        )
    return views


def _weekend_totals(side: Side) -> dict[str, int]:
    """IM-6: after CLOSED the gains per side and weekend, never names."""
    totals: dict[str, int] = {}
    for day, flat in side.days.items():
        weekend = schedule.saturday_of(day)
        totals[weekend] = totals.get(weekend, 0) + sum(flat)
    return totals


def _tiles(state: Season, land: Land) -> dict[str, TileView]:
    board = board_of(state)
    owners, since, contested = state.owners, state.since, state.contested
    near_fort = {tile for corner in state.forts for tile in land.grid.corner_tiles[corner]}
    views = {}
    for tile, kind in board.kinds.items():
        owner = owners.get(tile)
        site = board.bases.get(tile)
        forted = tile in near_fort
        views[tile] = _tile(
            kind,
            land.price(tile) if forted else -1,
            board.costs.get(tile) if owner is None else None,
            award_range(board, tile, owners) if site is None else None,
            UNSET if site is None else site,
            UNSET if owner is None else owner,
            since.get(tile, UNSET),
            contested.get(tile, UNSET),
            land.tile_points(tile) if forted else 1,
        )
    return views


@lru_cache(maxsize=16_384)
def _tile(  # noqa: PLR0913 (one argument a fact)
    kind: str,
    price: int,
    cost: Four | None,
    award: tuple[int, int] | None,
    site: int | UnsetType,
    owner: int | UnsetType,
    since: int | UnsetType,
    contested: int | UnsetType,
    points: int,
) -> TileView:
    """One tile; most tiles of a board look alike, so the views are shared."""
    plain = FREE_PRICE if owner is UNSET else OWNED_PRICE
    return TileView(
        kind=kind,
        price=UNSET if site is not UNSET else plain if price < 0 else price,
        cost=amounts(cost) if cost else UNSET,
        award=list(award) if award else UNSET,
        site=site,
        owner=owner,
        since=since,
        contested=contested,
        points=points,
    )


def _prizes(state: Season) -> dict[str, PrizeView]:
    views = {}
    for prize in state.prizes:
        taken = state.taken.get(prize.id)
        if taken:
            views[prize.id] = PrizeView(prize.title, taken.side, taken.how)
        else:
            views[prize.id] = PrizeView(prize.title)
    return views
