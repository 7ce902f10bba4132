"""The noun compounds of the dictionary that split into two of its nouns, found without the word check.

They come from the table of inflections of ``german-nouns``, of which the word check reads nothing: it has only the index
of spellings, and tables of its own. A compound is a noun that

- ends with another noun and inflects as that one does (*Fahrpläne* as *Pläne*), case by case and in its gender, so that
  its last noun is its head, and
- begins with a case of a noun (*Länder-*, *Tages-*, *Firmen-*), or, if what is in front is a case of no noun, with one
  and a linking element that is none of its cases (*Arbeits-*), or with one whose -e or -en has dropped out (*Schul-*,
  *Schwimm-*, *Hilfs-*). A linking -er- is always a plural (*Kinder-*), so it has to be one.

Every such way counts: *Dampfschifffahrt* is *Dampf* and *Schifffahrt*, and *Dampfschiff* and *Fahrt*. Left out are nouns of
fewer than three letters, names, abbreviations, and phrases, and what is in front where linking elements would let it come
from several nouns (*Buchs-* from *Buch* or from *Buchse*), since nothing but the meaning could tell which.
"""

import csv
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Final

from attrs import frozen

SHORTEST: Final = 3
_LINKS: Final = ("s", "es", "n", "en", "ens", "ns", "e")
#: What drops out, and what is in front of it.
_DROPPED: Final = (("", "e"), ("", "en"), ("er", "n"), ("el", "n"))


@frozen
class Compound:
    """A compound of the dictionary.

    :param linked: whether the word in front stands in none of its cases.
    """

    whole: str
    first: str
    second: str
    linked: bool


@frozen
class _Noun:
    lemma: str
    genders: frozenset[str]
    cases: tuple[str, ...]


def table() -> Path | None:
    """Return the table of inflections; ``None`` if the dictionary is not installed."""
    spec = find_spec("german_nouns")
    folders = (spec.submodule_search_locations if spec else None) or ()
    return next((path for folder in folders if (path := Path(folder) / "nouns.csv").is_file()), None)


def compounds(path: Path) -> Iterator[Compound]:
    """Yield every compound, in the order of the dictionary."""
    nouns = [noun for noun in _nouns(path) if len(noun.lemma) >= SHORTEST]
    lemmas: defaultdict[str, list[_Noun]] = defaultdict(list)
    cases: defaultdict[str, set[str]] = defaultdict(set)
    for noun in nouns:
        lemmas[noun.lemma.lower()].append(noun)
        for case in {noun.lemma, *noun.cases} - {""}:
            cases[case.lower()].add(noun.lemma)
    found: dict[Compound, None] = {}
    for noun in nouns:
        whole = noun.lemma.lower()
        for at in range(SHORTEST - 1, len(whole) - SHORTEST + 1):
            heads = [head for head in lemmas.get(whole[at:], ()) if _inflects_as(noun, head, at)]
            if heads:
                front = whole[:at]
                firsts = cases.get(front) or _linked(front, lemmas)
                found |= dict.fromkeys(
                    Compound(noun.lemma, first, head.lemma, front not in cases)
                    for first, head in product(sorted(firsts), heads)
                    if len(first) >= SHORTEST
                )
    yield from found


def _nouns(path: Path) -> Iterator[_Noun]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        head = next(rows)
        genders = [at for at, name in enumerate(head) if name.startswith("genus")]
        cases = [at for at, name in enumerate(head) if name.partition(" ")[0] in _CASES]
        for row in rows:
            if row[1] == "Substantiv" and row[0].isalpha() and not row[0].isupper():
                yield _Noun(row[0], frozenset(row[at] for at in genders) - {""}, tuple(row[at] for at in cases))


_CASES: Final = ("nominativ", "genitiv", "dativ", "akkusativ")


def _inflects_as(noun: _Noun, head: _Noun, at: int) -> bool:
    """Return whether a noun inflects as the noun does that it ends with."""
    both = [
        (case[at:].lower(), other.lower()) for case, other in zip(noun.cases, head.cases, strict=True) if case and other
    ]
    return bool(noun.genders & head.genders) and bool(both) and all(case == other for case, other in both)


def _linked(front: str, lemmas: dict[str, list[_Noun]]) -> set[str]:
    """Return the noun in front if it stands in none of its cases; nothing if it may be one of several."""
    links = {front.removesuffix(link) for link in _LINKS if front.endswith(link)}
    dropped = {
        front.removesuffix(link) + end for link in ("", "s") for ahead, end in _DROPPED if front.endswith(ahead + link)
    }
    found = {noun.lemma for word in links | dropped for noun in lemmas.get(word, ())}
    return found if len(found) == 1 else set()
