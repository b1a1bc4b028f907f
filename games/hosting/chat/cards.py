"""CHAT-8: offers as typed cards. A card is only a display and places no order (PR-7.6)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.engine import codec
from games.engine.protocol import Meta
from games.hosting.chat import storing
from games.hosting.chat.models import ChatMessage, ChatRoom, Talk
from games.hosting.chat.refusals import CARD, ChatRefused
from games.hosting.models import Game

OFFERS = ("offer", "counter")
ANSWERS = ("accept", "decline", "counter")
EXPIRE = "expire"

Thing = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w:.+ -]+\Z")]
Things = Annotated[list[Thing], Meta(max_length=40)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a client may send: `of` names the card that is answered by its message's id."""

    type: Literal["offer", "counter", "accept", "decline", "withdraw"]
    give: Things = []
    get: Things = []
    of: Annotated[str, Meta(max_length=16)] = ""


def checked(room: ChatRoom, raw: Any, author: int) -> dict[str, Any]:
    """The card as it is stored, or a refusal; what it answers must still be open."""
    try:
        card = codec.convert(raw, Card)
    except codec.BadInput as error:
        raise ChatRefused(CARD, reason="MALFORMED") from error
    if card.type not in room.cards:
        raise ChatRefused(CARD, reason="TYPE")
    is_offer = card.type in OFFERS
    if is_offer != bool(card.give or card.get):
        raise ChatRefused(CARD, reason="EMPTY" if is_offer else "MALFORMED")
    if (card.type == "offer") == bool(card.of):
        raise ChatRefused(CARD, reason="MALFORMED")
    if card.of:
        _answered(room, card, author)
    found: dict[str, Any] = msgspec.to_builtins(card)
    return found


def _answered(room: ChatRoom, card: Card, author: int) -> None:
    """The open offer that a card is about: another's to answer, one's own to withdraw."""
    offer = ChatMessage.objects.filter(room=room, key=card.of, hidden_at=None).first()
    if offer is None or (offer.card or {}).get("type") not in OFFERS or not is_open(offer):
        raise ChatRefused(CARD, reason="CLOSED")
    if (offer.author == author) != (card.type == "withdraw"):
        raise ChatRefused(CARD, reason="OWN")


def is_open(offer: ChatMessage) -> bool:
    """Whether nothing has answered, withdrawn or ended an offer."""
    return not ChatMessage.objects.filter(room=offer.room_id, card__of=offer.key).exists()


def expire(game: Game, talk: Talk, at: datetime, rooms: Collection[int] | None = None) -> None:
    """PR-7.6: what is still open, or so in some rooms, expires; the host says so."""
    carded = ChatMessage.objects.filter(room__game=game, card__isnull=False)
    carded = carded if rooms is None else carded.filter(room__in=rooms)
    rows = list(carded.select_related("room").order_by("room_id", "n"))
    answered = {row.card["of"] for row in rows if row.card and row.card.get("of")}
    for row in rows:
        is_offer = row.card is not None and row.card["type"] in OFFERS
        if is_offer and row.hidden_at is None and row.key not in answered:
            card = {"type": EXPIRE, "of": row.key}
            storing.append(row.room, talk, at=at, card=card, is_host=True)
