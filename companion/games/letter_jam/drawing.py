"""How letters are put away and others are stood up, from the stacks and from the stock."""

from collections.abc import Collection

from attrs import evolve

from companion.games.letter_jam.messages import N, T, stand_name
from companion.games.letter_jam.model import State
from companion.games.letter_jam.phases import Guess
from companion.games.letter_jam.places import At, Stand
from companion.kernel.report import Story
from companion.kernel.text import Listing, Player
from companion.kernel.tuples import with_item


def clear_bonus(story: Story[State], used: Collection[Stand]) -> None:
    """Discard the bonus letters of the clue (letter_jam.bonus.use)."""
    bonus = tuple(enumerate(story.state.bonus))
    gone = tuple(letter for number, letter in bonus if Stand(At.BONUS, number) in used)
    if not gone:
        return
    kept = tuple(letter for number, letter in bonus if Stand(At.BONUS, number) not in used)
    story.change(bonus=kept, discards=story.state.discards + len(gone))
    text = N(
        "The used bonus letter goes into the box: {letters}.",
        "The used bonus letters go into the box: {letters}.",
        n=len(gone),
        letters=Listing(gone),
    )
    story.todo(text, "letter_jam.bonus.use", "letter_jam.npc.discard_box")


def take_guess(story: Story[State], seat: int, guess: Guess) -> None:
    """Move a guessed extra letter (letter_jam.bonus.guess)."""
    if guess.right:
        story.change(bonus=(*story.state.bonus, guess.letter))
    else:
        story.change(discards=story.state.discards + 1)
    story.state = story.state.with_place(seat, evolve(story.state.places[seat], standing=False))


def next_letter(story: Story[State], seat: int) -> None:
    """Stand up the next letter of the row, or an extra one (letter_jam.advance.no_return, letter_jam.bonus.extra_card)."""
    before = story.state.places[seat]
    place = evolve(before, at=before.at + 1, clued=False)
    if place.done:
        story.state = story.state.with_place(seat, evolve(place, standing=False))
        story.todo(T("{player} puts the last letter back.", player=Player(seat)), "letter_jam.bonus.extra_card")
        draw_extra(story, seat)
        return
    story.state = story.state.with_place(seat, place)
    text = T("{player} puts the letter back and stands up letter {n}.", player=Player(seat), n=place.at + 1)
    story.todo(text, "letter_jam.advance.no_return", "letter_jam.advance.never_look")


def draw_extra(story: Story[State], seat: int) -> None:
    """Draw an extra letter from the stock (letter_jam.bonus.extra_card)."""
    drawn = _drawn(story)
    place = evolve(story.state.places[seat], standing=drawn, clued=False)
    if drawn:
        story.state = story.state.with_place(seat, evolve(place, extras=place.extras + 1))
        text = T("{player} draws an extra letter and stands it in front of the row.", player=Player(seat))
        story.todo(text, "letter_jam.bonus.extra_card")
        return
    story.state = story.state.with_place(seat, place)
    text = T("The stock is empty: {player}’s stand stays empty.", player=Player(seat))
    story.tell(text, "letter_jam.ruling.empty_stock")


def next_card(story: Story[State], number: int) -> None:
    """Replace the letter of a non-player stand (letter_jam.round.npc_replace, letter_jam.npc.freed, letter_jam.npc.beyond)."""
    npc, name = story.state.npcs[number], stand_name(Stand(At.NPC, number))
    if npc.left:
        npc = evolve(npc, left=npc.left - 1, turn=npc.turn + 1)
        text = T("{stand}: discard the letter, put up the next card of its stack.", stand=name)
        story.todo(text, "letter_jam.round.npc_replace", "letter_jam.npc.discard_box")
    elif _drawn(story):
        npc = evolve(npc, turn=npc.turn + 1)
        text = T("{stand}: discard the letter, put up a card from the stock.", stand=name)
        story.todo(text, "letter_jam.npc.beyond", "letter_jam.npc.discard_box")
    else:
        npc = evolve(npc, standing=False)
        text = T("{stand}: discard the letter. The stock is empty, so the stand stays empty.", stand=name)
        story.todo(text, "letter_jam.ruling.empty_stock", "letter_jam.npc.beyond")
    freed = npc.token and not npc.left
    if freed:
        npc = evolve(npc, token=False)
        text = T("{stand} shows its last card: its green token goes onto a leaf. One more clue!", stand=name)
        story.tell(text, "letter_jam.npc.freed", "letter_jam.ruling.freed_token")
    story.change(npcs=with_item(story.state.npcs, number, npc), leaves=story.state.leaves + freed)


def _drawn(story: Story[State]) -> bool:
    """Take a card from the stock, if there is one (letter_jam.ruling.empty_stock)."""
    state = story.state
    if not state.stock and state.discards and state.house.stock == "reshuffle":
        text = N(
            "By the house rule the box is shuffled into a new stock: {n} card.",
            "By the house rule the box is shuffled into a new stock: {n} cards.",
            n=state.discards,
        )
        story.todo(text, "letter_jam.ruling.empty_stock")
        story.change(stock=state.discards, discards=0)
    if not story.state.stock:
        return False
    story.change(stock=story.state.stock - 1)
    return True
