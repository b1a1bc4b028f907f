"""Worker and beat in threads of the only process, where no embedded Valkey can run."""

from __future__ import annotations

import sys
import threading

from celery import current_app
from celery.beat import EmbeddedService


def start_worker() -> None:
    """Celery's real code on the `memory://` broker; slower than processes, and it says so."""
    app = current_app._get_current_object()
    app.conf.update(worker_enable_remote_control=False)
    app.loader.import_default_modules()
    worker = app.WorkController(
        hostname="embedded@local",
        pool="threads",
        concurrency=1,
        queues="default,clock,mail",
        loglevel="WARNING",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    threading.Thread(target=worker.start, name="worker", daemon=True).start()
    EmbeddedService(app, thread=True).start()
    sys.setswitchinterval(0.0005)
