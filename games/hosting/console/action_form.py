"""The form of one GM action, and the form of a title's options."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from msgspec import inspect

from games.engine import codec
from games.engine.protocol import GM, Form, GmAction, Legal
from games.hosting.console import companions, structs
from games.hosting.console.bookkeeping import current_options
from games.hosting.console.words import Words, table, zone_of
from games.hosting.models import Game
from games.registry import rules_of

NESTED = "__"


@dataclass(frozen=True, slots=True)
class Offer:
    """A GM action of the title: its button, and its form as `legal` has it now (None: not now)."""

    button: GmAction
    form: Form | None

    @property
    def kind(self) -> str:
        """The action's tag."""
        return structs.kind_of(self.button.action)

    @property
    def is_open(self) -> bool:
        """Whether the action is possible now."""
        return self.form is not None

    @property
    def has_reason(self) -> bool:
        """Whether everybody is told why."""
        return structs.has_reason(self.button.action)


def offers(game: Game, state: Any) -> dict[str, Offer]:
    """The title's GM actions by kind, in the title's order."""
    rules = rules_of(game.title)
    legal: Legal = rules.legal(state, GM)
    forms_ = {form.kind: form for form in legal.forms}
    for action in legal.actions:
        kind = structs.kind_of(type(action))
        forms_.setdefault(kind, Form(kind))
    found = [Offer(b, forms_.get(structs.kind_of(b.action))) for b in rules.meta.gm_actions]
    return {offer.kind: offer for offer in found}


class ActionForm(forms.Form):
    """Everything an action asks for, and what its companion asks besides."""

    def __init__(self, data: Any, *, game: Game, offer: Offer, state: Any, words: Words) -> None:
        self.game, self.offer = game, offer
        self.specs = structs.asked(offer.button.action)
        super().__init__(data, initial=_initial(game, state, offer))
        candidates = offer.form.fields if offer.form else {}
        self.nested: dict[str, list[structs.Spec]] = {}
        for spec in self.specs:
            names = candidates.get(spec.name)
            if isinstance(spec.type, inspect.DictType) and isinstance(names, list):
                self._nest(spec, names, words)
            else:
                self.fields[spec.name] = structs.field_for(spec, words, candidates=names)
        self.fields.update(companions.fields(offer.kind, game))

    def _nest(self, spec: structs.Spec, names: list[str], words: Words) -> None:
        """A map of options: one field per option, filled with what holds now."""
        inner = [
            s for s in structs.specs(rules_of(self.game.title).meta.options) if s.name in names
        ]
        self.nested[spec.name] = inner
        now = current_options(self.game)
        words = in_chosen_zone(words, self.data.get(f"{spec.name}{NESTED}timezone"))
        for option in inner:
            name = f"{spec.name}{NESTED}{option.name}"
            self.fields[name] = structs.field_for(option, words, is_option=True)
            self.initial[name] = now.get(option.name, option.default)

    def builtins(self) -> dict[str, Any]:
        """The action as it goes to the door; options that stay as they are are left out."""
        kind = self.offer.kind
        cleaned = self.cleaned_data
        raw = structs.values([s for s in self.specs if s.name not in self.nested], cleaned)
        now = current_options(self.game)
        for name, inner in self.nested.items():
            raw[name] = changed_options(inner, cleaned, now, prefix=f"{name}{NESTED}")
        fixed = self.offer.form.fields if self.offer.form else {}
        if "week" in self.offer.button.action.__struct_fields__ and fixed.get("week"):
            raw["week"] = fixed["week"][0]
        return {"type": kind, **raw}

    def chosen(self) -> dict[str, Any]:
        """What the companion asked for."""
        return {name: self.cleaned_data.get(name) for name in companions.fields(
            self.offer.kind, self.game)}  # fmt: skip


def _initial(game: Game, state: Any, offer: Offer) -> dict[str, Any]:
    """Lists that an action replaces whole start from what the console shows of them."""
    rules = rules_of(game.title)
    facts = codec.to_builtins(rules.console(state, blind=True))
    lists = {
        spec.name: facts[spec.name]
        for spec in structs.asked(offer.button.action)
        if isinstance(facts.get(spec.name), list)
    }
    return lists


def changed_options(
    specs: list[structs.Spec], cleaned: dict[str, Any], now: dict[str, Any], *, prefix: str = ""
) -> dict[str, Any]:
    """The options whose value in the form differs from what holds."""
    out = {}
    for spec in specs:
        value = cleaned.get(f"{prefix}{spec.name}")
        if value is None:
            value = spec.default
        if value is not None and value != _plain(now.get(spec.name, spec.default)):
            out[spec.name] = value
    return out


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def in_chosen_zone(words: Words, chosen: Any) -> Words:
    """Local times of a form are read in the zone that the same form chooses."""
    return dataclasses.replace(words, zone=zone_of({"timezone": chosen})) if chosen else words


class OptionsForm(forms.Form):
    """All options of a title, under the title's own headings."""

    def __init__(
        self, data: Any, *, title: str, words: Words, now: dict[str, Any] | None = None
    ) -> None:
        options: type[msgspec.Struct] = rules_of(title).meta.options
        self.title, self.specs, self.now = title, structs.specs(options), dict(now or {})
        initial = {s.name: self.now.get(s.name, s.default) for s in self.specs}
        super().__init__(data, initial=initial)
        words = in_chosen_zone(words, self.data.get("timezone"))
        for spec in self.specs:
            self.fields[spec.name] = structs.field_for(spec, words, is_option=True)

    def groups(self) -> list[tuple[str, list[Any]]]:
        """Bound fields by heading; what no heading names stands under the last."""
        told = table(self.title).get("groups", [])
        named = {name for _, names in told for name in names}
        found = [(head, [self[n] for n in names if n in self.fields]) for head, names in told]
        rest = [self[name] for name in self.fields if name not in named]
        return [*found, ("More", rest)] if rest and found else found or [("", rest)]

    def changes(self) -> dict[str, Any]:
        """What differs from what holds now."""
        return changed_options(self.specs, self.cleaned_data, self.now)
