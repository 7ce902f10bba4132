"""Avatars: a colour and a sign for each player, the same at every table of this device and unique at each table."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from companion.stats.people import People
from companion.storage.errors import StorageError
from companion.storage.library import Library

log: Final = logging.getLogger(__name__)

#: The choices, by name; a table has at most as many seats. The user interface decides how they are drawn.
COLOURS: Final = ("orange", "blue", "green", "pink", "sky", "red", "yellow", "grey")
SIGNS: Final = ("sun", "plane", "anchor", "paw", "sailboat", "note", "bolt", "cake", "rocket", "key")

_KEY: Final = "marks"


@frozen
class Avatar:
    """A player's colour and sign.

    :param colour: one of :data:`COLOURS`.
    :param sign: one of :data:`SIGNS`.
    """

    colour: str
    sign: str


class Avatars:
    """The avatars of everyone who has played here, by any of their names.

    A change raises :class:`StorageError` if it could not be stored.
    """

    def __init__(self, library: Library, people: People | None = None) -> None:
        self._library = library
        self._people = people or People(library)

    def of(self, names: Sequence[str]) -> tuple[Avatar, ...]:
        """Return the avatars at a table, seat by seat: a player's own, unless an earlier seat has the same.

        :param names: the players; players without a name get a free avatar.
        """
        return self._given(names, self._known())

    def _given(self, names: Sequence[str], known: Mapping[str, Avatar]) -> tuple[Avatar, ...]:
        who = self._people.folk.id
        owned = [known.get(who(name)) if name.strip() else None for name in names]
        colours, signs = (
            _distinct(
                [getattr(mark, part, None) for mark in owned], all_, [getattr(mark, part) for mark in known.values()]
            )
            for part, all_ in (("colour", COLOURS), ("sign", SIGNS))
        )
        return tuple(map(Avatar, colours, signs))

    def keep(self, names: Sequence[str]) -> None:
        """Store the current avatars of players at a table who have none of their own."""
        self.keep_all((names,))

    def keep_all(self, tables: Iterable[Sequence[str]]) -> None:
        """Store the marks of all players at several tables, one table after the other; see :meth:`keep`."""
        before, who = self._known(), self._people.folk.id
        known = dict(before)
        for names in tables:
            if any(name.strip() and who(name) not in known for name in names):
                given = zip(names, self._given(names, known), strict=True)
                known = {**{who(name): mark for name, mark in given if name.strip()}, **known}
        if known != before:
            self._store(known)

    def keep_each(self, names: Iterable[str]) -> None:
        """Assign an avatar to everyone who has none, across tables; see :meth:`keep`."""
        self.keep_all((name,) for name in names)

    def rename(self, before: Sequence[str], now: Sequence[str]) -> None:
        """Move the avatars of renamed players to their new names, unless those have avatars already."""
        known, who = self._known(), self._people.folk.id
        new = {who(name): mark for name, mark in zip(now, self.of(before), strict=True) if name.strip()}
        if new.keys() - known.keys():
            self._store({**new, **known})

    def give(self, names: Sequence[str], seat: int, *, colour: str | None = None, sign: str | None = None) -> None:
        """Change a player's colour or sign; a player at the same table who has it gets the old one."""
        marks = list(self.of(names))
        before = marks[seat]
        for other, mark in enumerate(marks):
            if other != seat and colour == mark.colour:
                marks[other] = evolve(marks[other], colour=before.colour)
            if other != seat and sign == mark.sign:
                marks[other] = evolve(marks[other], sign=before.sign)
        marks[seat] = Avatar(colour or before.colour, sign or before.sign)
        who = self._people.folk.id
        self._store(self._known() | {who(name): mark for name, mark in zip(names, marks, strict=True) if name.strip()})

    def _known(self) -> dict[str, Avatar]:
        try:
            kept: Any = self._library.setting(_KEY)
        except StorageError:
            log.warning("the marks cannot be read", exc_info=True)
            kept = None
        read = {name: _read(mark) for name, mark in kept.items()} if isinstance(kept, dict) else {}
        return {name: mark for name, mark in read.items() if mark}

    def _store(self, marks: Mapping[str, Avatar]) -> None:
        self._library.set_setting(_KEY, {name: [mark.colour, mark.sign] for name, mark in marks.items()})


def _read(kept: Any) -> Avatar | None:
    match kept:
        case [str(colour), str(sign)] if colour in COLOURS and sign in SIGNS:
            return Avatar(colour, sign)
    return None


def _distinct(owned: Sequence[str | None], all_: Sequence[str], used: Sequence[str]) -> list[str]:
    """Return one value per player: their own unless an earlier player has it, else the least used one.

    >>> _distinct(["red", "red", None], ("red", "blue", "green"), ["red", "blue"])
    ['red', 'green', 'blue']
    """
    given: list[str | None] = []
    for own in owned:
        given.append(own if own not in given else None)
    often = Counter(used)
    free = iter(sorted((one for one in all_ if one not in given), key=lambda one: often[one]))
    # no table has more seats than there are colours, but a log written by hand may
    return [one or next(free, all_[seat % len(all_)]) for seat, one in enumerate(given)]
