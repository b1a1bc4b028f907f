"""The GM's attendance pages inside the admin: a book's dates, its deeds, its files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404
from django.template.loader import get_template
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts import clock
from accounts.refusals import Refused
from accounts.services import audit
from games.league import fairness, importing, ledger, parks, previews, series
from games.league.editing import Editor
from games.league.exporting import export_csv
from games.league.gm_deeds import DEEDS, Deed
from games.league.gm_forms import ApplyForm, DeathMatchForm, KingdomForm, UploadForm
from games.league.import_reading import MAX_BYTES
from games.league.models import Book, ImportFile, Series

View = Callable[..., HttpResponse]
SHOWN_PROBLEMS = 200


def urls() -> list[URLPattern]:
    """The pages, under the book's, file's and series' admin addresses."""
    return [
        _page("<int:book_id>/attendance/", attendance, "book_attendance", "view_book"),
        _page("<int:book_id>/export.csv", export, "book_export", "view_book"),
        _page("<int:book_id>/upload/", upload, "book_upload", "change_book"),
        _page("<int:book_id>/do/<slug:name>/", deed, "book_deed", "change_book"),
        _page("parks/", chooser, "book_parks", "change_book"),
    ]


def file_urls() -> list[URLPattern]:
    """The staging page of a file."""
    return [_page("<int:file_id>/staging/", staging, "importfile_staging", "change_book")]


def series_urls() -> list[URLPattern]:
    """The Death Match page of a series."""
    return [_page("<int:series_id>/death-match/", death_match, "series_match", "change_series")]


def _page(route: str, view: View, name: str, right: str) -> URLPattern:
    guarded = admin.site.admin_view(partial(_with_right, view, f"league.{right}"))
    return path(route, guarded, name=f"league_{name}")


def _with_right(view: View, right: str, request: HttpRequest, **kwargs: Any) -> HttpResponse:
    if not request.user.has_perm(right):
        raise PermissionDenied
    return view(request, **kwargs)


def say(name: str, facts: dict[str, Any]) -> str:
    """One line of wording, plain text; the page escapes it."""
    return " ".join(get_template(f"league/{name}.txt").render(facts).split())


def show_refusal(request: HttpRequest, refusal: Refused) -> None:
    """Say above the page why something was refused."""
    messages.error(request, say("refusal", {"code": refusal.code, **refusal.params}))


def _render(request: HttpRequest, name: str, title: str, **context: Any) -> HttpResponse:
    common = admin.site.each_context(request)
    return TemplateResponse(request, f"league/{name}.html", {**common, "title": title, **context})


def attendance(request: HttpRequest, book_id: int) -> HttpResponse:
    """Every date with its rows and last reading, what needs a look, and the buttons."""
    book = get_object_or_404(Book, pk=book_id)
    now = clock.now()
    names = ledger.park_names()
    dates = [
        (state, [(park, ledger.park_name(names, park)) for park in state.shields])
        for state in ledger.date_states(book, now)
    ]
    return _render(
        request,
        "gm_attendance",
        f"Attendance: {book}",
        book=book,
        dates=dates,
        findings=ledger.findings(book, now)[:SHOWN_PROBLEMS],
        deeds=DEEDS,
        files=ImportFile.objects.filter(book=book).defer("lines", "problems", "warnings")[:20],
        last=book.refreshes.first(),
    )


def deed(request: HttpRequest, book_id: int, name: str) -> HttpResponse:
    """A form, then what it would change for each park, then the deed itself."""
    book = get_object_or_404(Book, pk=book_id)
    if name not in DEEDS:
        raise Http404
    chosen = DEEDS[name]
    back = reverse("admin:league_book_attendance", args=[book_id])
    form = chosen.form(request.POST or None, initial=request.GET.dict())
    changes, is_previewed = None, False
    if request.method == "POST" and (form := chosen.form(request.POST)).is_valid():
        act = _bound(chosen, book_id, form, request)
        try:
            if chosen.has_preview and "confirm" not in request.POST:
                is_closed = book_id in fairness.closed_books(request.user.pk)
                changes = None if is_closed else previews.changes_by(book_id, act)
                is_previewed = True
            else:
                act()
                messages.success(request, f"{chosen.title}: done.")
                return HttpResponseRedirect(back)
        except Refused as refusal:
            show_refusal(request, refusal)
    return _render(
        request,
        "gm_deed",
        f"{chosen.title}: {book}",
        deed=chosen,
        form=form,
        back=back,
        changes=changes,
        is_previewed=is_previewed,
        needs_preview=chosen.has_preview,
    )


