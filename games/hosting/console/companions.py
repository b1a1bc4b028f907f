"""The host's own rows of a GM action, saved with it in one transaction (architecture.md section 6).

Park titles share these kinds: `set_general` and `set_deputies` (appointments), `seat` (the bot, or
a new player), `edit_side` (the seat's name), `change_settings` and `set_season_end` (the game's
options, and the attendance book that follows them).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import services as people
from accounts.models import General, Office, Player
from accounts.refusals import Refused
from games.hosting import clocks, substitutes
from games.hosting.console import bookkeeping
from games.hosting.models import Game, Seat

Plan = tuple[Callable[[], Any], ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the console was asked for: the action's builtins and the companion's own fields."""

    request: HttpRequest
    game: Game
    action: dict[str, Any]
    chosen: dict[str, Any]

    @property
    def by(self) -> int:
        """The GM."""
        assert self.request.user.pk is not None
        return self.request.user.pk

    @property
    def reason(self) -> str:
        """Why."""
        return str(self.action.get("reason", ""))

    def seat(self, key: str = "side") -> Seat:
        """The seat the action is about."""
        return Seat.objects.select_related("park", "game").get(
            game=self.game, number=self.action[key]
        )


class PlayerChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A member by persona, with the home park."""

    def label_from_instance(self, obj: Any) -> str:
        """Persona and park."""
        return f"{obj} ({obj.home_park})" if obj.home_park else str(obj)


class PlayersChoice(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several members."""

    def label_from_instance(self, obj: Any) -> str:
        """Persona and park."""
        return f"{obj} ({obj.home_park})" if obj.home_park else str(obj)


def members() -> QuerySet[Player]:
    """Who may hold an office or a seat."""
    named = Player.objects.filter(user__is_active=True).exclude(persona="")
    return named.select_related("home_park").order_by("persona")


def fields(kind: str, game: Game) -> dict[str, forms.Field]:
    """What the console asks besides the action's own fields."""
    attrs = {"class": "console-input"}
    if kind == "set_general":
        return {"player": PlayerChoice(members(), label="New general", widget=forms.Select(attrs))}
    if kind == "set_deputies":
        widget = forms.SelectMultiple({**attrs, "size": 8})
        text = "The whole list; who is not chosen is deputy no more."
        field = PlayersChoice(
            members(), required=False, label="Deputies", widget=widget, help_text=text
        )
        return {"players": field}
    if kind == "seat" and game.seats.filter(park=None).exists():
        choice = PlayerChoice(
            members(), required=False, label="New player", widget=forms.Select(attrs)
        )
        return {"player": choice}
    return {}


def plan(kind: str, wish: Wish) -> Plan:
    """The rows to save with an action; `Refused` where they cannot be."""
    make = PLANS.get(kind)
    return make(wish) if make else ()


def _set_general(wish: Wish) -> Plan:
    seat, player = wish.seat(), wish.chosen["player"]
    if seat.park is None:
        return (partial(substitutes.seat_by_gm, seat.pk, "", _newcomer(seat, player)),)
    return tuple(
        people.plan_appointment(
            seat.park,
            player,
            Office.GENERAL.value,
            by=wish.by,
            reason=wish.reason,
            request=wish.request,
        )
    )


def _set_deputies(wish: Wish) -> Plan:
    seat = wish.seat()
    if seat.park is None:
        raise Refused("no_such_park")
    wanted = {player.pk: player for player in wish.chosen["players"]}
    most = int(bookkeeping.current_options(wish.game).get("deputies_max", len(wanted)))
    if len(wanted) > most:
        raise Refused("too_many_deputies", most=most)
    held = General.objects.filter(
        General.holds(clocks.now()), park=seat.park, office=Office.DEPUTY
    ).select_related("player")
    now = {appointment.player_id: appointment for appointment in held}
    if set(now) == set(wanted):
        raise Refused("nothing_to_change")
    more: dict[str, Any] = {"by": wish.by, "reason": wish.reason, "request": wish.request}
    work: list[Callable[[], Any]] = []
    for player_id, appointment in now.items():
        if player_id not in wanted:
            work += people.plan_end_appointment(appointment, **more)
    for player_id, player in wanted.items():
        if player_id not in now:
            work += people.plan_appointment(seat.park, player, Office.DEPUTY.value, **more)
    return tuple(work)


def _seat(wish: Wish) -> Plan:
    seat = wish.seat("seat")
    player = wish.chosen.get("player")
    if player is not None and seat.park is not None:
        raise Refused("park_seat")
    user = _newcomer(seat, player) if player is not None else None
    return (partial(substitutes.seat_by_gm, seat.pk, wish.action["kind"], user),)


def _newcomer(seat: Seat, player: Player) -> int:
    """The account of whom the GM seats; nobody sees the secrets of two seats (R-4)."""
    others = Seat.objects.filter(game=seat.game_id, user=player.user_id).exclude(pk=seat.pk)
    if others.exists():
        raise Refused("plays_already")
    return player.user_id


def _edit_side(wish: Wish) -> Plan:
    return (partial(_rename, wish.seat().pk, wish.action["name"]),)


def _rename(seat_id: int, name: str) -> None:
    seat = Seat.objects.get(pk=seat_id)
    seat.name = name
    seat.save(update_fields=["name"])


def _change_settings(wish: Wish) -> Plan:
    changes = dict(wish.action["changes"])
    return (partial(bookkeeping.keep_options, wish.game.pk, changes, at=clocks.now()),)


def _set_season_end(wish: Wish) -> Plan:
    changes: dict[str, Any] = {k: wish.action[k] for k in ("weeks", "date") if k in wish.action}
    if "date" not in changes:
        changes["date"] = ""
    return (partial(bookkeeping.keep_options, wish.game.pk, changes, at=clocks.now()),)


PLANS: dict[str, Callable[[Wish], Plan]] = {
    "set_general": _set_general,
    "set_deputies": _set_deputies,
    "seat": _seat,
    "edit_side": _edit_side,
    "change_settings": _change_settings,
    "set_season_end": _set_season_end,
}
