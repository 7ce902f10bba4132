"""Access: what one page may see and change of all tables. Every query of a screen is checked against its passes."""

import logging
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Unpack

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Header, Seats
from companion.kernel.players import name_key
from companion.kernel.record import AnyGame, Record
from companion.kernel.text import Text, messages
from companion.stats.people import People, PeopleRegistry
from companion.storage.backup import SharedGame
from companion.storage.errors import StorageError
from companion.storage.library import Shelf, Stored
from companion.tables.agreement import RULE, Proposal, Rights
from companion.tables.avatars import Avatars
from companion.tables.clock import Clocks
from companion.tables.private_notes import seats_with_private_notes
from companion.tables.roles import Grant, Role, role_at
from companion.tables.seat_tokens import SeatTokens
from companion.tables.session import Sent, Submitted
from companion.tables.tables import Precedent, Table, Tables

if TYPE_CHECKING:
    from companion.stats.played_games import Note, Played

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

NOT_YOURS: Final = T("Your link is for another table. To join this one, scan its code.")
HOST_ONLY: Final = T("Games are deleted and restored on the device that runs Companion.")
WATCHING: Final = T("This link is for watching. To play, scan the code for players.")
_NOT_HERE: Final = T("Your link is for one table only. This is done on the device that runs Companion.")
_CONFIDED: Final = T("This game contains private notes. Send it from the device that runs Companion.")

#: The roles that may change something at a table, and those that may do so for all players.
_PLAYING: Final = (Role.HOST, Role.SCOREKEEPER, Role.SEAT)
_WRITING: Final = (Role.HOST, Role.SCOREKEEPER)

#: Prefix of the settings that reveal other tables: how games were set up last.
_OF_OTHERS: Final = "setup."


