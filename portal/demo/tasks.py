"""What keeps the demo alive: the next weekend's attendance, and the next season."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from games.hosting.models import Game
from portal.demo import loading


@shared_task
def renew() -> None:
    """Bring the open round's weekend; after a season's end start a fresh one."""
    if not getattr(settings, "DEMO", False):
        return
    running = Game.objects.filter(title=loading.TITLE, status="running").order_by("-pk").first()
    if running is None:
        number = Game.objects.filter(title=loading.TITLE).count()
        if number and not Game.objects.filter(title=loading.TITLE, status="needs_gm").exists():
            running = loading.start_season(loading.existing(), number=number + 1)
    if running is not None and running.book is not None and running.book.until is not None:
        week = max(1, loading.current_week(running))
        weekends = (running.book.until - running.book.attendance_from).days // 7 + 1
        if week > weekends or running.book.refreshed_at is None:
            loading.bring_attendance(running)
