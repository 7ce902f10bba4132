"""What several reports of Schlafmütze share: when they fit and whom they name, chips, and new colours."""

from collections.abc import Hashable, Iterable

from attrs import evolve

from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T
from companion.games.schlafmuetze.model import Settled, State, plus
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import (
    Cause,
    Counting,
    GameOver,
    Naming,
    Opening,
    RoundOver,
    Running,
)
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import Effects, Report
from companion.kernel.text import Each, Player, Text


class TableReport(Report[State]):
    """A report that, told again after anything else has been told, tells another event."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(state)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """A report that ends a round names its event by who wins the round."""
        return evolve(super().history(before, step), event_title=round_won(before, step))


def round_won(before: State, step: Step[State]) -> Text | None:
    """Return who wins the round that a report ends, in a few words; counting the hands belongs to its end."""
    phase = step.state.phase
    if isinstance(before.phase, RoundOver) or not isinstance(phase, Counting | RoundOver | GameOver):
        return None
    if phase.winner is None:
        return T("Nobody wins the round")
    return T("{player} wins the round", player=Player(phase.winner))


def event(state: State, *more: Hashable) -> Hashable:
    """Return which event the table has come to."""
    return state.round, state.phase, state.laid, state.told, state.colour, state.tried, state.chips, *more


def settled(state: State) -> Settled:
    """Return what has just been settled without being asked (schlafmuetze.ruling.settled)."""
    now = event(state)
    return state.settled if state.settled and state.settled.at == now else Settled(now)


def correction(state: State, kind: type[Report[State]], *counted: Hashable) -> Hashable:
    """Return which event a correction is of.

    It outlives whatever leaves as it is what is counted or told anew, and nothing else (schlafmuetze.ruling.recount).
    """
    return state.round, kind, state.every_card, *counted


# What is refused


def cards_untold(state: State) -> Explanation | None:
    """Return why a single card is not told at this table, unless with it every card begins to be (schlafmuetze.ruling.keeping)."""
    if state.every_card or isinstance(state.phase, Opening):
        return None
    return why(T("At this table you enter only what needs a referee, not each card."), "schlafmuetze.ruling.keeping")


def cards_told(state: State) -> Explanation | None:
    """Return why it is told which card lies, and not just that one does (schlafmuetze.ruling.keeping)."""
    if not state.every_card:
        return None
    return why(T("At this table you enter every card: say which one."), "schlafmuetze.ruling.keeping")


def not_asked(state: State, opening: Opening, seat: int) -> Explanation | None:
    """The dealer is asked first, then the players to the left (schlafmuetze.start.dealer, schlafmuetze.start.pass_left)."""
    if seat == opening.asked:
        return None
    asked = Player(opening.asked)
    if opening.passed or opening.asked != state.dealer:
        text = T("It is {player}’s turn to lay the first card.", player=asked)
        return why(text, "schlafmuetze.start.pass_left", "schlafmuetze.start.dealer")
    text = T("The dealer lays the first card: {player}.", player=asked)
    return why(text, "schlafmuetze.start.dealer", "schlafmuetze.start.pass_left")


def claimed(state: State, *, but: int | None = None) -> Explanation | None:
    """A card that lies by agreement is told before anything else (schlafmuetze.speed.dispute_agreed)."""
    if state.claimed is None or state.claimed == but:
        return None
    text = T("It was agreed that {player}'s card stays. Enter that card first.", player=Player(state.claimed))
    return why(text, "schlafmuetze.speed.dispute_agreed")


def wrong_hands(state: State, hands: tuple[int, ...], winner: int | None) -> Explanation | None:
    """Everybody but the winner holds cards, and no more than there are (schlafmuetze.score.minus, schlafmuetze.cards)."""
    if len(hands) != state.seats:
        return why(T("One number for each of the {n} players.", n=state.seats), "schlafmuetze.score.minus")
    absent = next((seat for seat in sorted(state.gone) if hands[seat]), None)
    wrong = (wrong_hand(winner, seat, hands[seat]) for seat in state.everybody)
    return (
        refuse_unknown_seat(state.everybody, absent, gone=state.gone)
        or next(filter(None, wrong), None)
        or too_many(state, sum(hands))
    )


def wrong_hand(winner: int | None, seat: int, cards: int) -> Explanation | None:
    """Everybody but the winner holds cards (schlafmuetze.end.out)."""
    if seat == winner and cards:
        return why(T("{player} has laid the last card.", player=Player(seat)), "schlafmuetze.end.out")
    if seat != winner and cards < 1:
        text = T("{player} holds at least one card, or would have won the round.", player=Player(seat))
        return why(text, "schlafmuetze.end.out")
    return None


def too_many(state: State, cards: int) -> Explanation | None:
    """The hands hold no more than there is (schlafmuetze.ruling.recount)."""
    if cards <= state.most_in_hands:
        return None
    text = T(
        "That is {cards} cards in all, but no more than {most} can be in the hands. Please count again.",
        cards=cards,
        most=state.most_in_hands,
    )
    return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.cards")


# What follows


def tell_cards(effects: Effects[State]) -> None:
    """From now on every card is told, as with the first one of a round (schlafmuetze.ruling.keeping)."""
    if not effects.state.every_card:
        effects.state = effects.state.told_exactly()
        effects.say(T("From now on you enter every card."), "schlafmuetze.ruling.keeping")


def unkept(effects: Effects[State]) -> None:
    """Cards may have been laid that nobody tells."""
    effects.state = evolve(effects.state.forgotten(), phase=Running())


def lies_on_top(effects: Effects[State], *, disputed: bool) -> None:
    """Record that a card was laid without being entered; earlier entries are kept aside (schlafmuetze.ruling.keeping).

    :param disputed: whether it may have replaced the card entered last, which then went back.
    """
    told = effects.state.told or effects.state.untold().told
    unkept(effects)
    if told and (disputed or not told.covered):
        sure = told.sure and (not disputed or told.latest.first)
        effects.change(told=evolve(told, covered=True, sure=sure))


def chips_left(state: State) -> bool:
    """Return whether anybody can still take a chip: by the house rule, only while the middle has one (schlafmuetze.ruling.chips)."""
    return state.house.chips == "count_on" or state.middle >= NUMBERS.wrong.chips


def take_chip(effects: Effects[State], seat: int, *rules: str) -> None:
    """A chip from the middle, whether one is left there or not (schlafmuetze.ruling.chips)."""
    number = NUMBERS.wrong.chips
    if effects.state.middle < number:
        if not chips_left(effects.state):
            text = T("The middle has no chip left for {player}.", player=Player(seat))
            effects.say(text, "schlafmuetze.ruling.chips")
            return
        text = T("The middle is empty. Use something else as a chip; it counts all the same.")
        effects.todo(text, "schlafmuetze.ruling.chips")
    effects.change(chips=plus(effects.state.chips, (seat,), number))
    player = Player(seat)
    text = N(
        "{player} takes a chip.",
        "{player} takes {n} chips.",
        n=number,
        player=player,
        of_several=N(
            "{players} take a chip each.", "{players} take {n} chips each.", n=number, players=Each((player,))
        ),
    )
    effects.say(text, *rules)


def name_another(effects: Effects[State], cause: Cause, by: int | None, barred: Iterable[Colour | None]) -> None:
    """Ask for a new colour; if no other shows, the same one stays (schlafmuetze.ruling.new_colour)."""
    no = set(barred)
    allowed = tuple(colour for colour in effects.state.showing if colour not in no)
    if allowed:
        effects.change(phase=Naming(cause, by, allowed))
        name_if_settled(effects)
    else:
        same_colour(effects)


def name_if_settled(effects: Effects[State]) -> None:
    """Where only one colour can be named, nobody is asked for it (schlafmuetze.ruling.settled)."""
    (only, *others), state = effects.phase(Naming).allowed, effects.state
    if others or not state.circle_known or state.house.asking == "everything":
        return
    text = T("Only {colour} is left.", colour=COLOUR_NAMES[only])
    effects.say(text, "schlafmuetze.ruling.settled", "schlafmuetze.ruling.new_colour")
    name(effects, only)
    effects.change(settled=Settled(event(effects.state), colour=only))


def name(effects: Effects[State], colour: Colour) -> None:
    """The tried colours count anew after any naming that is not for want of a card (schlafmuetze.ruling.tried_anew)."""
    naming, state = effects.phase(Naming), effects.state
    effects.change(
        phase=Running(),
        colour=colour,
        tried=state.tried if naming.cause is Cause.STUCK else (),
        latest=evolve(state.latest, named=True) if state.latest else None,
    )
    rule = naming.cause.value
    text = T("The next card goes on {colour}.", colour=COLOUR_NAMES[colour])
    effects.say(text, rule, "schlafmuetze.colour.forced", "schlafmuetze.ruling.new_colour")
    if naming.by is not None:
        begins = naming.cause is Cause.REJECTED and state.house.names_colour == "author"
        by = Player(naming.by)
        text = T("{player} pauses.", player=by) if begins else T("{player} goes on pausing.", player=by)
        effects.note(text, rule, "schlafmuetze.pause")


def same_colour(effects: Effects[State]) -> None:
    """Play goes on with the colour there was (schlafmuetze.ruling.same_colour)."""
    colour = effects.state.colour
    assert colour is not None
    effects.change(phase=Running(), tried=())
    text = T("No other colour shows, so it stays {colour}.", colour=COLOUR_NAMES[colour])
    effects.say(text, "schlafmuetze.ruling.same_colour")
