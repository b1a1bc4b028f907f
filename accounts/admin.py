"""People and parks in the GM console."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import live, services
from accounts.gm_admin import GmAdmin, GmTabularInline, ReadOnlyAdmin, secure_site
from accounts.models import (
    AuditEntry,
    Claim,
    General,
    Invitation,
    MailState,
    Membership,
    Notice,
    Park,
    ParkOrkId,
    Player,
    User,
    Vacation,
)
from accounts.personas import clean_persona, persona_key
from accounts.refusals import Refused
from accounts.views import sentence

secure_site()


@admin.register(User)
class UserAdmin(GmAdmin):
    """Accounts: banned and let in again; no address is shown (R-14)."""

    audit_target = "user"
    list_display = ("id", "persona", "is_active", "is_staff", "is_minor", "last_login")
    list_filter = ("is_active", "is_staff", "is_minor")
    list_select_related = ("player",)
    search_fields = ("player__persona", "=id")
    ordering = ("id",)
    fields = ("persona", "is_active", "is_minor", "is_staff", "groups", "date_joined", "last_login")
    filter_horizontal = ("groups",)
    actions = ("ban", "let_in")

    @admin.display(ordering="player__persona")
    def persona(self, user: User) -> str:
        """The name others see."""
        return str(user)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only a league admin makes GMs; bans are buttons, for they end sessions."""
        kept = ("persona", "is_active", "date_joined", "last_login")
        return kept if request.user.is_superuser else (*kept, "is_staff", "groups")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Whoever becomes or stops being GM comes back with the rights of today (R-7)."""
        super().save_model(request, obj, form, change)
        if "is_staff" in form.changed_data or "groups" in form.changed_data:
            live.rights_changed(obj.pk)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Accounts are emptied, never deleted."""
        return False

    @admin.action(description="Ban: end sessions, sockets and offices now", permissions=["change"])
    def ban(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """T-17: ban in one click; nobody bans himself or, but for a league admin, a GM."""

        def deed(user: User) -> None:
            if user == request.user or (user.is_staff and not request.user.is_superuser):
                raise Refused("not_yours")
            services.deactivate(user, by=request.user.pk, reason="console", request=request)

        self.each(request, users, deed)

    @admin.action(description="Let in again", permissions=["change"])
    def let_in(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Take a ban back."""
        self.each(
            request,
            users,
            lambda user: services.reactivate(
                user, by=request.user.pk, reason="console", request=request
            ),
        )


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """A persona that nobody confuses."""

    class Meta:
        model = Player
        fields = ("persona", "ork_id", "claim")

    def clean_persona(self) -> str:
        """As everywhere else."""
        try:
            return (
                clean_persona(self.cleaned_data["persona"]) if self.cleaned_data["persona"] else ""
            )
        except Refused as refusal:
            text = sentence("refusal", {"code": refusal.code, **refusal.params})
            raise forms.ValidationError(text, code=refusal.code) from refusal

    def clean(self) -> dict[str, Any]:
        """No second persona that looks the same."""
        cleaned: dict[str, Any] = super().clean() or {}
        key = persona_key(cleaned.get("persona") or "")
        if key and Player.objects.filter(key=key).exclude(pk=self.instance.pk).exists():
            self.add_error("persona", sentence("refusal", {"code": "persona_taken"}))
        self.instance.key = key
        return cleaned


@admin.register(Player)
class PlayerAdmin(GmAdmin):
    """Who is who; claims that parks have not decided."""

    audit_target = "player"
    audit_hidden = ("persona", "ork_id")
    form = PlayerForm
    list_display = ("persona", "ork_id", "home_park", "claim")
    list_filter = ("claim", "home_park")
    list_select_related = ("home_park", "user")
    search_fields = ("persona", "=ork_id")
    readonly_fields = ("home_park", "claimed_at", "decided_at")
    fields = ("persona", "ork_id", "claim", "home_park", "claimed_at", "decided_at")
    actions = ("approve", "refuse")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A player comes with an account."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Players are emptied with their account."""
        return False

    @admin.action(description="Confirm", permissions=["change"])
    def approve(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Confirm claims that wait."""
        self._decide(request, players, approve=True)

    @admin.action(description="Do not confirm", permissions=["change"])
    def refuse(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Refuse claims that wait."""
        self._decide(request, players, approve=False)

    def _decide(self, request: HttpRequest, players: QuerySet[Player], *, approve: bool) -> None:
        by: Any = request.user
        waiting = players.filter(claim=Claim.ASKED)
        self.each(
            request,
            waiting,
            lambda player: services.decide_claim(player, approve=approve, by=by, request=request),
        )


class ParkOrkIdInline(GmTabularInline):
    """IM-3.2: one or more ORK parks."""

    model = ParkOrkId
    fields = ("ork_id",)


@admin.register(Park)
class ParkAdmin(GmAdmin):
    """Parks of the league."""

    audit_target = "park"
    list_display = ("name", "abbreviation", "mark", "is_active")
    search_fields = ("name", "abbreviation", "ork_ids__ork_id")
    prepopulated_fields: ClassVar[dict[str, tuple[str, ...]]] = {"slug": ("name",)}
    fields = ("name", "slug", "abbreviation", "mark", "is_active")
    inlines = (ParkOrkIdInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Parks are closed, for games and logs name them."""
        return False


@admin.register(General)
class GeneralAdmin(GmAdmin):
    """Appointments: added and ended, never edited (IM-8.9)."""

    audits_itself = True
    list_display = ("park", "player", "office", "from_at", "until_at")
    list_filter = ("office", "park")
    list_select_related = ("park", "player")
    fields = ("park", "player", "office")
    autocomplete_fields = ("player", "park")
    actions = ("end",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The list may be acted on; one appointment is not edited."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Appointments are ended."""
        return False

    def save_model(self, request: HttpRequest, obj: General, form: Any, change: bool) -> None:
        """Appoint by the service, which ends the general before."""
        made = services.appoint(
            obj.park, obj.player, obj.office, by=request.user.pk, request=request
        )
        obj.pk = made.pk

    @admin.action(description="End", permissions=["change"])
    def end(self, request: HttpRequest, held: QuerySet[General]) -> None:
        """End appointments that still run."""
        self.each(
            request,
            held.filter(until_at=None),
            lambda row: services.end_appointment(row, by=request.user.pk, request=request),
        )


@admin.register(Membership)
class MembershipAdmin(GmAdmin):
    """Who belongs where: added and ended, never edited."""

    audits_itself = True
    list_display = ("player", "park", "from_at", "until_at")
    list_filter = ("park",)
    list_select_related = ("park", "player")
    fields = ("player", "park")
    autocomplete_fields = ("player", "park")
    actions = ("end",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The list may be acted on; one membership is not edited."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Memberships are ended."""
        return False

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Join by the service, which ends the membership before."""
        obj.pk = services.join_park(obj.player, obj.park, by=request.user.pk, request=request).pk

    @admin.action(description="End", permissions=["change"])
    def end(self, request: HttpRequest, rows: QuerySet[Membership]) -> None:
        """End memberships that still run."""
        self.each(
            request,
            rows.filter(until_at=None).select_related("player"),
            lambda row: services.leave_park(row.player, by=request.user.pk, request=request),
        )


@admin.register(Vacation)
class VacationAdmin(ReadOnlyAdmin):
    """IM-8.10: who is away; only the player marks days."""

    list_display = ("player", "first", "last")
    list_select_related = ("player",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations, without their addresses."""

    list_display = ("id", "park", "made_by", "made_at", "expires_at", "uses_left", "revoked_at")
    list_filter = ("park",)
    list_select_related = ("park",)
    fields = ("park", "made_by", "made_at", "expires_at", "uses_left", "revoked_at", "used_at")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """R-9: who changed or looked at what, for ever."""

    list_display = ("at", "by", "what", "target", "target_id", "reason")
    list_filter = ("target", "what")
    search_fields = ("=by", "=target_id", "request_id")
    date_hierarchy = "at"
    ordering = ("-id",)


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox: what was told and what mail could not be sent; no wording, no names."""

    list_display = ("id", "recipient_id", "kind", "game_id", "created_at", "mail", "mail_tries")
    list_filter = ("mail", "kind")
    fields = ("kind", "game_id", "created_at", "read_at", "mail", "mail_at", "mail_tries")
    actions = ("send_again",)

    @admin.action(description="Send failed mail again", permissions=["view"])
    def send_again(self, request: HttpRequest, notices: QuerySet[Notice]) -> None:
        """Put failed mail back on its way."""

        def deed(notice: Notice) -> None:
            notice.mail, notice.mail_tries = MailState.WAITING, 0
            notice.save(update_fields=["mail", "mail_tries"])
            services.audit(
                by=request.user.pk,
                what="mail_again",
                target="notice",
                target_id=notice.pk,
                request=request,
            )

        self.each(request, notices.filter(mail=MailState.FAILED), deed)
