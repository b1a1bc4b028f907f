"""Calendar files: a small writer of RFC 5545, as much as deadlines need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from games.community.deadlines import Deadline

LINE = 75  # octets, without the line break (RFC 5545, section 3.1)
TYPE = "text/calendar; charset=utf-8"


def calendar(name: str, deadlines: Iterable[Deadline], now: datetime) -> bytes:
    """A whole calendar; deadlines are moments without length."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{escaped(settings.SITE_NAME)}//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for deadline in deadlines:
        lines += event(deadline, now)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def event(deadline: Deadline, now: datetime) -> list[str]:
    """One deadline; its id stays the same for the same game and instant."""
    game = deadline.game
    key = hashlib.sha256(f"{game.code}|{deadline.unix}".encode()).hexdigest()[:32]
    return [
        "BEGIN:VEVENT",
        f"UID:{key}@{urlsplit(settings.SITE_URL).hostname}",
        f"DTSTAMP:{instant(now)}",
        f"DTSTART:{instant(deadline.at)}",
        f"SUMMARY:{escaped(f'{game.name}: deadline')}",
        f"URL:{settings.SITE_URL}{reverse('games:table', args=[game.code])}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def instant(at: datetime) -> str:
    """A moment in UTC."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """A text value (section 3.3.11); other control characters have no place in one."""
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    plain = plain.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(c for c in plain if c.isprintable())


def folded(line: str) -> bytes:
    """A content line, broken where it is longer than 75 octets, never inside a character."""
    parts: list[bytes] = []
    part = b""
    for character in line:
        octets = character.encode()
        room = LINE if not parts else LINE - 1  # the blank that opens a continued line
        if len(part) + len(octets) > room:
            parts.append(part)
            part = b""
        part += octets
    return b"\r\n ".join([*parts, part]) + b"\r\n"
