"""Waking a task after the commit: best effort, never in the way (the tick is the guarantee).

One that waits in the queue serves for all: the tasks look at the database, not at why they were
called. So a busy portal does not pile them up.
"""

from __future__ import annotations

import threading
from functools import partial

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction

log = structlog.get_logger()
WAITS = 10  # seconds after which a task that was asked for may be asked for again


def wanted(task: str) -> bool:
    """Whether a task has to be sent: none of its kind waits already."""
    return bool(cache.add(_key(task), 1, timeout=WAITS))


def begun(task: str) -> None:
    """A task begins to look: what happens from now on asks for another one."""
    cache.delete(_key(task))


def _key(task: str) -> str:
    return f"nudged:{task}"


def nudge_after_commit(task: str) -> None:
    """Ask for `task` once the current transaction is in the database."""
    transaction.on_commit(partial(_in_the_background, task), robust=True)


def _in_the_background(task: str) -> None:
    # A broker that is away blocks its caller for seconds.
    threading.Thread(target=_send, args=(task,), name="nudge", daemon=True).start()


def _send(task: str) -> None:
    try:
        if wanted(task):
            current_app.send_task(task, retry=False, ignore_result=True)
    except Exception as error:  # the tick sweeps what was left, whatever the broker's library says
        log.warning("nudge_lost", task=task, error=type(error).__name__)
