"""The pairs of cards that a compound may be made of, found with the dictionary: the players type one word only."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from companion.games.schlafmuetze import words
from companion.games.schlafmuetze.nouns import Nouns, spelled_out
from companion.games.schlafmuetze.words import DOUBLED, LONGEST, PREFIX, SUFFIX, Check, Verdict, check, plain

#: The most pairs that are offered.
MOST: Final = 4
#: The shortest card; two letters need to be a compound of exactly both.
_SHORTEST: Final = 2
#: The most letters that may belong to neither card.
_REST: Final = 8
#: Linking elements, and the endings that drop out before them.
_LINKS: Final = ("", "S", "ES", "N", "EN", "ENS", "NS", "E")
_DROPPED: Final = ("E", "EN", "N")
#: Two words, and the places in the spelled-out compound where the first one ends and the second one begins.
Place: TypeAlias = tuple[str, str, int, int]

#: Characters with which the players themselves separate the cards.
_SEPARATOR: Final = re.compile(r"[^\w]+")


def readings(compound: str) -> tuple[Check, ...]:
    """Return the checks of the pairs of cards that a compound may be made of, the likeliest first.

    >>> [(found.first, found.second, found.verdict.value) for found in readings("Landschaftsbild")]
    [('LANDSCHAFT', 'BILD', 'keeps'), ('LAND', 'BILD', 'changes')]
    >>> [(found.first, found.second) for found in readings("Schnick-Schnack")]
    [('SCHNICK', 'SCHNACK')]
    """
    return _readings(compound, words.dictionary())


@lru_cache(maxsize=8)
def _readings(compound: str, nouns: Nouns | None) -> tuple[Check, ...]:
    typed = [part for part in map(plain, _SEPARATOR.split(compound)) if part]
    whole = "".join(typed)
    pairs = [*_pairs(whole, nouns)] if nouns and len(whole) <= LONGEST else []
    if len(typed) > 1:
        at, begin = len(spelled_out(typed[0])), len(spelled_out(whole)) - len(spelled_out(typed[-1]))
        pairs = [pair for pair in pairs if pair[2:] == (at, begin)] or [(typed[0], typed[-1], at, begin)]
    found = _checked(pairs, whole)
    kept = sorted((each for each in found if each.verdict is Verdict.KEEPS), key=_unlikely)[: MOST - 1]
    if nouns and not kept:
        kept = sorted(_checked(_half_known(whole, nouns), whole), key=_unlikely)[:1]
    seconds = {each.second for each in kept}
    others = [each for each in found if _worth_asking(each, seconds)]
    return (*kept, *sorted(others, key=_unlikely))[:MOST] or (*found[:1],)


def _checked(pairs: Iterable[Place], whole: str) -> list[Check]:
    """Return the checks of pairs of cards that are found in a compound in this order."""
    found = {pair[:2]: check(*pair[:2], whole) for pair in pairs}
    return [
        each
        for (first, _), each in found.items()
        if each and each.verdict is not Verdict.UNCLEAR and each.first == first
    ]


def _unlikely(found: Check) -> tuple[int, int]:
    return len(found.rest) + found.oddness, -min(len(found.first), len(found.second))


def _worth_asking(found: Check, seconds: Collection[str]) -> bool:
    """Return whether players may mean a reading that is not allowed: one with an affix, or with a third word in the middle.

    :param seconds: the second words of the allowed readings.
    """
    rest = spelled_out(found.rest)
    affix = SUFFIX.fullmatch(rest) or PREFIX.fullmatch(rest)
    in_the_middle = found.second in seconds and len(rest) > (1 if found.other else 3)
    return found.verdict in (Verdict.CHANGES, Verdict.EXTRA) and bool(affix or in_the_middle)


def _pairs(whole: str, nouns: Nouns) -> Iterator[Place]:
    """Yield pairs of lemmas, with the places where the first word ends and the second one begins."""
    spelled = spelled_out(whole)
    size = len(spelled)
    starts = [0, *(at for at in range(2, 6) if PREFIX.fullmatch(spelled[:at]))]
    stops = [size, *(at for at in range(size - _REST, size) if at > 0 and SUFFIX.fullmatch(spelled[at:]))]
    for start, stop in product(starts, stops):
        alone = start == 0 and stop == size
        seconds = {
            at: _written(nouns.lemmas(spelled[at:stop]), whole, at)
            for at in range(start + _SHORTEST, stop - _SHORTEST + 1)
        }
        for end in range(start + _SHORTEST, stop - _SHORTEST + 1):
            shared = end - 1 if DOUBLED.search(spelled[:end]) else end  # SCHIFFAHRT
            if alone and (seconds[end] or seconds.get(shared)):
                firsts = _written(_in_front(spelled[:end], nouns), whole, 0)
                for begin in {end, shared}:
                    yield from ((*pair, end, end) for pair in product(firsts, seconds.get(begin, ())))
            begins = range(end + 1, min(end + _REST, stop - 3) + 1) if alone else (end,)
            if end - start > 2 and any(seconds.get(begin) for begin in begins):
                firsts = _written(nouns.lemmas(spelled[start:end]), whole, start)
                for begin in begins:
                    yield from ((*pair, end, begin) for pair in product(firsts, seconds.get(begin, ())))


def _half_known(whole: str, nouns: Nouns) -> Iterator[Place]:
    """Yield pairs of which the dictionary has only one word: the longest in front, or else the longest at the end."""
    spelled = spelled_out(whole)
    inside = range(3, len(spelled) - 2)
    for at in reversed(inside):
        if firsts := _written(_in_front(spelled[:at], nouns), whole, 0):
            yield from ((first, _with_umlauts(spelled[at:], whole, at), at, at) for first in firsts)
            return
    for at in inside:
        if seconds := _written(nouns.lemmas(spelled[at:]), whole, at):
            yield from ((_with_umlauts(spelled[:at], whole, 0), second, at, at) for second in seconds)
            return


def _in_front(text: str, nouns: Nouns) -> set[str]:
    """Return the lemmas of the nouns that may stand in front of another one as some letters."""
    stems = {text.removesuffix(link) for link in _LINKS}
    cut = {stem + end for stem in (text, text.removesuffix("S"), text.removesuffix("E")) for end in _DROPPED}
    return {lemma for word in stems | cut if len(word) >= _SHORTEST for lemma in nouns.lemmas(word)}


def _written(lemmas: set[str] | frozenset[str], whole: str, at: int) -> list[str]:
    """Return lemmas with the umlauts of the compound, in which they begin at a place of its spelled-out letters."""
    return sorted(_with_umlauts(lemma, whole, at) for lemma in lemmas)


def _with_umlauts(lemma: str, whole: str, at: int) -> str:
    place, written = 0, ""
    for letter in whole:
        pair = spelled_out(letter)
        if place >= at:
            if not lemma.startswith(pair, len(spelled_out(written))):
                break
            written += letter
        place += len(pair)
    return written + lemma[len(spelled_out(written)) :]
