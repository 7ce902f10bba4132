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


def event_key(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports.

    A correction is of what it counts or tells anew: it outlives whatever leaves that as it is, and nothing else
    (schlafmuetze.ruling.recount). A card of another player is another card.
    """
    correction = state.round, type(action), state.keeping
    place = state.round, state.phase, state.laid, state.told, state.colour, state.tried, state.chips
    match action:
        case actions.Recount(seat) if seat in state.everybody:
            return (*correction, state.hands and state.hands[seat], state.chips[seat])
        case actions.TopTold(pile) if pile in range(len(state.circle)):
            return (*correction, state.circle[pile])
        case actions.CircleTold():
            return (*correction, state.circle)
        case actions.StockCounted():
            return (*correction, state.stock)
        case actions.KeepEveryCard():
            return (*correction, *place)
        case actions.KeepRefereeOnly():
            return correction
        case actions.Laid(seat) | actions.WrongCard(seat):
            return (*place, seat)
        case _:
            return place
