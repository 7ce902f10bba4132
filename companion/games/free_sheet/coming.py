"""Who joins the sheet late, who leaves it early, and who comes back."""

from attrs import evolve

from companion.games.free_sheet.messages import N, T
from companion.games.free_sheet.model import State
from companion.games.free_sheet.rules import end_round
from companion.kernel.game import Step
from companion.kernel.report import Story
from companion.kernel.text import Player


def joined(state: State) -> Step[State]:
    """A new column, empty so far, whose points are told from this round on (free_sheet.ruling.coming)."""
    story = Story(evolve(state, totals=(*state.totals, 0), told=(*state.told, None)))
    text = N(
        "{player} has an empty column: no points from the round before, and is asked from round {round} on.",
        "{player} has an empty column: no points from the {n} rounds before, and is asked from round {round} on.",
        n=state.round - 1,
        player=Player(len(state.totals)),
        round=state.round,
    )
    if state.round == 1:
        text = T("{player} has an empty column and is asked from this round on.", player=Player(len(state.totals)))
    story.note(text, "free_sheet.ruling.coming")
    return story.step()


def left(state: State, seat: int) -> Step[State]:
    """A column that goes no further; the round goes on without (free_sheet.ruling.coming)."""
    story = Story(evolve(state, gone=state.gone | {seat}))
    if state.dealt[-1] == seat and state.told[seat] is None:
        dealer = story.state.left_of(seat)
        story.change(dealt=(*state.dealt[:-1], dealer))
        if story.state.dealers:
            text = T("Round {round}: {player} deals.", round=state.round, player=Player(dealer))
            story.todo(text, "free_sheet.ruling.dealer")
    if not story.state.untouched:
        end_round(story)
    return story.step()


def returned(state: State, seat: int) -> Step[State]:
    """The column goes on with the points it has; the rounds between bring nothing (free_sheet.ruling.coming)."""
    story = Story(evolve(state, gone=state.gone - {seat}))
    text = N(
        "{player} carries on with {n} point and is asked from round {round} on.",
        "{player} carries on with {n} points and is asked from round {round} on.",
        n=state.totals[seat],
        player=Player(seat),
        round=state.round,
    )
    story.note(text, "free_sheet.ruling.coming")
    return story.step()
