"""Start and end of a web process: freeze what lives for ever, close sockets and threads."""

from __future__ import annotations

import gc
import os
from typing import Any

from games.hosting.hub import close_hub, hub


class Lifespan:
    """The ASGI lifespan application."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer startup and shutdown."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                hub()
                if os.environ.get("PORTAL_EMBED") == "threads":
                    from games.hosting.embedded import start_worker

                    start_worker()
                gc.collect()
                gc.freeze()
                gc.set_threshold(100_000, 20, 100)
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await close_hub()
                await send({"type": "lifespan.shutdown.complete"})
                return
