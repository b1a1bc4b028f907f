"""Seats that change hands: offered, taken, resigned, given to the bot and back (R-7, PR-8.7, 8.8).

The title's own action `seat {seat, kind}` says who plays; the host's rows say which person. Both
are saved in one transaction, with the history of the seat. The old holder's sockets close.
"""

from __future__ import annotations

import secrets
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from accounts import live
from accounts.models import User
from accounts.services import personas
from games.engine import codec
from games.engine.protocol import GM, Hint, Refusal, Rules, Seat, replace
from games.hosting import clocks
from games.hosting.intents import Answer, Intent
from games.hosting.models import BotWhy, Game, HeldFrom, HeldUntil, SeatHolding, Status
from games.hosting.models import Seat as SeatRow
from games.hosting.outbox import tell_hints
from games.hosting.rights import SeatRights

if TYPE_CHECKING:
    from games.hosting.commit import Batch
    from games.hosting.working import Working

BOT = "bot"
NAME_LENGTH = 55
OWN_WISH = frozenset({BotWhy.ASKED, BotWhy.VACATION})


def is_action(rules: Rules, raw: dict[str, Any]) -> bool:
    """Whether this is one of the title's actions as it stands."""
    try:
        codec.convert(raw, rules.Action)
    except codec.BadInput:
        return False
    return True


def takes(rules: Rules, raw: dict[str, Any]) -> bool:
    """Whether the title has such an action, with a reason or without."""
    return is_action(rules, raw) or is_action(rules, {**raw, "reason": "-"})


def seats_people(rules: Rules) -> bool:
    """Whether the title lets its seats change hands between people and the bot."""
    return takes(rules, {"type": "seat", "seat": 0, "kind": BOT})


def offer(batch: Batch, work: Working, intent: Intent) -> Answer:
    """A holder offers his seat, or takes the offer back: `{offered}`."""
    seat = _own(work, intent)
    if seat is None:
        return Answer.refused("table.no_substitutes")
    if work.game.status != Status.RUNNING:
        return Answer.refused("not_now")
    seat.offered = bool(intent.facts.get("offered"))
    seat.save(update_fields=["offered"])
    return Answer(ok=True, params={"seat": seat.number, "offered": seat.offered})


def is_free(work: Working, number: int) -> bool:
    """Whether others may ask for a seat: offered, resigned, or absent for all to see (PR-8.8)."""
    seat = next((s for s in work.seats if s.number == number and not s.park_id), None)
    if seat is None:
        return False
    return seat.offered or seat.retired or is_absent(work, seat)


def is_absent(work: Working, seat: SeatRow) -> bool:
    """Whether everybody knows that nobody plays a seat: the title says so, or its account ended."""
    if seat.user_id is None:
        return False
    is_gone = not User.objects.filter(pk=seat.user_id, is_active=True).exists()
    return is_gone or seat.number in work.rules.absent(work.state)


def objection(work: Working, raw: dict[str, Any]) -> Answer | None:
    """What the title would answer to a GM action as things stand, where it would refuse it."""
    try:
        action = codec.convert(raw, work.rules.Action)
    except codec.BadInput:
        return Answer.refused("not_now")
    found = work.rules.apply(work.state, GM, action)
    return Answer.of(found) if isinstance(found, Refusal) else None


def with_reason(rules: Rules, raw: dict[str, Any]) -> dict[str, Any]:
    """An action as the title takes it: with a reason where it asks for one."""
    return raw if is_action(rules, raw) else {**raw, "reason": "By the table"}


def unfit(work: Working, number: int, user: int, at: datetime) -> str:
    """Why this person may not take the seat: he plays here, or has seen another seat's secrets."""
    held = work.rights(at)
    if held.seats_of(user) or any(seat.user_id == user for seat in work.seats):
        return "table.seated"
    earlier = SeatHolding.objects.filter(seat__game=work.game, user=user)
    if earlier.exclude(seat__number=number).exists():
        return "table.held_before"
    return ""


