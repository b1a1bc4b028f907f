"""Tokens for one's own programs: made with a fresh sign-in, shown once, revoked at any time."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from accounts import tokens as service
from accounts.forms import TokenForm
from accounts.gamefacts import OwnSeat, seats_of
from accounts.models import ApiToken
from accounts.refusals import Refused
from accounts.views import deed, me, refused, told

_ONCE = "new_token"


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """The list, a form for another, and the secret of the one just made."""
    seats = seats_of(me(request).pk)
    form = TokenForm(request.POST if request.method == "POST" else None, seats=seats)
    if request.method == "POST" and form.is_valid():
        try:
            _, secret = service.make(
                me(request),
                form.cleaned_data["name"],
                scopes=form.scopes(),
                request=request,
                **form.place(),
            )
        except Refused as refusal:
            refused(request, refusal)
        else:
            request.session[_ONCE] = secret
        return HttpResponseRedirect(reverse("tokens"))
    rows = [
        {"token": token, "scopes": service.said(token), "place": _place(token, seats)}
        for token in service.own(me(request))
    ]
    context = {"form": form, "rows": rows, "secret": request.session.pop(_ONCE, "")}
    return render(request, "accounts/tokens.html", context)


def _place(token: ApiToken, seats: list[OwnSeat]) -> str:
    """Where a bound token may be used, in words where the game is still known."""
    if not token.game:
        return ""
    for own in seats:
        if own.game == token.game and token.seat in (None, own.number):
            return own.game_name if token.seat is None else f"{own.game_name}, {own.name}"
    return token.game


@deed("tokens")
def revoke(request: HttpRequest, pk: int) -> HttpResponse | None:
    """End one."""
    service.revoke(get_object_or_404(ApiToken, pk=pk, user=me(request)), request=request)
    return told(request, "token_revoked")
