"""Forms from Structs: a title's GM actions and its options (architecture.md section 5, `meta`).

What a field may hold comes from its type and `Meta`; what it may hold now from the title's `legal`
(candidates). Conventions: a whole number that may reach the year 3000 is an instant, shown as local
time; fields that may be `UNSET` are optional; `now` and `week` are never asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

import msgspec
from django import forms
from msgspec import inspect

from games.hosting.console.fields import InstantField, JsonField, NumbersField, RowsField
from games.hosting.console.words import SEAT_KEYS, Words

INSTANT_LIMIT = 32_503_680_000
NOT_ASKED = frozenset({"now", "week"})
REASON = "reason"
MOST_OPTIONS = 60  # more candidates than this become a text with suggestions
LONG_TEXT = 200
NO_CHOICE = ("", "—")


@dataclass(frozen=True, slots=True)
class Spec:
    """A field of a Struct as forms see it."""

    name: str
    type: Any
    title: str
    help: str
    is_optional: bool
    default: Any = None


def specs(struct: type[msgspec.Struct]) -> list[Spec]:
    """The fields of a Struct, in order."""
    found = []
    for item in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        kind, title, text = item.type, "", ""
        while isinstance(kind, inspect.Metadata):
            told = kind.extra_json_schema or {}
            title = title or str(told.get("title", ""))
            text = text or str(told.get("description", ""))
            kind = kind.type
        default = None if item.default in (msgspec.NODEFAULT, msgspec.UNSET) else item.default
        found.append(Spec(item.name, kind, title, text, not item.required, default))
    return found


def kind_of(struct: type[msgspec.Struct]) -> str:
    """The tag of an action type."""
    return str(struct.__struct_config__.tag)


def has_reason(struct: type[msgspec.Struct]) -> bool:
    """Whether an action tells everybody why."""
    return REASON in struct.__struct_fields__


def asked(struct: type[msgspec.Struct]) -> list[Spec]:
    """What a form asks for; the reason is asked beside the dry run."""
    return [spec for spec in specs(struct) if spec.name not in NOT_ASKED | {REASON}]


def field_for(
    spec: Spec, words: Words, *, candidates: Any = None, is_option: bool = False
) -> forms.Field:
    """One form field."""
    field = _field(spec, words, candidates)
    field.label = spec.title or words.label(spec.name)
    field.help_text = " ".join(filter(None, (spec.help, _range_text(spec, words, candidates))))
    field.required = not spec.is_optional and not isinstance(spec.type, inspect.BoolType)
    if is_option and isinstance(spec.type, (inspect.IntType, inspect.LiteralType)):
        field.required = not _is_instant(spec)
    if isinstance(field, RowsField):
        field.required = False
    field.widget.attrs.setdefault("class", "console-input")
    return field


def _field(spec: Spec, words: Words, candidates: Any) -> forms.Field:
    if isinstance(candidates, list) and isinstance(spec.type, (inspect.IntType, inspect.StrType)):
        return _choice(spec, words, candidates)
    match spec.type:
        case inspect.BoolType():
            return forms.BooleanField(required=False)
        case inspect.LiteralType():
            return forms.ChoiceField(
                choices=[(v, words.of_value(str(v))) for v in spec.type.values]
            )
        case inspect.IntType() if _is_instant(spec):
            least, most = _limits(spec, candidates)
            return InstantField(zone=words.zone, least=least or 0, most=most)
        case inspect.IntType() if spec.name in SEAT_KEYS and words.seats:
            return _choice(spec, words, sorted(words.seats))
        case inspect.IntType():
            least, most = _limits(spec, candidates)
            return forms.IntegerField(min_value=least, max_value=most)
        case inspect.StrType():
            return _text(spec)
    return _many(spec, words)


def _many(spec: Spec, words: Words) -> forms.Field:
    item = getattr(spec.type, "item_type", None)
    while isinstance(item, inspect.Metadata):
        item = item.type
    if isinstance(item, inspect.IntType):
        return NumbersField()
    if isinstance(item, inspect.StructType):
        columns = [(s.name, s.title or words.label(s.name)) for s in specs(item.cls)]
        return RowsField(columns=columns)
    return JsonField()


def _choice(spec: Spec, words: Words, candidates: list[Any]) -> forms.Field:
    is_number = isinstance(spec.type, inspect.IntType)
    if len(candidates) > MOST_OPTIONS:
        known = frozenset(map(str, candidates))
        field = forms.CharField(validators=[_OneOf(known)])
        field.widget.attrs |= {"list": f"list-{spec.name}", "autocomplete": "off"}
        field.widget.suggestions = [str(c) for c in candidates]
        return field
    choices = [(c, words.value(spec.name, c)) for c in candidates]
    if spec.is_optional:
        choices.insert(0, NO_CHOICE)
    return forms.TypedChoiceField(
        choices=choices, coerce=int if is_number else str, empty_value=None
    )


class _OneOf:
    """A text that must be one of many names."""

    def __init__(self, known: frozenset[str]) -> None:
        self.known = known

    def __call__(self, value: str) -> None:
        if value not in self.known:
            raise forms.ValidationError("There is no such name here.")


def _text(spec: Spec) -> forms.Field:
    pattern, most = spec.type.pattern, spec.type.max_length
    if spec.name == "timezone":
        field = forms.CharField(validators=[_OneOf(frozenset(available_timezones()))])
        field.widget.attrs |= {"list": f"list-{spec.name}", "autocomplete": "off"}
        field.widget.suggestions = sorted(available_timezones())
        return field
    if pattern and re.search(pattern, "2026-01-31") and not re.search(pattern, "x"):
        return _Day(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    long = forms.Textarea(attrs={"rows": 3}) if (most or 0) > LONG_TEXT else None
    field = forms.CharField(max_length=most, min_length=spec.type.min_length, widget=long)
    if pattern:
        field.validators.append(_Fits(pattern))
        if re.search(pattern, "06:00") and not re.search(pattern, "x"):
            field.widget.input_type = "time"
    return field


class _Day(forms.DateField):
    """A calendar date as ISO text; blank is an empty text."""

    def clean(self, value: Any) -> str:
        """ISO text."""
        day = super().clean(value)
        return day.isoformat() if day else ""


class _Fits:
    """A text of the form the title wants."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __call__(self, value: str) -> None:
        if not re.search(self.pattern, value):
            raise forms.ValidationError("This does not have the form that is needed.")


