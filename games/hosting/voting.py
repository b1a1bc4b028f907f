"""A friendly table decides by agreement of all who are seated: pause, clock, seats, the end.

One proposal at a time stands in the game's row and in the public table. It is carried out with the
last agreement, in that transaction; it falls with the first no, with its time, and whenever the
people seated or the window it was about have changed.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from accounts import services as people
from accounts.models import User
from games.engine.protocol import GM, Hint, Seat
from games.hosting import pausing, substitutes
from games.hosting.clocks import LIVE_SECONDS
from games.hosting.intents import Answer, Intent
from games.hosting.models import Game, Status

if TYPE_CHECKING:
    from games.hosting.commit import Batch
    from games.hosting.working import Working

LIVE_VOTE = timedelta(minutes=10)
SLOW_VOTE = timedelta(hours=48)
CLOCK_KINDS = frozenset({"extend", "shorten"})
Vote = dict[str, Any]


def open_vote(game: Game, at: datetime) -> Vote | None:
    """The proposal that may still be answered."""
    vote: Vote | None = game.vote
    if not vote or vote["until"] <= at.timestamp():
        return None
    is_overtaken = vote["kind"] in CLOCK_KINDS and vote["key"] != game.due_key
    return None if is_overtaken else vote


def seated(work: Working, at: datetime) -> list[int]:
    """Seats that people play at this moment."""
    bots = {seat.number for seat in work.seats if seat.bot}
    return [number for number in held(work, at) if number not in bots]


def held(work: Working, at: datetime) -> list[int]:
    """Seats that people hold, the bot playing or not; none waits for an account that has ended."""
    acting = work.rights(at).acting
    users = {user for users in acting.values() for user in users}
    here = set(User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True))
    return [seat.number for seat in work.seats if acting.get(seat.number, frozenset()) & here]


def propose(batch: Batch, work: Working, intent: Intent) -> Answer:
    """A seat's own proposal: `{kind, seconds?}`."""
    assert isinstance(intent.actor, Seat)
    wish: Vote = {key: intent.facts[key] for key in ("kind", "seconds") if key in intent.facts}
    refused = _checked(batch, work, wish)
    if refused is not None:
        return refused
    return begin(batch, work, intent, {**wish, "by": intent.actor.number})


def ask_for_seat(batch: Batch, work: Working, intent: Intent) -> Answer:
    """Somebody without a seat wants a free one: `{seat}`; the table decides, or the GM."""
    number = int(intent.facts.get("seat", -1))
    assert intent.by is not None
    if work.game.status != Status.RUNNING or not substitutes.seats_people(work.rules):
        return Answer.refused("not_now")
    if not substitutes.is_free(work, number):
        return Answer.refused("table.not_offered")
    if code := substitutes.unfit(work, number, intent.by, batch.at):
        return Answer.refused(code)
    sits = {"type": "seat", "seat": number, "kind": work.rules.meta.person}
    refused = substitutes.objection(work, substitutes.with_reason(work.rules, sits))
    if refused is not None:
        return refused
    who = people.personas([intent.by]).get(intent.by, "")
    if work.game.friendly:
        wish = {"kind": "seat", "seat": number, "user": intent.by, "who": who}
        return begin(batch, work, intent, wish)
    name = next(seat.name for seat in work.seats if seat.number == number)
    key, params = f"asked:{number}:{intent.by}", {"who": who, "seat": name}
    work.hints.append(Hint("seat", key, number, to="gm", params=params, words="seat_asked"))
    return Answer(ok=True, params={"seat": number, "asked": "gm"})


def begin(batch: Batch, work: Working, intent: Intent, wish: Vote) -> Answer:
    """Ask the others; where nobody else is seated it is done at once."""
    game, at = work.game, batch.at
    if not game.friendly:
        return Answer.refused("table.not_friendly")
    if open_vote(game, at):
        return Answer.refused("table.vote_open")
    # PR-8.9: to whom the bot will hand back his seat, his game is not ended without him
    present = held(work, at) if wish["kind"] == "abort" else seated(work, at)
    asked = [k for k in present if k != wish.get("seat")]
    agreed = [k for k in asked if k == wish.get("by")]
    vote = {**wish, "id": secrets.token_hex(8), "asked": asked, "agreed": agreed}
    if asked == agreed:
        return carry_out(batch, work, intent, vote)
    is_live = game.due_seconds is not None and game.due_seconds < LIVE_SECONDS
    until = at + (LIVE_VOTE if is_live else SLOW_VOTE)
    game.vote = {**vote, "until": int(until.timestamp()), "key": game.due_key}
    _ask(work, game.vote)
    return Answer(ok=True, params=_facts(vote))


