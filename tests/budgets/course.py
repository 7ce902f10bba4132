"""What a table tells of a game's usual course, tap by tap; see ``python tests/budgets``."""

from collections.abc import Callable
from typing import Any, Final

from attrs import field, frozen

from companion.tables.session import Session

FOUR: Final = ("Anna", "Ben", "Cleo", "Dora")


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
