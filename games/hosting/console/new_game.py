"""The first step of a new game: title or past season to copy, name, seats (IM-3.1, IM-3.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from accounts.auditing import audit
from accounts.models import Park
from games.engine import codec
from games.hosting import clocks
from games.hosting.console import structs
from games.hosting.console.bookkeeping import open_book
from games.hosting.console.companions import PlayerChoice, members
from games.hosting.console.fields import NumbersField
from games.hosting.creating import BadOptions, SeatPlan, create_game, options_of
from games.hosting.models import Game, Visibility
from games.registry import rules_of

MARKS = 12
SHOWN_AT_FIRST = 6
INPUT = {"class": "console-input"}


@dataclass(slots=True)
class Template:
    """What a new game starts from: a title's defaults, or a past game's settings."""

    title: str
    options: dict[str, Any] = field(default_factory=dict)
    copied: Game | None = None

    @property
    def uses_parks(self) -> bool:
        """Whether seats are parks, whose generals act."""
        meta = rules_of(self.title).meta
        return meta.uses_attendance or meta.has_team_streams

    @property
    def has_draft(self) -> bool:
        """Whether settings can be changed after the game is made."""
        kinds = {structs.kind_of(b.action) for b in rules_of(self.title).meta.gm_actions}
        return "change_settings" in kinds


def template_for(title: str, copied: Game | None) -> Template:
    """Defaults of the title, with a past game's settings over them; moments are chosen anew."""
    meta = rules_of(title).meta
    options: dict[str, Any] = codec.to_builtins(options_of(title, {}))
    if copied is not None:
        moments = {spec.name for spec in structs.specs(meta.options) if structs.is_moment(spec)}
        known = set(meta.options.__struct_fields__) - moments
        options |= {k: v for k, v in copied.options.items() if k in known}
    return Template(title, options, copied)


