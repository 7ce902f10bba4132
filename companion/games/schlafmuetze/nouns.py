"""The German nouns of Wiktionary, if installed: an index of the spellings of each noun.

They come with the optional package ``german-nouns``. Only its index is read, and only on first use: each line is a
spelling with the numbers of its nouns. The package's own class would load all inflections of Wiktionary into memory.
"""

from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import field, frozen

#: Spellings without umlauts and ß.
DIGRAPHS: Final = {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS", "ß": "SS"}
_BYTES: Final = tuple((letter.lower().encode(), pair.lower().encode()) for letter, pair in DIGRAPHS.items())
_DIGRAPHS: Final = str.maketrans(DIGRAPHS)


def spelled_out(word: str) -> str:
    """Return capitals without umlauts and ß, so that each word has a single spelling.

    >>> spelled_out("LÄNDERSPIEL"), spelled_out("LAENDERSPIEL")
    ('LAENDERSPIEL', 'LAENDERSPIEL')
    """
    return word.translate(_DIGRAPHS)


@frozen
class Nouns:
    """A list of nouns with their inflections.

    :param listed: the lines of the index, spelled out and sorted, each after a line feed.
    """

    listed: bytes = field(repr=False)

    @classmethod
    def read(cls, index: Path) -> "Nouns":
        """Return the nouns of an index.

        :raises OSError: if it cannot be read.
        """
        text = index.read_bytes()
        for letter, pair in _BYTES:
            text = text.replace(letter, pair)
        return cls(b"\n".join([b"", *sorted(text.split(b"\n")), b""]))

    def entries(self, word: str) -> frozenset[bytes]:
        """Return the nouns a word is a form of, as opaque numbers."""
        key = b"\n" + spelled_out(word).lower().encode() + b"\t"
        at = bisect_left(range(len(self.listed)), key, key=lambda place: self._line(place, len(key)))
        start = self.listed.rfind(b"\n", 0, at)
        found: list[bytes] = []
        while self.listed.startswith(key, start):
            end = self.listed.index(b"\n", start + 1)
            found += self.listed[start + len(key) : end].split()
            start = end
        return frozenset(found)

    def _line(self, place: int, length: int) -> bytes:
        """Return the beginning of the line that contains a position, with the line feed before it."""
        start = self.listed.rfind(b"\n", 0, place)
        return self.listed[start : start + length]


@lru_cache(maxsize=1)
def nouns_of(index: Path) -> Nouns | None:
    """Return the nouns of an index, which is read once; ``None`` if it cannot be read."""
    try:
        return Nouns.read(index)
    except OSError:
        return None
