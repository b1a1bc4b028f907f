"""A small season of the registered campaign title, made and moved through the real services."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine.protocol import GM, Seat
from games.hosting import asking, clocks, feeds, services
from games.hosting.creating import SeatPlan, create_game
from games.hosting.models import Game
from games.league import editing, importing
from games.league.models import Book
from games.registry import rules_of

TITLE = "iron-mountains"
FIRST = datetime(2026, 2, 7, tzinfo=UTC)  # a Saturday


def make_season(parks: list[Any], by: int, **options: Any) -> Game:
    """A published season of short rounds that starts a minute from now, seats led by parks."""
    start = clocks.now() + timedelta(seconds=60)
    book = Book.objects.create(
        name="Test season",
        attendance_from=FIRST.date(),
        source="import",
        opened_at=clocks.now(),
    )
    game = create_game(
        title=TITLE,
        name="Test season",
        options={
            "start_at": int(start.timestamp()),
            "rounds_minutes": 60,
            "weeks": 3,
            "attendance_from": FIRST.date().isoformat(),
            "min_week_hours": 0,
            "attendance_source": "import",
            "timezone": "America/Denver",
            **options,
        },
        seats=[
            SeatPlan(
                park.name, k + 1, kind="park", park=park,
                parks=tuple(park.ork_ids.values_list("ork_id", flat=True)),
            )
            for k, park in enumerate(parks)
        ],
        by=by,
        seed="demo",
        book=book,
    )  # fmt: skip
    gm(game, {"type": "publish"})
    return Game.objects.get(pk=game.pk)


def gm(game: Game, action: dict[str, Any], **more: Any) -> Any:
    """A GM action that must be accepted."""
    answer = services.submit(game.pk, GM, action, **more)
    assert answer.ok, answer
    return answer


def until_due(game: Game, *, seconds: int = 1) -> None:
    """Move the clock past the game's instant and let it act."""
    now = Game.objects.get(pk=game.pk)
    assert now.due_at is not None
    clocks.move_lab_clock(int((now.due_at - clocks.now()).total_seconds()) + seconds)
    answer = services.run_due(game.pk)
    assert answer.ok, answer


def sign_in(game: Game, park: int, home: int, cls: int, *, weekend: int = 0, n: int = 1) -> None:
    """Rows of a weekend through the league's own editing, then fed."""
    assert game.book_id is not None
    day = (FIRST + timedelta(days=7 * weekend)).date()
    editor = editing.Editor(by=None, reason="signed the sheet")
    for number in range(n):
        new = editing.NewRow(
            date=day, park=park, home=home, class_id=cls, player_id=0,
            persona=f"Guest {park} {home} {cls} {weekend} {number}",
        )  # fmt: skip
        editing.add_row(game.book_id, new, editor)
    feeds.feed_game(game.pk)


def act(game: Game, seat: int, action: dict[str, Any], **more: Any) -> Any:
    """An order of a seat."""
    return services.submit(game.pk, Seat(seat), action, **more)


def view(game: Game, stream: str) -> dict[str, Any]:
    """What a stream shows now."""
    from games.hosting import reading

    return reading.current_view(Game.objects.get(pk=game.pk), stream)


def play_bots(game: Game) -> None:
    """Every seat acts by the bot's judgement."""
    for seat in game.seats.all():
        for _ in range(10):
            now, state = asking.load(game.pk)
            rules = rules_of(now.title)
            legal = rules.legal(state, Seat(seat.number))
            action = rules.bot(asking.views_of(now, state, seat.number), legal, seat.number, "t")
            if action is None or not services.submit(game.pk, Seat(seat.number), action).ok:
                break


def sign_in_all(game: Game, parks: list[int], *, weekend: int) -> None:
    """Twelve members of each park at home and one visit to the next park, fed at once."""
    assert game.book_id is not None
    day = (FIRST + timedelta(days=7 * weekend)).date().isoformat()
    lines = ["date,park,class,player_id,persona,home_park"]
    for place, park in enumerate(parks):
        for number in range(12):
            cls = (16, 15, 17, 12)[(number + weekend) % 4]
            player = 1000 * (place + 1) + number
            lines.append(f"{day},{park},{cls},{player},Player {player},{park}")
        guest = 1000 * (place + 1) + 50
        lines.append(f"{day},{parks[place - 1]},17,{guest},Player {guest},{park}")
    editor = editing.Editor(by=None, reason="the weekend's sheets")
    file = importing.stage(game.book_id, f"week-{weekend}.csv", "\n".join(lines).encode(), editor)
    importing.apply_import(file.pk, editor)
    feeds.feed_game(game.pk)
