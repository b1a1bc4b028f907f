"""Heraldry of parks (T-15): three formats in, one small WebP made by us out."""

from __future__ import annotations

import io
import secrets
import struct
import warnings
import zlib

from django.db import transaction
from django.http import HttpRequest
from PIL import Image, ImageOps, UnidentifiedImageError

from accounts.auditing import audit
from accounts.models import Heraldry, Park
from accounts.refusals import Refused

MAX_BYTES = 2 * 1024 * 1024
MAX_PIXELS = 4_000_000
MIN_SIDE, MAX_SIDE = 16, 8000
SIDE = 256
_FORMATS = ("PNG", "JPEG", "WEBP")
_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")

# What Pillow's decoders raise on damaged or hostile input.
_DAMAGED = (
    UnidentifiedImageError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    MemoryError,
    EOFError,
    struct.error,
    zlib.error,
)


def clean_picture(data: bytes) -> bytes:
    """The picture, decoded within limits and drawn anew at most 256 px wide; else `Refused`.

    Nothing of the upload survives but its pixels: no metadata, no trailing bytes, no other format.
    """
    if len(data) > MAX_BYTES:
        raise Refused("picture_bytes", most=MAX_BYTES // 1024 // 1024)
    if not data.startswith(_STARTS):
        raise Refused("picture_format")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _drawn_anew(data)
    except _DAMAGED as error:
        raise Refused("picture_damaged") from error


def _drawn_anew(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
        width, height = picture.size
        if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
            raise Refused("picture_pixels", most=MAX_PIXELS // 1_000_000)
        if min(width, height) < MIN_SIDE:
            raise Refused("picture_small", least=MIN_SIDE)
        if getattr(picture, "n_frames", 1) != 1:
            raise Refused("picture_moves")
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        plain = upright.convert("RGBA")
    plain.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGBA", plain.size)
    fresh.paste(plain)
    out = io.BytesIO()
    fresh.save(out, "WEBP", quality=88, method=4)
    return out.getvalue()


def set_heraldry(
    park: Park, data: bytes, *, by: int | None, request: HttpRequest | None = None
) -> Heraldry:
    """Give a park a picture under a new random name; the old one goes."""
    content = clean_picture(data)
    with transaction.atomic():
        before = _clear(park)
        name = f"{secrets.token_hex(16)}.webp"
        heraldry = Heraldry.objects.create(name=name, park=park, content=content)
        park.heraldry = heraldry.name
        park.save(update_fields=["heraldry"])
        audit(
            by=by,
            what="heraldry",
            target="park",
            target_id=park.pk,
            before=before,
            after=name,
            request=request,
        )
    return heraldry


def remove_heraldry(park: Park, *, by: int | None, request: HttpRequest | None = None) -> None:
    """Back to the mark's emblem."""
    with transaction.atomic():
        before = _clear(park)
        park.heraldry = ""
        park.save(update_fields=["heraldry"])
        audit(
            by=by, what="heraldry", target="park", target_id=park.pk, before=before, request=request
        )


def _clear(park: Park) -> str | None:
    before = park.heraldry or None
    Heraldry.objects.filter(park=park).delete()
    return before
