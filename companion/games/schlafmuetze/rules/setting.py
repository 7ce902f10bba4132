"""What lies where before the first card, and the circle."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import COLOURS, FRESH_CIRCLE, UNKNOWN_CIRCLE, Card
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import dealt, stock_after_deal
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Tone
from companion.kernel.text import Listing, Player


def deal(story: Story, dealer: int) -> None:
    """Shuffle and deal (schlafmuetze.setup.circle, schlafmuetze.setup.hands, schlafmuetze.ruling.chips_back)."""
    state = story.state
    story.state = evolve(
        state,
        dealer=dealer,
        phase=phases.Opening(dealer),
        hands=(dealt(state.seats),) * state.seats,
        stock=stock_after_deal(state.seats),
        circle=FRESH_CIRCLE if state.every_card else UNKNOWN_CIRCLE,
    )
    tell_deal(story)


def tell_deal(story: Story) -> None:
    """Say what lies where before the first card (schlafmuetze.setup.circle, schlafmuetze.setup.hands)."""
    colours = Listing(tuple(COLOUR_NAMES[colour] for colour in COLOURS))
    circle = T(
        "Lay {n} open cards like a clock, no word twice, from twelve o'clock on in turn {colours}.",
        n=len(story.state.circle),
        colours=colours,
    )
    story.tell(circle, "schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order", tone=Tone.TODO)
    hands = T(
        "{dealer} deals {n} cards each; {stock} are left as the stock. {chips} chips lie in the middle.",
        dealer=Player(story.state.dealer),
        n=dealt(story.state.seats),
        stock=story.state.stock,
        chips=story.state.middle,
    )
    story.tell(hands, "schlafmuetze.setup.hands", "schlafmuetze.setup.chips", tone=Tone.TODO)


def circle_told(story: Story, action: actions.CircleTold) -> None:
    words = map(capitals, action.words or ("",) * len(action.colours))
    circle = tuple(Card(colour, word) for colour, word in zip(action.colours, words, strict=True))
    story.state = evolve(story.state, circle=circle)
    story.tell(T("The circle is laid."), "schlafmuetze.setup.circle")


def top_told(story: Story, action: actions.TopTold) -> None:
    """Put the top of a pile right, and the demanded colour with it (schlafmuetze.combine.piles)."""
    card = Card(action.colour, capitals(action.word))
    story.state = story.state.put_right(action.pile, card)
    text = T("At {hour} o'clock lies {card}.", hour=hour(action.pile), card=card_name(card))
    story.tell(text, "schlafmuetze.combine.piles", "schlafmuetze.ruling.recount")
