"""Photographs: what may be kept as one, that it does not tell where it was taken, and that it goes where its game goes."""

import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from storage.test_sqlite import full

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Header
from companion.stats import photos
from companion.stats.people import People
from companion.stats.played_games import PlayedGames
from companion.storage import limits
from companion.storage.backup import Bundle, fitting, read_bundle, write_bundle
from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.tables.tables import Tables

PLACE = b"48.137154N 11.576124E"


def segment(mark: int, body: bytes) -> bytes:
    return bytes((0xFF, mark)) + struct.pack(">H", len(body) + 2) + body


def exif(turned: int, order: str = ">") -> bytes:
    """Return what a phone writes: how the picture is turned, and where it was taken."""
    head = b"MM\0\x2a" if order == ">" else b"II\x2a\0"
    entries = struct.pack(f"{order}HHHI4s", 2, 0x10F, 2, 4, b"Cam\0")
    entries += struct.pack(f"{order}HHIHH", 0x112, 3, 1, turned, 0)
    return b"Exif\0\0" + head + struct.pack(f"{order}I", 8) + entries + bytes(4) + PLACE


PIXELS = segment(0xDA, b"\x01\x01\0\0?\0") + b"\x12\xff\0\x34\xff\xd3\x56"
FRAME = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
COLOURS = segment(0xE2, b"ICC_PROFILE\0\1\1colours") + segment(0xEE, b"Adobe\0d\0\0\0\0\0")


def jpeg(*parts: bytes) -> bytes:
    return b"\xff\xd8" + b"".join(parts) + PIXELS + b"\xff\xd9"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


HEAD = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
DATA = chunk(b"IDAT", zlib.compress(b"\0\xff\xff\xff"))
PNG = b"\x89PNG\r\n\x1a\n" + HEAD + chunk(b"gAMA", b"\0\0\xb1\x8f") + DATA + chunk(b"IEND", b"")


def riff(*parts: tuple[bytes, bytes]) -> bytes:
    body = b"".join(kind + struct.pack("<I", len(part)) + part + bytes(len(part) % 2) for kind, part in parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


@pytest.mark.parametrize("order", [">", "<"])
def test_a_jpeg_keeps_its_pixels_its_colours_and_how_it_is_turned_and_nothing_else(order: str) -> None:
    metadata = (segment(0xE1, exif(6, order)), segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + PLACE))
    kept = photos.fit_to_keep(jpeg(FRAME, *metadata, segment(0xED, PLACE), COLOURS, segment(0xFE, PLACE)) + PLACE)
    turned, _, _ = kept.partition(FRAME)[2].partition(COLOURS)
    assert kept == jpeg(FRAME, turned, COLOURS)
    assert PLACE not in kept
    assert photos._orientation(turned[10:]) == 6, "a photograph taken upright stands upright"
    assert photos.fit_to_keep(kept) == kept


def test_a_png_and_a_webp_lose_their_metadata() -> None:
    metadata = chunk(b"tEXt", PLACE) + chunk(b"eXIf", PLACE)
    assert photos.fit_to_keep(PNG.replace(DATA, metadata + DATA) + PLACE) == PNG
    pixels = (b"VP8 ", b"pixels!")
    large = riff((b"VP8X", bytes((0x2C, *bytes(9)))), pixels, (b"EXIF", PLACE), (b"XMP ", PLACE))
    assert photos.fit_to_keep(large) == riff((b"VP8X", bytes((0x20, *bytes(9)))), pixels)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "a photo"),
        (b"GIF89a", "a photo"),
        (b"<svg onload='x'/>", "a photo"),
        (jpeg(FRAME)[:-2], "damaged"),
        (jpeg(FRAME)[:9], "damaged"),
        (b"\xff\xd8\xff\xe0\0\0" + PIXELS, "damaged"),
        (PNG[:-4], "damaged"),
        (PNG[:30], "damaged"),
        (riff((b"VP8 ", b"pixels"))[:-2], "damaged"),
        (b"\xff\xd8\xff" + bytes(photos.LARGEST), "too large"),
    ],
)
def test_what_is_no_photograph_is_refused_with_the_reason(content: bytes, said: str) -> None:
    with pytest.raises(Refused) as refused:
        photos.fit_to_keep(content)
    assert said in refused.value.why.text.message
    assert photos.read(photos.written(content)) is None


