"""Announcements and the games of series in the GM console."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.template.loader import render_to_string

from accounts import clock
from accounts.gm_admin import GmAdmin, button
from accounts.refusals import Refused
from games.community import announcements, markdown
from games.community.models import Announcement
from games.hosting.models import Game
from games.league import series
from games.league.models import SeriesGame

REFUSED = {
    "already_published": "This is published already.",
    "announcement_over": "Its last day has passed; change that first.",
}


@admin.register(Announcement)
class AnnouncementAdmin(GmAdmin):
    """What is told to everybody: write, look at the preview, publish. Words stay out of the log."""

    audit_target = "announcement"
    audit_hidden = ("title", "text")
    list_display = ("title", "about", "state", "pinned", "shown_from", "shown_until")
    list_filter = ("pinned", "shown_from")
    list_select_related = ("game",)
    search_fields = ("title", "text")
    autocomplete_fields = ("game",)
    fields = ("title", "text", "preview", "game", "pinned", "shown_from", "shown_until")
    readonly_fields = ("preview",)
    actions_submit_line: ClassVar[tuple[str, ...]] = ("publish_now",)

    @admin.display(description="Preview")
    def preview(self, row: Announcement) -> str:
        """The saved text as readers will see it."""
        html = markdown.render(row.text or "")
        return render_to_string("community/_preview.html", {"html": html})

    @admin.display(description="About")
    def about(self, row: Announcement) -> str:
        """The league, or one game."""
        return row.game.name if row.game else "the league"

    @admin.display(description="State")
    def state(self, row: Announcement) -> str:
        """Draft, planned, shown or over."""
        now = clock.now()
        if row.shown_from is None:
            return "draft"
        if row.shown_from > now:
            return "planned"
        return "over" if row.shown_until is not None and row.shown_until <= now else "shown"

    def save_model(self, request: HttpRequest, obj: Announcement, form: Any, change: bool) -> None:
        """Kept with its author; whoever must hear of it is told at once."""
        if not change:
            obj.by, obj.made_at = request.user.pk, clock.now()
        super().save_model(request, obj, form, change)  # and the button, if it was that
        announcements.tell(obj.pk)

    @button(description="Save and publish now")  # type: ignore[untyped-decorator]
    def publish_now(self, request: HttpRequest, obj: Announcement) -> None:
        """Show a draft to its readers from now on."""
        try:
            announcements.publish(obj, by=request.user.pk, request=request)
        except Refused as refusal:
            self.message_user(request, REFUSED[refusal.code], messages.ERROR)
        else:
            self.message_user(request, "Published, and its readers are told.", messages.SUCCESS)


class SeriesGameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which game; the row itself holds a plain number."""

    game = forms.ModelChoiceField(Game.objects.order_by("-created_at"))

    class Meta:
        model = SeriesGame
        fields = ("series", "game")

    def clean_game(self) -> int:
        """Its number."""
        game: Game = self.cleaned_data["game"]
        return game.pk


@admin.register(SeriesGame)
class SeriesGameAdmin(GmAdmin):
    """Which games count in which series."""

    audits_itself = True
    form = SeriesGameForm
    list_display = ("series", "game_name")
    list_filter = ("series",)
    list_select_related = ("series",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """With the games' names."""
        names = Game.objects.filter(pk=OuterRef("game")).values("name")[:1]
        return super().get_queryset(request).annotate(name=Subquery(names))

    @admin.display(description="Game")
    def game_name(self, row: Any) -> str:
        """What the game is called."""
        return str(row.name)

    def save_model(self, request: HttpRequest, obj: SeriesGame, form: Any, change: bool) -> None:
        """Through the league's service: results that stand move along."""
        series.enter_game(obj.series, obj.game, by=request.user.pk)
        obj.pk = SeriesGame.objects.get(game=obj.game).pk

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Taken out and entered anew instead."""
        return False

    def delete_model(self, request: HttpRequest, obj: SeriesGame) -> None:
        """Results stand, but count in no series."""
        series.take_out_game(obj.game, by=request.user.pk)
