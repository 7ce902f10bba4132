"""Renaming and reseating the players of a game in play (companion.players)."""

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from companion.kernel.explain import Explanation, Refused, why
from companion.kernel.history import HistoryItem
from companion.kernel.log import Change, Header, Join, Leave, Rename, Reseat, Ruling, Seats
from companion.kernel.players import PLAYERS_RULE, names_refusal
from companion.kernel.text import Listing, messages

T, N = messages("companion")


def seated_after(seated: Header, action: Any) -> Header:
    """Return the header with the players after an event.

    :param seated: the header with the players before it.
    """
    match action:
        case Reseat(seats, first):
            return evolve(seated, seats=seats, first=first)
        case Join(seat, name) if seat == len(seated.seats):
            return evolve(seated, seats=(*seated.seats, name))
        case Rename(seats, names):
            renamed = dict(zip(seats, names, strict=True))
            return evolve(seated, seats=tuple(renamed.get(seat, name) for seat, name in enumerate(seated.seats)))
    return seated


def gone_after(gone: frozenset[int], action: Any) -> frozenset[int]:
    """Return the seats of all players who have left, after an event.

    :param gone: the seats of those who had left before it.
    """
    match action:
        case Leave(seat):
            return gone | {seat}
        case Join(seat, _):
            return gone - {seat}
    return gone


def reseat(seated: Header, action: Reseat, items: Iterable[HistoryItem]) -> Header:
    """Return the header with other players.

    :param seated: the header with the current players.
    :param items: the history so far.
    :raises Refused: if a report that counts depends on the players, or the new ones cannot play.
    """
    if refused := reseating_refusal(items):
        raise Refused(refused)
    if refused := names_refusal(action.seats, [name for name in action.seats if name not in seated.seats]):
        raise Refused(refused)
    if (action.seats, action.first) == (seated.seats, seated.first):
        raise Refused(why(T("These players are already seated like this."), PLAYERS_RULE))
    return seated_after(seated, action)


def reseating_refusal(items: Iterable[HistoryItem]) -> Explanation | None:
    """Return why the players cannot be replaced any more: entries count that depend on who sits where."""
    count = sum(
        not item.undone and depends_on_seats(item.action) and not isinstance(item.action, Rename) for item in items
    )
    if not count:
        return None
    text = N(
        "The players can be changed until the first entry, and there is {n} already. Undo it first, or "
        "start a new game.",
        "The players can be changed until the first entry, and there are {n} already. Undo them first, "
        "or start a new game.",
        n=count,
    )
    return why(text, PLAYERS_RULE)


def rename(seated: Header, action: Rename) -> tuple[Explanation, ...]:
    """Return a message for each player who gets another name.

    :param seated: the header with the current players.
    :raises Refused: if the names are not possible, or nothing changes.
    """
    if not action.seats or len({*action.seats}) != len(action.seats) or len(action.seats) != len(action.names):
        raise Refused(why(T("Give one name for each player, and no player twice."), PLAYERS_RULE))
    refuse_unknown_seats(action.seats, seated, PLAYERS_RULE)
    names = seated_after(seated, action).seats
    if refused := names_refusal(names, action.names):
        raise Refused(refused)
    if names == seated.seats:
        raise Refused(why(T("{names}: that is the name already.", names=Listing(action.names)), PLAYERS_RULE))
    return tuple(
        why(T("{old} is now called {name}.", old=old or T("Player {number}", number=seat + 1), name=name), PLAYERS_RULE)
        for seat, (old, name) in enumerate(zip(seated.seats, names, strict=True))
        if old != name
    )


def refuse_unknown_seats(seats: Iterable[int], seated: Header, rule: str) -> None:
    """Check that seats exist.

    :param rule: id of the rule that a refusal cites.
    :raises Refused: at the first seat that does not exist.
    """
    for seat in seats:
        if seat not in range(len(seated.seats)):
            raise Refused(why(T("There is no seat {seat}.", seat=seat), rule))


def depends_on_seats(action: Any) -> bool:
    """Return whether an event means something else when other players sit there; a ruling does if it names its supporters."""
    return bool(action.agreed) if isinstance(action, Ruling) else not isinstance(action, Reseat)


def conflicts(change: Change, earlier: Seats) -> bool:
    """Return whether a change of the players may refer to other players because of an earlier one."""
    if isinstance(change, Rename) and isinstance(earlier, Rename):
        return bool({*earlier.seats} & {*change.seats})
    return isinstance(change, Join | Leave) and isinstance(earlier, Join | Leave)
