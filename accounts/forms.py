"""Forms of the pages about people and parks."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from typing import Any

from django import forms

from accounts.gamefacts import OwnSeat
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
    """Per kind of notice: in page, by the browser, by webhook, and by mail at once, daily, never.

    The webhook's column stands only where its person has one; else its choices stay as they are.
    """

    def __init__(
        self, *args: Any, chosen: dict[str, Any], has_hook: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.chosen, self.has_hook = chosen, has_hook
        for kind in KINDS:
            now = told(kind, chosen)
            self.fields[f"{kind}-page"] = forms.BooleanField(required=False, initial=now.page)
            self.fields[f"{kind}-browser"] = forms.BooleanField(required=False, initial=now.browser)
            if has_hook:
                self.fields[f"{kind}-hook"] = forms.BooleanField(required=False, initial=now.hook)
            self.fields[f"{kind}-mail"] = forms.ChoiceField(
                choices=[(mail, mail) for mail in MAILS], initial=now.mail
            )

    def rows(self) -> Iterator[dict[str, Any]]:
        """One line of the page per kind."""
        for kind in KINDS:
            fields = {part: self[f"{kind}-{part}"] for part in ("page", "browser", "mail")}
            hook = self[f"{kind}-hook"] if self.has_hook else None
            yield {"kind": kind, "hook": hook, **fields}

    def choices(self) -> dict[str, dict[str, Any]]:
        """What was chosen, by kind."""
        return {kind: self._choice(kind) for kind in KINDS}

    def _choice(self, kind: str) -> dict[str, Any]:
        own = {part: self.cleaned_data[f"{kind}-{part}"] for part in ("page", "browser", "mail")}
        kept = told(kind, self.chosen).hook
        return {**own, "hook": self.cleaned_data.get(f"{kind}-hook", kept)}


class WebhookForm(forms.Form):
    """The secret address of a webhook; written, never shown."""

    address = forms.CharField(
        label="Webhook address",
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class TokenForm(forms.Form):
    """A name, what the token may do, and where."""

    name = forms.CharField(max_length=60, help_text="What uses it, for instance “bot at home”.")
    act = forms.BooleanField(label="Act for my seats", required=False)
    chat = forms.BooleanField(label="Read and write my talk", required=False)
    where = forms.ChoiceField(label="Where", required=False)

    def __init__(self, *args: Any, seats: list[OwnSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = {own.game: own.game_name for own in seats}
        places = [("", "All my games")]
        places += [(code, f"{name}, all my seats") for code, name in games.items()]
        places += [(f"{s.game}:{s.number}", f"{s.game_name}, {s.name}") for s in seats]
        self.fields["where"].choices = places  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """One line of printable text."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name.isprintable():
            raise forms.ValidationError("Letters, digits and signs only.", code="name")
        return name

    def scopes(self) -> frozenset[str]:
        """What it may do."""
        return frozenset(scope for scope in ("act", "chat") if self.cleaned_data[scope])

    def place(self) -> dict[str, Any]:
        """The game and seat it is bound to."""
        game, _, seat = self.cleaned_data["where"].partition(":")
        return {"game": game, "seat": int(seat) if seat else None}


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
