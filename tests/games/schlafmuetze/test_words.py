"""The word check: order, linking letters, plurals, what changes a word, and the dictionary."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from attrs import evolve
from effort import at_leisure, effort
from games.schlafmuetze.compounds import table
from games.schlafmuetze.quality import BY_CHANCE, compounds, judged, non_compounds, share

from companion.cli import main
from companion.devtools.nouns import packed
from companion.games.schlafmuetze import words
from companion.games.schlafmuetze.nouns import PACK, Nouns, nouns_of
from companion.games.schlafmuetze.readings import readings
from companion.games.schlafmuetze.words import Check, Form, Shape, Verdict, check, findings

#: Bytes of the list of nouns, which the browser loads when the game is opened.
LARGEST_LIST = 1_500_000


@pytest.fixture(autouse=True)
def no_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "dictionary", lambda: None)


@pytest.fixture
def dictionary(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Install a dictionary of some lines, each a spelling and the numbers of its nouns; none of none."""

    def install(*lines: str) -> None:
        forms: dict[str, list[str]] = {}
        for line in lines:
            spelling, *numbers = line.split()
            for number in numbers:
                forms.setdefault(number, []).append(spelling)
        nouns = Nouns.read(packed(forms.values())) if lines else None
        monkeypatch.setattr(words, "dictionary", lambda: nouns)

    return install


@pytest.fixture
def listed() -> tuple[str, ...]:
    """Some nouns with their inflections, as the dictionary's index has them."""
    nouns = (
        *("ball bälle", "balle ballen", "bau baue", "blut", "blüte blüten", "bus busse", "ei eier", "fahrt fahrten"),
        *("fahren", "firma firmen", "freundin freundinnen", "freund freunde", "haus häuser", "könig", "land länder"),
        *("königin königinnen", "lehre lehren", "lehrer", "lese lesen", "lesen", "not nöte", "note noten", "ostern"),
        *("plan pläne", "poet poeten", "rat räte", "schwimmen", "spiel spiele", "spieler", "steuer steuern", "säge"),
        *("straße straßen", "studium studien", "studie studien", "süden", "süd", "thema themen", "villa villen"),
        *("wandern", "weihnachten", "wind winde", "zeugnis zeugnisse", "zimmer", "blatt blätter", "zeit zeiten"),
    )
    found: dict[str, list[str]] = {}
    for number, noun in enumerate(nouns):
        for spelling in noun.split():
            found.setdefault(spelling, []).append(str(number))
    return tuple(" ".join((spelling, *numbers)) for spelling, numbers in found.items())


@pytest.mark.rule("schlafmuetze.combine.two_words", "schlafmuetze.combine.examples")
@pytest.mark.parametrize(
    ("one", "other", "compound", "first"),
    [
        ("SCHIFF", "LUFT", "LUFTSCHIFF", "LUFT"),
        ("HAUS", "TELEFON", "HAUSTELEFON", "HAUS"),
        ("EIS", "WASSER", "WASSEREIS", "WASSER"),
        ("EIS", "WEIN", "EISWEIN", "EIS"),
        ("EIS", "BEIN", "Eisbein", "EIS"),
        ("eis", "blume", "Eis-Blume", "EIS"),
        ("AUTO", "BAHN", "AUTOBAHN", "AUTO"),
        ("AUTO", "AUTO", "AUTOAUTO", "AUTO"),
    ],
)
def test_two_words_in_either_order(one: str, other: str, compound: str, first: str) -> None:
    for pair in ((one, other), (other, one)):
        found = check(*pair, compound)
        assert found is not None
        assert (found.verdict, found.first, found.form.shape.added, found.rest) == (Verdict.KEEPS, first, "", "")


