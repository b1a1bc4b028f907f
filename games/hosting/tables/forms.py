"""The form of a new table: name, seats, options from the title's Struct, clock, who may come."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Park, User
from accounts.refusals import Refused
from games.engine import codec
from games.engine.protocol import TitleMeta
from games.hosting import texts
from games.hosting.console import structs
from games.hosting.console.fields import InstantField
from games.hosting.console.words import Words, zone_of
from games.hosting.creating import options_of
from games.hosting.models import Visibility
from games.hosting.tables import inviting, pace
from games.hosting.tables.making import Wanted, Wish, fitting_options, usual_seats
from games.hosting.tables.models import Begin, Kind
from games.hosting.tables.naming import MOST, clean_name, suggestion

ME, UNUSED = "me", "unused"
UNITS = (("1", "seconds"), ("60", "minutes"), ("3600", "hours"))
SEAT_KINDS = (
    (Kind.OPEN, "Open"), (ME, "Me"), (Kind.PERSON, "Invite a person"),
    (Kind.PARK, "Invite a park"), (Kind.BOT, "A bot"), (UNUSED, "No seat"),
)  # fmt: skip
# the field at which a refusal of the whole wish is shown
FIELD_OF = {
    "table.name_length": "name",
    "table.name_characters": "name",
    "table.no_such_clock": "preset",
    "table.begin_past": "begin_at",
    "table.begin_far": "begin_at",
    "table.must_answer": "begin",
    "table.seats_open": "begin",
}


def problem(refusal: Refused) -> ValidationError:
    """A refusal as a form's error: the sentence, and its code."""
    text = texts.message("", refusal.code, refusal.params)
    return ValidationError(text, code=refusal.code)


