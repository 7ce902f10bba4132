"""What a table tells of a game's usual course, tap by tap; see ``python tests/budgets``."""

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
class Course:
    """One stretch of a game as it usually goes, told on the real screens.

    :param game: the game's id.
    :param what: what is told, in a few words.
    :param limit: so many taps it may take.
    :param taps: the identifiers of what is tapped, in order; ``"word=Hut"`` types into what carries the identifier.
    :param done: whether that has been told then.
    :param before: what had been reported before.
    :param house: the house rules that were chosen.
    :param exactly: whether the device tells of the game exactly.
    :param from_home: whether it begins at home, where the game was played before by the same players.
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

    @property
    def name(self) -> str:
        """The game and what is told of it."""
        return f"{self.game}: {self.what}"

    @property
    def letters(self) -> int:
        """How many letters are typed."""
        return sum(len(tap.partition("=")[2]) for tap in self.taps)


def first_report(game: str, *taps: str, names: tuple[str, ...] = FOUR) -> Course:
    """Return the way from home to the first report of a game that was played before."""
    taps = ("new-game", f"again-{game}", *taps)
    return Course(game, "from home to the first report", FROM_HOME, taps, _begun, names=names, from_home=True)


def _begun(session: Session) -> bool:
    return session.version > 0


def courses() -> tuple[Course, ...]:
    """Return the courses of every game, as the modules of this folder hold them."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return tuple(course for name in names for course in getattr(import_module(f"budgets.{name}"), "COURSES", ()))
