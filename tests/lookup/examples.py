"""The examples of a game's rules, to be played against its engine.

A test plays one example and takes its numbers from the words that people read, so neither can change without the other::

    EXAMPLES = Examples("bronzen", undecided={"bronzen.order.dispute": "who lays first is left to the players"})

    @EXAMPLES.plays("bronzen.einzel.points")
    def test_points_for_a_streak(example: Example) -> None:
        chips, points, *_ = example.numbers
        assert play(f"{chips}x Anna wins", "Ben wins").points["Anna"] == {"einzel": points}

    def test_no_example_is_left_out() -> None:
        EXAMPLES.check()
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from attrs import frozen

from companion.i18n import Renderer
from companion.lookup import Rule, rulebook

#: "One" is left out: too often it is no number.
_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


@frozen
class Example:
    """The example of a rule as it is read in English.

    :param rule: the rule's id.
    """

    rule: str
    text: str

    @property
    def numbers(self) -> list[int]:
        """Its numbers in order, in figures or in words from two to twelve.

        >>> Example("toy", "Anna wins five Einzels: 2 points.").numbers
        [5, 2]
        """
        return numbers_in(self.text)


class Examples:
    """The examples of one folder of rules, and which of them tests play.

    :param folder: its name in ``rules_data``.
    :param undecided: examples that no engine can decide, each with the reason.
    """

    def __init__(self, folder: str, undecided: Mapping[str, str] | None = None) -> None:
        say = Renderer("en").text
        rules: list[Rule] = [rule for rule in rulebook().all if rule.folder == folder]
        self.all = {rule.id: Example(rule.id, say(rule.example)) for rule in rules if rule.example}
        self.undecided = dict(undecided or {})
        self.played: set[str] = set()

    def plays(self, *ids: str) -> Callable[[Any], Any]:
        """Mark a test that plays the examples of these rules, one after another, each given as ``example``.

        :raises KeyError: if a rule has no example.
        """
        examples = [self.all[id] for id in ids]
        self.played.update(ids)
        return pytest.mark.parametrize("example", examples, ids=ids)

    def check(self) -> None:
        """Assert that every example is either played or exempt with a reason, and no reason is out of date."""
        assert [id for id in self.all if id not in self.played | self.undecided.keys()] == [], (
            "examples that no test plays"
        )
        assert self.undecided.keys() <= self.all.keys() - self.played, (
            "reasons for examples that are played or do not exist"
        )
        assert all(self.undecided.values())


def numbers_in(text: str) -> list[int]:
    """Return the numbers of an English text in order."""
    found = (match[0].lower() for match in _NUMBER.finditer(text))
    return [int(word) if word.isdecimal() else _WORDS.index(word) + 2 for word in found]