@pytest.mark.rule("schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("one", "other", "compound", "link", "umlaut", "dropped"),
    [
        ("LAND", "SPIEL", "LÄNDERSPIEL", "ER", True, False),
        ("MANN", "BILD", "MANNSBILD", "S", False, False),
        ("BLUME", "TOPF", "BLUMENTOPF", "N", False, False),
        ("FRAU", "HAUS", "FRAUENHAUS", "EN", False, False),
        ("KIND", "WAGEN", "KINDERWAGEN", "ER", False, False),
        ("HUND", "HÜTTE", "HUNDEHÜTTE", "E", False, False),
        ("TAG", "LICHT", "TAGESLICHT", "ES", False, False),
        ("HERZ", "SACHE", "HERZENSSACHE", "ENS", False, False),
        ("NAME", "TAG", "NAMENSTAG", "NS", False, False),
        ("SCHULE", "HAUS", "SCHULHAUS", "", False, True),
        ("HILFE", "MOTOR", "HILFSMOTOR", "S", False, True),
        ("MUTTER", "HAUS", "MÜTTERHAUS", "", True, False),
        ("HAUS", "MEER", "HÄUSERMEER", "ER", True, False),
    ],
)
def test_linking_letters_plurals_and_a_dropped_e_keep_the_word(
    one: str, other: str, compound: str, link: str, umlaut: bool, dropped: bool
) -> None:
    found = check(other, one, compound)
    assert found is not None
    assert (found.verdict, found.first, found.form.shape.added) == (Verdict.KEEPS, one, link)
    assert (found.form.shape.umlaut, bool(found.form.shape.cut)) == (umlaut, dropped)


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_the_word_at_the_end_may_be_in_the_plural() -> None:
    found = check("AUTO", "RAD", "AUTORÄDER")
    assert found is not None
    assert (found.verdict, found.second_form.shape.added, found.second_form.shape.umlaut) == (Verdict.KEEPS, "ER", True)
    # a final e does not drop out at the end
    cut = check("HAUS", "SCHULE", "HAUSSCHUL")
    assert cut is not None
    assert cut.verdict is Verdict.UNCLEAR


@pytest.mark.rule("schlafmuetze.combine.no_derivation")
@pytest.mark.parametrize(
    ("one", "other", "compound", "rest", "word"),
    [
        ("LAND", "BILD", "LANDSCHAFTSBILD", "SCHAFTS", "LAND"),
        ("FREUND", "BUCH", "FREUNDSCHAFTSBUCH", "SCHAFTS", "FREUND"),
        ("MANN", "SPIEL", "MÄNNLEINSPIEL", "LEIN", "MANN"),
        ("LAND", "BILD", "LANDBILDUNG", "UNG", "BILD"),
        ("LAND", "WALD", "URLANDWALD", "UR", "LAND"),
    ],
)
def test_parts_that_change_a_word(one: str, other: str, compound: str, rest: str, word: str) -> None:
    found = check(one, other, compound)
    assert found is not None
    assert (found.verdict, found.rest, found.changed) == (Verdict.CHANGES, rest, word)
    assert findings(found)[0].rules[0] == "schlafmuetze.combine.no_derivation"


@pytest.mark.rule("schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("one", "other", "compound"),
    [
        # plurals that double a consonant
        *(("STADT", "BUS", "STADTBUSSE"), ("SCHULE", "ZEUGNIS", "SCHULZEUGNISSE")),
        *(("KÖNIGIN", "SCHLOSS", "KÖNIGINNENSCHLOSS"), ("FREUNDIN", "KREIS", "FREUNDINNENKREIS")),
        # a stem and -en
        *(("FIRMA", "WAGEN", "FIRMENWAGEN"), ("THEMA", "ABEND", "THEMENABEND")),
        *(("VILLA", "VIERTEL", "VILLENVIERTEL"), ("STUDIUM", "RAT", "STUDIENRAT")),
        # feasts, winds, and stems of verbs
        *(("OSTERN", "EI", "OSTEREI"), ("WEIHNACHTEN", "BAUM", "WEIHNACHTSBAUM")),
        *(("SÜDEN", "WIND", "SÜDWIND"), ("SÜD", "WIND", "SÜDWIND")),
        *(("LESEN", "BUCH", "LESEBUCH"), ("LESE", "BUCH", "LESEBUCH"), ("SCHWIMMEN", "BAD", "SCHWIMMBAD")),
        *(("FAHREN", "PLAN", "FAHRPLAN"), ("FAHRT", "PLAN", "FAHRPLAN"), ("WANDERN", "WEG", "WANDERWEG")),
        # one word, however it is spelled
        *(("LAND", "SPIEL", "LAENDERSPIEL"), ("SAEGE", "FISCH", "SÄGEFISCH"), ("LAND", "SPIEL", "LA\u0308nderspiel")),
        *(("STRASSE", "BAHN", "STRAẞENBAHN"), ("STRAẞE", "BAHN", "STRASSENBAHN"), ("Straße", "Bahn", "Strassenbahn")),
        *(("FREUND", "FEUER", "FREUNDESFEUER"), ("STEUER", "RAT", "STEUERRAT"), ("POET", "BAU", "POETENBAU")),
    ],
)
def test_forms_that_keep_a_word(
    one: str, other: str, compound: str, dictionary: Callable[..., None], listed: tuple[str, ...]
) -> None:
    for lines in ((), listed):
        dictionary(*lines)
        for pair in ((one, other), (other, one)):
            found = check(*pair, compound)
            assert found is not None
            assert (found.verdict, found.rest) == (Verdict.KEEPS, "")


