"""Shows the short form of a message that the players have read in full."""

from collections.abc import Iterator
from itertools import groupby

from companion.kernel.explain import Explanation
from companion.ui.kit.table_context import AnyPlay


def abbreviated(play: AnyPlay, line: Explanation, *, lasting: bool = False) -> str:
    """Return a line as it is shown: in full the first times in a game, then in its short form if it has one.

    In the largest type there is room for the short form only.

    :param lasting: whether it is a note, which stands as long as it holds, and not a message about one entry.
    """
    text = line.text
    if text.brief:
        times = _times_noted(play, line) if lasting else _times_said(play, line)
        if play.context.huge or (next(times, False) and next(times, False)):
            text = text.brief
    return play.say(text)


def _times_said(play: AnyPlay, line: Explanation) -> Iterator[bool]:
    """Yield once for the start and for every entry with this message."""
    record = play.session.record
    for step in (record.start, *(entry.step for entry in record.active)):
        if step and any(_same(each, line) for each in step.messages):
            yield True


def _times_noted(play: AnyPlay, line: Explanation) -> Iterator[bool]:
    """Yield once for every run of states with this note, from the latest back."""
    record = play.session.record
    states = [record.start.state, *(entry.step.state for entry in record.active if entry.step)]
    noted = (any(_same(each, line) for each in record.game.view(state, play.seat).notes) for state in reversed(states))
    for there, _ in groupby(noted):
        if there:
            yield True


def _same(one: Explanation, other: Explanation) -> bool:
    return (one.text.domain, one.text.message) == (other.text.domain, other.text.message)
