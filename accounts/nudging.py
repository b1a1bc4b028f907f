"""Waking a task after the commit: best effort, never in the way (the tick is the guarantee)."""

from __future__ import annotations

import threading
from functools import partial

import structlog
from celery import current_app
from django.db import transaction

log = structlog.get_logger()


def nudge_after_commit(task: str) -> None:
    """Ask for `task` once the current transaction is in the database."""
    transaction.on_commit(partial(_in_the_background, task), robust=True)


def _in_the_background(task: str) -> None:
    # A broker that is away blocks its caller for seconds.
    threading.Thread(target=_send, args=(task,), name="nudge", daemon=True).start()


def _send(task: str) -> None:
    try:
        current_app.send_task(task, retry=False, ignore_result=True)
    except Exception as error:  # the tick sweeps what was left, whatever the broker's library says
        log.warning("nudge_lost", task=task, error=type(error).__name__)
