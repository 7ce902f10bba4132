"""Corners of PNG files below each other."""

import struct
import zlib
from random import Random

import pytest

from companion.ui.stats.png import Part, stacked

Pixels = list[bytes]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def predicted(way: int, left: int, above: int, corner: int) -> int:
    """Return the prediction for a byte by one of the five filters of the PNG standard."""
    near = left + above - corner
    nearest = min((left, above, corner), key=lambda each: abs(near - each))
    return (0, left, above, (left + above) // 2, nearest)[way]


def png(pixels: Pixels, ways: list[int], *, depth: int = 8, colour: int = 6) -> bytes:
    """Return a PNG file, each row encoded with one of the five filters."""
    rows, above = [], bytes(len(pixels[0]))
    for row, way in zip(pixels, ways, strict=True):
        written = bytes(
            (byte - predicted(way, *(row[at - 4] if at > 3 else 0, above[at], above[at - 4] if at > 3 else 0))) % 256
            for at, byte in enumerate(row)
        )
        rows.append(bytes((way,)) + written)
        above = row
    header = struct.pack(">IIBBBBB", len(pixels[0]) // 4, len(pixels), depth, colour, 0, 0, 0)
    body = zlib.compress(b"".join(rows))
    pieces = (chunk(b"IHDR", header), chunk(b"IDAT", body[:7]), chunk(b"IDAT", body[7:]), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(pieces)


def pixels_of(file: bytes) -> Pixels:
    """Return the rows of a PNG file with one chunk of data."""
    width, height = struct.unpack_from(">II", file, 16)
    at = file.index(b"IDAT")
    (length,) = struct.unpack_from(">I", file, at - 4)
    rows, whole = zlib.decompress(file[at + 4 : at + 4 + length]), 1 + 4 * width
    assert len(rows) == height * whole
    found: Pixels = []
    above = bytes(4 * width)
    for nth in range(height):
        way, written = rows[nth * whole], rows[nth * whole + 1 : (nth + 1) * whole]
        row = bytearray()
        for at, byte in enumerate(written):
            left, corner = (row[at - 4], above[at - 4]) if at > 3 else (0, 0)
            row.append((byte + predicted(way, left, above[at], corner)) % 256)
        found.append(bytes(row))
        above = found[-1]
    return found


@pytest.mark.parametrize("first", range(5))
def test_corners_are_aligned_pixel_by_pixel(first: int) -> None:
    random = Random(first)
    pictures = [[random.randbytes(4 * 12) for _ in range(9)] for _ in range(3)]
    files = [png(each, [first, *(random.randrange(5) for _ in range(8))]) for each in pictures]
    cut = stacked([Part(file, 7, 4 + nth) for nth, file in enumerate(files)])
    wanted = [row[: 4 * 7] for nth, each in enumerate(pictures) for row in each[: 4 + nth]]
    assert pixels_of(cut) == wanted


def test_a_part_is_never_larger_than_its_file() -> None:
    random = Random(1)
    picture = [random.randbytes(4 * 5) for _ in range(3)]
    assert pixels_of(stacked([Part(png(picture, [0, 1, 2]), 50, 40)])) == picture


@pytest.mark.parametrize(
    "file",
    [
        b"GIF89a",
        png([bytes(16)], [0], depth=16),
        png([bytes(16)], [0], colour=3),
        png([bytes(16)], [0]).replace(struct.pack(">II", 4, 1), struct.pack(">II", 4, 9)),
    ],
    ids=["no PNG", "sixteen bits", "a palette", "cut off"],
)
def test_another_kind_of_file_is_refused(file: bytes) -> None:
    with pytest.raises(ValueError, match="PNG"):
        stacked([Part(file, 1, 1)])
