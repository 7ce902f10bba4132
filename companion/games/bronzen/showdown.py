"""The showdown: somebody lays the very last card and must win clearly."""

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.model import Reveal, Stack, State, Trick
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import end_round, outstanding, score
from companion.games.bronzen.streak import settle_streak
from companion.games.bronzen.trick import collect, next_trick, return_stakes, score_trick, take_trick
from companion.kernel.report import Story
from companion.kernel.text import Player, Text


def won(story: Story[State], trick: Trick, winner: int, last: tuple[int, ...], pointless: int | None) -> None:
    """Judge a pair with a higher card in which somebody played the very last one.

    Rules: bronzen.showdown.clear_win, bronzen.ruling.very_last_card.

    :param last: who played the last card.
    :param pointless: who would win no points with it.
    """
    if winner not in last:
        text = T("{player} has the higher card and wins the showdown.", player=Player(winner))
        _lose_round(story, trick, winner, text)
    elif len(last) == len(SEATS):
        text = T("Both played the last card; {player} wins everything.", player=Player(winner))
        _lose_round(story, trick, winner, text, "bronzen.ruling.both_short")
    elif winner != pointless:
        text = T(
            "There were exactly enough cards: by the house rule {player} wins the trick as usual.",
            player=Player(winner),
        )
        story.tell(text, "bronzen.ruling.very_last_card")
        score_trick(story, trick, winner)
        return_stakes(story, trick)
        take_trick(story, trick, winner)
    else:
        _survive(story, trick, winner)


def not_won(story: Story[State], trick: Trick, last: tuple[int, ...]) -> None:
    """Judge a special in which somebody played the very last card (bronzen.showdown.clear_win).

    :param last: who played the last card.
    """
    if len(last) == len(SEATS):
        _undecided(story, trick)
    else:
        text = T("{player} does not win the showdown clearly.", player=Player(last[0]))
        _lose_round(story, trick, 1 - last[0], text)


def _survive(story: Story[State], trick: Trick, winner: int) -> None:
    """The short player won clearly: the trick is the new hand stack, no points (bronzen.showdown.survived)."""
    text = T(
        "{player} wins the showdown clearly and shuffles all {cards} cards of the trick into a new hand stack.",
        player=Player(winner),
        cards=len(SEATS) * trick.laid,
    )
    story.todo(text, "bronzen.showdown.survived", "bronzen.showdown.clear_win")
    if outstanding(story.state, trick, winner):
        text = T("A survived showdown brings no points.")
        story.tell(text, "bronzen.showdown.survived", "bronzen.ruling.survived_showdown")
    return_stakes(story, trick)
    story.state = story.state.with_stack(winner, Stack(len(SEATS) * trick.laid, 0))
    next_trick(story, winner)


def _undecided(story: Story[State], trick: Trick) -> None:
    """Both played the last card and nobody won (bronzen.ruling.both_short)."""
    return_stakes(story, trick)
    own = Stack(trick.laid, 0)
    story.change(stacks=(own, own))
    if story.state.house.both_short == "drawn":
        text = T("Both played the last card and nobody won: by the house rule the round is drawn.")
        story.tell(text, "bronzen.ruling.both_short")
        end_round(story, None)
    else:
        text = T(
            "Both played the last card and nobody won: both take their own cards back, shuffle and reveal again. The points of this trick are lost."
        )
        story.todo(text, "bronzen.ruling.both_short")
        story.change(phase=Reveal(), trick=story.state.trick + 1)


def _lose_round(
    story: Story[State], trick: Trick, winner: int, text: Text, rule: str = "bronzen.showdown.clear_win"
) -> None:
    """Somebody has no card left: the Bronzen (bronzen.showdown.lost, bronzen.bronzen.points, bronzen.goal)."""
    story.tell(text, rule, "bronzen.showdown.lost")
    score_trick(story, trick, winner)
    settle_streak(story)
    return_stakes(story, trick)
    collect(story, trick, winner)
    points = NUMBERS.points.bronzen
    text = T(
        "{other} has no card left: {player} gets {points} points for the Bronzen.",
        other=Player(1 - winner),
        player=Player(winner),
        points=points,
    )
    score(story, winner, "bronzen", points, text, "bronzen.bronzen.points", "bronzen.goal")
    story.change(last_winner=winner)
    end_round(story, winner)
