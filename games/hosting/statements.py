"""The door's few statements in plain SQL: building them by the ORM costs more than running them.

Everything else goes through the ORM (architecture.md section 8). Columns, table names and
conversions are the models' own, so a new field needs no change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from accounts.models import General, Player, User
from games.hosting.models import Game, LogEntry, Seat, Update

BIG = frozenset({"state"})
MOST_KEYS = 200  # conditions a statement; SQLite takes no more than a thousand
SAVED = (
    "state", "seq", "chain", "streams", "shown", "due_at", "due_key", "due_key_at", "due_seconds",
    "due_extra", "remind_at", "bots_at", "vote", "paused_at", "problem", "status", "started_at",
    "ended_at", "fed_version", "rules_version", "name", "subtitle",
)  # fmt: skip


def lock_game(pk: int) -> Game | None:
    """A game's row under lock, without its state."""
    names, readers, sql = _game_select(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [pk])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for at, column, converters in readers:
        for convert in converters:
            values[at] = convert(values[at], column, connection)
    return Game.from_db(connection.alias, names, values)


@cache
def _game_select(vendor: str) -> tuple[list[str], list[tuple[int, Any, list[Any]]], str]:
    """Attribute names, the columns whose values this database must convert, and the statement."""
    fields = [field for field in Game._meta.concrete_fields if field.attname not in BIG]
    readers = []
    for at, field in enumerate(fields):
        column = field.get_col(Game._meta.db_table)
        converters = connection.ops.get_db_converters(column)
        converters = converters + column.get_db_converters(connection)
        if converters:
            readers.append((at, column, converters))
    columns = ", ".join(f'"{field.column}"' for field in fields)
    lock = " FOR UPDATE" if vendor == "postgresql" else ""
    sql = f'SELECT {columns} FROM "{Game._meta.db_table}" WHERE "id" = %s{lock}'  # noqa: S608
    return [field.attname for field in fields], readers, sql


def save_game(game: Game) -> None:
    """Everything a commit may have changed in the game's row."""
    fields, sql = _game_update()
    values = [_write(field, getattr(game, field.attname)) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, game.pk])


@cache
def _game_update() -> tuple[list[Field[Any, Any]], str]:
    concrete = {field.name: field for field in Game._meta.concrete_fields}
    fields = [concrete[name] for name in SAVED]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    return fields, f'UPDATE "{Game._meta.db_table}" SET {columns} WHERE "id" = %s'  # noqa: S608


def _write(field: Field[Any, Any], value: Any) -> Any:
    """A value as the column takes it."""
    return field.get_db_prep_save(value, connection)


def append(rows: Sequence[LogEntry] | Sequence[Update]) -> None:
    """Rows of the log or of the updates, in order."""
    if not rows:
        return
    fields, sql = _insert(type(rows[0]))
    values = [[_write(field, getattr(row, field.attname)) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


@cache
def _insert(model: type[Model]) -> tuple[list[Field[Any, Any]], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    return fields, f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})'  # noqa: S608


def acting(game_id: int, at: datetime) -> dict[int, frozenset[int]]:
    """R-7: per seat the users who act for it at this moment: its player, its park's officers."""
    moment = connection.ops.adapt_datetimefield_value(at)
    found: dict[int, set[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_acting_select(), [moment, moment, game_id])
        for number, own, officer in cursor.fetchall():
            users = found.setdefault(number, set())
            users.update(user for user in (own, officer) if user is not None)
    return {number: frozenset(users) for number, users in found.items()}


@cache
def _acting_select() -> str:
    seat, general = Seat._meta.db_table, General._meta.db_table
    player, user = Player._meta.db_table, User._meta.db_table
    return (
        f'SELECT s."number", s."user_id", u."id" FROM "{seat}" s '  # noqa: S608
        f'LEFT JOIN "{general}" g ON g."park_id" = s."park_id" AND g."from_at" <= %s '
        'AND (g."until_at" IS NULL OR g."until_at" > %s) '
        f'LEFT JOIN "{player}" p ON p."id" = g."player_id" '
        f'LEFT JOIN "{user}" u ON u."id" = p."user_id" AND u."is_active" '
        'WHERE s."game_id" = %s'
    )


Key = tuple[int, int, str]


def first_answers(keys: Iterable[Key]) -> dict[Key, tuple[str, str]]:
    """Action and answer of what was accepted before under these (game, user, client id)."""
    wanted = sorted(set(keys))
    found: dict[Key, tuple[str, str]] = {}
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), MOST_KEYS):
            part = wanted[start : start + MOST_KEYS]
            cursor.execute(_answers_select(len(part)), [value for key in part for value in key])
            for game, by, client, action, answer in cursor.fetchall():
                found[game, by, client] = (action, answer)
    return found


@cache
def _answers_select(keys: int) -> str:
    # one condition a key: both databases look each of them up in the index, which SQLite does not
    # do for a list of rows
    one = '("game_id" = %s AND "by" = %s AND "client_id" = %s)'
    return (
        'SELECT "game_id", "by", "client_id", "action", "answer" '  # noqa: S608
        f'FROM "{LogEntry._meta.db_table}" WHERE {" OR ".join([one] * keys)}'
    )
