"""Dealing, and drawing from the stock."""

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, PILES, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T
from companion.games.schlafmuetze.model import State, dealt, plus, stock_after_deal
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Opening
from companion.kernel.report import Effects
from companion.kernel.text import Listing, Player


def deal(effects: Effects[State], dealer: int) -> None:
    """Shuffle and deal (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.ruling.chips_back)."""
    state = effects.state
    players = len(state.everybody)
    each, stock = dealt(players), stock_after_deal(players)
    effects.change(
        dealer=dealer,
        phase=Opening(dealer),
        hands=plus((0,) * state.seats, state.everybody, each),
        stock=stock,
        circle=FRESH_CIRCLE if state.every_card else UNKNOWN_CIRCLE,
    )
    circle = T(
        "Lay {n} cards face up like a clock, no word twice, in this order from twelve o'clock: {colours}.",
        n=PILES,
        colours=Listing(tuple(COLOUR_NAMES[colour] for colour in COLOURS)),
        brief=T("Lay {n} cards face up like a clock.", n=PILES),
    )
    effects.todo(circle, "schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order")
    hands = T(
        "{dealer} deals {n} cards each; {stock} are left as the stock. {chips} chips lie in the middle.",
        dealer=Player(dealer),
        n=each,
        stock=stock,
        chips=state.middle,
    )
    effects.todo(hands, "schlafmuetze.setup.hands", "schlafmuetze.setup.chips")


def draw(effects: Effects[State], order: tuple[int, ...], rule: str) -> None:
    """Let players draw in this order while the stock lasts (schlafmuetze.ruling.stock_short)."""
    state = effects.state
    assert state.hands is not None
    hands, stock = state.hands, state.stock
    for seat in order:
        drawn = min(NUMBERS.draw.cards, stock)
        hands, stock = plus(hands, (seat,), drawn), stock - drawn
    effects.change(hands=hands, stock=stock)
    if stock < state.stock:
        text = N(
            "One card is drawn by {players}; {n} is left.",
            "One card is drawn by {players}; {n} are left.",
            n=stock,
            players=Listing(tuple(Player(seat) for seat in order if hands[seat] > state.hands[seat])),
        )
        effects.todo(text, rule)
    _announce_shortage(effects, state.stock - stock, NUMBERS.draw.cards * len(order))


def draw_uncounted(effects: Effects[State]) -> None:
    """Let all but the pausing player draw while the hands are unknown (schlafmuetze.stuck.draw)."""
    wanted = NUMBERS.draw.cards * (len(effects.state.everybody) - 1)
    number = min(effects.state.stock, wanted)
    effects.change(stock=effects.state.stock - number)
    if number and effects.state.house.recall == "certain":
        effects.change(hands=None)
    if number:
        text = N(
            "All but the pausing player draw one card; {n} is left.",
            "All but the pausing player draw one card; {n} are left.",
            n=effects.state.stock,
        )
        effects.todo(text, "schlafmuetze.stuck.draw")
    _announce_shortage(effects, number, wanted)


def _announce_shortage(effects: Effects[State], drawn: int, wanted: int) -> None:
    """Announce that fewer cards were drawn than were due (schlafmuetze.ruling.stock_short)."""
    if not drawn:
        effects.note(T("The stock is empty: nobody draws."), "schlafmuetze.ruling.stock_short")
    elif drawn < wanted:
        text = T("The stock was too small: it was drawn from clockwise until it was empty.")
        effects.note(text, "schlafmuetze.ruling.stock_short")
