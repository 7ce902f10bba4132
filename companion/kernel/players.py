"""The names of players: which are allowed, and which are the same."""

import unicodedata
from collections.abc import Container, Iterable, Sequence
from typing import Final

from companion.kernel.explain import Explanation, why
from companion.kernel.text import Player, Text, messages
from companion.kernel.text_limits import UNPRINTABLE

T, N = messages("companion")

PLAYERS_RULE: Final = "companion.players"
COMING_RULE: Final = "companion.coming"

#: The most characters of a new name; older logs may have longer ones.
LONGEST: Final = 40


def refuse_unknown_seat(seated: Container[int], *seats: int | None, gone: Container[int] = ()) -> Explanation | None:
    """Return why a report names a seat without a player (companion.players, companion.coming).

    :param seated: the seats of the players present.
    :param seats: the seats that a report names; ``None`` is skipped.
    :param gone: the seats of players who have left.
    """
    for seat in seats:
        if seat is None or seat in seated:
            continue
        if seat in gone:
            return why(T("{player} has left the game.", player=Player(seat)), COMING_RULE)
        return why(T("There is no seat {seat}.", seat=seat), PLAYERS_RULE)
    return None


def name_key(name: str) -> str:
    """Return the form of a name for comparison, regardless of case, spaces and Unicode form.

    >>> name_key(" ANNA") == name_key("Anna")
    True
    """
    return unicodedata.normalize("NFKC", name).strip().casefold()


def duplicates(names: Sequence[str]) -> frozenset[int]:
    """Return the seats whose name belongs to an earlier seat as well.

    >>> sorted(duplicates(["Anna", "Ben", "anna "]))
    [2]
    """
    seen: set[str] = set()
    found = set()
    for seat, name in enumerate(map(name_key, names)):
        if name in seen:
            found.add(seat)
        seen.add(name)
    return frozenset(found)


def name_refusal(name: str) -> Explanation | None:
    """Return why a name is not allowed, ``None`` if it is (companion.players)."""
    if UNPRINTABLE.search(name):
        return _why(T("A name cannot contain invisible characters. Please leave them out."))
    if not any(unicodedata.category(sign)[0] not in "CZM" for sign in name):
        return _why(T("A player needs a name."))
    if len(name) > LONGEST:
        return _why(T("This name is too long: at most {n} letters.", n=LONGEST))
    return None


def names_refusal(names: Sequence[str], new: Iterable[str]) -> Explanation | None:
    """Return why players cannot have these names, ``None`` if they can (companion.players).

    :param names: the names of all players at the table.
    :param new: the names that are new; the others are not checked again.
    """
    for name in new:
        if why := name_refusal(name):
            return why
    if duplicates(names):
        return DOUBLE
    return None


def _why(text: Text) -> Explanation:
    return Explanation(text, (PLAYERS_RULE,))


DOUBLE: Final = _why(
    T("Two players have the same name. Give each their own, so that everybody knows whose turn it is.")
)
