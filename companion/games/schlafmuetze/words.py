"""The word check: it shows the voters how two card words are combined, and decides nothing.

German joins words with linking elements (Fugenelemente), with plurals and umlauts, and cuts their ends; all of that
keeps the word. Suffixes and prefixes change it into another word. Beyond the tables, a dictionary shows whether
 two spellings are forms of one noun. If neither helps, the check reports the word as unclear.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from itertools import chain, product
from typing import Any, Final
from unicodedata import normalize

from attrs import evolve, frozen

from companion.games.schlafmuetze.messages import T, capitals
from companion.games.schlafmuetze.nouns import Noun, Nouns, nouns_of, spelled_out
from companion.kernel.explain import Explanation, note


@frozen
class Shape:
    """A form that a word can take in a compound.

    :param added: the letters added at its end.
    :param cut: the letters dropped before them.
    :param plural: whether only a plural has this form: a dictionary that knows the word has to know the form, too.
    :param after: the endings of words that take this form, as a regular expression.
    """

    added: str = ""
    cut: str = ""
    umlaut: bool = False
    plural: bool = False
    after: str = ""

    @property
    def oddness(self) -> int:
        """Its distance from the printed word."""
        return 2 * self.umlaut + 2 * bool(self.cut) + len(self.added)


def _shapes(*added: str, cut: str = "", after: str = "", umlaut: bool = False, plural: bool = False) -> list[Shape]:
    return [Shape(each, cut, umlaut, plural, after) for each in added]


#: The nouns with a plural in -er and those whose vowel changes with it. The two classes are closed.
_ER: Final = (
    "BALG|BIEST|BILD|BRETT|DING|EI|FELD|GEIST|GELD|GEMÜT|GESCHLECHT|GESICHT|GESPENST|GLIED|KIND|KLEID|LEIB|LICHT|LID"
    "|LIED|MENSCH|NEST|REGIMENT|REIS|RIND|SCHEIT|SCHI|SKI|SCHILD|SCHWERT|STIFT|VIECH|WEIB|WICHT"
)
_ER_UMLAUT: Final = (
    "AMT|BAD|BALG|BAND|BLATT|BUCH|DACH|DORF|DORN|FACH|FASS|GEHALT|GEMACH|GEWAND|GLAS|GOTT|GRAB|GRAS|GUT|HAUPT|HAUS|HOLZ"
    "|HORN|HUHN|KALB|KORN|KRAUT|LAMM|LAND|LOCH|MAHL|MAL|MANN|MAUL|MUND|ORT|PFAND|RAD|RAND|ROSS|SCHLOSS|STRAUCH|TAL"
    "|TRUMM|TUCH|TUM|VOLK|WALD|WAMS|WORT|WURM"
)
#: Nouns that take -n alone.
_WEAK: Final = "E[LR]?|HERR|[BG]AR"
#: Nouns that double their final s: ZEUGNISSE, BUSSE, KÜRBISSE.
_SSE: Final = "NIS|(?<![AEO])US|[AIO]S"
#: Foreign plurals: the ending that is dropped, and its replacements.
_FOREIGN: Final = {
    "A": ("EN",),
    "UM": ("EN", "A"),
    "US": ("EN", "I"),
    "IS": ("EN",),
    "OS": ("EN",),
    "ON": ("EN", "A"),
    "O": ("EN", "I"),
}

_PLURALS: Final = (
    *_shapes("", "E", umlaut=True, plural=True),
    *_shapes("ER", after=_ER, plural=True),
    *_shapes("ER", after=_ER_UMLAUT, umlaut=True, plural=True),
    *_shapes("SE", after=_SSE, plural=True),
    *_shapes("NEN", after="(?<!E)IN", plural=True),  # KÖNIGINNEN
    *_shapes("IEN", plural=True),  # MATERIALIEN
    *(shape for cut, added in _FOREIGN.items() for shape in _shapes(*added, cut=cut, plural=True)),
)
#: Forms of the first word: linking elements (Fugenelemente), cuts (Subtraktionsfugen), plurals.
FRONT: Final = (
    *_shapes("", "S"),
    *_shapes("N", "NS", after=_WEAK),
    *_shapes("E", "ES", "EN", "ENS", after="[^E]"),
    *_shapes("", "S", cut="E"),  # SCHULHAUS, HILFSMOTOR
    *_shapes("", "E", "S", cut="EN"),  # SCHWIMMBAD, LESEBUCH, WEIHNACHTSBAUM: stems of verbs, winds and feasts
    *_shapes("", cut="N", after="E[LR]N"),  # WANDERWEG, OSTEREI
    *_shapes("", cut="T", after="FAHRT"),  # FAHRPLAN
    *_PLURALS,
)
#: Forms of the last word (inflection).
END: Final = (
    *_shapes("", "S"),
    *_shapes("N", after=_WEAK),
    *_shapes("E", "ES", "EN", after="[^E]"),
    *_PLURALS,
    *_shapes("N", "EN", umlaut=True, plural=True),
    *_shapes("ERN", after=_ER, plural=True),
    *_shapes("ERN", after=_ER_UMLAUT, umlaut=True, plural=True),
    *_shapes("SES", "SEN", after=_SSE, plural=True),
)
#: A form known from the dictionary only.
LISTED: Final = Shape(plural=True)

# Affixes that change the word

#: Suffixes that cannot be linking elements. Whether -er, -in or -ei is a suffix or a plural with a cut is decided by the
#: dictionary, which has the derived word.
_SUFFIXES: Final = "IGKEIT SCHAFT HEIT KEIT EREI ERIN INNEN LING LEIN CHEN LICH ISCH HAFT UNG NIS TUM BAR LOS SAM"
SUFFIX: Final = re.compile(rf"(?:E|EN|ER|N|S)?(?:{'|'.join(_SUFFIXES.split())})+(?:NEN|ENS|S|EN|N|ES|E|ER)?")
_PREFIXES: Final = (
    "UN UR VER BE ENT ZER MISS GE ERZ VOR NACH AUS AN AB EIN AUF ÜBER UNTER HAUPT GEGEN ANTI SUPER MINI EX"
)
PREFIX: Final = re.compile("|".join(map(spelled_out, _PREFIXES.split())))
#: Letters that may surround a third word.
_LINK: Final = re.compile("(?:S|N|E|EN|ES|ENS|NS|ER)?")
#: A consonant that is written twice where the word in front ends.
DOUBLED: Final = re.compile(r"([^AEIOU])\1$")
#: Longest word in letters.
LONGEST: Final = 100
#: The most positions of two words that are tried in a compound that is more than the two words.
_WAYS: Final = 30
#: The largest difference in length between a form and its word.
_FURTHEST: Final = 6

#: The vowel that an umlaut changes: that of the last syllable, or of the one before -e, -el, -en and -er.
_VOWEL: Final = re.compile(r"(?<![EQ])(AU|[AOU])(?=[^AEIOUYÄÖÜ]*(?:E[LNR]?)?$)")
_UMLAUTS: Final = {"AU": "ÄU", "A": "Ä", "O": "Ö", "U": "Ü"}


class Verdict(Enum):
    """The effect of the compound on the words."""

    KEEPS = "keeps"  #: both words keep their meaning
    CHANGES = "changes"  #: an affix changes one of them into another word
    EXTRA = "extra"  #: something belongs to neither word
    UNKNOWN = "unknown"  #: both words seem to be in it, but the rest is unexplained
    UNCLEAR = "unclear"  #: not both words were found


@frozen
class Form:
    """A word in the form it takes in a compound."""

    text: str
    shape: Shape = Shape()


@frozen
class Check:
    """The result of the check.

    :param first: the first card word, and its form.
    :param contracted: the letter that would be tripled where the words meet, of which two are written.
    :param rest: the part that belongs to neither word, or changes one of them.
    :param other: the word it is changed into, if the dictionary has it.
    :param known: whether a dictionary has the compound; ``None`` if there is none.
    """

    compound: str
    verdict: Verdict
    first: str = ""
    second: str = ""
    form: Form = Form("")
    second_form: Form = Form("")
    contracted: str = ""
    rest: str = ""
    changed: str = ""
    other: str = ""
    known: bool | None = None

    @property
    def oddness(self) -> int:
        """The total distance of both words from the printed ones."""
        return self.form.shape.oddness + self.second_form.shape.oddness + 3 * bool(self.contracted)

    @property
    def parts(self) -> tuple[tuple[str, bool], ...]:
        """The parts of the compound, and whether each belongs to a card: the others link the cards, or are too much."""
        if self.verdict is Verdict.KEEPS:
            first, link = self.form.text, self.form.shape.added
            stem = first.removesuffix(link)
            second = self.second_form.text.removeprefix(self.contracted)
            return tuple(each for each in ((stem, True), (first[len(stem) :], False), (second, True)) if each[0])
        before, rest, after = self.compound.partition(self.rest) if self.rest else (self.compound, "", "")
        return tuple(each for each in ((before, True), (rest, False), (after, True)) if each[0])


def check(one: str, other: str, compound: str) -> Check | None:
    """Return how a compound is made of two card words, in either order; ``None`` if one is missing.

    >>> found = check("SPIEL", "LAND", "LÄNDERSPIEL")
    >>> found.first, found.form.shape.added, found.verdict
    ('LAND', 'ER', <Verdict.KEEPS: 'keeps'>)
    >>> check("LAND", "BILD", "LANDSCHAFTSBILD").verdict
    <Verdict.CHANGES: 'changes'>
    """
    left, right, whole = plain(one), plain(other), plain(compound)
    if not (left and right and whole) or max(map(len, (left, right, whole))) > LONGEST:
        return None
    nouns = dictionary()
    cards = _Card(left, nouns), _Card(right, nouns)
    pairs = [_Pair(*order, _Compound(whole), nouns) for order in (cards, cards[::-1])]
    kept = [made for pair in pairs for made in pair.kept()]
    if kept:
        best = min(kept, key=lambda made: made.oddness)
        return evolve(best, known=known(best.form.text + best.second_form.text))
    unkept = [*(pair.accused() for pair in pairs), *(pair.doubtful() for pair in pairs)]
    return evolve(next(chain(*unkept), Check(whole, Verdict.UNCLEAR)), known=known(whole))


def plain(word: str) -> str:
    letters = "".join(letter for letter in capitals(normalize("NFC", word)) if letter.isalpha())
    return letters.replace("ẞ", "SS")


def _umlaut(word: str) -> str:
    """Return a word with the umlaut of its vowel; empty if it has none.

    >>> _umlaut("HAUS"), _umlaut("MUTTER"), _umlaut("AUGENLID")
    ('HÄUS', 'MÜTTER', '')
    """
    found = _VOWEL.search(word)
    return word[: found.start()] + _UMLAUTS[found[1]] + word[found.end() :] if found else ""


@frozen(eq=False, slots=False)
class _Compound:
    """A compound as typed, and as spelled out."""

    typed: str

    @cached_property
    def spelled(self) -> str:
        return spelled_out(self.typed)

    @cached_property
    def _places(self) -> list[int]:
        """The position in the typed text of each letter spelled out, and the end."""
        lengths = (len(spelled_out(letter)) for letter in self.typed)
        return [*(at for at, length in enumerate(lengths) for _ in range(length)), len(self.typed)]

    def part(self, start: int, end: int | None = None) -> str:
        """Return the typed letters between two positions of the spelled-out text."""
        return self.typed[self._places[start] : self._places[-1 if end is None else end]]


@frozen(eq=False, slots=False)
class _Card:
    """A card's word, and the forms it may take."""

    word: str
    nouns: Nouns | None

    @cached_property
    def spelled(self) -> str:
        return spelled_out(self.word)

    @cached_property
    def entries(self) -> frozenset[Noun]:
        """The nouns of the dictionary of which it is a form."""
        return self.nouns.entries(self.word) if self.nouns else frozenset()

    @cached_property
    def _front(self) -> dict[str, Form]:
        return self._forms(FRONT)

    @cached_property
    def _end(self) -> dict[str, Form]:
        return self._forms(END)

    def stems(self) -> Iterator[str]:
        """Yield the stems that other letters may follow."""
        return (text for text, form in self._front.items() if not form.shape.added)

    def in_front(self, text: str) -> Form | None:
        return self._form(text, self._front)

    def at_the_end(self, text: str) -> Form | None:
        return self._form(text, self._end)

    def has(self, text: str) -> bool:
        """Return whether the dictionary has a text as a form of this word."""
        return bool(self.nouns and not self.entries.isdisjoint(self.nouns.entries(text)))

    def _form(self, text: str, forms: dict[str, Form]) -> Form | None:
        form = forms.get(text)
        if text == self.spelled or not (self.entries and self.nouns):
            return form
        if text[0] == self.spelled[0] and self.has(text):
            return form or Form(text, LISTED)
        if not form or form.shape.plural:
            return None
        # linking elements are not in the dictionary; but NOTEN- is a form of another word, not NOT with EN
        own = form.shape.cut or form.shape.added == "S" or not self.nouns.entries(text)
        return form if own else None

    def _forms(self, shapes: Iterable[Shape]) -> dict[str, Form]:
        """Return the forms of a word in some shapes, spelled out; each in its plainest shape."""
        forms = (Form(text, shape) for shape in shapes if (text := _shaped(self.word, shape)))
        plainest = sorted(forms, key=lambda form: (form.shape.plural, form.shape.oddness), reverse=True)
        return {spelled_out(form.text): form for form in plainest}


