"""The tables in the room: every game that is kept, opened once and shared by all screens."""

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Unpack
from weakref import WeakValueDictionary

from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Header, Rename, Ruling, Seats
from companion.kernel.players import duplicates, name_key
from companion.kernel.record import AnyGame, Record
from companion.kernel.text import Text, messages
from companion.kernel.text_limits import LONGEST_WORD, excerpt, refuse_unwritable
from companion.stats.people import People
from companion.storage.backup import Bundle, SharedGame
from companion.storage.codec import LogError, read_whole_log, write_log
from companion.storage.errors import StorageError, storage
from companion.storage.library import Library, Shelf, Stored
from companion.storage.merge import AFTER, Merged
from companion.tables import blocking
from companion.tables.agreement import Proposal, Rights
from companion.tables.avatars import Avatars
from companion.tables.clock import Clocks
from companion.tables.conflicts import refuse_late
from companion.tables.moments import Moments
from companion.tables.seat_tokens import SeatTokens
from companion.tables.session import FREE, Sent, Session, Submitted
from companion.tables.signal import Signal

if TYPE_CHECKING:
    from companion.stats.played_games import PlayedGames

T, N = messages("companion")
log: Final = logging.getLogger(__name__)

#: Why nothing of a game can be read that some other version could read.
UNREADABLE: Final = storage(T("This game cannot be read by this version."))

#: How many tables of an evening, the last changed first, are searched for one that is still played.
_LATEST: Final = 3
#: For how many unreadable games the reason is given; further ones are only counted.
_LISTED: Final = 5

#: From this many players in common on, two tables are of the same group (companion.dispute).
GROUP: Final = 2


@frozen
class Table:
    """A stored game.

    :param session: the running game; ``None`` if nothing of it can be read.
    :param problem: why its log cannot be read completely, if so.
    """

    stored: Stored
    session: Session | None
    problem: Explanation | None = None


@frozen
class Precedent:
    """A dispute that the same group has settled before.

    :param names: who sat there, seat by seat.
    :param here: whether that was at the same table.
    :param at: when that was, in ISO 8601; ``None`` if a log written by hand does not say.
    """

    settled: Ruling
    names: tuple[str, ...]
    here: bool
    at: str | None = None


