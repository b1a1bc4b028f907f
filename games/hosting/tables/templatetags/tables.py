"""`{% rematch game %}`: the same people once more, for those who played a game that is over."""

from __future__ import annotations

from typing import Any

from django import template

from games.hosting.models import Game
from games.hosting.tables.rematch import is_offered

register = template.Library()


@register.inclusion_tag("tables/_rematch.html", takes_context=True)
def rematch(context: Any, game: Game) -> dict[str, Any]:
    """A button where this person may ask for a rematch, else nothing."""
    request = context.get("request")
    user = getattr(request, "user", None)
    user_id = user.pk if user is not None and user.is_authenticated else None
    shown = isinstance(game, Game) and is_offered(game, user_id)
    return {"game": game if shown else None, "csrf_token": context.get("csrf_token")}
