"""The rules of Letter Jam: what follows from a report, and why."""

from collections.abc import Hashable
from typing import Any, assert_never

from attrs import evolve

from companion.games.letter_jam import actions, phases
from companion.games.letter_jam.messages import ANY, BLANK, OWN, TOKENS, N, T, facts_text, stand_name
from companion.games.letter_jam.model import (
    NUMBERS,
    STACKS,
    Clue,
    Facts,
    House,
    Npc,
    Player,
    Sheet,
    State,
    Token,
    Word,
    setup_card,
)
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.refusals import refusal, too_short, upper
from companion.games.letter_jam.scoring import outcome, worth, worth_text
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Listing, Text
from companion.kernel.text import Player as Named


def begin(house: House, seats: int) -> Step[State]:
    """Return the start: words are to be made, the setup card lies ready (letter_jam.setup.word, letter_jam.setup.card)."""
    card = setup_card(seats)
    others = NUMBERS.material.stands - seats
    state = State(house, (Player(),) * seats, (Npc(),) * others, card.leaves, card.centre)
    tokens = T(
        "Setup card for {seats} players: {red} red tokens on the petals, {leaves} green ones on leaves, {centre} in the centre.",
        seats=seats,
        red=card.red,
        leaves=card.leaves,
        centre=card.centre,
    )
    told = [Explanation(tokens, ("letter_jam.setup.card", "letter_jam.ruling.setup_cards"), Tone.TODO)]
    if others:
        text = N(
            "{n} non-player stand: a green token behind it, and {stacks} cards face down on the token.",
            "{n} non-player stands: a green token behind each, and {stacks} cards face down on the tokens.",
            n=others,
            stacks=Listing(STACKS[:others]),
        )
        told.append(Explanation(text, ("letter_jam.setup.npc", "letter_jam.setup.card"), Tone.TODO))
    return Step(state, tuple(told))


