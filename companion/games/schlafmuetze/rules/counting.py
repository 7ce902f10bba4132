"""Counting anew, and how much is told."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import FRESH_CIRCLE, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import Keeping, plus
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.text import Player


def recount(story: Story, action: actions.Recount) -> None:
    state, seat = story.state, action.seat
    chips = plus(state.chips, (seat,), action.chips - state.chips[seat])
    hands = state.hands
    if hands is not None and action.cards is not None:
        hands = plus(hands, (seat,), action.cards - hands[seat])
    story.state = evolve(state, hands=hands, chips=chips)
    text = T("{player}'s cards and chips are as counted now.", player=Player(seat))
    story.tell(text, "schlafmuetze.ruling.recount")


def stock_counted(story: Story, cards: int) -> None:
    story.state = evolve(story.state, stock=cards)
    text = N("The stock holds {n} card.", "The stock holds {n} cards.", n=cards)
    story.tell(text, "schlafmuetze.ruling.recount")


def keep_every_card(story: Story, action: actions.KeepEveryCard) -> None:
    """From here on each card is told; tops of piles become known as they are told (schlafmuetze.ruling.keeping)."""
    state = evolve(story.state, keeping=Keeping.EVERY_CARD)
    if isinstance(state.phase, phases.Opening):
        state = evolve(state, circle=FRESH_CIRCLE)
    elif isinstance(state.phase, phases.Running):
        state = evolve(
            state,
            phase=phases.Running(),
            circle=UNKNOWN_CIRCLE,
            hands=action.hands,
            pausing=action.pausing,
            colour=action.colour,
            tried=(),
            latest=None,
        )
    story.state = state
    story.tell(T("From now on every card is told."), "schlafmuetze.ruling.keeping")


def keep_referee_only(story: Story) -> None:
    """From here on only what needs a referee is told (schlafmuetze.ruling.keeping)."""
    state = evolve(story.state, keeping=Keeping.REFEREE_ONLY, circle=UNKNOWN_CIRCLE)
    if isinstance(state.phase, phases.Running):
        state = evolve(state, phase=phases.Running(), hands=None, pausing=None, colour=None, tried=(), latest=None)
    story.state = state
    text = T("From now on only doubts, chips, disputes and new colours are told.")
    story.tell(text, "schlafmuetze.ruling.keeping")
