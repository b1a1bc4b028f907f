"""Load the demo league once: six parks of a sample kingdom, a season in progress, two accounts.

Everything goes the real ways: attendance is read by the ORK client from a server that answers from
files, orders pass the door, weeks are resolved by the clock's own action at their own instants
(the lab clock stands in the past while loading).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse

from accounts import services as people
from accounts.models import Park, ParkOrkId, User
from games.community import sample as community
from games.engine.protocol import GM, Seat
from games.hosting import asking, bots, clocks, feeds, services
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game
from games.league.fake_ork import FakeOrk, serving
from games.league.models import Book, ParkName
from games.league.refresh import refresh
from games.league.sample import KINGDOM_ID, PARKS, Sample, write_sample
from games.registry import rules_of
from portal.demo import heraldry, tables

TITLE = "iron-mountains"
WEEKS = 16
MINUTES = 5
RESOLVED = 5
OPEN_SECONDS = 60  # how long the open round has been open when loading ends
PRIZES = (
    "A week of feast tokens for the whole park",
    "Loaner armour for ten",
    "A park banner, sewn and painted",
    "Two archery butts",
    "A canopy for the gate",
    "A crate of tabard cloth",
)


@dataclass(slots=True)
class Demo:
    """Who and what the demo consists of."""

    master: User
    general: User
    parks: list[Park]
    sample: Sample


def load_once(*, say: Callable[[str], Any]) -> dict[str, Any]:
    """Load what is missing and return what to print; a second start changes nothing."""
    note = Path(settings.VAR_DIR) / "demo-accounts.json"
    if note.exists() and Game.objects.filter(title=TITLE).exists():
        found: dict[str, Any] = json.loads(note.read_text())
        return found
    say("Loading the demo league (once) ...")
    master, master_password = _account("gm@example.org", "Grix Longtable", staff=True)
    general, general_password = _account("general@example.org", "Hedda Stonebow")
    # the season's people and its announcement lie before its first round
    stand_at(datetime.now(UTC) - timedelta(minutes=RESOLVED * MINUTES + 3))
    first = _first_saturday(datetime.now(UTC).date())
    sample = write_sample(_ork_folder(), first, WEEKS, "sample peaks")
    demo = Demo(master, general, _parks(general, sample), sample)
    game = start_season(demo, number=1)
    with _ork(sample):
        play_past(game, demo)
    reward(game, demo)
    community.load(master, [general])
    people.mark_read(general)  # what was told while a past was played
    (host, _), (player, player_password) = _account(*_HOSTS[0]), _account(*_HOSTS[1])
    tables.load(general, (host, player))
    lines = _lines(game, general_password, master_password, player_password)
    note.write_text(json.dumps({"lines": lines}))
    note.chmod(0o600)
    return {"lines": lines}


def _lines(game: Game, general: str, master: str, player: str) -> list[str]:
    spectator = reverse("games:table", args=[game.code])
    return [
        f"general    general@example.org   {general}   leads Copper Gate",
        f"player     {_HOSTS[1][0]}    {player}   for a second person at a table",
        f"GM         gm@example.org        {master}   console at {{url}}/admin/",
        f"spectators {{url}}{spectator}   (no account needed)",
        f"a round is resolved every {MINUTES} minutes; sent mail can be read at {{url}}/mail/",
    ]


def _ork_folder() -> Path:
    return Path(settings.VAR_DIR) / "fake-ork"


def _account(email: str, persona: str, *, staff: bool = False) -> tuple[User, str]:
    """An account with a verified address and a random password."""
    password = f"{secrets.choice(_WORDS)}-{secrets.choice(_WORDS)}-{secrets.randbelow(9000) + 1000}"
    user = User.objects.filter(email=email).first()
    if user is None:
        create = User.objects.create_superuser if staff else User.objects.create_user
        user = create(email, password, persona=persona)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    else:
        user.set_password(password)
        user.save(update_fields=["password"])
    return user, password


_HOSTS = (("rill@example.org", "Rill Underbough"), ("tamsin@example.org", "Tamsin Oakhand"))
_WORDS = (
    "anvil", "barrow", "cairn", "dale", "ember", "ferry", "granite", "harrow", "inlet", "juniper",
    "kiln", "larch", "meadow", "nettle", "osier", "pennant", "quarry", "ridge", "saddle", "tarn",
)  # fmt: skip


def _first_saturday(today: date) -> date:
    """So that every virtual weekend of the season lies in the past."""
    start = today - timedelta(weeks=WEEKS + 1)
    return start + timedelta(days=(5 - start.weekday()) % 7)


def _parks(general: User, sample: Sample) -> list[Park]:
    parks = []
    for mark, (ork_id, (name, short)) in enumerate(sample.parks.items(), start=1):
        slug = name.lower().replace(" ", "-")
        defaults = {"slug": slug, "abbreviation": short, "mark": mark}
        park, _ = Park.objects.get_or_create(name=name, defaults=defaults)
        ParkOrkId.objects.get_or_create(ork_id=ork_id, defaults={"park": park})
        ParkName.objects.update_or_create(
            park_id=ork_id,
            defaults={
                "kingdom_id": sample.kingdom_id,
                "name": name,
                "abbreviation": short,
                "seen_at": datetime.now(UTC),
            },
        )
        parks.append(park)
    for place, picture in ((0, heraldry.gate), (2, heraldry.willow)):
        if not parks[place].heraldry:
            people.set_heraldry(parks[place], picture(), by=None)
    if not people.may_act_for(general, parks[0].pk):
        people.join_park(general.player, parks[0], by=None)
        people.appoint(parks[0], general.player, "general", by=None)
    return parks


def start_season(demo: Demo, *, number: int) -> Game:
    """A season of short rounds; the first one is opened in the past and played up to now."""
    behind = RESOLVED * MINUTES * 60 + OPEN_SECONDS if number == 1 else -20
    start = datetime.now(UTC) - timedelta(seconds=behind)
    first = demo.sample.days[0]
    book = Book.objects.create(
        name=f"Season {number}",
        attendance_from=first,
        until=first + timedelta(days=6),
        kingdom_ids=[demo.sample.kingdom_id],
        refresh_hours=1,
        opened_at=start,
    )
    options = {
        "start_at": int(start.timestamp()),
        "rounds_minutes": MINUTES,
        "weeks": WEEKS,
        "attendance_from": first.isoformat(),
        "ork_kingdom_ids": [demo.sample.kingdom_id],
        "prize_clock_hours": 1,
        "min_week_hours": 0,
    }
    seats = [
        SeatPlan(
            park.name,
            park.mark,
            kind="park" if k == 0 else "bot",
            park=park,
            parks=tuple(park.ork_ids.values_list("ork_id", flat=True)),
        )
        for k, park in enumerate(demo.parks)
    ]
    names = ("Winter", "Spring", "Summer", "Autumn")
    game = create_game(
        title=TITLE,
        name="The Iron Mountains",
        subtitle=f"{names[(number - 1) % 4]} season, six parks",
        options=options,
        seats=seats,
        by=demo.master.pk,
        book=book,
    )
    prizes = [{"id": str(n), "title": title} for n, title in enumerate(PRIZES, start=1)]
    for action in (
        {"type": "set_prizes", "prizes": prizes, "reason": "The kingdom's treasury opens."},
        {"type": "publish"},
    ):
        answer = services.submit(game.pk, GM, action, by=demo.master.pk)
        assert answer.ok, answer.code
    return Game.objects.get(pk=game.pk)


def play_past(game: Game, demo: Demo) -> None:
    """Resolve the first rounds at their own instants, the human's seat led by the bot till then."""
    while True:
        game = Game.objects.get(pk=game.pk)
        if game.due_at is None or game.due_at > datetime.now(UTC):
            break
        stand_at(game.due_at - timedelta(seconds=30))
        bring_attendance(game)
        if game.due_key != "start":
            bots.play(game.pk)
            lead(game.pk, 0)
        stand_at(game.due_at + timedelta(seconds=1))
        answer = services.run_due(game.pk)
        assert answer.ok, answer.code
    clocks.move_lab_clock(-clocks.lab_offset())
    bring_attendance(game)


