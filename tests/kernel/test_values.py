"""Texts, names and offers: small values that everything else is made of."""

import pytest
from attrs import frozen
from kernel.races import KINDS, went

from companion.kernel.explain import Explanation, Refused
from companion.kernel.kinds import kind_of, kinds
from companion.kernel.offers import Number, Offer
from companion.kernel.text import Listing, Player, messages

T, N = messages("test")


def test_texts_know_their_domain_and_parameters() -> None:
    text = T("{player} has {cards}.", player=Player(1), cards=Listing((T("{n} jack", n=1), "x")))
    assert text.domain == "test"
    assert dict(text.params) == {"player": Player(1), "cards": Listing((T("{n} jack", n=1), "x"))}
    assert text.plural is None


def test_plurals_carry_both_forms_and_their_number() -> None:
    text = N("{n} card", "{n} cards", 3, player=Player(0))
    assert (text.message, text.plural) == ("{n} card", "{n} cards")
    assert text.params == (("n", 3), ("player", Player(0)))


def test_texts_are_values() -> None:
    assert T("{a} {b}", a=1, b="x") == T("{a} {b}", a=1, b="x")
    assert len({T("a"), T("a"), messages("other")[0]("a")}) == 2
    # a parameter may be called like the function's own
    assert dict(T("{message}", message="x").params) == {"message": "x"}


@frozen
class DoubleC: ...


@frozen
class Jay: ...


@frozen
class ABTest: ...


@pytest.mark.parametrize(("action", "kind"), [(DoubleC, "g.double_c"), (Jay, "g.jay"), (ABTest, "g.a_b_test")])
def test_kinds_are_class_names_in_lower_case(action: type, kind: str) -> None:
    assert kind_of("g", action) == kind
    assert kinds("g", [action]) == {kind: action}


def test_an_offer_makes_its_action() -> None:
    steps = Number("steps", T("Steps"), 1, 3, 1)
    offer = Offer(KINDS["toy_race.advanced"], T("goes"), ("toy_race.steps",), (("seat", 1),), (steps,))
    assert offer.action({"steps": 2}) == went(1, 2)
    for chosen in ({}, {"steps": 2, "colour": "red"}, {"steps": 2, "seat": 0}):
        with pytest.raises(TypeError):
            offer.action(chosen)


def test_a_refusal_carries_its_reason() -> None:
    why = Explanation(T("No."), ("test.no",))
    assert Refused(why).why is why
    assert str(Refused(why)) == "No."
