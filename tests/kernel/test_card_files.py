"""Cards a device remembers, and house rules a class declares."""

from typing import Literal

import pytest
from attrs import frozen

from companion.kernel.cards import CardFile, InvalidCard, InvalidFile, missing_fields
from companion.kernel.game import Column, Meta, Setup
from companion.kernel.house import chosen, house_numbers, house_rules, number, options
from companion.kernel.text import Text, messages

T, N = messages("toy")


@frozen
class Poet:
    name: str
    town: str
    age: int = 0
    motto: str = ""


@frozen
class Cards:
    poets: tuple[Poet, ...] = ()
    others: tuple[Poet, ...] = ()


def wrong(card: InvalidCard) -> Text:
    return T("Card {number} is wrong.", number=card.number)


FILE = CardFile("toy", T("Cards"), Cards, wrong, most=2)
ANNA, BEN = Poet("Anna", "Bonn"), Poet("Ben", "Köln")


def test_a_card_file_knows_its_kinds_of_cards() -> None:
    assert (FILE.format, FILE.setting, FILE.version) == ("toy-cards", "cards.toy", 1)
    assert (FILE.lists, FILE.empty) == (("poets", "others"), Cards())
    assert FILE.merged(Cards((ANNA,)), Cards((BEN,), (ANNA,))) == Cards((ANNA, BEN), (ANNA,))


def test_a_device_holds_so_many_of_each_kind() -> None:
    assert FILE.fits(Cards((ANNA, BEN), (ANNA, BEN)))
    assert not FILE.fits(Cards((ANNA, BEN, ANNA)))
    assert not FILE.fits(Cards((), (ANNA, BEN, ANNA)))


def test_what_is_given_without_a_default_is_never_empty() -> None:
    assert missing_fields(ANNA) == ()
    assert missing_fields(Poet("", "Bonn")) == ("name",)
    assert missing_fields(Poet("", "")) == ("name", "town")


def test_a_wrong_file_says_why() -> None:
    why = T("This is no file of cards.")
    assert (str(InvalidFile(why)), InvalidFile(why).why) == ("This is no file of cards.", why)


@frozen
class House:
    ties: Literal["shared", "again"] = options(T("A tie"), "toy.tie", shared=T("is shared"), again=T("again"))
    rounds: int = number(T("Rounds"), "toy.rounds", 1, 9, 3, needs=("ties", "again"))


def test_a_house_rule_is_declared_with_its_options_and_a_number_with_its_limits() -> None:
    assert House() == House("shared", 3)
    (rule,) = house_rules(House)
    assert (rule.key, rule.title.message, rule.rule) == ("ties", "A tie", "toy.tie")
    assert [(option.id, option.title.message) for option in rule.options] == [
        ("shared", "is shared"),
        ("again", "again"),
    ]
    (rounds,) = house_numbers(House)
    assert (rounds.key, rounds.low, rounds.high, rounds.default) == ("rounds", 1, 9, 3)
    assert (rounds.rule, rounds.needs) == ("toy.rounds", ("ties", "again"))


def test_a_house_rule_that_is_not_chosen_at_setup_still_stands_in_a_header() -> None:
    @frozen
    class Kept(House):
        telling: Literal["little", "all"] = options(
            T("Told"), "toy.told", offered=False, little=T("little"), all=T("all")
        )

    meta = Meta(
        id="toy",
        folder="toy",
        title=T("Toy"),
        tagline=T("A toy"),
        revision=1,
        colour="#000000",
        seats=(2, 4),
        columns=(Column("points", T("Points"), 1, "toy.points"),),
        house_rules=house_rules(Kept),
        house_numbers=house_numbers(Kept),
    )
    assert [rule.key for rule in meta.house_rules] == ["ties", "telling"]
    assert [rule.key for rule in meta.choices] == ["ties"]
    assert chosen(Kept, meta, Setup(2)) == Kept("shared", 3, "little")
    assert chosen(Kept, meta, Setup(2, house={"telling": "all"})) == Kept("shared", 3, "all")


def test_options_that_are_not_those_of_the_type_are_an_error() -> None:
    @frozen
    class Wrong:
        ties: Literal["shared"] = options(T("A tie"), "toy.tie", shared=T("is shared"), again=T("again"))

    with pytest.raises(TypeError, match=r"Wrong\.ties: its options are not those of its type"):
        house_rules(Wrong)