@pytest.mark.rule("schlafmuetze.combine.forms", "schlafmuetze.combine.say")
@pytest.mark.parametrize(
    ("one", "other", "compound", "letter"),
    [("SCHIFF", "FAHRT", "SCHIFFAHRT", "F"), ("BETT", "TUCH", "BETTUCH", "T"), ("SCHIFF", "FAHRT", "SCHIFFFAHRT", "")],
)
def test_three_letters_in_a_row_may_be_two(one: str, other: str, compound: str, letter: str) -> None:
    found = check(other, one, compound)
    assert found is not None
    assert (found.verdict, found.first, found.second_form.text, found.contracted) == (Verdict.KEEPS, one, other, letter)
    said = [each.text.message for each in findings(found)]
    assert ("Of three {letter} in a row two are written, as was right in 1991." in said) is bool(letter)


def test_an_old_spelling_is_looked_up_as_the_new_one(dictionary: Callable[..., None]) -> None:
    dictionary("schifffahrt 1")
    found = check("SCHIFF", "FAHRT", "SCHIFFAHRT")
    assert found is not None
    assert found.known is True


@pytest.mark.rule("schlafmuetze.combine.no_derivation")
@pytest.mark.parametrize(
    ("one", "other", "compound", "another"),
    [
        ("LEHRE", "ZIMMER", "LEHRERZIMMER", "LEHRER"),
        ("BALL", "SPIEL", "BALLSPIELER", "SPIELER"),
        ("SPIEL", "HAUS", "SPIELERHAUS", "SPIELER"),
        ("BLUT", "ZEIT", "BLÜTEZEIT", "BLÜTE"),
        ("NOT", "BLATT", "NOTENBLATT", "NOTEN"),
    ],
)
def test_another_word_of_the_dictionary(
    one: str, other: str, compound: str, another: str, dictionary: Callable[..., None], listed: tuple[str, ...]
) -> None:
    dictionary(*listed)
    found = check(one, other, compound)
    assert found is not None
    assert (found.verdict, found.other) == (Verdict.CHANGES, another)
    why = findings(found)[0]
    assert (why.rules[0], dict(why.text.params)["other"]) == ("schlafmuetze.combine.no_derivation", another)


