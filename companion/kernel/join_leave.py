"""Joining late and leaving early: the checks for every game, before those of the game itself (companion.coming)."""

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from attrs import evolve

from companion.kernel.explain import Explanation, Refused, why
from companion.kernel.game import Game, Joinable, Returning, Step
from companion.kernel.log import Join, Leave
from companion.kernel.players import name_key, names_refusal
from companion.kernel.setup import wrong_player_count
from companion.kernel.text import Player, Text, messages

T, N = messages("companion")

RULE: Final = "companion.coming"


def join(game: Game[Any, Any], state: Any, change: Join, names: Sequence[str], gone: Collection[int]) -> Step[Any]:
    """Return the result of a player joining, or coming back.

    :param names: the name of each seat, including seats whose player has left.
    :param gone: the seats whose players have left.
    :raises Refused: if the game cannot be joined at all, under this name, or now.
    """
    joinable = _joinable(game, state)
    seat, again = change.seat, change.seat in gone
    if again and name_key(change.name) != name_key(names[seat]):
        raise _refused(T("This seat belongs to {player}.", player=Player(seat)))
    if not again and seat != len(names):
        raise _refused(T("A new player takes the next seat, {next}, not {seat}.", next=len(names), seat=seat))
    if not again and (unfit := names_refusal((*names, change.name), (change.name,))):
        raise Refused(unfit)
    if wrong := wrong_player_count(game.meta, len(names) - len(gone) + 1):
        raise _refused(wrong)
    if not again:
        return _announced(T("{name} joins.", name=change.name), joinable.joined(state))
    if not hasattr(game, "returned"):
        raise _refused(T("In {game} you cannot come back after leaving.", game=game.meta.title))
    return _announced(T("{player} is back.", player=Player(seat)), cast(Returning, game).returned(state, seat))


def leave(game: Game[Any, Any], state: Any, change: Leave, names: Sequence[str], gone: Collection[int]) -> Step[Any]:
    """Return the result of a player leaving; see :func:`join` for the arguments.

    :raises Refused: if the game cannot be left, or not by this player now.
    """
    joinable = _joinable(game, state)
    if change.seat not in range(len(names)):
        raise _refused(T("There is no seat {seat}.", seat=change.seat))
    player = Player(change.seat)
    if change.seat in gone:
        raise _refused(T("{player} has left already.", player=player))
    if wrong := wrong_player_count(game.meta, len(names) - len(gone) - 1):
        raise _refused(wrong)
    text = T(
        "{player} leaves and is ranked below everyone still playing. The points so far stay on the sheet.",
        player=player,
    )
    return _announced(text, joinable.left(state, change.seat))


def closed_reason(game: Game[Any, Any], state: Any) -> Explanation | None:
    """Return why no player can join or leave this game now, ``None`` if some can."""
    if not hasattr(game, "joined"):
        return why(T("In {game} nobody can join or leave during a game.", game=game.meta.title), RULE)
    if game.is_over(state):
        return why(T("The game is over: nobody can join or leave any more."), RULE)
    return None


def _joinable(game: Game[Any, Any], state: Any) -> Joinable:
    if refused := closed_reason(game, state):
        raise Refused(refused)
    return cast(Joinable, game)


def _announced(text: Text, step: Step[Any]) -> Step[Any]:
    return evolve(step, messages=(why(text, RULE), *step.messages))


def _refused(text: Text) -> Refused:
    return Refused(why(text, RULE))
