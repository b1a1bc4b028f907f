"""Tags of the community's pages, and `{% news %}` for others."""

from __future__ import annotations

from typing import Any

from django import template

from games.community import announcements, titles
from games.hosting.models import Game, Status

register = template.Library()


@register.inclusion_tag("community/_news.html", takes_context=True)
def news(context: Any) -> dict[str, Any]:
    """The latest announcements that the reader of this page may see."""
    return announcements.context(context["request"])


@register.inclusion_tag("community/_of_game.html", takes_context=True)
def about_game(context: Any, game: Game) -> dict[str, Any]:
    """What a game's own page links to: its results once it has ended, and its news."""
    is_over = game.status == Status.FINISHED
    return {"game": game, "is_over": is_over, "news": list(announcements.of_game(game)[:3])}


@register.filter
def title_name(slug: Any) -> str:
    """A title's name."""
    return titles.title_name(str(slug))


@register.filter
def number(balances: Any, key: Any) -> int:
    """An amount by a number; 0 where there is none."""
    return int(balances.get(key, 0)) if isinstance(balances, dict) else 0