@pytest.mark.rule("schlafmuetze.combine.no_derivation", "schlafmuetze.combine.forms")
@pytest.mark.parametrize("compound", ["SPIELERHAUS", "SPIELEIHAUS", "SPIELINHAUS"])
def test_without_proof_nobody_is_accused(compound: str, dictionary: Callable[..., None]) -> None:
    for lines in ((), ("spiel 1", "haus 2")):
        dictionary(*lines)
        found = check("SPIEL", "HAUS", compound)
        assert found is not None
        assert (found.verdict, found.rest) == (Verdict.UNKNOWN, compound[5:7])
        assert findings(found)[0].text.message.startswith("Unclear: ")


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_a_form_that_only_the_dictionary_tells(dictionary: Callable[..., None]) -> None:
    dictionary("atlas 1", "atlanten 1", "bild 2")
    found = check("ATLAS", "BILD", "ATLANTENBILD")
    assert found is not None
    assert (found.verdict, found.form.text) == (Verdict.KEEPS, "ATLANTEN")
    assert findings(found)[1].text.message == "{word} stands in front as {form}."
    # a plural that the dictionary does not have is none
    dictionary("rohr 1", "rohre 1", "röhre 2", "röhren 2")
    other = check("ROHR", "JEANS", "RÖHRENJEANS")
    assert other is not None
    assert (other.verdict, other.other) == (Verdict.CHANGES, "RÖHREN")


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_an_umlaut_and_a_cut_are_as_far_from_the_card_as_two_letters_more() -> None:
    shapes = (Shape(), Shape("N"), Shape(umlaut=True), Shape(cut="E"), Shape("ER", umlaut=True), Shape("S", cut="E"))
    assert [shape.oddness for shape in shapes] == [0, 1, 2, 2, 4, 3]
    plain = Check("", Verdict.KEEPS)
    both = evolve(plain, form=Form("", Shape("N")), second_form=Form("", Shape("ER", umlaut=True)))
    assert [made.oddness for made in (plain, both, evolve(both, contracted="F"))] == [0, 5, 8]


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_of_two_ways_to_the_same_letters_the_plainest_is_reported() -> None:
    found = check("SOFA", "BETT", "SOFAEBETT")
    assert found is not None
    assert (found.verdict, found.form.shape.added, found.form.shape.umlaut) == (Verdict.KEEPS, "E", False)


@pytest.mark.rule("schlafmuetze.combine.forms")
@pytest.mark.parametrize(("word", "verdict"), [("RUHE", Verdict.KEEPS), ("EHE", Verdict.UNCLEAR)])
def test_three_letters_of_a_word_that_is_cut_are_left(word: str, verdict: Verdict) -> None:
    found = check(word, "TAG", f"{word.removesuffix('E')}TAG")
    assert found is not None
    assert found.verdict is verdict


@pytest.mark.rule("schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("first", "second", "compound"),
    [
        *(("MUTTER", "HAUS", "MÜTTERHAUS"), ("STADT", "BUND", "STÄDTEBUND"), ("KIND", "WAGEN", "KINDERWAGEN")),
        *(("LAND", "SPIEL", "LÄNDERSPIEL"), ("ZEUGNIS", "MAPPE", "ZEUGNISSEMAPPE"), ("MUSEUM", "TAG", "MUSEENTAG")),
        *(("KÖNIGIN", "SCHLOSS", "KÖNIGINNENSCHLOSS"), ("MATERIAL", "LISTE", "MATERIALIENLISTE")),
        *(("HAUS", "VATER", "HAUSVÄTERN"), ("HAUS", "STADT", "HAUSSTÄDTEN"), ("TAFEL", "BILD", "TAFELBILDERN")),
        *(("TANNE", "WALD", "TANNENWÄLDERN"), ("STADT", "BUS", "STADTBUSSEN")),
    ],
)
def test_a_plural_that_the_dictionary_does_not_have_is_none(
    first: str, second: str, compound: str, dictionary: Callable[..., None]
) -> None:
    """A linking element stands in no list, but of a word that is listed every plural is."""
    found = check(first, second, compound)
    assert found is not None
    assert found.verdict is Verdict.KEEPS
    dictionary(f"{first.lower()} 1", f"{second.lower()} 2", "tannen 1")
    listed = check(first, second, compound)
    assert listed is not None
    assert listed.verdict is not Verdict.KEEPS


@pytest.mark.rule("schlafmuetze.combine.no_derivation")
def test_letters_in_front_make_another_noun_unless_they_link_it(dictionary: Callable[..., None]) -> None:
    dictionary("luft 1", "ton 2", "karton 3", "april 4", "acht 5", "nacht 6")
    found, linked = check("LUFT", "TON", "LUFTKARTON"), check("APRIL", "ACHT", "APRILNACHT")
    assert found is not None
    assert linked is not None
    assert (found.verdict, found.changed, found.other) == (Verdict.CHANGES, "TON", "KARTON")
    assert (linked.verdict, linked.rest) == (Verdict.UNKNOWN, "N")


