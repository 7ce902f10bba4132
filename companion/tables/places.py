"""Everybody's own place: which phone sits on which seats of a table, known by a token that only that phone has."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

from attrs import field, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.players import alike
from companion.kernel.text import Player, messages
from companion.storage.joining import PLACES
from companion.storage.library import Library

T, N = messages("companion")

RULE: Final = "companion.places"


@frozen
class Places:
    """Who sits where at a table, as one phone sees it.

    :param own: the seats of that phone.
    :param others: the seats that other phones hold.
    :param told: whether it has said who it is, be it nobody: then it is the table's own.
    """

    own: tuple[int, ...] = ()
    others: frozenset[int] = frozenset()
    told: bool = True

    @property
    def seat(self) -> int | None:
        """Whose view it has: the table's, unless it is one player's alone."""
        return self.own[0] if len(self.own) == 1 else None


@frozen
class _Kept:
    """What is remembered of a table.

    :param seats: the phone of each seat that is taken, by :func:`_called`.
    :param table: the phones that are the table's own.
    """

    seats: dict[str, str] = field(factory=dict)
    table: tuple[str, ...] = ()


class Seating:
    """Takes and gives places; who was called otherwise keeps theirs, and so does who sits elsewhere.

    Phones are remembered by what can be told from their tokens and leads to none, and a place goes to no other device.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def seen_by(self, phone: str | None, table: str, names: Sequence[str]) -> Places:
        """Return who sits where, as a phone sees it.

        :param phone: its token; ``None`` for one that has none yet.
        :param names: the players' names, seat by seat.
        :raises StorageError: if that cannot be read.
        """
        kept, me = self._kept(table), _print_of(phone)
        held = {seat: kept.seats[key] for seat, key in enumerate(_called(names)) if key in kept.seats}
        own = tuple(seat for seat, holder in held.items() if holder == me)
        return Places(own, frozenset(held) - {*own}, told=bool(own) or me in kept.table)

    def take(self, phone: str, table: str, names: Sequence[str], seat: int) -> None:
        """Give a phone a seat beside those it has.

        :raises Refused: if another phone holds it (companion.places).
        :raises StorageError: if it could not be stored.
        """
        kept, me, key = self._kept(table), _print_of(phone), _called(names)[seat]
        if kept.seats.get(key, me) != me:
            text = T(
                "{player}’s place is on another phone. There it can be given back, and the device that runs Companion can free it.",
                player=Player(seat),
            )
            raise Refused(Explanation(text, (RULE,)))
        self._keep(table, _Kept({**kept.seats, key: me}, tuple(one for one in kept.table if one != me)))

    def sit_nowhere(self, phone: str, table: str) -> None:
        """Let a phone be the table's own: it gives back what it has.

        :raises StorageError: if it could not be stored.
        """
        kept, me = self._kept(table), _print_of(phone)
        rest = {key: holder for key, holder in kept.seats.items() if holder != me}
        self._keep(table, _Kept(rest, tuple(dict.fromkeys((*kept.table, me)))))

    def free(self, table: str, names: Sequence[str], seat: int) -> None:
        """Take a seat from the phone that holds it, if one does.

        :raises StorageError: if it could not be stored.
        """
        kept, key = self._kept(table), _called(names)[seat]
        self._keep(table, _Kept({one: holder for one, holder in kept.seats.items() if one != key}, kept.table))

    def go_on(self, table: str, to: str) -> None:
        """Let everybody keep their place at the table of the next game.

        :raises StorageError: if it could not be stored.
        """
        kept = self._kept(table)
        if kept != _Kept():
            self._keep(to, kept)

    def rename(self, table: str, before: Sequence[str], now: Sequence[str]) -> None:
        """Let everybody who is called otherwise keep their place.

        :raises StorageError: if it could not be stored.
        """
        kept = self._kept(table)
        new = dict(zip(_called(before), _called(now), strict=True))
        moved = {new.get(key, key): holder for key, holder in kept.seats.items()}
        if moved != kept.seats:
            self._keep(table, _Kept(moved, kept.table))

    def _kept(self, table: str) -> _Kept:
        match self._library.setting(f"{PLACES}{table}"):
            case {"seats": dict(seats), "table": list(phones)}:
                return _Kept({str(key): str(holder) for key, holder in seats.items()}, tuple(map(str, phones)))
        return _Kept()

    def _keep(self, table: str, kept: _Kept) -> None:
        value: dict[str, Any] = {"seats": kept.seats, "table": list(kept.table)}
        self._library.set_setting(f"{PLACES}{table}", value)


def new_phone() -> str:
    """Return a token for a phone that has none."""
    return secrets.token_urlsafe(18)


def _print_of(phone: str | None) -> str:
    """Return what is remembered of a token, from which nobody finds it."""
    return hashlib.sha256(phone.encode()).hexdigest()[:32] if phone else ""


def _called(names: Sequence[str]) -> list[str]:
    """Return what each seat's place is kept under: the player's name, or the seat of somebody who has none."""
    return [alike(name) if name.strip() else f"#{seat}" for seat, name in enumerate(names)]
