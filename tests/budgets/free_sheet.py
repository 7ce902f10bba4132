"""Usual reports of any other game."""

from typing import Final

from attrs import evolve

from budgets.course import FROM_HOME, Course, first_report
from companion.games.free_sheet.reports import Scored
from companion.tables.session import Session


def _typed(session: Session) -> bool:
    return (session.record.state.totals, session.record.state.round) == ((12, 30, 7, 4), 2)


def _only_one(session: Session) -> bool:
    return (session.record.state.totals, session.record.state.round) == ((0, 24, 0, 0), 2)


def _corrected(session: Session) -> bool:
    return session.record.state.points == (15, None, None, None)


COURSES: Final = (
    evolve(first_report("free_sheet", "digit-5", "next"), limit=FROM_HOME + 1),  # a number and the key that enters it
    Course(
        "free_sheet",
        "a round of four, sums among them",
        14,
        (
            *("digit-1", "digit-2", "next"),
            *("digit-2", "digit-5", "plus", "digit-5", "next"),
            *("digit-7", "next"),
            *("digit-4", "next"),
        ),
        _typed,
    ),
    Course(
        "free_sheet",
        "a round of four, each on their own phone",
        14,
        (
            *("3/digit-4", "3/next"),
            *("1/digit-2", "1/digit-5", "1/plus", "1/digit-5", "1/next"),
            *("0/digit-1", "0/digit-2", "0/next"),
            *("2/digit-7", "2/next"),
        ),
        _typed,
        phones=True,
    ),
    Course(
        "free_sheet",
        "a round in which only one scores",
        5,
        ("player-1", "digit-2", "digit-4", "next", "others-nothing"),
        _only_one,
    ),
    Course(
        "free_sheet",
        "a number that was mistyped",
        4,
        ("player-0", "rub-out", "digit-5", "next"),
        _corrected,
        (Scored(0, "12"),),
    ),
)