def sit(batch: Batch, work: Working, intent: Intent, number: int, user: int) -> Answer:
    """The seat is this person's from now on; the title agrees, or nothing happens."""
    if not is_free(work, number):
        return Answer.refused("table.not_offered")
    if code := unfit(work, number, user, batch.at):
        return Answer.refused(code)
    done = _say(batch, work, intent, number, work.rules.meta.person)
    if not done.ok:
        return done
    seat = _row(work, number)
    began, ended = HeldFrom.RESIGNED, HeldUntil.RESIGNED
    if seat.user_id is not None:
        given = seat.offered
        began = HeldFrom.OFFERED if given else HeldFrom.ABSENT
        ended = HeldUntil.OFFERED if given else HeldUntil.ABSENT
        tell_former(seat)
    hand_over(seat, user, batch.at, began=began, ended=ended)
    changed(work)
    work.hints.append(newcomer(seat))
    return done


def bot(batch: Batch, work: Working, intent: Intent) -> Answer:
    """A holder lets the bot play for a while, or comes back: `{bot}`."""
    seat = _own(work, intent)
    if seat is None:
        return Answer.refused("table.no_substitutes")
    wants = bool(intent.facts.get("bot"))
    is_own_bot = seat.bot and seat.bot_why in OWN_WISH
    if work.game.status != Status.RUNNING or (seat.bot if wants else not is_own_bot):
        return Answer.refused("not_now")
    done = _say(batch, work, intent, seat.number, BOT if wants else work.rules.meta.person)
    if not done.ok:
        return done
    give_to_bot(_row(work, seat.number), BotWhy.ASKED if wants else "")
    changed(work)
    return Answer(ok=True, params={"seat": seat.number, "bot": wants})


def away(batch: Batch, work: Working, intent: Intent) -> Answer:
    """The tick: a holder's vacation began or ended: `{seat, until?, bot}` (IM-8.10)."""
    number, until = int(intent.facts["seat"]), intent.facts.get("until")
    seat = _row(work, number)
    wants = bool(intent.facts.get("bot"))
    code = _bot_for_vacation(batch, work, intent, seat, wants=wants)
    seat = _row(work, number)
    seat.away_until = date.fromisoformat(until) if until else None
    seat.save(update_fields=["away_until"])
    return Answer(ok=True, params={**intent.facts, **({"refused": code} if code else {})})


def _bot_for_vacation(
    batch: Batch, work: Working, intent: Intent, seat: SeatRow, *, wants: bool
) -> str:
    """Seat the bot for somebody who is away, or hand back; the code of what the title refused."""
    is_on = seat.bot and seat.bot_why == BotWhy.VACATION
    if work.game.status != Status.RUNNING or not seats_people(work.rules):
        return ""
    if wants and not seat.bot and seat.away_until is None:
        kind, why = BOT, BotWhy.VACATION.value
    elif not wants and is_on:
        kind, why = work.rules.meta.person, ""
    else:
        return ""
    done = _say(batch, work, intent, seat.number, kind)
    if done.ok:
        give_to_bot(seat, why)
        changed(work)
    return done.code


def resigned(work: Working, number: int, at: datetime) -> None:
    """PR-8.7: who resigns has the seat no more; the bot plays it until somebody takes it."""
    seat = _row(work, number)
    if seat.park_id or seat.user_id is None:
        return
    hand_over(seat, None, at, began=HeldFrom.START, ended=HeldUntil.RESIGNED)
    seat.bot, seat.bot_why, seat.retired = True, BotWhy.RESIGNED, True
    seat.save(update_fields=["bot", "bot_why", "retired"])
    changed(work)


def hand_over(seat: SeatRow, user: int | None, at: datetime, *, began: str, ended: str) -> None:
    """Write down who holds a seat from now on; sockets of both close and come back (R-7)."""
    gone = seat.user_id
    close_holding(seat, at, ended)
    seat.name = name_after(seat, user)
    seat.user_id = user
    seat.bot, seat.bot_why, seat.offered, seat.retired = False, "", False, False
    seat.away_until = None
    seat.save(update_fields=["name", "user", "bot", "bot_why", "offered", "retired", "away_until"])
    if user is not None:
        SeatHolding.objects.create(seat=seat, user_id=user, from_at=at, began=began)
    for concerned in {gone, user} - {None}:
        assert concerned is not None
        live.rights_changed(concerned)


