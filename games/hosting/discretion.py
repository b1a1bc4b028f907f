"""What accounts is told of games: which may hardly be spoken of outside, and who plays where."""

from __future__ import annotations

from django.db.models import Q

from accounts.gamefacts import GameFacts, OwnSeat
from accounts.gamefacts import register as register_facts
from accounts.services import offices
from games.hosting import clocks, reading, rights, texts
from games.hosting.models import Game, Seat
from games.registry import TITLES, rules_of

LIVE = ("draft", "running", "needs_gm")


def register() -> None:
    """Answer for games from now on."""
    register_facts(GameFacts(discreet=discreet, seats=seats_of))


def discreet(game_ids: frozenset[int]) -> dict[int, str]:
    """GC-16.9: of these games the discreet ones, with name and phase and nothing else."""
    titles = [slug for slug in TITLES if rules_of(slug).meta.discreet]
    if not titles:
        return {}
    return {
        game.pk: name_and_phase(game)
        for game in Game.objects.filter(pk__in=game_ids, title__in=titles)
    }


def name_and_phase(game: Game) -> str:
    """The game's name and its phase in the title's words, as everybody may know them."""
    phase = reading.current_view(game, "public").get("phase", "")
    words = texts.text(game.title, "phases", str(phase)).replace("_", " ")
    return f"{game.name}: {words}" if words else game.name


def seats_of(user_id: int) -> list[OwnSeat]:
    """The seats a user acts for now, in games that have not ended."""
    games = Game.objects.filter(status__in=LIVE, is_hidden=False).defer("state")
    mine = games.filter(seats__in=_near(user_id)).distinct().prefetch_related("seats")
    own = list(mine.order_by("-pk"))
    seats = [seat for game in own for seat in game.seats.all()]
    acting = rights.of_games(seats, clocks.now(), members=False)
    found = []
    for game in own:
        held = set(acting[game.pk].seats_of(user_id))
        found += [
            OwnSeat(game.code, game.name, seat.number, seat.name)
            for seat in game.seats.all()
            if seat.number in held
        ]
    return found


def _near(user_id: int) -> list[int]:
    """Seats that may be theirs: their own, and those of parks they hold an office of."""
    parks = [park for park, _ in offices(user_id)]
    mine = Seat.objects.filter(Q(user=user_id) | Q(park__in=parks))
    return list(mine.values_list("pk", flat=True))