@pytest.mark.rule("schlafmuetze.combine.two_words")
@pytest.mark.parametrize("compound", ["LUFTFAHRTSCHIFF", "HEISSLUFTSCHIFF", "LUFTSCHIFFKAPITÄN"])
def test_a_third_word(compound: str) -> None:
    found = check("LUFT", "SCHIFF", compound)
    assert found is not None
    assert found.verdict is Verdict.EXTRA
    assert findings(found)[0].rules[0] == "schlafmuetze.combine.two_words"


@pytest.mark.rule("schlafmuetze.combine.two_words")
@pytest.mark.parametrize(
    ("rest", "verdict"), [("MOFA", Verdict.EXTRA), ("MOF", Verdict.UNKNOWN), ("MPFT", Verdict.UNKNOWN)]
)
def test_a_third_word_has_four_letters_and_a_vowel(rest: str, verdict: Verdict) -> None:
    found = check("LUFT", "SCHIFF", f"LUFT{rest}SCHIFF")
    assert found is not None
    assert (found.verdict, found.rest) == (verdict, rest)


def test_words_that_are_not_in_it() -> None:
    found = check("LUFT", "SCHIFF", "AUTOBAHN")
    assert found is not None
    assert found.verdict is Verdict.UNCLEAR
    assert len(findings(found)) == 1
    assert check("LUFT", "", "LUFTSCHIFF") is None
    assert check("LUFT", "SCHIFF", " ") is None


def test_all_that_is_done_to_a_word_is_said() -> None:
    found = check("SCHULE", "RAD", "SCHULRÄDER")
    assert found is not None
    said = [each.text.message for each in findings(found)]
    assert said[1:3] == ["The final E of {word} drops out.", "{word} stands at the end as {form}."]
    mothers, lands = check("MUTTER", "HAUS", "MÜTTERHAUS"), check("LAND", "SPIEL", "LÄNDERSPIEL")
    assert mothers is not None
    assert lands is not None
    assert findings(mothers)[1].text.message == "{word} has an umlaut: {form}."
    assert dict(findings(lands)[1].text.params)["form"] == "LÄNDER"


KEPT = ("Allowed by the rule – you decide whether there is such a word.", "forms, two_words, sense")


@pytest.mark.rule("schlafmuetze.combine.forms", "schlafmuetze.combine.no_derivation", "schlafmuetze.combine.two_words")
@pytest.mark.parametrize(
    ("compound", "expected"),
    [
        ("LUFT SCHIFF LUFTSCHIFF", [KEPT]),
        ("LAND SPIEL LÄNDERSPIEL", [KEPT, ("{word} is in the plural: {form}.", "forms")]),
        ("MUTTER HAUS MÜTTERHAUS", [KEPT, ("{word} has an umlaut: {form}.", "forms")]),
        ("KIRCHE TURM KIRCHTURM", [KEPT, ("The final E of {word} drops out.", "forms")]),
        ("WANDERN WEG WANDERWEG", [KEPT, ("Only {form} is left of {word}.", "forms")]),
        ("GEBURT TAG GEBURTSTAG", [KEPT, ("-{link}- links the two.", "forms")]),
        ("HERZ MUSEUM HERZMUSEEN", [KEPT, ("{word} stands at the end as {form}.", "forms")]),
        ("ATLAS BILD ATLANTENBILD", [KEPT, ("{word} stands in front as {form}.", "forms")]),
        (
            "SCHIFF FAHRT SCHIFFAHRT",
            [KEPT, ("Of three {letter} in a row two are written, as was right in 1991.", "forms, say")],
        ),
        (
            "LUFT SCHIFF LUFTFAHRTSCHIFF",
            [("Not allowed: {rest} is on neither of the two cards.", "two_words, no_derivation")],
        ),
        (
            "SPIEL HAUS SPIELERHAUS",
            [("Unclear: does {rest} belong to {first} or {second}? You decide.", "forms, no_derivation")],
        ),
        (
            "LUFT BALL LÜFTCHENBALL",
            [("Not allowed: {rest} makes another word of {word}.", "no_derivation, forms")],
        ),
        (
            "ROHR JEANS RÖHRENJEANS",
            [("Not allowed: {other} is another word than {word}.", "no_derivation, forms")],
        ),
        ("LUFT SCHIFF AUTOBAHN", [("Unclear: the two words are not both in {compound}.", "two_words, forms")]),
    ],
)
def test_what_is_said_of_a_word(
    compound: str, expected: list[tuple[str, str]], dictionary: Callable[..., None]
) -> None:
    if compound.startswith(("ATLAS", "ROHR")):
        dictionary("atlas 1", "atlanten 1", "bild 2", "rohr 3", "rohre 3", "röhre 4", "röhren 4")
    found = check(*compound.split())
    assert found is not None
    said = findings(found)
    rules = [", ".join(rule.removeprefix("schlafmuetze.combine.") for rule in each.rules) for each in said]
    assert [*zip([each.text.message for each in said], rules, strict=True)] == expected


