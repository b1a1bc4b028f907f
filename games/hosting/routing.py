"""Websocket routes; what is none of them is refused as any other unknown place."""

from __future__ import annotations

from django.urls import path, re_path

from games.hosting.consumers import PlayConsumer
from games.hosting.handshake import no_such_place

websocket_urlpatterns = [
    path("ws/games/<slug:code>/", PlayConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", no_such_place),  # type: ignore[arg-type]
]
