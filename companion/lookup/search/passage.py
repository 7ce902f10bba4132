"""The passage of a rule shown with a hit, with matches marked."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from attrs import frozen

from companion.lookup.markdown_marks import EMPHASIS, ENTRY, HEADING, LINK, RULER
from companion.lookup.search.words import words

#: Most characters of a passage, without the ellipses.
LENGTH: Final = 160


@frozen
class Piece:
    """A piece of a passage.

    :param found: whether it matches the question.
    """

    text: str
    found: bool = False


def bare(markdown: str) -> str:
    """Return a Markdown text as one line of plain text; list items are separated by dots.

    >>> bare("It **counts**:\\n\\n- Einzel (2)\\n- Jay (2)")
    'It counts: · Einzel (2) · Jay (2)'
    """
    lines = (_line(line) for line in markdown.splitlines() if not RULER.fullmatch(line))
    return " ".join(" ".join(lines).split())


def _line(line: str) -> str:
    line = HEADING.sub("", line, count=1) if HEADING.match(line) else line
    line = f"· {line[entry.end() :]}" if (entry := ENTRY.match(line)) else line
    cells = line.strip().strip("|").split("|")
    return EMPHASIS.sub("", LINK.sub(r"\1", " · ".join(cell.strip() for cell in cells)))


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


def best(texts: Iterable[str], worth: Callable[[str], Mapping[int, float]]) -> str:
    """Return the best passage of some texts: words around the most matches, the beginning if there are none.

    :param worth: returns the weight of a word for each word of the question.
    """
    chosen, most = "", -1.0
    for text in texts:
        hits = [(place, value) for place in words(text) if (value := worth(place[0]))]
        if most < 0:
            chosen, most = _around(text, 0), 0.0
        for nth, (first, _) in enumerate(hits):
            seen: dict[int, float] = {}
            for place, value in hits[nth:]:
                if place.end() - first.start() > LENGTH:
                    break
                for asked, likely in value.items():
                    seen[asked] = max(seen.get(asked, 0.0), likely)
            if sum(seen.values()) > most:
                chosen, most = _around(text, first.start()), sum(seen.values())
    return chosen


def _around(text: str, place: int) -> str:
    """Return a passage in which a place can be seen, from the beginning of its sentence if that is near."""
    start = max((end.end() for end in re.finditer(r"[.:;!?·]\s+", text[:place])), default=0)
    within = place - start > LENGTH // 2
    if within:
        start = text.index(" ", place - LENGTH // 4) + 1
    stop = len(text)
    if stop - start > LENGTH:
        stop = max(text.rfind(" ", start, start + LENGTH), start + LENGTH // 2)
    return f"{'… ' if within else ''}{text[start:stop]}{' …' if stop < len(text) else ''}"
