"""Cards that a device remembers: a file is read wholly or not at all."""

import json
from typing import Any

import pytest
from attrs import field, frozen
from attrs.validators import in_

from companion.kernel.cards import CardFile, InvalidCard, InvalidFile, JsonForm
from companion.kernel.text import Text, messages
from companion.storage.cards import extended, from_json, read, to_json, write

T, N = messages("toy")


@frozen
class Colour:
    name: str


@frozen
class Card:
    name: str
    value: int = field(default=1, validator=in_(range(10)))
    colour: Colour | None = None
    note: str = ""


@frozen
class Box:
    cards: tuple[Card, ...] = ()
    jokers: tuple[Card, ...] = ()


def _wrong(card: InvalidCard) -> Text:
    return T("{kind} {n} {name} {what}", kind=card.kind.__name__, n=card.number, name=card.name, what=card.field)


FILE = CardFile[Box](
    "toy",
    T("Toy"),
    Box,
    _wrong,
    most=3,
    joined=lambda known, more: (*known, *(card for card in more if card not in known)),
    forms=(JsonForm(Colour, lambda raw: Colour({"r": "red"}[raw]), lambda colour: colour.name[0]),),
)
RED = Card("A", 7, Colour("red"))


def box(*names: str) -> Box:
    return Box(tuple(map(Card, names)))


def test_a_file_brings_back_the_same_cards() -> None:
    kept = Box((RED,), (Card("J"),))
    assert read(FILE, write(FILE, kept)) == kept
    assert read(FILE, "\ufeff" + write(FILE, FILE.empty)) == FILE.empty
    assert json.loads(write(FILE, FILE.empty)) == {"format": "toy-cards", "version": 1, "cards": [], "jokers": []}
    assert to_json(FILE, kept)["cards"] == [{"name": "A", "value": 7, "colour": "r", "note": ""}]


def test_a_kind_of_cards_may_be_missing_and_a_bare_list_is_the_first_kind() -> None:
    assert from_json(FILE, {"jokers": [{"name": " J "}]}) == Box((), (Card("J"),))
    assert from_json(FILE, [{"name": "A", "of": "no account"}]) == box("A")


NOTHING = "This is not a card file for {game}: there are no cards in it that can be read."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "This is not a card file: it cannot be read as JSON."),
        ("[" * 100_000, "This is nested too deep: {n} levels at most."),
        ("[]", "This is not a card file for {game}: it does not say so."),
        ('{"format": "other-cards", "version": 1}', "This is not a card file for {game}: it does not say so."),
        ('{"format": "toy-cards", "version": 2}', "This card file needs another version of this program."),
        ('{"format": "toy-cards", "version": 1}', NOTHING),
        ('{"format": "toy-cards", "version": 1, "cards": {}}', NOTHING),
        (write(FILE, box(*"abcd")), NOTHING),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_file_of_cards(text: str, why: str) -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, text)
    assert wrong.value.why.message == why


@pytest.mark.parametrize(
    ("card", "name", "what"),
    [
        ({"name": "A", "value": 10}, "A", "value"),  # a validator of the class
        ({"name": "A", "value": "1"}, "A", "value"),  # the type of a field
        ({"name": "A", "value": True}, "A", "value"),
        ({"name": "A", "value": 1.0}, "A", "value"),
        ({"name": "A", "colour": "blue"}, "A", "colour"),  # a form of the game
        ({"name": "A", "note": "\ud800"}, "A", "note"),
        ({"value": 1}, "", "name"),
        ({"name": "  "}, "", "name"),
        ({"name": ["A"]}, "", "name"),
        (7, "", ""),
        ("A", "", "name"),
    ],
)
def test_a_wrong_card_is_named_by_its_number_its_name_and_what_is_wrong(card: Any, name: str, what: str) -> None:
    with pytest.raises(InvalidFile) as wrong:
        from_json(FILE, {"jokers": [{"name": "J"}, card]})
    assert dict(wrong.value.why.params) == {"kind": "Card", "n": 2, "name": name, "what": what}


def test_more_cards_than_a_device_holds_are_not_added() -> None:
    assert extended(FILE, box("a", "b"), box("b", "c")) == box("a", "b", "c")
    with pytest.raises(InvalidFile):
        extended(FILE, box("a", "b", "c"), box("d"))
