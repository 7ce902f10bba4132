"""Explanations: what the referee says, with the rules it rests on."""

from collections.abc import Iterable
from enum import Enum

from attrs import evolve, frozen

from companion.kernel.text import Text, in_english


class Tone(Enum):
    """Kind of an explanation; decides where a screen shows it."""

    VERDICT = "verdict"  #: a decision
    TODO = "todo"  #: what the players do next with the cards
    NOTE = "note"  #: good to know
    WARNING = "warning"  #: costs something if overlooked


@frozen
class Explanation:
    """A text of the referee with the rules it rests on.

    :param rules: ids of the rules, the deciding one first.
    :param seats: seats that may read it; ``None`` means all.
    """

    text: Text
    rules: tuple[str, ...]
    tone: Tone = Tone.VERDICT
    seats: frozenset[int] | None = None

    def is_for(self, seat: int | None) -> bool:
        """Return whether a seat may read it; ``None`` stands for the whole table."""
        return self.seats is None or seat in self.seats


def why(text: Text, *rules: str) -> Explanation:
    """Return the reason for a refusal.

    :param rules: ids of the rules, the deciding one first.
    """
    return Explanation(text, rules)


def todo(text: Text, *rules: str) -> Explanation:
    """Return what the players do next, with its rules."""
    return Explanation(text, rules, Tone.TODO)


def note(text: Text, *rules: str) -> Explanation:
    """Return a message that is good to know, with its rules."""
    return Explanation(text, rules, Tone.NOTE)


def group_lines(lines: Iterable[Explanation]) -> list[Explanation]:
    """Return lines in their order, with each run of like lines as one in its form for several.

    Lines are alike if their ``of_several`` differ only in the items of ``Each``, and their rules, tones and seats are equal.
    """
    grouped: list[Explanation] = []
    form: Text | None = None  # of the last group
    for line in lines:
        several = line.text.of_several
        joined = form.joined(several) if form and several else None
        if joined and evolve(line, text=grouped[-1].text) == grouped[-1]:
            form = joined
            grouped[-1] = evolve(line, text=joined)
        else:
            form = several
            grouped.append(line)
    return grouped


def conclusion(lines: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Return the verdicts without the comparisons that led to them, which repeat one message.

    >>> sums = [why(Text("d", "{n} points", (("n", n),)), "r") for n in (3, 2)]
    >>> [line.text.message for line in conclusion([*sums, why(Text("d", "The first wins."), "r")])]
    ['The first wins.']
    >>> conclusion(sums)
    ()
    """
    verdicts = [line for line in lines if line.tone is Tone.VERDICT]
    kinds = [(line.text.domain, line.text.message) for line in verdicts]
    last = kinds[-1:] if len({*kinds}) > 1 else []
    return tuple(line for line, kind in zip(verdicts, kinds, strict=True) if kind in last or kinds.count(kind) == 1)


class Refused(Exception):
    """Raised for an action that is not allowed now; nothing has changed. ``str()`` returns the reason in English.

    :param why: reason with its rule.
    """

    def __init__(self, why: Explanation) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return in_english(self.why.text)
