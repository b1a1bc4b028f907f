"""Routes of talk."""

from __future__ import annotations

from django.urls import path

from games.hosting.chat import api

app_name = "chat"

ROOT = "api/games/<slug:code>/chat/"

urlpatterns = [
    path(ROOT + "rooms", api.rooms, name="rooms"),
    path(ROOT + "history", api.history, name="history"),
    path(ROOT + "search", api.search, name="search"),
    path(ROOT + "all", api.everything, name="all"),
    path(ROOT + "say", api.say, name="say"),
    path(ROOT + "read", api.read, name="read"),
    path(ROOT + "clear", api.clear, name="clear"),
    path(ROOT + "draft", api.draft, name="draft"),
    path(ROOT + "found", api.found, name="found"),
    path(ROOT + "invite", api.invite, name="invite"),
    path(ROOT + "leave", api.leave, name="leave"),
    path(ROOT + "report", api.report, name="report"),
    path(ROOT + "mute", api.mute, name="mute"),
    path(ROOT + "mutes", api.mutes, name="mutes"),
    path(ROOT + "unmute", api.unmute, name="unmute"),
    path(ROOT + "hide", api.hide, name="hide"),
]