def test_every_beginning_of_a_photograph_is_judged() -> None:
    """Nothing that was cut short hangs or stumbles."""
    for whole in (jpeg(FRAME, segment(0xE1, exif(3)), COLOURS), PNG, riff((b"VP8 ", b"pixels"))):
        for end in range(len(whole)):
            with pytest.raises(Refused):
                photos.fit_to_keep(whole[:end])


class Device:
    """A library with a game."""

    def __init__(self, folder: Path) -> None:
        self.library = Library.open(folder).library
        self.evenings = PlayedGames(self.library, games(), People(self.library))
        self.tables = Tables(self.library, games())

    def begin(self) -> str:
        return self.tables.begin(Header("free_sheet", games()["free_sheet"].meta.revision, ("Anna", "Ben")))


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[tuple[Device, Device]]:
    both = Device(tmp_path / "one"), Device(tmp_path / "other")
    yield both
    for each in both:
        each.library.close()


def test_a_photograph_travels_with_everything_to_the_game_as_it_is_called_there(devices: tuple[Device, Device]) -> None:
    one, other = devices
    id = one.begin()
    one.evenings.keep_photograph(id, PNG)
    file = write_bundle(one.library.everything())
    (new,) = other.library.join(read_bundle(file), lambda _: "").new
    assert other.evenings.photograph(new) == PNG
    other.evenings.keep_photograph(new, jpeg(FRAME))
    other.library.join(read_bundle(file), lambda _: "")
    assert other.evenings.photograph(new) == jpeg(FRAME), "what is here stays"
    for program in ("old", "new"):
        other.library.replace(read_bundle(file))
        assert other.evenings.photograph(id) == PNG, program
    assert '"kind": "setting"' in file.decode(), "an older program keeps what it does not know, and hands it on"


def test_on_a_full_disk_the_photograph_that_was_there_stays(devices: tuple[Device, Device]) -> None:
    one, _ = devices
    id = one.begin()
    one.evenings.keep_photograph(id, PNG)
    full(one.library)
    with pytest.raises(StorageError, match="no space left"):
        one.evenings.keep_photograph(id, jpeg(FRAME, segment(0xDB, bytes(60_000))))
    assert one.evenings.photograph(id) == PNG


def test_what_is_set_aside_comes_back_with_all_photographs_whatever_their_size(
    devices: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = devices
    id = one.begin()
    one.evenings.keep_photograph(id, PNG)
    monkeypatch.setattr(limits, "FILE", 100)
    one.library.replace(Bundle())
    assert one.evenings.photograph(id) is None
    one.library.bring_back(one.library.asides()[0].key)
    assert one.evenings.photograph(id) == PNG


def test_what_has_no_room_in_the_file_is_left_out_and_the_file_is_read(
    devices: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = devices
    ids = [one.begin() for _ in range(3)]
    without = len(write_bundle(one.library.everything()))
    for id in ids:
        one.evenings.keep_photograph(id, jpeg(FRAME, segment(0xDB, bytes(999))))
    whole = one.library.everything()
    assert fitting(whole) == (whole, 0)
    monkeypatch.setattr(limits, "FILE", without + 3500)
    fit, left = fitting(whole)
    assert left == 1
    assert read_bundle(write_bundle(fit)) == fit
    assert fit.games == whole.games


def test_a_photograph_goes_into_the_bin_with_its_game_and_for_good_with_it(devices: tuple[Device, Device]) -> None:
    one, _ = devices
    id = one.begin()
    one.evenings.keep_photograph(id, PNG)
    one.library.delete(id)
    one.library.restore(id)
    assert one.evenings.photograph(id) == PNG
    one.library.delete(id)
    for days in (40, 42):
        one.library.empty_bin(datetime.now(UTC) + timedelta(days=days))
    assert id not in one.library.ids()
    assert not one.library.settings("photograph.")


def test_a_photograph_lets_nobody_read_all_games_again(devices: tuple[Device, Device]) -> None:
    one, _ = devices
    id = one.begin()
    one.evenings.count()
    played = one.evenings.played()
    one.evenings.keep_photograph(id, PNG)
    assert one.evenings.played() is played
    one.evenings.keep_photograph(id, None)
    assert one.evenings.photograph(id) is None