def _ask(work: Working, vote: Vote) -> None:
    """Tell everybody whose agreement is missing, once per proposal."""
    names = {seat.number: seat.name for seat in work.seats}
    facts = {
        "who": vote.get("who", "") or names.get(vote.get("by", -1), ""),
        "seat": names.get(vote.get("seat", -1), ""),
        "minutes": -(-int(vote.get("seconds", 0)) // 60),
    }
    work.hints += [
        Hint("vote", vote["id"], k, params=facts, words=f"vote_{vote['kind']}")
        for k in vote["asked"]
        if k not in vote["agreed"]
    ]


def _checked(batch: Batch, work: Working, wish: Vote) -> Answer | None:
    """Whether a proposal could be carried out as things stand."""
    game = work.game
    code = ""
    match wish.get("kind"):
        case "pause":
            code = "not_now" if game.paused_at or game.status != Status.RUNNING else ""
        case "resume":
            code = "" if game.paused_at else "not_now"
        case "extend":
            code = pausing.counted(work, batch.at)
            is_sane = 0 < int(wish.get("seconds", 0)) <= pausing.MOST_SECONDS - game.due_extra
            code = code or ("" if is_sane else "table.seconds")
        case "shorten":
            code = pausing.counted(work, batch.at) or ("" if game.due_extra else "not_now")
        case "abort":
            if game.status == Status.RUNNING:
                return substitutes.objection(work, _abort(work))
            code = "not_now"
        case _:
            return Answer.refused("bad_frame", detail="kind")
    return Answer.refused(code) if code else None


def answer(batch: Batch, work: Working, intent: Intent) -> Answer:
    """A seat agrees or declines: `{vote, agree}`; the proposer's no takes it back."""
    assert isinstance(intent.actor, Seat)
    seat = intent.actor.number
    vote = open_vote(work.game, batch.at)
    if vote is None or vote["id"] != intent.facts.get("vote") or seat not in vote["asked"]:
        return Answer.refused("table.vote_over")
    if not intent.facts.get("agree"):
        work.game.vote = None
        return Answer(ok=True, params={"kind": vote["kind"], "agree": False})
    agreed = sorted({*vote["agreed"], seat})
    if not set(vote["asked"]) <= set(agreed):
        work.game.vote = {**vote, "agreed": agreed}
        return Answer(ok=True, params={"kind": vote["kind"], "agree": True})
    return carry_out(batch, work, intent, {**vote, "agreed": agreed})


def carry_out(batch: Batch, work: Working, intent: Intent, vote: Vote) -> Answer:
    """Do what all agreed to; a refusal leaves everything as it was."""
    match vote["kind"]:
        case "pause":
            code = pausing.pause(work, batch.at)
        case "resume":
            code = pausing.resume(work, batch.at)
        case "extend":
            code = pausing.extend(work, batch.at, int(vote["seconds"]))
        case "shorten":
            code = pausing.shorten(work, batch.at)
        case "seat":
            done = substitutes.sit(batch, work, intent, int(vote["seat"]), int(vote["user"]))
            code = done.code
        case _:
            done = batch.rule(work, Intent(intent.game, GM, by=intent.by), _abort(work))
            code = done.code
    if code:
        return Answer.refused(code)
    work.game.vote = None
    return Answer(ok=True, params={**_facts(vote), "done": True})


def _abort(work: Working) -> dict[str, Any]:
    """The title's `abort`, with a reason where it asks for one."""
    return substitutes.with_reason(work.rules, {"type": "abort"})


def drop(batch: Batch, work: Working, intent: Intent) -> Answer:
    """The tick: a proposal ran out of time or was overtaken."""
    if not work.game.vote or open_vote(work.game, batch.at):
        return Answer.refused("not_now")
    work.game.vote = None
    return Answer(ok=True)


def _facts(vote: Vote) -> dict[str, Any]:
    """What the log keeps of a proposal; it names no person."""
    return {key: vote[key] for key in ("kind", "seconds", "seat", "agreed") if key in vote}
