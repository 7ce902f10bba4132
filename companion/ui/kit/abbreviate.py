"""What explains a stretch of the game is said in full the first time it is met in a game, and in few words from then on."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player
from companion.ui.kit.table_context import AnyPlay

#: So many letters are read at a glance.
_GLANCE: Final = 75

#: Where the first part of an explanation ends that says enough for those who know the rest.
_PART: Final = re.compile(r"(.{16,}?)[.;] ")
#: The same where it is a single sentence; not behind a colon, where something is said in answer to what stands before it.
_CLAUSE: Final = re.compile(r"([^:]{16,}?), ")

#: What explains; verdicts and warnings are never shortened.
_EXPLAINS: Final = (Tone.TODO, Tone.NOTE)


def abbreviated(play: AnyPlay, said: Explanation, *, lasting: bool = False) -> str:
    """Return what is shown of something said: all of it, or if it is known by now its beginning; "why?" says the rest.

    :param lasting: whether it is one of the notes, which stand as long as they hold, and not what was said of one report.
    """
    text = play.say(said.text)
    names_somebody = any(isinstance(value, Player) for _, value in said.text.params)
    begins = _PART.match(text) or _CLAUSE.match(text)
    if len(text) <= _GLANCE or said.tone not in _EXPLAINS or names_somebody or not begins:
        return text
    times = _times_noted(play, said) if lasting else _times_said(play, said)
    known = next(times, False) and next(times, False)
    return f"{begins[1]} …" if known else text


def _times_said(play: AnyPlay, said: Explanation) -> Iterator[bool]:
    """Yield once for every report to which it was said, and for the start."""
    record = play.session.record
    for step in (record.start, *(line.step for line in record.active)):
        if step and any(_same(each, said) for each in step.messages):
            yield True


def _times_noted(play: AnyPlay, said: Explanation) -> Iterator[bool]:
    """Yield once for every stretch of the game, from the latest back, in which it was one of the notes."""
    record = play.session.record
    states = [record.start.state, *(line.step.state for line in record.active if line.step)]
    noted = (any(_same(each, said) for each in record.game.view(state, play.seat).notes) for state in reversed(states))
    for there, _ in groupby(noted):
        if there:
            yield True


def _same(one: Explanation, other: Explanation) -> bool:
    return (one.text.domain, one.text.message) == (other.text.domain, other.text.message)
