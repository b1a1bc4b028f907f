"""ASGI entry: Django for HTTP, Channels' routing for sockets."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402

http = get_asgi_application()

from games.hosting.lifespan import Lifespan  # noqa: E402
from games.hosting.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": URLRouter(websocket_urlpatterns),
        "lifespan": Lifespan(),
    }
)
