"""The directory of parks, and the pages of parks and people."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from accounts.models import Park
from games.community import directory
from games.community import people as persons
from games.community.paging import page_of, search_of
from games.community.tables import public_results
from games.community.views import shown
from games.community.visibility import reader
from games.league.standings import PARK

PARKS = 24
GAMES = 15


@require_safe
def parks(request: HttpRequest) -> HttpResponse:
    """All parks, or those searched for."""
    words = search_of(request)
    page = page_of(request, directory.parks(words), PARKS)
    officers = directory.officers([park.pk for park in page.object_list])
    cards = [{"park": park, **officers.get(park.pk, {})} for park in page.object_list]
    return shown(request, "parks", "parks", {"page": page, "cards": cards, "words": words})


@require_safe
def park(request: HttpRequest, slug: str) -> HttpResponse:
    """One park: who acts for it, where it plays, what it has won."""
    row = get_object_or_404(Park, slug=slug)
    counted = directory.parks().filter(pk=row.pk).first()
    viewer = reader(request)
    page = page_of(request, directory.past_results(row, viewer), GAMES)
    context = {
        "park": row,
        "members": counted.members if counted else 0,
        **directory.officers([row.pk]).get(row.pk, {}),
        "seats": directory.running_seats(row, viewer),
        "titles": persons.by_title(public_results().filter(park=row), PARK),
        "page": page,
        "results": persons.with_games(list(page.object_list)),
    }
    return shown(request, "park", "parks", context)


@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponse:
    """Members by persona, for members."""
    words = search_of(request)
    page = page_of(request, persons.found(words), 50)
    return shown(request, "people", "people", {"page": page, "words": words})


@require_safe
def person(request: HttpRequest, number: int) -> HttpResponse:
    """One member's page."""
    viewer = reader(request)
    context = persons.page(number, viewer)
    if context is None:
        raise Http404
    results = persons.led_results(number, viewer).select_related("park")
    page = page_of(request, results, GAMES)
    context |= {"page": page, "results": persons.with_games(list(page.object_list))}
    return shown(request, "person", "people", context)