@pytest.mark.rule("schlafmuetze.combine.sense")
@pytest.mark.parametrize(
    ("lines", "known", "message"),
    [
        ((), None, "Allowed by the rule – you decide whether there is such a word."),
        (("luft 1", "schiff 2"), False, "Allowed by the rule – you decide whether there is such a word."),
        (("luftschiff 7",), True, "Allowed by the rule, and {compound} is in the dictionary."),
    ],
)
def test_the_verdict_comes_first_and_says_whether_the_dictionary_has_the_word(
    lines: tuple[str, ...], known: bool | None, message: str, dictionary: Callable[..., None]
) -> None:
    dictionary(*lines)
    found = check("SCHIFF", "LUFT", "LUFTSCHIFF")
    assert found is not None
    assert found.known is known
    assert findings(found)[0].text.message == message
    assert "schlafmuetze.combine.sense" in findings(found)[0].rules


@pytest.mark.parametrize(
    ("word", "lemmas"),
    [
        ("LÄNDERN", {"LAND"}),
        ("STRASSEN", {"STRASSE", "STRASS", "STRASSEN"}),
        ("FLÜSSE", {"FLUSS"}),
        ("TSHIRT", {"TSHIRT"}),
        ("WAGENS", {"WAGEN"}),
        ("KUNDE", {"KUNDE"}),
        ("XYLOFANT", set()),
        ("", set()),
    ],
)
def test_the_list_that_comes_with_the_program(word: str, lemmas: set[str]) -> None:
    nouns = nouns_of()
    assert nouns is not None
    assert nouns.lemmas(word) == lemmas


def test_the_list_is_loaded_quickly_by_a_phone_at_the_table() -> None:
    assert PACK.stat().st_size <= LARGEST_LIST


def test_without_the_list_a_word_is_judged_by_the_rule_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nouns_of(tmp_path / "nouns.pack") is None
    (tmp_path / "nouns.pack").write_bytes(packed([["luft", "lüfte"]]))
    found = nouns_of(tmp_path / "nouns.pack")
    assert found is not None, "it is tried again, as a browser may load it later"
    assert found.lemmas("LUEFTE") == {"LUFT"}
    for broken in (b"", b"abc", b"\0\0\0\5hello"):
        with pytest.raises(ValueError, match="not a list"):
            Nouns.read(broken)


def test_what_is_longer_than_any_word_is_not_judged() -> None:
    assert check("LUFT", "SCHIFF", "LUFTSCHIFF" * 20_000) is None
    assert check("LUFT" * 50_000, "SCHIFF", "LUFTSCHIFF") is None
    found = check("EI", "EIS", "EISEI" * 20)
    assert found is not None
    assert found.verdict is Verdict.EXTRA


def test_a_hundred_letters_are_a_word_and_more_are_none() -> None:
    assert check("LUFT", "SCHIFF", "X" * 100) is not None
    assert check("LUFT", "SCHIFF", "X" * 101) is None


@pytest.mark.rule("schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("word", "form", "verdict"),
    [
        ("DOM", "DOMINANTE", Verdict.KEEPS),
        ("DOM", "DOMINANTEN", Verdict.UNKNOWN),
        ("GYMNASIEN", "GYM", Verdict.KEEPS),
        ("GYMNASIUMS", "GYM", Verdict.UNCLEAR),
    ],
)
def test_a_form_is_six_letters_longer_or_shorter_at_most(
    word: str, form: str, verdict: Verdict, dictionary: Callable[..., None]
) -> None:
    dictionary(f"{word.lower()} 1", f"{form.lower()} 1", "bau 2")
    found = check(word, "BAU", f"{form}BAU")
    assert found is not None
    assert found.verdict is verdict


