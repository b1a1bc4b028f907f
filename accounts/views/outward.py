"""Devices that take pushes, and webhooks: one's own and a park's."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from accounts import devices, webhooks
from accounts.forms import WebhookForm
from accounts.models import Device, Park, User
from accounts.refusals import Refused
from accounts.views import deed, form_problems, me, sentence, told
from accounts.views.parks import PEOPLE, managed

MAX_BODY = 4096


def _wish(request: HttpRequest) -> dict[str, Any]:
    """The JSON a page's script sent."""
    if len(request.body) > MAX_BODY:
        raise Refused("subscription_invalid")
    try:
        wish = json.loads(request.body)
    except ValueError as error:
        raise Refused("subscription_invalid") from error
    if not isinstance(wish, dict):
        raise Refused("subscription_invalid")
    return wish


def _refusal(refused: Refused) -> JsonResponse:
    facts = {"code": refused.code, **refused.params}
    return JsonResponse({"code": refused.code, "message": sentence("refusal", facts)}, status=400)


@require_POST
def subscribe(request: HttpRequest) -> JsonResponse:
    """This browser takes pushes from now on."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "sign_in", "message": ""}, status=401)
    try:
        device = devices.subscribe(request, me(request), _wish(request))
    except Refused as refused:
        return _refusal(refused)
    return JsonResponse({"device": device.pk, "name": device.name})


@require_POST
def unsubscribe(request: HttpRequest) -> JsonResponse:
    """This browser takes no pushes any more."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "sign_in", "message": ""}, status=401)
    try:
        endpoint = _wish(request).get("endpoint")
    except Refused as refused:
        return _refusal(refused)
    is_known = isinstance(endpoint, str) and devices.drop(me(request), endpoint=endpoint)
    return JsonResponse({"dropped": is_known})


@deed("preferences")
def drop_device(request: HttpRequest, pk: int) -> HttpResponse | None:
    """No more pushes to a device of one's list."""
    get_object_or_404(Device, pk=pk, user=me(request))
    devices.drop(me(request), pk=pk)
    return told(request, "device_dropped")


@deed("preferences")
def own_webhook(request: HttpRequest) -> HttpResponse | None:
    """Set, try or drop one's own webhook."""
    return _change(request, me(request))


@deed(PEOPLE, "slug")
def park_webhook(request: HttpRequest, slug: str) -> HttpResponse | None:
    """Set, try or drop a park's webhook: its general's affair."""
    return _change(request, managed(request, slug))


def _change(request: HttpRequest, owner: User | Park) -> HttpResponse | None:
    wish = request.POST.get("do", "set")
    if wish == "drop":
        webhooks.drop_webhook(owner, by=request.user.pk, request=request)
        return told(request, "webhook_dropped")
    if wish == "try":
        webhooks.try_out(owner, by=request.user.pk, request=request)
        return told(request, "webhook_tried")
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return form_problems(request, form)
    webhooks.set_webhook(owner, form.cleaned_data["address"], by=request.user.pk, request=request)
    return told(request, "webhook_set")
