"""Attendance, series and results in the GM console."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, reverse
from django.utils.html import format_html

from accounts.gm_admin import GmAdmin, ReadOnlyAdmin, button
from games.league import fairness, gm_pages
from games.league.classes import class_name
from games.league.models import (
    Book,
    GarnetEntry,
    ImportFile,
    Member,
    ParkName,
    Refresh,
    Result,
    Row,
    Series,
)
from games.league.series import public_balances

Urls = list[URLPattern | URLResolver]


@admin.register(Book)
class BookAdmin(ReadOnlyAdmin):
    """Seasons' attendance. Settings come from the game; what a GM does has pages of its own."""

    list_display = ("name", "source", "version", "refreshed_at", "next_deadline", "closed_at", "go")
    list_filter = ("source",)
    fields = (
        "name",
        "source",
        "version",
        "attendance_from",
        "until",
        "kingdom_ids",
        "park_ids",
        "refresh_hours",
        "zone",
        "opened_at",
        "closed_at",
        "refreshed_at",
        "next_deadline",
        "purged_at",
    )
    actions_detail: ClassVar[tuple[str, ...]] = ("attendance_page",)

    def get_urls(self) -> Urls:
        """The attendance pages beside the admin's own."""
        return [*gm_pages.urls(), *super().get_urls()]

    @admin.display(description="Attendance")
    def go(self, book: Book) -> str:
        """A link to the book's page."""
        url = reverse("admin:league_book_attendance", args=[book.pk])
        return format_html('<a href="{}">Dates and files</a>', url)

    @button(description="Dates and files", url_path="to-attendance")  # type: ignore[untyped-decorator]
    def attendance_page(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """From the settings to the attendance page."""
        return redirect("admin:league_book_attendance", _number(object_id))


def _number(object_id: str) -> int:
    """A row's number from an address that takes any text."""
    if not object_id.isdecimal():
        raise Http404
    return int(object_id)


def _name_of(field: str) -> Subquery:
    """The name of the ORK park in a row's field."""
    return Subquery(ParkName.objects.filter(park_id=OuterRef(field)).values("name")[:1])


@admin.register(Row)
class RowAdmin(ReadOnlyAdmin):
    """Sign-ins, found by persona, ORK id or row; changed through deeds alone."""

    list_display = (
        "row_id",
        "date",
        "at_park",
        "persona",
        "class_shown",
        "home_park",
        "source",
        "counts",
        "edit",
    )
    list_filter = ("book", "source", "excluded", "date")
    search_fields = ("persona", "=player_id", "=row_id")
    ordering = ("-date", "park", "row_id")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """With the parks' names where known; without games in which this GM plays (R-9)."""
        rows: QuerySet[Row] = super().get_queryset(request)
        rows = rows.exclude(book__in=fairness.closed_books(request.user.pk))
        return rows.annotate(park_name=_name_of("park"), home_name=_name_of("home"))

    @admin.display(description="At park", ordering="park")
    def at_park(self, row: Any) -> str:
        """Where it was."""
        return row.park_name or str(row.park or "outside")

    @admin.display(description="Home", ordering="home")
    def home_park(self, row: Any) -> str:
        """The pinned home."""
        return row.home_name or str(row.home or "none")

    @admin.display(description="Counts", boolean=True)
    def counts(self, row: Row) -> bool:
        """Whether no GM has taken it out."""
        return not row.excluded

    @admin.display(description="Class", ordering="class_id")
    def class_shown(self, row: Row) -> str:
        """The class by name, an unknown one as it was written."""
        return class_name(row.class_id) or f"? {row.class_name}"

    @admin.display(description="Edit")
    def edit(self, row: Row) -> str:
        """Links to the deeds for this row."""
        toggle = "include-row" if row.excluded else "exclude-row"
        return format_html(
            '<a href="{}?row_id={}">{}</a> · <a href="{}?row_id={}">home</a>',
            reverse("admin:league_book_deed", args=[row.book_id, toggle]),
            row.row_id,
            "count" if row.excluded else "exclude",
            reverse("admin:league_book_deed", args=[row.book_id, "set-row-home"]),
            row.row_id,
        )


@admin.register(ImportFile)
class ImportFileAdmin(ReadOnlyAdmin):
    """Files: checked, applied, put away."""

    list_display = ("name", "book", "status", "at", "applied_at", "go")
    list_filter = ("status", "book")
    list_select_related = ("book",)
    fields = ("name", "book", "digest", "size", "form", "status", "at", "applied_at", "counts")

    def get_urls(self) -> Urls:
        """The staging page beside the admin's own."""
        return [*gm_pages.file_urls(), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportFile]:
        """Without the rows, which only the staging page needs."""
        files: QuerySet[ImportFile] = super().get_queryset(request)
        return files.defer("lines", "problems", "warnings", "diff")

    @admin.display(description="Staging")
    def go(self, file: ImportFile) -> str:
        """A link to the staging page."""
        url = reverse("admin:league_importfile_staging", args=[file.pk])
        return format_html('<a href="{}">Look</a>', url)


@admin.register(Refresh)
class RefreshAdmin(ReadOnlyAdmin):
    """Runs over the ORK."""

    list_display = ("book", "trigger", "started_at", "finished_at", "calls", "failures", "stopped")
    list_filter = ("book", "trigger", "stopped")
    list_select_related = ("book",)


@admin.register(ParkName)
class ParkNameAdmin(ReadOnlyAdmin):
    """ORK-5.8: the chooser of ORK parks."""

    list_display = ("name", "abbreviation", "park_id", "kingdom_id", "active", "seen_at")
    search_fields = ("name", "abbreviation", "=park_id")
    list_filter = ("kingdom_id", "active")
    actions_list: ClassVar[tuple[str, ...]] = ("read_kingdom",)

    @button(description="Read a kingdom's parks", url_path="read-kingdom")  # type: ignore[untyped-decorator]
    def read_kingdom(self, request: HttpRequest) -> HttpResponse:
        """To the page that asks for the kingdom."""
        return redirect("admin:league_book_parks")


@admin.register(Series)
class SeriesAdmin(GmAdmin):
    """Series: name, start balance, when they run."""

    audit_target = "series"
    list_display = ("name", "start_balance", "opened_at", "closed_at")
    prepopulated_fields: ClassVar[dict[str, tuple[str, ...]]] = {"slug": ("name",)}
    fields = ("name", "slug", "start_balance", "opened_at", "closed_at")
    actions_detail: ClassVar[tuple[str, ...]] = ("death_match",)

    def get_urls(self) -> Urls:
        """The Death Match page beside the admin's own."""
        return [*gm_pages.series_urls(), *super().get_urls()]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Series are closed; results name them."""
        return False

    @button(description="Enter a Death Match", url_path="to-death-match")  # type: ignore[untyped-decorator]
    def death_match(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """To the page that asks who won."""
        return redirect("admin:league_series_match", _number(object_id))


@admin.register(Member)
class MemberAdmin(ReadOnlyAdmin):
    """Members of series, with the balance that everybody may see (GC-14.4)."""

    list_display = ("user", "series", "public_balance", "eliminated")
    list_filter = ("series", "eliminated")
    list_select_related = ("series",)
    fields = ("series", "user", "public_balance", "eliminated")

    @admin.display(description="Garnets")
    def public_balance(self, member: Member) -> int:
        """Without running matches."""
        return public_balances(member.series).get(member.user, 0)


@admin.register(GarnetEntry)
class GarnetEntryAdmin(ReadOnlyAdmin):
    """The ledger, without the entries of running matches (GC-14.4)."""

    list_display = ("at", "member", "game", "amount", "reason")
    list_filter = ("member__series",)
    list_select_related = ("member",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GarnetEntry]:
        """Closed matches only."""
        entries: QuerySet[GarnetEntry] = super().get_queryset(request)
        return entries.filter(public=True)


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Results of finished games."""

    list_display = ("game", "title", "series", "seat_name", "place", "score", "won", "ended_at")
    list_filter = ("title", "series", "won")
    list_select_related = ("series",)
