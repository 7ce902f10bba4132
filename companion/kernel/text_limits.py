"""What people may write into a log: names, words, questions and decisions, of a length and in letters that can be shown."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from attrs import fields, has

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages

T, N = messages("companion")

LOG_RULE: Final = "companion.log"

#: The most characters of a name or a word, and those of a question or a decision; nobody needs as many.
LONGEST_WORD, LONGEST_TEXT = 200, 4_000

#: Marks a field that holds sentences rather than a word.
SENTENCES: Final = {"longest": LONGEST_TEXT}

#: Characters that steer a terminal or turn the direction of writing, and half characters. Not among them: the soft hyphen
#: and what joins letters and emoji, which belong to names and words.
_UNSEEN: Final = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
STEERING: Final = re.compile(f"[{_UNSEEN}]")
#: What no name may hold: these, and what ends a line or a paragraph.
UNSEEN: Final = re.compile(f"[{_UNSEEN}\u2028\u2029]")
_EXCERPT: Final = 30


def refuse_unwritable(value: Any) -> None:
    """Refuse what holds a text that is too long or cannot be shown: an entry, a header, or anything made of values.

    A tab counts as a blank, as does the end of a line among sentences: logs have them from before this was asked.

    :raises Refused: with the first such text (companion.log).
    """
    for text, longest in _texts(value, LONGEST_WORD):
        if len(text) > longest:
            said = T("“{text}” is too long: it can have {most} characters at most.", text=brief(text), most=longest)
            raise Refused(Explanation(said, (LOG_RULE,)))
        blanks = "\t\n\r" if longest > LONGEST_WORD else "\t"
        if found := next((sign for sign in STEERING.findall(text) if sign not in blanks), None):
            said = T(
                "“{text}” contains a character that cannot be shown: {sign}. Leave it out.",
                text=brief(text),
                sign=_named(found),
            )
            raise Refused(Explanation(said, (LOG_RULE,)))


def harmless(text: str, *, lines: bool = False) -> str:
    """Return a text as a terminal may get it: what would steer it is named instead, and a tab is a blank.

    :param lines: whether the ends of lines may stay.

    >>> harmless("An\\x1bna")
    'An<U+001B>na'
    """

    def shown(sign: re.Match[str]) -> str:
        if sign[0] in "\t\r":
            return " "
        return "\n" if lines and sign[0] == "\n" else _named(sign[0])

    return STEERING.sub(shown, text)


def brief(text: str, most: int = _EXCERPT) -> str:
    """Return the beginning of a text, for a message about it."""
    return harmless(text if len(text) <= most else f"{text[: most - 1]}…")


def _named(sign: str) -> str:
    return f"<U+{ord(sign):04X}>"


def _texts(value: Any, longest: int) -> Iterator[tuple[str, int]]:
    """Yield every text in a value, with the most characters it may have."""
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
    """Return the names of a class's fields, each with the most characters it may have if it says so itself."""
    return tuple((field.name, field.metadata.get("longest")) for field in fields(cls)) if has(cls) else ()
