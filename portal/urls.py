"""Routes of the portal."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games.hosting import views as game_views
from portal import views

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("metrics", views.metrics, name="metrics"),
    path("park/", game_views.my_park, name="my_park"),
    path("rules/", game_views.rules_index, name="rules_index"),
    path("account/", include("allauth.urls")),
    path("", include("accounts.urls")),
    path("", include("games.league.urls")),
    path("", include("games.community.urls")),
    path("", include("games.hosting.tables.urls")),
    path("", include("games.hosting.chat.urls")),
    path("", include("games.hosting.urls")),
    path(f"{settings.ADMIN_PATH}/", admin.site.urls),
]

handler400 = "portal.views.bad_request"
handler403 = "portal.views.forbidden"
handler404 = "portal.views.not_found"
handler500 = "portal.views.server_error"
