"""Seat tokens: which phone has which seats at a table; each phone is identified by a secret token."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from attrs import field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.players import name_key
from companion.kernel.record import Record
from companion.kernel.text import Player, messages
from companion.storage.library import Library
from companion.storage.merge import ANSWERS, CREATED, PLACES
from companion.tables.seat_ids import name_keys, seat_ids

T, N = messages("companion")

RULE: Final = "companion.places"

#: Seconds for which a phone is not asked again who uses it.
EVENING: Final = 12 * 3600.0


@frozen
class PhoneSeats:
    """The seats at a table from one phone's view. A player who has left has no seat, but it stays reserved.

    :param own: the phone's seats.
    :param others: the seats of other phones.
    :param answered: whether the user has answered who they are; without a seat the phone is shared by the table.
    :param ids: the seat ids of its own seats.
    :param phone: identifies the phone; empty if it has no token.
    """

    own: tuple[int, ...] = ()
    others: frozenset[int] = frozenset()
    answered: bool = True
    ids: frozenset[str] = field(default=frozenset(), eq=False)
    phone: str = field(default="", eq=False)

    @property
    def seat(self) -> int | None:
        """Whose view it has: the table's, unless it is one player's alone."""
        return self.own[0] if len(self.own) == 1 else None

    @property
    def secret(self) -> tuple[str, frozenset[str]]:
        """The key under which a table stores data private to this phone's players; phones without a seat share it."""
        return self.phone if self.own else "", self.ids


@frozen
class _Kept:
    """The stored seats of a table.

    :param seats: the phone of each taken seat, by seat id.
    :param table: the phones that are shared by the table.
    """

    seats: dict[str, str] = field(factory=dict)
    table: tuple[str, ...] = ()


