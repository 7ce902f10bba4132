"""Who joins late and who leaves early: what holds in every game, before the game itself is asked (companion.coming)."""

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from attrs import evolve

from companion.kernel.explain import Explanation, Refused, why
from companion.kernel.game import Game, Joinable, Returning, Step
from companion.kernel.log import Join, Leave
from companion.kernel.players import alike, names_refusal
from companion.kernel.setup import wrong_number
from companion.kernel.text import Player, Text, messages

T, N = messages("companion")

RULE: Final = "companion.coming"


def join(game: Game[Any, Any], state: Any, change: Join, names: Sequence[str], gone: Collection[int]) -> Step[Any]:
    """Return what it leads to that somebody joins, or comes back.

    :param names: everybody who has a seat, and those who have left one.
    :param gone: the seats of those who have left.
    :raises Refused: if nobody can, not with this name, or not now.
    """
    open_ = _open(game, state)
    seat, again = change.seat, change.seat in gone
    if again and alike(change.name) != alike(names[seat]):
        raise _refused(T("This is the seat of {player}: nobody else takes it.", player=Player(seat)))
    if not again and seat != len(names):
        raise _refused(T("Whoever joins takes the next seat, {next}, and not {seat}.", next=len(names), seat=seat))
    if not again and (unfit := names_refusal((*names, change.name), (change.name,))):
        raise Refused(unfit)
    if wrong := wrong_number(game.meta, len(names) - len(gone) + 1):
        raise _refused(wrong)
    if not again:
        return _told(T("{name} joins.", name=change.name), open_.joined(state))
    if not hasattr(game, "returned"):
        raise _refused(T("In {game} nobody comes back after leaving.", game=game.meta.title))
    return _told(T("{player} is back.", player=Player(seat)), cast(Returning, game).returned(state, seat))


def leave(game: Game[Any, Any], state: Any, change: Leave, names: Sequence[str], gone: Collection[int]) -> Step[Any]:
    """Return what it leads to that somebody leaves; see :func:`came`.

    :raises Refused: if nobody can, or this player not now.
    """
    open_ = _open(game, state)
    if change.seat not in range(len(names)):
        raise _refused(T("There is no seat {seat}.", seat=change.seat))
    player = Player(change.seat)
    if change.seat in gone:
        raise _refused(T("{player} has left already.", player=player))
    if wrong := wrong_number(game.meta, len(names) - len(gone) - 1):
        raise _refused(wrong)
    text = T(
        "{player} leaves, and ranks behind everybody who plays on. The points so far stay on the sheet.", player=player
    )
    return _told(text, open_.left(state, change.seat))


def closed(game: Game[Any, Any], state: Any) -> Explanation | None:
    """Return why nobody joins or leaves, whoever it is."""
    if not hasattr(game, "joined"):
        return why(T("In {game} those who began play to the end. Nobody joins or leaves.", game=game.meta.title), RULE)
    if game.is_over(state):
        return why(T("The game is over: nobody joins or leaves any more."), RULE)
    return None


def _open(game: Game[Any, Any], state: Any) -> Joinable:
    if refused := closed(game, state):
        raise Refused(refused)
    return cast(Joinable, game)


def _told(text: Text, step: Step[Any]) -> Step[Any]:
    return evolve(step, messages=(why(text, RULE), *step.messages))


def _refused(text: Text) -> Refused:
    return Refused(why(text, RULE))
