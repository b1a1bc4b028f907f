"""Kinds of notices and how each is told unless a person chose otherwise (ui.md section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

ONCE, DIGEST, NEVER = "once", "digest", "never"
MAILS = (ONCE, DIGEST, NEVER)


@dataclass(frozen=True, slots=True)
class Told:
    """Where a kind of notice is told: on the page, by the browser, by mail, by the webhook."""

    page: bool = True
    browser: bool = True
    mail: str = ONCE
    hook: bool = True


_CALM = Told(browser=False, hook=False)
_QUIET = Told(browser=False, mail=NEVER, hook=False)
_DAILY = Told(browser=False, mail=DIGEST, hook=False)
_OTHER = Told(browser=False, mail=NEVER, hook=False)

# What people may choose about, in the order of the settings page.
KINDS: dict[str, Told] = {
    "your_turn": Told(),
    "deadline_near": Told(),
    "order_at_risk": Told(),
    "order_cancelled": Told(),
    "clock_half": Told(),
    "clock_tenth": Told(),
    "resolved": Told(mail=DIGEST),
    "started": Told(),
    "game_over": Told(mail=DIGEST),
    "mention": Told(mail=DIGEST),
    "said": Told(mail=DIGEST),
    "nudge": Told(),
    "offer": Told(),
    "invited": Told(),
    "seat": Told(),
    "vote": Told(),
    "table": _QUIET,
    "news": _DAILY,
    "attendance": _DAILY,
    "appointment": _CALM,
    "appointment_ended": _CALM,
    "vacation": _CALM,
    "claim_asked": _CALM,
    "claim_decided": _CALM,
    "member_joined": _QUIET,
    "sign_in_attempts": _CALM,
    "token": _CALM,
    "webhook_off": _CALM,
}

# For those who run the league; always in page.
GM_KINDS: dict[str, Told] = {
    "needs_gm": Told(),
    "problem": Told(),
    "overdue": Told(),
    "report": Told(),
    "import": _DAILY,
    "attendance_problem": Told(),
}

# true for a while only: the next one of the game, or its end, takes the place of those before
PASSING = frozenset({"your_turn", "deadline_near", "clock_half", "clock_tenth"})
SUPERSEDING = PASSING | {"game_over"}

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")


def is_kind(kind: str) -> bool:
    """Whether `kind` may name a notice (and its wording's file)."""
    return _NAME.fullmatch(kind) is not None


def told(kind: str, chosen: dict[str, Any] | None) -> Told:
    """How a person with the preferences `chosen` is told about `kind`."""
    default = KINDS.get(kind) or GM_KINDS.get(kind) or _OTHER
    own = (chosen or {}).get(kind, {})
    mail = own.get("mail", default.mail)
    return Told(
        page=bool(own.get("page", default.page)) or kind in GM_KINDS,
        browser=bool(own.get("browser", default.browser)),
        mail=mail if mail in MAILS else default.mail,
        hook=bool(own.get("hook", default.hook)),
    )
