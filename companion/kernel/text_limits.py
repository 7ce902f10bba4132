"""Limits of the texts in a log: their length, and the characters that can be shown."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from attrs import fields, has

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages

T, N = messages("companion")

LOG_RULE: Final = "companion.log"

#: The most characters of a name or a word, and of a question or a decision.
LONGEST_WORD, LONGEST_TEXT = 200, 4_000

#: Metadata of a field that holds sentences rather than a word.
SENTENCES: Final = {"longest": LONGEST_TEXT}

#: Control characters, characters that change the writing direction, and surrogates. The soft hyphen and the joiners of
#: letters and emoji are allowed, since they belong to names and words.
_UNSEEN: Final = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
CONTROL_CHARACTERS: Final = re.compile(f"[{_UNSEEN}]")
#: Characters not allowed in names: these, and line and paragraph separators.
UNPRINTABLE: Final = re.compile(f"[{_UNSEEN}\u2028\u2029]")
_EXCERPT: Final = 30


def refuse_unwritable(value: Any) -> None:
    """Check every text in a value, such as an entry or a header.

    Tabs are allowed, and line ends in sentences, because older logs contain them.

    :raises Refused: at the first text that is too long or cannot be shown (companion.log).
    """
    for text, longest in _texts(value, LONGEST_WORD):
        if len(text) > longest:
            reason = T("“{text}” is too long: it can have {most} characters at most.", text=excerpt(text), most=longest)
            raise Refused(Explanation(reason, (LOG_RULE,)))
        blanks = "\t\n\r" if longest > LONGEST_WORD else "\t"
        if found := next((sign for sign in CONTROL_CHARACTERS.findall(text) if sign not in blanks), None):
            reason = T(
                "“{text}” contains a character that cannot be shown: {sign}. Leave it out.",
                text=excerpt(text),
                sign=_named(found),
            )
            raise Refused(Explanation(reason, (LOG_RULE,)))


def printable(text: str, *, lines: bool = False) -> str:
    """Return a text that is safe to print to a terminal: control characters are named, tabs become spaces.

    :param lines: whether to keep line ends.

    >>> printable("An\\x1bna")
    'An<U+001B>na'
    """

    def shown(sign: re.Match[str]) -> str:
        if sign[0] in "\t\r":
            return " "
        return "\n" if lines and sign[0] == "\n" else _named(sign[0])

    return CONTROL_CHARACTERS.sub(shown, text)


def excerpt(text: str, most: int = _EXCERPT) -> str:
    """Return the beginning of a text, for a message about it."""
    return printable(text if len(text) <= most else f"{text[: most - 1]}…")


def _named(sign: str) -> str:
    return f"<U+{ord(sign):04X}>"


def _texts(value: Any, longest: int) -> Iterator[tuple[str, int]]:
    """Yield every text in a value, with the most characters that it may have.

    :param longest: that number for texts whose field has none of its own.
    """
    if value is None or isinstance(value, int):
        return
    if isinstance(value, str):
        yield value, longest
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _texts(pair, longest)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from _texts(part, longest)
    else:
        kind: Any = type(value)
        for name, own in _parts(kind):
            yield from _texts(getattr(value, name), own or longest)


@cache
def _parts(cls: type) -> tuple[tuple[str, int | None], ...]:
    """Return the names of a class's fields, each with the most characters that it declares, if any."""
    return tuple((field.name, field.metadata.get("longest")) for field in fields(cls)) if has(cls) else ()
