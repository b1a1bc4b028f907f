"""Markdown of announcements, the one text in the portal that may hold markup (T-8).

Parsed with HTML off, then cleaned: no pictures (they would call other hosts), no styles, links to
pages and mail addresses only.
"""

from __future__ import annotations

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
TOP_HEADING = 3  # the page's own headings stand above


def render(text: str) -> str:
    """Clean HTML."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = [_lowered(token) for token in parser.parse(text)]
    html = parser.renderer.render(tokens, parser.options, {})
    return nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def _lowered(token: Token) -> Token:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(6, int(token.tag[1]) + TOP_HEADING - 1)}"
    return token
