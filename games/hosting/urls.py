"""Routes of games: pages, and HTTP twins of the socket."""

from __future__ import annotations

from django.urls import path, re_path

from games.hosting import api, host_api, own_turns, replay_api, views

app_name = "games"

urlpatterns = [
    path("games/", views.lobby_page, name="lobby"),
    path("games/missed/", own_turns.missed_turns, name="missed"),
    path("games/<slug:code>/", views.table, name="table"),
    path("games/<slug:code>/replay/", views.replay_page, name="replay"),
    path("games/<slug:code>/home/", views.game_home, name="home"),
    path("games/<slug:code>/room/", views.war_room, name="room"),
    path("games/<slug:code>/parks/<int:seat>/", views.seat_page, name="seat"),
    path("games/<slug:code>/export/<slug:form>.json", views.export_file, name="export"),
    path("rules/<slug:slug>/", views.rules_page, name="rules"),
    path("api/games/<slug:code>/view", api.view, name="api-view"),
    path("api/games/<slug:code>/legal", api.legal, name="api-legal"),
    path("api/games/<slug:code>/act", api.act, name="api-act"),
    path("api/games/<slug:code>/preview", api.preview, name="api-preview"),
    path("api/games/<slug:code>/replay", api.frames_of, name="api-replay"),
    path("api/games/<slug:code>/replay/audiences", replay_api.audiences_of, name="api-audiences"),
    path("api/games/<slug:code>/replay/part", replay_api.part, name="api-part"),
    path("api/games/<slug:code>/replay/marks", replay_api.marks, name="api-marks"),
    path("api/games/<slug:code>/statistics", replay_api.statistics, name="api-statistics"),
    path("api/games/<slug:code>/log", api.log_page, name="api-log"),
    path("api/games/<slug:code>/standings", api.standings, name="api-standings"),
    path("api/games/<slug:code>/seen", api.seen, name="api-seen"),
    path("api/games/<slug:code>/host/propose", host_api.propose, name="api-propose"),
    path("api/games/<slug:code>/host/answer", host_api.reply, name="api-answer"),
    path("api/games/<slug:code>/seat/offer", host_api.offer, name="api-offer"),
    path("api/games/<slug:code>/seat/take", host_api.take, name="api-take"),
    path("api/games/<slug:code>/seat/bot", host_api.to_bot, name="api-bot"),
    path("api/games/<slug:code>/nudge", host_api.nudge, name="api-nudge"),
    path("api/games/<slug:code>/awaited", host_api.awaited, name="api-awaited"),
    path("api/games/<slug:code>/receipts", host_api.own_receipts, name="api-receipts"),
    re_path(r"^api/(?P<rest>.*)$", api.lost),
]