@pytest.mark.rule("schlafmuetze.combine.two_words")
def test_one_letter_is_a_word_and_none_is_not(dictionary: Callable[..., None]) -> None:
    boat = check("U", "BOOT", "U-Boot")
    assert boat is not None
    assert (boat.verdict, boat.first) == (Verdict.KEEPS, "U")
    dictionary("luft 1", "schiff 2")
    ship = check("LUFT", "SCHIFF", "SCHIFF")
    assert ship is not None
    assert ship.verdict is Verdict.UNCLEAR


@pytest.mark.rule("schlafmuetze.combine.two_words")
@pytest.mark.parametrize(("rest", "verdict"), [("EIS", Verdict.EXTRA), ("EI", Verdict.UNKNOWN)])
def test_a_noun_of_three_letters_is_a_third_word(rest: str, verdict: Verdict, dictionary: Callable[..., None]) -> None:
    dictionary("luft 1", "schiff 2", "ei 3", "eis 4")
    found = check("LUFT", "SCHIFF", f"LUFT{rest}SCHIFF")
    assert found is not None
    assert (found.verdict, found.rest) == (verdict, rest)


def test_nothing_is_read_before_a_word_is_checked() -> None:
    script = (
        "import pathlib; read = []\n"
        "known = pathlib.Path.read_bytes\n"
        "pathlib.Path.read_bytes = lambda path: read.append(path.name) or known(path)\n"
        "from companion.games.schlafmuetze import nouns, readings, words\n"
        "assert 'nouns.pack' not in read\n"
        "readings.readings('Luftschiff')\n"
        "assert read.count('nouns.pack') == 1\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# The cards that a compound may be made of


@pytest.fixture
def whole_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the list that comes with the program."""
    monkeypatch.setattr(words, "dictionary", nouns_of)


@pytest.mark.usefixtures("whole_list")
@pytest.mark.rule("schlafmuetze.combine.two_words", "schlafmuetze.combine.forms")
@pytest.mark.parametrize(
    ("compound", "expected"),
    [
        ("Länderspiel", "LAND+SPIEL"),
        ("Laenderspiel", "LAND+SPIEL"),
        ("schlafmütze", "SCHLAF+MÜTZE"),
        ("Schulhaus", "SCHULE+HAUS SCHULE+HAU"),
        ("Schiffahrt", "SCHIFF+FAHRT SCHIFFE+FAHRT"),
        ("Dampfschifffahrt", "DAMPF+SCHIFFFAHRT DAMPFSCHIFF+FAHRT DAMPF+FAHRT:extra"),
        ("Landschaftsbild", "LANDSCHAFT+BILD LAND+BILD:changes"),
        ("Landbildung", "LAND+BILDUNG LAND+BILD:changes"),
        ("Luftfahrtschiff", "LUFTFAHRT+SCHIFF LUFT+SCHIFF:extra"),
        # the players themselves may separate the cards
        ("Land-Spiel", "LAND+SPIEL"),
        ("Länder Spiel", "LAND+SPIEL"),
        ("Schnick+Schnack", "SCHNICK+SCHNACK"),
        ("U-Boot", "U+BOOT"),
        # of a word that the dictionary lacks, the rest is the other card
        ("Hausxylobus", "HAUS+XYLOBUS"),
        ("", ""),
        ("Land", ""),
        ("Brzfgh", ""),
    ],
)
def test_a_compound_splits_by_itself(compound: str, expected: str) -> None:
    found = [
        f"{each.first}+{each.second}" + ("" if each.verdict is Verdict.KEEPS else f":{each.verdict.value}")
        for each in readings(compound)
    ]
    assert found == expected.split()


def test_a_long_text_has_no_readings() -> None:
    assert readings("Luftschiff" * 20_000) == ()


@at_leisure
@pytest.mark.usefixtures("whole_list")
@pytest.mark.skipif(table() is None, reason="needs german-nouns: pip install '.[test]'")
def test_the_cards_of_most_compounds_are_among_the_readings() -> None:
    asked = tuple(compounds(every=effort(few=300, many=100)))
    hits = sum(
        (one.first.upper().replace("ß", "SS"), one.second.upper().replace("ß", "SS"))
        in {(each.first, each.second) for each in readings(one.whole)}
        for one in asked
    )
    assert hits / len(asked) > 0.9


# How well it judges; python tests/games/schlafmuetze/quality.py tells more


@at_leisure
@pytest.mark.skipif(table() is None, reason="needs german-nouns: pip install '.[test]'")
@pytest.mark.thorough
@pytest.mark.rule("schlafmuetze.combine.forms")
def test_compounds_of_the_dictionary_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    real = tuple(compounds(every=effort(few=100, many=5)))
    assert len(real) >= effort(few=400, many=8_000)
    for accused, lost in ((0.0, 0.01), (0.001, 0.01)):
        found = judged(real)
        assert share(found, "changes", "extra") <= accused
        assert share(found, "unclear", "unknown") <= lost
        monkeypatch.undo()  # first without a dictionary, then with the one that is installed
    assert median(one.seconds for one in found) < 0.01


@pytest.mark.rule("schlafmuetze.combine.no_derivation", "schlafmuetze.combine.two_words")
def test_what_is_no_compound_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for acquitted, right in ((0.015, 0.0), (0.005, 0.85)):
        found = [one for one in judged(non_compounds()) if one.asked.kind != BY_CHANCE]
        assert len(found) >= 500
        assert share(found, "keeps") <= acquitted
        derived = [one for one in found if one.asked.kind.startswith("derived")]
        assert share(derived, "changes", "extra") >= right
        monkeypatch.undo()
        if table() is None:
            return


# What replay tells


def doubted(tmp_path: Path, *said: str) -> str:
    names = ("first_word", "second_word", "compound")
    doubt = {"kind": "schlafmuetze.doubted", "doubters": [1], "author": 0} | dict(zip(names, said, strict=False))
    lines = (
        {"game": "schlafmuetze", "seats": ["Anna", "Ben", "Cleo"]},
        {"kind": "schlafmuetze.laid", "seat": 0, "pile": 0, "colour": "red"},
        {"kind": "schlafmuetze.halt"},
        doubt,
    )
    file = tmp_path / "doubted.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(file)


@pytest.mark.rule("schlafmuetze.combine.forms", "schlafmuetze.doubt.vote")
@pytest.mark.parametrize(
    ("locale", "lines", "said"),
    [
        ("en", ("lehre 1", "lehrer 2"), "Not allowed: LEHRER is another word than LEHRE."),
        ("de", ("lehre 1", "lehrer 2"), "Nicht erlaubt: LEHRER ist ein anderes Wort als LEHRE."),
        ("en", (), "Unclear: does R belong to LEHRE or ZIMMER? You decide."),
        ("de", (), "Unklar: Gehört R zu LEHRE oder ZIMMER? Das entscheidet ihr."),
    ],
)
def test_replay_tells_what_the_check_says(
    locale: str,
    lines: tuple[str, ...],
    said: str,
    dictionary: Callable[..., None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    dictionary(*lines)
    file = doubted(tmp_path, "Lehre", "Zimmer", "Lehrerzimmer")
    assert main(["replay", file, "--locale", locale]) == 0
    assert said in capsys.readouterr().out
    assert main(["replay", file, "--json", "--locale", locale]) == 0
    messages = json.loads(capsys.readouterr().out)["history"][-1]["told"]
    assert messages[0]["rules"][0] == "schlafmuetze.doubt.vote"
    assert next(each for each in messages if each["text"] == said)["rules"]


def test_replay_says_nothing_of_words_that_were_not_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for entered in ((), ("Luft", "Schiff"), ("Luft", "", "Luftschiff")):
        assert main(["replay", doubted(tmp_path, *entered), "--json", "--locale", "en"]) == 0
        assert len(json.loads(capsys.readouterr().out)["history"][-1]["told"]) == 1