class Tables:
    """Opens tables and remembers who listens to the room as a whole.

    Every method that uses the library raises :class:`StorageError` if that fails.

    :param library: where games are kept.
    :param games: the games that can be played, by id.
    """

    def __init__(self, library: Library, games: Mapping[str, AnyGame]) -> None:
        self.library: Final = library
        self.games: Final = games
        self.people: Final = People(library)
        self.marks: Final = Avatars(library, self.people)
        self.seating: Final = SeatTokens(library, lambda name: self.people.folk.id(name))
        self.clocks: Final = Clocks(library, lambda id: self.at(id).emit())
        self._moments: Final = Moments(library)
        self._sessions: dict[str, Session] = {}
        #: Sessions that are to be read again, for the drafts of their pages.
        self._stale: dict[str, Session] = {}
        self._problems: dict[str, Explanation | None] = {}
        self._sealed: set[str] = set()
        self._ended: set[str] = set()
        self._shelved: tuple[Hashable, dict[Shelf, tuple[Stored, ...]]] = (None, {})
        self._room: Final = Signal()
        self._at: Final = WeakValueDictionary[str, Signal]()  # kept while it has subscribers

    @cached_property
    def evenings(self) -> "PlayedGames":
        """The played games with their summaries; imported on first use."""
        from companion.stats.played_games import PlayedGames

        return PlayedGames(self.library, self.games, self.people)

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._sessions)

    def table(self, id: str) -> Table:
        """Return a table by its id.

        :raises StorageError: if there is no such table or it cannot be read.
        """
        if id not in self._sessions:
            try:
                loaded = self.library.load(id, self.games)
            except StorageError:
                raise
            except Exception:  # a game may stumble over its own old log; the other tables play on
                log.exception("the game %s cannot be read", id)
                return Table(self.library.stored(id), None, UNREADABLE)
            if loaded.replay is None:
                return Table(loaded.stored, None, loaded.error)
            try:
                self.seating.read_names(id, loaded.replay.record)
            except StorageError:  # the players are asked for their places again
                log.warning("the places at the table %s cannot be brought up to date", id, exc_info=True)
            self._sessions[id] = session = Session(loaded.replay, self.library.journal(id))
            if stale := self._stale.pop(id, None):
                session.keep_drafts(stale)
            self._moments.read(id, session)
            if session.is_over:
                self._ended.add(id)
            session.subscribe(lambda: self._keep_ended(id, session))
            self._problems[id] = loaded.error
            if loaded.error and not loaded.replay.failure:
                self._sealed.add(id)
        session = self._sessions[id]
        # a repaired log has no problem any more; one whose end could not even be read keeps it
        problem = self._problems[id] if session.failure or id in self._sealed else None
        return Table(self.library.stored(id), session, problem)

    def _keep_ended(self, id: str, session: Session) -> None:
        """Bring a game that has just ended into the library's own file."""
        ended = id in self._ended
        self._ended.discard(id)
        if not session.failure and session.is_over:
            self._ended.add(id)
            if not ended:
                try:
                    self.library.checkpoint()
                except StorageError:  # the game is durable nevertheless, and this is retried in a few minutes
                    log.warning("the game %s is not in the library's own file yet", id, exc_info=True)

    def go_on(self, id: str) -> str:
        """Set up a new table with the readable part of a damaged one, and return its id.

        :raises Refused: if the tap came too late.
        """
        refuse_late()
        record = self._sessions[id].record
        copy = self.library.import_(write_log(record.header, record.entries, record.game), self.games, kept=True)
        self.library.set_setting(f"{AFTER}{copy}", id)
        self.seating.copy(id, copy)
        self.changed(copy)
        return copy

    def reload(self, id: str) -> None:
        """Reload a table that another program has changed."""
        self._forget(id)
        self.changed(id)

    def follow(self) -> None:
        """Reload what other programs have changed in the library."""
        if self.library.was_changed():
            sessions = [*self._sessions.items()]
            self._forget(*(id for id, session in sessions if not self._is_current(id, session)))
            self._moments.follow(self._sessions)
            self.changed()

    def _is_current(self, id: str, session: Session) -> bool:
        with session.turn:  # nothing is being stored
            return blocking.call(self.library.journal(id).is_current)

    def keep_moments(self) -> None:
        """Store what lies on the tables and is in no log, where that has changed."""
        self._moments.write(self._sessions)

    def join(self, more: Bundle, say: Callable[[Text], str], *, only_try: bool = False) -> Merged:
        """Merge the content of another device; games that are here already are recognised.

        :param say: names a game that continued differently on both devices, in the user's language.
        :param only_try: whether to change nothing and only return what would change.
        """

        def called(game: SharedGame) -> str:
            title = game.name or (say(self.games[kind].meta.title) if (kind := game.game) in self.games else kind)
            return excerpt(say(T("{game} (other version)", game=title)), LONGEST_WORD)

        if not only_try:
            self._keep_marks()  # imported data must not change the marks of people here
        joined = self.library.join(more, called, only_try=only_try)
        if not only_try:
            self._keep_marks()
            self._forget(*joined.longer, *joined.binned)
            self.changed()
        return joined

    def _keep_marks(self) -> None:
        """Store the marks, as shown, of all people who have played here or are offered for new games."""
        kept = sorted((*self.shelf(Shelf.OPEN), *self.shelf(Shelf.ARCHIVED)), key=lambda stored: stored.created)
        self.marks.keep_all(stored.seats for stored in kept)
        self.marks.keep_each(self.library.players())

    def unread(self, more: Bundle) -> tuple[Text, ...]:
        """Replay another device's games that are new or differ here; return which cannot be read completely, and why.

        They are imported nevertheless, since another version may be able to read them.
        """
        here = self.library.ids()
        found: list[Text] = []
        for game in more.games:
            text = "".join(f"{line}\n" for line in game.lines)
            if game.id in here and self.library.export(game.id) == text:
                continue
            try:
                read_whole_log(text, self.games, kept=True)
            except LogError as error:
                why = error.why
            except Exception:  # a game may stumble over a log that was written elsewhere
                log.exception("the game %s cannot be read", game.id)
                why = UNREADABLE
            else:
                continue
            title: Text | str = game.name or (
                self.games[kind].meta.title if (kind := game.game) in self.games else excerpt(kind)
            )
            found.append(T("“{game}” can only be opened in part: {why} You can delete it.", game=title, why=why.text))
        if more_of_them := len(found[_LISTED:]):
            rest = N(
                "{n} more game can only be opened in part.",
                "{n} more games can only be opened in part.",
                n=more_of_them,
            )
            found[_LISTED:] = [rest]
        return tuple(found)

    def replace(self, by: Bundle) -> None:
        """Put what another device has into the place of everything here, which is kept aside."""
        self.library.replace(by)
        self._forget(*self._sessions)
        self.changed()

    def bring_back(self, key: str) -> None:
        """Restore a replaced content; see :meth:`replace`."""
        self.library.bring_back(key)
        self._forget(*self._sessions)
        self.changed()

    def _forget(self, *ids: str) -> None:
        """Reload tables on next use."""
        for id in ids:
            if session := self._sessions.pop(id, None):
                self._stale[id] = session
            self._sealed.discard(id)

    def precedents(self, id: str, known: Callable[[str], bool] = lambda _: True) -> tuple[Precedent, ...]:
        """Return rulings of a table, and of other games of its kind that share two of its players.

        :param known: returns whether the page may see another table.
        """
        own = self.table(id)
        names = own.session.names if own.session else own.stored.seats
        found: list[Precedent] = []
        for other in sorted(self.library.disputed(own.stored.game), key=lambda other: other != id):
            if not known(other):
                continue
            try:
                session = self.table(other).session
            except StorageError:  # what cannot be read just now must not hide the rulings of the other tables
                log.warning("the rulings of the game %s cannot be read", other, exc_info=True)
                continue
            if not session or len({*map(name_key, names)} & {*map(name_key, session.names)}) < GROUP:
                continue
            found += [
                Precedent(line.action, session.names, other == id, line.entry.at)
                for line in reversed(session.record.history)
                if isinstance(line.action, Ruling) and not line.undone
            ]
        return tuple(found)

    def shelf(self, shelf: Shelf) -> tuple[Stored, ...]:
        """Return the games on a shelf, latest first; cached until something changes."""
        if (moment := self.library.games_moment) != self._shelved[0]:
            self._shelved = (moment, {})
        shelved = self._shelved[1]
        if shelf not in shelved:
            shelved[shelf] = self.library.games(shelf)
        return shelved[shelf]

    def over(self, kept: Sequence[Stored], most: int) -> Mapping[str, bool]:
        """Return whether the games of some tables are over.

        :param most: number of games that are replayed if necessary; of the others, those neither loaded nor summarised are left out.
        """
        counted = self.evenings.over() if len(kept) > most else {}
        over: dict[str, bool] = {}
        for number, stored in enumerate(kept):
            in_play = stored.id in self._sessions
            if not in_play and stored.id in counted:
                over[stored.id] = counted[stored.id]
            elif in_play or number < most:
                over[stored.id] = self._is_over(stored.id)
        return over

    def _is_over(self, id: str) -> bool:
        try:
            session = self.table(id).session
        except StorageError:  # it is listed as running, with its problem
            return False
        return bool(session and session.is_over)

    def begin(self, header: Header, named: Sequence[str] | None = None) -> str:
        """Set up a new table and return its id.

        :param named: the names to remember as players; by default all.
        :raises Refused: if the setup is not possible, a name is not allowed, or the tap came too late.
        """
        refuse_late()
        refuse_unwritable(header)
        game = self.games.get(header.game)
        id = self.library.create(header, game.meta.house_title(header.house) if game else None)
        named = header.seats if named is None else named
        self.library.remember_players(named)
        if named:
            self.marks.keep(header.seats)
        self.changed(id)
        return id

    def last_played(self) -> Mapping[str, Stored]:
        """Return for each game that was played the table at which that was last, unless it was deleted, the latest game first."""
        kept = (*self.shelf(Shelf.OPEN), *self.shelf(Shelf.ARCHIVED))
        last: dict[str, Stored] = {}
        for stored in sorted(kept, key=lambda stored: stored.changed, reverse=True):
            last.setdefault(stored.game, stored)
        return last

    def called(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return names as people are called now, unless two at the table would then have the same one."""
        folk = self.people.folk
        now = tuple(folk.of(name).name for name in names)
        return tuple(names) if duplicates([name for name in now if name]) else now

    def rematch(self, id: str, *, moved: int = 0) -> str:
        """Set up a table like another one with its current players who have not left, and return its id.

        Values that are not chosen when a game is set up start as in every new game.

        :param moved: number of seats by which players move on; the player on the first seat starts, unless the starter is not
            a matter of chance.
        :raises Refused: if the other table cannot be read, or as :meth:`begin`.
        """
        table = self.table(id)
        if not (session := table.session):
            raise Refused(table.problem or UNREADABLE)
        if not moved and (begun := self.next(id)) and (there := self.table(begun).session) and not there.version:
            return begun  # two players want to play on
        header, staying = _staying(session.record)
        chosen = {*header.house}
        chosen -= {rule.key for rule in session.game.meta.house_rules if not rule.offered}
        header = evolve(header, house={key: value for key, value in header.house.items() if key in chosen})
        header = evolve(header, seats=self.called(header.seats))
        if by := moved % len(header.seats):
            seats = (*header.seats[by:], *header.seats[:by])
            stays = session.game.meta.by_lot
            header = evolve(header, seats=seats, first=header.first if stays else (header.first - by) % len(seats))
            staying = (*staying[by:], *staying[:by])
        known = {*self.library.players()}
        new = self.begin(header, [name for name in header.seats if name in known])
        self.library.set_setting(f"{AFTER}{new}", id)
        self.seating.go_on(id, session.record, new, staying)
        self.changed(id, new)
        return new

    def evening(self, id: str) -> str:
        """Return the first table of a series of rematches, whose links open all of them."""
        seen = [id]
        while isinstance(before := self.library.setting(f"{AFTER}{seen[-1]}"), str) and before not in seen:
            seen.append(before)
        return seen[-1]

    def playing(self, id: str) -> str:
        """Return which table of a series with the same players is played now.

        That is the one that changed last and has not ended; if all have ended, the one that changed last. The id of a
        table that does not exist or cannot be looked up is returned unchanged.
        """
        try:
            after = self.library.settings(AFTER)
            evening = [self.evening(id)]
            for table in evening:
                followed = (key.removeprefix(AFTER) for key, before in after.items() if before == table)
                evening += [each for each in followed if each not in evening]
            there = {stored.id: stored for stored in self.shelf(Shelf.OPEN)}
            latest = [each for each in reversed(evening) if each in there]
            latest.sort(key=lambda each: there[each].changed, reverse=True)
        except StorageError:
            log.warning("where the players of a table went on cannot be read", exc_info=True)
            return id
        return next((each for each in latest[:_LATEST] if not self._is_over(each)), (*latest, id)[0])

    def next(self, id: str) -> str | None:
        """Return the table at which the players of one went on, if they did."""
        after = (key.removeprefix(AFTER) for key, before in self.library.settings(AFTER).items() if before == id)
        there = {stored.id: stored for stored in self.shelf(Shelf.OPEN)}
        return max((each for each in after if each in there), key=lambda each: there[each].changed, default=None)

    def seat(self, id: str, change: Seats, *, named: Sequence[str] = (), **sent: Unpack[Sent]) -> Submitted:
        """Enter a change of players or names, and remember the names; see :meth:`Session.submit`.

        :param named: the names to remember as players.
        """
        session = self._in_play(id)
        before = session.names
        done = session.submit(change, **sent)
        self._remember(id, before, named, renamed=isinstance(change, Rename))
        return done

    def agree(self, id: str, proposal: Proposal, rights: Rights = FREE) -> Submitted | None:
        """Agree to a proposal at a table, and store its players' resulting names; see :meth:`Session.agree`."""
        session = self._in_play(id)
        before = session.names
        done = session.agree(proposal, rights)
        if done and session.names != before:
            renamed = any(isinstance(change, Rename) for change in proposal.changes)
            self._remember(id, before, session.names, renamed=renamed)
        return done

    def _in_play(self, id: str) -> Session:
        session = self.table(id).session
        assert session
        return session

    def _remember(self, id: str, before: Sequence[str], named: Sequence[str], *, renamed: bool) -> None:
        """Store the players of a table with their current names and marks."""
        now = self._in_play(id).names
        if renamed:
            self.marks.rename(before, now)
            # a mistyped name is forgotten, unless it is used at another table
            self.library.forget_players({*before} - {*now} - self.library.seated(but=id))
        new = [name for name in named if name not in before]
        self.library.remember_players(new)
        if new:
            self.marks.keep(now)
        self.changed(id)

    def names(self, stored: Stored) -> tuple[str, ...]:
        """Return the names at a kept table as they are now; it is opened only if they may have changed."""
        session = self.table(stored.id).session if self.library.has_moved_players(stored.id) else None
        return session.names if session else stored.seats

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` when tables are added, removed or renamed, until the returned function is called."""
        return self._room.subscribe(listener)

    def at(self, id: str) -> Signal:
        """Return the signal for changes of a table besides entries: seats on phones, clock, name."""
        return self._at.setdefault(id, Signal())

    def changed(self, *ids: str) -> None:
        """Notify all pages that the shelves have changed.

        :param ids: the tables whose players are affected; by default all.
        """
        self._room.emit()
        for pulse in [self.at(id) for id in ids or self._at]:
            pulse.emit()


def _staying(record: Record) -> tuple[Header, tuple[int, ...]]:
    """Return the setup of the remaining players, and their seats; if the starting player has left, the next starts."""
    seats = range(len(record.names))
    there = tuple(seat for seat in seats if seat not in record.gone)
    first = next(seat for seat in (*seats[record.seated.first :], *seats) if seat in there)
    names = tuple(record.names[seat] for seat in there)
    return evolve(record.seated, seats=names, first=there.index(first)), there
