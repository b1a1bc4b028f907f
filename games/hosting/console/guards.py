"""Who may open which page of the console, and how much of a game they may see (R-9, IM-6.4, T-10).

A GM who acts for a seat of a game, or belongs to one, is blind in that game, whatever its settings
say, and its secrets answer 403. In a game with the option `blind_gm`, or whose title has no such
option, every GM is blind: orders open only by the audited action whose kind starts with `inspect`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from accounts import services as people
from games.hosting import clocks, rights
from games.hosting.creating import BadOptions, options_of
from games.hosting.models import Game, Seat
from games.league import fairness

View = Callable[..., HttpResponse]

BLIND_OPTION = "blind_gm"
OPENS_SECRETS = "inspect"


@dataclass(frozen=True, slots=True)
class Standing:
    """A GM's place in one game: the seats he acts for or belongs to, and whether it is blind."""

    seats: tuple[int, ...]
    is_blind_game: bool

    @property
    def holds(self) -> bool:
        """R-9: whether this GM plays in the game."""
        return bool(self.seats)

    @property
    def blind(self) -> bool:
        """Whether the console shows this GM counts only."""
        return self.holds or self.is_blind_game

    def check(self, kind: str) -> None:
        """403 for an action that opens secrets, to a GM who plays."""
        if self.holds and opens_secrets(kind):
            raise PermissionDenied


def opens_secrets(kind: str) -> bool:
    """Whether an action kind is there to open what is secret."""
    return kind.startswith(OPENS_SECRETS)


def standing(user_id: int, game: Game) -> Standing:
    """The place of a GM in a game at this moment."""
    held = rights.of_seats(game.seats.all(), clocks.now())
    seats = {*held.seats_of(user_id), *held.teams_of(user_id)}
    return Standing(tuple(sorted(seats)), is_blind_game(game))


def register() -> None:
    """The league's pages ask here which books are closed to a GM."""
    fairness.register(closed_books)


def closed_books(user_id: int) -> frozenset[int]:
    """R-9: the books of games in which this user acts for a seat or belongs to one."""
    parks = {park for park, _ in people.offices(user_id)} | set(people.members_of(user_id))
    held = Seat.objects.filter(Q(user=user_id) | Q(park__in=parks), game__book__isnull=False)
    return frozenset(held.values_list("game__book", flat=True))


def is_blind_game(game: Game) -> bool:
    """IM-6.4: the game's option, the title's default, or blind where a title has no such option."""
    if BLIND_OPTION in game.options:
        return bool(game.options[BLIND_OPTION])
    try:
        return bool(getattr(options_of(game.title, game.options), BLIND_OPTION, True))
    except BadOptions:
        return True


def may_run_games(user: Any) -> bool:
    """An active GM with the right to change games."""
    return bool(user.is_active and user.is_staff and user.has_perm("games.change_game"))


def gm_page(view: View) -> View:
    """A console page: sign-in for strangers, 403 for everybody who runs no games.

    The second factor is asked for by `StaffSecondFactorMiddleware`, before any page under the
    console's address.
    """

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not may_run_games(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@dataclass(frozen=True, slots=True)
class Desk:
    """What a page about one game starts from."""

    game: Game
    standing: Standing


def game_page(view: View) -> View:
    """A console page about one game; the view gets a `Desk` in place of the game's number."""

    @gm_page
    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        game = get_object_or_404(Game.objects.select_related("book").defer("state"), pk=pk)
        assert request.user.pk is not None
        return view(request, Desk(game, standing(request.user.pk, game)), **kwargs)

    return guarded
