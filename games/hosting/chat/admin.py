"""Talk in the GM console: reports, a game's rooms, and the deeds of moderation (CHAT-10).

No page lists what was said in private: a GM opens a room or a report by a button that is written
down, and one who plays in the game cannot (GC-15.6, R-9).
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from accounts.gm_admin import ReadOnlyAdmin
from games.hosting.chat import console
from games.hosting.chat.models import ChatReport
from games.hosting.console.guards import may_run_games


@admin.register(ChatReport)
class ChatReportAdmin(ReadOnlyAdmin):
    """What members showed to the GM; open ones first."""

    audits_itself = True
    list_display = ("at", "game", "room", "is_closed")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    ordering = ("closed_at", "-at")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatReport]:
        """With its game, one query."""
        rows: QuerySet[ChatReport] = super().get_queryset(request)
        return rows.select_related("message__room__game")

    @admin.display(description="game")
    def game(self, row: ChatReport) -> str:
        """The game it was said in."""
        return str(row.message.room.game)

    @admin.display(description="room")
    def room(self, row: ChatReport) -> str:
        """The kind of room; its name may be its members' own."""
        return row.message.room.kind

    @admin.display(description="dealt with", boolean=True)
    def is_closed(self, row: ChatReport) -> bool:
        """Whether somebody has closed it."""
        return row.closed_at is not None

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever runs games."""
        return may_run_games(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever runs games."""
        return may_run_games(request.user)

    def get_urls(self) -> list[URLPattern]:
        """The pages of talk stand before the admin's own."""
        return [
            path("<int:pk>/change/", console.report_page, name="chat_chatreport_change"),
            path("game/<int:pk>/", console.game_talk, name="chat_game"),
            path("message/<slug:name>/<slug:kind>/", console.deed, name="chat_deed"),
            path("ban/<int:pk>/lift/", console.lift, name="chat_lift"),
            *super().get_urls(),
        ]

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra: Any = None
    ) -> HttpResponse:
        """No other address shows a report."""
        raise Http404
