"""Heraldry uploads (T-15): a corpus of files that must not get through, and what comes out."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageCms, PngImagePlugin

from accounts import services
from accounts.heraldry import MAX_BYTES, SIDE, clean_picture
from accounts.models import AuditEntry, Heraldry
from accounts.refusals import Refused


def _picture(kind: str, size=(64, 48), mode: str = "RGB", **options) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 90).save(out, kind, **options)
    return out.getvalue()


def _frames(kind: str) -> bytes:
    out = io.BytesIO()
    rest = [Image.new("RGB", (64, 64), colour) for colour in ("red", "blue")]
    Image.new("RGB", (64, 64), "green").save(out, kind, save_all=True, append_images=rest)
    return out.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _png(width: int, height: int, body: bytes, depth: int = 8, colour: int = 2) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")
    )


def _png_with(chunk: bytes) -> bytes:
    good = _picture("PNG")
    return good[:33] + chunk + good[33:]


PNG = _picture("PNG")
JPEG = _picture("JPEG")
WEBP = _picture("WEBP")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

BAD = {
    "svg": SVG,
    "svg with xml head": b'<?xml version="1.0"?>' + SVG,
    "gzipped svg": zlib.compress(SVG),
    "html": b"<!doctype html><script>alert(1)</script>",
    "html after a png start": b"\x89PNG\r\n\x1a\n<script>alert(1)</script>",
    "html after a jpeg start": b"\xff\xd8\xff<script>alert(1)</script>",
    "html after a riff start": b"RIFF\x00\x00\x00\x00WEBP<script>alert(1)</script>",
    "wave in riff": b"RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00" + b"\x00" * 40,
    "gif": _picture("GIF", mode="P"),
    "bmp": _picture("BMP"),
    "tiff": _picture("TIFF"),
    "ico": _picture("ICO"),
    "pdf": b"%PDF-1.7\n1 0 obj<<>>endobj",
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 64\nshowpage",
    "zip": b"PK\x03\x04" + b"\x00" * 60,
    "executable": b"MZ" + b"\x00" * 60,
    "nothing": b"",
    "one byte": b"\x89",
    "noise": bytes(range(256)) * 8,
    "png cut in the head": PNG[:20],
    "png cut in the body": PNG[:-30],
    "png with a wrong checksum": PNG[:40] + bytes([PNG[40] ^ 255]) + PNG[41:],
    "jpeg cut": JPEG[: len(JPEG) // 2],
    "webp cut": WEBP[: len(WEBP) // 2],
    "png that says 60,000 square": _png(60_000, 60_000, zlib.compress(b"\0" * 1000)),
    "png of 9 million pixels": _picture("PNG", size=(3000, 3000)),
    "jpeg of 9 million pixels": _picture("JPEG", size=(3000, 3000)),
    "png one pixel high": _picture("PNG", size=(2000, 1)),
    "png 9000 wide": _picture("PNG", size=(9000, 20)),
    "png of no size": _png(0, 0, zlib.compress(b"")),
    "bomb: 2 GB of zeros": _png(65_500, 32_000, zlib.compress(b"\0" * 4_000_000)),
    "text bomb": _png_with(_chunk(b"zTXt", b"k\0\0" + zlib.compress(b"\0" * 200_000_000))),
    "profile bomb": _png_with(_chunk(b"iCCP", b"k\0\0" + zlib.compress(b"\0" * 200_000_000))),
    "animated png": _frames("PNG"),
    "animated webp": _frames("WEBP"),
    "too many bytes": PNG + b"\0" * MAX_BYTES,
    "png with colour type 7": _png(64, 64, zlib.compress(b"\0" * 9999), colour=7),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_t_15_bad_files_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_picture(BAD[name])
    assert refused.value.code.startswith("picture_")


def test_t_15_the_corpus_is_large_enough() -> None:
    assert len(BAD) >= 30


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_three_formats_become_a_small_webp(kind: str) -> None:
    result = Image.open(io.BytesIO(clean_picture(_picture(kind, size=(900, 600)))))
    assert result.format == "WEBP" and max(result.size) == SIDE


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_every_mode_of_png_is_drawn(mode: str) -> None:
    assert Image.open(io.BytesIO(clean_picture(_picture("PNG", mode=mode)))).mode in ("RGB", "RGBA")


def test_t_15_nothing_but_pixels_survives() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "<script>canary</script>")
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    dressed = _picture("PNG", pnginfo=info, icc_profile=profile) + b"<script>canary</script>" + SVG
    result = clean_picture(dressed)
    assert b"canary" not in result and b"svg" not in result and b"sRGB" not in result
    exif = Image.Exif()
    exif[0x010E] = "canary"
    assert b"canary" not in clean_picture(_picture("JPEG", exif=exif))


@pytest.fixture
def general(make_user, make_park):
    user = make_user("edda")
    make_park("Frost Hold", general=user)
    return user


def _upload(client, data: bytes, name: str = "arms.png", kind: str = "image/png"):
    file = SimpleUploadedFile(name, data, content_type=kind)
    return client.post("/parks/frost-hold/heraldry", {"picture": file}, follow=True)


def test_t_15_a_picture_is_served_under_a_random_name(general, sign_in, client) -> None:
    _upload(sign_in(general), PNG, name="../../<b>evil.svg")
    heraldry = Heraldry.objects.get()
    assert len(heraldry.name) == 37 and "evil" not in heraldry.name
    answer = client.get(heraldry.park.heraldry_url)
    assert answer["Content-Type"] == "image/webp"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "immutable" in answer["Cache-Control"]


@pytest.mark.parametrize("kind", ["image/png", "image/svg+xml", "text/html"])
def test_t_15_the_claimed_type_means_nothing(general, sign_in, kind: str) -> None:
    text = _upload(sign_in(general), SVG, kind=kind).content.decode()
    assert "Pictures are PNG, JPEG or WebP." in text
    assert not Heraldry.objects.exists()


def test_a_new_picture_replaces_the_old(general, sign_in, client) -> None:
    page = sign_in(general)
    _upload(page, PNG)
    old = Heraldry.objects.get().name
    _upload(page, WEBP)
    assert Heraldry.objects.count() == 1
    assert client.get(f"/heraldry/{old}").status_code == 404
    page.post("/parks/frost-hold/heraldry", {"remove": "1"})
    assert not Heraldry.objects.exists()
    assert AuditEntry.objects.filter(what="heraldry").count() == 3


def test_a_refused_picture_keeps_the_old(general) -> None:
    park = general.player.appointments.get().park
    services.set_heraldry(park, PNG, by=general.pk)
    name = park.heraldry
    with pytest.raises(Refused):
        services.set_heraldry(park, SVG, by=general.pk)
    park.refresh_from_db()
    assert park.heraldry == name and Heraldry.objects.filter(name=name).exists()


@pytest.mark.parametrize("path", ["x.webp", "../secret", "0" * 32 + ".svg", "0" * 32 + ".webp"])
def test_only_known_names_are_served(db: None, client, path: str) -> None:
    assert client.get(f"/heraldry/{path}").status_code == 404
