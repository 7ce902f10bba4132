"""The log: a header and an append-only list of entries. Nothing in it is ever changed or removed."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from companion.kernel.text_limits import SENTENCES

#: Version of the log format; see companion/storage/README.md.
FORMAT: Final = 1


@frozen
class Header:
    """The header of a log.

    :param game: id of the game.
    :param revision: the revision of the game under which the entries were made.
    :param seats: the players' names, seat by seat.
    :param first: the seat that starts.
    :param house: the chosen option or number of house rules; those left out keep their default.
    :param language: the locale in which the table was set up.
    """

    game: str
    revision: int
    seats: tuple[str, ...]
    first: int = 0
    house: Mapping[str, str | int] = field(factory=dict)
    language: str = "en"
    format: int = FORMAT


@frozen
class PrivateNote:
    """Base class of actions for private notes of a player.

    It changes only the view of its seat. If another player undoes the latest report, notes are passed over.
    """

    seat: int


@frozen
class Act:
    """Something happened at the table."""

    action: Any


@frozen
class Undo:
    """These entries do not count."""

    entries: tuple[str, ...]


@frozen
class Redo:
    """These undone entries count again."""

    entries: tuple[str, ...]


@frozen
class Amend:
    """Another action replaces that of an entry ("the eight, not the nine")."""

    entry: str
    action: Any


@frozen
class Ruling:
    """The group has settled a dispute, and plays by the decision from now on.

    :param question: what was disputed; may be empty.
    :param decision: what the group decided.
    :param rules: ids of the rules it concerns.
    :param agreed: the seats that agreed to it.
    """

    question: str = field(metadata=SENTENCES)
    decision: str = field(metadata=SENTENCES)
    rules: tuple[str, ...] = ()
    agreed: tuple[int, ...] = ()


@frozen
class Rename:
    """Players get other names, as when a name was mistyped or two were mixed up.

    :param names: one for each of ``seats``.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]


@frozen
class Reseat:
    """Other people play than when the table was set up, or in another order.

    :param seats: the players' names, seat by seat.
    :param first: the seat that starts.
    """

    seats: tuple[str, ...]
    first: int = 0


@frozen
class Join:
    """A player joins a running game, or comes back to it.

    :param seat: the next seat after all that were ever taken, so that none changes its number; or the seat that this
        player has left.
    :param name: the player's name; the same as before if the player comes back.
    """

    seat: int
    name: str


@frozen
class Leave:
    """A player leaves before the end; the seat and its points stay on the sheet."""

    seat: int


#: Changes of the players, and events about the table rather than the game.
Seats: TypeAlias = Rename | Reseat | Join | Leave
Aside: TypeAlias = Ruling | Seats
#: Changes that have an item of their own in the history; the others correct such items.
Event: TypeAlias = Act | Aside
Change: TypeAlias = Event | Undo | Redo | Amend


@frozen
class Entry:
    """An entry of the log.

    :param id: unique in the log; a second entry with the same id is the same report, sent again.
    :param at: when it was reported, ISO 8601 in UTC.
    :param by: the seat that reported it; ``None`` for the table.
    :param expected_version: the number of entries that the reporter had seen; ``None`` if unknown.
    """

    id: str
    change: Change
    at: str | None = None
    by: int | None = None
    expected_version: int | None = None
