"""Games in the GM console: the list; every page and button of a game is a view of its own.

Nothing here deletes: games are hidden, their log only grows.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from accounts.gm_admin import ReadOnlyAdmin
from games.engine.protocol import PUBLIC
from games.hosting import reading
from games.hosting.console import acting, excusing, host_buttons, looking, seasons, sending
from games.hosting.console.sentences import said
from games.hosting.console.words import words_of
from games.hosting.models import FailedTask, Game, MissedTurn


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """All games: where each stands and when it is due."""

    audits_itself = True
    list_display = ("name", "subtitle", "title", "status", "week", "due", "is_hidden")
    list_filter = ("status", "title", "is_hidden")
    search_fields = ("name", "subtitle", "=code")
    ordering = ("-created_at",)
    show_full_result_count = False

    @admin.display(description="week or round")
    def week(self, game: Game) -> str:
        """The public count of the title: week, round, year."""
        try:
            view = reading.current_view(game, PUBLIC)
        except Exception:  # the list must open, whatever one title's rules do
            return "?"
        found = next((view[key] for key in ("week", "round", "year") if key in view), "")
        return str(found)

    @admin.display(description="due", ordering="due_at")
    def due(self, game: Game) -> str:
        """The next instant, in the game's zone."""
        return words_of(game).instant(game.due_at.timestamp()) if game.due_at else ""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may change games may make them; the form is `seasons.add`."""
        return bool(request.user.has_perm("games.change_game"))

    def get_urls(self) -> list[URLPattern]:
        """The console's pages stand before the admin's own."""
        one = "<int:pk>/"
        return [
            path("add/", seasons.add, name="games_game_add"),
            path(one + "change/", looking.game_view, name="games_game_change"),
            path(one + "history/", looking.log_view, name="games_game_history"),
            path(one + "log/", looking.log_view, name="games_game_log"),
            path(one + "look/", looking.look_view, name="games_game_look"),
            path(one + "opened/", looking.opened_view, name="games_game_opened"),
            path(one + "resolve/", acting.resolve, name="games_game_resolve"),
            path(one + "act/<slug:kind>/", acting.act, name="games_game_act"),
            path(one + "host/<slug:kind>/", host_buttons.press, name="games_game_host"),
            path(one + "draft/<slug:step>/", seasons.draft, name="games_game_draft"),
            *super().get_urls(),
        ]

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra: Any = None
    ) -> HttpResponse:
        """No other address shows a game's row (IM-6.4: no stored payload on the admin's pages)."""
        raise Http404


@admin.register(MissedTurn)
class MissedTurnAdmin(ReadOnlyAdmin):
    """Turns that people missed in games that have ended; each line leads to its excuse."""

    audits_itself = True
    list_display = ("at", "user", "game", "seat", "key", "is_excused", "excuse")
    list_filter = (("excused_at", admin.EmptyFieldListFilter), "game__title")
    list_display_links = None
    list_select_related = ("user__player", "game", "seat")
    search_fields = ("user__player__persona", "game__name", "=game__code")
    show_full_result_count = False

    @admin.display(description="excused", boolean=True)
    def is_excused(self, turn: MissedTurn) -> bool:
        """Whether a GM has excused it."""
        return turn.excused_at is not None

    @admin.display(description="")
    def excuse(self, turn: MissedTurn) -> str:
        """The way to its excuse."""
        address = reverse("admin:games_missedturn_excuse", args=[turn.pk])
        return format_html('<a href="{}">{}</a>', address, said("excuse"))

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without the games' states."""
        return super().get_queryset(request).defer("game__state")

    def get_urls(self) -> list[URLPattern]:
        """The excuse stands before the admin's own pages."""
        own = path("<int:pk>/excuse/", excusing.excuse, name="games_missedturn_excuse")
        return [own, *super().get_urls()]


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnlyAdmin):
    """Tasks that failed for good; Retry sends one again."""

    list_display = ("failed_at", "name", "error", "incident", "retried_at")
    list_filter = ("name",)
    ordering = ("-id",)

    def get_urls(self) -> list[URLPattern]:
        """Retry beside the read-only pages."""
        retry = path("<int:pk>/retry/", sending.retry_task, name="games_failedtask_retry")
        return [retry, *super().get_urls()]
