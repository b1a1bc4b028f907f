"""One way from bytes to typed values and back, strict about what people can send.

JSON from outside passes `load` first: size, depth, control and lone-surrogate characters are
refused before any type is looked at (docs/protocol.md, code `bad_frame`).
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

MAX_DEPTH = 12
LARGEST = 2**53  # what a JavaScript number holds exactly

# C0 and C1 controls, and UTF-16 surrogates that stand alone; line breaks and tabs are text
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

_encoder = msgspec.json.Encoder(order="deterministic")
_fast = msgspec.json.Encoder()


class BadInput(ValueError):
    """Input that is not well-formed JSON of the expected type; the text is safe to show."""


def encode(value: Any) -> bytes:
    """Typed value or builtins to JSON bytes, keys sorted: the form that is stored and hashed."""
    return _encoder.encode(value)


def dump(value: Any) -> bytes:
    """The same without sorting: for the wire, where order means nothing."""
    return _fast.encode(value)


def digest(data: bytes) -> str:
    """SHA-256 in hex of stored bytes."""
    return hashlib.sha256(data).hexdigest()


def load(data: bytes | str) -> Any:
    """JSON from outside to builtins, or `BadInput`."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise BadInput("not valid JSON") from error
    _check(value, MAX_DEPTH)
    return value


def _check(value: Any, depth: int) -> None:
    if depth < 0:
        raise BadInput("nested too deeply")
    match value:
        case str():
            if _UNSAFE.search(value):
                raise BadInput("control characters are not allowed")
        case dict():
            for part in (*value, *value.values()):
                _check(part, depth - 1)
        case list():
            for item in value:
                _check(item, depth - 1)
        case int() | float():
            if value != value or abs(value) > LARGEST:
                raise BadInput("number out of range")


def convert(value: Any, kind: Any) -> Any:
    """Builtins to a typed value, or `BadInput` with the place that does not fit."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError, ValueError, OverflowError) as error:
        raise BadInput(str(error)) from error


def decode(data: bytes, kind: Any) -> Any:
    """Stored bytes, written by `encode`, back to a typed value."""
    return msgspec.json.decode(data, type=kind)


def to_builtins(value: Any) -> Any:
    """Typed view to dicts, lists and scalars, as `patch.diff` and the wire want it."""
    return msgspec.to_builtins(value, str_keys=True)