def reward(game: Game, demo: Demo) -> None:
    """The Emperor's bonus: the visitor's park can take land and build in its first round."""
    grants = (
        {"type": "grant_resources", "side": 0, "kind": "S", "q": 48, "reason": "Best battlegame."},
        {"type": "grant_resources", "side": 0, "kind": "M", "q": 24, "reason": "Best battlegame."},
        {"type": "grant_supplies", "side": 0, "n": 12, "reason": "Won the quarry tournament."},
    )
    for grant in grants:
        answer = services.submit(game.pk, GM, grant, by=demo.master.pk)
        assert answer.ok, answer.code


def stand_at(moment: datetime) -> None:
    """Set the lab clock to a moment."""
    clocks.move_lab_clock(round((moment - clocks.now()).total_seconds()))


def lead(game_id: int, seat: int) -> None:
    """Let the bot's judgement give one seat's orders."""
    for _ in range(8):
        game, state = asking.load(game_id)
        rules = rules_of(game.title)
        views = asking.views_of(game, state, seat)
        action = rules.bot(views, rules.legal(state, Seat(seat)), seat, "demo")
        if action is None or not services.submit(game_id, Seat(seat), action).ok:
            return


def bring_attendance(game: Game) -> None:
    """Read the weekend before the open round's deadline, as if the ORK had just got it."""
    book = game.book
    assert book is not None
    week = max(1, current_week(game))
    last = book.attendance_from + timedelta(days=7 * week - 1)
    if book.until != last:
        book.until = last
        book.save(update_fields=["until"])
    refresh(book.pk, trigger="demo")
    feeds.feed_game(game.pk)


def current_week(game: Game) -> int:
    """The open round."""
    state = asking.load(game.pk)[1]
    view: Any = rules_of(game.title).public(state)
    return int(view.week)


@contextmanager
def _ork(sample: Sample) -> Iterator[None]:
    """An ORK in a thread that answers from the sample's files."""
    with serving(FakeOrk(sample.folder)) as url:
        before = settings.ORK_URL, settings.ORK_CALL_INTERVAL
        settings.ORK_URL, settings.ORK_CALL_INTERVAL = url, 0.0
        settings.ORK_ALLOW_LOOPBACK = True
        try:
            yield
        finally:
            settings.ORK_URL, settings.ORK_CALL_INTERVAL = before


def existing() -> Demo:
    """The demo as it was loaded, for the next season."""
    folder = _ork_folder()
    parks = list(Park.objects.filter(ork_ids__ork_id__in=PARKS).order_by("mark").distinct())
    first = Book.objects.order_by("pk").values_list("attendance_from", flat=True)[0]
    days = tuple(first + timedelta(days=7 * w + d) for w in range(WEEKS) for d in (0, 1))
    return Demo(
        User.objects.get(email="gm@example.org"),
        User.objects.get(email="general@example.org"),
        parks,
        Sample(folder, KINGDOM_ID, PARKS, (), days),
    )
