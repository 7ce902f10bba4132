"""The German nouns of Wiktionary: a compact list of stems and endings, read block by block.

``python -m companion.devtools nouns`` makes the list, ``nouns.pack``; see ``NOTICE-nouns.txt`` for its source and licence.
A noun is the beginning that all its forms share, and the number of its endings. The beginnings are sorted and compressed in
blocks, so that a look-up unpacks a few kilobytes. The file begins with the length of its head; the head, compressed JSON, holds
the endings and where each block begins. A line of a block is how many letters it shares with the line before, the other
letters, and the numbers of its endings.
"""

import json
import re
import zlib
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

#: The list that comes with the program.
PACK: Final = Path(__file__).with_name("nouns.pack")

#: Spellings without umlauts and ß.
DIGRAPHS: Final = {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS", "ß": "SS"}
_DIGRAPHS: Final = str.maketrans(DIGRAPHS)

#: Number of bytes that hold the length of the head.
LENGTH: Final = 4
_LINE: Final = re.compile(r"(\d+)(\D*) (.+)")
#: Number of unpacked blocks that are kept, about 40 kB each.
_KEPT: Final = 100

#: A noun: the beginning that all its forms share, and the number of its endings.
Noun = tuple[str, int]


def spelled_out(word: str) -> str:
    """Return capitals without umlauts and ß, so that each word has a single spelling.

    >>> spelled_out("LÄNDERSPIEL"), spelled_out("LAENDERSPIEL")
    ('LAENDERSPIEL', 'LAENDERSPIEL')
    """
    return word.translate(_DIGRAPHS)


@frozen(eq=False)
class Nouns:
    """A list of nouns with their inflections.

    :param endings: each the endings of a noun, that of its lemma first.
    :param starts: the first beginning in each block.
    :param places: where each block begins in the body, and where the last one ends.
    :param body: the blocks.
    """

    endings: tuple[tuple[str, ...], ...] = field(repr=False)
    starts: tuple[str, ...] = field(repr=False)
    places: tuple[int, ...] = field(repr=False)
    body: bytes = field(repr=False)
    _lengths: tuple[int, ...] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_lengths", tuple(sorted({len(each) for some in self.endings for each in some})))

    @classmethod
    def read(cls, pack: bytes) -> "Nouns":
        """Return the nouns of a list.

        :raises ValueError: if it is none.
        """
        try:
            body = LENGTH + int.from_bytes(pack[:LENGTH], "big")
            head = json.loads(zlib.decompress(pack[LENGTH:body]))
        except zlib.error as error:
            raise ValueError("not a list of nouns") from error
        endings = tuple(tuple(some.split(",")) for some in head["endings"])
        return cls(endings, tuple(head["starts"]), tuple(head["places"]), pack[body:])

    def entries(self, word: str) -> frozenset[Noun]:
        """Return the nouns of which a word is a form."""
        small = spelled_out(word).lower()
        found = set()
        for length in self._lengths:
            stem, ending = small[: len(small) - length], small[len(small) - length :]
            if length <= len(small):
                found |= {(stem, number) for number in self._beginning(stem) if ending in self.endings[number]}
        return frozenset(found)

    def lemmas(self, word: str) -> frozenset[str]:
        """Return the lemmas of the nouns of which a word is a form, in capitals and spelled out."""
        return frozenset((stem + self.endings[number][0]).upper() for stem, number in self.entries(word))

    def _beginning(self, stem: str) -> tuple[int, ...]:
        """Return the numbers of the endings of the nouns with a beginning."""
        number = bisect_right(self.starts, stem) - 1
        if number < 0:
            return ()
        return _unpacked(self.body, self.places[number], self.places[number + 1]).get(stem, ())


@lru_cache(maxsize=_KEPT)
def _unpacked(body: bytes, start: int, stop: int) -> dict[str, tuple[int, ...]]:
    """Return the beginnings in a block, with the numbers of their endings."""
    found = {}
    stem = ""
    for shared, letters, numbers in _LINE.findall(zlib.decompress(body[start:stop]).decode()):
        stem = stem[: int(shared)] + letters
        found[stem] = tuple(map(int, numbers.split()))
    return found


@lru_cache(maxsize=1)
def _read(pack: Path) -> Nouns:
    return Nouns.read(pack.read_bytes())


def nouns_of(pack: Path = PACK) -> Nouns | None:
    """Return the nouns of a list; ``None`` while it cannot be read, as in a browser that has not loaded it yet."""
    try:
        return _read(pack)
    except OSError:
        return None
