"""Usual reports of Schlafmütze with quick entry."""

from collections.abc import Callable
from typing import Final

from budgets.course import Course, first_report
from companion.games.schlafmuetze.phases import Opening, Running
from companion.games.schlafmuetze.reports import GoesOn
from companion.tables.session import Session


def _played_on(*chips: int) -> Callable[[Session], bool]:
    """Return whether play continues with these numbers of chips."""
    return lambda session: isinstance(session.record.state.phase, Running) and session.record.state.chips == chips


def _next_round(session: Session) -> bool:
    state = session.record.state
    return isinstance(state.phase, Opening) and state.totals == (9, 0, 3, 5)


#: After the first card has been reported, Cleo doubts Ben's word.
_DOUBT: Final = ("halt", "author-1", "doubter-2")

COURSES: Final = (
    first_report("schlafmuetze", "goes-on"),
    Course(
        "schlafmuetze",
        "a round without doubts",
        12,
        ("out-1", "holds-9", "holds-3", "holds-5", "next-round"),
        _next_round,
    ),
    Course(
        "schlafmuetze",
        "a round without doubts, each counting on their own phone",
        12,
        ("1/out-1", "0/holds-9", "2/holds-3", "3/holds-5", "0/next-round"),
        _next_round,
        phones=True,
    ),
    Course(
        "schlafmuetze",
        "Halt! – a vote of four, each on their own phone",
        10,
        (
            *("2/halt", "2/author-1", "2/to-the-vote", "0/ahead-1"),
            *("2/vote-against", "3/vote-against", "1/name-blue"),
        ),
        _played_on(0, 1, 0, 0),
        (GoesOn(),),
        phones=True,
    ),
    Course(
        "schlafmuetze",
        "Halt! – all agree that the card goes back",
        5,
        (*_DOUBT, "all-against", "name-blue"),
        _played_on(0, 1, 0, 0),
        (GoesOn(),),
    ),
    Course(
        "schlafmuetze",
        "Halt! – all agree that the word stands",
        5,
        (*_DOUBT, "all-valid"),
        _played_on(0, 0, 1, 0),
        (GoesOn(),),
    ),
    Course(
        "schlafmuetze",
        "Halt! – a vote of four that the last one decides",
        9,
        (*_DOUBT, "to-the-vote", "vote-against", "vote-valid", "vote-against", "vote-against", "name-blue"),
        _played_on(0, 1, 0, 0),
        (GoesOn(),),
    ),
)
