"""Routes of tables."""

from __future__ import annotations

from django.urls import path

from games.hosting.tables import api, hostviews, views

app_name = "tables"

urlpatterns = [
    path("games/next/", views.next_table, name="next"),
    path("tables/new/", views.choose_title, name="titles"),
    path("tables/new/<slug:title>/", views.new_table, name="new"),
    path("tables/bots/<slug:title>/", views.against_bots, name="bots"),
    path("tables/rematch/<slug:game>/", views.ask_rematch, name="rematch"),
    path("tables/link/<str:link>/", views.by_link, name="by-link"),
    path("tables/link/<str:link>/join", views.join_by_link, name="join-by-link"),
    path("tables/<slug:code>/", views.table_page, name="table"),
    path("tables/<slug:code>/join", views.join, name="join"),
    path("tables/<slug:code>/leave", views.leave, name="leave"),
    path("tables/<slug:code>/ready", views.say_ready, name="ready"),
    path("tables/<slug:code>/ready-check", hostviews.ask_ready, name="ready-check"),
    path("tables/<slug:code>/invite", hostviews.invite, name="invite"),
    path("tables/<slug:code>/new-link", hostviews.new_link, name="new-link"),
    path("tables/<slug:code>/seats/<int:seat>/away", hostviews.send_away, name="away"),
    path("tables/<slug:code>/seats/<int:seat>/bot", hostviews.seat_bot, name="bot"),
    path("tables/<slug:code>/start", hostviews.start, name="start"),
    path("tables/<slug:code>/close", hostviews.close, name="close"),
    path("api/tables/", api.tables, name="api-tables"),
    path("api/tables/<slug:code>/", api.table, name="api-table"),
    path("api/tables/<slug:code>/join", api.join, name="api-join"),
    path("api/tables/<slug:code>/leave", api.leave, name="api-leave"),
    path("api/tables/<slug:code>/ready", api.say_ready, name="api-ready"),
]