def _shaped(word: str, shape: Shape) -> str:
    """Return a word in a shape; empty if the shape does not fit it."""
    if not word.endswith(shape.cut) or not re.search(spelled_out(f"(?:{shape.after})$"), spelled_out(word)):
        return ""
    base = _umlaut(word) if shape.umlaut else word
    stem = base.removesuffix(shape.cut)
    return stem + shape.added if stem and (len(spelled_out(stem)) > 2 or not shape.cut) else ""


@frozen
class _Way:
    """The positions of two words in a compound: the first from ``start`` to ``end``, the second from ``begin`` to ``stop``."""

    start: int
    end: int
    begin: int
    stop: int

    @property
    def covered(self) -> int:
        """The number of letters that belong to one of them."""
        return self.end - self.start + self.stop - self.begin


@frozen(eq=False)
class _Pair:
    """Two card words in this order, and the compound in which they are searched."""

    first: _Card
    second: _Card
    whole: _Compound
    nouns: Nouns | None

    def kept(self) -> Iterator[Check]:
        """Yield every way to split the compound into the two words alone."""
        whole = self.whole.spelled
        near = len(self.first.spelled)
        for at in range(max(1, near - _FURTHEST), min(len(whole), near + _FURTHEST + 1)):
            for back in (0, 1) if DOUBLED.search(whole[:at]) else (0,):
                # SCHIFFAHRT: the letter where they meet belongs to both
                end = self.second.at_the_end(whole[at - back :])
                front = self.first.in_front(whole[:at]) if end else None
                if front and end:
                    yield self._check(
                        Verdict.KEEPS,
                        form=evolve(front, text=self.whole.part(0, at)),
                        second_form=evolve(end, text=self.whole.part(at - back)),
                        contracted=self.whole.part(at - back, at),
                    )

    def accused(self) -> Iterator[Check]:
        """Yield proven readings in which an affix changes one of the words, or a part belongs to neither."""
        return filter(None, chain.from_iterable(map(self._accusations, self._ways())))

    def doubtful(self) -> Iterator[Check]:
        """Yield readings that contain both words and unexplained letters."""
        for way in self._ways():
            between = self.whole.part(way.end, way.begin)
            rest = max((self.whole.part(0, way.start), between, self.whole.part(way.stop)), key=len)
            if rest:
                yield self._check(Verdict.UNKNOWN, rest=rest)

    def _ways(self) -> list[_Way]:
        """Return the possible positions of both words, those with the fewest other letters first."""
        whole = self.whole.spelled
        ways = [
            _Way(start, start + len(one), begin, begin + len(other))
            for one in self.first.stems()
            for start in _places(one, whole)
            for other in self.second.stems()
            for begin in _places(other, whole)
            if start + len(one) <= begin
        ]
        return sorted(ways, key=lambda way: way.covered, reverse=True)[:_WAYS]

    def _accusations(self, way: _Way) -> Iterator[Check | None]:
        """Yield proofs from the letters before, between and after the two words."""
        part, spelled, first, second = self.whole.part, self.whole.spelled, self.first, self.second
        if way.start:
            yield self._proof(part(0, way.start), behind=(first, part(0, way.end)))
        if not first.in_front(spelled[way.start : way.begin]):
            ahead, behind = (first, part(way.start, way.begin)), (second, part(way.end))
            yield self._proof(part(way.end, way.begin), ahead, behind)
        if not second.at_the_end(spelled[way.begin :]):
            yield self._proof(part(way.stop), ahead=(second, part(way.begin)))

    def _proof(
        self, rest: str, ahead: tuple[_Card, str] | None = None, behind: tuple[_Card, str] | None = None
    ) -> Check | None:
        """Return the effect of some letters on the words beside them, if it is certain.

        :param ahead: the word before the letters, and its form with them.
        :param behind: the word after them, and its form with them.
        """
        if ahead and SUFFIX.fullmatch(spelled_out(rest)):
            return self._check(Verdict.CHANGES, rest=rest, changed=ahead[0].word)
        if behind and PREFIX.fullmatch(spelled_out(rest)):
            return self._check(Verdict.CHANGES, rest=rest, changed=behind[0].word)
        if self._has_noun(rest):
            return self._check(Verdict.EXTRA, rest=rest)
        # a possible linking element belongs to the word in front: APRIL-N-ACHT does not contain NACHT
        beside = (ahead, None if _LINK.fullmatch(rest) else behind)
        for card, stands in filter(None, beside):
            if other := self._other(stands, card):
                return self._check(Verdict.CHANGES, rest=rest, changed=card.word, other=other)
        if len(rest) > 3 and re.search("[AEIOUYÄÖÜ]", rest):
            return self._check(Verdict.EXTRA, rest=rest)
        return None

    def _other(self, stands: str, card: _Card) -> str:
        """Return the noun in place of a card's word, if it is another one."""
        words = (stands, stands.removesuffix("S"))
        return next((word for word in words if card.entries and self._listed(word) and not card.has(word)), "")

    def _has_noun(self, rest: str) -> bool:
        """Return whether some letters are a noun, with or without linking elements."""
        starts = [at for at in range(len(rest)) if _LINK.fullmatch(rest[:at])]
        ends = [at for at in range(len(rest) + 1) if _LINK.fullmatch(rest[at:])]
        return any(self._listed(rest[start:end]) for start, end in product(starts, ends) if end - start > 2)

    def _listed(self, word: str) -> bool:
        return bool(self.nouns and self.nouns.entries(word))

    def _check(self, verdict: Verdict, **found: Any) -> Check:
        return Check(self.whole.typed, verdict, self.first.word, self.second.word, **found)


