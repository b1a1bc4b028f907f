"""Logs: JSON lines in UTC with what context binds; no bodies, locals, cookies, queries or chat."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure(config: dict[str, Any]) -> None:
    """Set structlog and the standard library's logging to one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if config.get("json", True)
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.get("level", "WARNING"))
    # Django's own set-up mails every error to the admins, with locals and bodies (T-21)
    logging.getLogger("django").handlers = []
    # whoever sends a foreign Host header may not fill the log with traces of it
    logging.getLogger("django.security.DisallowedHost").setLevel("CRITICAL")
    for name in ("django.request", "kombu.connection"):  # the broker in memory has no hostname
        logging.getLogger(name).setLevel("ERROR")
