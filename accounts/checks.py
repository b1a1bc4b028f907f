"""System checks of the application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.core import checks
from django.db import connections

from accounts.append_only import protected


@checks.register(checks.Tags.database)
def append_only_tables(
    app_configs: Sequence[AppConfig] | None = None,
    databases: Sequence[str] | None = None,
    **kwargs: Any,
) -> list[checks.CheckMessage]:
    """R-9: every model that says `append_only = True` has its triggers, once its table exists.

    A warning, for `migrate` runs it before the very migration that puts the triggers on.
    """
    found: list[checks.CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        guarded, existing = protected(connection), set(connection.introspection.table_names())
        for model in apps.get_models():
            table = model._meta.db_table
            if not getattr(model, "append_only", False) or table not in existing - guarded:
                continue
            found.append(
                checks.Warning(
                    f"Table {table} lost its append-only triggers.",
                    hint="End the migration that rebuilt it with append_only(table).",
                    obj=model,
                    id="accounts.W001",
                )
            )
    return found
