"""Reports of a game's usual course, tap by tap; see ``python tests/budgets``."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from companion.tables.session import Session

FOUR: Final = ("Anna", "Ben", "Cleo", "Dora")

#: Taps from home to the first report of a game that was played before.
FROM_HOME: Final = 3


@frozen
class Step:
    """A tap, or a text that is typed into a field.

    :param seat: the seat whose phone is used.
    """

    seat: int
    what: str
    text: str

    @classmethod
    def read(cls, tap: str) -> "Step":
        """Read a step as a course writes it.

        >>> Step.read("1/word=Hut")
        Step(seat=1, what='word', text='Hut')
        """
        seat, _, what = tap.rpartition("/")
        name, _, text = what.partition("=")
        return cls(int(seat or 0), name, text)


@frozen
class Course:
    """One stretch of a game's usual course, reported on the real screens.

    :param game: the game's id.
    :param what: a short description of the reports.
    :param limit: the number of taps allowed.
    :param taps: identifiers of the controls to tap, in order; ``"word=Hut"`` types into the field with that identifier.
    :param done: whether the reports have been entered.
    :param before: earlier reports.
    :param house: the house rules chosen.
    :param exactly: whether the device uses detailed entry.
    :param from_home: whether it begins on the home screen, after an earlier game of the same players.
    :param phones: whether each player has a phone with a seat; then ``"1/wins-1"`` is a tap on the phone of seat 1.
    """

    game: str
    what: str
    limit: int
    taps: tuple[str, ...]
    done: Callable[[Session], bool]
    before: tuple[Any, ...] = ()
    names: tuple[str, ...] = FOUR
    house: dict[str, Any] = field(factory=dict)
    exactly: bool = False
    from_home: bool = False
    phones: bool = False

    @property
    def steps(self) -> tuple["Step", ...]:
        """The taps, each with its phone."""
        return tuple(map(Step.read, self.taps))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose phones are used; those of one page alone are on the phone of seat 0."""
        return tuple(sorted({step.seat for step in self.steps}))

    @property
    def name(self) -> str:
        """The game and the description."""
        return f"{self.game}: {self.what}"

    @property
    def letters(self) -> int:
        """Number of letters typed."""
        return sum(len(tap.partition("=")[2]) for tap in self.taps)


def first_report(game: str, *taps: str, names: tuple[str, ...] = FOUR) -> Course:
    """Return the course from home to the first report of a game that was played before."""
    taps = ("new-game", f"again-{game}", *taps)
    return Course(game, "from home to the first report", FROM_HOME, taps, _begun, names=names, from_home=True)


def _begun(session: Session) -> bool:
    return session.version > 0


def courses() -> tuple[Course, ...]:
    """Return the courses in the modules of this folder."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return tuple(course for name in names for course in getattr(import_module(f"budgets.{name}"), "COURSES", ()))
