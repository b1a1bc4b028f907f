"""What the home page lists: whose turn it is, own games, games to watch, standings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.engine.protocol import PUBLIC
from games.hosting import clocks, reading, rights, texts
from games.hosting.models import Game, Seat, Status, Visibility

LIVE = (Status.RUNNING, Status.NEEDS_GM)


def context(request: HttpRequest) -> dict[str, Any]:
    """Cards for the lobby, nearest deadline first."""
    user_id = request.user.pk if request.user.is_authenticated else None
    games = list(
        Game.objects.filter(is_hidden=False)
        .exclude(status__in=[Status.DRAFT, Status.CANCELLED])
        .order_by("-created_at")[:60]
    )
    by_game: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=games).select_related("park"):
        by_game.setdefault(seat.game_id, []).append(seat)
    at = clocks.now()
    own: list[dict[str, Any]] = []
    watch: list[dict[str, Any]] = []
    past: list[dict[str, Any]] = []
    for game in games:
        held = rights.of_seats(by_game.get(game.pk, []), at)
        mine = held.seats_of(user_id) or held.teams_of(user_id)
        if not mine and game.visibility != Visibility.PUBLIC:
            continue
        shown = card(game, held.seats_of(user_id), mine)
        target = own if mine and game.status in LIVE else watch if game.status in LIVE else past
        target.append(shown)
    for listed in (own, watch):
        listed.sort(key=lambda c: (c["due_at"] is None, c["due_at"] or 0))
    turn = [c for c in own if c["is_turn"]]
    return {"turn": turn, "own": own, "watch": watch, "past": past[:12], "now": at}


def card(game: Game, seats: list[int], mine: list[int]) -> dict[str, Any]:
    """One game as a card: deadline, one-line prompt from the own view, standings."""
    public = reading.current_view(game, PUBLIC)
    prompt, is_turn, seat_name = "", False, ""
    if seats:
        view = reading.current_view(game, f"seat:{seats[0]}")
        prompt = texts.text(
            game.title, "prompts", view.get("prompt", ""), view.get("prompt_params", {})
        )
        is_turn = bool(view.get("pending"))
    if mine:
        seat_name = public["table"]["seats"][str(mine[0])]["name"]
    return {
        "game": game,
        "url": reverse("games:table", args=[game.code]),
        "home_url": reverse("games:home", args=[game.code]),
        "due_at": int(game.due_at.timestamp()) if game.due_at else None,
        "prompt": prompt,
        "is_turn": is_turn,
        "seat": seat_name,
        "mark": public["table"]["seats"][str(mine[0])]["mark"] if mine else None,
        "public": public,
        "standings": standings(public),
    }


def standings(public: dict[str, Any]) -> list[dict[str, Any]]:
    """The sides in order with their marks, where the title shows standings."""
    seats = public["table"]["seats"]
    sides = public.get("sides", {})
    return [
        {**seats[number], **sides.get(number, {}), "number": number}
        for number in public.get("standings", [])
        if number in seats
    ]
