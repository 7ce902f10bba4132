"""Usual reports of Letter Jam."""

from collections.abc import Callable
from typing import Any, Final

from budgets.course import Course, first_report
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Choosing, Over
from companion.games.letter_jam.reports import ClueTold, Dealt, EndAgreed
from companion.tables.session import Session

_SIX: Final = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
_DEALT: Final = Dealt((5,) * 4)
_FIRST: Final = ClueTold(0, 5, (0,))


def _round(what: str, *taps: str, clue: ClueTold, before: tuple[Any, ...], **more: Any) -> Course:
    """Return a round, from the clue on the table to the search for the next one."""
    return Course("letter_jam", what, 4, taps, _only_clue(clue, before), before, **more)


def _only_clue(clue: ClueTold, before: tuple[Any, ...]) -> Callable[[Session], bool]:
    """Return whether the clue is the only report since."""

    def done(session: Session) -> bool:
        state: State = session.record.state
        same = state.brief_clue is not None and (state.brief_clue.letters, state.brief_clue.npcs) == (
            clue.letters,
            clue.npcs,
        )
        return session.version == len(before) + 1 and state.clue.giver == clue.seat and same

    return done


def _decided(session: Session) -> bool:
    state: State = session.record.state
    return len(state.clues) == 1 and isinstance(state.phase, Choosing)


def _over(session: Session) -> bool:
    return isinstance(session.record.state.phase, Over)


COURSES: Final = (
    _round("the first round", "giver-0", "uses-0", "letters-5", clue=_FIRST, before=(_DEALT,)),
    _round("a round", "giver-2", "uses-1", "letters-7", clue=ClueTold(2, 7, (1,)), before=(_DEALT, _FIRST)),
    _round(
        "a round, both stands",
        "giver-1",
        "uses-0",
        "uses-1",
        "letters-9",
        clue=ClueTold(1, 9, (0, 1)),
        before=(_DEALT, _FIRST),
    ),
    _round(
        "a round of six players",
        "giver-5",
        "letters-6",
        clue=ClueTold(5, 6),
        before=(Dealt((5,) * 6),),
        names=_SIX,
    ),
    Course(
        "letter_jam",
        "a round by the chips, and all decisions",
        12,
        (
            *("giver-0", "stand-seat-1", "stand-npc-0", "stand-seat-2", "stand-seat-3", "stand-seat-1", "clue-done"),
            *("moves-1", "stays-2", "moves-3", "next-round"),
        ),
        _decided,
        (_DEALT,),
        exactly=True,
    ),
    Course(
        "letter_jam",
        "a round on four phones, each deciding on their own",
        12,
        (
            *("0/giver-0", "0/stand-seat-1", "0/stand-npc-0", "0/stand-seat-2", "0/stand-seat-3", "0/clue-done"),
            *("1/moves-1", "2/stays-2", "3/moves-3", "0/next-round"),
        ),
        _decided,
        (_DEALT,),
        exactly=True,
        phones=True,
    ),
    Course(
        "letter_jam",
        "a sheet on one phone, in one tap after it was handed over",
        3,
        ("sheets", "sheet-1", "box-1"),
        lambda session: session.version == 1,
        (_DEALT,),
    ),
    Course(
        "letter_jam",
        "the words of four players",
        5,
        ("counts-0", "counts-1", "no-word-2", "fails-4", "counts-3"),
        _over,
        (_DEALT, _FIRST, EndAgreed()),
    ),
    first_report("letter_jam", "dealt-5"),
)
