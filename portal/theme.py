"""How the GM console looks: names, colours of the house, and the list at its side.

Read by the settings; links are made when a page is shown.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


def site_name(request: HttpRequest) -> str:
    """The site's name."""
    return str(settings.SITE_NAME)


def favicon(request: HttpRequest) -> str:
    """The site's own sign."""
    return static("img/favicon.svg")


def _links(*items: tuple[str, str, str]) -> list[dict[str, Any]]:
    return [
        {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{name}")}
        for title, icon, name in items
    ]


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": site_name,
    "SITE_HEADER": site_name,
    "SITE_SUBHEADER": "GM console",
    "SITE_SYMBOL": "castle",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": favicon}],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "DASHBOARD_CALLBACK": "portal.gm.dashboard",
    "BORDER_RADIUS": "8px",
    "COLORS": {
        "primary": {
            "50": "#F1F7F5",
            "100": "#DCEBE6",
            "200": "#BAD8CE",
            "300": "#8FBFB0",
            "400": "#5F9F8D",
            "500": "#4F9582",
            "600": "#2F5D50",
            "700": "#274D43",
            "800": "#203E36",
            "900": "#1A322C",
            "950": "#0E1D19",
        },
    },
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": False,
        "navigation": [
            {
                "title": "Games",
                "items": _links(
                    ("Dashboard", "dashboard", "index"),
                    ("Games", "castle", "games_game_changelist"),
                    ("New game", "add_circle", "games_game_add"),
                    ("Tables", "table_restaurant", "tables_table_changelist"),
                    ("Reported messages", "flag", "chat_chatreport_changelist"),
                ),
            },
            {
                "title": "Attendance",
                "items": _links(("Attendance books", "event_available", "league_book_changelist")),
            },
            {
                "title": "People",
                "items": _links(
                    ("Players", "badge", "accounts_player_changelist"),
                    ("Parks", "park", "accounts_park_changelist"),
                    ("Generals and deputies", "military_tech", "accounts_general_changelist"),
                    ("Members of parks", "groups", "accounts_membership_changelist"),
                    ("Absences", "event_busy", "accounts_vacation_changelist"),
                    ("Accounts", "manage_accounts", "accounts_user_changelist"),
                    ("Groups of rights", "shield_person", "auth_group_changelist"),
                ),
            },
            {
                "title": "League",
                "items": _links(
                    ("Announcements", "campaign", "community_announcement_changelist"),
                    ("Series", "trophy", "league_series_changelist"),
                    ("Games of series", "playlist_add", "league_seriesgame_changelist"),
                ),
            },
            {
                "title": "Records",
                "items": _links(
                    ("Audit log", "history", "accounts_auditentry_changelist"),
                    ("Missed turns", "event_busy", "games_missedturn_changelist"),
                    ("Failed tasks", "error", "games_failedtask_changelist"),
                    ("Notices", "mail", "accounts_notice_changelist"),
                    ("Schedule", "schedule", "django_celery_beat_periodictask_changelist"),
                ),
            },
        ],
    },
}
