"""Shared parts of the reports of Schlafmütze: event keys, refusals, chips and new colours."""

from collections.abc import Hashable, Iterable

from attrs import evolve

from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T
from companion.games.schlafmuetze.model import Settled, State, plus
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Cause, Counting, GameOver, Naming, Opening, RoundOver, Running
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import Effects, Report
from companion.kernel.text import Each, Player, Text


class TableReport(Report[State]):
    """A report that can be repeated after any other report."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(state)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        """Return the history event; if it ends a round, its title names the winner."""
        return evolve(super().history(before, step), event_title=round_won(before, step))


def round_won(before: State, step: Step[State]) -> Text | None:
    """Return a title with the winner, if a report ends a round; counting the hands belongs to that end."""
    phase = step.state.phase
    if isinstance(before.phase, RoundOver) or not isinstance(phase, Counting | RoundOver | GameOver):
        return None
    if phase.winner is None:
        return T("Nobody wins the round")
    return T("{player} wins the round", player=Player(phase.winner))


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key of the current event; used to reject duplicate reports."""
    return state.round, state.phase, state.laid, state.last_known, state.colour, state.tried, state.chips, *more


def settled(state: State) -> Settled:
    """Return the latest conclusion drawn without a report (schlafmuetze.ruling.settled)."""
    now = event(state)
    return state.settled if state.settled and state.settled.at == now else Settled(now)


def correction(state: State, kind: type[Report[State]], *counted: Hashable) -> Hashable:
    """Return the event key of a correction, the same until a corrected value changes (schlafmuetze.ruling.recount)."""
    return state.round, kind, state.every_card, *counted


# Refusals


def refuse_single_card(state: State) -> Explanation | None:
    """Refuse single cards where they are not entered, except the first, which starts it (schlafmuetze.ruling.keeping)."""
    if state.every_card or isinstance(state.phase, Opening):
        return None
    return why(T("At this table you enter only what needs a referee, not each card."), "schlafmuetze.ruling.keeping")


def refuse_unnamed_card(state: State) -> Explanation | None:
    """Refuse a card without details where every card is entered (schlafmuetze.ruling.keeping)."""
    if not state.every_card:
        return None
    return why(T("At this table you enter every card: say which one."), "schlafmuetze.ruling.keeping")


def not_asked(state: State, opening: Opening, seat: int) -> Explanation | None:
    """Return why it is not a player's turn to open (schlafmuetze.start.dealer, schlafmuetze.start.pass_left)."""
    if seat == opening.asked:
        return None
    asked = Player(opening.asked)
    if opening.passed or opening.asked != state.dealer:
        text = T("It is {player}’s turn to lay the first card.", player=asked)
        return why(text, "schlafmuetze.start.pass_left", "schlafmuetze.start.dealer")
    text = T("The dealer lays the first card: {player}.", player=asked)
    return why(text, "schlafmuetze.start.dealer", "schlafmuetze.start.pass_left")


def claimed(state: State, *, but: int | None = None) -> Explanation | None:
    """Require an agreed card first, except from the player ``but`` (schlafmuetze.speed.dispute_agreed)."""
    if state.claimed is None or state.claimed == but:
        return None
    text = T("It was agreed that {player}'s card stays. Enter that card first.", player=Player(state.claimed))
    return why(text, "schlafmuetze.speed.dispute_agreed")


def wrong_hands(state: State, hands: tuple[int, ...], winner: int | None) -> Explanation | None:
    """Require cards for all but the winner, and a possible total (schlafmuetze.score.minus, schlafmuetze.cards)."""
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
    """Require no card for the winner, and at least one for each other player (schlafmuetze.end.out)."""
    if seat == winner and cards:
        return why(T("{player} has laid the last card.", player=Player(seat)), "schlafmuetze.end.out")
    if seat != winner and cards < 1:
        text = T("{player} holds at least one card, or would have won the round.", player=Player(seat))
        return why(text, "schlafmuetze.end.out")
    return None


def too_many(state: State, cards: int) -> Explanation | None:
    """Return why all hands together cannot hold so many cards (schlafmuetze.ruling.recount)."""
    if cards <= state.most_in_hands:
        return None
    text = T(
        "That is {cards} cards in all, but no more than {most} can be in the hands. Please count again.",
        cards=cards,
        most=state.most_in_hands,
    )
    return why(text, "schlafmuetze.ruling.recount", "schlafmuetze.cards")


# Effects


def enter_every_card(effects: Effects[State]) -> None:
    """Enter every card from now on, since the first one of a round was entered (schlafmuetze.ruling.keeping)."""
    if not effects.state.every_card:
        effects.state = effects.state.with_every_card()
        effects.say(T("From now on you enter every card."), "schlafmuetze.ruling.keeping")


def forget_cards(effects: Effects[State]) -> None:
    """Clear what is known of the cards, since unreported ones may have been laid."""
    effects.state = evolve(effects.state.forgotten(), phase=Running())


def lies_on_top(effects: Effects[State], *, disputed: bool) -> None:
    """Record that a card was laid without being entered; earlier entries are kept aside (schlafmuetze.ruling.keeping).

    :param disputed: whether it may have replaced the card entered last, which then went back.
    """
    last = effects.state.last_known or effects.state.keeping_last_known().last_known
    forget_cards(effects)
    if last and (disputed or not last.covered):
        sure = last.sure and (not disputed or last.latest.first)
        effects.change(last_known=evolve(last, covered=True, sure=sure))


def chips_left(state: State) -> bool:
    """Return whether a chip can be taken; the house rule may require one in the middle (schlafmuetze.ruling.chips)."""
    return state.house.chips == "count_on" or state.middle >= NUMBERS.wrong.chips


def take_chip(effects: Effects[State], seat: int, *rules: str) -> None:
    """Give a player a chip, from the middle if one is left (schlafmuetze.ruling.chips)."""
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
    """Ask for a new colour, or keep the same one if no other shows (schlafmuetze.ruling.new_colour)."""
    no = set(barred)
    allowed = tuple(colour for colour in effects.state.showing if colour not in no)
    if allowed:
        effects.change(phase=Naming(cause, by, allowed))
        name_if_settled(effects)
    else:
        same_colour(effects)


def name_if_settled(effects: Effects[State]) -> None:
    """Name the colour without asking if only one is possible (schlafmuetze.ruling.settled)."""
    (only, *others), state = effects.phase(Naming).allowed, effects.state
    if others or not state.circle_known or state.house.asking == "everything":
        return
    text = T("Only {colour} is left.", colour=COLOUR_NAMES[only])
    effects.say(text, "schlafmuetze.ruling.settled", "schlafmuetze.ruling.new_colour")
    name(effects, only)
    effects.change(settled=Settled(event(effects.state), colour=only))


def name(effects: Effects[State], colour: Colour) -> None:
    """Apply a named colour; the tried colours are reset unless no player could lay (schlafmuetze.ruling.tried_anew)."""
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
    """Go on with the same colour (schlafmuetze.ruling.same_colour)."""
    colour = effects.state.colour
    assert colour is not None
    effects.change(phase=Running(), tried=())
    text = T("No other colour is showing, so it stays {colour}.", colour=COLOUR_NAMES[colour])
    effects.say(text, "schlafmuetze.ruling.same_colour")
