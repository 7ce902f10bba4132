"""Usual reports of Slam!: the winner, and for a tie only the deciding facts."""

from typing import Final

from attrs import frozen

from budgets.course import Course, first_report
from companion.games.slam.model import Booking, GameOver
from companion.games.slam.reports.won import SlamWon
from companion.tables.session import Session


@frozen
class Awaits:
    """Whether a slam counts on the sheet, and the table waits for the next one.

    :param totals: what each has then.
    :param number: the slam that is awaited.
    """

    totals: tuple[int, ...]
    number: int = 2

    def __call__(self, session: Session) -> bool:
        state = session.record.state
        return (session.sheet.totals, state.number, type(state.phase)) == (self.totals, self.number, Booking)


_NINE: Final = tuple(SlamWon(number % 2) for number in range(9))

COURSES: Final = (
    first_report("slam", "wins-1"),
    Course("slam", "a plain slam", 3, ("wins-1",), Awaits((0, 1, 0, 0))),
    Course("slam", "a plain slam on the winner's phone", 3, ("1/wins-1",), Awaits((0, 1, 0, 0)), phones=True),
    Course("slam", "a plain slam won by a team", 3, ("wins-1", "cards-2"), Awaits((0, 1, 0, 0))),
    Course(
        "slam",
        "a tie between two of four, by the runner-up title",
        10,
        ("tie", "tied-0", "tied-2", "tied-done", "sum-8", "sum-6"),
        Awaits((1, 0, 0, 0)),
    ),
    Course(
        "slam",
        "a tie between two of four, by the applause",
        10,
        ("tie", "tied-0", "tied-2", "tied-done", "sum-8", "sum-8", "applause-2"),
        Awaits((0, 0, 1, 0)),
    ),
    Course("slam", "a tie between two", 10, ("tie", "second-none", "sum-8"), Awaits((0, 1)), names=("Anna", "Ben")),
    Course(
        "slam",
        "all poets of a slam, by two values each",
        21,
        (
            *("attribute-style", "attribute-humour", "open-slam", "enter-9", "enter-8"),
            *(f"enter-{number % 6}" for number in range(14)),
            *("reveal", "close-slam"),
        ),
        Awaits((1, 0, 0, 0)),
        exactly=True,
    ),
    Course(
        "slam",
        "the gold card",
        3,
        ("wins-0",),
        lambda session: isinstance(session.record.state.phase, GameOver),
        before=_NINE,
        house={"length": "nine"},
    ),
)
