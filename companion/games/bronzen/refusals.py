"""Why something is not allowed in Bronzen."""

from collections.abc import Iterable
from typing import assert_never

from companion.games.bronzen import actions
from companion.games.bronzen.cards import Card, held, surplus
from companion.games.bronzen.messages import CHIPS, N, T, card_name
from companion.games.bronzen.model import (
    LADDER,
    NUMBERS,
    RATES,
    SEATS,
    Decided,
    GameOver,
    Laying,
    Reveal,
    RoundOver,
    State,
    Trick,
)
from companion.kernel.explain import Explanation
from companion.kernel.text import Player, Text


def refusal(state: State, action: actions.Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", 0)
    if seat not in SEATS:
        return _why(T("Bronzen has two players; there is no seat {seat}.", seat=seat), "bronzen.setup.decks")
    match action:
        case (
            actions.Einzel() | actions.Color() | actions.Counter() | actions.DoubleC() | actions.Jay() | actions.Cards()
        ):
            return _meeting_refusal(state, action)
        case actions.Double(seat):
            return _double_refusal(state, seat)
        case actions.GiveUp(seat):
            return _answer_refusal(state, seat)
        case actions.Exchange():
            return _exchange_refusal(state, action)
        case actions.Recount():
            return _recount_refusal(state, action)
        case actions.NextRound() | actions.Finish():
            if isinstance(state.phase, RoundOver):
                return None
            if isinstance(state.phase, GameOver):
                return _game_over()
            return _why(T("The round still runs: it ends when somebody has no card left."), "bronzen.goal")
        case _:
            assert_never(action)


def _meeting_refusal(state: State, action: actions.Meeting) -> Explanation | None:
    """Open cards can be told while cards are laid; see bronzen.reveal."""
    match state.phase:
        case Reveal() | Laying():
            return _impossible_cards(state, action)
        case Decided() as phase:
            text = T(
                "{player} is losing and has to answer first: double or give up the trick.", player=Player(phase.losing)
            )
            return _why(text, "bronzen.double.who")
        case RoundOver():
            return _why(T("The round is over. Start the next one first."), "bronzen.goal")
        case GameOver():
            return _game_over()
        case _:
            assert_never(state.phase)


def _impossible_cards(state: State, action: actions.Meeting) -> Explanation | None:
    """Both decks together hold each card twice, and six jokers (bronzen.setup.decks, bronzen.ruling.same_card_twice)."""
    return impossible_card(
        state.running.told, actions.cards_told(action), "bronzen.ruling.same_card_twice", "bronzen.setup.decks"
    )


def impossible_card(lying: Iterable[Card], more: Iterable[Card], *rules: str) -> Explanation | None:
    """Return why further open cards must be a slip, if one of them cannot be there (bronzen.ruling.same_card_twice)."""
    card = surplus(lying, more)
    if card is None:
        return None
    text = T(
        "The {card} cannot lie open that often: both decks together hold it only {n} times.",
        card=card_name(card),
        n=held(card),
    )
    return _why(text, *rules)


def _answer_refusal(state: State, seat: int) -> Explanation | None:
    """Only who is losing answers, by a double or by giving up (bronzen.double.who)."""
    match state.phase:
        case Decided() as phase:
            if seat == phase.losing:
                return None
            return _why(
                T("{player} is winning. Only who is losing may double or give up.", player=Player(seat)),
                "bronzen.double.who",
            )
        case Reveal():
            return _why(
                T("An Einzel cannot be doubled, and no special has come up in this trick."), "bronzen.double.when"
            )
        case Laying():
            return _why(
                T("First both lay their cards; then who is losing may double."),
                "bronzen.double.cards",
                "bronzen.double.who",
            )
        case RoundOver():
            return _why(T("The trick is over: after a showdown nobody doubles."), "bronzen.showdown.no_doubling")
        case GameOver():
            return _game_over()
        case _:
            assert_never(state.phase)


def _double_refusal(state: State, seat: int) -> Explanation | None:
    """A double needs the chip that is due and a card to lay (bronzen.double.ladder, bronzen.double.no_chip)."""
    return _answer_refusal(state, seat) or cannot_double(state, state.running, seat)


def cannot_double(state: State, trick: Trick, seat: int) -> Explanation | None:
    doubled = trick.doubles[seat]
    if doubled == len(LADDER):
        text = T("{player} has doubled {n} times; there is no further double.", player=Player(seat), n=doubled)
        return _why(text, "bronzen.double.ladder")
    chip = LADDER[doubled]
    if not state.accounts[seat].count(chip):
        text = T("{player} has no {chip} chip on the account, so cannot double.", player=Player(seat), chip=CHIPS[chip])
        return _why(text, "bronzen.double.no_chip", "bronzen.ruling.no_forced_double")
    if state.house.double_last_card == "forbidden" and state.stacks[seat].total == 1:
        text = T(
            "{player} has one card left. By the house rule nobody doubles with the last card.", player=Player(seat)
        )
        return _why(text, "bronzen.ruling.double_last_card")
    return None


def _not_between_tricks(state: State, in_trick: Text, after_round: Text, rule: str) -> Explanation | None:
    """Return why something for which no cards may lie on the table has to wait."""
    match state.phase:
        case Reveal():
            return None
        case Laying() | Decided():
            return _why(in_trick, rule)
        case RoundOver():
            return _why(after_round, rule)
        case GameOver():
            return _game_over()
        case _:
            assert_never(state.phase)


def _exchange_refusal(state: State, action: actions.Exchange) -> Explanation | None:
    """Chips on the account are exchanged between tricks, at the rates of bronzen.exchange.up and bronzen.exchange.down."""
    in_trick = T("No exchange during a trick. Play it out first.")
    after_round = T("The round is over. Chips are exchanged between two tricks.")
    if why := _not_between_tricks(state, in_trick, after_round, "bronzen.exchange.between"):
        return why
    rate = RATES.get((action.give, action.get))
    if rate is None:
        text = T(
            "{give} is not exchanged for {get}; only neighbours are: black and green, green and red.",
            give=CHIPS[action.give],
            get=CHIPS[action.get],
        )
        return _why(text, "bronzen.exchange.up", "bronzen.exchange.down")
    give, get = rate
    owned = state.accounts[action.seat].count(action.give)
    if owned < give:
        text = N(
            "{player} needs {n} {chip} chip on the account and has {owned}.",
            "{player} needs {n} {chip} chips on the account and has {owned}.",
            n=give,
            player=Player(action.seat),
            chip=CHIPS[action.give],
            owned=owned,
        )
        return _why(text, "bronzen.exchange.account", exchange_rule(action))
    bank = state.in_bank(action.get)
    if bank is not None and bank < get:
        return _why(
            T("The bank has not enough {chip} chips left.", chip=CHIPS[action.get]), "bronzen.ruling.bank_limit"
        )
    return None


def exchange_rule(action: actions.Exchange) -> str:
    return "bronzen.exchange.up" if LADDER.index(action.give) < LADDER.index(action.get) else "bronzen.exchange.down"


def _recount_refusal(state: State, action: actions.Recount) -> Explanation | None:
    """A recount between two tricks accounts for every card (bronzen.ruling.recount)."""
    in_trick = T("Cards lie on the table. Play the trick out, then count.")
    after_round = T("The round is over; the next one starts with full hand stacks.")
    if why := _not_between_tricks(state, in_trick, after_round, "bronzen.ruling.recount"):
        return why
    if text := miscounted(*action.hands, *action.bunkers):
        return _why(text, "bronzen.ruling.recount", "bronzen.setup.decks")
    for seat in SEATS:
        if not action.hands[seat] + action.bunkers[seat]:
            text = T(
                "With no card left {player} has lost already. Correct the trick that took the last card instead.",
                player=Player(seat),
            )
            return _why(text, "bronzen.goal", "bronzen.ruling.recount")
    return None


def miscounted(*counts: int) -> Text | None:
    """Return what is wrong with the numbers of cards in all stacks (bronzen.setup.decks)."""
    if min(counts) < 0:
        return T("No stack has fewer than 0 cards. Please count again.")
    if sum(counts) != NUMBERS.deck.both:
        return T(
            "These counts add up to {counted}, but there are {all} cards. Please count again.",
            counted=sum(counts),
            all=NUMBERS.deck.both,
        )
    return None


def _game_over() -> Explanation:
    return _why(T("This game is over. Start a rematch for another one."), "bronzen.score.rounds")


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules)
