"""Tables that only grow: UPDATE and DELETE are refused by the database itself (R-9).

`append_only(table)` is a migration operation for SQLite and PostgreSQL alike; on PostgreSQL
TRUNCATE is refused too. SQLite drops the triggers of a table that a later migration rebuilds: that
migration ends with the same operation again, and the system check `accounts.W001` names a table
that lost them. Tests that flush tables lift the triggers first (`lifted`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper

SUFFIX = "_append_only"
_FUNCTION = "refuse_change_of_append_only"


def append_only(table: str) -> migrations.RunPython:
    """The migration operation that makes `table` append-only; reversed, it lifts that."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        protect(schema_editor.connection, table)

    def backwards(apps: Any, schema_editor: Any) -> None:
        release(schema_editor.connection, table)

    return migrations.RunPython(forwards, backwards, elidable=False)


def protect(connection: BaseDatabaseWrapper, table: str) -> None:
    """Put the triggers on; a second time changes nothing."""
    _run(connection, _SQL[connection.vendor][0], table)


def release(connection: BaseDatabaseWrapper, table: str) -> None:
    """Take the triggers off."""
    _run(connection, _SQL[connection.vendor][1], table)


def protected(connection: BaseDatabaseWrapper) -> set[str]:
    """The tables that have their triggers now."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND[connection.vendor], [f"%{SUFFIX}_update"])
        return {row[0] for row in cursor.fetchall()}


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Without any append-only trigger inside the block: for tests that flush the database."""
    tables = protected(connection)
    for table in tables:
        release(connection, table)
    try:
        yield
    finally:
        for table in tables:
            protect(connection, table)


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...], table: str) -> None:
    name = connection.ops.quote_name(table)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(
                statement.format(
                    table=name,
                    plain=table.replace("'", "''"),
                    update=connection.ops.quote_name(f"{table}{SUFFIX}_update"),
                    delete=connection.ops.quote_name(f"{table}{SUFFIX}_delete"),
                    truncate=connection.ops.quote_name(f"{table}{SUFFIX}_truncate"),
                    function=_FUNCTION,
                )
            )


_SQL: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sqlite": (
        (
            "CREATE TRIGGER IF NOT EXISTS {update} BEFORE UPDATE ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'append only: {plain}'); END",
            "CREATE TRIGGER IF NOT EXISTS {delete} BEFORE DELETE ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'append only: {plain}'); END",
        ),
        ("DROP TRIGGER IF EXISTS {update}", "DROP TRIGGER IF EXISTS {delete}"),
    ),
    "postgresql": (
        (
            "CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'append only: %', TG_TABLE_NAME USING ERRCODE = "
            "'integrity_constraint_violation'; END $$",
            "CREATE OR REPLACE TRIGGER {update} BEFORE UPDATE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION {function}()",
            "CREATE OR REPLACE TRIGGER {delete} BEFORE DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION {function}()",
            "CREATE OR REPLACE TRIGGER {truncate} BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION {function}()",
        ),
        (
            "DROP TRIGGER IF EXISTS {update} ON {table}",
            "DROP TRIGGER IF EXISTS {delete} ON {table}",
            "DROP TRIGGER IF EXISTS {truncate} ON {table}",
        ),
    ),
}

_FIND = {
    "sqlite": "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s",
    "postgresql": "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE NOT t.tgisinternal AND t.tgname LIKE %s",
}
