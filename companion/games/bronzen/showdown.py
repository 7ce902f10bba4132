"""The showdown: a player lays the very last card and must win clearly."""

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.model import Reveal, Stack, State, Trick
from companion.games.bronzen.shared import bronzen_due, end_round, outstanding, score
from companion.games.bronzen.trick import collect, next_trick, return_stakes, score_trick, settle_streak, take_trick
from companion.kernel.report import Effects
from companion.kernel.text import Player, Text


def won(effects: Effects[State], trick: Trick, winner: int, last: tuple[int, ...], pointless: int | None) -> None:
    """Judge a pair with a higher card in which a player played the very last one.

    Rules: bronzen.showdown.clear_win, bronzen.ruling.very_last_card.

    :param last: the seats that played their last card.
    :param pointless: the seat that would win no points with it.
    """
    if winner not in last:
        text = T("{player} has the higher card and wins the showdown.", player=Player(winner))
        _lose_round(effects, trick, winner, text)
    elif len(last) == len(SEATS):
        text = T("Both played the last card; {player} wins everything.", player=Player(winner))
        _lose_round(effects, trick, winner, text, "bronzen.ruling.both_short")
    elif winner != pointless:
        text = T(
            "There were just enough cards: by the house rule {player} wins the trick as usual.",
            player=Player(winner),
        )
        effects.say(text, "bronzen.ruling.very_last_card")
        score_trick(effects, trick, winner)
        return_stakes(effects, trick)
        take_trick(effects, trick, winner)
    else:
        _survive(effects, trick, winner)


def not_won(effects: Effects[State], trick: Trick, last: tuple[int, ...]) -> None:
    """Judge a special in which a player played the very last card (bronzen.showdown.clear_win).

    :param last: the seats that played their last card.
    """
    if len(last) == len(SEATS):
        _undecided(effects, trick)
    else:
        text = T("In a showdown a tie counts for {player}.", player=Player(1 - last[0]))
        _lose_round(effects, trick, 1 - last[0], text)


def _survive(effects: Effects[State], trick: Trick, winner: int) -> None:
    """The short player won clearly: the trick is the new hand stack, no points (bronzen.showdown.survived)."""
    text = T(
        "{player} wins the showdown clearly and shuffles all {cards} cards of the trick into a new hand stack.",
        player=Player(winner),
        cards=len(SEATS) * trick.laid,
    )
    effects.todo(text, "bronzen.showdown.survived", "bronzen.showdown.clear_win")
    if outstanding(effects.state, trick, winner):
        text = T("A survived showdown brings no points.")
        effects.say(text, "bronzen.showdown.survived", "bronzen.ruling.survived_showdown")
    return_stakes(effects, trick)
    effects.state = effects.state.with_stack(winner, Stack(len(SEATS) * trick.laid, 0))
    next_trick(effects, winner)


def _undecided(effects: Effects[State], trick: Trick) -> None:
    """Judge a trick in which both played the last card and neither won (bronzen.ruling.both_short)."""
    return_stakes(effects, trick)
    own = Stack(trick.laid, 0)
    effects.change(stacks=(own, own))
    if effects.state.house.both_short == "drawn":
        text = T("Both played the last card and nobody won: by the house rule the round is a draw.")
        effects.say(text, "bronzen.ruling.both_short")
        end_round(effects, None)
    else:
        text = T(
            "Both played the last card and nobody won: both take their own cards back, shuffle and reveal again. The points of this trick are lost.",
            brief=T(
                "Both played the last card and nobody won: both take their own cards back, shuffle and reveal again."
            ),
        )
        effects.todo(text, "bronzen.ruling.both_short")
        effects.change(phase=Reveal(), trick=effects.state.trick + 1)


def _lose_round(
    effects: Effects[State], trick: Trick, winner: int, text: Text, rule: str = "bronzen.showdown.clear_win"
) -> None:
    """Score the Bronzen of a player without cards (bronzen.showdown.lost, bronzen.bronzen.points, bronzen.goal)."""
    effects.say(text, rule, "bronzen.showdown.lost")
    score_trick(effects, trick, winner)
    settle_streak(effects)
    return_stakes(effects, trick)
    collect(effects, trick, winner)
    score(effects, winner, bronzen_due(winner))
    effects.change(last_winner=winner)
    end_round(effects, winner)
