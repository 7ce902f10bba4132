"""Dealing, and drawing from the stock."""

from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, PILES, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T
from companion.games.schlafmuetze.model import State, dealt, plus, stock_after_deal
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.games.schlafmuetze.phases import Opening
from companion.kernel.report import Story
from companion.kernel.text import Listing, Player


def deal(story: Story[State], dealer: int) -> None:
    """Shuffle and deal (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.ruling.chips_back)."""
    state = story.state
    players = len(state.everybody)
    each, stock = dealt(players), stock_after_deal(players)
    story.change(
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
    )
    story.todo(circle, "schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order")
    hands = T(
        "{dealer} deals {n} cards each; {stock} are left as the stock. {chips} chips lie in the middle.",
        dealer=Player(dealer),
        n=each,
        stock=stock,
        chips=state.middle,
    )
    story.todo(hands, "schlafmuetze.setup.hands", "schlafmuetze.setup.chips")


def draw(story: Story[State], order: tuple[int, ...], rule: str) -> None:
    """Let players draw in this order while the stock lasts (schlafmuetze.ruling.stock_short)."""
    state = story.state
    assert state.hands is not None
    hands, stock = state.hands, state.stock
    for seat in order:
        drawn = min(NUMBERS.draw.cards, stock)
        hands, stock = plus(hands, (seat,), drawn), stock - drawn
    story.change(hands=hands, stock=stock)
    if stock < state.stock:
        text = N(
            "One card is drawn by {players}; {n} is left.",
            "One card is drawn by {players}; {n} are left.",
            n=stock,
            players=Listing(tuple(Player(seat) for seat in order if hands[seat] > state.hands[seat])),
        )
        story.todo(text, rule)
    _tell_short(story, state.stock - stock, NUMBERS.draw.cards * len(order))


def draw_uncounted(story: Story[State]) -> None:
    """Let all but the pausing player draw where nobody keeps track of who holds what (schlafmuetze.stuck.draw)."""
    wanted = NUMBERS.draw.cards * (len(story.state.everybody) - 1)
    number = min(story.state.stock, wanted)
    story.change(stock=story.state.stock - number)
    if number and story.state.house.recall == "certain":
        story.change(hands=None)
    if number:
        text = N(
            "All but the pausing player draw one card; {n} is left.",
            "All but the pausing player draw one card; {n} are left.",
            n=story.state.stock,
        )
        story.todo(text, "schlafmuetze.stuck.draw")
    _tell_short(story, number, wanted)


def _tell_short(story: Story[State], drawn: int, wanted: int) -> None:
    """Say why fewer cards were drawn than were due (schlafmuetze.ruling.stock_short)."""
    if not drawn:
        story.note(T("The stock is empty: nobody draws."), "schlafmuetze.ruling.stock_short")
    elif drawn < wanted:
        text = T("The stock was too small: it was drawn from clockwise until it was empty.")
        story.note(text, "schlafmuetze.ruling.stock_short")
