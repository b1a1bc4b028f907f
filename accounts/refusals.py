"""A refused wish: a code and its facts. The wording stands in `templates/accounts/refusal.txt`."""

from __future__ import annotations

from typing import Any


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """Nothing was changed; `code` says why, `params` are the facts of the sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
