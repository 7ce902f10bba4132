"""The cards a table remembers, and their file: whole or not at all."""

import json
import re
from typing import Any

import pytest

from companion.games.labtag.card_library import FILE, Collection, merged
from companion.games.labtag.cards import Card, Special
from companion.games.labtag.messages import card_name, card_words
from companion.games.labtag.reports.turning import CARD
from companion.i18n import Renderer
from companion.kernel.cards import InvalidFile
from companion.kernel.offers import Choice
from companion.storage.cards import from_json, read, to_json, write

ENGLISH = Renderer("en", ())

CARDS = Collection((Card(12, 7, name="Flask"), Card(8, Special.KING, golden=True), Card(0, 20, name="„Öl“ \\ 10 %")))


def test_a_file_brings_back_the_same_cards() -> None:
    assert read(FILE, write(FILE, CARDS)) == CARDS
    assert read(FILE, "\ufeff" + write(FILE, CARDS)) == CARDS
    assert read(FILE, write(FILE, FILE.empty)) == FILE.empty
    assert from_json(FILE, json.loads(json.dumps(to_json(FILE, CARDS)))) == CARDS
    assert from_json(FILE, to_json(FILE, CARDS)["cards"]) == CARDS  # as they were once kept
    assert to_json(FILE, CARDS)["cards"][1] == {"name": "", "labtag": 8, "value": "K", "golden": True}
    assert to_json(FILE, CARDS)["cards"][2]["value"] == "20"


def a_file(**card: Any) -> str:
    """Return a file whose second card is as given."""
    cards = [{"labtag": 1, "value": "1"}, {"name": "", "labtag": 12, "value": "7", "golden": False} | card]
    return json.dumps({"format": FILE.format, "version": 1, "cards": cards})


def test_a_value_may_be_a_number_and_gold_and_name_may_be_missing() -> None:
    assert read(FILE, a_file(value=7)).cards == (Card(1, 1), Card(12, 7))


@pytest.mark.parametrize(
    "card",
    [
        *({"labtag": value} for value in (None, "12", -1, 1000, 1.5, True)),
        *({"value": value} for value in (None, "", "0", 0, 21, "X", "k", "1/2", [7], True)),
        *({"golden": value} for value in (None, "yes", 1)),
        *({"name": value} for value in (None, 5, ["x"])),
    ],
    ids=str,
)
def test_a_wrong_card_is_named_by_its_number(card: dict[str, Any]) -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, a_file(**card))
    assert dict(wrong.value.why.params)["number"] == 2


def test_half_a_character_is_refused_before_any_card_is_read() -> None:
    with pytest.raises(InvalidFile):
        read(FILE, a_file(name="\ud800"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "[]", "{", "7", '"x"', "[" * 100_000, "\x00"),
        '{"format": "labtag-cards"}',
        '{"format": "labtag-cards", "version": 2, "cards": []}',
        '{"format": "labtag-cards", "version": 1, "cards": {}}',
        '{"format": "labtag-cards", "version": 1, "cards": [1]}',
        '{"format": "other", "version": 1, "cards": []}',
        '{"format": "bronzen", "seats": ["Anna", "Ben"]}',
    ],
    ids=lambda text: text[:30],
)
def test_what_is_no_file_of_cards(text: str) -> None:
    with pytest.raises(InvalidFile):
        read(FILE, text)


def test_a_wrong_value_is_explained_with_the_limits() -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, a_file(value="21"))
    text = "Card 2 of the file: its card value must be a number from 1 to 20, or B, D, K or A."
    assert ENGLISH.text(wrong.value.why) == text


def test_a_name_that_steers_a_terminal_is_in_no_file() -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, a_file(name="La\x1bb"))
    assert "<U+001B>" in str(wrong.value.why.params)


def test_too_many_cards() -> None:
    with pytest.raises(InvalidFile):
        read(FILE, write(FILE, Collection((Card(1, 1),) * 5001)))


def test_cards_known_already_stay_and_get_better_known() -> None:
    known = (Card(12, 7, name="Flask"), Card(3, 2))
    assert merged(known, known) == known
    assert merged(known, [Card(12, 7)]) == known
    assert merged(known, [Card(12, 7, golden=True)]) == (*known, Card(12, 7, golden=True))
    assert merged(known, [Card(3, 2, name="Tube")]) == (known[0], Card(3, 2, name="Tube"))
    assert merged(known, [Card(12, 7, name="Beaker")]) == (*known, Card(12, 7, name="Beaker"))


def test_a_card_is_said_with_its_name_and_both_values() -> None:
    card = Card(12, 7, golden=True, name="Flask")
    assert ENGLISH.text(card_name(card)) == "Flask (12★/7)"
    assert ENGLISH.text(card_words(card)) == "Flask: LABTAG value 12, card value 7, golden"
    assert ENGLISH.text(card_words(Card(3, 2))) == "LABTAG value 3, card value 2"


def test_a_card_value_that_no_card_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=re.escape("value must be 1 to 20, or B, D, K or A")):
        Card(12, 21)


def test_the_form_of_a_card_calls_every_value_by_its_name() -> None:
    _, value, *_ = CARD
    assert isinstance(value, Choice)
    assert [ENGLISH.text(option.label) for option in value.options[:20]] == [str(number) for number in range(1, 21)]
