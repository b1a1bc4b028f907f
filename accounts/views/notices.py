"""The bell: list, count, and links that stop mail without sign-in (R-11)."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.kinds import told as told_by
from accounts.mailbox import is_used
from accounts.models import KeptMail, Notice
from accounts.notices import (
    address,
    listed,
    mark_read,
    read_stop_token,
    said_outside,
    stop_mail,
    unread_count,
    worded,
)
from accounts.veils import veiled
from accounts.views import deed, me

LATEST = 3
MAILS_SHOWN = 100


@require_safe
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The latest notices."""
    rows = [
        {"notice": notice, "text": text, "leads": bool(address(notice))}
        for notice, text in worded(listed(me(request)))
    ]
    return render(request, "accounts/notices.html", {"rows": rows})


@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """The number on the bell and what the browser may announce while a tab is open.

    What pops up may be read by who stands by: a discreet game says no more than by mail.
    """
    if not request.user.is_authenticated:
        return JsonResponse({"unread": 0, "latest": []})
    chosen = request.preferences.notices  # type: ignore[attr-defined]
    fresh = Notice.objects.filter(recipient=me(request), read_at=None, is_shown=True)[:LATEST]
    latest = [
        {"id": veiled(notice.pk), "text": text, "url": reverse("notice", args=[notice.pk])}
        for notice, text in said_outside(fresh)
        if told_by(notice.kind, chosen).browser
    ]
    return JsonResponse({"unread": unread_count(me(request)), "latest": latest})


@require_safe
@login_required
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark one as read and go where it leads."""
    found = get_object_or_404(Notice, pk=pk, recipient=me(request))
    mark_read(me(request), [found.pk])
    return HttpResponseRedirect(address(found) or reverse("notices"))


@deed("notices")
def read_all(request: HttpRequest) -> None:
    """Mark all as read."""
    mark_read(me(request))


@csrf_exempt  # one-click unsubscribing posts from a mail program (RFC 8058); the token is the right
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mail of some kinds, without sign-in; a look alone changes nothing."""
    found = read_stop_token(token)
    if found is None:
        raise Http404
    user, kinds = found
    if request.method == "POST":
        stop_mail(user, kinds)
    context = {"kinds": kinds, "is_done": request.method == "POST"}
    return render(request, "accounts/notices_stop.html", context)


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """The mail of a demonstration; elsewhere there is no such page."""
    if not is_used():
        raise Http404
    return render(request, "accounts/mailbox.html", {"mails": KeptMail.objects.all()[:MAILS_SHOWN]})