def apply(state: State, action: actions.Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = _Story(state)
    match action:
        case actions.Dealt(lengths):
            story.deal(lengths)
        case actions.ClueGiven():
            story.clue(action)
        case actions.MovesOn(seat, letter):
            story.move(seat, moves=True)
            story.box(seat, state.players[seat].at, letter)
        case actions.Stays(seat):
            story.move(seat, moves=False)
        case actions.BonusGuessed():
            story.guess(action)
        case actions.RoundEnded():
            story.end_round()
        case actions.EndAgreed():
            story.lay_words(agreed=True)
        case actions.WordLaid():
            story.lay(action)
        case actions.Revealed(seat):
            story.reveal(seat)
        case actions.WordCounts(seat):
            story.judge(seat, right=True)
        case actions.WordFails(seat, letters):
            story.judge(seat, right=False, letters=letters)
        case actions.Noted():
            story.note(action)
        case actions.Boxed(seat, box, letter):
            story.box(seat, box - 1, letter, rub_out=True)
        case _:
            assert_never(action)
    return story.step()


class _Story:
    """What follows from one action, told in order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._told: list[Explanation] = []
        self._points: list[ScoreLine] = []

    def step(self) -> Step[State]:
        """Return what was told."""
        return Step(self.state, tuple(self._told), tuple(self._points))

    def tell(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> None:
        """Say something."""
        self._told.append(Explanation(text, rules, tone))

    def todo(self, text: Text, *rules: str) -> None:
        """Say what the players do with the cards."""
        self.tell(text, *rules, tone=Tone.TODO)

    def change(self, seat: int, **fields: Any) -> None:
        """Change what everybody sees of a player."""
        players = list(self.state.players)
        players[seat] = evolve(players[seat], **fields)
        self.state = evolve(self.state, players=tuple(players))

    def change_sheet(self, seat: int, sheet: Sheet) -> None:
        """Change a guess sheet; nothing is said about it."""
        sheets = (*self.state.sheets[:seat], sheet, *self.state.sheets[seat + 1 :])
        self.state = evolve(self.state, sheets=sheets)

    # Setup

    def deal(self, lengths: tuple[int, ...]) -> None:
        """Stand up the first letters (letter_jam.setup.row, letter_jam.setup.npc, letter_jam.setup.sheet)."""
        players = tuple(Player(length, standing=True) for length in lengths)
        npcs = tuple(Npc(left=size - 1, standing=True) for size in STACKS[: len(self.state.npcs)])
        dealt = sum(lengths) + sum(npc.left + 1 for npc in npcs)
        self.state = evolve(
            self.state,
            players=players,
            npcs=npcs,
            stock=self.state.stock - dealt,
            phase=phases.Choosing(),
            sheets=tuple(Sheet(boxes=("",) * length) for length in lengths),
            words=(None,) * len(lengths),
            points=(0,) * len(lengths),
        )
        self.todo(
            T("Everybody puts the leftmost card into the stand, unseen, so that all others see it."),
            "letter_jam.setup.row",
            "letter_jam.advance.never_look",
        )
        if npcs:
            text = T("The top card of each non-player stack goes into its stand.")
            self.todo(text, "letter_jam.setup.npc")
        text = T("{n} cards are left as the face-down stock.", n=self.state.stock)
        self.tell(text, "letter_jam.setup.word", "letter_jam.material", tone=Tone.NOTE)

    # A round

    def clue(self, action: actions.ClueGiven) -> None:
        """Take the token, lay the chips (letter_jam.clue.token, letter_jam.clue.chips, letter_jam.tokens.red_first)."""
        seat, before = action.seat, self.state
        token = before.token_for(seat)
        assert token
        marks = tuple(mark for stand in action.stands if (mark := before.shows(stand)))
        clue = Clue(len(before.clues) + 1, seat, token, marks)
        self.state = evolve(before, clues=(*before.clues, clue))
        self.take(seat, token)
        for other in self.state.seats:
            if clue.uses(other):
                self.change(other, clued=True)
        seats = len(before.players)
        self.state = evolve(self.state, phase=phases.Deciding((None,) * seats, (None,) * seats))
        self.todo(
            T("{player} takes {token}.", player=Named(seat), token=TOKENS[token]),
            _token_rule(token, seats),
            "letter_jam.clue.token",
            *(("letter_jam.ruling.tokens_order",) if token is Token.CENTRE else ()),
        )
        self.tell(facts_text(Facts.of(action.stands)), "letter_jam.talk.allowed")
        helped = tuple(Named(other) for other in self.state.seats if clue.uses(other))
        if helped:
            text = T("{players}: note the clue, with a question mark for the own letter.", players=Listing(helped))
            self.todo(text, "letter_jam.sheet.note", "letter_jam.sheet.hold")
        if len(clue.marks) > NUMBERS.material.chips:
            text = T(
                "There are {chips} chips: for the further letters {player} says beside which stand they would lie.",
                chips=NUMBERS.material.chips,
                player=Named(seat),
            )
            self.todo(text, "letter_jam.clue.longer")
        if before.reds_left and not self.state.reds_left:
            opened = self.state.centre + (before.leaves if before.leaves_locked else 0)
            text = N(
                "That was the last red token: {n} green one is now open.",
                "That was the last red token: {n} green ones are now open.",
                n=opened,
            )
            self.tell(text, "letter_jam.tokens.centre", "letter_jam.ruling.unlocking")

    def take(self, seat: int, token: Token) -> None:
        """Take a token from the setup card (letter_jam.tokens.red_first, letter_jam.tokens.centre)."""
        player = self.state.players[seat]
        match token:
            case Token.RED:
                self.change(seat, reds=player.reds + 1)
            case Token.LEAF:
                self.change(seat, greens=player.greens + 1)
                self.state = evolve(self.state, leaves=self.state.leaves - 1)
            case Token.CENTRE:
                self.change(seat, greens=player.greens + 1)
                self.state = evolve(self.state, centre=self.state.centre - 1)
            case _:
                assert_never(token)

    def move(self, seat: int, *, moves: bool) -> None:
        """Take down a decision; the card moves when all have decided (letter_jam.advance.choice, letter_jam.advance.wait)."""
        phase = self.state.phase
        assert isinstance(phase, phases.Deciding)
        decided = (*phase.moves[:seat], moves, *phase.moves[seat + 1 :])
        self.state = evolve(self.state, phase=evolve(phase, moves=decided))
        text = T("{player} moves on.", player=Named(seat)) if moves else T("{player} stays.", player=Named(seat))
        self.tell(text, "letter_jam.advance.choice", "letter_jam.advance.wait", tone=Tone.NOTE)

    def guess(self, action: actions.BonusGuessed) -> None:
        """Take down a guess said aloud; the next letter is drawn at once (letter_jam.bonus.guess, letter_jam.ruling.order_of_drawing)."""
        phase = self.state.phase
        assert isinstance(phase, phases.Deciding)
        seat, guess = action.seat, phases.Guess(upper(action.letter), action.right, action.drawn_later)
        guesses = (*phase.guesses[:seat], guess, *phase.guesses[seat + 1 :])
        self.state = evolve(self.state, phase=evolve(phase, guesses=guesses))
        if guess.right:
            text = T("{letter} is right: it goes beside the joker as a bonus letter.", letter=guess.letter)
            self.todo(text, "letter_jam.bonus.guess", "letter_jam.bonus.unlimited")
        else:
            text = T("{letter} is wrong: the card goes into the box.", letter=guess.letter)
            self.todo(text, "letter_jam.bonus.guess", "letter_jam.npc.discard_box")
        if not guess.drawn_later:
            self.take_guess(seat, guess)
            self.draw_extra(seat)

    def end_round(self) -> None:
        """Clear the clue away and stand up new letters (letter_jam.round.npc_replace, letter_jam.ruling.order_of_drawing).

        What was used up goes into the box first, then players draw in the order of their seats, then the stands. Who
        has guessed an extra letter has drawn already.
        """
        phase = self.state.phase
        assert isinstance(phase, phases.Deciding)
        used = set(self.state.clue.stands)
        npcs = [number for number in range(len(self.state.npcs)) if Stand(At.NPC, number) in used]
        later = {seat: guess for seat, guess in enumerate(phase.guesses) if guess and guess.drawn_later}
        self.clear_bonus(used)
        for seat, guess in later.items():
            self.take_guess(seat, guess)
        self.state = evolve(self.state, discards=self.state.discards + len(npcs))
        for seat in self.state.seats:
            if phase.moves[seat]:
                self.next_letter(seat)
            elif seat in later:
                self.draw_extra(seat)
        for number in npcs:
            self.next_card(number)
        self.todo(T("All chips go back to the middle."), "letter_jam.round.chips_back")
        self.state = evolve(self.state, phase=phases.Choosing())
        if not self.state.givers:
            self.lay_words(agreed=False)

    def clear_bonus(self, used: set[Stand]) -> None:
        """Discard the bonus letters of the clue (letter_jam.bonus.use)."""
        gone = [letter for number, letter in enumerate(self.state.bonus) if Stand(At.BONUS, number) in used]
        if not gone:
            return
        kept = tuple(letter for number, letter in enumerate(self.state.bonus) if Stand(At.BONUS, number) not in used)
        self.state = evolve(self.state, bonus=kept, discards=self.state.discards + len(gone))
        text = N(
            "The used bonus letter goes into the box: {letters}.",
            "The used bonus letters go into the box: {letters}.",
            n=len(gone),
            letters=Listing(tuple(gone)),
        )
        self.todo(text, "letter_jam.bonus.use", "letter_jam.npc.discard_box")

    def take_guess(self, seat: int, guess: phases.Guess) -> None:
        """Move a guessed extra letter (letter_jam.bonus.guess)."""
        if guess.right:
            self.state = evolve(self.state, bonus=(*self.state.bonus, guess.letter))
        else:
            self.state = evolve(self.state, discards=self.state.discards + 1)
        self.change(seat, standing=False)

    def next_letter(self, seat: int) -> None:
        """Stand up the next letter of the row, or an extra one (letter_jam.advance.no_return, letter_jam.bonus.extra_card)."""
        at = self.state.players[seat].at + 1
        self.change(seat, at=at, clued=False)
        if not self.state.players[seat].done:
            text = T("{player} puts the letter back and stands up letter {n}.", player=Named(seat), n=at + 1)
            self.todo(text, "letter_jam.advance.no_return", "letter_jam.advance.never_look")
            return
        self.change(seat, standing=False)
        text = T("{player} puts the last letter back.", player=Named(seat))
        self.todo(text, "letter_jam.bonus.extra_card")
        self.draw_extra(seat)

    def draw_extra(self, seat: int) -> None:
        """Draw an extra letter from the stock (letter_jam.bonus.extra_card)."""
        if self.drawn():
            self.change(seat, extras=self.state.players[seat].extras + 1, standing=True, clued=False)
            text = T("{player} draws an extra letter and stands it in front of the row.", player=Named(seat))
            self.todo(text, "letter_jam.bonus.extra_card")
            return
        self.change(seat, standing=False, clued=False)
        text = T("The stock is empty: {player}’s stand stays empty.", player=Named(seat))
        self.tell(text, "letter_jam.ruling.empty_stock")

    def next_card(self, number: int) -> None:
        """Replace the letter of a non-player stand (letter_jam.round.npc_replace, letter_jam.npc.freed, letter_jam.npc.beyond)."""
        npc, name = self.state.npcs[number], stand_name(Stand(At.NPC, number))
        if npc.left:
            npc = evolve(npc, left=npc.left - 1, turn=npc.turn + 1)
            text = T("{stand}: discard the letter, put up the next card of its stack.", stand=name)
            self.todo(text, "letter_jam.round.npc_replace", "letter_jam.npc.discard_box")
        elif self.drawn():
            npc = evolve(npc, turn=npc.turn + 1)
            text = T("{stand}: discard the letter, put up a card from the stock.", stand=name)
            self.todo(text, "letter_jam.npc.beyond", "letter_jam.npc.discard_box")
        else:
            npc = evolve(npc, standing=False)
            text = T("{stand}: discard the letter. The stock is empty, so the stand stays empty.", stand=name)
            self.todo(text, "letter_jam.ruling.empty_stock", "letter_jam.npc.beyond")
        freed = npc.token and not npc.left
        if freed:
            npc = evolve(npc, token=False)
            text = T("{stand} shows its last card: its green token goes onto a leaf. One more clue!", stand=name)
            self.tell(text, "letter_jam.npc.freed", "letter_jam.ruling.freed_token")
        npcs = (*self.state.npcs[:number], npc, *self.state.npcs[number + 1 :])
        self.state = evolve(self.state, npcs=npcs, leaves=self.state.leaves + freed)

    def drawn(self) -> bool:
        """Take a card from the stock, if there is one (letter_jam.ruling.empty_stock)."""
        state = self.state
        if not state.stock and state.discards and state.house.stock == "reshuffle":
            text = N(
                "By the house rule the box is shuffled into a new stock: {n} card.",
                "By the house rule the box is shuffled into a new stock: {n} cards.",
                n=state.discards,
            )
            self.todo(text, "letter_jam.ruling.empty_stock")
            state = evolve(state, stock=state.discards, discards=0)
        self.state = evolve(state, stock=max(0, state.stock - 1))
        return state.stock > 0

    # The end

    def lay_words(self, *, agreed: bool) -> None:
        """End the clues (letter_jam.end.tokens, letter_jam.end.agreed)."""
        self.state = evolve(self.state, phase=phases.Laying())
        if agreed:
            self.tell(T("All agree: no more clues are needed."), "letter_jam.end.agreed")
        else:
            text = T("No token is available any more: that was the last clue.")
            self.tell(text, "letter_jam.end.tokens", "letter_jam.ruling.end_check")
        text = T("Every letter of the rows goes back to its place, face down.")
        self.todo(text, "letter_jam.end.word", "letter_jam.advance.never_look")

    def change_word(self, seat: int, word: Word) -> None:
        """Put a word in the place of the one a player had."""
        self.state = evolve(self.state, words=(*self.state.words[:seat], word, *self.state.words[seat + 1 :]))

    def lay(self, action: actions.WordLaid) -> None:
        """Take down what a word is laid of (letter_jam.end.word, letter_jam.end.replace, letter_jam.end.longer)."""
        word, length = Word(action.tiles), self.state.players[action.seat].length
        self.change_word(action.seat, word)
        text = N(
            "{player} has laid a word of {n} letter.",
            "{player} has laid a word of {n} letters.",
            n=len(word.tiles),
            player=Named(action.seat),
        )
        self.tell(text, "letter_jam.end.word")
        if len(word.tiles) != word.own:
            text = N(
                "{n} card from the middle is in it; nobody else can use it.",
                "{n} cards from the middle are in it; nobody else can use them.",
                n=len(word.tiles) - word.own,
            )
            rules = ("letter_jam.end.replace", *(("letter_jam.end.longer",) if len(word.tiles) > length else ()))
            self.tell(text, *rules)
        if why := too_short(self.state, action.seat):
            self.tell(why.text, *why.rules)
        if all(self.state.words):
            self.state = evolve(self.state, phase=phases.Revealing())

    def reveal(self, seat: int) -> None:
        """Turn up a word (letter_jam.end.reveal)."""
        word = self.state.words[seat]
        assert word
        self.change_word(seat, evolve(word, revealed=True))
        self.state = evolve(self.state, phase=phases.Revealing(seat))
        self.tell(T("{player} turns up the word.", player=Named(seat)), "letter_jam.end.reveal", tone=Tone.NOTE)

    def judge(self, seat: int, *, right: bool, letters: int = 0) -> None:
        """Take down the group's verdict and score the word (letter_jam.ruling.correctness)."""
        word = self.state.words[seat]
        assert word
        self.change_word(seat, evolve(word, right=right, letters=letters))
        self.state = evolve(self.state, phase=phases.Revealing())
        brought = worth(self.state, seat)
        self._points += [line for line in brought if line.points]
        self._told.append(worth_text(self.state, seat))
        self.close(seat, sum(line.points for line in brought))

    def close(self, seat: int, points: int) -> None:
        """Add up; after the last word the game is over (letter_jam.score.verdict, letter_jam.end.won)."""
        all_points = (*self.state.points[:seat], points, *self.state.points[seat + 1 :])
        self.state = evolve(self.state, points=all_points)
        if all(word and word.right is not None for word in self.state.words):
            self.state = evolve(self.state, phase=phases.Over())
            for said in outcome(self.state):
                self._told.append(said)

    # The guess sheets

    def note(self, action: actions.Noted) -> None:
        """Write a line of the own sheet (letter_jam.sheet.note, letter_jam.sheet.guess)."""
        clue, sheet = self.state.clues[action.clue - 1], self.state.sheets[action.seat]
        for mark, letter in zip(clue.marks, upper(action.letters), strict=True):
            if letter != OWN and not mark.letter:
                sheet = sheet.with_letter(mark, "" if letter in (BLANK, ANY) else letter)
        self.change_sheet(action.seat, sheet.with_guesses(clue.number, action.guesses.upper()))

    def box(self, seat: int, box: int, letter: str, *, rub_out: bool = False) -> None:
        """Write into a box of the own sheet (letter_jam.advance.choice)."""
        if letter or rub_out:
            self.change_sheet(seat, self.state.sheets[seat].with_box(box, letter.upper()))


def _token_rule(token: Token, seats: int) -> str:
    """Return the rule that says which token it is."""
    if token is Token.CENTRE:
        return "letter_jam.tokens.centre"
    if setup_card(seats).disputed and token is Token.LEAF:
        return "letter_jam.ruling.greens"
    return {2: "letter_jam.tokens.two", 3: "letter_jam.tokens.three"}.get(seats, "letter_jam.tokens.red_first")


def event_key(state: State, action: actions.Action) -> Hashable:
    """Return which event at the table an action reports; what one player decides never overtakes another."""
    place = (len(state.clues), type(state.phase))
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return place
    match action:
        case actions.MovesOn() | actions.Stays() if isinstance(state.phase, phases.Deciding):
            return (*place, seat, state.phase.moves[seat])
        case actions.BonusGuessed() if isinstance(state.phase, phases.Deciding):
            return (*place, seat, state.phase.guesses[seat])
        case actions.WordLaid() | actions.Revealed() if state.words:
            return (len(state.clues), seat, state.words[seat])
        case actions.WordCounts() | actions.WordFails() if isinstance(state.phase, phases.Revealing):
            return (*place, state.phase.seat)
        case actions.Noted() | actions.Boxed() if state.sheets:
            return (seat, state.sheets[seat])
        case _:
            return place
