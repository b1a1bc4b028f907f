"""Wiring of the portal: settings, routes, ASGI, Celery. No domain logic lives here."""

from __future__ import annotations

from portal.celery import app as celery_app

__all__ = ["celery_app"]
