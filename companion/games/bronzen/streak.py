"""The streak: the chips of Einzels in a row, on the interim account until they are booked."""

from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.messages import N, T
from companion.games.bronzen.model import State, Streak
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.shared import score
from companion.kernel.report import Story
from companion.kernel.text import Player


def take_chip(story: Story[State], winner: int, *rules: str) -> None:
    """Add a chip to the winner's streak (bronzen.einzel.chip, bronzen.einzel.streak)."""
    streak = story.state.streak
    chips = streak.chips + 1 if streak else 1
    story.change(streak=Streak(winner, chips))
    text = N(
        "{player} puts a black chip on the interim account.",
        "{player} puts a black chip on the interim account: {n} in a row.",
        n=chips,
        player=Player(winner),
    )
    story.todo(text, "bronzen.einzel.chip", "bronzen.einzel.streak", *rules)


def book_streak(story: Story[State]) -> None:
    """Move the chips of the streak to the account; every full five bring points.

    Rules: bronzen.einzel.booking, bronzen.einzel.points, bronzen.ruling.streak_points.
    """
    streak = story.state.streak
    if not streak:
        return
    seat, chips = streak.seat, streak.chips
    story.change(streak=None)
    story.state = story.state.with_account(seat, story.state.accounts[seat].plus(LADDER[0], chips))
    text = N(
        "The streak ends: {player} moves {n} chip to the account.",
        "The streak ends: {player} moves {n} chips to the account.",
        n=chips,
        player=Player(seat),
    )
    story.todo(text, "bronzen.einzel.booking")
    points = chips // NUMBERS.streak.chips * NUMBERS.points.einzel
    if points:
        text = T(
            "{chips} chips at once: {points} points for {player}.", chips=chips, points=points, player=Player(seat)
        )
        score(story, seat, "einzel", points, text, "bronzen.einzel.points", "bronzen.ruling.streak_points")


def settle_streak(story: Story[State]) -> None:
    """Book the streak that is pending when a round ends, unless the house rule forfeits it (bronzen.ruling.pending_streak)."""
    if not story.state.streak:
        return
    if story.state.house.pending_streak == "book":
        story.tell(T("The streak still pending is booked."), "bronzen.ruling.pending_streak")
        book_streak(story)
    else:
        story.change(streak=None)
        text = T("By the house rule the streak still pending is forfeited; its chips go back to the bank.")
        story.tell(text, "bronzen.ruling.pending_streak")
