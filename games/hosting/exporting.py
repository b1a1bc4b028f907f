"""A finished game as one JSON file, and its verification (R-19, docs/protocol.md).

The *full* form (GM) holds every action, event and state hash with the salts of all leaves; the
*public* form shows a leaf's hash in place of what the title keeps secret for good, and beside such
a leaf of events those of them that everybody saw.
"""

from __future__ import annotations

from typing import Any

from games.engine import chance, codec
from games.engine.protocol import PUBLIC, Refusal, SeatSetup, parse_actor
from games.hosting import chain, streams
from games.hosting.models import Game, LogEntry, Status
from games.hosting.working import iso
from games.registry import rules_of

FORMAT = 1
REPLAYED_BY_HOST = "host"


def export(game: Game, *, full: bool) -> dict[str, Any]:
    """The file's content; only a game that ended has one."""
    rules = rules_of(game.title)
    from games.hosting import asking

    state = asking.load(game.pk)[1]
    seed = rules.revealed_seed(state)
    entries = LogEntry.objects.filter(game=game).order_by("seq")
    head: dict[str, Any] = {
        "format": FORMAT,
        "form": "full" if full else "public",
        "title": game.title,
        "name": game.name,
        "code": game.code,
        "rules_version": rules.meta.version,
        "commitment": chance.commitment(seed, rules.meta.prefix) if seed else "",
        "seed": seed,
        "origin": rules.original_seed(state) if full else "",
        "chain": game.chain,
    }
    head["entries"] = [_entry(game, entry, full=full) for entry in entries]
    head["seal"] = seal(head)
    return head


def _entry(game: Game, entry: LogEntry, *, full: bool) -> dict[str, Any]:
    parts = {
        "by": "" if entry.by is None else str(entry.by),
        "action": entry.action,
        "events": entry.events,
        "state": entry.state_hash,
    }
    hidden = set() if full else _hidden(game, entry)
    out: dict[str, Any] = {"seq": entry.seq, "at": iso(entry.at), "actor": entry.actor}
    for name, text in parts.items():
        salt = chain.salt(game.salt, entry.seq, name)
        if name in hidden:
            out[name] = {"leaf": chain.leaf(salt, text)}
        else:
            out[name] = {"salt": salt, "text": text}
    if "events" in hidden:
        out["shown"] = _shown(game, entry)
    return out


def _hidden(game: Game, entry: LogEntry) -> set[str]:
    """Leaves the public form never opens: who it was, state hashes, what stays secret.

    A cancelled game opens nothing but what everybody saw.
    """
    rules = rules_of(game.title)
    secret = {"by", "state"}
    if game.status == Status.CANCELLED and entry.actor != REPLAYED_BY_HOST:
        return secret | {"action", "events"}
    if codec.load(entry.action).get("type", "") in rules.secret_actions:
        secret |= {"action", "events"}
    if any(event["type"] in rules.meta.secret_events for event in codec.load(entry.events)):
        secret.add("events")
    return secret


def _shown(game: Game, entry: LogEntry) -> str:
    """The events of an entry as everybody saw them; none where only older rules can tell."""
    rules = rules_of(game.title)
    try:
        events = [codec.convert(event, rules.Event) for event in codec.load(entry.events)]
    except codec.BadInput:
        return "[]"
    return codec.encode(streams.events_for(rules, events, PUBLIC)).decode()


def verify(data: dict[str, Any]) -> list[str]:
    """The faults of an exported file; an empty list means that it proves itself."""
    try:
        faults = _chain_faults(data)
        faults += _commitment_faults(data)
        if data["form"] == "full":
            faults += _replay_faults(data)
        elif data["form"] == "public":
            faults += _draw_faults(data)
        else:
            faults.append("unknown form")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        return [f"not a file of this format ({type(error).__name__})"]
    return faults


def _leaf(part: dict[str, str]) -> str:
    if set(part) == {"leaf"}:
        return part["leaf"]
    if set(part) == {"salt", "text"}:
        return chain.leaf(part["salt"], part["text"])
    raise ValueError("not a leaf")