class NewGameForm(forms.Form):
    """Name and seats of a new game."""

    name = forms.CharField(max_length=120, widget=forms.TextInput(INPUT))
    subtitle = forms.CharField(max_length=160, required=False, widget=forms.TextInput(INPUT))
    visibility = forms.ChoiceField(choices=Visibility.choices, widget=forms.Select(INPUT))

    def __init__(self, data: Any, *, template: Template) -> None:
        self.template = template
        self.least, self.most = rules_of(template.title).meta.seats
        super().__init__(data, initial=self._copied())
        for number in range(self.most):
            for name, item in self._seat_fields().items():
                self.fields[f"{name}_{number}"] = item

    def _seat_fields(self) -> dict[str, forms.Field]:
        name = forms.CharField(
            max_length=60, required=False, label="Name", widget=forms.TextInput(INPUT)
        )
        bot = forms.BooleanField(required=False, label="The bot plays for it")
        if not self.template.uses_parks:
            player = PlayerChoice(
                members(), required=False, label="Player", widget=forms.Select(INPUT)
            )
            return {"player": player, "name": name, "bot": bot}
        parks = Park.objects.filter(is_active=True)
        park = forms.ModelChoiceField(
            parks, required=False, label="Park", widget=forms.Select(INPUT)
        )
        ork = NumbersField(required=False, label="ORK park ids", widget=forms.TextInput(INPUT))
        return {"park": park, "name": name, "ork": ork, "bot": bot}

    def _copied(self) -> dict[str, Any]:
        """Name, visibility and seats of the past game."""
        game = self.template.copied
        if game is None:
            return {"visibility": Visibility.PUBLIC}
        initial: dict[str, Any] = {"name": game.name, "visibility": game.visibility}
        for seat in game.seats.all():
            initial[f"name_{seat.number}"] = seat.name
            initial[f"bot_{seat.number}"] = seat.bot
            if self.template.uses_parks:
                initial[f"park_{seat.number}"] = seat.park_id
            elif seat.user_id:
                initial[f"player_{seat.number}"] = getattr(seat.user, "player", None)
        return initial

    def rows(self) -> list[list[Any]]:
        """The seats' fields, a list per seat."""
        names = list(self._seat_fields())
        return [[self[f"{name}_{number}"] for name in names] for number in range(self.most)]

    def first_rows(self) -> list[list[Any]]:
        """The seats shown at once."""
        return self.rows()[: max(SHOWN_AT_FIRST, self._filled())]

    def more_rows(self) -> list[list[Any]]:
        """The seats behind "more"."""
        return self.rows()[max(SHOWN_AT_FIRST, self._filled()) :]

    def _filled(self) -> int:
        known = self.initial if not self.is_bound else self.data
        return 1 + max(
            (n for n in range(self.most)
             if any(known.get(f"{name}_{n}") for name in self._seat_fields())), default=-1,
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """The seats that were filled in, with nothing twice."""
        cleaned: dict[str, Any] = super().clean() or {}
        plans = [p for p in (self._plan(cleaned, n) for n in range(self.most)) if p is not None]
        if not self.least <= len(plans) <= self.most:
            raise ValidationError(f"{self.least} to {self.most} seats are needed.")
        _nothing_twice(plans)
        _own_marks(plans)
        cleaned["plans"] = plans
        return cleaned

    def _plan(self, cleaned: dict[str, Any], number: int) -> SeatPlan | None:
        """One seat, or None for a blank row."""
        name = cleaned.get(f"name_{number}") or ""
        park, player = cleaned.get(f"park_{number}"), cleaned.get(f"player_{number}")
        ork = tuple(cleaned.get(f"ork_{number}") or ())
        bot = bool(cleaned.get(f"bot_{number}"))
        if not (name or park or player or ork or bot):
            return None
        name = name or str(park or player or f"Seat {number + 1}")[:60]
        if park is not None and not ork:
            ork = tuple(park.ork_ids.values_list("ork_id", flat=True))
        kind = "bot" if bot else ("park" if self.template.uses_parks else "player")
        user = player.user if player is not None else None
        return SeatPlan(name, park.mark if park else 0, kind, park, user, ork)


def _nothing_twice(plans: list[SeatPlan]) -> None:
    listed: tuple[tuple[str, list[Any]], ...] = (
        ("name", [plan.name for plan in plans]),
        ("park", [plan.park.pk for plan in plans if plan.park]),
        ("player", [plan.user.pk for plan in plans if plan.user]),
        ("ORK park id", [number for plan in plans for number in plan.parks]),
    )
    for what, found in listed:
        twice = {item for item in found if found.count(item) > 1}
        if twice:
            shown = ", ".join(str(item) for item in sorted(twice, key=str))
            raise ValidationError(f"One {what} stands at two seats: {shown}")


def _own_marks(plans: list[SeatPlan]) -> None:
    """Every seat its own colour, pattern and emblem; a park keeps its own where it can."""
    taken: set[int] = set()
    for plan in plans:
        if plan.mark in taken or not plan.mark:
            plan.mark = 0
        taken.add(plan.mark)
    free = iter(n for n in range(1, MARKS + 1) if n not in taken)
    for plan in plans:
        plan.mark = plan.mark or next(free)


def _numbers(plan: SeatPlan) -> dict[str, Any]:
    """A seat as the audit log keeps it: no persona (R-14)."""
    return {
        "park": plan.park.pk if plan.park else None,
        "user": plan.user.pk if plan.user else None,
        "bot": plan.kind == "bot",
        "ork": list(plan.parks),
    }


def make_game(
    request: HttpRequest, template: Template, cleaned: dict[str, Any], options: dict[str, Any]
) -> Game:
    """Game, seats, book and audit row in one transaction; `BadOptions` where they do not fit."""
    meta = rules_of(template.title).meta
    at = clocks.now()
    with transaction.atomic():
        label = " ".join(filter(None, (cleaned["name"], cleaned["subtitle"])))[:120]
        try:
            book = open_book(label, options, at) if meta.uses_attendance else None
            game = create_game(
                title=template.title,
                name=cleaned["name"],
                subtitle=cleaned["subtitle"],
                options=options,
                seats=cleaned["plans"],
                by=request.user.pk,
                visibility=cleaned["visibility"],
                book=book,
            )
        except ValueError as error:
            raise BadOptions(str(error)) from error
        audit(
            by=request.user.pk,
            what="game.created",
            target="game",
            target_id=game.pk,
            after={
                "title": template.title,
                "name": game.name,
                "seats": [_numbers(plan) for plan in cleaned["plans"]],
                "options": options,
                "copied": template.copied.pk if template.copied else None,
            },
            request=request,
        )
    return game
