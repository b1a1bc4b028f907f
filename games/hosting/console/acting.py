"""GM actions as pages: a form, the dry run with the reason, and the confirmation (IM-5.5, IM-17).

These are views of their own, outside the admin's change form: the door's transaction is durable and
never inside another.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.refusals import Refused
from games.engine import codec
from games.engine.protocol import CLOCK, Refusal
from games.hosting import asking, texts
from games.hosting.console import companions, facts, looking
from games.hosting.console.action_form import ActionForm, Offer, offers
from games.hosting.console.guards import Desk, game_page, opens_secrets
from games.hosting.console.layout import page
from games.hosting.console.ruling import Ruling, carry_out, look_ahead, typed
from games.hosting.console.sentences import refusal_text, said
from games.hosting.console.words import Words, words_of
from games.hosting.intents import Answer
from games.hosting.models import Game, Status
from games.registry import rules_of

SALT = "console.clock"
REASON_LENGTH = 500
KEPT_OUT = frozenset({"csrfmiddlewaretoken", "step", "reason", "token"})
UNSAID = "…"
CONFIRM, CHECK = "confirm", "check"
ONCE_SECONDS = 24 * 3600


@game_page
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, desk: Desk, kind: str) -> HttpResponse:
    """One GM action of the title."""
    game, state = asking.load(desk.game.pk)
    offer = offers(game, state).get(kind)
    if offer is None:
        raise Http404
    desk.standing.check(kind)
    words = words_of(game)
    if not offer.is_open:
        messages.error(request, said("not_open", label=offer.button.label))
        return redirect("admin:games_game_change", game.pk)
    posted = request.POST if request.method == "POST" else None
    form = ActionForm(posted, game=game, offer=offer, state=state, words=words)
    if posted is None and not form.fields:  # nothing to ask: straight to the dry run
        form = ActionForm({}, game=game, offer=offer, state=state, words=words)
    if not form.is_bound or not form.is_valid():
        return _form_page(request, desk, form)
    return _judge(request, desk, form, words)


def _judge(request: HttpRequest, desk: Desk, form: ActionForm, words: Words) -> HttpResponse:
    """A filled-in form: its dry run, or its deed once it is confirmed with a reason."""
    offer = form.offer
    raw = form.builtins()
    reason = clean_reason(request.POST.get("reason", ""))
    is_confirmed = request.POST.get("step") == CONFIRM
    needs_reason = offer.has_reason and desk.game.status != Status.DRAFT
    try:
        if offer.has_reason:
            raw["reason"] = reason or UNSAID
        ruling = Ruling(desk.game, typed(desk.game, raw))
    except codec.BadInput as error:
        form.add_error(None, str(error))
        return _form_page(request, desk, form)
    if is_confirmed and (reason or not needs_reason):
        return _confirm(request, desk, form, ruling, raw)
    if is_confirmed:
        messages.error(request, said("reason_needed"))
    return dry_run_page(
        request,
        desk,
        ruling,
        heading=offer.button.label,
        more={"offer": offer, "needs_reason": needs_reason, "words": words},
    )


def _form_page(request: HttpRequest, desk: Desk, form: ActionForm) -> HttpResponse:
    back = request.POST.get("back", "") or request.GET.get("back", "")
    context = {"form": form, "offer": form.offer, "back": back if back.isalpha() else ""}
    return page(request, desk, "console/action.html", form.offer.button.label, context)


def _confirm(
    request: HttpRequest, desk: Desk, form: ActionForm, ruling: Ruling, raw: dict[str, Any]
) -> HttpResponse:
    reason = clean_reason(request.POST.get("reason", ""))
    wish = companions.Wish(request, desk.game, raw, form.chosen())
    token = token_of(request)
    try:
        plan = companions.plan(ruling.kind, wish)
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("admin:games_game_act", desk.game.pk, ruling.kind)
    answer = carry_out(request, ruling, reason=reason, plan=plan, token=token)
    tell(request, desk, answer, done=form.offer.button.label)
    is_first = cache.add(f"console:{token}", 1, ONCE_SECONDS)
    if answer.ok and opens_secrets(ruling.kind) and is_first:
        return looking.open_once(request, desk, raw.get("side"))
    return home(request, desk)


def home(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Where a deed leads back to: the step of a draft it was asked from, else the game's page."""
    back = request.POST.get("back", "")
    is_draft = Game.objects.filter(pk=desk.game.pk, status=Status.DRAFT).exists()
    if back.isalpha() and is_draft:
        return redirect("admin:games_game_draft", desk.game.pk, back)
    return redirect("admin:games_game_change", desk.game.pk)