def _is_instant(spec: Spec) -> bool:
    return isinstance(spec.type, inspect.IntType) and spec.type.le == INSTANT_LIMIT


def is_moment(spec: Spec) -> bool:
    """Whether a field fixes a moment: it is not copied from a past season."""
    pattern = getattr(spec.type, "pattern", None)
    return _is_instant(spec) or bool(pattern and re.search(pattern, "2026-01-31"))


def _limits(spec: Spec, candidates: Any) -> tuple[int | None, int | None]:
    least, most = spec.type.ge, spec.type.le
    if isinstance(candidates, dict):
        least = max(v for v in (least, candidates.get("min")) if v is not None)
        most = min(v for v in (most, candidates.get("max")) if v is not None)
    return least, most


def _range_text(spec: Spec, words: Words, candidates: Any) -> str:
    if isinstance(spec.type, inspect.IntType) and isinstance(candidates, dict):
        least, most = _limits(spec, candidates)
        if _is_instant(spec):
            until = words.instant(most) if most else ""
            return f"{words.instant(least)} to {until}" if least else f"Until {until}"
        return f"{least} to {most}"
    if isinstance(candidates, list) and hasattr(spec.type, "item_type"):
        is_numbers = all(isinstance(c, int) for c in candidates)
        return f"Possible: {', '.join(map(str, candidates))}" if is_numbers and candidates else ""
    return ""


def values(fields: Iterable[Spec], cleaned: dict[str, Any]) -> dict[str, Any]:
    """Cleaned form values as builtins; blanks of optional fields are left out."""
    out: dict[str, Any] = {}
    for spec in fields:
        value = cleaned.get(spec.name)
        if value is None or (value == "" and spec.is_optional and spec.default is None):
            continue
        out[spec.name] = value
    return out
