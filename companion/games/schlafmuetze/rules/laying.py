"""Cards that are laid, and the last one."""

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import Card
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import Latest, plus
from companion.games.schlafmuetze.rules.colours import draw
from companion.games.schlafmuetze.rules.scoring import end_round, score
from companion.games.schlafmuetze.rules.setting import deal
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Tone
from companion.kernel.text import Player


def laid(story: Story, action: actions.Laid) -> None:
    """A card lies and decides colour and pause (schlafmuetze.combine.piles, schlafmuetze.colour.forced, schlafmuetze.pause)."""
    state, seat = story.state, action.seat
    assert state.hands is not None
    card = Card(action.colour, capitals(action.word))
    latest = Latest(
        seat=seat,
        first=isinstance(state.phase, phases.Opening),
        pile=action.pile,
        under=state.circle[action.pile],
        colour=state.colour,
        pausing=state.pausing,
        before=state.open,
    )
    hands = plus(state.hands, (seat,), -1)
    story.state = evolve(
        state.with_top(action.pile, card),
        hands=hands,
        colour=action.colour,
        pausing=seat,
        tried=(),
        latest=latest,
        phase=phases.Running() if hands[seat] else phases.LastCard(seat),
    )
    text = T(
        "{player} lays {card} at {hour} o'clock. The next card goes on {colour}.",
        player=Player(seat),
        card=card_name(card),
        hour=hour(action.pile),
        colour=COLOUR_NAMES[action.colour],
    )
    if hands[seat]:
        story.tell(text, "schlafmuetze.colour.forced", "schlafmuetze.combine.piles", "schlafmuetze.colour.own_free")
        story.tell(T("{player} pauses.", player=Player(seat)), "schlafmuetze.pause", tone=Tone.NOTE)
    else:
        tell_last_card(story, seat)


def tell_last_card(story: Story, seat: int) -> None:
    text = T("{player} has laid the last card.", player=Player(seat))
    story.tell(text, "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")


def cannot_open(story: Story, seat: int) -> None:
    """The next one to the left tries; if nobody can, all draw or the cards are dealt anew (schlafmuetze.start.pass_left)."""
    state = story.state
    assert isinstance(state.phase, phases.Opening)
    assert state.hands is not None
    passed = state.phase.passed + 1
    if passed < state.seats:
        following = state.left_of(seat)
        story.state = evolve(state, phase=phases.Opening(following, passed))
        text = T("{player} cannot. Now {next} tries.", player=Player(seat), next=Player(following))
        story.tell(text, "schlafmuetze.start.pass_left")
        return
    rule = "schlafmuetze.ruling.nobody_opens"
    if state.house.nobody_opens == "redeal":
        story.tell(T("Nobody can lay the first card: all cards are shuffled and dealt anew."), rule)
        deal(story, state.dealer)
    elif not state.stock:
        story.tell(T("Nobody can lay the first card, and the stock is empty: the round ends."), rule)
        score(story, None, state.hands)
    else:
        story.state = evolve(state, phase=phases.Opening(state.dealer))
        story.tell(T("Nobody can lay the first card. Then {dealer} tries again.", dealer=Player(state.dealer)), rule)
        draw(story, state.clockwise(state.left_of(state.dealer)), rule)


def goes_on(story: Story) -> None:
    opening = story.state.phase
    if isinstance(opening, phases.Opening):
        opened = story.state.with_untold(opening.asked, first=True)
        story.state = evolve(opened.untold(), phase=phases.Running())
        text = T("The first card lies. The game is on!")
        story.tell(text, "schlafmuetze.start.dealer", "schlafmuetze.pause")
    else:
        told = story.state.told or story.state.untold().told
        story.unkept()
        if told and not told.covered:
            story.state = evolve(story.state, told=evolve(told, covered=True))
        story.tell(T("A card lies: its colour counts now."), "schlafmuetze.colour.forced")


def last_card(story: Story, seat: int) -> None:
    story.unkept()
    story.state = evolve(story.state, phase=phases.LastCard(seat))
    tell_last_card(story, seat)


def nobody_doubts(story: Story) -> None:
    assert isinstance(story.state.phase, phases.LastCard)
    seat = story.state.phase.seat
    text = T("Nobody doubts it: {player} wins the round.", player=Player(seat))
    story.tell(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.last_card_doubted")
    end_round(story, seat)


def wrong_card(story: Story, seat: int) -> None:
    """The card goes back; a chip only by the house rule (schlafmuetze.ruling.wrong_card)."""
    text = T("{player} takes the card back.", player=Player(seat))
    story.tell(text, "schlafmuetze.ruling.wrong_card", "schlafmuetze.colour.forced", "schlafmuetze.pause")
    if story.state.house.wrong_card == "chip":
        story.take_chip(seat, "schlafmuetze.ruling.wrong_card")
    if story.state.phase == phases.Running(seat):
        story.state = evolve(story.state, phase=phases.Running())
