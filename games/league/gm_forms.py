"""Forms of the GM's attendance pages; what they mean is decided by the services."""

from __future__ import annotations

from typing import Any

from django import forms

from games.league.classes import class_table
from games.league.import_checking import BadLine, known_parks, read_park


class ParkField(forms.CharField):
    """ORK-6.3: an ORK park by id, name or abbreviation; 0 or blank is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            max_length=200,
            help_text="ORK park id, name or abbreviation; 0 or blank for none.",
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        """The park's id."""
        try:
            return read_park(str(super().clean(value)).strip(), known_parks())
        except BadLine as error:
            raise forms.ValidationError(f"Park: {error.detail}.") from error


class PlainForm(forms.Form):
    """A form that asks for nothing but the button."""


class ReasonForm(forms.Form):
    """IM-5.5: every edit says why; the reason is public."""

    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Public: the log shows side, date and this text. Name nobody.",
    )

    field_order = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name != "reason"])


class RowForm(ReasonForm):
    """One stored row."""

    row_id = forms.IntegerField(min_value=1, label="Row")


class HomeForm(RowForm):
    """A row and the home park it shall have."""

    home = ParkField(label="Home park")


class AddRowForm(ReasonForm):
    """A sign-in entered by hand."""

    date = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    park = ParkField(label="At park")
    class_id = forms.TypedChoiceField(coerce=int, label="Class")
    player_id = forms.IntegerField(min_value=1, required=False, label="ORK player id")
    persona = forms.CharField(max_length=200, required=False)
    home = ParkField(label="Home park")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["class_id"]
        field.choices = sorted(class_table().items(), key=lambda item: item[1])


class DateForm(ReasonForm):
    """One date of the book."""

    date = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))


class PairForm(DateForm):
    """One date and park."""

    park = ParkField(label="Park")


class DropForm(ReasonForm):
    """ORK-5.10: a player by ORK id, or a guest by persona."""

    player_id = forms.IntegerField(min_value=1, required=False, label="ORK player id")
    persona = forms.CharField(max_length=200, required=False, label="or persona of a guest")

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        found: dict[str, Any] = super().clean() or {}
        if bool(found.get("player_id")) == bool(found.get("persona")):
            raise forms.ValidationError("Either an ORK player id or a guest's persona.")
        return found


class UploadForm(forms.Form):
    """ORK-6: a file to be checked."""

    file = forms.FileField(help_text="CSV, JSON or a saved ORK answer, at most 5 MB.")


class ApplyForm(ReasonForm):
    """ORK-6.4: apply a checked file."""

    skip_bad_lines = forms.BooleanField(required=False, label="Skip the lines with errors")


class KingdomForm(forms.Form):
    """ORK-5.8: whose parks the chooser shall know."""

    kingdom_id = forms.IntegerField(min_value=1, label="ORK kingdom id")


class DeathMatchForm(forms.Form):
    """GC-14.6: who lost, who won."""

    loser = forms.IntegerField(min_value=1, label="User number of the loser")
    winner = forms.IntegerField(min_value=1, label="User number of the winner")
