"""The input for a round: a number, or a sum such as ``3+6+2``."""

import re
from typing import Final

#: Minus signs other than the ASCII hyphen: the real one, and the dash that some keyboards make of it.
_MINUS: Final = re.compile("[−–]")
_BLANK: Final = re.compile(r"\s+")
#: Blanks around signs and at both ends; blanks between two digits may be a forgotten plus.
_AROUND_SIGNS: Final = re.compile(r"\s*([+-])\s*")
_SUM: Final = re.compile(r"[+-]?[0-9]+(?:[+-][0-9]+)*")
_TERM: Final = re.compile(r"[+-]?[0-9]+")
#: Longer texts are rejected as sums; the limit within a game is defined in the rules.
_LONGEST: Final = 1000


def terms(typed: str) -> tuple[int, ...] | None:
    """Return the numbers of a sum, or ``None`` if the text is not a sum.

    >>> terms("3+6+2"), terms(" 10 − 4 "), terms("-5"), terms("3*6"), terms("3 6")
    ((3, 6, 2), (10, -4), (-5,), None, None)
    """
    if len(typed) > _LONGEST:
        return None
    plain = _AROUND_SIGNS.sub(r"\1", _MINUS.sub("-", typed).strip())
    return tuple(map(int, _TERM.findall(plain))) if _SUM.fullmatch(plain) else None


def without_blanks(typed: str) -> str:
    """Return the text without blanks between digits, as revision 1 read it.

    >>> without_blanks("3 6 + 1")
    '36+1'
    """
    return _BLANK.sub("", typed)


def written(numbers: tuple[int, ...]) -> str:
    """Return a sum as written by hand.

    >>> written((3, 6, -2)), written((-5,)), written((0, 0))
    ('3 + 6 − 2', '−5', '0 + 0')
    """
    first, *others = numbers
    return " ".join(
        (f"−{-first}" if first < 0 else str(first), *(f"{'−' if one < 0 else '+'} {abs(one)}" for one in others))
    )