def _bound(deed: Deed, book_id: int, form: forms.Form, request: HttpRequest) -> Callable[[], Any]:
    data = form.cleaned_data
    editor = Editor(request.user.pk, data.get("reason", ""), request)
    return lambda: deed.act(book_id, data, editor)


def upload(request: HttpRequest, book_id: int) -> HttpResponse:
    """ORK-6.4: take a file, check it, show the staging page."""
    book = get_object_or_404(Book, pk=book_id)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        editor = Editor(request.user.pk, "", request)
        try:
            # one byte too many is enough to see that a file is too big
            file = importing.stage(book_id, sent.name, sent.read(MAX_BYTES + 1), editor)
        except Refused as refusal:
            show_refusal(request, refusal)
        else:
            return HttpResponseRedirect(_staging_page(file))
    back = reverse("admin:league_book_attendance", args=[book_id])
    return _render(request, "gm_upload", f"Import a file: {book}", form=form, back=back)


def _staging_page(file: ImportFile) -> str:
    return reverse("admin:league_importfile_staging", args=[file.pk])


def staging(request: HttpRequest, file_id: int) -> HttpResponse:
    """ORK-6.4: counts, errors, difference, change of resources; apply or put away."""
    file = get_object_or_404(ImportFile.objects.select_related("book"), pk=file_id)
    form = ApplyForm(request.POST or None)
    if request.method == "POST" and _decided(request, file, form):
        return HttpResponseRedirect(_staging_page(file))
    is_waiting = file.status == ImportFile.Status.CHECKED
    may_see = file.book_id not in fairness.closed_books(request.user.pk)
    names = ledger.park_names()
    return _render(
        request,
        "gm_staging",
        f"File: {file.name}",
        file=file,
        form=form,
        is_waiting=is_waiting,
        problems=file.problems[:SHOWN_PROBLEMS],
        warnings=file.warnings[:SHOWN_PROBLEMS],
        diff=[(ledger.park_name(names, line["park"]) or "outside", line) for line in file.diff],
        changes=previews.resource_changes(file) if is_waiting and file.lines and may_see else None,
        back=reverse("admin:league_book_attendance", args=[file.book_id]),
    )


def _decided(request: HttpRequest, file: ImportFile, form: ApplyForm) -> bool:
    try:
        if "discard" in request.POST:
            importing.discard(file.pk, Editor(request.user.pk, "", request))
            messages.success(request, "The file was put away.")
            return True
        if not form.is_valid():
            return False
        editor = Editor(request.user.pk, form.cleaned_data["reason"], request)
        skip = form.cleaned_data["skip_bad_lines"]
        importing.apply_import(file.pk, editor, skip_bad_lines=skip)
        messages.success(request, "The file was applied.")
    except Refused as refusal:
        show_refusal(request, refusal)
        return False
    return True


def export(request: HttpRequest, book_id: int) -> HttpResponse:
    """ORK-6.6: the book as CSV; personas leave the portal, so it is written down who took them."""
    book = get_object_or_404(Book, pk=book_id)
    fairness.check(request.user.pk, book_id)
    audit(
        by=request.user.pk,
        what="attendance.export",
        target="book",
        target_id=book_id,
        request=request,
    )
    response = StreamingHttpResponse(export_csv(book_id), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="attendance-{book.pk}.csv"'
    return response  # type: ignore[return-value]


def chooser(request: HttpRequest) -> HttpResponse:
    """ORK-5.8: read a kingdom's parks into the chooser."""
    form = KingdomForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            found = parks.update_kingdom(form.cleaned_data["kingdom_id"])
            messages.success(request, f"Parks read: {found}")
            return HttpResponseRedirect(reverse("admin:league_parkname_changelist"))
        except Refused as refusal:
            show_refusal(request, refusal)
    back = reverse("admin:league_parkname_changelist")
    return _render(request, "gm_upload", "Read the parks of a kingdom", form=form, back=back)


def death_match(request: HttpRequest, series_id: int) -> HttpResponse:
    """GC-14.6: enter the outcome of a Death Match."""
    held = get_object_or_404(Series, pk=series_id)
    form = DeathMatchForm(request.POST or None)
    back = reverse("admin:league_series_change", args=[series_id])
    if request.method == "POST" and form.is_valid():
        try:
            series.record_death_match(held, **form.cleaned_data, by=request.user.pk)
            messages.success(request, "The Death Match was recorded.")
            return HttpResponseRedirect(back)
        except Refused as refusal:
            show_refusal(request, refusal)
    return _render(request, "gm_upload", f"Death Match: {held}", form=form, back=back)
