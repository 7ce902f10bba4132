"""Makes the list of German nouns for the word check of Schlafmütze from the package ``german-nouns``."""

import csv
import json
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from companion.games.schlafmuetze.nouns import LENGTH, PACK, spelled_out

#: Number of beginnings in a block.
_BLOCK: Final = 256
#: The forms of nouns that the package lacks, though it has compounds of them.
_ADDED: Final = (("wagen", "wagens"),)
#: A word, with or without hyphens inside; suffixes, phrases and numbers are left out.
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def make() -> None:
    """Write the list.

    :raises ModuleNotFoundError: if ``german-nouns`` is not installed.
    """
    folder = _folder()
    with (folder / "nouns.csv").open(encoding="utf-8", newline="") as table:
        lemmas = [row[0].lower() for row in list(csv.reader(table))[1:]]
    index = (folder / "index.txt").read_text(encoding="utf-8")
    PACK.write_bytes(packed([*_ADDED, *nouns_of(index, lemmas)]))


def _folder() -> Path:
    spec = find_spec("german_nouns")
    folders = (spec.submodule_search_locations if spec else None) or ()
    for folder in map(Path, folders):
        if (folder / "index.txt").is_file():
            return folder
    raise ModuleNotFoundError("german_nouns")


def nouns_of(index: str, lemmas: Sequence[str]) -> Iterator[list[str]]:
    """Yield the forms of each noun, its lemma first.

    :param index: lines of a spelling and the numbers of its nouns, with tabs between them.
    :param lemmas: the lemma of each noun, by its number.
    """
    forms: defaultdict[int, set[str]] = defaultdict(set)
    for line in index.splitlines():
        spelling, *numbers = line.split("\t")
        if _WORD.fullmatch(spelling):
            for number in map(int, numbers):
                forms[number].add(spelling)
    for number, spellings in forms.items():
        # of some nouns only the lemma is a phrase
        ordered = sorted(spellings, key=lambda form: (form != lemmas[number], len(form), form))
        yield [form.replace("-", "") for form in ordered]


def packed(nouns: Iterable[Sequence[str]]) -> bytes:
    """Return a list of nouns as :mod:`companion.games.schlafmuetze.nouns` reads it.

    :param nouns: the forms of each, its lemma first.
    """
    stems: defaultdict[str, set[str]] = defaultdict(set)
    for forms in nouns:
        lemma, *others = dict.fromkeys(spelled_out(form.upper()).lower() for form in forms)
        stem = lemma[: min((_shared(lemma, form) for form in others), default=len(lemma))]
        stems[stem].add(",".join(form.removeprefix(stem) for form in (lemma, *sorted(others))))
    frequent = Counter(endings for some in stems.values() for endings in some)
    ranks = {endings: rank for rank, endings in enumerate(sorted(frequent, key=lambda each: (-frequent[each], each)))}
    ordered = sorted(stems)
    blocks = [ordered[at : at + _BLOCK] for at in range(0, len(ordered), _BLOCK)]
    bodies = [zlib.compress("\n".join(_lines(block, stems, ranks)).encode(), 9) for block in blocks]
    places = [0]
    for body in bodies:
        places.append(places[-1] + len(body))
    head = {"endings": [*ranks], "starts": [block[0] for block in blocks], "places": places}
    written = zlib.compress(json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return b"".join([len(written).to_bytes(LENGTH, "big"), written, *bodies])


def _shared(one: str, other: str) -> int:
    """Return how many letters two words share at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _lines(block: list[str], stems: dict[str, set[str]], ranks: dict[str, int]) -> Iterator[str]:
    for before, stem in pairwise(["", *block]):
        shared = _shared(before, stem)
        numbers = " ".join(map(str, sorted(ranks[endings] for endings in stems[stem])))
        yield f"{shared}{stem[shared:]} {numbers}"
