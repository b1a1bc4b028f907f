"""A demo's community: announcements, and a finished game of every title that people play at tables.

Everything goes the real ways: tables are made and begun by their service, every order passes the
door; all seats follow the bot's judgement.
"""

from __future__ import annotations

from accounts import clock
from accounts.models import User
from games.community import announcements
from games.community.models import Announcement
from games.engine.protocol import Seat
from games.hosting import asking, services
from games.hosting.models import Game, Status, Visibility
from games.hosting.tables import seating
from games.hosting.tables.making import Wanted, Wish, make_table, offered, usual_seats
from games.hosting.tables.models import Begin, Kind
from games.registry import rules_of

NEWS = (
    (
        "Welcome to the league",
        "Everybody may watch, replay and check every game.\n\n"
        "- *Parks* play the long season: come to the park at the weekend.\n"
        "- *Tables* are for an evening: take a seat, or play against bots.\n\n"
        "Questions go to the game masters.",
        True,
    ),
    (
        "The season has begun",
        "Six parks have entered. The map is public, and so is **every coin** that is flipped.",
        False,
    ),
)
MOST_ROUNDS = 2000


def load(master: User, people: list[User]) -> None:
    """Load it once; a second start changes nothing."""
    if Announcement.objects.exists():
        return
    for title, text, is_pinned in NEWS:
        row = Announcement.objects.create(
            title=title, text=text, pinned=is_pinned, by=master.pk, made_at=clock.now()
        )
        announcements.publish(row, by=master.pk)
    for meta in offered():
        play_to_its_end(begin(meta.slug, people))


def begin(title: str, people: list[User]) -> Game:
    """A public table that the first of them makes and the others join; bots hold the rest."""
    meta = rules_of(title).meta
    free = usual_seats(meta) - len(people)
    wish = Wish(
        title=title,
        name="The first table",
        places=[
            Wanted(Kind.PERSON, people[0]),
            *([Wanted(Kind.OPEN)] * (len(people) - 1)),
            *([Wanted(Kind.BOT)] * free),
        ],
        preset=meta.clocks[0].key,
        visibility=Visibility.PUBLIC,
        begin=Begin.FULL,
    )
    table = make_table(wish, by=people[0])
    for one in people[1:]:
        seating.join(table, one)
    table.refresh_from_db()
    assert table.game is not None
    return table.game


def play_to_its_end(game: Game) -> None:
    """All seats act, without the pause that bots make, until nobody has anything to do."""
    seats = list(game.seats.values_list("number", flat=True))
    for _ in range(MOST_ROUNDS):
        if not any(lead(game.pk, seat) for seat in seats):
            break
    game.refresh_from_db()
    assert game.status == Status.FINISHED, game.status


def lead(game_id: int, seat: int) -> bool:
    """One order of a seat as the bot would give it."""
    game, state = asking.load(game_id)
    if game.status != Status.RUNNING:
        return False
    rules = rules_of(game.title)
    views = asking.views_of(game, state, seat)
    action = rules.bot(views, rules.legal(state, Seat(seat)), seat, f"sample {game.seq}")
    return action is not None and services.submit(game_id, Seat(seat), action).ok
