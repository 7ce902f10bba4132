"""The word check: how two card words are put together, for those who vote. It helps, it never decides.

German joins words with linking letters, with plurals and umlauts, and lets a final e drop out; all of that keeps the
word. Suffixes and prefixes make another word of it.
"""

import re
from collections.abc import Iterator
from enum import Enum
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from companion.games.schlafmuetze.messages import T, capitals
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Text

#: What may stand between the two words.
LINKS: Final = ("", "S", "N", "E", "ER", "EN", "ES", "ENS", "NS")
#: What a plural or a case may add at the end.
ENDINGS: Final = ("", "E", "N", "S", "ER", "EN", "ES", "ERN")
_SUFFIX: Final = re.compile(
    r"(?:E|EN|ER|N|S)?"
    r"(?:IGKEIT|SCHAFT|INNEN|HEIT|KEIT|LING|LEIN|CHEN|LICH|ISCH|HAFT|UNG|NIS|TUM|BAR|LOS|SAM|LER|NER|IN|IG|EI)"
    r"(?:ENS|S|EN|N|ES|E|ER)?"
)
_PREFIXES: Final = frozenset(
    {
        *("UN", "UR", "VER", "BE", "ENT", "ER", "ZER", "MISS", "GE", "ERZ", "VOR", "NACH", "AUS", "AN", "AB", "EIN"),
        *("ÜBER", "UNTER", "HAUPT", "GEGEN", "ANTI", "SUPER", "MINI", "EX"),
    }
)
_VOWEL: Final = re.compile(r"AU|[AOU]")
_UMLAUTS: Final = {"AU": "ÄU", "A": "Ä", "O": "Ö", "U": "Ü"}


class Verdict(Enum):
    """What the compound does to the words."""

    KEEPS = "keeps"  #: both words keep their meaning
    CHANGES = "changes"  #: a part makes another word of one of them
    EXTRA = "extra"  #: something belongs to neither word
    UNCLEAR = "unclear"  #: the words are not both found


@frozen
class Form:
    """A word as it may stand in a compound.

    :param dropped: whether its final e has dropped out.
    """

    text: str
    umlaut: bool = False
    dropped: bool = False


@frozen
class Check:
    """What the check found.

    :param first: the card word in front, and the form it takes.
    :param link: the letters between the two.
    :param ending: what a plural or case adds at the end.
    :param rest: what belongs to neither word.
    :param changed: the word that ``rest`` makes another one of.
    :param known: whether a dictionary knows the compound; ``None`` if there is none.
    """

    compound: str
    verdict: Verdict
    first: str = ""
    second: str = ""
    form: Form = Form("")
    second_form: Form = Form("")
    link: str = ""
    ending: str = ""
    rest: str = ""
    changed: str = ""
    known: bool | None = None


def check(one: str, other: str, compound: str) -> Check | None:
    """Return how a compound is made of two card words, in whichever order; ``None`` if something is not told.

    >>> found = check("SPIEL", "LAND", "LÄNDERSPIEL")
    >>> found.first, found.link, found.form.umlaut, found.verdict
    ('LAND', 'ER', True, <Verdict.KEEPS: 'keeps'>)
    >>> check("LAND", "BILD", "LANDSCHAFTSBILD").verdict
    <Verdict.CHANGES: 'changes'>
    """
    left, right = _plain(one), _plain(other)
    whole = _plain(compound)
    if not (left and right and whole):
        return None
    orders = dict.fromkeys(((left, right), (right, left)))
    found = [made for first, second in orders for made in _ways(first, second, whole)]
    best = min(found, key=_oddness, default=Check(whole, Verdict.UNCLEAR))
    return evolve(best, known=known(whole))


def _plain(word: str) -> str:
    return "".join(letter for letter in capitals(word) if letter.isalpha())


def forms(word: str) -> Iterator[Form]:
    """Yield the forms of a word to which letters may be added.

    >>> [form.text for form in forms("SCHULE")]
    ['SCHULE', 'SCHÜLE', 'SCHUL', 'SCHÜL']
    """
    umlaut = _umlaut(word)
    for dropped in (False, True) if word.endswith("E") and len(word) > 2 else (False,):
        cut = word[:-1] if dropped else word
        yield Form(cut, dropped=dropped)
        if umlaut:
            yield Form(umlaut[:-1] if dropped else umlaut, umlaut=True, dropped=dropped)


def _umlaut(word: str) -> str:
    """Return a word with an umlaut for its last vowel that can take one; empty if none can."""
    found = [*_VOWEL.finditer(word)]
    if not found:
        return ""
    at = found[-1]
    return word[: at.start()] + _UMLAUTS[at[0]] + word[at.end() :]


def _ways(first: str, second: str, whole: str) -> Iterator[Check]:
    """Yield every way in which the compound holds both words in this order."""
    for form, last in product(forms(first), forms(second)):
        start = whole.find(form.text)
        end = whole.rfind(last.text)
        if 0 <= start <= end - len(form.text):
            before, between = whole[:start], whole[start + len(form.text) : end]
            yield _way(first, second, whole, form, last, before, between, whole[end + len(last.text) :])


