"""Seat ids, to which rights at a table are bound. An id belongs to a player and follows them to another seat."""

from collections.abc import Sequence

from companion.kernel.log import Join, Redo, Rename, Reseat, Seats, Undo
from companion.kernel.players import name_key
from companion.kernel.record import Record


def seat_ids(record: Record) -> tuple[str, ...]:
    """Return the id of each seat's player, seat by seat.

    Ids follow from the entries that count, so that undo and redo move them as they move the players. A new name keeps
    the id. A player who is new at the table gets a new one, whatever name or seat they take.
    """
    names = record.header.seats
    ids = tuple(map(str, range(len(names))))
    for line in record.seatings:
        match line.action:
            case Rename(seats, new):
                called = dict(zip(seats, new, strict=True))
                names = tuple(called.get(seat, name) for seat, name in enumerate(names))
            case Reseat(seats):
                ids = _reseated(ids, names, seats, line.entry.id)
                names = seats
            case Join(seat, name) if seat == len(names):
                ids, names = (*ids, _new(seat, line.entry.id)), (*names, name)
    return ids


def are_same(before: Record, after: Record) -> bool:
    """Return whether new entries cannot change who sits where, without walking the log for the ids."""
    new = after.entries[before.version :]
    return not after.players or not any(isinstance(entry.change, Seats | Undo | Redo) for entry in new)


def _reseated(ids: Sequence[str], before: Sequence[str], now: Sequence[str], entry: str) -> tuple[str, ...]:
    """Return the ids after an entry has reseated the players, which identifies them by name only."""
    known = dict(zip(name_keys(before), ids, strict=True))
    return tuple(known.get(key, _new(seat, entry)) for seat, key in enumerate(name_keys(now)))


def _new(seat: int, entry: str) -> str:
    return f"{seat}#{entry}"


def name_keys(names: Sequence[str]) -> list[str]:
    """Return each seat's name, normalised for comparison, or the seat's number if it has no name."""
    return [name_key(name) if name.strip() else f"#{seat}" for seat, name in enumerate(names)]
