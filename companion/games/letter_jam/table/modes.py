"""The pages of the table screen, and the phases in which they are available."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from attrs import frozen

What: TypeAlias = Literal[
    "home", "tell", "give", "chips", "round", "sheets", "curtain", "guess", "word", "longer", "fails"
]


@frozen
class Mode:
    """A page of the table screen.

    :param what: the home page; ``tell`` and ``give``: a clue without and with its chips; ``chips``: the chips of a
        reported clue; ``round``: details of its round; ``sheets``: the list of guess sheets; ``curtain``: the privacy
        screen of one; ``guess``: an extra letter; ``word``, ``longer`` and ``fails``: forms for a word.
    :param seat: the player it is about.
    :param clue: the number of clues when it was opened, if it is about one of them.
    """

    what: What = "home"
    seat: int = -1
    clue: int | None = None


HOME: Final = Mode()

#: The phases in which each page other than the home page is available.
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
