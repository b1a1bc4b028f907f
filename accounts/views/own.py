"""One's own pages: profile, settings, vacation, export, emptying the account."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts import pushkeys, services, webhooks
from accounts.forms import (
    ClaimForm,
    EmptyForm,
    LookForm,
    NoticesForm,
    PersonaForm,
    VacationForm,
    WebhookForm,
)
from accounts.middleware import set_theme_cookie
from accounts.models import Claim, Preferences, Vacation
from accounts.models.people import Theme
from accounts.notices import choose
from accounts.views import deed, form_problems, me, player_of, refused, told


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Persona, park, claim, offices and vacation."""
    player = player_of(request)
    context = {
        "player": player,
        "persona_form": PersonaForm(initial={"persona": player.persona}),
        "claim_form": ClaimForm(initial={"park": player.home_park, "ork_id": player.ork_id}),
        "vacation_form": VacationForm(),
        "may_claim": player.claim != Claim.ASKED,
        "memberships": player.memberships.filter(until_at=None).select_related("park"),
        "offices": player.appointments.filter(until_at=None).select_related("park"),
        "vacations": player.vacations.all(),
    }
    return render(request, "accounts/profile.html", context)


@deed("profile")
def set_persona(request: HttpRequest) -> HttpResponse | None:
    """Choose the name others see."""
    form = PersonaForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    services.rename(player_of(request), form.cleaned_data["persona"], by=request.user.pk)
    return told(request, "renamed")


@deed("profile")
def claim(request: HttpRequest) -> HttpResponse | None:
    """Ask the park to confirm who one is."""
    form = ClaimForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    services.ask_claim(
        player_of(request),
        form.cleaned_data["park"],
        form.cleaned_data["ork_id"],
        request=request,
    )
    return told(request, "claim_asked", park=form.cleaned_data["park"])


@deed("profile")
def add_vacation(request: HttpRequest) -> HttpResponse | None:
    """IM-8.10: mark days; the deputies are told."""
    form = VacationForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    services.set_vacation(
        player_of(request),
        form.cleaned_data["first"],
        form.cleaned_data["last"],
        by=request.user.pk,
        bot=form.cleaned_data["bot"],
        request=request,
    )
    return told(request, "vacation")


@deed("profile")
def drop_vacation(request: HttpRequest, pk: int) -> HttpResponse | None:
    """Take marked days back."""
    vacation = get_object_or_404(Vacation, pk=pk, player=player_of(request))
    services.cancel_vacation(vacation, by=request.user.pk, request=request)
    return told(request, "vacation_cancelled")


@deed("profile")
def leave_park(request: HttpRequest) -> HttpResponse | None:
    """Leave one's park."""
    services.leave_park(player_of(request), by=request.user.pk, request=request)
    return told(request, "left")


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """Look of the pages, and how one is told of what."""
    own = Preferences.objects.filter(user=me(request)).first() or Preferences(user=me(request))
    is_look = request.POST.get("form") == "look"
    is_notices = request.POST.get("form") == "notices"
    look = LookForm(request.POST if is_look else None, instance=own)
    hook = webhooks.shown(me(request))
    notices = NoticesForm(
        request.POST if is_notices else None, chosen=own.notices, has_hook=hook is not None
    )
    if is_look and look.is_valid():
        saved = look.save()
        told(request, "saved")
        response = redirect("preferences")
        set_theme_cookie(response, saved.theme)
        return response
    if is_notices and notices.is_valid():
        choose(me(request), notices.choices())
        told(request, "saved")
        return redirect("preferences")
    context = {
        "look": look,
        "notices": notices,
        "is_bound": look.is_bound or notices.is_bound,
        "push_key": pushkeys.public_text(),
        "devices": me(request).devices.all(),
        "webhook": hook,
        "webhook_form": WebhookForm(),
    }
    return render(request, "accounts/preferences.html", context)


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """The switch in the header; visitors keep it in the cookie alone."""
    theme = request.POST.get("theme", "")
    if theme not in Theme.values:
        return HttpResponse(status=400)
    if request.user.is_authenticated:
        Preferences.objects.update_or_create(user=me(request), defaults={"theme": theme})
    back = request.POST.get("next", "/")
    is_safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    response = HttpResponseRedirect(back if is_safe else "/")
    set_theme_cookie(response, theme)
    return response


@login_required
def export(request: HttpRequest) -> HttpResponse:
    """R-14: everything kept about oneself, as a file."""
    response = JsonResponse(services.export_of(me(request)), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="my-account.json"'
    return response


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def empty(request: HttpRequest) -> HttpResponse:
    """R-14: empty the account; the logs keep a pseudonym."""
    form = EmptyForm(request.POST or None, user=me(request))
    if request.method == "POST" and form.is_valid():
        try:
            services.empty_account(me(request), by=request.user.pk, request=request)
        except services.Refused as refusal:
            refused(request, refusal)
            return redirect("empty_account")
        logout(request)
        told(request, "emptied")
        return redirect(settings.LOGOUT_REDIRECT_URL)
    return render(request, "accounts/empty.html", {"form": form})