HEAD = {
    "format", "form", "title", "name", "code", "rules_version", "commitment", "seed", "origin",
    "chain", "entries", "seal",
}  # fmt: skip


def _chain_faults(data: dict[str, Any]) -> list[str]:
    faults = []
    if set(data) != HEAD or data["format"] != FORMAT:
        faults.append("the head of the file is not of this format")
    if data["seal"] != seal(data):
        faults.append("the seal does not fit the file's head")
    link = chain.EMPTY
    for number, entry in enumerate(data["entries"]):
        if entry["seq"] != number or set(entry) != _parts_of(entry):
            faults.append(f"entry {number} is out of order")
        leaves = {name: _leaf(entry[name]) for name in chain.LEAVES}
        if data["form"] == "full" and any("leaf" in entry[name] for name in chain.LEAVES):
            faults.append(f"entry {number} hides a part in a full file")
        link = chain.link(
            link, seq=entry["seq"], at=entry["at"], actor=entry["actor"], leaves=leaves
        )
    if link != data["chain"]:
        faults.append("the chain does not add up to the published end")
    return faults


def _parts_of(entry: dict[str, Any]) -> set[str]:
    """What an entry consists of; events that are hidden may stand as everybody saw them."""
    parts = {"seq", "at", "actor", *chain.LEAVES}
    return parts | ({"shown"} & set(entry)) if "leaf" in entry["events"] else parts


def seal(data: dict[str, Any]) -> str:
    """A digest over what the chain does not hold: the head, and events as everybody saw them."""
    sealed = {key: value for key, value in data.items() if key not in ("entries", "seal")}
    shown = [[entry["seq"], entry["shown"]] for entry in data["entries"] if "shown" in entry]
    if shown:
        sealed["shown"] = shown
    return codec.digest(codec.encode(sealed))


def _commitment_faults(data: dict[str, Any]) -> list[str]:
    prefix = rules_of(data["title"]).meta.prefix
    if data["seed"] and chance.commitment(data["seed"], prefix) != data["commitment"]:
        return ["the seed does not fit its published hash"]
    return []


def _replay_faults(data: dict[str, Any]) -> list[str]:
    """Re-derive every state and draw under the installed rules version."""
    rules = rules_of(data["title"])
    genesis = codec.load(data["entries"][0]["action"]["text"])
    if genesis["rules_version"] != rules.meta.version:
        return [f"made under rules version {genesis['rules_version']}, only the chain was checked"]
    options = codec.convert(genesis["options"], rules.meta.options)
    seats = tuple(codec.convert(seat, SeatSetup) for seat in genesis["seats"])
    state = rules.new(options, seats, data["origin"])
    faults = _check_state(state, data["entries"][0])
    if codec.encode(list(rules.opening(state))).decode() != data["entries"][0]["events"]["text"]:
        faults.append("entry 0: other events")
    for entry in data["entries"][1:]:
        action = codec.load(entry["action"]["text"])
        if entry["actor"] != REPLAYED_BY_HOST:
            step = rules.apply(
                state, parse_actor(entry["actor"]), codec.convert(action, rules.Action)
            )
            if isinstance(step, Refusal):
                return [*faults, f"entry {entry['seq']} is refused by the rules"]
            state = step.state
            if codec.encode(list(step.events)).decode() != entry["events"]["text"]:
                faults.append(f"entry {entry['seq']}: other events")
        faults += _check_state(state, entry)
    return faults


def _check_state(state: Any, entry: dict[str, Any]) -> list[str]:
    if codec.digest(codec.encode(state)) != entry["state"]["text"]:
        return [f"entry {entry['seq']}: other state"]
    return []


def _draw_faults(data: dict[str, Any]) -> list[str]:
    """Every draw that public facts determine; a secret action stands there as an empty one."""
    opened = [
        {
            "actor": entry["actor"],
            "action": codec.load(entry["action"].get("text", "{}")),
            "events": codec.load(entry["events"].get("text") or entry.get("shown", "[]")),
        }
        for entry in data["entries"]
    ]
    return list(rules_of(data["title"]).check_draws(data["seed"], opened))
