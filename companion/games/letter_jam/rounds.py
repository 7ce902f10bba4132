"""The end of a clue's round, reported or implied by a later report: letters discarded and stood up."""

from collections.abc import Collection

from attrs import evolve

from companion.games.letter_jam.messages import N, T, stand_name
from companion.games.letter_jam.model import Place, State
from companion.games.letter_jam.phases import Choosing, Deciding, Guess
from companion.games.letter_jam.places import At, Stand
from companion.kernel.report import Effects
from companion.kernel.text import Each, Listing, Param, Player, Text
from companion.kernel.tuples import with_item


def end_round(effects: Effects[State], *, implied: bool = False) -> None:
    """Discard used letters, then let players draw in the order of seats, then refill the stands.

    Players who guessed an extra letter have drawn already (letter_jam.round.npc_replace, letter_jam.ruling.order_of_drawing).

    :param implied: whether the end was not reported; then undecided players need not have stayed.
    """
    phase, clue, used = effects.phase(Deciding), effects.state.clue, set(effects.state.clue.stands)
    npcs = [number for number in range(len(effects.state.npcs)) if Stand(At.NPC, number) in used]
    later = {seat: guess for seat, guess in enumerate(phase.guesses) if guess and guess.drawn_later}
    clear_bonus(effects, used)
    if clue.brief and clue.brief.others and clue.brief.bonus is None:
        effects.change(doubted=effects.state.usable_bonus)
    for seat, guess in later.items():
        take_guess(effects, seat, guess)
    discard(effects, len(npcs))
    for seat, moves in enumerate(phase.moves):
        if moves:
            next_letter(effects, seat)
        elif seat in later:
            draw_extra(effects, seat)
        elif (clue.brief or implied) and not phase.guesses[seat]:
            _leave_open(effects, seat, stays=moves is False)
    for number in npcs:
        next_card(effects, number)
    effects.todo(T("All chips go back to the middle."), "letter_jam.round.chips_back")
    effects.change(phase=Choosing())


def after_round(state: State) -> State:
    """Return the state after the round of a clue whose chips are unknown; any other state unchanged."""
    return before_next(state) if state.brief_clue else state


def before_next(state: State) -> State:
    """Return the state before the next clue, ending the round of a clue that is on the table."""
    return state.round_over if isinstance(state.phase, Deciding) else state


def _leave_open(effects: Effects[State], seat: int, *, stays: bool) -> None:
    """Record that a player may have used a letter, moved on or guessed wrong (letter_jam.advance.choice).

    :param stays: whether the player is known to stay.
    """
    place, clue = effects.state.places[seat], effects.state.clue
    if not place.clued:
        place = evolve(place, clued=None if clue.may_use(seat) else place.clued)
    if stays or place.clued is False or place.standing is False:
        effects.state = effects.state.with_place(seat, place)
        return
    if place.perhaps_done:
        # a wrong guess of the extra letter need not be reported, nor the card drawn after it
        place = evolve(place, missed=place.missed + 1)
    if place.done:
        keep_in_doubt(effects, seat, evolve(place, extras=place.extras + 1, clued=None))
        return
    perhaps = min(place.perhaps + 1, place.length - place.at)
    keep_in_doubt(effects, seat, evolve(place, perhaps=perhaps, since=clue.number, clued=None))


def clear_bonus(effects: Effects[State], used: Collection[Stand]) -> None:
    """Discard the bonus letters of the clue (letter_jam.bonus.use)."""
    state, places = effects.state, [stand.number for stand in used if stand.at is At.BONUS]
    gone = tuple(letter for number, letter in enumerate(state.bonus) if number in places)
    if not gone:
        return
    kept = tuple(letter for number, letter in enumerate(state.bonus) if number not in places)
    effects.change(bonus=kept, doubted=state.doubted - sum(number < state.doubted for number in places))
    discard(effects, len(gone))
    text = N(
        "The used bonus letter goes into the box: {letters}.",
        "The used bonus letters go into the box: {letters}.",
        n=len(gone),
        letters=Listing(gone),
    )
    effects.todo(text, "letter_jam.bonus.use", "letter_jam.npc.discard_box")


def take_guess(effects: Effects[State], seat: int, guess: Guess) -> None:
    """Move a guessed extra letter (letter_jam.bonus.guess)."""
    if guess.right:
        effects.change(bonus=(*effects.state.bonus, guess.letter))
    else:
        discard(effects, 1)
    effects.state = effects.state.with_place(seat, evolve(effects.state.places[seat], standing=False))


def discard(effects: Effects[State], cards: int) -> None:
    """Put cards into the box, as long as they are counted (letter_jam.npc.discard_box)."""
    if effects.state.discards is not None:
        effects.change(discards=effects.state.discards + cards)


def next_letter(effects: Effects[State], seat: int) -> None:
    """Stand up the next letter of the row or an extra one (letter_jam.advance.no_return, letter_jam.bonus.extra_card)."""
    before = effects.state.places[seat]
    # a player who moves on had an own letter left, even if others may have been put back unreported
    perhaps, since = min(before.perhaps, before.length - 1 - before.at), len(effects.state.clues)
    place = evolve(before, at=before.at + 1, perhaps=perhaps, since=since, standing=True, clued=False)
    player, letter = Player(seat), place.at + 1
    if place.done:
        effects.state = effects.state.with_place(seat, place)
        effects.todo(T("{player} puts the last letter back.", player=player), "letter_jam.bonus.extra_card")
        draw_extra(effects, seat)
        return
    keep_in_doubt(effects, seat, place)
    if place.perhaps:
        text = T(
            "{player} puts the letter back and stands up the next one.", player=player, of_several=_moved_on(player)
        )
        effects.todo(text, "letter_jam.advance.no_return", "letter_jam.bonus.extra_card")
        return
    text = T(
        "{player} puts the letter back and stands up letter {n}.",
        player=player,
        n=letter,
        of_several=_moved_on(T("{player} (letter {n})", player=player, n=letter)),  # letters differ
    )
    effects.todo(text, "letter_jam.advance.no_return", "letter_jam.advance.never_look")


