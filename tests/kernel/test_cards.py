"""Cards that a device remembers: a file is read wholly or not at all."""

import json
from typing import Any

import pytest

from companion.kernel.cards import CardFile, WrongFile
from companion.kernel.text import messages

T, N = messages("toy")


def _names(raw: Any) -> frozenset[str]:
    if not isinstance(raw, dict) or not isinstance(raw.get("names"), list):
        raise WrongFile(T("No names."))
    return frozenset(raw["names"])


FILE = CardFile[frozenset[str]](
    "toy",
    T("Toy"),
    frozenset(),
    lambda cards: {"names": sorted(cards)},
    _names,
    frozenset.union,
    lambda cards: len(cards) <= 3,
)


def test_a_file_brings_back_the_same_cards() -> None:
    assert FILE.read(FILE.write(frozenset("ab"))) == frozenset("ab")
    assert FILE.read("\ufeff" + FILE.write(FILE.none)) == FILE.none
    assert json.loads(FILE.write(FILE.none)) == {"format": "toy-cards", "version": 1, "names": []}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "This is no file of cards: it cannot be read as JSON."),
        ("[" * 100_000, "This is no file of cards: it cannot be read as JSON."),
        ("[]", "This is no file of cards for {game}: it does not say so."),
        ('{"format": "other-cards", "version": 1}', "This is no file of cards for {game}: it does not say so."),
        ('{"format": "toy-cards", "version": 2}', "This file of cards needs another version of this program."),
        ('{"format": "toy-cards", "version": 1}', "No names."),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_file_of_cards(text: str, why: str) -> None:
    with pytest.raises(WrongFile) as wrong:
        FILE.read(text)
    assert wrong.value.why.message == why


def test_more_cards_than_a_device_holds_are_not_added() -> None:
    assert FILE.extended(frozenset("ab"), frozenset("bc")) == frozenset("abc")
    with pytest.raises(WrongFile):
        FILE.extended(frozenset("abc"), frozenset("d"))
