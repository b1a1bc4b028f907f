"""Plays a seat of any game to its end: python example_bot.py wss://HOST/ws/games/CODE/ TOKEN."""

import json
import random
import sys
import time

from websockets.sync.client import connect

PAUSE = 0.6  # seconds between two questions: a person may send 20 frames in 5 s


def merged(view, patch):
    """A view after a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    old = view if isinstance(view, dict) else {}
    new = old | {key: merged(old.get(key), part) for key, part in patch.items()}
    return {key: part for key, part in new.items() if part is not None}


def choice(legal, default):
    """What would happen anyway, put into its form; else any whole action but giving up."""
    for form in legal["forms"]:
        if default and form["kind"] == default["type"]:
            fields = form["fields"]
            sole = {k: c[0] for k, c in fields.items() if isinstance(c, list) and len(c) == 1}
            return sole | {k: v for k, v in default.items() if k == "type" or k in fields}
    return random.choice([a for a in legal["actions"] if a["type"] != "resign"] or [None])


def play(address, token):
    """Follow the game to its end; answers the last public view."""
    views, own = {}, ""
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        socket.send(json.dumps({"type": "hello"}))
        for frame in map(json.loads, socket):
            name = frame.get("stream", "")
            if frame["type"] == "snapshot":
                views |= {name: stream["view"] for name, stream in frame["streams"].items()}
                name = own = next(name for name in views if name.startswith("seat:"))
            elif frame["type"] == "update":
                views[name] = frame.get("view") or merged(views[name], frame["patch"])
            elif frame["type"] == "legal" and (act := choice(frame, views[own].get("default"))):
                number = str(time.time_ns())
                socket.send(json.dumps({"type": "act", "id": number, "action": act}))
            elif frame["type"] == "refused":
                time.sleep(frame["params"].get("retry_after", 1))
                name = own
            if views["public"]["table"]["status"] in ("finished", "cancelled"):
                return views["public"]
            if name == own and views[own]["pending"]:
                time.sleep(PAUSE)
                socket.send(json.dumps({"type": "legal", "id": "legal"}))


if __name__ == "__main__":
    print(play(*sys.argv[1:3])["table"])
