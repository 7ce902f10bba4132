"""A game only ever sees complete and valid choices."""

from typing import Any

import pytest
from attrs import evolve

from companion.kernel.explain import Refused
from companion.kernel.game import Column, HouseNumber, HouseRule, Meta, RuleOption, Setup
from companion.kernel.setup import complete_house
from companion.kernel.text import Listing, messages

T, N = messages("test")

META = Meta(
    id="test",
    folder="test",
    title=T("Test"),
    tagline=T("A test"),
    revision=1,
    colour="#000000",
    seats=(2, 4),
    columns=(Column("points", T("Points"), 1, "test.points"),),
    house_rules=(
        HouseRule(
            "end",
            T("When does it end?"),
            "test.ruling.end",
            (RuleOption("open", T("open")), RuleOption("rounds", T("rounds"))),
        ),
    ),
    house_numbers=(HouseNumber("rounds", T("Rounds"), "test.ruling.end", 1, 20, 3, ("end", "rounds")),),
)


def test_defaults_are_filled_in() -> None:
    assert complete_house(META, Setup(2)) == {"end": "open", "rounds": 3}
    assert complete_house(META, Setup(4, first=3, house={"end": "rounds", "rounds": 20})) == {
        "end": "rounds",
        "rounds": 20,
    }
    assert META.house_rules[0].default == "open"
    assert Setup(2) == Setup(2, first=0, house={})


def test_a_number_out_of_its_limits_is_refused_with_both() -> None:
    with pytest.raises(Refused) as refused:
        complete_house(META, Setup(2, house={"rounds": 21}))
    assert refused.value.why.text.message == "“{rule}” takes a number from {low} to {high}."


@pytest.mark.parametrize(
    ("setup", "rule", "said"),
    [
        (Setup(1), "companion.log", {"fewest": 2, "most": 4}),
        (Setup(5), "companion.log", {"fewest": 2, "most": 4}),
        (Setup(2, first=2), "companion.log", {"seat": 2, "last": 1}),
        (Setup(2, first=-1), "companion.log", {"seat": -1}),
        (Setup(2, house={"end": "never"}), "test.ruling.end", {"value": "never", "ways": Listing(("open", "rounds"))}),
        (Setup(2, house={"end": 3}), "test.ruling.end", {"value": "3"}),
        (Setup(2, house={"rounds": 0}), "test.ruling.end", {"low": 1, "high": 20}),
        (Setup(2, house={"rounds": 21}), "test.ruling.end", {"low": 1, "high": 20}),
        (Setup(2, house={"rounds": "3"}), "test.ruling.end", {"rule": "rounds"}),
        (Setup(2, house={"rounds": True}), "test.ruling.end", {"rule": "rounds"}),
        (Setup(2, house={"bank": "limited"}), "companion.log", {"rule": "bank", "rules": Listing(("end", "rounds"))}),
    ],
    ids=str,
)
def test_impossible_choices_are_refused(setup: Setup, rule: str, said: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        complete_house(META, setup)
    assert refused.value.why.rules == (rule,)
    assert said.items() <= dict(refused.value.why.text.params).items()


@pytest.mark.parametrize(
    ("meta", "setup", "message", "rules"),
    [
        (META, Setup(1, 0), "{game} is for {fewest} to {most} players.", ("companion.log",)),
        (META, Setup(5, 0), "{game} is for {fewest} to {most} players.", ("companion.log",)),
        (evolve(META, seats=(2, 2)), Setup(3, 0), "{game} is for {most} players.", ("companion.log",)),
        (META, Setup(2, 2), "There is no seat {seat} to begin; they are counted from 0 to {last}.", ("companion.log",)),
        (
            META,
            Setup(2, -1),
            "There is no seat {seat} to begin; they are counted from 0 to {last}.",
            ("companion.log",),
        ),
        (
            META,
            Setup(2, 0, {"end": "never"}),
            "The house rule “{rule}” can be {ways}, but not “{value}”.",
            ("test.ruling.end",),
        ),
        (META, Setup(2, 0, {"ends": "open"}), "{game} has no house rule “{rule}”, only {rules}.", ("companion.log",)),
        (
            evolve(META, house_rules=(), house_numbers=()),
            Setup(2, 0, {"end": "open"}),
            "{game} has no house rules, so there is no “{rule}”.",
            ("companion.log",),
        ),
    ],
    ids=str,
)
def test_what_is_not_possible_says_why(meta: Meta, setup: Setup, message: str, rules: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        complete_house(meta, setup)
    assert (refused.value.why.text.message, refused.value.why.rules) == (message, rules)
