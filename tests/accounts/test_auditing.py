"""The audit log only grows, on SQLite and PostgreSQL alike (R-9)."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import RequestFactory

from accounts import checks, services
from accounts.append_only import lifted, protect, protected, release
from accounts.models import AuditEntry

TABLE = "accounts_auditentry"


@pytest.fixture
def entry(db: None) -> AuditEntry:
    return services.audit(by=7, what="renamed", target="player", target_id=3, after={"a": 1})


def _raw(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize(
    "deed",
    [
        lambda row: row.delete(),
        lambda row: row.save(),
        lambda row: AuditEntry.objects.update(what="nothing"),
        lambda row: AuditEntry.objects.all().delete(),
        lambda row: AuditEntry.objects.bulk_update([row], ["reason"]),
        lambda row: _raw(f"UPDATE {TABLE} SET reason = ''"),
        lambda row: _raw(f"DELETE FROM {TABLE}"),
    ],
    ids=["delete", "save", "update", "delete all", "bulk update", "raw update", "raw delete"],
)
def test_r_9_rows_are_neither_changed_nor_deleted(entry: AuditEntry, deed) -> None:
    before = list(AuditEntry.objects.values())
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        deed(entry)
    assert list(AuditEntry.objects.values()) == before


def test_r_9_postgresql_refuses_truncate_too(entry: AuditEntry) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE")
    with pytest.raises(DatabaseError, match="append only"):
        _raw(f"TRUNCATE {TABLE}")


def test_r_9_a_row_says_who_when_where_what_and_why(rf: RequestFactory, db: None) -> None:
    request = rf.get("/", REMOTE_ADDR="10.1.2.3")
    request.request_id = "abc-123"  # type: ignore[attr-defined]
    row = services.audit(
        by=7,
        what="pause",
        target="game",
        target_id=3,
        before={"paused": False},
        after={"paused": True},
        reason="storm",
        request=request,
    )
    row.refresh_from_db()
    assert (row.by, row.address, row.what, row.target, row.target_id) == (
        7, "10.1.2.3", "pause", "game", "3",
    )  # fmt: skip
    assert (row.before, row.after) == ({"paused": False}, {"paused": True})
    assert (row.reason, row.request_id) == ("storm", "abc-123")
    assert row.at is not None


def test_an_unsaved_row_is_saved_by_whoever_holds_the_transaction(db: None) -> None:
    row = services.audit_entry(by=None, what="x", target="game", target_id=3)
    assert row.pk is None and not AuditEntry.objects.exists()
    row.save()
    assert AuditEntry.objects.get().by is None


def test_the_triggers_come_off_for_a_flush_and_back_again(entry: AuditEntry) -> None:
    assert TABLE in protected(connection)
    with lifted(connection):
        assert protected(connection) == set()
        AuditEntry.objects.all().delete()
    assert TABLE in protected(connection)


def test_putting_them_on_twice_changes_nothing(entry: AuditEntry) -> None:
    protect(connection, TABLE)
    with pytest.raises(DatabaseError), transaction.atomic():
        entry.delete()


def test_a_table_without_triggers_is_reported(db: None) -> None:
    assert checks.append_only_tables(databases=["default"]) == []
    release(connection, TABLE)
    try:
        found = checks.append_only_tables(databases=["default"])
        assert [problem.id for problem in found] == ["accounts.W001"]
    finally:
        protect(connection, TABLE)


def test_models_and_migrations_agree(db: None) -> None:
    call_command("makemigrations", "accounts", check=True, dry_run=True, verbosity=0)
