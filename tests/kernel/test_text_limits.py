"""What people write: of a length and in letters that can be shown, wherever it comes from."""

import pytest

from companion.kernel.explain import Refused
from companion.kernel.log import Act, Entry, Header, Ruling
from companion.kernel.text_limits import LONGEST_TEXT, LONGEST_WORD, printable, refuse_unwritable

#: A soft hyphen, a joiner between letters, emoji made of several, a tab, Arabic and Hebrew: all of it is somebody's name.
PROPER = ("Anna", "Dampf\u00adschiff", "نی\u200cما", "👩\u200d👧", "An\tna", "שרה", "x" * LONGEST_WORD)
STEERING = [*map(chr, (0, 7, 8, 10, 13, 27, 31, 127, 0x85, 0x9B, 0x9F)), *"\u061c\u200e\u200f\u202a\u202e\u2066\u2069"]


def refusal(value: object) -> str:
    with pytest.raises(Refused) as refused:
        refuse_unwritable(value)
    assert refused.value.why.rules == ("companion.log",)
    return str(dict(refused.value.why.text.params))


def test_names_people_have_are_proper() -> None:
    refuse_unwritable(Header("bronzen", 1, PROPER))


@pytest.mark.parametrize("sign", [*STEERING, "\ud800"], ids=lambda sign: f"{ord(sign):04X}")
def test_what_steers_a_terminal_or_the_direction_of_writing_is_refused(sign: str) -> None:
    said = refusal(Header("bronzen", 1, ("Anna", f"B{sign}en")))
    assert f"<U+{ord(sign):04X}>" in said
    assert sign not in said
    assert sign not in printable(f"B{sign}en")


def test_texts_are_bounded_and_sentences_longer_than_words() -> None:
    assert "x" * 40 not in refusal(Header("bronzen", 1, ("x" * (LONGEST_WORD + 1),)))
    refuse_unwritable(Ruling("q" * LONGEST_TEXT, "first line\nsecond line"))
    refusal(Ruling("", "d" * (LONGEST_TEXT + 1)))
    refusal(Entry("x" * 201, Act(None)))
    refusal(Header("bronzen", 1, (), house={"jays": "x" * 201}))