def _moved_on(item: Param) -> Text:
    return T("{players}: the letter goes back, the next one goes up.", players=Each((item,)))


def keep_in_doubt(effects: Effects[State], seat: int, place: Place) -> None:
    """Update a place whose standing letter may be unknown (letter_jam.bonus.extra_card, letter_jam.bonus.guess)."""
    effects.state = effects.state.with_place(seat, place)
    least = effects.state.least_stock
    if place.perhaps_done and (least is None or least < 0):
        _lose_count(effects)
        effects.state = effects.state.with_place(seat, evolve(place, standing=None))


def find_done(effects: Effects[State], seat: int) -> None:
    """Record that a player has finished the row and so has drawn an extra letter (letter_jam.bonus.extra_card)."""
    place = effects.state.places[seat]
    if place.done:
        return
    found = evolve(place, at=place.length, perhaps=0, extras=1, standing=True)
    effects.state = effects.state.with_place(seat, found)
    if effects.state.stock is not None:
        effects.change(stock=effects.state.stock - 1)


def draw_extra(effects: Effects[State], seat: int) -> None:
    """Draw an extra letter from the stock (letter_jam.bonus.extra_card)."""
    drawn = _drawn(effects)
    place, player = effects.state.places[seat], Player(seat)
    extras = place.extras + (drawn is not False)
    effects.state = effects.state.with_place(seat, evolve(place, standing=drawn, clued=False, extras=extras))
    if drawn:
        text = T("{player} draws an extra letter and stands it in front of the row.", player=player)
        effects.todo(text, "letter_jam.bonus.extra_card")
    elif drawn is None:
        text = T("{player} draws an extra letter, if the stock has one.", player=player)
        effects.todo(text, "letter_jam.bonus.extra_card", "letter_jam.ruling.empty_stock")
    else:
        text = T("The stock is empty: {player}’s stand stays empty.", player=player)
        effects.say(text, "letter_jam.ruling.empty_stock")


def next_card(effects: Effects[State], number: int) -> None:
    """Replace the letter of a non-player stand (letter_jam.round.npc_replace, letter_jam.npc.freed, letter_jam.npc.beyond)."""
    npc, name = effects.state.npcs[number], stand_name(Stand(At.NPC, number))
    if npc.left:
        npc = evolve(npc, left=npc.left - 1, turn=npc.turn + 1)
        text = T(
            "{stand}: discard the letter, put up the next card of its stack.",
            stand=name,
            of_several=T("{stands}: discard the letters, put up the next card of each stack.", stands=Each((name,))),
        )
        effects.todo(text, "letter_jam.round.npc_replace", "letter_jam.npc.discard_box")
    elif (drawn := _drawn(effects)) is not False:
        npc = evolve(npc, turn=npc.turn + 1, standing=drawn)
        text = (
            T(
                "{stand}: discard the letter, put up a card from the stock.",
                stand=name,
                of_several=T("{stands}: discard the letters, put up a card from the stock each.", stands=Each((name,))),
            )
            if drawn
            else T("{stand}: discard the letter, put up a card from the stock if it has one.", stand=name)
        )
        rules = () if drawn else ("letter_jam.ruling.empty_stock",)
        effects.todo(text, "letter_jam.npc.beyond", "letter_jam.npc.discard_box", *rules)
    else:
        npc = evolve(npc, standing=False)
        text = T("{stand}: discard the letter. The stock is empty, so the stand stays empty.", stand=name)
        effects.todo(text, "letter_jam.ruling.empty_stock", "letter_jam.npc.beyond")
    freed = npc.token and not npc.left
    if freed:
        npc = evolve(npc, token=False)
        text = T("{stand} shows its last card: its green token goes onto a leaf. One more clue!", stand=name)
        effects.say(text, "letter_jam.npc.freed", "letter_jam.ruling.freed_token")
    effects.change(npcs=with_item(effects.state.npcs, number, npc), leaves=effects.state.leaves + freed)


def _drawn(effects: Effects[State]) -> bool | None:
    """Take a card from the stock, if there is one; ``None`` if unknown (letter_jam.ruling.empty_stock)."""
    state = effects.state
    reshuffles = state.house.stock == "reshuffle"
    if (state.stock != 0 and state.least_stock == 0) or (state.stock == 0 and state.doubted and reshuffles):
        _lose_count(effects)
    if effects.state.stock is None:
        return None
    if not state.stock and state.discards and reshuffles:
        text = N(
            "By the house rule the box is shuffled into a new stock: {n} card.",
            "By the house rule the box is shuffled into a new stock: {n} cards.",
            n=state.discards,
        )
        effects.todo(text, "letter_jam.ruling.empty_stock")
        effects.change(stock=state.discards, discards=0)
    if not effects.state.stock:
        return False
    effects.change(stock=effects.state.stock - 1)
    return True


def _lose_count(effects: Effects[State]) -> None:
    """Mark the number of cards in the stock as unknown: it may be empty (letter_jam.ruling.empty_stock)."""
    effects.change(stock=None, discards=None)
