"""What the table's screen shows besides its first page, and when."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from attrs import frozen

What: TypeAlias = Literal[
    "home", "tell", "give", "chips", "round", "sheets", "curtain", "guess", "word", "longer", "fails"
]


@frozen
class Mode:
    """What is shown, for whom, and at which clue that was opened.

    :param what: the first page, a clue to ``tell`` of or to ``give`` with its ``chips``, a ``round`` to tell more of,
        ``sheets`` to hand out, a ``curtain``, an extra letter to ``guess``, a ``word`` to lay, a ``longer`` one, or one
        that ``fails``.
    :param clue: the number of clues when it was opened, if it is about one of them.
    """

    what: What = "home"
    seat: int = -1
    clue: int | None = None


HOME: Final = Mode()

#: The phases in which a page other than the first one can be shown.
PHASES: Final[dict[What, frozenset[str]]] = {
    "tell": frozenset({"choosing", "deciding"}),
    "give": frozenset({"choosing"}),
    "chips": frozenset({"deciding"}),
    "round": frozenset({"deciding"}),
    "sheets": frozenset({"choosing", "deciding", "laying"}),
    "curtain": frozenset({"choosing", "deciding", "laying"}),
    "guess": frozenset({"deciding"}),
    "word": frozenset({"laying", "revealing"}),
    "longer": frozenset({"laying", "revealing"}),
    "fails": frozenset({"laying", "revealing"}),
}

Go: TypeAlias = Callable[[Mode], None]
