"""What follows from a report: the state, what is said and what is scored."""

import pytest
from attrs import frozen

from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Meta, ScoreLine, Step
from companion.kernel.log import FORMAT
from companion.kernel.offers import Offer, Words
from companion.kernel.report import Effects
from companion.kernel.text import messages

T, N = messages("toy")


@frozen
class Night:
    stars: int = 0


@frozen
class Day:
    pass


@frozen
class Sky:
    phase: Night | Day


def test_what_is_said_has_its_tone_and_its_rules_in_order() -> None:
    effects = Effects(Sky(Night()))
    said = effects.say(T("told"), "toy.a", "toy.b")
    assert said == Explanation(T("told"), ("toy.a", "toy.b"), Tone.VERDICT)
    assert effects.say(T("careful"), "toy.a", tone=Tone.WARNING).tone is Tone.WARNING
    effects.todo(T("do"), "toy.c")
    effects.note(T("know"), "toy.d", "toy.e")
    effects.add(Explanation(T("said"), ()), Explanation(T("again"), ()))
    messages = effects.step().messages
    assert [one.text.message for one in messages] == ["told", "careful", "do", "know", "said", "again"]
    assert [one.tone for one in messages[:4]] == [Tone.VERDICT, Tone.WARNING, Tone.TODO, Tone.NOTE]
    assert [one.rules for one in messages[2:4]] == [("toy.c",), ("toy.d", "toy.e")]


def test_what_is_scored_and_changed_is_in_the_step() -> None:
    effects = Effects(Sky(Night()))
    why = effects.say(T("a star"), "toy.star")
    effects.score(1, 2, "stars", 3, why)
    effects.change(phase=Night(1))
    assert effects.step() == Step(Sky(Night(1)), (why,), (ScoreLine(1, 2, "stars", 3, why),))


def test_the_phase_is_the_one_the_refusal_has_made_sure_of() -> None:
    assert Effects(Sky(Night(4))).phase(Night).stars == 4
    with pytest.raises(TypeError, match=r"Day\(\) is no Night: this report should have been refused"):
        Effects(Sky(Day())).phase(Night)


def test_an_offer_knows_what_is_settled() -> None:
    offer = Offer(Night, T("A star"), ("toy.star",), (("seat", 1), ("stars", 0)))
    assert [offer.value(name) for name in ("seat", "stars", "card")] == [1, 0, None]


def test_what_holds_unless_it_is_said() -> None:
    meta = Meta("toy", "toy", T("Toy"), T("A toy"), 1, "#000000", (2, 4), ())
    assert (meta.lowest_wins, meta.cooperative, meta.starter, meta.house_rules) == (False, False, None, ())
    words = Words("word", T("Word"))
    assert (words.longest, words.optional) == (40, False)
    assert FORMAT == 1
