"""Usual reports of LABTAG Schlamboree."""

from typing import Final

from budgets.course import FOUR, Course, first_report
from companion.games.labtag.reports import AllLaid
from companion.tables.session import Session

TWO: Final = FOUR[:2]
LAID: Final = (AllLaid(10, 5),)


def _matches(number: int, session: Session) -> bool:
    return session.record.state.matches == number and session.view(None).state_phase.turn == 1


def _one(session: Session) -> bool:
    return _matches(1, session)


COURSES: Final = (
    Course("labtag", "a match of two, who wins", 4, ("match-1",), _one, LAID, TWO),
    Course("labtag", "a match of two on two phones", 4, ("1/match-1",), _one, LAID, TWO, phones=True),
    Course("labtag", "a match of four, who wins", 4, ("against-2", "match-2"), _one, LAID),
    Course(
        "labtag",
        "a match of four, by the cards",
        10,
        (
            "against-2",
            "check",
            "digit-3",
            "digit-1",
            "special-0-D",
            "sum-2",
            "digit-2",
            "digit-4",
            "special-2-D",
            "enter-sums",
        ),
        _one,
        LAID,
    ),
    Course(
        "labtag",
        "a match of four, king against nothing",
        10,
        ("against-1", "check", "special-0-K", "enter-sums"),
        _one,
        LAID,
    ),
    Course(
        "labtag",
        "a match of two, a tie that the card values settle",
        10,
        (
            *("check", "digit-9", "sum-1", "digit-9", "enter-sums"),
            *("digit-7", "sum-1", "digit-8", "enter-sums"),
        ),
        _one,
        LAID,
        TWO,
    ),
    first_report("labtag", "all-laid", names=TWO),
)
