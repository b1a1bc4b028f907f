"""Announcements: the list, one of them, and the feed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from accounts import clock
from games.community import announcements, markdown
from games.community.models import Announcement
from games.community.paging import page_of
from games.community.views import shown
from games.community.visibility import reader
from games.hosting import rights

PAGE = 10
IN_FEED = 20


def with_html(rows: Any) -> list[dict[str, Any]]:
    """Announcements with their text as clean HTML."""
    return [{"row": row, "html": markdown.render(row.text)} for row in rows]


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """What one may read now, pinned ones first."""
    page = page_of(request, announcements.seen_by(reader(request)), PAGE)
    return shown(request, "news", "news", {"page": page, "entries": with_html(page.object_list)})


@require_safe
def announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """One announcement under its permanent address."""
    rows = announcements.shown(clock.now()).select_related("game").filter(pk=pk)
    row = rows.first()
    if row is None or not _may_read(row, reader(request)):
        raise Http404
    return shown(request, "announcement", "news", {"entry": with_html([row])[0]})


def _may_read(row: Announcement, user_id: int | None) -> bool:
    """Whoever may open the game it is about; of the league everybody."""
    if row.game is None:
        return True
    held = rights.of_seats(list(row.game.seats.all()), clock.now())
    return rights.may_watch(row.game, user_id, held)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """The public announcements as Atom."""
    rows = list(announcements.seen_by(None).order_by("-shown_from", "-pk")[:IN_FEED])
    atom = Atom1Feed(
        title=f"News of {settings.SITE_NAME}",
        link=settings.SITE_URL + reverse("community:news"),
        feed_url=settings.SITE_URL + reverse("community:feed"),
        description=f"News of {settings.SITE_NAME}",
        language="en",
    )
    for row in rows:
        link = settings.SITE_URL + reverse("community:announcement", args=[row.pk])
        atom.add_item(
            title=row.title,
            link=link,
            description=markdown.render(row.text),
            unique_id=link,
            pubdate=row.shown_from,
            updateddate=row.shown_from,
        )
    response = HttpResponse(content_type="application/atom+xml; charset=utf-8")
    atom.write(response, "utf-8")
    return response
