"""Parks with generals, and a season that goes through the door, as a club would have them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction

from accounts import services as people
from accounts.models import Park, ParkOrkId, User
from games.engine.protocol import GM, Actor, Seat
from games.hosting import asking, clocks, services
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game
from tools.bench import mountains


@dataclass(slots=True)
class Club:
    """A GM, and one park with its general per side."""

    master: User
    generals: list[User]
    parks: list[Park]


@transaction.atomic
def found_club() -> Club:
    """Six parks, six generals, one GM."""
    master = User.objects.create_superuser("gm@example.org", "bench", persona="Grix")
    generals, parks = [], []
    for k, name in enumerate(mountains.NAMES):
        user = User.objects.create_user(f"general{k}@example.org", "bench", persona=f"General {k}")
        park = Park.objects.create(name=name, slug=name.lower().replace(" ", "-"), mark=k + 1)
        ParkOrkId.objects.create(park=park, ork_id=9001 + k)
        people.join_park(user.player, park, by=None)
        people.appoint(park, user.player, "general", by=None)
        generals.append(user)
        parks.append(park)
    return Club(master, generals, parks)


class Door:
    """A season behind `services.submit`; satisfies `mountains.Table`."""

    def __init__(self, club: Club, game: Game) -> None:
        self.club = club
        self.game = game
        self.sent = 0

    @property
    def state(self) -> Any:
        """The state as it was committed last."""
        return asking.load(self.game.pk)[1]

    def do(self, actor: Actor, action: Any) -> bool:
        """Submit as the person who may."""
        return bool(self.answer(actor, action).ok)

    def answer(self, actor: Actor, action: Any) -> Any:
        """Submit as the person who may; the door's answer."""
        self.sent += 1
        by = None
        if isinstance(actor, Seat):
            by = self.club.generals[actor.number].pk
        elif actor == GM:
            by = self.club.master.pk
        client_id = f"bench-{self.sent}" if isinstance(actor, Seat) else None
        return services.submit(self.game.pk, actor, action, by=by, client_id=client_id)

    def to_deadline(self) -> None:
        """Set this process's clock to just after the game's instant."""
        due = Game.objects.values_list("due_at", flat=True).get(pk=self.game.pk)
        assert due is not None
        set_clock(due + timedelta(seconds=1))

    def resolve(self) -> Any:
        """The clock does what it is due to do."""
        self.to_deadline()
        return services.run_due(self.game.pk)


def set_clock(moment: datetime) -> None:
    """From now on the one clock runs from here, in this process and without a query more."""
    ahead = moment - datetime.now(UTC)
    clocks.now = lambda: datetime.now(UTC) + ahead


def open_season(club: Club, **more: Any) -> Door:
    """A season of six parks whose first week is open."""
    start = int(clocks.now().timestamp()) + 60
    seats = [
        SeatPlan(park.name, park.mark, kind="park", park=park, parks=(9001 + k,))
        for k, park in enumerate(club.parks)
    ]
    options = {**mountains.options(**more), "start_at": start}
    game = create_game(
        title=mountains.SLUG,
        name="The Iron Mountains",
        options=options,
        seats=seats,
        by=club.master.pk,
        seed=mountains.SEED,
    )
    door = Door(club, game)
    answer = door.answer(GM, {"type": "publish"})
    assert answer.ok, answer
    answer = door.resolve()
    assert answer.ok, answer
    return door


@transaction.atomic
def players(prefix: str) -> list[User]:
    """Six people for a match of the reference title."""
    return [
        User.objects.create_user(f"{prefix}-{k}@example.org", "bench", persona=f"{prefix}-{k}")
        for k in range(mountains.SIDES)
    ]


def reference_game(users: list[User]) -> Game:
    """A match of the reference title with these people in its seats."""
    seats = [SeatPlan(f"Steward {k}", k + 1, user=user) for k, user in enumerate(users)]
    return create_game(
        title="stewards", name="Stewards", options={}, seats=seats, by=None, seed="12345"
    )


def session_of(user: User) -> str:
    """The key of a fresh signed-in session."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)
