"""Who sits at a table: what may be a name, and who has the same name as somebody else."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import UNSEEN

T, N = messages("companion")

PLAYERS_RULE: Final = "companion.players"

#: The most characters a name can have when it is given; in older logs there may be longer ones.
LONGEST: Final = 40


def alike(name: str) -> str:
    """Return a name as one compares it: the same person is written in small letters now and then.

    >>> alike(" ANNA") == alike("Anna")
    True
    """
    return unicodedata.normalize("NFKC", name).strip().casefold()


def doubles(names: Sequence[str]) -> frozenset[int]:
    """Return the seats whose name somebody before them has already.

    >>> sorted(doubles(["Anna", "Ben", "anna "]))
    [2]
    """
    seen: set[str] = set()
    found = set()
    for seat, name in enumerate(map(alike, names)):
        if name in seen:
            found.add(seat)
        seen.add(name)
    return frozenset(found)


def name_refusal(name: str) -> Explanation | None:
    """Return why nobody can have this name (companion.players)."""
    if UNSEEN.search(name):
        return _why(T("A name cannot hold characters that nobody sees. Write it without them."))
    if not any(unicodedata.category(sign)[0] not in "CZM" for sign in name):
        return _why(T("A player needs a name."))
    if len(name) > LONGEST:
        return _why(T("This name is too long: at most {n} letters.", n=LONGEST))
    return None


def names_refusal(names: Sequence[str], new: Iterable[str]) -> Explanation | None:
    """Return why players cannot have these names (companion.players).

    :param names: everybody at the table.
    :param new: the names that are given now; those that stood there before are not judged anew.
    """
    for name in new:
        if why := name_refusal(name):
            return why
    if doubles(names):
        return DOUBLE
    return None


def _why(text: Text) -> Explanation:
    return Explanation(text, (PLAYERS_RULE,))


DOUBLE: Final = _why(T("Two players have the same name. Tell them apart, so that everybody knows whose turn it is."))
