"""Websocket routes."""

from __future__ import annotations

from django.urls import path

from games.hosting.consumers import PlayConsumer

websocket_urlpatterns = [
    path("ws/games/<slug:code>/", PlayConsumer.as_asgi()),  # type: ignore[arg-type]
]
