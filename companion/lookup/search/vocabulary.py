"""All words of the rules, and which of them a typed word may stand for."""

import sqlite3
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.lookup.search.language import SearchLanguage
from companion.lookup.search.words import Stems, distance, plain, words

#: The stems that a word may stand for, with their likelihood.
Meant: TypeAlias = dict[str, float]

_EXACT: Final = 1.0
_FORM: Final = 0.9  #: another form of the same word
ONE_SLIP: Final = 0.7
_BEGUN: Final = 0.65  #: the word may be the beginning of this one
_BEGUN_WITH_SLIP: Final = 0.55
_TWO_SLIPS: Final = 0.5
TOGETHER: Final = 0.7  #: it means this beside another word
_ALIKE: Final = 0.5  #: another word for the same
_PART: Final = 0.45
_HALF: Final = 0.35  #: it is half of a compound

#: Shorter pieces of words are in too many others.
_SHORTEST_PART: Final = 4
_SHORTEST_VERB: Final = 3
#: Shorter words that are nearly half of another are so by chance.
_SHORTEST_HALF: Final = 5
_NEAR: Final = 300


class Vocabulary:
    """All words of the rules in every language, indexed by their letters to find parts and typing errors.

    :param stems: stemmers by language.
    :param speeches: the vocabularies of the languages.
    """

    def __init__(self, stems: Mapping[str, Stems], speeches: Iterable[SearchLanguage]) -> None:
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        self._stems = stems
        self._spelled: dict[str, set[str]] = defaultdict(set)
        self._forms: dict[str, set[str]] = defaultdict(set)
        self._alike: dict[str, set[str]] = defaultdict(set)
        self._before_verbs = {before for speech in speeches for before in speech.apart}
        for speech in speeches:
            for groups, same in ((speech.forms, self._forms), (speech.alike, self._alike)):
                for group in groups:
                    for stem in group:
                        same[stem] |= group
        self._alike_spelled = {word: stem for speech in speeches for word, stem in speech.spelled.items()}
        self._known: set[str] = set()
        self._seen: dict[str, set[str]] = defaultdict(set)
        self._words: tuple[str, ...] = ()

    def learn(self, text: str, locale: str) -> Iterator[str]:
        """Yield the stems of a text and remember its words."""
        stems, seen = self._stems[locale], self._seen[locale]
        for word in words(text):
            stem = stems(word[0])
            if word[0] not in seen:
                seen.add(word[0])
                self._spelled[plain(word[0])].add(stem)
            yield stem

    def learnt(self) -> None:
        """Make the words found that have been learnt."""
        self._known = set().union(*self._spelled.values())
        for word, stem in self._alike_spelled.items():
            self._spelled[word].add(stem)
        self._words = tuple(self._spelled)
        for stem in self._known:
            for form in self._conjugated(stem):
                self._forms[form].add(stem)
        # the sharps mark where a word begins and ends, so that slips in short words leave something to find
        self._base.execute("CREATE VIRTUAL TABLE spelled USING fts5(word, content='', tokenize='trigram')")
        self._base.executemany(
            "INSERT INTO spelled (rowid, word) VALUES (?, ?)",
            ((at, f"##{word}##") for at, word in enumerate(self._words)),
        )

    def meant(self, word: str, passed_over: Container[str], *, unfinished: bool = False) -> Meant:
        """Return what a word may stand for: itself, words that contain it, and words of which it may be a typing error.

        :param passed_over: words that are never searched for, of which it may be a typing error, too.
        :param unfinished: whether it may be incomplete.
        """
        spelled = plain(word)
        sense = self.sense(word)
        begun = self._begun(word) if unfinished else set()
        pieces = {spelled, *(stems(word) for stems in self._stems.values())}
        parts = {stem for part in pieces if len(part) >= _SHORTEST_PART for stem in self._stems_of(self._with(part))}
        halves = dict.fromkeys(self._halves(spelled), _HALF if _EXACT in sense.values() else _PART)
        found = halves | dict.fromkeys(parts, _PART) | dict.fromkeys(begun, _BEGUN)
        if not sense and not begun:
            found |= self._slips(word, passed_over, unfinished)
        return found | {stem: max(likely, found.get(stem, 0.0)) for stem, likely in sense.items()}

    def sense(self, word: str) -> Meant:
        """Return the stems of a word as spelled: itself, its other forms and its synonyms."""
        stems = {stems(word) for stems in self._stems.values()}
        exact = stems | self._spelled.get(plain(word), set())
        forms = {form for stem in stems for form in self._inflected(stem)}
        alike = {other for stem in forms for other in self._alike.get(stem, ())}
        meant = dict.fromkeys(alike, _ALIKE) | dict.fromkeys(forms, _FORM) | dict.fromkeys(exact, _EXACT)
        return {stem: likely for stem, likely in meant.items() if stem in self._known}

    def apart(self, word: str, *, unfinished: bool = False) -> tuple[str, ...]:
        """Return the two words of a compound that no rule contains; otherwise the word.

        :param unfinished: whether it may be incomplete.
        """
        if not self._is_known(word) and not (unfinished and self._begun(word)):
            for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
                end = word[at:]
                for begin in (word[:at], word[:at].removesuffix("s")):
                    if len(begin) >= _SHORTEST_PART and self._is_known(begin) and self._is_known(end):
                        return begin, end
        return (word,)

    def _begun(self, word: str) -> set[str]:
        """Return the stems of the words that begin like this; a letter that is a word itself is no beginning of others."""
        spelled = plain(word)
        if len(spelled) == 1 and spelled in self._spelled:
            return set()
        return self._stems_of(self._with("#" * max(1, 3 - len(spelled)) + spelled)) & self._known

    def _is_known(self, word: str) -> bool:
        return plain(word) in self._spelled or any(stems(word) in self._known for stems in self._stems.values())

    def _inflected(self, stem: str) -> set[str]:
        """Return all stems of the same word."""
        return {form for one in (stem, *self._conjugated(stem)) for form in (one, *self._forms.get(one, ()))}

    def _conjugated(self, stem: str) -> set[str]:
        """Return the further stems of a German verb: stemming keeps the t of "legt" and the affixes of "gelegt" and "abgelegt"."""
        bare = {stem.removesuffix("t"), stem.removeprefix("ge").removesuffix("t")}
        bare |= {
            before + stem.removeprefix(f"{before}ge").removesuffix("t")
            for before in self._before_verbs
            if stem.startswith(f"{before}ge")
        }
        return {verb for verb in bare if len(verb) >= _SHORTEST_VERB}

    def _halves(self, word: str) -> set[str]:
        """Return the stems of the words a compound begins or ends with."""
        parts = {part for at in range(_SHORTEST_PART, len(word)) for part in (word[:at], word[-at:])}
        return {stem for part in parts for stem in self._spelled.get(part, ())}

    def _slips(self, word: str, passed_over: Container[str], unfinished: bool) -> Meant:
        """Return the stems of the nearest words; none if a word that is never searched for is as near.

        A compound may also be known by one half only.
        """
        typed = {plain(word), word.casefold()}  # "raet" is a typing error of "rate" only if it is not read as "rät"
        if max(map(len, typed)) < 4:
            return {}
        most = 1 if max(map(len, typed)) < 6 else 2
        near: dict[float, list[int]] = defaultdict(list)
        halves: list[int] = []
        for at in self._alike_in_letters(typed):
            other = self._words[at]
            apart = min(distance(one, other, most) for one in typed)
            if apart <= most:
                near[ONE_SLIP if apart == 1 else _TWO_SLIPS].append(at)
            elif unfinished and any(
                len(other) > len(one) and distance(one, other, 1, begun=True) == 1 for one in typed
            ):
                near[_BEGUN_WITH_SLIP].append(at)
            elif len(other) >= _SHORTEST_HALF and any(_half(other, one) for one in typed):
                halves.append(at)
        if not near:
            return dict.fromkeys(self._stems_of(halves), _HALF)
        quality = max(near)
        stems = self._stems_of(at for at in near[quality] if self._words[at] not in passed_over)
        alike = {other for stem in stems for other in self._alike.get(stem, ())}
        return dict.fromkeys(alike, quality * _ALIKE) | dict.fromkeys(stems, quality)

    def _alike_in_letters(self, typed: Iterable[str]) -> list[int]:
        """Return the words that share most letter trigrams with what was typed."""
        edged = [f"##{one}##" for one in typed]
        trigrams = sorted({word[at : at + 3] for word in edged for at in range(len(word) - 2)})
        return self._matching(" OR ".join(f'"{trigram}"' for trigram in trigrams), _NEAR)

    def _stems_of(self, places: Iterable[int]) -> set[str]:
        return {stem for at in places for stem in self._spelled[self._words[at]]}

    def _with(self, letters: str) -> list[int]:
        return self._matching(f'"{letters}"', _NEAR)

    def _matching(self, match: str, most: int) -> list[int]:
        found = self._base.execute(
            "SELECT rowid FROM spelled WHERE spelled MATCH ? ORDER BY rank LIMIT ?", (match, most)
        )
        return [at for (at,) in found]


def _half(part: str, word: str) -> bool:
    """Whether a compound begins or ends with a word, give or take a slip."""
    return distance(part, word, 1, begun=True) <= 1 or distance(part[::-1], word[::-1], 1, begun=True) <= 1
