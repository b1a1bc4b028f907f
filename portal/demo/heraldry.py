"""Invented heraldry for two parks of the demo, drawn here: a bridge and a sprig."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

SIZE = 256


def gate() -> bytes:
    """A gate of two towers, dark on nothing."""
    picture, draw = _blank()
    for left in (52, 164):
        draw.rectangle((left, 70, left + 40, 206), fill="#1B1D22")
        for step in range(3):
            draw.rectangle((left - 4 + step * 18, 54, left + 8 + step * 18, 74), fill="#1B1D22")
    draw.pieslice((92, 110, 164, 240), 180, 360, fill="#7A5E00")
    draw.rectangle((92, 174, 164, 206), fill="#7A5E00")
    for bar in (104, 122, 140):
        draw.rectangle((bar, 130, bar + 6, 206), fill="#1B1D22")
    return _png(picture)


def willow() -> bytes:
    """A tree with hanging branches, pale on nothing."""
    picture, draw = _blank()
    draw.polygon([(120, 210), (136, 210), (132, 90), (124, 90)], fill="#F3EFC4")
    for n in range(-3, 4):
        x = 128 + n * 24
        draw.arc((min(128, x) - 4, 50, max(128, x) + 4, 190), 180, 360, fill="#F3EFC4", width=8)
        draw.line((x, 118, x, 176 - abs(n) * 6), fill="#F3EFC4", width=8)
    return _png(picture)


def _blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    return picture, ImageDraw.Draw(picture)


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
