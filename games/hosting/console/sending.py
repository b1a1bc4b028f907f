"""Tasks the console asks for, and failed ones that it sends again (ui.md section 4, GM console)."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.auditing import audit
from games.hosting import clocks
from games.hosting.console.guards import gm_page
from games.hosting.console.sentences import said
from games.hosting.models import FailedTask

log = structlog.get_logger(__name__)


def send(name: str, arguments: list[Any]) -> None:
    """Ask a worker for a task after the commit, off this thread: a broker that is away blocks."""
    transaction.on_commit(partial(_in_the_background, name, arguments), robust=True)


def _in_the_background(name: str, arguments: list[Any]) -> None:
    threading.Thread(target=_send, args=(name, arguments), name="console-task", daemon=True).start()


def _send(name: str, arguments: list[Any]) -> None:
    try:
        current_app.send_task(name, args=arguments, ignore_result=True)
    except Exception as error:  # whatever the broker's library says, the page has been answered
        log.warning("task not sent", task=name, error=type(error).__name__)


@gm_page
@require_POST
def retry_task(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a failed task again, once; its line is kept, marked as sent."""
    with transaction.atomic():
        row = FailedTask.objects.select_for_update().filter(pk=pk).first()
        if row is None:
            raise Http404
        if row.retried_at is not None or row.name not in current_app.tasks:
            messages.error(request, said("task_not_again"))
            return redirect("admin:index")
        row.retried_at = clocks.now()
        row.save(update_fields=["retried_at"])
        audit(
            by=request.user.pk,
            what="task.retried",
            target="task",
            target_id=row.pk,
            after={"name": row.name, "arguments": row.arguments, "incident": row.incident},
            request=request,
        )
        send(row.name, list(row.arguments))
    messages.success(request, said("task_sent", name=row.name))
    return redirect("admin:index")
