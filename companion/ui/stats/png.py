"""Crop PNG files and stack them vertically without decoding their pixels."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
#: Bytes of a pixel by colour type, eight bits a channel: RGB and RGBA.
_PIXEL: Final = {2: 3, 6: 4}
#: Filter types of a row: none, or relative to the pixels to the left.
_PLAIN, _BY_LEFT = 0, 1


@frozen
class Part:
    """The upper left corner of a picture.

    :param png: the file.
    :param width: the width of the corner in pixels.
    :param height: the height of the corner in pixels.
    """

    png: bytes
    width: int
    height: int


def stacked(parts: Sequence[Part]) -> bytes:
    """Return a PNG with the corners of some pictures stacked vertically.

    Rows are encoded relative to the pixels to the left and above, so the corner's rows stay unchanged. Only the first
    row of each part is re-encoded, since it had nothing above it.

    :raises ValueError: if they are not PNG files with eight bits a channel and the same colour type.
    """
    read = [_Read.of(part.png) for part in parts]
    if len({each.colour for each in read}) != 1:
        raise ValueError("parts of different colour types")
    width = min(min(part.width, each.width) for part, each in zip(parts, read, strict=True))
    rows = [
        row for part, each in zip(parts, read, strict=True) for row in each.corner(width, min(part.height, each.height))
    ]
    header = struct.pack(">IIBBBBB", width, len(rows), 8, read[0].colour, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


@frozen
class _Read:
    """A picture as encoded in its file.

    :param rows: all rows, each preceded by its filter type.
    """

    width: int
    height: int
    colour: int
    rows: bytes

    @property
    def pixel(self) -> int:
        """The number of bytes per pixel."""
        return _PIXEL[self.colour]

    @classmethod
    def of(cls, png: bytes) -> "_Read":
        if not png.startswith(_SIGNATURE):
            raise ValueError("no PNG")
        chunks = list(_chunks(png))
        width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
        pixel = _PIXEL.get(colour)
        if pixel is None or depth != 8 or interlaced:
            raise ValueError("a PNG of another kind")
        size = height * (1 + width * pixel)
        rows = zlib.decompressobj().decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"), size)
        if len(rows) != size:
            raise ValueError("a PNG that is cut off")
        return cls(width, height, colour, rows)

    def corner(self, width: int, height: int) -> Iterator[bytes]:
        """Yield the rows of the upper left corner, the first one encoded without reference to a row above."""
        whole, wanted = 1 + self.width * self.pixel, 1 + width * self.pixel
        for at in range(height):
            row = self.rows[at * whole : at * whole + wanted]
            yield row if at else self._alone(row)

    def _alone(self, row: bytes) -> bytes:
        """Return the first row of a picture, encoded relative to the pixels to the left only."""
        match row[0]:
            case 2:  # relative to the pixel above: there is none
                return bytes((_PLAIN,)) + row[1:]
            case 4:  # Paeth: with nothing above, it predicts the pixel to the left
                return bytes((_BY_LEFT,)) + row[1:]
            case 3:  # relative to the mean of left and above
                pixels = bytearray(row[1:])
                for at in range(self.pixel, len(pixels)):
                    pixels[at] = (pixels[at] + pixels[at - self.pixel] // 2) % 256
                return bytes((_PLAIN,)) + bytes(pixels)
            case _:
                return row


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at + 8 <= len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