def _way(first: str, second: str, whole: str, form: Form, last: Form, before: str, between: str, after: str) -> Check:
    verdict, rest, changed = Verdict.KEEPS, "", ""
    # the word and what makes another one of it: in front of the first, behind the first, behind the second
    for part, word, fine, makes in (
        (before, first, ("",), before in _PREFIXES),
        (between, first, LINKS, bool(_SUFFIX.fullmatch(between))),
        (after, second, ENDINGS, bool(_SUFFIX.fullmatch(after))),
    ):
        if part not in fine and verdict is not Verdict.EXTRA:
            verdict, rest, changed = (Verdict.CHANGES, part, word) if makes else (Verdict.EXTRA, part, "")
    if last.dropped and after == "":
        # a final e drops out in front of something only
        verdict, rest, changed = Verdict.UNCLEAR, "", ""
    link = between if between in LINKS else ""
    ending = after if after in ENDINGS else ""
    return Check(whole, verdict, first, second, form, last, link, ending, rest, changed)


def _oddness(way: Check) -> tuple[int, int, int]:
    """Return how far-fetched a way is: what keeps the words comes first, then the fewest changes."""
    changes = sum((way.form.umlaut, way.form.dropped, way.second_form.umlaut, way.second_form.dropped))
    order = (Verdict.KEEPS, Verdict.CHANGES, Verdict.EXTRA, Verdict.UNCLEAR)
    return order.index(way.verdict), len(way.rest), changes * 2 + len(way.link) + len(way.ending)


# The dictionary


def known(word: str) -> bool | None:
    """Tell whether a German dictionary knows a noun; ``None`` if none is installed.

    The list of nouns is that of the package ``german-nouns``, an optional extra. Only its index is read, as bytes and
    only when asked: the package's own class would hold all of Wiktionary's nouns in memory.
    """
    index = _index()
    if index is None:
        return None
    try:
        listed = b"\n" + index.read_bytes()
    except OSError:
        return None
    return any(f"\n{spelling}\t".encode() in listed for spelling in _spellings(word.lower()))


def _index() -> Path | None:
    spec = find_spec("german_nouns")
    folders = (spec.submodule_search_locations if spec else None) or ()
    return next((path for folder in folders if (path := Path(folder) / "index.txt").is_file()), None)


def _spellings(word: str) -> Iterator[str]:
    """Yield a word as it may be listed: capitals know no ß.

    >>> [*_spellings("strassenfluss")]
    ['strassenfluss', 'strassenfluß', 'straßenfluss', 'straßenfluß']
    """
    pieces = word.split("ss", 3)
    for joints in product(("ss", "ß"), repeat=len(pieces) - 1):
        yield pieces[0] + "".join(joint + piece for joint, piece in zip(joints, pieces[1:], strict=True))


# What is said


def findings(found: Check) -> tuple[Explanation, ...]:
    """Return what the check has to say, the form first, the dictionary last."""
    return (*_verdict(found), *_made(found), _dictionary(found))


def _note(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules, Tone.NOTE)


def _verdict(found: Check) -> Iterator[Explanation]:
    forms, no_derivation = "schlafmuetze.combine.forms", "schlafmuetze.combine.no_derivation"
    match found.verdict:
        case Verdict.KEEPS:
            text = T("{first} + {second}: both words are kept.", first=found.first, second=found.second)
            yield _note(text, forms, "schlafmuetze.combine.two_words")
        case Verdict.CHANGES:
            text = T(
                "{first} + {second}: {rest} makes another word of {word}.",
                first=found.first,
                second=found.second,
                rest=found.rest,
                word=found.changed,
            )
            yield _note(text, no_derivation, forms)
        case Verdict.EXTRA:
            text = T(
                "{first} + {second}: {rest} belongs to neither card. Is that a third word?",
                first=found.first,
                second=found.second,
                rest=found.rest,
            )
            yield _note(text, "schlafmuetze.combine.two_words", no_derivation)
        case Verdict.UNCLEAR:
            text = T("The two words are not both found in {compound}.", compound=found.compound)
            yield _note(text, "schlafmuetze.combine.two_words", forms)


def _made(found: Check) -> Iterator[Explanation]:
    rule = "schlafmuetze.combine.forms"
    if found.verdict is Verdict.UNCLEAR:
        return
    if found.form.umlaut and found.link:
        text = T("{word} is in the plural: {form}.", word=found.first, form=found.form.text + found.link)
        yield _note(text, rule)
    else:
        if found.form.umlaut:
            yield _note(T("{word} has an umlaut: {form}.", word=found.first, form=found.form.text), rule)
        if found.form.dropped:
            yield _note(T("The final E of {word} drops out.", word=found.first), rule)
        if found.link:
            yield _note(T("-{link}- links the two.", link=found.link), rule)
    if found.second_form.umlaut or found.ending:
        form = found.second_form.text + found.ending
        yield _note(T("{word} stands at the end as {form}.", word=found.second, form=form), rule)


def _dictionary(found: Check) -> Explanation:
    rule = "schlafmuetze.combine.sense"
    if found.known is None:
        return _note(T("No dictionary is installed here; the table decides anyway."), rule)
    if found.known:
        text = T("{compound} is in Wiktionary (CC BY-SA 4.0). The table decides.", compound=found.compound)
    else:
        text = T("{compound} is not in Wiktionary (CC BY-SA 4.0); that decides nothing.", compound=found.compound)
    return _note(text, rule)
