"""A person's own page of missed turns: nobody else's is shown, and none of a running game."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.hosting import missed
from games.hosting.models import MissedTurn

MOST = 100


@require_GET
@never_cache
@login_required
def missed_turns(request: HttpRequest) -> HttpResponse:
    """The latest missed turns of the person asking, with what was excused."""
    assert request.user.pk is not None
    turns = MissedTurn.objects.filter(user=request.user.pk).select_related("game", "seat")
    context = {
        "turns": turns.defer("game__state")[:MOST],
        "record": missed.record(request.user.pk),
    }
    return render(request, "games/missed.html", context)
