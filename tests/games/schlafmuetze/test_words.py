"""The word check: order, linking letters, plurals, what changes a word, and the dictionary."""

import sys
from pathlib import Path

import pytest

from companion.games.schlafmuetze import words
from companion.games.schlafmuetze.words import Verdict, check, findings, known


@pytest.fixture(autouse=True)
def no_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_index", lambda: None)


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
        assert (found.verdict, found.first, found.link, found.rest) == (Verdict.KEEPS, first, "", "")


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
    assert (found.verdict, found.first, found.link) == (Verdict.KEEPS, one, link)
    assert (found.form.umlaut, found.form.dropped) == (umlaut, dropped)


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_the_word_at_the_end_may_be_in_the_plural() -> None:
    found = check("AUTO", "RAD", "AUTORÄDER")
    assert found is not None
    assert (found.verdict, found.ending, found.second_form.umlaut) == (Verdict.KEEPS, "ER", True)
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


@pytest.mark.rule("schlafmuetze.combine.two_words")
@pytest.mark.parametrize("compound", ["LUFTFAHRTSCHIFF", "HEISSLUFTSCHIFF", "LUFTSCHIFFKAPITÄN"])
def test_a_third_word(compound: str) -> None:
    found = check("LUFT", "SCHIFF", compound)
    assert found is not None
    assert found.verdict is Verdict.EXTRA
    assert findings(found)[0].rules[0] == "schlafmuetze.combine.two_words"


def test_words_that_are_not_in_it() -> None:
    found = check("LUFT", "SCHIFF", "AUTOBAHN")
    assert found is not None
    assert found.verdict is Verdict.UNCLEAR
    assert len(findings(found)) == 2
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


@pytest.mark.rule("schlafmuetze.combine.sense")
def test_a_dictionary_is_asked_if_there_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = check("LUFT", "SCHIFF", "LUFTSCHIFF")
    assert found is not None
    assert found.known is None
    assert "No dictionary" in findings(found)[-1].text.message

    monkeypatch.undo()
    package = tmp_path / "german_nouns"
    package.mkdir()
    (package / "index.txt").write_text("luftschiff\t7\nstraßenfluß\t8\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert known("LUFTSCHIFF") is True
    assert known("SCHIFF") is False
    assert known("STRASSENFLUSS") is True
    for compound, said in (("LUFTSCHIFF", "is in Wiktionary"), ("SCHIFFLUFT", "is not in Wiktionary")):
        asked = check("LUFT", "SCHIFF", compound)
        assert asked is not None
        assert said in findings(asked)[-1].text.message
    (package / "index.txt").unlink()
    assert known("LUFTSCHIFF") is None