class SeatTokens:
    """Assigns and releases seats. A phone's seat belongs to a seat id, so it follows its player through renames.

    A phone is asked once an evening who uses it, and gets that player's seat at the other tables, too.

    Phones are stored as hashes of their tokens, and seats are not transferred to other devices.

    Every method that uses the library raises :class:`StorageError` if that fails.

    :param person: returns the id of the person with a name.
    :param clock: the wall clock in seconds.
    """

    def __init__(
        self, library: Library, person: Callable[[str], str] = name_key, clock: Callable[[], float] = time.time
    ) -> None:
        self._library = library
        self._person = person
        self._clock = clock

    def seen_by(self, phone: str | None, table: str, record: Record) -> PhoneSeats:
        """Return the seats from a phone's view.

        :param phone: its token; ``None`` if it has none yet.
        :param record: the table's log.
        """
        kept, me, ids, gone = self._kept(table), _print_of(phone), seat_ids(record), record.gone
        held = {seat: kept.seats[id] for seat, id in enumerate(ids) if id in kept.seats}
        own = tuple(seat for seat, holder in held.items() if holder == me and seat not in gone)
        others = frozenset(seat for seat, holder in held.items() if holder != me)
        answered = bool(own) or me in kept.table
        return PhoneSeats(own, others, answered, frozenset(ids[seat] for seat in own), me)

    def take(self, phone: str, table: str, record: Record, seat: int) -> None:
        """Give a phone a seat beside those it has.

        :raises Refused: if another phone holds it (companion.places).
        """
        kept, me, id = self._kept(table), _print_of(phone), seat_ids(record)[seat]
        if kept.seats.get(id, me) != me:
            text = T(
                "{player}’s seat is on another phone. It can be freed there, or on the device that runs Companion.",
                player=Player(seat),
            )
            raise Refused(Explanation(text, (RULE,)))
        self._keep(table, _Kept({**kept.seats, id: me}, tuple(one for one in kept.table if one != me)))
        self._answer(me, self._people(record, self.seen_by(phone, table, record).own) or None)

    def sit_nowhere(self, phone: str, table: str) -> None:
        """Make a phone shared by the table; its seats are released."""
        kept, me = self._kept(table), _print_of(phone)
        rest = {id: holder for id, holder in kept.seats.items() if holder != me}
        self._keep(table, _Kept(rest, tuple(dict.fromkeys((*kept.table, me)))))
        self._answer(me, ())

    def free(self, table: str, record: Record, seat: int) -> None:
        """Take a seat from the phone that holds it, if one does; the phone is asked again."""
        kept, freed = self._kept(table), seat_ids(record)[seat]
        self._keep(table, _Kept({id: holder for id, holder in kept.seats.items() if id != freed}, kept.table))
        if (holder := kept.seats.get(freed)) and (answer := self._answers().get(holder)):
            self._answer(holder, answer[1] - self._people(record, (seat,)) or None)

    def recall(self, phone: str, table: str, record: Record) -> bool:
        """Give a phone its player's seats at a table by its answer at another one this evening; return whether it had one."""
        me = _print_of(phone)
        if not (answer := self._answers().get(me)) or self.seen_by(phone, table, record).answered:
            return False
        if not (people := answer[1]):
            self.sit_nowhere(phone, table)
            return True
        kept, ids = self._kept(table), seat_ids(record)
        free = [seat for seat in range(len(ids)) if ids[seat] not in kept.seats and seat not in record.gone]
        own = {ids[seat]: me for seat in free if self._people(record, (seat,)) & people}
        if own:
            self._keep(table, _Kept({**kept.seats, **own}, kept.table))
        return bool(own)

    def create(self, phone: str, table: str) -> None:
        """Record that a phone created a table, and is its host."""
        self._library.set_setting(f"{CREATED}{table}", _print_of(phone))

    def created(self, phone: str, table: str) -> bool:
        """Return whether a phone created a table."""
        return bool(self._library.setting(f"{CREATED}{table}") == _print_of(phone))

    def _people(self, record: Record, seats: Iterable[int]) -> frozenset[str]:
        """Return the ids of the people on some seats; players without a name have none."""
        return frozenset(self._person(name) for seat in seats if (name := record.names[seat]).strip())

    def _answers(self) -> dict[str, tuple[float, frozenset[str]]]:
        """Return, for each phone that answered this evening, the time and the people who use it; none if it is shared."""
        kept, now = self._library.setting(ANSWERS), self._clock()
        found = {}
        for phone, answer in kept.items() if isinstance(kept, dict) else ():
            match answer:
                case [float(at), list(people)] if 0 <= now - at < EVENING:
                    found[str(phone)] = at, frozenset(map(str, people))
        return found

    def _answer(self, phone: str, people: Iterable[str] | None) -> None:
        """Store who uses a phone; ``None`` forgets it."""
        answers = {other: [at, sorted(users)] for other, (at, users) in self._answers().items() if other != phone}
        if people is not None:
            answers[phone] = [self._clock(), sorted(people)]
        self._library.set_setting(ANSWERS, answers)

    def go_on(self, table: str, record: Record, to: str, seats: Sequence[int]) -> None:
        """Let the players keep their places at the table of the next game.

        :param seats: for each seat of the next game, that player's seat in this game.
        """
        kept, ids = self._kept(table), seat_ids(record)
        staying = {str(new): kept.seats[ids[old]] for new, old in enumerate(seats) if ids[old] in kept.seats}
        if kept != _Kept():
            self._keep(to, _Kept(staying, kept.table))

    def copy(self, table: str, to: str) -> None:
        """Let all players keep their places in a copy of a table's log."""
        self._keep(to, self._kept(table))

    def read_names(self, table: str, record: Record) -> None:
        """Bind places that an earlier version stored by the players' names to their seat ids.

        :param record: the table's log as that version left it.
        """
        match self._library.setting(f"{PLACES}{table}"):
            case {"seats": dict(seats), "table": list(phones)}:
                ids = dict(zip(name_keys(record.names), seat_ids(record), strict=True))
                kept = {ids[name]: str(holder) for name, holder in seats.items() if name in ids}
                self._keep(table, _Kept(kept, tuple(map(str, phones))))

    def _kept(self, table: str) -> _Kept:
        match self._library.setting(f"{PLACES}{table}"):
            case {"ids": dict(seats), "table": list(phones)}:
                return _Kept({str(id): str(holder) for id, holder in seats.items()}, tuple(map(str, phones)))
        return _Kept()

    def _keep(self, table: str, kept: _Kept) -> None:
        value: dict[str, Any] = {"ids": kept.seats, "table": list(kept.table)}
        self._library.set_setting(f"{PLACES}{table}", value)


def new_phone() -> str:
    """Return a token for a phone that has none."""
    return secrets.token_urlsafe(18)


def _print_of(phone: str | None) -> str:
    return hashlib.sha256(phone.encode()).hexdigest()[:32] if phone else ""