def name_after(seat: SeatRow, user: int | None) -> str:
    """A seat that is called as its holder was is called as the next one; others keep their name."""
    last = seat.holdings.exclude(until_at=None).order_by("-until_at").first()
    if user is None or last is None or last.user_id is None:
        return seat.name
    named = personas([last.user_id, user])
    if seat.name != named.get(last.user_id, "")[:NAME_LENGTH] or user not in named:
        return seat.name
    name = named[user][:NAME_LENGTH]
    is_taken = SeatRow.objects.filter(game=seat.game_id, name=name).exclude(pk=seat.pk).exists()
    return f"{name} (2)" if is_taken else name


def close_holding(seat: SeatRow, at: datetime, ended: str) -> None:
    """End the present holding; one that was never written down began with the game."""
    if seat.user_id is None:
        return
    holding = SeatHolding.objects.filter(seat=seat, until_at=None).first()
    if holding is None:
        began = Game.objects.values_list("created_at", flat=True).get(pk=seat.game_id)
        holding = SeatHolding(seat=seat, user_id=seat.user_id, from_at=began)
    holding.until_at, holding.ended = at, ended
    holding.save()


def give_to_bot(seat: SeatRow, why: str) -> None:
    """The bot plays for a holder who keeps his seat; without a reason he plays himself again."""
    seat.bot, seat.bot_why = bool(why), why
    seat.save(update_fields=["bot", "bot_why"])


def seat_by_gm(seat_id: int, kind: str, user: int | None) -> None:
    """What the console's action `seat` means for the host's rows (a companion of that action)."""
    seat = SeatRow.objects.get(pk=seat_id)
    if user is not None and user != seat.user_id:
        tell_former(seat)
        hand_over(seat, user, clocks.now(), began=HeldFrom.GM, ended=HeldUntil.GM)
        _tell(seat, newcomer(seat))
    if kind:
        seat.bot = kind == BOT
        seat.bot_why = BotWhy.GM if seat.bot and seat.user_id else ""
        seat.save(update_fields=["bot", "bot_why"])


def tell_former(seat: SeatRow) -> None:
    """Who has a seat no more hears of it."""
    _tell(seat, replace(newcomer(seat), words="seat_lost"))


def _tell(seat: SeatRow, hint: Hint) -> None:
    """A notice to the seat's own person of this moment, in the transaction that is open."""
    if seat.user_id is None:
        return
    game = Game.objects.defer("state").get(pk=seat.game_id)
    tell_hints(game, [hint], SeatRights(acting={seat.number: frozenset({seat.user_id})}))


def newcomer(seat: SeatRow) -> Hint:
    """What somebody who was let in is told."""
    key = f"seat:{secrets.token_hex(4)}"
    return Hint("seat", key, seat.number, params={"seat": seat.name}, words="seat_taken")


def is_bot_run(work: Working, number: int) -> bool:
    """Whether the bot plays a seat in place of its holder at this moment."""
    shown = work.game.shown.get("table", {}).get("seats", {}).get(str(number), {})
    return "bot_why" in shown


def changed(work: Working) -> None:
    """People or bots changed seats: rights and table are read anew, an open question falls."""
    work.game.vote = None
    work.table_changed()


def _say(batch: Batch, work: Working, intent: Intent, number: int, kind: str) -> Answer:
    """Tell the title who plays a seat, as its GM action does."""
    raw = with_reason(work.rules, {"type": "seat", "seat": number, "kind": kind})
    return batch.rule(work, Intent(intent.game, GM, by=intent.by), raw)


def _own(work: Working, intent: Intent) -> SeatRow | None:
    """The acting seat, where it is a person's own and the title seats substitutes."""
    assert isinstance(intent.actor, Seat)
    seat = _row(work, intent.actor.number)
    return None if seat.park_id or not seats_people(work.rules) else seat


def _row(work: Working, number: int) -> SeatRow:
    return next(seat for seat in work.seats if seat.number == number)
