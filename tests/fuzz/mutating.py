"""Mutations of real frames, forms and addresses, and plain noise."""

from __future__ import annotations

import json
import random
from typing import Any

NASTY = [
    "", " ", "\x00", "a\x00b", "\x1b[31m", "\u202e\u2066", "e\u0301" * 200, "\ud800", "\U0001f525",
    "<script>alert(1)</script>", "javascript:alert(1)", "' OR 1=1 --", "../../etc/passwd",
    "%00", "{{7*7}}", "=cmd|'/c calc'!A0", "null", "NaN", "-0", "1e400", "9" * 400, "x" * 5000,
    "2026-13-45", "0000-00-00", "\r\nSet-Cookie: a=b", "ﷺ" * 50, "٣", "١٠", "𝟙", "\ufeff", "on",
    "²", "1_0",
]  # fmt: skip
NUMBERS = [
    0, -1, 1, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**400, 0.5, -0.0,
    1e308, 1e-308,
]  # fmt: skip
ODD: list[Any] = [None, True, False, [], {}, [[]], {"": ""}, [None], {"type": {}}]


def value(chance: random.Random, depth: int = 3) -> Any:
    """Any JSON value, likely an unkind one."""
    roll = chance.random()
    if roll < 0.35:
        return chance.choice(NASTY)
    if roll < 0.6:
        return chance.choice(NUMBERS)
    if roll < 0.75 or depth == 0:
        return chance.choice(ODD)
    if roll < 0.88:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    return {
        str(value(chance, 0))[:30]: value(chance, depth - 1) for _ in range(chance.randint(0, 4))
    }


def mutated(chance: random.Random, data: Any) -> Any:
    """A copy of JSON data with one to three places changed."""
    copy = json.loads(json.dumps(data))
    for _ in range(chance.randint(1, 3)):
        copy = _changed(chance, copy)
    return copy


def _changed(chance: random.Random, data: Any) -> Any:
    if isinstance(data, dict) and data and chance.random() < 0.85:
        return _keys(chance, data)
    if isinstance(data, list) and data and chance.random() < 0.7:
        return _items(chance, data)
    if isinstance(data, str) and data and chance.random() < 0.5:
        return _letters(chance, data)
    if isinstance(data, int) and not isinstance(data, bool) and chance.random() < 0.5:
        return data + chance.choice([-1, 1, 2, 10, 1000, -(10**6)])
    return value(chance)


def _keys(chance: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    key = chance.choice(list(data))
    roll = chance.random()
    if roll < 0.15:
        del data[key]
    elif roll < 0.25:
        data[str(value(chance, 0))[:40]] = value(chance)
    elif roll < 0.32:
        data[key.upper()] = data.pop(key)
    else:
        data[key] = _changed(chance, data[key])
    return data


def _items(chance: random.Random, data: list[Any]) -> list[Any]:
    index = chance.randrange(len(data))
    roll = chance.random()
    if roll < 0.3:
        data.pop(index)
    elif roll < 0.5:
        data.insert(index, value(chance))
    elif roll < 0.6:
        return data * 40
    else:
        data[index] = _changed(chance, data[index])
    return data


def _letters(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text))
    roll = chance.random()
    if roll < 0.3:
        return text[:at] + text[at + 1 :]
    if roll < 0.6:
        return text[:at] + chance.choice(NASTY)[:20] + text[at:]
    return text[:at] + chr(chance.choice([0x41, 0x7F, 0x85, 0x2028, 0xFFFF, 0x1F600])) + text[at:]


def raw(chance: random.Random, data: Any) -> str:
    """JSON text, now and then damaged as text: cut, doubled keys, deep, endless, no JSON at all."""
    try:
        text = json.dumps(data, ensure_ascii=chance.random() < 0.5)
    except (TypeError, ValueError):
        text = "{}"
    roll = chance.random()
    if roll < 0.6:
        return text
    damages = [
        lambda: text[: chance.randrange(max(1, len(text)))],
        lambda: text + text,
        lambda: text.replace(":", ":" + chance.choice(["NaN", "Infinity", "01", "+1", "'x'"]), 1),
        lambda: '{"a":' * chance.choice([13, 500, 2700]),
        lambda: "[" * chance.choice([13, 500, 15_000]),
        lambda: text.replace("{", '{"type":"ping","type":"act",', 1),
        lambda: "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randint(1, 60))),
        lambda: text.replace('"', '"\\u0000', 1),
        lambda: '"' + "y" * chance.choice([16_300, 16_400, 40_000]) + '"',
        lambda: chance.choice(["", " ", "\n", "\ufeff{}", "//", "<xml/>", "\\", '"', "}", "0x1"]),
    ]
    return chance.choice(damages)()
