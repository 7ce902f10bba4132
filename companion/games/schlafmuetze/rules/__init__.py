"""The rules of Schlafmütze: what follows from a report, and why."""

from collections.abc import Hashable
from typing import assert_never

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import House, Keeping, State, dealt, stock_after_deal
from companion.games.schlafmuetze.refusals import refusal
from companion.games.schlafmuetze.rules import colours, counting, disputes, doubts, laying, scoring, setting
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Refused, Tone
from companion.kernel.game import Step


def begin(house: House, seats: int, dealer: int) -> Step[State]:
    """Return the start of the first round (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.setup.chips)."""
    nothing = (0,) * seats
    state = State(
        house=house,
        seats=seats,
        dealer=dealer,
        keeping=Keeping(house.keeping),
        phase=phases.Opening(dealer),
        hands=(dealt(seats),) * seats,
        stock=stock_after_deal(seats),
        chips=nothing,
        totals=nothing,
    )
    if not state.every_card:
        state = evolve(state, circle=UNKNOWN_CIRCLE)
    story = Story(state)
    if house.length == "target":
        text = T("You play to {points} minus points.", points=house.target)
        story.tell(text, "schlafmuetze.setup.target", "schlafmuetze.goal.game", tone=Tone.NOTE)
    setting.tell_deal(story)
    return story.step()


def apply(state: State, action: actions.Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = Story(state)
    match action:
        case actions.CircleTold():
            setting.circle_told(story, action)
        case actions.TopTold():
            setting.top_told(story, action)
        case actions.Laid():
            laying.laid(story, action)
        case actions.CannotOpen(seat):
            laying.cannot_open(story, seat)
        case actions.GoesOn():
            laying.goes_on(story)
        case actions.LastCardLaid(seat):
            laying.last_card(story, seat)
        case actions.NobodyDoubts():
            laying.nobody_doubts(story)
        case actions.WrongCard(seat):
            laying.wrong_card(story, seat)
        case actions.Halt():
            doubts.halt(story)
        case actions.Doubted():
            doubts.doubted(story, action)
        case actions.Voted(seat, against):
            doubts.voted(story, seat, against=against)
        case actions.SpeedDispute(latest):
            disputes.dispute(story, latest=latest)
        case actions.Agreed(seat):
            disputes.agreed(story, seat)
        case actions.NotAgreed():
            disputes.not_agreed(story)
        case actions.Stuck():
            colours.stuck(story, action)
        case actions.ColourNamed(colour):
            colours.colour_named(story, colour)
        case actions.NoColourLeft():
            colours.none_shows(story)
        case actions.HandsCounted(hands):
            scoring.hands_counted(story, hands)
        case actions.Recount():
            counting.recount(story, action)
        case actions.StockCounted(cards):
            counting.stock_counted(story, cards)
        case actions.KeepEveryCard():
            counting.keep_every_card(story, action)
        case actions.KeepRefereeOnly(forgets):
            counting.keep_referee_only(story, forgets=forgets)
        case actions.NextRound():
            scoring.next_round(story)
        case actions.Finish():
            scoring.finish(story)
        case _:
            assert_never(action)
    return story.step()


def moment(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports; a correction is of the round, whatever happens meanwhile."""
    if isinstance(
        action,
        actions.CircleTold
        | actions.TopTold
        | actions.Recount
        | actions.StockCounted
        | actions.KeepEveryCard
        | actions.KeepRefereeOnly,
    ):
        return state.round, type(action), state.keeping
    return state.round, state.phase, state.laid, state.told, state.colour, state.tried, state.chips
