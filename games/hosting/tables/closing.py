"""A host ends a table before the start."""

from __future__ import annotations

from games.hosting.tables import telling
from games.hosting.tables.holding import close, held
from games.hosting.tables.models import Ended, Table


def close_table(table: Table) -> None:
    """Close it and tell whoever sat there or was asked to."""
    with held(table.pk) as (locked, places, now):
        close(locked, Ended.HOST, now)
        users = set(telling.holders(places, invited=True)) - {locked.created_by}
        telling.tell(locked, users, "seat", "table_closed_host", key="closed")
