"""Counting anew, and how much is told."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import FRESH_CIRCLE, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import Keeping, Latest, State, plus
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.text import Player


def recount(story: Story, action: actions.Recount) -> None:
    state, seat = story.state, action.seat
    chips = plus(state.chips, (seat,), action.chips - state.chips[seat])
    hands = state.hands
    if hands is not None and action.cards is not None:
        hands = plus(hands, (seat,), action.cards - hands[seat])
    story.state = counted(evolve(state, hands=hands, chips=chips))
    text = T("{player}'s cards and chips are as counted now.", player=Player(seat))
    story.tell(text, "schlafmuetze.ruling.recount")


def stock_counted(story: Story, cards: int) -> None:
    story.state = counted(evolve(story.state, stock=cards))
    text = N("The stock holds {n} card.", "The stock holds {n} cards.", n=cards)
    story.tell(text, "schlafmuetze.ruling.recount")


def counted(state: State) -> State:
    """Return the table when no more cards can go back than lie there after all (schlafmuetze.ruling.recount)."""
    if state.hands is None or state.latest is None:
        return state
    return evolve(state, latest=state.latest.not_deeper_than(state.laid))


def keep_every_card(story: Story, action: actions.KeepEveryCard) -> None:
    """From here on each card is told; tops of piles become known as they are told (schlafmuetze.ruling.keeping)."""
    state = evolve(story.state, keeping=Keeping.EVERY_CARD)
    if isinstance(state.phase, phases.Opening):
        known = state.circle_known and not action.forgets
        state = evolve(state, circle=state.circle if known else FRESH_CIRCLE)
    elif isinstance(state.phase, phases.Running):
        counted = evolve(state.forgotten(), hands=action.hands, pausing=action.pausing, colour=action.colour)
        state = counted if action.forgets else recalled(state, counted)
    story.state = state
    story.tell(T("From now on every card is told."), "schlafmuetze.ruling.keeping")


def recalled(known: State, counted: State) -> State:
    """Return the table as it has been counted, with all that was known before and still holds.

    If it is as it was told or named last, no card was laid since; otherwise the pausing player laid the latest one.
    """
    told, sure = known.as_told(), known.told is not None and known.told.sure and not known.told.covered
    if known.colour and _same(known, counted):
        if sure and _same(told, counted):
            known = told
        latest = known.latest
        # the author of a rejected word who pauses by the house rule has not laid the card before
        if latest and latest.seat is None and known.house.names_colour == "previous":
            latest = evolve(latest, seat=counted.pausing)
        return evolve(counted, circle=known.circle, tried=known.tried, latest=latest)
    if sure and _same(told, counted):
        return evolve(counted, circle=told.circle, latest=told.latest)
    return evolve(counted, latest=Latest(counted.pausing, first=counted.laid == 1, sure=False))


def _same(known: State, counted: State) -> bool:
    """Tell whether a table is as it has been counted, as far as it is known."""
    return (
        known.colour in (None, counted.colour)
        and known.pausing in (None, counted.pausing)
        and known.hands in (None, counted.hands)
    )


def keep_referee_only(story: Story, *, forgets: bool) -> None:
    """From here on only what needs a referee is told (schlafmuetze.ruling.keeping).

    As long as nothing tells of another card, the one told last is the latest; where a colour has been named, the next
    card is awaited as ever.
    """
    state = evolve(story.state, keeping=Keeping.REFEREE_ONLY)
    if isinstance(state.phase, phases.Running):
        if forgets or state.phase.claimed is not None:
            state = state.forgotten()
        elif state.latest and not state.latest.named:
            state = state.untold()
        state = evolve(state, phase=phases.Running())
    elif forgets:
        state = evolve(state, circle=UNKNOWN_CIRCLE)
    story.state = state
    text = T("From now on only doubts, chips, disputes and new colours are told.")
    story.tell(text, "schlafmuetze.ruling.keeping")
