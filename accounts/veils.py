"""Numbers of rows as they leave the server: each under a veil, so that they count nothing (R-4).

Rows are numbered for everybody together: a bare number would tell its reader how many notices
others got meanwhile, and so that a trade failed or that two people talk.
"""

from __future__ import annotations

import re

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from django.utils.crypto import salted_hmac

_SALT = "accounts.veils"
_SIZE = 16  # one block
_PATTERN = "[0-9a-f]{32}"


def veiled(number: int) -> str:
    """What stands outside for a number: always the same text, without order."""
    block = _cipher().encryptor().update(number.to_bytes(_SIZE, "big"))
    return block.hex()


def unveiled(text: str) -> int | None:
    """The number behind a text of ours, or none."""
    if not re.fullmatch(_PATTERN, text):
        return None
    number = int.from_bytes(_cipher().decryptor().update(bytes.fromhex(text)), "big")
    return number if number < 1 << 63 else None


def _cipher() -> Cipher[modes.ECB]:
    key = salted_hmac(_SALT, "", algorithm="sha256").digest()
    return Cipher(algorithms.AES(key), modes.ECB())  # noqa: S305 - one block, nothing to chain


class VeiledNumber:
    """The converter of an address that names a row of somebody's own."""

    regex = _PATTERN

    def to_python(self, value: str) -> int:
        """The row's number; a text that is none of ours is no such address."""
        number = unveiled(value)
        if number is None:
            raise ValueError(value)
        return number

    def to_url(self, value: int) -> str:
        """The number under its veil."""
        return veiled(value)
