"""Creating a game step by step: seats, then a draft that keeps all that is entered (IM-4 DRAFT).

Every step after the first is the draft's own page; each saves through the door, so a draft can be
left and taken up again at any time, by any GM.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import select_template
from django.views.decorators.http import require_http_methods

from games import registry
from games.engine import codec
from games.engine.protocol import GM, Refusal
from games.hosting import asking, clocks
from games.hosting.console import boardmap, bookkeeping, companions, facts
from games.hosting.console.acting import tell, token_of
from games.hosting.console.action_form import Offer, OptionsForm, offers
from games.hosting.console.bookkeeping import current_options
from games.hosting.console.guards import Desk, game_page, gm_page
from games.hosting.console.layout import page, plain_page
from games.hosting.console.looking import seat_rows
from games.hosting.console.new_game import NewGameForm, Template, make_game, template_for
from games.hosting.console.ruling import Ruling, carry_out, typed
from games.hosting.console.sentences import said
from games.hosting.console.words import Words, words_of, zone_of
from games.hosting.creating import BadOptions
from games.hosting.models import Game, Status
from games.league.models import ParkName
from games.registry import all_rules, rules_of

# step → the GM action that a title needs to have it
STEPS = {
    "settings": "change_settings",
    "generals": "set_general",
    "map": "reseed",
    "prizes": "set_prizes",
    "publish": "publish",
}
CALENDAR = "calendar"


@gm_page
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Choose a title or a past season, then name and seats."""
    template = _template(request)
    if template is None:
        past = Game.objects.order_by("-created_at").defer("state")[:30]
        offered = [rules.meta for rules in all_rules().values()]
        return plain_page(
            request, "console/choose.html", said("new_game"), {"titles": offered, "past": past}
        )
    posted = request.POST if request.method == "POST" else None
    words = Words(template.title, zone_of(template.options))
    form = NewGameForm(posted, template=template)
    options = None
    if not template.has_draft:
        options = OptionsForm(posted, title=template.title, words=words, now=template.options)
    if posted is not None and form.is_valid() and (options is None or options.is_valid()):
        values = {**template.options, **(options.changes() if options else {})}
        try:
            game = make_game(request, template, form.cleaned_data, values)
        except BadOptions as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, said("created", game=game.name))
            return _next_step(request, game, "")
    context: dict[str, Any] = {
        "form": form,
        "options": options,
        "template": template,
        "meta": rules_of(template.title).meta,
        "known": ParkName.objects.filter(active=True)[:200] if template.uses_parks else (),
    }
    return plain_page(request, "console/new.html", said("new_game"), context)


def _template(request: HttpRequest) -> Template | None:
    """What the address chose; with a single title and no game yet there is nothing to choose."""
    copy, title = request.GET.get("copy", ""), request.GET.get("title", "")
    if copy.isdecimal():
        game = get_object_or_404(Game.objects.defer("state"), pk=copy)
        return template_for(game.title, game)
    if not title and len(registry.TITLES) == 1 and not Game.objects.exists():
        title = next(iter(registry.TITLES))
    if title and title not in registry.TITLES:
        raise Http404
    return template_for(title, None) if title else None


def steps_of(found: dict[str, Offer]) -> list[str]:
    """The steps a title's draft has."""
    return [step for step, kind in STEPS.items() if kind in found]


def _next_step(request: HttpRequest, game: Game, step: str) -> HttpResponse:
    """The step after this one; after the last, or without a draft, the game's page."""
    game, state = asking.load(game.pk)
    steps = steps_of(offers(game, state))
    following = steps[steps.index(step) + 1 :] if step in steps else steps
    if game.status != Status.DRAFT or not following:
        return redirect("admin:games_game_change", game.pk)
    return redirect("admin:games_game_draft", game.pk, following[0])


