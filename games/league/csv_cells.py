"""T-16, ORK-6.3: cells that a spreadsheet would take for a formula, made harmless and back."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r]")


def escape(cell: str) -> str:
    """The cell as every CSV of the portal writes it: text that starts like a formula gets a `'`."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unescape(cell: str) -> str:
    """The cell as it was before `escape`."""
    return cell[1:] if _ESCAPED.match(cell) else cell
