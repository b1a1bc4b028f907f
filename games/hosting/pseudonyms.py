"""R-14: a seat called after somebody whose account was emptied takes the account's pseudonym.

What the log showed before stays as it was: it is append-only, and read by who could read it then.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import belongings
from accounts.models import User
from accounts.services import personas
from games.hosting.intents import Answer
from games.hosting.models import Seat, SeatHolding
from games.hosting.services import host_change

LATELY = timedelta(days=7)  # what a crash left behind is found within it


def register() -> None:
    """Emptying an account renames the seats that its person holds or held."""
    belongings.register("seats", exported, rename)


def exported(user: User) -> list[Any]:
    """The seats a person had, and when."""
    held = SeatHolding.objects.filter(user=user).order_by("from_at")
    return list(held.values("seat__game__name", "seat__number", "from_at", "until_at"))


def rename(user: User) -> None:
    """Rename the seats; the tables are shown anew once the account is empty for good."""
    mine = Seat.objects.filter(user=user, park=None)
    last = Seat.objects.filter(user=None, park=None, retired=True, holdings__user=user)
    name = personas([user.pk])[user.pk]
    for seat in {*mine, *last}:
        seat.name = name
        seat.save(update_fields=["name"])
    transaction.on_commit(lambda: [show(game_id) for game_id in waiting()], robust=True)


def waiting() -> list[int]:
    """Games whose table still shows another name than its seats of lately emptied accounts."""
    since = timezone.now() - LATELY
    seats = Seat.objects.filter(holdings__user__emptied_at__gte=since, park=None)
    rows = seats.values_list("game_id", "number", "name", "game__shown").distinct()
    return sorted({game for game, number, name, shown in rows if _shown(shown, number) != name})


def _shown(shown: dict[str, dict[str, dict[str, dict[str, str]]]], number: int) -> str:
    return shown.get("table", {}).get("seats", {}).get(str(number), {}).get("name", "")


def show(game_id: int) -> Answer:
    """Show the table as it is now."""
    return host_change(game_id, "table")
