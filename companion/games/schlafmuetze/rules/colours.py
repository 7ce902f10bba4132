"""New colours, and what happens when nobody can lay a card."""

from collections.abc import Iterable

from attrs import evolve

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import NUMBERS, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T
from companion.games.schlafmuetze.model import plus
from companion.games.schlafmuetze.rules.scoring import end_round
from companion.games.schlafmuetze.rules.story import Story
from companion.kernel.explain import Tone
from companion.kernel.text import Listing, Player


def name_another(story: Story, cause: phases.Cause, by: int | None, barred: Iterable[Colour | None]) -> None:
    """Ask for a new colour; if no other shows, the same one stays (schlafmuetze.ruling.new_colour)."""
    no = set(barred)
    allowed = tuple(colour for colour in story.state.showing if colour not in no)
    if allowed:
        story.state = evolve(story.state, phase=phases.Naming(cause, by, allowed))
    else:
        same_colour(story)


def same_colour(story: Story) -> None:
    colour = story.state.colour
    assert colour is not None
    story.state = evolve(story.state, phase=phases.Running(), tried=())
    text = T("No other colour shows, so it stays {colour}.", colour=COLOUR_NAMES[colour])
    story.tell(text, "schlafmuetze.ruling.same_colour")


def stuck(story: Story, action: actions.Stuck) -> None:
    """All but the pausing player draw and a new colour is named, until none is left (schlafmuetze.stuck.draw)."""
    colour = action.colour or story.state.colour
    assert colour is not None
    if story.state.colour not in (None, colour):
        story.unkept()  # another colour is demanded than the one that was named: a card lies that nobody told
    again = bool(story.state.tried)
    pausing = action.pausing if story.state.pausing is None else story.state.pausing
    story.state = evolve(
        story.state, colour=colour, pausing=pausing, tried=(*story.state.tried, colour), latest=None, told=None
    )
    left = tuple(each for each in story.state.showing if each not in story.state.tried)
    text = T("Nobody can lay a card on {colour}.", colour=COLOUR_NAMES[colour])
    story.tell(text, "schlafmuetze.stuck.again" if again else "schlafmuetze.stuck.draw")
    if not left:
        no_colour_left(story)
        return
    known = story.state.circle_known
    story.state = evolve(
        story.state, phase=phases.Naming(phases.Cause.STUCK, story.state.pausing, left, draws=not known)
    )
    if known:
        draw_for_stuck(story)


def draw_for_stuck(story: Story) -> None:
    """All but the pausing player draw (schlafmuetze.stuck.draw, schlafmuetze.ruling.stock_short)."""
    state = story.state
    if state.pausing is None or state.hands is None:
        wanted = int(NUMBERS.draw.cards) * (state.seats - 1)
        number = min(state.stock, wanted)
        story.state = evolve(state, stock=state.stock - number)
        tell_drawn(story, None, number, wanted)
    else:
        order = state.clockwise(state.left_of(state.pausing))[:-1]
        draw(story, order, "schlafmuetze.stuck.again" if len(state.tried) > 1 else "schlafmuetze.stuck.draw")


def draw(story: Story, order: tuple[int, ...], rule: str) -> None:
    """Let players draw in this order while the stock lasts (schlafmuetze.ruling.stock_short)."""
    state, each = story.state, int(NUMBERS.draw.cards)
    assert state.hands is not None
    hands, stock = state.hands, state.stock
    for seat in order:
        drawn = min(each, stock)
        hands, stock = plus(hands, (seat,), drawn), stock - drawn
    who = tuple(seat for seat in order if hands[seat] > state.hands[seat])
    story.state = evolve(state, hands=hands, stock=stock)
    tell_drawn(story, who, state.stock - stock, each * len(order), rule)


def tell_drawn(
    story: Story, who: tuple[int, ...] | None, number: int, wanted: int, rule: str = "schlafmuetze.stuck.draw"
) -> None:
    if not number:
        story.tell(T("The stock is empty: nobody draws."), "schlafmuetze.ruling.stock_short", tone=Tone.NOTE)
    elif who is None:
        text = N(
            "All but the pausing player draw one card; {n} is left.",
            "All but the pausing player draw one card; {n} are left.",
            n=story.state.stock,
        )
        story.tell(text, rule, tone=Tone.TODO)
    else:
        text = N(
            "One card is drawn by {players}; {n} is left.",
            "One card is drawn by {players}; {n} are left.",
            n=story.state.stock,
            players=Listing(tuple(map(Player, who))),
        )
        story.tell(text, rule, tone=Tone.TODO)
    if 0 < number < wanted:
        text = T("The stock was too small: it was drawn from clockwise until it was empty.")
        story.tell(text, "schlafmuetze.ruling.stock_short", tone=Tone.NOTE)


def colour_named(story: Story, colour: Colour) -> None:
    naming = story.state.phase
    assert isinstance(naming, phases.Naming)
    if naming.draws:
        draw_for_stuck(story)
    stuck = naming.cause is phases.Cause.STUCK
    # the tried colours count anew after any naming that is not for want of a card (schlafmuetze.ruling.tried_anew)
    story.state = evolve(
        story.state,
        phase=phases.Running(),
        colour=colour,
        tried=story.state.tried if stuck else (),
        latest=evolve(story.state.latest, named=True) if story.state.latest else None,
    )
    rule = naming.cause.value
    text = T("The next card goes on {colour}.", colour=COLOUR_NAMES[colour])
    story.tell(text, rule, "schlafmuetze.colour.forced", "schlafmuetze.ruling.new_colour")
    if naming.by is not None:
        begins = naming.cause is phases.Cause.REJECTED and story.state.house.names_colour == "author"
        by = Player(naming.by)
        text = T("{player} pauses.", player=by) if begins else T("{player} goes on pausing.", player=by)
        story.tell(text, rule, "schlafmuetze.pause", tone=Tone.NOTE)


def none_shows(story: Story) -> None:
    """Which colours show is known at the table only: the same one stays, or the round ends."""
    naming = story.state.phase
    assert isinstance(naming, phases.Naming)
    if naming.cause is phases.Cause.STUCK:
        no_colour_left(story)
    else:
        same_colour(story)


def no_colour_left(story: Story) -> None:
    text = T("No colour is left that has not been tried: the round ends.")
    story.tell(text, "schlafmuetze.stuck.end", "schlafmuetze.ruling.stuck_colours")
    end_round(story, None)
