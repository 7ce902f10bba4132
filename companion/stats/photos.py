"""The photograph of a game: checks the file and removes its metadata, such as place and camera."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any, Final

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages
from companion.storage.errors import STORAGE_RULE

T, N = messages("companion")

#: Maximum size of a photograph in bytes; the browser scales it down before the upload (``photo.js``).
LARGEST: Final = 6 * 2**20

_JPEG: Final = b"\xff\xd8\xff"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_WEBP: Final = re.compile(rb"RIFF....WEBP", re.DOTALL)

#: Segments of a JPEG that affect its colours: the frame, the colour profile, Adobe's colour transform.
_NEEDED: Final = (b"\xe0", b"\xe2ICC_PROFILE\0", b"\xeeAdobe")
_EXIF: Final = b"\xe1Exif\0\0"
#: End of the compressed pixels: a marker that is neither a restart marker nor a stuffed byte.
_MARK: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_ORIENTATION: Final = 0x112

#: Ancillary chunks of a PNG that affect its appearance, and chunks of a WebP with metadata, with their flags.
_PNG_LOOKS: Final = {b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"tRNS", b"bKGD", b"pHYs"}
_WEBP_FLAGS: Final = {b"EXIF": 0x08, b"XMP ": 0x04}


def fit_to_keep(content: bytes) -> bytes:
    """Return a photograph without metadata other than its orientation.

    :param content: a JPEG, PNG or WebP, recognised by its first bytes.
    :raises Refused: if it has another format, is damaged or too large (companion.storage).
    """
    if len(content) > LARGEST:
        text = T("This photo is too large: {n} MB at most. Make it smaller, then add it again.", n=LARGEST // 2**20)
        raise Refused(Explanation(text, (STORAGE_RULE,)))
    try:
        if content.startswith(_JPEG):
            return b"".join(_jpeg(content))
        if content.startswith(_PNG):
            return b"".join(_png(content))
        if _WEBP.match(content):
            return _webp(content)
    except (ValueError, IndexError):
        text = T("This photo is damaged. Choose another one.")
        raise Refused(Explanation(text, (STORAGE_RULE,))) from None
    text = T("This cannot be shown as a photo: it has to be a JPEG, PNG or WebP.")
    raise Refused(Explanation(text, (STORAGE_RULE,)))


def written(content: bytes) -> Any:
    """Return a photograph as a value of JSON."""
    return {"photograph": b64encode(content).decode()}


def read(kept: Any) -> bytes | None:
    """Return the photograph in a value of JSON, ``None`` if the value is malformed."""
    match kept:
        case {"photograph": str(text)}:
            try:
                return fit_to_keep(b64decode(text, validate=True))
            except (ValueError, Refused):
                return None
    return None


def _jpeg(content: bytes) -> Iterator[bytes]:
    yield content[:2]
    at, turned = 2, 0
    while content[at + 1] != 0xD9:  # data after the end marker is a video, or another picture with its own metadata
        end = at + 2 + _length(content, at + 2, 2)
        part = content[at + 1 : at + 2] + content[at + 4 : end]
        if part.startswith(_EXIF) and not turned and (turned := _orientation(part[len(_EXIF) :])):
            yield b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01" + _entry(turned) + bytes(4)
        if content[at + 1] == 0xDA:
            mark = _MARK.search(content, end)
            end = mark.start() if mark else _cut_short()
        if part.startswith(_NEEDED) or not (0xE0 <= part[0] <= 0xEF or part[0] == 0xFE):
            yield content[at:end]
        at = end
        if content[at] != 0xFF:
            raise ValueError(at)
    yield b"\xff\xd9"


def _orientation(exif: bytes) -> int:
    """Return the orientation in EXIF data, 0 if there is none."""
    order: Any = "little" if exif.startswith(b"II") else "big"
    first = int.from_bytes(exif[4:8], order)
    for at in range(first + 2, first + 2 + 12 * int.from_bytes(exif[first : first + 2], order), 12):
        if int.from_bytes(exif[at : at + 2], order) == _ORIENTATION:
            return int.from_bytes(exif[at + 8 : at + 10], order) % 9
    return 0


def _entry(turned: int) -> bytes:
    return b"".join(number.to_bytes(size) for number, size in ((_ORIENTATION, 2), (3, 2), (1, 4), (turned, 2), (0, 2)))


def _png(content: bytes) -> Iterator[bytes]:
    yield _PNG
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        end = at + 12 + _length(content, at, 4)
        kind = content[at + 4 : at + 8]
        if end > len(content):
            _cut_short()
        if kind[:1].isupper() or kind in _PNG_LOOKS:
            yield content[at:end]
        at = end


def _webp(content: bytes) -> bytes:
    at, end, parts = 12, 8 + int.from_bytes(content[4:8], "little"), []
    if end > len(content):
        _cut_short()
    while at < end:
        kind, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        part = bytearray(content[at : at + 8 + size + size % 2])
        if kind == b"VP8X":
            part[8] &= ~sum(_WEBP_FLAGS.values())
        if kind not in _WEBP_FLAGS:
            parts.append(part)
        at += 8 + size + size % 2
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _length(content: bytes, at: int, size: int) -> int:
    if at + size > len(content):
        _cut_short()
    return int.from_bytes(content[at : at + size])


def _cut_short() -> int:
    raise ValueError("cut short")
