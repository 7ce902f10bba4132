"""How much room a text takes in a size that is not of the type scale, letter by letter; never less than it really does."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import normalize

#: How wide letters are at the most, in any of the typefaces, as a share of their size, and what an accent may add.
_LETTERS: Final = {
    0.32: " '\u2019\u201a.,:;|`\u00b7!ijl\u00a0",
    0.42: '[]()tf-"{}I',
    0.51: "rzsc/_\\\u201c\u201d\u201e",
    0.6: "\u2013\u00d7?vxaJyeog^<>bqkd+\u2212\u00f8",
    0.64: "FpS$*uhnL~=0123456789Z",
    0.7: "EYTPC\u00df\u20ac",
    0.8: "BVXAURG#NKOQD",
    0.97: "wHM@m&%\u2014\u2026",
}
_ACCENT: Final = 0.05
_WIDE: Final = {letter: wide for wide, letters in _LETTERS.items() for letter in letters}
#: What is of another script, or no letter.
_OTHER: Final = 1.45

#: Where a line may end: behind a space, and behind a hyphen between letters.
_ENDS: Final = re.compile(r"(?<=\s)(?=\S)|(?<=[^\W\d_]-)(?=[^\W\d_])")


@lru_cache(maxsize=2000)
def ems(text: str) -> float:
    """Return how wide a text is in one line, as a share of the size of its type.

    >>> round(ems("Anna"), 2)
    2.68
    """
    return sum(map(_wide, text))


def _wide(letter: str) -> float:
    parts = normalize("NFD", letter)
    return _WIDE.get(parts[0], _OTHER) + (_ACCENT if len(parts) > 1 else 0.0)


@lru_cache(maxsize=4000)
def lines_of(text: str, size: float, room: float) -> int | None:
    """Return in how many lines a text stands, or ``None`` if one of its words is broken.

    :param size: of its type, in pixels.
    :param room: how wide the lines are, in pixels.

    >>> lines_of("Anna and Ben", 10.0, 50.0)
    2
    >>> lines_of("Anna-Katharina", 10.0, 30.0)
    """
    lines, at, broad = 1, 0.0, room / size
    for piece in _ENDS.split(text):
        word = ems(piece.rstrip())
        if word > broad:
            return None
        if at + word > broad:
            lines, at = lines + 1, 0.0
        at += ems(piece)
    return lines