def _places(word: str, whole: str) -> Iterator[int]:
    return (at for at in range(len(whole)) if whole.startswith(word, at))


# The dictionary


def known(word: str) -> bool | None:
    """Return whether the dictionary has a noun; ``None`` while it cannot be read."""
    nouns = dictionary()
    return bool(nouns.entries(plain(word))) if nouns else None


def dictionary() -> Nouns | None:
    """Return the nouns of the dictionary; ``None`` while it cannot be read."""
    return nouns_of()


# Messages


def findings(found: Check) -> tuple[Explanation, ...]:
    """Return the findings of the check: whether the compound is allowed, and how it is formed."""
    return (_verdict(found), *_made(found))


def _verdict(found: Check) -> Explanation:
    two_words, forms = "schlafmuetze.combine.two_words", "schlafmuetze.combine.forms"
    no_derivation, sense = "schlafmuetze.combine.no_derivation", "schlafmuetze.combine.sense"
    match found.verdict:
        case Verdict.KEEPS if found.known:
            text = T("Allowed by the rule, and {compound} is in the dictionary.", compound=found.compound)
            return note(text, forms, two_words, sense)
        case Verdict.KEEPS:
            text = T("Allowed by the rule – you decide whether there is such a word.")
            return note(text, forms, two_words, sense)
        case Verdict.CHANGES if found.other:
            text = T("Not allowed: {other} is another word than {word}.", other=found.other, word=found.changed)
            return note(text, no_derivation, forms)
        case Verdict.CHANGES:
            text = T("Not allowed: {rest} makes another word of {word}.", rest=_part(found), word=found.changed)
            return note(text, no_derivation, forms)
        case Verdict.EXTRA:
            text = T("Not allowed: {rest} is on neither of the two cards.", rest=found.rest)
            return note(text, two_words, no_derivation)
        case Verdict.UNKNOWN:
            cards = {"first": found.first, "second": found.second}
            text = T("Unclear: does {rest} belong to {first} or {second}? You decide.", rest=found.rest, **cards)
            return note(text, forms, no_derivation)
        case Verdict.UNCLEAR:
            text = T("Unclear: the two words are not both in {compound}.", compound=found.compound)
            return note(text, two_words, forms)