class Access:
    """The tables as one page may see and use them.

    :param tables: all tables.
    :param passes: the grants of the links by which the page's device was authorized.
    :param phone: the token of the device; ``None`` if it has none.
    """

    def __init__(self, tables: Tables, passes: tuple[Grant, ...], phone: str | None = None) -> None:
        self._tables = tables
        self._passes = passes
        self._phone = phone
        #: Parts that reveal nothing about tables other than those a caller names.
        self.games: Final[Mapping[str, AnyGame]] = tables.games
        self.marks: Final[Avatars] = tables.marks
        self.clocks: Final[Clocks] = tables.clocks
        self.seating: Final[SeatTokens] = tables.seating
        self.at: Final = tables.at
        self.subscribe: Final = tables.subscribe
        self.changed: Final = tables.changed
        self.evening: Final = tables.evening
        self.called: Final = tables.called

    # ---------------------------------------------------------------- Roles

    def role(self, table: str | None = None) -> Role | None:
        """Return the page's role at a table, or in the room as a whole; ``None`` if it has no access.

        A link is valid for all tables at which its players continued. The phone that created the first of them is host
        there, as long as a link lets it play.
        """
        everywhere = role_at(self._passes)
        if table is None or everywhere is Role.HOST:
            return everywhere
        try:
            evening = self._tables.evening(table)
            role = role_at(self._passes, evening)
            is_host = role in _PLAYING and self._phone and self.seating.created(self._phone, evening)
            return Role.HOST if is_host else role
        except StorageError:
            log.warning("where the players of a table come from cannot be read", exc_info=True)
            return everywhere

    @property
    def writes(self) -> bool:
        """Whether the page may edit people and notes."""
        return self.role() in _WRITING

    @property
    def all(self) -> Tables:
        """All tables without restriction.

        :raises Refused: unless the page is the host's (companion.roles).
        """
        self._refuse_unless(self.role() is Role.HOST, HOST_ONLY)
        return self._tables

    def _refuse_unless(self, allowed: bool, text: Text) -> None:
        if not allowed:
            raise Refused(Explanation(text, (RULE,)))

    def _refuse_strangers(self, table: str, *roles: Role) -> None:
        """Make sure that the page has one of the given roles at a table, or any role."""
        role = self.role(table)
        self._refuse_unless(role is not None, NOT_YOURS)
        self._refuse_unless(not roles or role in roles, WATCHING if role is Role.VIEWER else HOST_ONLY)

    # ---------------------------------------------------------------- Tables

    def table(self, id: str) -> Table:
        """Return a table by its id; see :meth:`Tables.table`.

        :raises Refused: if the page's links lead to other tables (companion.roles).
        """
        self._refuse_strangers(id)
        return self._tables.table(id)

    def shelf(self, shelf: Shelf) -> tuple[Stored, ...]:
        """Return the tables on a shelf that the page knows, the latest first."""
        return tuple(stored for stored in self._tables.shelf(shelf) if self.role(stored.id))

    def binned(self) -> int:
        """Return the number of games in the trash, for the host."""
        return len(self._tables.library.days_left()) if self.role() is Role.HOST else 0

    def over(self, kept: Sequence[Stored], most: int) -> Mapping[str, bool]:
        """Return which of some tables have ended games; see :meth:`Tables.over`."""
        return self._tables.over([stored for stored in kept if self.role(stored.id)], most)

    def names(self, stored: Stored) -> tuple[str, ...]:
        """Return the names at a table it knows; see :meth:`Tables.names`."""
        self._refuse_strangers(stored.id)
        return self._tables.names(stored)

    def next(self, id: str) -> str | None:
        """Return the table at which the players of another one continued, if any; see :meth:`Tables.next`."""
        later = self._tables.next(id)
        return later if later and self.role(later) else None

    def precedents(self, id: str) -> tuple[Precedent, ...]:
        """Return the rulings at a table, and those at other tables with two of its players that the page knows."""
        self._refuse_strangers(id)
        return self._tables.precedents(id, lambda other: self.role(other) is not None)

    def last_played(self) -> Mapping[str, Stored]:
        """Return for each game the table at which it was played last; see :meth:`Tables.last_played`."""
        return self._tables.last_played() if self.role() else {}

    # ---------------------------------------------------------------- People and evenings

    @property
    def folk(self) -> PeopleRegistry:
        """The known people; a page limited to some tables sees only the people there and no groups."""
        folk = self._tables.people.folk
        if self.role():
            return folk
        met = {name_key(name) for name in self._met()}
        known = (
            fact for fact in folk.facts if fact.kind != "group" and met & {*map(name_key, (fact.name, *fact.names))}
        )
        return PeopleRegistry(tuple(known))

    def _met(self) -> tuple[str, ...]:
        """Return the names at the tables it knows, the latest first."""
        kept = (*self.shelf(Shelf.OPEN), *self.shelf(Shelf.ARCHIVED))
        return tuple(dict.fromkeys(name for stored in kept for name in (*self.names(stored), *stored.seats)))

    def players(self) -> tuple[str, ...]:
        """Return the players who can be seated by a tap, the most recent first."""
        names = self._tables.library.players() if self.role() else self._met()
        folk = self.folk
        return tuple(dict.fromkeys(folk.of(name).name for name in names if name.strip()))

    @property
    def people(self) -> People:
        """All people, for editing them.

        :raises Refused: if the page may not edit them (companion.roles).
        """
        self._refuse_unless(self.writes, _NOT_HERE)
        return self._tables.people

    def count(self, seconds: float) -> int:
        """Count games that have not been counted yet, and return how many are left; see :meth:`PlayedGames.count`."""
        return self._tables.evenings.count(seconds)

    def keep_marks(self) -> None:
        """Assign an avatar to each person who has played; see :meth:`Avatars.keep_each`."""
        games = self._tables.evenings.played()
        self._tables.marks.keep_each(dict.fromkeys(name for game in games for name in game.names))

    def played(self) -> "tuple[Played, ...]":
        """Return the games that were counted and that the page knows, the latest first."""
        games = self._tables.evenings.played()
        return games if self.role() else tuple(game for game in games if self.role(game.id))

    def record(self, id: str) -> Record | None:
        """Return a game, replayed as far as possible; see :meth:`PlayedGames.record`."""
        self._refuse_strangers(id)
        return self._tables.evenings.record(id)

    def photograph(self, id: str) -> bytes | None:
        """Return the photograph of a game; see :meth:`PlayedGames.photograph`."""
        self._refuse_strangers(id)
        return self._tables.evenings.photograph(id)

    def keep_photograph(self, id: str, content: bytes | None) -> None:
        """Set or remove the photograph of a game; see :meth:`PlayedGames.keep_photograph`."""
        self._refuse_unless(self.writes, _NOT_HERE)
        self._tables.evenings.keep_photograph(id, content)

    def note(self, id: str, note: "Note") -> None:
        """Store the note on a game; see :meth:`PlayedGames.note`."""
        self._refuse_unless(self.writes, _NOT_HERE)
        self._tables.evenings.note(id, note)

    @property
    def moment(self) -> Hashable:
        """A value that differs after any stored data has changed."""
        return self._tables.library.moment

    # ---------------------------------------------------------------- Actions

    def begin(self, header: Header, named: Sequence[str] | None = None, phone: str | None = None) -> str:
        """Set up a new table; see :meth:`Tables.begin`.

        :param phone: the token of the phone that creates it and is its host; ``None`` on the host's own device.
        """
        self._refuse_unless(self.role() in _PLAYING, _NOT_HERE)
        table = self._tables.begin(header, named)
        if phone:
            self.seating.create(phone, table)
            self.changed(table)
        return table

    def rematch(self, id: str, *, moved: int = 0) -> str:
        """Set up another table with the same players; see :meth:`Tables.rematch`.

        The phone that created the first table stays the host of the whole series: every player may ask for a rematch, and
        a tap on it must not give a phone the rights of the host.
        """
        self._refuse_strangers(id, *_PLAYING)
        return self._tables.rematch(id, moved=moved)

    def go_on(self, id: str) -> str:
        """Continue in a copy of the readable part of a game; see :meth:`Tables.go_on`."""
        self._refuse_strangers(id, *_PLAYING)
        return self._tables.go_on(id)

    def reload(self, id: str) -> None:
        """Reload a table; see :meth:`Tables.reload`."""
        self._refuse_strangers(id)
        self._tables.reload(id)

    def seat(self, id: str, change: Seats, *, named: Sequence[str] = (), **sent: Unpack[Sent]) -> Submitted:
        """Change the players or their names; see :meth:`Tables.seat`."""
        self._refuse_strangers(id, *_PLAYING)
        return self._tables.seat(id, change, named=named, **sent)

    def agree(self, id: str, proposal: Proposal, rights: Rights) -> Submitted | None:
        """Agree to a proposal at a table; see :meth:`Tables.agree`."""
        self._refuse_strangers(id, *_PLAYING)
        return self._tables.agree(id, proposal, rights)

    def rename(self, id: str, name: str | None) -> None:
        """Give a table a name of its own; see :meth:`companion.storage.library.Library.rename`."""
        self._refuse_strangers(id, *_PLAYING)
        self._tables.library.rename(id, name)

    def carried(self, id: str) -> SharedGame:
        """Return a game with all that belongs to it, to be passed on; see :meth:`archive`.

        :raises Refused: also if that reveals to a phone what other players wrote for themselves (companion.places).
        """
        self._refuse_strangers(id, Role.HOST)
        session = self._tables.table(id).session
        is_open = session and not seats_with_private_notes(session.record)
        self._refuse_unless(self.role() is Role.HOST or bool(is_open), _CONFIDED)
        return self._tables.library.carried(id)

    def archive(self, id: str) -> None:
        """Archive a table.

        :raises Refused: unless the page is a host's there (companion.roles).
        """
        self._refuse_strangers(id, Role.HOST)
        self._tables.library.archive(id)

    def delete(self, id: str) -> None:
        """Put a table into the bin; see :meth:`archive`."""
        self._refuse_strangers(id, Role.HOST)
        self._tables.library.delete(id)

    def restore(self, id: str) -> None:
        """Restore an archived or deleted table; see :meth:`archive`."""
        self._refuse_strangers(id, Role.HOST)
        self._tables.library.restore(id)

    # ---------------------------------------------------------------- What the device remembers

    def remembered(self, key: str, default: Any = None) -> Any:
        """Return remembered data about printed cards or the last setup of a game.

        :raises StorageError: if it cannot be read.
        """
        if key.startswith(_OF_OTHERS) and not self.role():
            return default
        return self._tables.library.setting(key, default)

    def remember(self, key: str, value: Any) -> None:
        """Store data to be remembered; see :meth:`remembered`.

        :raises StorageError: if it could not be stored.
        """
        self._tables.library.set_setting(key, value)
