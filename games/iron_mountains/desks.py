"""A side's desk made from its own views alone, for previews and the bot (IM-6.2, IM-17.1)."""

from __future__ import annotations

from games.engine.protocol import UNSET, UnsetType, Views

from .board import Board, Land
from .data import TYPES
from .rules.funding import Desk, Purse, plus
from .state import BUILD, CAPTURE, Four, Order
from .views import OrderView, PublicView, QueueView, Stocks


def land_seen(public: PublicView) -> Land:
    """The land as the public view shows it."""
    assert not isinstance(public.radius, UnsetType)
    board = Board(public.radius)
    owners: dict[str, int] = {}
    tiles = public.tiles if not isinstance(public.tiles, UnsetType) else {}
    for tile, view in tiles.items():
        board.kinds[tile] = view.kind
        if isinstance(view.site, int):
            board.bases[tile] = view.site
        if not isinstance(view.cost, UnsetType):
            board.costs[tile] = four(view.cost)
        if isinstance(view.award, list):
            board.awards[tile] = (view.award[0], view.award[1])
        if isinstance(view.owner, int):
            owners[tile] = view.owner
    return Land(
        board,
        owners,
        {} if isinstance(public.forts, UnsetType) else public.forts,
        full_price=public.settings["upgrade_pricing"] == "full",
        per_corner=public.settings["fort_points"] == "per_corner",
    )


def four(amounts: dict[str, int]) -> Four:
    """Amounts as views write them, in the order of the types."""
    s, r, m, u = (amounts.get(kind, 0) for kind in TYPES)
    return (s, r, m, u)


def queue_seen(views: Views) -> QueueView | None:
    """The queue, from whichever stream holds it."""
    for view in (views.private, views.team):
        queue = view.queue if view is not None else UNSET
        if isinstance(queue, QueueView):
            return queue
    return None


def desk_seen(views: Views, seat: int, land: Land) -> Desk:
    """The side's queue and whole stocks, from its own views."""
    queue = queue_seen(views)
    if queue is None:
        return Desk(land, seat, Purse((0, 0, 0, 0), 0, 0), ())
    left, held = queue.available, queue.reserved
    purse = Purse(
        plus(_funds(left), _funds(held)),
        left.moves + held.moves,
        left.supplies + held.supplies,
    )
    orders = tuple(_order(int(key), queue.orders[key]) for key in queue.list)
    return Desk(land, seat, purse, orders)


def _funds(stocks: Stocks) -> Four:
    return (stocks.S, stocks.R, stocks.M, stocks.U)


def _order(number: int, view: OrderView) -> Order:
    if view.kind == CAPTURE:
        payment = view.payment if isinstance(view.payment, dict) else {}
        return Order(number, CAPTURE, str(view.tile), four(payment))
    return Order(number, BUILD, str(view.corner), fort=str(view.fort))