def _part(found: Check) -> str:
    """Return the part that changes a word, in small letters, with a hyphen where the compound goes on."""
    before, _, after = found.compound.partition(found.rest)
    return f"{'-' if before else ''}{found.rest.lower()}{'-' if after else ''}"


def _made(found: Check) -> Iterator[Explanation]:
    """Yield the messages about how the compound is formed, if there is nothing else to say."""
    rule = "schlafmuetze.combine.forms"
    if found.verdict is not Verdict.KEEPS:
        return
    word, form, shape = found.first, found.form.text, found.form.shape
    if shape is LISTED:
        yield note(T("{word} stands in front as {form}.", word=word, form=form), rule)
    elif shape.plural and shape.added:
        yield note(T("{word} is in the plural: {form}.", word=word, form=form), rule)
    else:
        if shape.umlaut:
            yield note(T("{word} has an umlaut: {form}.", word=word, form=form), rule)
        if shape.cut == "E":
            yield note(T("The final E of {word} drops out.", word=word), rule)
        elif shape.cut:
            yield note(T("Only {form} is left of {word}.", word=word, form=form.removesuffix(shape.added)), rule)
        if shape.added:
            yield note(T("-{link}- links the two.", link=shape.added), rule)
    if found.second_form.text != found.second:
        yield note(T("{word} stands at the end as {form}.", word=found.second, form=found.second_form.text), rule)
    if found.contracted:
        text = T("Of three {letter} in a row two are written, as was right in 1991.", letter=found.contracted)
        yield note(text, rule, "schlafmuetze.combine.say")