@game_page
@require_http_methods(["GET", "POST"])
def draft(request: HttpRequest, desk: Desk, step: str) -> HttpResponse:
    """One step of a draft."""
    game, state = asking.load(desk.game.pk)
    found = offers(game, state)
    if step not in steps_of(found):
        raise Http404
    if game.status != Status.DRAFT:
        messages.error(request, said("no_draft"))
        return redirect("admin:games_game_change", game.pk)
    desk = Desk(game, desk.standing)
    words = words_of(game)
    context: dict[str, Any] = {
        "words": words,
        "step": step,
        "steps": [(name, said(f"step_{name}")) for name in steps_of(found)],
        "token": token_of(request),
        "offers": found,
        "next_step": next(iter(steps_of(found)[steps_of(found).index(step) + 1 :]), ""),
    }
    if step == "settings":
        return _settings(request, desk, context)
    context |= VIEWS[step](game, state, words)
    return page(request, desk, f"console/draft_{step}.html", game.name, context)


def _settings(request: HttpRequest, desk: Desk, context: dict[str, Any]) -> HttpResponse:
    game = desk.game
    now = current_options(game)
    posted = request.POST if request.method == "POST" else None
    form = OptionsForm(posted, title=game.title, words=context["words"], now=now)
    if posted is not None and form.is_valid():
        changes = form.changes()
        if not changes:
            return _next_step(request, game, "settings")
        raw = {"type": STEPS["settings"], "changes": changes}
        plan = companions.plan(STEPS["settings"], companions.Wish(request, game, raw, {}))
        ruling = Ruling(game, typed(game, raw))
        answer = carry_out(request, ruling, plan=plan, token=token_of(request))
        field = str(answer.params.get("field", ""))
        if not answer.ok and field in form.fields:
            form.add_error(field, said("does_not_fit"))
        else:
            tell(request, desk, answer, done=said("step_settings"))
        if answer.ok:
            return _next_step(request, game, "settings")
    context["form"] = form
    return page(request, desk, "console/draft_settings.html", game.name, context)


def _generals(game: Game, state: Any, words: Words) -> dict[str, Any]:
    return {"seats": seat_rows(game)}


def _map(game: Game, state: Any, words: Words) -> dict[str, Any]:
    """The drawn board, by the title's own template where it has one."""
    shown = codec.to_builtins(rules_of(game.title).console(state, blind=True))
    picture = boardmap.board(shown.get("map"))
    template = select_template([f"games/{game.title}/console_map.html", "console/map.html"])
    html = template.render({"board": picture, "facts": shown, "words": words}) if picture else ""
    return {"picture": html}


def _prizes(game: Game, state: Any, words: Words) -> dict[str, Any]:
    shown = codec.to_builtins(rules_of(game.title).console(state, blind=True))
    return {"found": facts.block(words, {"prizes": shown.get("prizes", [])})}


def _publish(game: Game, state: Any, words: Words) -> dict[str, Any]:
    """The calendar the season would have, and what is still missing."""
    copy = published_copy(game, state)
    view = {} if copy is None else codec.to_builtins(rules_of(game.title).public(copy))
    days = [words.instant(seconds) for seconds in view.get(CALENDAR, [])]
    rows = seat_rows(game)
    book = game.book
    return {
        "calendar": list(enumerate(days, start=1)),
        "can_publish": copy is not None,
        "without_general": [r["seat"].name for r in rows if not (r["general"] or r["seat"].bot)],
        "without_parks": _without_parks(game, state, words),
        "first_weekend": bookkeeping.first_weekend(current_options(game), clocks.now())
        if book is not None
        else None,
        "book": book,
        "starts_at_once": bool(
            view.get("start_at") and view["start_at"] <= clocks.now().timestamp()
        ),
    }


def published_copy(game: Game, state: Any) -> Any:
    """What the game would be once published; None where the rules refuse it."""
    found = offers(game, state).get(STEPS["publish"])
    if found is None:
        return None
    try:
        action = typed(game, {"type": STEPS["publish"]})
        step = rules_of(game.title).apply(state, GM, action)
    except codec.BadInput:
        return None
    return None if isinstance(step, Refusal) else step.state


def _without_parks(game: Game, state: Any, words: Words) -> list[str]:
    """Sides that no attendance can reach."""
    if not rules_of(game.title).meta.uses_attendance:
        return []
    sides = codec.to_builtins(rules_of(game.title).console(state, blind=True)).get("sides", {})
    return [words.seat(int(k)) for k, side in sides.items() if not side.get("parks")]


VIEWS = {"generals": _generals, "map": _map, "prizes": _prizes, "publish": _publish}
