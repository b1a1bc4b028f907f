"""A league with browsers for the console's tests: what a GM clicks, which audit rows it leaves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from accounts.models import AuditEntry
from games.hosting.models import Game
from tests.hosting.league import League, make_league, open_week


@dataclass(slots=True)
class Console:
    """A league in its first open week, with the GM's browser."""

    league: League
    gm: Client
    _browsers: dict[str, Client] = field(default_factory=dict)

    @property
    def game(self) -> Any:
        """The game as it is now."""
        return Game.objects.get(pk=self.league.game.pk)

    def url(self, *parts: Any, pk: int | None = None) -> str:
        """`url("act", "hold")`: a console page of the game."""
        return f"/admin/games/game/{pk or self.league.game.pk}/" + "".join(f"{p}/" for p in parts)

    def browser(self, role: str) -> Client:
        """A browser per role."""
        if role not in self._browsers:
            client = Client()
            if role != "visitor":
                client.force_login(self.league.people[role])
            self._browsers[role] = client
        return self._browsers[role]

    def act(self, what: str, *, reason: str = "because", pk: Any = None, **data: Any) -> Any:
        """Fill in, look ahead, confirm; the answer to the confirmation."""
        url = self.url("act", what, pk=pk)
        looked = self.gm.post(url, {"step": "check", **data})
        assert looked.status_code == 200, looked.status_code
        page = looked.content.decode()
        assert 'value="confirm"' in page, page
        token = re.search(r'name="token" value="([^"]+)"', page)
        assert token
        more = {"step": "confirm", "token": token.group(1), "reason": reason}
        return self.gm.post(url, {**data, **more})

    def rows(self, what: str = "") -> list[AuditEntry]:
        """The game's audit rows, oldest first."""
        found = AuditEntry.objects.filter(target="game", target_id=str(self.league.game.pk))
        return list((found.filter(what=what) if what else found).order_by("id"))


def make_console(make_user: Any, make_park: Any, settings: Any, **options: Any) -> Console:
    """A published season of two parks in its open first week."""
    settings.STAFF_NEEDS_SECOND_FACTOR = False
    league = make_league(make_user, make_park, **options)
    open_week(league)
    console = Console(league, Client())
    console.gm.force_login(league.people["gm"])
    return console


def messages_of(response: Any) -> list[str]:
    """What the page after a deed says."""
    return [str(message) for message in response.context["messages"]]
