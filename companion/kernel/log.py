"""The log: one header and an append-only list of entries. Nothing in it is ever changed or removed."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from companion.kernel.text_limits import SENTENCES

#: Version of the log format; see companion/storage/README.md.
FORMAT: Final = 1


@frozen
class Header:
    """What a game's log begins with.

    :param game: id of the game.
    :param revision: the game's revision the entries were made under.
    :param seats: the players' names, seat by seat.
    :param first: the seat that starts.
    :param house: the house rules chosen.
    :param language: the locale the table was set up in.
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
    """An action by which a player writes something down that nobody else sees; a game's own notes are derived from it.

    It changes only what its seat sees, and whoever else takes back the latest report does not mean it.
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
    """Another action stands in the place of an entry's ("the eight, not the nine")."""

    entry: str
    action: Any


@frozen
class Ruling:
    """The group has settled a dispute: so it plays from now on.

    :param question: what was disputed; may be empty.
    :param decision: what holds.
    :param rules: ids of the rules it concerns.
    :param agreed: the seats that were for it.
    """

    question: str = field(metadata=SENTENCES)
    decision: str = field(metadata=SENTENCES)
    rules: tuple[str, ...] = ()
    agreed: tuple[int, ...] = ()


@frozen
class Rename:
    """Players have other names: a name was mistyped, or two were mixed up.

    :param names: one for each of ``seats``.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]


@frozen
class Reseat:
    """Other people play, or in another order, than was said when the table was set up.

    :param seats: the players' names, seat by seat.
    :param first: the seat that starts.
    """

    seats: tuple[str, ...]
    first: int = 0


@frozen
class Join:
    """Somebody joins a game that is being played, or comes back to it.

    :param seat: the next seat after all that were ever taken, so that none changes its number; or the own one that this
        player has left.
    :param name: how the player is called; whoever comes back, as before.
    """

    seat: int
    name: str


@frozen
class Leave:
    """Somebody leaves before the end; the seat and its points stay on the sheet."""

    seat: int


#: What is about who plays, and what is about the table rather than the game.
Seats: TypeAlias = Rename | Reseat | Join | Leave
Aside: TypeAlias = Ruling | Seats
#: What stands in the history as a line of its own; the other changes correct such lines.
Event: TypeAlias = Act | Aside
Change: TypeAlias = Event | Undo | Redo | Amend


@frozen
class Entry:
    """One fact in the log.

    :param id: unique in the log; a second entry with the same id is the same report.
    :param at: when it was reported, ISO 8601 in UTC.
    :param by: the seat that reported it; ``None`` is the table.
    :param expected_version: how many entries the reporter had seen.
    """

    id: str
    change: Change
    at: str | None = None
    by: int | None = None
    expected_version: int | None = None
