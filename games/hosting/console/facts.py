"""Any title's facts as the console lays them out: definition lists and tables, and what differs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.hosting.console.words import Words, table

MOST_CHANGES = 80  # leaves an audit row lists; a redrawn board is told as a count
HIDDEN = frozenset({"map", "reason"})  # drawn elsewhere; asked for on the same page
EMPTY: tuple[Any, ...] = (None, "", False, [], {})


@dataclass(slots=True)
class Block:
    """A heading with single facts and tables below it."""

    heading: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """Rows under headers; the first cell names the row."""

    heading: str
    headers: list[str]
    rows: list[list[str]]


def block(words: Words, facts: dict[str, Any], *, heading: str = "") -> Block:
    """A title's console or dry-run facts, laid out."""
    out = Block(heading)
    only_when_set = table(words.title).get("only_when_set", ())
    for key, value in facts.items():
        if key in HIDDEN or value is None or value in ([], {}):
            continue
        if key in only_when_set and not value:
            continue
        shown = _table(words, key, value)
        if shown is not None:
            out.tables.append(shown)
        else:
            out.facts.append((words.label(key), words.value(key, value)))
    return out


def _table(words: Words, key: str, value: Any) -> Table | None:
    """Maps and lists of maps become tables; a map of seats to numbers too."""
    if isinstance(value, dict) and words.is_seats(value):
        rows = [_nameless(key, item) for item in value.values()]
        return _rows(words, key, rows, names=[words.seat(int(k)) for k in value])
    if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
        return _rows(words, key, list(value.values()), names=[words.label(k) for k in value])
    if isinstance(value, (list, tuple)) and value and all(isinstance(v, dict) for v in value):
        return _rows(words, key, list(value), names=None)
    return None


def _nameless(key: str, item: Any) -> dict[str, Any]:
    """A seat's facts without its name, which heads the row."""
    return {k: v for k, v in item.items() if k != "name"} if isinstance(item, dict) else {key: item}


def _rows(
    words: Words, key: str, items: list[dict[str, Any]], *, names: list[str] | None
) -> Table | None:
    flat = [_flat(words, item) for item in items]
    columns = list(dict.fromkeys(name for row in flat for name in row))
    columns = [name for name in columns if any(row.get(name) not in EMPTY for row in flat)]
    body = []
    for number, row in enumerate(flat):
        cells = [_cell(words, name, row.get(name)) for name in columns]
        body.append([names[number], *cells] if names is not None else cells)
    headers = [words.label(name) for name in columns]
    return Table(words.label(key), ["", *headers] if names is not None else headers, body)


def _cell(words: Words, name: str, value: Any) -> str:
    return "" if value in EMPTY and value != 0 else words.value(name, value)


def _flat(words: Words, item: dict[str, Any]) -> dict[str, Any]:
    """One row: what moved as `a → b`, the single facts of maps beside the others."""
    out: dict[str, Any] = {}
    for key, value in _moved(words, item).items():
        if isinstance(value, dict) and all(not isinstance(v, (dict, list)) for v in value.values()):
            out.update({k if k not in item else f"{key} {k}": v for k, v in value.items()})
        elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            out[key] = "; ".join(words.value(key, {k: v for k, v in e.items() if v != ""})
                                 for e in value)  # fmt: skip
        elif key not in HIDDEN:
            out[key] = value
    return out


def _moved(words: Words, item: dict[str, Any]) -> dict[str, Any]:
    before, after = item.get("before"), item.get("after")
    if not isinstance(before, dict) or not isinstance(after, dict):
        return item
    rest = {k: v for k, v in item.items() if k not in ("before", "after")}
    moved = {}
    for key in after:
        old, new = words.value(key, before.get(key)), words.value(key, after[key])
        moved[key] = new if old == new else f"{old} → {new}"
    return {**moved, **rest}


def differing(before: Any, after: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The leaves that differ between two facts, as `path → value`, old and new."""
    old, new = dict(_leaves(before)), dict(_leaves(after))
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if len(names) > MOST_CHANGES:
        return {"changes": 0}, {"changes": len(names)}
    return (
        {name: old[name] for name in names if name in old},
        {name: new[name] for name in names if name in new},
    )


def _leaves(value: Any, path: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        found = []
        for key, item in value.items():
            found.extend(_leaves(item, f"{path}.{key}" if path else str(key)))
        return found
    return [(path, value)]
