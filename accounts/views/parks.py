"""A park's people: members, offices, claims, invitations, heraldry."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import clock, invitations, services, webhooks
from accounts.forms import (
    AppointForm,
    DecideForm,
    HandOverForm,
    HeraldryForm,
    InviteForm,
    WebhookForm,
)
from accounts.heraldry import MAX_BYTES
from accounts.models import (
    Claim,
    General,
    Heraldry,
    Invitation,
    Membership,
    Office,
    Park,
    Player,
    Vacation,
)
from accounts.refusals import Refused
from accounts.views import deed, form_problems, me, player_of, told

PEOPLE = "park_people"


@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to a park and acts for it; its general and GMs manage it here."""
    park = get_object_or_404(Park, slug=slug)
    now = clock.now()
    may_manage = services.may_manage(me(request), park.pk)
    context: dict[str, Any] = {
        "park": park,
        "may_manage": may_manage,
        "appointments": General.objects.filter(General.holds(now), park=park)
        .select_related("player")
        .order_by("-office", "from_at"),
        "memberships": Membership.objects.filter(park=park, until_at=None)
        .select_related("player")
        .order_by("player__persona"),
        "new_link": request.session.pop("invitation_link", "") if may_manage else "",
    }
    if may_manage:
        context.update(_management(request, park))
    return render(request, "accounts/park_people.html", context)


def _management(request: HttpRequest, park: Park) -> dict[str, Any]:
    return {
        "claims": Player.objects.filter(home_park=park, claim=Claim.ASKED),
        "invitations": Invitation.objects.filter(
            park=park, revoked_at=None, uses_left__gt=0, expires_at__gt=timezone.now()
        ),
        "vacations": Vacation.objects.filter(
            player__appointments__park=park,
            player__appointments__until_at=None,
            last__gte=clock.now().date(),
        ).select_related("player"),
        "invite_form": InviteForm(),
        "appoint_form": AppointForm(park=park, offices=_offices(request)),
        "hand_over_form": HandOverForm(park=park),
        "heraldry_form": HeraldryForm(),
        "webhook": webhooks.shown(park),
        "webhook_form": WebhookForm(),
    }


def _offices(request: HttpRequest) -> list[str]:
    """A general appoints deputies and hands over; a GM appoints generals too."""
    return list(Office.values) if request.user.is_staff else [Office.DEPUTY.value]


def managed(request: HttpRequest, slug: str) -> Park:
    """The park of this name, for who manages it; 403 for others."""
    park = get_object_or_404(Park, slug=slug)
    if not services.may_manage(me(request), park.pk):
        raise PermissionDenied
    return park


@deed(PEOPLE, "slug")
def appoint(request: HttpRequest, slug: str) -> HttpResponse | None:
    """Make a member deputy (or, for a GM, general)."""
    park = managed(request, slug)
    form = AppointForm(request.POST, park=park, offices=_offices(request))
    if not form.is_valid():
        return form_problems(request, form)
    services.appoint(
        park,
        form.cleaned_data["player"],
        form.cleaned_data["office"],
        by=request.user.pk,
        request=request,
    )
    return told(request, "appointed", player=form.cleaned_data["player"])


@deed(PEOPLE, "slug")
def end_appointment(request: HttpRequest, slug: str, pk: int) -> HttpResponse | None:
    """End an office: the holder's own, a deputy's by the general, anybody's by a GM."""
    park = get_object_or_404(Park, slug=slug)
    held = get_object_or_404(General.objects.select_related("player"), pk=pk, park=park)
    if held.player.user_id != request.user.pk:
        managed(request, slug)
    services.end_appointment(held, by=request.user.pk, request=request)
    return told(request, "appointment_ended", player=held.player)


@deed(PEOPLE, "slug")
def hand_over(request: HttpRequest, slug: str) -> HttpResponse | None:
    """Pass the office of general to a member."""
    park = managed(request, slug)
    form = HandOverForm(request.POST, park=park)
    if not form.is_valid():
        return form_problems(request, form)
    general = General.objects.filter(park=park, office=Office.GENERAL, until_at=None).first()
    if general is None:
        raise Refused("not_general")
    services.hand_over(
        general,
        form.cleaned_data["player"],
        by=request.user.pk,
        reason=form.cleaned_data["reason"],
        request=request,
    )
    return told(request, "handed_over", player=form.cleaned_data["player"])


@deed(PEOPLE, "slug")
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse | None:
    """Confirm or refuse who somebody says they are."""
    park = managed(request, slug)
    player = get_object_or_404(Player, pk=pk, home_park=park)
    form = DecideForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    services.decide_claim(player, **form.cleaned_data, by=me(request), request=request)
    code = "claim_approved" if form.cleaned_data["approve"] else "claim_refused"
    return told(request, code, player=player)


@deed(PEOPLE, "slug")
def remove_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse | None:
    """Take a member out of the park."""
    park = managed(request, slug)
    member = get_object_or_404(Membership, pk=pk, park=park, until_at=None)
    services.leave_park(member.player, by=request.user.pk, request=request)
    return told(request, "member_removed", player=member.player)


@deed(PEOPLE, "slug")
def invite(request: HttpRequest, slug: str) -> HttpResponse | None:
    """Invite by mail, or make a link that is shown once."""
    park = managed(request, slug)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    invitation, token = services.invite(park, by=me(request), **form.cleaned_data, request=request)
    if invitation.email:
        return told(request, "invited")
    request.session["invitation_link"] = invitations.link_of(token)
    return None


@deed(PEOPLE, "slug")
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse | None:
    """Make an invitation useless."""
    park = managed(request, slug)
    services.revoke(
        get_object_or_404(Invitation, pk=pk, park=park), by=me(request), request=request
    )
    return told(request, "invitation_revoked")


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation leads to; joining is a button, after signing in."""
    invitation = invitations.open_invitation(token)
    status = 200 if invitation else 404
    context = {"invitation": invitation, "token": token}
    return render(request, "accounts/join.html", context, status=status)


@deed("join", "token")
def accept(request: HttpRequest, token: str) -> HttpResponse | None:
    """Join the park."""
    membership = services.accept(token, player_of(request), request=request)
    told(request, "joined", park=membership.park)
    return redirect(PEOPLE, slug=membership.park.slug)


@deed(PEOPLE, "slug")
def set_heraldry(request: HttpRequest, slug: str) -> HttpResponse | None:
    """Give the park a picture, or take it away."""
    park = managed(request, slug)
    if "remove" in request.POST:
        services.remove_heraldry(park, by=request.user.pk, request=request)
        return told(request, "heraldry_removed")
    form = HeraldryForm(request.POST, request.FILES)
    if not form.is_valid():
        return form_problems(request, form)
    data = form.cleaned_data["picture"].read(MAX_BYTES + 1)
    services.set_heraldry(park, data, by=request.user.pk, request=request)
    return told(request, "heraldry")


@require_safe
def heraldry(request: HttpRequest, name: str) -> HttpResponse:
    """A park's picture: never more than a picture, whoever opens it (T-15)."""
    found = Heraldry.objects.filter(name=name).first()
    if found is None:
        raise Http404
    return HttpResponse(
        bytes(found.content),
        content_type="image/webp",
        headers={
            "Cache-Control": "public, max-age=31536000, immutable",
            "Content-Disposition": f'attachment; filename="{found.name}"',
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cross-Origin-Resource-Policy": "same-origin",
        },
    )
