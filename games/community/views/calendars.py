"""The calendar of deadlines: page, public file, and a person's own file under a secret address."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.views import me
from games.community import calendar_links, deadlines, icalendar
from games.community.paging import page_of
from games.community.views import shown
from games.community.visibility import reader
from games.hosting import clocks, limits

LINES = 50
SESSION = "calendar_link"
READS, READ_SECONDS = 60, 60


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Deadlines to come; `?own=1` one's own games alone."""
    viewer = reader(request)
    is_own = viewer is not None and request.GET.get("own") == "1"
    lines = deadlines.own(viewer) if is_own and viewer else deadlines.listed(viewer)
    context = {
        "page": page_of(request, lines, LINES),
        "is_own": is_own,
        "now": clocks.now(),
        "public_url": settings.SITE_URL + reverse("community:calendar_public"),
        "link": calendar_links.link_of(me(request)) if viewer is not None else None,
        "new_link": request.session.pop(SESSION, "") if viewer is not None else "",
    }
    return shown(request, "calendar", "calendar", context)


@require_POST
@login_required
def renew(request: HttpRequest) -> HttpResponse:
    """A fresh secret address; shown once, on the page that follows."""
    token = calendar_links.renew(me(request))
    request.session[SESSION] = settings.SITE_URL + reverse("community:calendar_own", args=[token])
    return redirect("community:calendar")


@require_POST
@login_required
def revoke(request: HttpRequest) -> HttpResponse:
    """Close the secret address."""
    calendar_links.revoke(me(request))
    return redirect("community:calendar")


@require_safe
def public_file(request: HttpRequest) -> HttpResponse:
    """Deadlines of public games, for calendar programs."""
    return _file(request, f"{settings.SITE_NAME}: deadlines", deadlines.public())


@require_safe
def own_file(request: HttpRequest, token: str) -> HttpResponse:
    """Deadlines of the games of whoever owns the secret; others find nothing."""
    user = calendar_links.reader_of(token)
    if user is None:
        raise Http404
    return _file(request, f"{settings.SITE_NAME}: my deadlines", deadlines.own(user.pk))


def _file(request: HttpRequest, name: str, lines: list[deadlines.Deadline]) -> HttpResponse:
    wait = limits.http_allows(f"ics:{request.META.get('REMOTE_ADDR', '')}", READS, READ_SECONDS)
    if wait:
        return HttpResponse(status=429, headers={"Retry-After": str(wait)})
    response = HttpResponse(
        icalendar.calendar(name, lines, clocks.now()), content_type=icalendar.TYPE
    )
    response["Cache-Control"] = "private, no-store"
    response["Content-Disposition"] = 'inline; filename="deadlines.ics"'
    return response
