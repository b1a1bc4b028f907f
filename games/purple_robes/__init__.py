"""The Court of the Purple Robes: builds `rules`, the one object that hosting sees of this title."""

from __future__ import annotations

from .title import rules

__all__ = ["rules"]
