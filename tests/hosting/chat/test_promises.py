"""CHAT-11: what becomes of the talk is told before one joins."""

from __future__ import annotations

from games.hosting.chat.promises import promises


def by_kind(**options: object) -> dict[str, tuple[bool, bool]]:
    found = promises("purple-robes", dict(options), 5)
    return {one.kind: (one.is_public, one.inherits) for one in found}


def test_chat_11_a_court_promises_public_tables_and_private_pairs() -> None:
    told = by_kind()
    assert told["table"] == (True, True)
    assert told["pair"] == (False, False)
    assert told["announce"] == (True, True)
    assert told["spectators"][0] is False


def test_chat_11_rooms_that_the_options_leave_out_are_not_promised() -> None:
    assert "pair" not in by_kind(private_messages=False)
    open_posts = {p.kind: p.anonymous for p in promises("purple-robes", {}, 4)}
    assert open_posts["table"] and not open_posts["pair"]


def test_chat_11_options_that_do_not_fit_promise_nothing() -> None:
    assert promises("purple-robes", {"bid_rounds": 9}, 4) == []
    assert promises("purple-robes", {}, 3) == []
