"""Forms of the pages about people and parks."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from accounts.kinds import KINDS, MAILS, told
from accounts.models import Office, Park, Player, Preferences, User


def zones() -> list[str]:
    """Every place whose time this machine knows."""
    names = zoneinfo.available_timezones()
    return sorted(n for n in names if "/" in n and not n.startswith(("Etc/", "SystemV/"))) + ["UTC"]


class PersonaForm(forms.Form):
    """The name others see."""

    persona = forms.CharField(max_length=40, strip=True)


class ClaimForm(forms.Form):
    """Who one is in the club, for the park to confirm."""

    park = forms.ModelChoiceField(Park.objects.filter(is_active=True))
    ork_id = forms.IntegerField(
        label="ORK number", required=False, min_value=1, max_value=2**31 - 1
    )


class LookForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the pages look and sound."""

    zone = forms.TypedChoiceField(label="Time zone", required=False)

    class Meta:
        model = Preferences
        fields = ("zone", "theme", "density", "motion", "patterns", "sound")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [("", "—"), *((name, name) for name in zones())]  # type: ignore[attr-defined]


class NoticesForm(forms.Form):
    """Per kind of notice: in page, by the browser, and by mail at once, daily or never."""

    def __init__(self, *args: Any, chosen: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in KINDS:
            now = told(kind, chosen)
            self.fields[f"{kind}-page"] = forms.BooleanField(required=False, initial=now.page)
            self.fields[f"{kind}-browser"] = forms.BooleanField(required=False, initial=now.browser)
            self.fields[f"{kind}-mail"] = forms.ChoiceField(
                choices=[(mail, mail) for mail in MAILS], initial=now.mail
            )

    def rows(self) -> Iterator[tuple[str, BoundField, BoundField, BoundField]]:
        """One line of the page per kind."""
        for kind in KINDS:
            yield kind, self[f"{kind}-page"], self[f"{kind}-browser"], self[f"{kind}-mail"]

    def choices(self) -> dict[str, dict[str, Any]]:
        """What was chosen, by kind."""
        return {
            kind: {
                part: self.cleaned_data[f"{kind}-{part}"] for part in ("page", "browser", "mail")
            }
            for kind in KINDS
        }


class VacationForm(forms.Form):
    """Days of absence."""

    first = forms.DateField(label="First day", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="Last day", widget=forms.DateInput(attrs={"type": "date"}))
    bot = forms.BooleanField(label="The bot plays my seats at tables meanwhile", required=False)


class EmptyForm(forms.Form):
    """Emptying an account has to be typed."""

    confirm = forms.CharField(max_length=40)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_confirm(self) -> str:
        """The name that others see, letter by letter."""
        typed = " ".join(str(self.cleaned_data["confirm"]).split())
        if typed != str(self.user):
            raise forms.ValidationError("This is not the name of the account.", code="confirm")
        return typed


class InviteForm(forms.Form):
    """By mail, or a link for several."""

    email = forms.EmailField(label="E-mail", required=False)
    days = forms.IntegerField(label="Valid for days", min_value=1, max_value=30, initial=7)
    uses = forms.IntegerField(label="For how many people", min_value=1, max_value=50, initial=1)


class AppointForm(forms.Form):
    """A member of the park becomes general or deputy."""

    player = forms.ModelChoiceField(Player.objects.none(), label="Member")
    office = forms.ChoiceField(choices=Office.choices)

    def __init__(self, *args: Any, park: Park, offices: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = members_of_park(park)  # type: ignore[attr-defined]
        kept = [choice for choice in Office.choices if choice[0] in offices]
        self.fields["office"].choices = kept  # type: ignore[attr-defined]


class HandOverForm(forms.Form):
    """The office of general passes to a member."""

    player = forms.ModelChoiceField(Player.objects.none(), label="Successor")
    reason = forms.CharField(max_length=200, required=False)

    def __init__(self, *args: Any, park: Park, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = members_of_park(park)  # type: ignore[attr-defined]


class DecideForm(forms.Form):
    """An answer to a claim; the age band is set by the club (T-17)."""

    approve = forms.BooleanField(required=False)
    is_minor = forms.BooleanField(label="Under age", required=False)
    reason = forms.CharField(max_length=200, required=False)


class HeraldryForm(forms.Form):
    """A picture of the park."""

    picture = forms.FileField(
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"})
    )


def members_of_park(park: Park) -> Any:
    """Players who belong to a park now and have a name."""
    return (
        Player.objects.filter(
            memberships__park=park, memberships__until_at=None, user__is_active=True
        )
        .exclude(persona="")
        .order_by("persona")
    )
