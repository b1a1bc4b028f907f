"""Tables in the GM console: to look at; what a GM may do there stands on the table's own page."""

from __future__ import annotations

from django.contrib import admin

from accounts.gm_admin import GmTabularInline, ReadOnlyAdmin
from games.hosting.tables.models import Table, TablePlace


class PlacesInline(GmTabularInline):
    """The seats of a table."""

    model = TablePlace
    fields = ("number", "kind", "user", "park", "invited", "ready")
    can_delete = False


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """All tables, open ones first; the secret link is not shown."""

    list_display = ("name", "title", "status", "begin", "visibility", "created_at", "game")
    list_filter = ("status", "title", "visibility")
    search_fields = ("name", "=code")
    ordering = ("-created_at",)
    exclude = ("link",)
    inlines = (PlacesInline,)
    show_full_result_count = False
