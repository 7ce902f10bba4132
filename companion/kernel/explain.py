"""Why: every verdict, refusal and point carries an explanation with the rules it rests on."""

from collections.abc import Iterable
from enum import Enum

from attrs import frozen

from companion.kernel.text import Text


class Tone(Enum):
    """What an explanation is for, so that a screen can give it its place."""

    VERDICT = "verdict"  #: what has been decided
    TODO = "todo"  #: what the players now do with the cards
    NOTE = "note"  #: good to know
    WARNING = "warning"  #: easily overlooked, and then it costs something


@frozen
class Explanation:
    """Something the referee says, and the rules it rests on.

    :param text: what is said.
    :param rules: ids of the rules, the deciding one first.
    :param seats: who may read it; ``None`` means everybody.
    """

    text: Text
    rules: tuple[str, ...]
    tone: Tone = Tone.VERDICT
    seats: frozenset[int] | None = None

    def is_for(self, seat: int | None) -> bool:
        """Tell whether a seat (``None``: everybody at the table) may read it."""
        return self.seats is None or seat in self.seats


def why(text: Text, *rules: str) -> Explanation:
    """Return why something is not possible.

    :param rules: ids of the rules, the deciding one first.
    """
    return Explanation(text, rules)


def conclusion(said: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Return what was decided, without what was only compared for it: the same, said of one after the other.

    >>> sums = [why(Text("d", "{n} points", (("n", n),)), "r") for n in (3, 2)]
    >>> [line.text.message for line in conclusion([*sums, why(Text("d", "The first wins."), "r")])]
    ['The first wins.']
    >>> conclusion(sums)
    ()
    """
    verdicts = [line for line in said if line.tone is Tone.VERDICT]
    kinds = [(line.text.domain, line.text.message) for line in verdicts]
    last = kinds[-1:] if len({*kinds}) > 1 else []
    return tuple(line for line, kind in zip(verdicts, kinds, strict=True) if kind in last or kinds.count(kind) == 1)


class Refused(Exception):
    """An action that is not allowed now; nothing has changed.

    :param why: the reason with its rule.
    """

    def __init__(self, why: Explanation) -> None:
        super().__init__(why.text.message)
        self.why = why
