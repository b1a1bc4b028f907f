"""Missed turns in the console: a GM excuses one with a reason, or takes the excuse back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from games.hosting import missed
from games.hosting.console.acting import clean_reason
from games.hosting.console.guards import gm_page
from games.hosting.console.layout import plain_page
from games.hosting.console.sentences import said
from games.hosting.models import MissedTurn


@gm_page
@require_http_methods(["GET", "POST"])
def excuse(request: HttpRequest, pk: int) -> HttpResponse:
    """One missed turn: nobody excuses his own."""
    turn = get_object_or_404(MissedTurn.objects.select_related("seat", "user", "game"), pk=pk)
    assert request.user.pk is not None
    if turn.user_id == request.user.pk:
        raise PermissionDenied
    is_taken_back = turn.excused_at is not None
    if request.method == "POST":
        reason = clean_reason(request.POST.get("reason", ""))
        if is_taken_back or reason:
            missed.excuse(
                turn, by=request.user.pk, reason="" if is_taken_back else reason, request=request
            )
            messages.success(request, said("done", label=str(turn)))
            return redirect("admin:games_missedturn_changelist")
        messages.error(request, said("reason_needed"))
    context = {"turn": turn, "is_taken_back": is_taken_back}
    return plain_page(request, "console/excuse.html", said("excuse"), context)
