"""Form fields for what actions and options hold: instants, lists of numbers, rows of parts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import get_template

LOCAL = "%Y-%m-%dT%H:%M"
SPARE_ROWS = 3
MOST_ROWS = 40
MOST_DIGITS = 15


class InstantField(forms.CharField):
    """An instant, typed as the local date and time of the game's zone; unix seconds in the end."""

    widget = forms.TextInput

    def __init__(self, *, zone: ZoneInfo, least: int = 0, most: int | None = None, **kw: Any):
        super().__init__(**kw)
        self.zone, self.least, self.most = zone, least, most
        self.widget.input_type = "datetime-local"

    def prepare_value(self, value: Any) -> Any:
        """Stored seconds as the input shows them."""
        if isinstance(value, int) and not isinstance(value, bool):
            if not value:
                return ""
            return datetime.fromtimestamp(value, UTC).astimezone(self.zone).strftime(LOCAL)
        return value

    def clean(self, value: Any) -> int | None:
        """Seconds; a time that the clocks skip is no time."""
        text = super().clean(value)
        if not text:
            return None
        try:
            local = datetime.fromisoformat(text)
        except ValueError as error:
            raise ValidationError("Enter a date and a time.") from error
        if local.tzinfo is not None:
            raise ValidationError("Enter the local date and time, without a zone.")
        moment = local.replace(tzinfo=self.zone)
        back = moment.astimezone(UTC).astimezone(self.zone).replace(tzinfo=None)
        if back != local:
            raise ValidationError("The clocks skip this time when summer time begins.")
        seconds = int(moment.timestamp())
        if seconds < self.least or (self.most is not None and seconds > self.most):
            raise ValidationError("This instant lies outside what is possible here.")
        return seconds


class NumbersField(forms.CharField):
    """Whole numbers, separated by commas, blanks or lines."""

    widget = forms.TextInput

    def prepare_value(self, value: Any) -> Any:
        """A list as text."""
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value

    def clean(self, value: Any) -> list[int]:
        """The numbers in their order."""
        text = super().clean(value) or ""
        words = text.replace(",", " ").replace(";", " ").split()
        if not all(
            word.removeprefix("-").isdecimal() and len(word) <= MOST_DIGITS for word in words
        ):
            raise ValidationError("Whole numbers only, separated by commas.")
        return [int(word) for word in words]


class JsonField(forms.CharField):
    """A map without candidates, as JSON text."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        """A map as text."""
        return json.dumps(value) if isinstance(value, dict) else value

    def clean(self, value: Any) -> Any:
        """The map."""
        text = super().clean(value)
        if not text:
            return {}
        try:
            found = json.loads(text)
        except ValueError as error:
            raise ValidationError("This is no JSON text.") from error
        if not isinstance(found, dict):
            raise ValidationError("A JSON object is needed.")
        return found


class RowsWidget(forms.Widget):
    """One line of inputs per part; a part's `id` is kept out of sight and given by itself."""

    template_name = "console/rows_widget.html"

    def __init__(self, columns: list[tuple[str, str]]) -> None:
        super().__init__()
        self.columns = columns

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The rows with spare ones."""
        context = super().get_context(name, value, attrs)
        rows = list(value or [])
        rows += [{} for _ in range(min(SPARE_ROWS, MOST_ROWS - len(rows)))]
        shown = [(key, label) for key, label in self.columns if key != "id"]
        context["rows"] = [
            {
                "number": number,
                "id": row.get("id", ""),
                "cells": [(key, f"{label} {number}", row.get(key, "")) for key, label in shown],
            }
            for number, row in enumerate(rows, start=1)
        ]
        context["has_id"] = any(key == "id" for key, _ in self.columns)
        return context

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> Any:
        """From the portal's own templates, whatever renders the rest of the form."""
        return get_template(template_name).render(context)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[dict[str, str]]:
        """The rows that are not blank, in their order."""
        if not hasattr(data, "getlist"):
            return list(data.get(name, []))
        columns = {key: data.getlist(f"{name}.{key}") for key, _ in self.columns}
        length = min(MOST_ROWS, max((len(values) for values in columns.values()), default=0))
        rows = [
            {key: values[n].strip() for key, values in columns.items() if n < len(values)}
            for n in range(length)
        ]
        return [row for row in rows if any(v for k, v in row.items() if k != "id")]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Rows are never absent: no row is an empty list."""
        return False


class RowsField(forms.Field):
    """A list of parts, each a row of texts."""

    def __init__(self, *, columns: list[tuple[str, str]], **kw: Any) -> None:
        super().__init__(widget=RowsWidget(columns), **kw)
        self.columns = columns

    def clean(self, value: Any) -> list[dict[str, str]]:
        """Every row whole; a new row gets the next free number as its id."""
        rows = list(value or [])
        has_id = any(key == "id" for key, _ in self.columns)
        taken = {row.get("id") for row in rows}
        for row in rows:
            if any(not row.get(key) for key, _ in self.columns if key != "id"):
                raise ValidationError("Fill in every column of a row, or leave the row blank.")
            if has_id and not row.get("id"):
                row["id"] = next(str(n) for n in range(1, 1000) if str(n) not in taken)
                taken.add(row["id"])
        return rows