class TableForm(forms.Form):
    """A new table of one title; `wish` is what it asks for once it is valid."""

    name = forms.CharField(label="Name of the table", max_length=MOST)
    visibility = forms.ChoiceField(
        label="Who may come", choices=Visibility.choices, initial=Visibility.PUBLIC
    )
    spectators = forms.BooleanField(
        label="Spectators may watch the game", required=False, initial=True
    )
    begin = forms.ChoiceField(label="The game starts", choices=Begin.choices, initial=Begin.FULL)
    fill_bots = forms.BooleanField(label="Bots take the seats that are still free", required=False)

    def __init__(self, data: Any, *, meta: TitleMeta, user: User) -> None:
        self.meta, self.user = meta, user
        self.words = Words(meta.slug, zone_of({}))
        super().__init__(data, initial={"name": suggestion()})
        zone = timezone.get_current_timezone()
        self.fields["begin_at"] = InstantField(
            label="Start on", required=False, zone=ZoneInfo(str(zone))
        )
        self._add_seats()
        self._add_options()
        self._add_clock()

    def _add_seats(self) -> None:
        usual = usual_seats(self.meta)
        parks = Park.objects.filter(is_active=True).order_by("name")
        for n in range(self.meta.seats[1]):
            first = ME if n == 0 else Kind.OPEN
            label = f"Seat {n + 1}"
            self.fields[f"seat_{n}"] = forms.ChoiceField(
                label=label, choices=SEAT_KINDS, initial=first if n < usual else UNUSED
            )
            self.fields[f"person_{n}"] = forms.CharField(
                label=f"Persona for seat {n + 1}", max_length=40, required=False
            )
            self.fields[f"park_{n}"] = forms.ModelChoiceField(
                parks, label=f"Park for seat {n + 1}", required=False
            )

    def _add_options(self) -> None:
        known = codec.to_builtins(options_of(self.meta.slug, {}))
        for spec in self._options():
            field = structs.field_for(spec, self.words, is_option=True)
            field.initial = known.get(spec.name)
            field.widget.attrs.pop("class", None)
            self.fields[f"option_{spec.name}"] = field

    def _options(self) -> list[structs.Spec]:
        found = structs.specs(self.meta.options)
        return [spec for spec in found if spec.name != self.meta.seats_option]

    def _add_clock(self) -> None:
        if not self.meta.clocks:
            return
        choices = [(p.key, p.name) for p in self.meta.clocks]
        windows = pace.windows_of(self.meta)
        if windows:
            choices.append((pace.OWN, "Own times"))
        self.fields["preset"] = forms.ChoiceField(
            label="Clock", choices=choices, initial=self.meta.clocks[0].key
        )
        first = next((p.windows for p in self.meta.clocks if p.windows), {})
        for key in windows:
            name = pace.window_name(self.meta.slug, key)
            seconds = first.get(key, 0)
            unit = next(u for u, _ in reversed(UNITS) if seconds % int(u) == 0) if seconds else "1"
            self.fields[f"window_{key}"] = forms.IntegerField(
                label=name, required=False, min_value=0, max_value=pace.MOST,
                initial=seconds // int(unit),
            )  # fmt: skip
            self.fields[f"unit_{key}"] = forms.ChoiceField(
                label=f"{name}: unit", choices=UNITS, required=False, initial=unit
            )

    # -- what the page draws

    def seat_rows(self) -> list[dict[str, Any]]:
        """The seats' fields, a row each."""
        return [
            {"kind": self[f"seat_{n}"], "person": self[f"person_{n}"], "park": self[f"park_{n}"]}
            for n in range(self.meta.seats[1])
        ]

    def option_fields(self) -> list[Any]:
        """The title's own options."""
        return [self[f"option_{spec.name}"] for spec in self._options()]

    def preset_facts(self) -> list[tuple[str, str]]:
        """The times of each preset in words."""
        slug = self.meta.slug
        known = [(p.name, {k: v for k, v in p.windows.items() if v}) for p in self.meta.clocks]
        return [(name, pace.clock_words(slug, times)) for name, times in known if times]

    def window_rows(self) -> list[tuple[Any, Any]]:
        """Own times: number and unit of each window."""
        if not self.meta.clocks:
            return []
        return [(self[f"window_{k}"], self[f"unit_{k}"]) for k in pace.windows_of(self.meta)]

    # -- what it asks for

    def clean(self) -> dict[str, Any]:
        """Every part by its own rules; a fault stands at its field with its code."""
        cleaned: dict[str, Any] = super().clean() or {}
        self._try(
            "name", lambda: clean_name(cleaned.get("name") or "") if "name" in cleaned else ""
        )
        cleaned["places"] = [p for n in range(self.meta.seats[1]) if (p := self._place(cleaned, n))]
        least, most = self.meta.seats
        if not self.errors and not least <= len(cleaned["places"]) <= most:
            self.add_error(None, problem(Refused("table.seat_count", least=least, most=most)))
        cleaned["clock"] = self._clock(cleaned)
        raw = {spec.name: cleaned.get(f"option_{spec.name}") for spec in self._options()}
        cleaned["options"] = structs.values(self._options(), raw)
        if not self.errors:
            self._try(
                None, lambda: fitting_options(self.meta, cleaned["options"], cleaned["places"])
            )
        return cleaned

    def _place(self, cleaned: dict[str, Any], n: int) -> Wanted | None:
        kind = cleaned.get(f"seat_{n}", UNUSED)
        if kind == UNUSED:
            return None
        if kind == ME:
            return Wanted(Kind.PERSON, self.user)
        if kind == Kind.PERSON:
            name = cleaned.get(f"person_{n}") or ""
            user = self._try(f"person_{n}", lambda: inviting.person_named(name))
            return Wanted(Kind.PERSON, user) if user is not None else Wanted()
        if kind == Kind.PARK:
            park = cleaned.get(f"park_{n}")
            if park is None and f"park_{n}" not in self.errors:
                self.add_error(f"park_{n}", problem(Refused("table.no_park")))
            return Wanted(Kind.PARK, park=park) if park is not None else Wanted()
        return Wanted(kind)

    def _clock(self, cleaned: dict[str, Any]) -> dict[str, int]:
        clock: dict[str, int] = {}
        if cleaned.get("preset") != pace.OWN:
            return clock
        for key in pace.windows_of(self.meta):
            least, most = pace.bounds(self.meta, key)
            seconds = (cleaned.get(f"window_{key}") or 0) * int(cleaned.get(f"unit_{key}") or 1)
            clock[key] = seconds
            if f"window_{key}" not in self.errors and not least <= seconds <= most:
                facts = {"window": key, "least": pace.lasting(least), "most": pace.lasting(most)}
                self.add_error(f"window_{key}", problem(Refused("table.window_bounds", **facts)))
        return clock

    def _try(self, field: str | None, ask: Any) -> Any:
        try:
            return ask()
        except Refused as refusal:
            self.add_error(field, problem(refusal))
            return None

    def wish(self) -> Wish:
        """The table that is wanted."""
        cleaned = self.cleaned_data
        at = cleaned.get("begin_at")
        return Wish(
            title=self.meta.slug,
            name=cleaned["name"],
            places=cleaned["places"],
            options=cleaned["options"],
            preset=cleaned.get("preset", ""),
            clock=cleaned["clock"],
            visibility=cleaned["visibility"],
            spectators=cleaned["spectators"],
            begin=cleaned["begin"],
            begin_at=datetime.fromtimestamp(at, UTC) if at else None,
            fill_bots=cleaned["fill_bots"],
        )

    def show(self, refusal: Refused) -> None:
        """A refusal of the whole wish, at the field it concerns."""
        field = FIELD_OF.get(refusal.code)
        self.add_error(field if field in self.fields else None, problem(refusal))