def dry_run_page(
    request: HttpRequest, desk: Desk, ruling: Ruling, *, heading: str, more: dict[str, Any]
) -> HttpResponse:
    """What would happen, everything posted kept in hidden inputs, and the reason to fill in."""
    found = look_ahead(request, ruling, desk.standing)
    words = more.get("words") or words_of(desk.game)
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in KEPT_OUT
        for value in values
    ]
    context = {
        **more,
        "kept": kept,
        "token": token_of(request),
        "reason": request.POST.get("reason", ""),
        "told": facts.block(words, _asked_facts(ruling)),
        "blind": desk.standing.blind,
    }
    if isinstance(found, Refusal):
        context["refusal"] = texts.message(
            desk.game.title, found.code, _params(words, found.params)
        )
    elif isinstance(found, str):
        context["refusal"] = said("dry_run_failed", incident=found)
    else:
        found.pop("kind", None)
        context |= looking.event_lines(desk.game, words, found.pop("events", []))
        context["found"] = facts.block(words, found)
    return page(request, desk, "console/dry_run.html", heading, context)


def _asked_facts(ruling: Ruling) -> dict[str, Any]:
    """The action's own fields, as they were filled in."""
    raw = codec.to_builtins(ruling.action)
    return {k: v for k, v in raw.items() if k not in ("type", "now", "reason")}


@game_page
@require_http_methods(["GET", "POST"])
def resolve(request: HttpRequest, desk: Desk) -> HttpResponse:
    """IM-4.4, R-2: what the clock does next, done now; the action as it stood on the page."""
    game, state = asking.load(desk.game.pk)
    rules = rules_of(game.title)
    words = words_of(game)
    stood = request.POST.get("clock_action", "")
    if stood:
        try:
            action = codec.convert(signing.loads(stood, salt=SALT), rules.Action)
        except (signing.BadSignature, codec.BadInput) as error:
            raise Http404 from error
    else:
        due = rules.deadline(state, game.clock)
        if due is None:
            messages.error(request, said("no_deadline"))
            return redirect("admin:games_game_change", game.pk)
        action = due.action
        stood = signing.dumps(codec.to_builtins(action), salt=SALT)
    ruling = Ruling(game, action, CLOCK)
    reason = clean_reason(request.POST.get("reason", ""))
    if request.POST.get("step") == CONFIRM and reason:
        answer = carry_out(
            request, ruling, what="game.resolved_now", reason=reason, token=token_of(request)
        )
        tell(request, desk, answer, done=said("resolve_now"))
        return redirect("admin:games_game_change", game.pk)
    if request.POST.get("step") == CONFIRM:
        messages.error(request, said("reason_needed"))
    more = {"words": words, "clock_action": stood, "needs_reason": True, "is_private_reason": True}
    return dry_run_page(request, desk, ruling, heading=said("resolve_now"), more=more)


def clean_reason(text: str) -> str:
    """A reason, trimmed to one line."""
    return " ".join(text.split())[:REASON_LENGTH]


def token_of(request: HttpRequest) -> str:
    """One id per confirmation page: pressing its button twice is one deed (R-1)."""
    given = str(request.POST.get("token", ""))
    is_ours = given.startswith("gm-") and given.isascii() and 10 < len(given) <= 40  # noqa: PLR2004
    return given if is_ours else f"gm-{secrets.token_hex(12)}"


def tell(request: HttpRequest, desk: Desk, answer: Answer, *, done: str) -> None:
    """Done, or the refusal in words."""
    if answer.ok:
        messages.success(request, said("done", label=done))
        return
    params = _params(words_of(desk.game), answer.params)
    messages.error(request, texts.message(desk.game.title, answer.code, params))


def _params(words: Words, params: dict[str, Any]) -> dict[str, Any]:
    """A refusal's facts as they stand in a sentence."""
    return {key: words.value(key, value) for key, value in params.items()}


__all__ = ["Offer", "act", "resolve"]
