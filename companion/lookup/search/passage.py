"""The passage of a rule shown with a hit, with matches marked."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from companion.lookup.markdown_marks import EMPHASIS, ENTRY, HEADING, LINK, RULER
from companion.lookup.search.words import words

#: Most characters of a passage, without the ellipses.
LENGTH: Final = 160
#: Where a sentence ends; the dot of a number or of a single letter ends none.
_END: Final = re.compile(r"(?<=[.!?…])(?<!\b\w\.)\s+(?=[^\W_a-zäöüß]|[„“(−+])")


@frozen
class Piece:
    """A piece of a passage.

    :param found: whether it matches the question.
    """

    text: str
    found: bool = False


def sentences(markdown: str) -> tuple[str, ...]:
    """Return the sentences of a Markdown text as plain text: an item of a list with what leads to it, and no tables.

    >>> sentences("It **counts**. One stroke is worth:\\n\\n- Einzel: 2\\n- Jay: 2\\n\\n| a | b |\\n|---|---|\\n| c | d |")
    ('It counts.', 'One stroke is worth: Einzel: 2', 'One stroke is worth: Jay: 2')
    """
    found: list[str] = []
    lead = ""
    for block in _blocks(markdown.splitlines()):
        if ENTRY.match(block):
            found.append(f"{lead} {_plain(ENTRY.sub('', block, count=1))}".strip())
        else:
            *said, last = _END.split(_plain(HEADING.sub("", block, count=1)))
            lead = last if last.endswith(":") else ""
            found += said if lead else [*said, last]
    return tuple(found) or (lead,)


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    """Yield paragraphs, headings and items of lists, each on one line; tables and rulers are left out."""
    block: list[str] = []
    for line in (*lines, ""):
        stops = not line.strip() or line.lstrip().startswith("|") or bool(RULER.fullmatch(line))
        if block and (stops or ENTRY.match(line) or HEADING.match(line)):
            yield " ".join(block)
            block.clear()
        if not stops:
            block.append(line.strip())


def _plain(line: str) -> str:
    return " ".join(EMPHASIS.sub("", LINK.sub(r"\1", line)).split())


def marked(text: str, found: Callable[[str], object]) -> tuple[Piece, ...]:
    """Return a text with the words that were found marked."""
    pieces: list[Piece] = []
    at = 0
    for word in words(text):
        if found(word[0]):
            pieces += [Piece(text[at : word.start()]), Piece(word[0], found=True)]
            at = word.end()
    pieces.append(Piece(text[at:]))
    return tuple(piece for piece in pieces if piece.text)


def best(texts: Iterable[Sequence[str]], worth: Callable[[str], Mapping[int, float]]) -> str:
    """Return the best passage of some texts: the sentence with the most matches, the first one if there are none.

    Sentences follow it as far as there is room.

    :param texts: the sentences of each text.
    :param worth: returns the weight of a word for each word of the question.
    """
    chosen, most = "", -1.0
    for said in texts:
        for nth, sentence in enumerate(said):
            passage = " ".join(_fitting(said[nth:]))
            value = _matches(passage, worth) + _matches(sentence, worth)
            if value > most:
                chosen, most = (passage if len(passage) <= LENGTH else _around(passage, worth)), value
    return chosen


def _fitting(said: Sequence[str]) -> Iterator[str]:
    """Yield a sentence and those after it as long as there is room, but of a list only one item."""
    length = 0
    leads = set[str]()
    for sentence in said:
        lead, found, _ = sentence.partition(": ")
        length += len(sentence) + 1
        if leads and (length > LENGTH + 1 or lead in leads):
            return
        leads.add(lead if found else sentence)
        yield sentence


def _matches(passage: str, worth: Callable[[str], Mapping[int, float]]) -> float:
    seen: dict[int, float] = {}
    for word in words(passage):
        for asked, likely in worth(word[0]).items():
            seen[asked] = max(seen.get(asked, 0.0), likely)
    return sum(seen.values())


def _around(sentence: str, worth: Callable[[str], Mapping[int, float]]) -> str:
    """Return the part of a long sentence in which its first match can be seen, from its beginning if that is near."""
    place = next((word.start() for word in words(sentence) if worth(word[0])), 0)
    start = 0 if place < LENGTH - LENGTH // 4 else sentence.index(" ", place - LENGTH // 4) + 1
    stop = len(sentence)
    if stop - start > LENGTH:
        stop = max(sentence.rfind(" ", start, start + LENGTH), start + LENGTH // 2)
    return f"{'… ' if start else ''}{sentence[start:stop]}{' …' if stop < len(sentence) else ''}"
