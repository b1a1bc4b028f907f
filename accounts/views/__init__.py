"""Pages about people and parks: parse, call one service, answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import get_template
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import Player, User
from accounts.refusals import Refused

View = Callable[..., HttpResponse]
Deed = Callable[..., HttpResponse | None]


def told(request: HttpRequest, code: str, **facts: Any) -> HttpResponse | None:
    """Show `accounts/done.txt`'s sentence for `code` on the next page; no answer of its own."""
    messages.success(request, sentence("done", {"code": code, **facts}))
    return None


def refused(request: HttpRequest, refusal: Refused) -> None:
    """Show why a wish was refused."""
    messages.error(request, sentence("refusal", {"code": refusal.code, **refusal.params}))


def sentence(name: str, facts: dict[str, Any]) -> str:
    """One line of wording, plain text; the page escapes it."""
    return " ".join(get_template(f"accounts/{name}.txt").render(facts).split())


def deed(back: str, *arguments: str) -> Callable[[Deed], View]:
    """A signed-in POST that ends on the page `back`, with a refusal shown there in words.

    `arguments` names the view's arguments that the page's address needs.
    """

    def decorate(view: Deed) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                answer = view(request, *args, **kwargs)
            except Refused as refusal:
                refused(request, refusal)
                answer = None
            needed = [kwargs[name] for name in arguments]
            return answer or HttpResponseRedirect(reverse(back, args=needed))

        return login_required(require_POST(guarded))

    return decorate


def player_of(request: HttpRequest) -> Player:
    """The player of whoever is signed in."""
    player, _ = Player.objects.get_or_create(user=me(request))
    return player


def me(request: HttpRequest) -> User:
    """Whoever is signed in; the views that ask are guarded."""
    user = request.user
    assert isinstance(user, User)
    return user


def form_problems(request: HttpRequest, form: Any) -> HttpResponse | None:
    """Show what a form that has no page of its own found wrong; no answer of its own."""
    for name, errors in form.errors.items():
        label = form.fields[name].label or name.capitalize() if name in form.fields else ""
        for error in errors:
            messages.error(request, f"{label}: {error}" if label else str(error))
    return None
