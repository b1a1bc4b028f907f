"""Models of other packages in the GM console: the few a GM may need, audited; the rest not at all.

Their own pages would show addresses and secrets of second factors (R-14), and change things
without an audit row (R-9). This module is loaded last (`INSTALLED_APPS`).
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)

from accounts.gm_admin import GmAdmin

for model in (
    EmailAddress,
    Authenticator,
    UserSession,
    Group,
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


class LeagueAdminOnly(GmAdmin):
    """What only a league admin changes."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """League admins."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Switched off, never deleted."""
        return False


@admin.register(Group)
class GroupAdmin(LeagueAdminOnly):
    """Groups of rights."""

    audit_target = "group"
    filter_horizontal = ("permissions",)


@admin.register(PeriodicTask)
class PeriodicTaskAdmin(LeagueAdminOnly):
    """Beat's entries: how often the portal looks for what is due. They only tick."""

    audit_target = "schedule"
    list_display = ("name", "enabled", "interval", "last_run_at")
    fields = ("name", "task", "enabled", "interval", "last_run_at", "description")
    readonly_fields = ("name", "task", "last_run_at")
    list_select_related = ("interval",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Entries come from the settings."""
        return False


@admin.register(IntervalSchedule)
class IntervalAdmin(LeagueAdminOnly):
    """Intervals that entries use."""

    audit_target = "interval"
    list_display = ("every", "period")
