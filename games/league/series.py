"""Series of games: purses, the garnet ledger and results (GC-14).

Hosting calls these inside the commit that ends a game or pays out; nothing here knows a title.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Sum

from accounts import clock
from accounts.auditing import audit
from accounts.refusals import Refused
from games.league.models import GarnetEntry, Member, Result, Series, SeriesGame, Token


def join(series: Series, user: int) -> Member:
    """GC-14.1: make somebody a member; the start balance is the first ledger entry."""
    with transaction.atomic():
        member, is_new = Member.objects.get_or_create(series=series, user=user)
        if is_new and series.start_balance:
            _pay(member, series.start_balance, "start", game=None)
    return member


def purse(series: Series, user: int) -> int:
    """GC-14.2: what a member may bring into a match; 0 for whoever is no member."""
    found = Member.objects.filter(series=series, user=user, eliminated=False)
    return found.values_list("balance", flat=True).first() or 0


def credit(series: Series, user: int, amount: int, reason: str, *, game: int) -> None:
    """GC-14.3: one entry of a running match; hidden from others until `settle` (GC-14.4)."""
    with transaction.atomic():
        member = Member.objects.select_for_update().get(series=series, user=user)
        if member.balance + amount < 0:
            raise Refused("purse_empty")
        _pay(member, amount, reason, game=game)


def _pay(member: Member, amount: int, reason: str, *, game: int | None) -> None:
    member.balance += amount
    member.save(update_fields=["balance"])
    GarnetEntry.objects.create(
        member=member,
        game=game,
        amount=amount,
        reason=reason,
        public=game is None,
        at=clock.now(),
    )


def settle(game: int) -> None:
    """GC-14.4: the match has closed; its entries may be seen."""
    GarnetEntry.objects.filter(game=game).update(public=True)


def reverse(game: int) -> None:
    """GC-14.9: an aborted match leaves every balance as it was, and no Token."""
    with transaction.atomic():
        sums: dict[int, int] = defaultdict(int)
        for entry in GarnetEntry.objects.filter(game=game):
            sums[entry.member_id] += entry.amount
        for member in Member.objects.select_for_update().filter(pk__in=sums).order_by("pk"):
            if sums[member.pk]:
                _pay(member, -sums[member.pk], "aborted", game=game)
        Token.objects.filter(game=game).delete()
        settle(game)


def public_balances(series: Series) -> dict[int, int]:
    """GC-14.4: balances by user as everybody may see them, without running matches."""
    entries = GarnetEntry.objects.filter(member__series=series, public=True)
    sums = entries.values_list("member__user").annotate(total=Sum("amount"))
    users = Member.objects.filter(series=series).values_list("user", flat=True)
    return {**dict.fromkeys(users, 0), **dict(sums)}


def grant_token(series: Series, user: int, *, game: int) -> None:
    """GC-14.5: a Token of Life for this match; older ones expire with it."""
    member = Member.objects.get(series=series, user=user)
    Token.objects.get_or_create(member=member, game=game)


def token_holders(game: int) -> set[int]:
    """Users who hold a Token of this match."""
    return set(Token.objects.filter(game=game).values_list("member__user", flat=True))


def record_death_match(series: Series, *, loser: int, winner: int, by: int | None) -> None:
    """GC-14.6: the loser is out, the winner takes all its garnets, as two ledger entries."""
    with transaction.atomic():
        pair = Member.objects.select_for_update().filter(series=series, user__in=[loser, winner])
        members = {member.user: member for member in pair.order_by("pk")}
        if loser == winner or members.keys() != {loser, winner}:
            raise Refused("no_such_member")
        if any(member.eliminated for member in members.values()):
            raise Refused("member_eliminated")
        if GarnetEntry.objects.filter(member__in=members.values(), public=False).exists():
            raise Refused("match_running")
        amount = members[loser].balance
        if amount:
            _pay(members[loser], -amount, "death_match", game=None)
            _pay(members[winner], amount, "death_match", game=None)
        members[loser].eliminated = True
        members[loser].save(update_fields=["eliminated"])
        audit(
            by=by,
            what="series.death_match",
            target="series",
            target_id=series.pk,
            after={"loser": loser, "winner": winner, "amount": amount},
        )


def record_results(game: int, results: Iterable[Result]) -> None:
    """Write a finished game's results; a second time replaces them, so a repeat does no harm."""
    with transaction.atomic():
        results = list(results)
        series = SeriesGame.objects.filter(game=game).values_list("series", flat=True).first()
        for result in results:
            result.series_id = result.series_id or series
        Result.objects.filter(game=game).delete()
        Result.objects.bulk_create(results)


def enter_game(series: Series, game: int, *, by: int | None) -> None:
    """Let a game count in a series; results that stand already move there."""
    with transaction.atomic():
        before = SeriesGame.objects.filter(game=game).values_list("series", flat=True).first()
        SeriesGame.objects.update_or_create(game=game, defaults={"series": series})
        Result.objects.filter(game=game).update(series=series)
        audit(
            by=by,
            what="series.game",
            target="series",
            target_id=series.pk,
            before={"series": before} if before else None,
            after={"game": game},
        )


def take_out_game(game: int, *, by: int | None) -> None:
    """A game counts in no series any more; its results stand."""
    with transaction.atomic():
        entry = SeriesGame.objects.filter(game=game).first()
        if entry is None:
            return
        Result.objects.filter(game=game).update(series=None)
        audit(
            by=by,
            what="series.game_out",
            target="series",
            target_id=entry.series_id,
            before={"game": game},
        )
        entry.delete()
