"""What the home page lists: whose turn it is, own games, open seats, games to watch, standings."""

from __future__ import annotations

from typing import Any

import structlog
from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from accounts import services as people
from games.engine.protocol import PUBLIC
from games.hosting import awaiting, cache, clocks, reading, rights, texts
from games.hosting.models import Game, Seat, Status, Visibility
from games.hosting.streams import seat_stream
from games.hosting.tables import listing, making
from games.registry import TITLES, rules_of

log = structlog.get_logger(__name__)

LIVE = (Status.RUNNING, Status.NEEDS_GM)
MOST_OWN, MOST_WATCHED, MOST_PAST = 60, 24, 12
Card = dict[str, Any]


def context(request: HttpRequest) -> dict[str, Any]:
    """Cards and rows for the lobby, nearest deadline first."""
    user_id = request.user.pk if request.user.is_authenticated else None
    own = _cards(_own_games(user_id), user_id) if user_id is not None else []
    others = _others([card["game"].pk for card in own])
    live = [card for card in own if card["game"].status in LIVE]
    watch = _cards(others.filter(status__in=LIVE)[:MOST_WATCHED], None)
    past = [card for card in own if card not in live]
    past += _cards(others.filter(status=Status.FINISHED)[:MOST_PAST], None)
    past.sort(key=lambda card: card["game"].created_at, reverse=True)
    for listed in (live, watch):
        listed.sort(key=lambda c: (c["due_at"] is None, c["due_at"] or 0))
    turn = [card for card in live if card["is_turn"]]
    filters = listing.Filters.of(request.GET)
    invited, gathering = listing.own_tables(user_id) if user_id is not None else ([], [])
    return {
        "turn": turn,
        "own": live,
        "waiting": [card for card in live if not card["is_turn"]],
        "watch": watch,
        "past": past[:MOST_PAST],
        "ranked": next((card for card in [*watch, *past] if card["standings"]), None),
        "invited": invited,
        "gathering": gathering,
        "open_seats": listing.open_seats(user_id, filters),
        "filters": filters,
        "is_filtered": filters != listing.Filters(),
        "offered": making.offered(),
        "now": clocks.now(),
    }


def _own_games(user_id: int) -> list[Game]:
    """The games this person plays in, those that run before those that are over."""
    parks = {*people.members_of(user_id), *(park for park, _ in people.offices(user_id))}
    seats = Seat.objects.filter(Q(user=user_id) | Q(park__in=parks))
    games = Game.objects.filter(pk__in=seats.values("game"), is_hidden=False, title__in=TITLES)
    games = games.order_by("-created_at")
    running = games.filter(status__in=LIVE)[:MOST_OWN]
    return [*running, *games.filter(status=Status.FINISHED)[:MOST_PAST]]


def _others(own: list[int]) -> QuerySet[Game]:
    """Public games that anybody may watch."""
    games = Game.objects.filter(is_hidden=False, spectators=True, title__in=TITLES)
    return games.filter(visibility=Visibility.PUBLIC).exclude(pk__in=own).order_by("-created_at")


def _cards(games: Any, user_id: int | None) -> list[Card]:
    """The games as cards; one whose rules fail is left out, and the others are there (R-10)."""
    games = list(games)
    by_game: dict[int, rights.SeatRights] = {}
    if user_id is not None:
        by_game = rights.of_games(Seat.objects.filter(game__in=games), clocks.now())
    cards = []
    for game in games:
        held = by_game.get(game.pk, rights.SeatRights())
        acting = held.seats_of(user_id)
        mine = acting or held.teams_of(user_id)
        try:
            cards.append(card(game, acting, mine))
        except DatabaseError:
            raise
        except Exception as error:
            log.error("card failed", game=game.pk, error=type(error).__name__)
    return cards


def card(game: Game, seats: list[int], mine: list[int]) -> Card:
    """One game as a card: deadline, one-line prompt from the own view, standings."""
    public = reading.current_view(game, PUBLIC)
    shown_seats = public["table"]["seats"]
    asked = _asked(game, seats)
    own = shown_seats[str(mine[0])] if mine else None
    return {
        "game": game,
        "title_name": _title_name(game),
        "url": reverse("games:table", args=[game.code]),
        "home_url": reverse("games:home", args=[game.code]),
        "due_at": int(game.due_at.timestamp()) if game.due_at else None,
        "span": game.due_seconds,
        "prompt": asked["prompt"],
        "button": asked["button"],
        "is_turn": asked["is_turn"] and game.status == Status.RUNNING and not game.paused_at,
        "seat": own["name"] if own and own["kind"] == "park" else "",
        "mark": own["mark"] if own else None,
        "heraldry": own.get("heraldry") if own else None,
        "progress": progress(game, len(shown_seats)),
        "public": public,
        "standings": standings(public),
    }


def _asked(game: Game, seats: list[int]) -> dict[str, Any]:
    """What the own views ask for: of the first seat that owes something, else of the first."""
    found: dict[str, Any] = {"prompt": "", "button": "", "is_turn": False}
    for seat in seats:
        view = reading.current_view(game, seat_stream(seat))
        key = view.get("prompt", "")
        if found["prompt"] and not view.get("pending"):
            continue
        button = texts.text(game.title, "buttons", key) if key else ""
        found = {
            "prompt": texts.text(game.title, "prompts", key, view.get("prompt_params", {})),
            "button": "" if button == key else button,
            "is_turn": bool(view.get("pending")),
        }
        if found["is_turn"]:
            break
    return found


def _title_name(game: Game) -> str:
    """The title's name, where the game's own does not say it."""
    name = rules_of(game.title).meta.name
    return "" if name.casefold() in game.name.casefold() else name


def progress(game: Game, seats: int) -> str:
    """`3 of 5 have ordered`, only where the title makes that public."""
    decoded = cache.get(game.pk, game.seq)
    known = awaiting.awaited(game, decoded.state) if decoded is not None else None
    if known is None:
        return ""
    owing = known["count"] if "count" in known else len(known["seats"])
    return f"{seats - owing} of {seats} have ordered"


def standings(public: dict[str, Any]) -> list[dict[str, Any]]:
    """The sides in order with their marks, where the title shows standings."""
    seats = public["table"]["seats"]
    sides = public.get("sides", {})
    return [
        {**seats[number], **sides.get(number, {}), "number": number}
        for number in public.get("standings", [])
        if number in seats
    ]
