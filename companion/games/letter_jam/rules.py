"""The rules of Letter Jam: what is allowed, what follows from it, and why."""

from collections.abc import Hashable
from typing import Any, assert_never

from attrs import evolve

from companion.games.letter_jam.actions import (
    Action,
    BonusGuessed,
    Boxed,
    ClueGiven,
    Dealt,
    EndAgreed,
    MovesOn,
    Noted,
    Revealed,
    RoundEnded,
    Stays,
    WordCounts,
    WordFails,
    WordLaid,
)
from companion.games.letter_jam.messages import ALPHABET, ANY, BLANK, OWN, TOKENS, VERDICTS, N, T, stand_name, verdict
from companion.games.letter_jam.model import (
    NUMBERS,
    STACKS,
    Choosing,
    Clue,
    Deciding,
    Facts,
    Guess,
    House,
    Laying,
    Mark,
    Npc,
    Over,
    Player,
    Preparing,
    Revealing,
    Sheet,
    State,
    Token,
    Word,
    setup_card,
)
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Listing, Text
from companion.kernel.text import Player as Named

#: The one round of the score sheet: a game has many clues and is scored once.
SCORED_ROUND = 1


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


# What is allowed


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return _why(T("There is no seat {seat} at this table.", seat=seat), "letter_jam.players")
    match action:
        case Dealt():
            return _dealt_refusal(state, action)
        case ClueGiven():
            return _clue_refusal(state, action)
        case MovesOn():
            return _move_refusal(state, seat) or _letter_refusal(action.letter, optional=True)
        case Stays():
            return _move_refusal(state, seat)
        case BonusGuessed():
            return _bonus_refusal(state, seat) or _letter_refusal(action.letter)
        case RoundEnded():
            return _not_deciding(state)
        case EndAgreed():
            return _end_refusal(state)
        case WordLaid():
            return _word_refusal(state, action)
        case Revealed():
            return _reveal_refusal(state, seat)
        case WordCounts():
            return _verdict_refusal(state, seat) or _too_short(state, seat)
        case WordFails():
            return _fails_refusal(state, action)
        case Noted():
            return _noted_refusal(state, action)
        case Boxed():
            return _boxed_refusal(state, action)
        case _:
            assert_never(action)


def _dealt_refusal(state: State, action: Dealt) -> Explanation | None:
    """Words have the lengths of letter_jam.setup.difficulty; they may differ (letter_jam.setup.mixed_lengths)."""
    if not isinstance(state.phase, Preparing):
        return _why(T("The words have been dealt already."), "letter_jam.setup.word")
    if len(action.lengths) != len(state.players):
        text = T("Each of the {n} players gets a word.", n=len(state.players))
        return _why(text, "letter_jam.setup.word", "letter_jam.players")
    words = NUMBERS.words
    for length in action.lengths:
        if not words.shortest <= length <= words.longest:
            text = T(
                "A secret word has {shortest} to {longest} letters, not {length}.",
                shortest=words.shortest,
                longest=words.longest,
                length=length,
            )
            return _why(text, "letter_jam.setup.difficulty", "letter_jam.setup.mixed_lengths")
    return None


def _not_choosing(state: State) -> Explanation | None:
    """Return why no clue is waited for."""
    match state.phase:
        case Choosing():
            return None
        case Preparing():
            return _why(T("First the secret words are dealt and stood up."), "letter_jam.setup.row")
        case Deciding():
            text = T("A clue lies on the table. First everybody notes it and decides.")
            return _why(text, "letter_jam.advance.wait", "letter_jam.round.chips_back")
        case Laying() | Revealing():
            return _why(T("There are no more clues; the words are laid now."), "letter_jam.end.word")
        case Over():
            return _over()
        case _:
            assert_never(state.phase)


def no_token(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot give a clue now (letter_jam.tokens.no_green)."""
    if why := _not_choosing(state):
        return why
    if state.token_for(seat):
        return None
    able = Listing(tuple(Named(other) for other in state.givers))
    if state.leaves_locked and state.leaves:
        text = T(
            "By the house rule all green tokens wait until the red ones are gone. The clue must come from {players}.",
            players=able,
        )
        return _why(text, "letter_jam.ruling.greens", "letter_jam.tokens.no_green")
    text = T(
        "{player} has taken all own red tokens, and no green one is available. The clue must come from {players}.",
        player=Named(seat),
        players=able,
    )
    return _why(text, "letter_jam.tokens.no_green", "letter_jam.tokens.centre")


def _clue_refusal(state: State, action: ClueGiven) -> Explanation | None:
    """A clue needs a token, visible letters and a joker of one meaning (letter_jam.clue.own_letter, letter_jam.joker)."""
    if why := no_token(state, action.seat):
        return why
    if not 1 <= len(action.stands) <= NUMBERS.clue.most:
        text = T("A clue has at least one letter; here it has at most {most}.", most=NUMBERS.clue.most)
        return _why(text, "letter_jam.clue.chips", "letter_jam.clue.longer")
    if Stand(At.SEAT, action.seat) in action.stands:
        text = T("{player} cannot see the own letter, so no chip goes there.", player=Named(action.seat))
        return _why(text, "letter_jam.clue.own_letter")
    for stand in action.stands:
        if not state.shows(stand):
            return _why(T("No letter stands there: {where}.", where=stand_name(stand)), "letter_jam.clue.chips")
    if not action.one_letter and action.stands.count(JOKER) > 1:
        text = T("In one clue the joker stands for one letter only, however often it is used.")
        return _why(text, "letter_jam.joker")
    return None


def _not_deciding(state: State) -> Explanation | None:
    """Return why nobody decides now."""
    match state.phase:
        case Deciding():
            return None
        case Preparing() | Choosing():
            return _why(T("First somebody gives a clue."), "letter_jam.round.choose", "letter_jam.advance.wait")
        case Laying() | Revealing():
            return _why(T("There are no more clues; the words are laid now."), "letter_jam.end.word")
        case Over():
            return _over()
        case _:
            assert_never(state.phase)


def _move_refusal(state: State, seat: int) -> Explanation | None:
    """Who has had a clue for the present letter decides (letter_jam.advance.choice)."""
    if why := _not_deciding(state):
        return why
    player = state.players[seat]
    if player.done:
        text = T("{player} has put back all own letters. An extra letter is guessed instead.", player=Named(seat))
        return _why(text, "letter_jam.bonus.extra_card", "letter_jam.bonus.guess")
    if not player.clued:
        text = T("There has been no clue for {player}’s present letter yet, so it stays.", player=Named(seat))
        return _why(text, "letter_jam.advance.choice")
    return None


def bonus_closed(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot guess an extra letter now (letter_jam.bonus.guess, letter_jam.ruling.late_guess)."""
    if why := _not_deciding(state):
        return why
    player, phase = state.players[seat], state.phase
    assert isinstance(phase, Deciding)
    if not player.done or not player.standing:
        text = T("{player} has no extra letter in front of the row.", player=Named(seat))
        return _why(text, "letter_jam.bonus.extra_card")
    if phase.guesses[seat]:
        text = T("{player} has guessed already; the next extra letter comes with the next round.", player=Named(seat))
        return _why(text, "letter_jam.bonus.guess", "letter_jam.ruling.order_of_drawing")
    if not player.clued:
        text = T("No clue has used {player}’s extra letter yet.", player=Named(seat))
        return _why(text, "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    return None


_bonus_refusal = bonus_closed


def _letter_refusal(text: str, *, optional: bool = False) -> Explanation | None:
    """A letter is one of A to Z; umlauts are two (letter_jam.clue.umlaut)."""
    if (optional and not text) or (len(text) == 1 and _is_word(text)):
        return None
    said = T("That is not one letter from A to Z. Umlauts are spelled AE, OE, UE, and ß is SS.")
    return _why(said, "letter_jam.clue.umlaut", "letter_jam.sheet.guess")


def _is_word(text: str) -> bool:
    return all(letter in ALPHABET for letter in _upper(text))


def _upper(text: str) -> str:
    """Return letters as capitals, but leave what is none: "ß" must not become two letters unseen."""
    return text.upper() if text.isascii() else text


def _end_refusal(state: State) -> Explanation | None:
    """All may agree to end between two rounds (letter_jam.end.agreed, letter_jam.ruling.tokens_order)."""
    match state.phase:
        case Choosing():
            return None
        case Deciding():
            text = T("First this round is brought to its end.")
            return _why(text, "letter_jam.ruling.tokens_order", "letter_jam.end.agreed")
        case Preparing() | Laying() | Revealing() | Over():
            return _not_choosing(state)
        case _:
            assert_never(state.phase)


def _no_words_yet(state: State) -> Explanation | None:
    match state.phase:
        case Laying() | Revealing():
            return None
        case Preparing() | Choosing() | Deciding():
            text = T("Words are laid when the last clue has been given or all agree that no more are needed.")
            return _why(text, "letter_jam.end.tokens", "letter_jam.end.agreed")
        case Over():
            return _over()
        case _:
            assert_never(state.phase)


def _word_refusal(state: State, action: WordLaid) -> Explanation | None:
    """A word is laid of own cards, bonus letters and the joker, each once (letter_jam.end.replace, letter_jam.end.longer)."""
    if why := _no_words_yet(state):
        return why
    if any(word and word.revealed for word in state.words):
        text = T("Words are being revealed; nobody rearranges cards any more.")
        return _why(text, "letter_jam.end.reveal", "letter_jam.end.replace")
    if not action.tiles:
        return _why(T("A word needs at least one card."), "letter_jam.end.word")
    for tile in action.tiles:
        if why := _tile_refusal(state, action, tile):
            return why
    return None


def _tile_refusal(state: State, action: WordLaid, tile: Tile) -> Explanation | None:
    if action.tiles.count(tile) > 1:
        return _why(T("A card can lie in a word only once."), "letter_jam.end.replace")
    if tile.piece is Piece.OWN:
        if tile.number < state.players[action.seat].length:
            return None
        length = state.players[action.seat].length
        text = T("{player} has only {length} own cards.", player=Named(action.seat), length=length)
        return _why(text, "letter_jam.end.word", "letter_jam.setup.row")
    if tile not in state.tiles:
        return _why(T("There is no such bonus letter."), "letter_jam.end.replace")
    for other, word in enumerate(state.words):
        if word and other != action.seat and tile in word.tiles:
            text = T("{player} uses that card already; each serves one word only.", player=Named(other))
            return _why(text, "letter_jam.end.replace")
    return None


def _reveal_refusal(state: State, seat: int) -> Explanation | None:
    """Words are turned up one by one when all are laid (letter_jam.end.reveal)."""
    if why := _no_words_yet(state):
        return why
    waiting = tuple(Named(other) for other in state.seats if not state.words[other])
    if waiting:
        text = T("First everybody lays a word. Still missing: {players}.", players=Listing(waiting))
        return _why(text, "letter_jam.end.reveal", "letter_jam.end.word")
    phase, word = state.phase, state.words[seat]
    assert isinstance(phase, Revealing)
    assert word
    if phase.seat is not None:
        text = T("First the group decides about {player}’s word.", player=Named(phase.seat))
        return _why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")
    if word.revealed:
        return _why(T("{player}’s word lies open already.", player=Named(seat)), "letter_jam.end.reveal")
    return None


def _verdict_refusal(state: State, seat: int) -> Explanation | None:
    """The group judges the word that lies open (letter_jam.ruling.correctness)."""
    if why := _no_words_yet(state):
        return why
    if isinstance(state.phase, Revealing) and state.phase.seat == seat:
        return None
    text = T("{player}’s word is not the one that was just revealed.", player=Named(seat))
    return _why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")


def _too_short(state: State, seat: int) -> Explanation | None:
    """A word shorter than the own row is none (letter_jam.end.no_shorter, letter_jam.ruling.shorter_word)."""
    word, length = state.words[seat], state.players[seat].length
    if not word or len(word.tiles) >= length:
        return None
    text = T(
        "The word has {letters} letters, the own row {length}: a shorter word does not count.",
        letters=len(word.tiles),
        length=length,
    )
    return _why(text, "letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")


def _fails_refusal(state: State, action: WordFails) -> Explanation | None:
    """Only own letters that lie in the word can have been guessed right (letter_jam.ruling.covered_letters)."""
    if why := _verdict_refusal(state, action.seat):
        return why
    word = state.words[action.seat]
    most = word.own if word else 0
    if 0 <= action.letters <= most:
        return None
    text = N(
        "The word holds {n} own letter, so no more were guessed right.",
        "The word holds {n} own letters, so no more were guessed right.",
        n=most,
    )
    return _why(text, "letter_jam.score.wrong", "letter_jam.ruling.covered_letters")


def _sheets_closed(state: State) -> Explanation | None:
    match state.phase:
        case Choosing() | Deciding() | Laying():
            return None
        case Preparing():
            return _why(T("First the secret words are dealt and stood up."), "letter_jam.setup.row")
        case Revealing():
            text = T("The words are laid and being revealed; the guess sheets are put down.")
            return _why(text, "letter_jam.end.reveal", "letter_jam.setup.sheet")
        case Over():
            return _over()
        case _:
            assert_never(state.phase)


def _noted_refusal(state: State, action: Noted) -> Explanation | None:
    """A line of the sheet is a clue with the own letter in it (letter_jam.sheet.note, letter_jam.sheet.guess)."""
    if why := _sheets_closed(state):
        return why
    clue = state.clues[action.clue - 1] if 1 <= action.clue <= len(state.clues) else None
    if clue is None or not clue.uses(action.seat):
        text = T("A clue is noted by those whose letter is in it.")
        return _why(text, "letter_jam.sheet.note")
    letters = _upper(action.letters)
    if len(letters) != len(clue.marks):
        text = T("That clue has {letters} letters, not {noted}.", letters=len(clue.marks), noted=len(letters))
        return _why(text, "letter_jam.sheet.note", "letter_jam.clue.chips")
    known: dict[tuple[Stand, int], str] = {}
    for mark, letter in zip(clue.marks, letters, strict=True):
        if why := _note_refusal(action.seat, mark, letter):
            return why
        if known.setdefault((mark.stand, mark.turn), letter) != letter:
            text = T("The same card is the same letter everywhere in a clue.")
            return _why(text, "letter_jam.clue.double_letter", "letter_jam.joker")
    if not _is_word(action.guesses) or len(set(action.guesses.upper())) != len(action.guesses):
        return _why(T("Guesses are letters from A to Z, each once."), "letter_jam.sheet.guess")
    return None


def _note_refusal(seat: int, mark: Mark, letter: str) -> Explanation | None:
    own = mark.stand == Stand(At.SEAT, seat)
    if own != (letter == OWN):
        text = T("A question mark stands for the own letter, and for nothing else.")
        return _why(text, "letter_jam.sheet.note")
    if own or letter == BLANK or (letter == ANY and mark.stand == JOKER):
        return None
    if letter not in ALPHABET:
        return _letter_refusal(letter)
    if mark.letter not in ("", letter):
        text = T("The bonus letter is known: it is {letter}.", letter=mark.letter)
        return _why(text, "letter_jam.bonus.use")
    return None


def _boxed_refusal(state: State, action: Boxed) -> Explanation | None:
    """There is a box for each letter of the own row (letter_jam.advance.choice)."""
    if why := _sheets_closed(state):
        return why
    length = state.players[action.seat].length
    if not 1 <= action.box <= length:
        text = T("The sheet has a box for each of the {length} letters.", length=length)
        return _why(text, "letter_jam.setup.sheet", "letter_jam.advance.choice")
    return _letter_refusal(action.letter, optional=True)


def _over() -> Explanation:
    return _why(T("This game is over. Start a rematch for another one."), "letter_jam.end.won")


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules)


# What follows


def apply(state: State, action: Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    story = _Story(state)
    match action:
        case Dealt(lengths):
            story.deal(lengths)
        case ClueGiven():
            story.clue(action)
        case MovesOn(seat, letter):
            story.move(seat, moves=True)
            story.box(seat, state.players[seat].at, letter)
        case Stays(seat):
            story.move(seat, moves=False)
        case BonusGuessed():
            story.guess(action)
        case RoundEnded():
            story.end_round()
        case EndAgreed():
            story.lay_words(agreed=True)
        case WordLaid():
            story.lay(action)
        case Revealed(seat):
            story.reveal(seat)
        case WordCounts(seat):
            story.judge(seat, right=True)
        case WordFails(seat, letters):
            story.judge(seat, right=False, letters=letters)
        case Noted():
            story.note(action)
        case Boxed(seat, box, letter):
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
            phase=Choosing(),
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

    def clue(self, action: ClueGiven) -> None:
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
        self.state = evolve(self.state, phase=Deciding((None,) * seats, (None,) * seats))
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
        assert isinstance(phase, Deciding)
        decided = (*phase.moves[:seat], moves, *phase.moves[seat + 1 :])
        self.state = evolve(self.state, phase=evolve(phase, moves=decided))
        text = T("{player} moves on.", player=Named(seat)) if moves else T("{player} stays.", player=Named(seat))
        self.tell(text, "letter_jam.advance.choice", "letter_jam.advance.wait", tone=Tone.NOTE)

    def guess(self, action: BonusGuessed) -> None:
        """Take down a guess said aloud (letter_jam.bonus.guess)."""
        phase = self.state.phase
        assert isinstance(phase, Deciding)
        seat, guess = action.seat, Guess(_upper(action.letter), action.right)
        guesses = (*phase.guesses[:seat], guess, *phase.guesses[seat + 1 :])
        self.state = evolve(self.state, phase=evolve(phase, guesses=guesses))
        if guess.right:
            text = T("{letter} is right: it goes beside the joker as a bonus letter.", letter=guess.letter)
            self.todo(text, "letter_jam.bonus.guess", "letter_jam.bonus.unlimited")
        else:
            text = T("{letter} is wrong: the card goes into the box.", letter=guess.letter)
            self.todo(text, "letter_jam.bonus.guess", "letter_jam.npc.discard_box")

    def end_round(self) -> None:
        """Clear the clue away and stand up new letters (letter_jam.round.npc_replace, letter_jam.ruling.order_of_drawing).

        What was used up goes into the box first, then players draw in the order of their seats, then the stands.
        """
        phase = self.state.phase
        assert isinstance(phase, Deciding)
        used = set(self.state.clue.stands)
        npcs = [number for number in range(len(self.state.npcs)) if Stand(At.NPC, number) in used]
        self.clear_bonus(used)
        self.take_guesses(phase)
        self.state = evolve(self.state, discards=self.state.discards + len(npcs))
        for seat in self.state.seats:
            if phase.moves[seat]:
                self.next_letter(seat)
            elif phase.guesses[seat]:
                self.draw_extra(seat)
        for number in npcs:
            self.next_card(number)
        self.todo(T("All chips go back to the middle."), "letter_jam.round.chips_back")
        self.state = evolve(self.state, phase=Choosing())
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

    def take_guesses(self, phase: Deciding) -> None:
        """Move the guessed extra letters (letter_jam.bonus.guess)."""
        for seat, guess in enumerate(phase.guesses):
            if guess and guess.right:
                self.state = evolve(self.state, bonus=(*self.state.bonus, guess.letter))
            elif guess:
                self.state = evolve(self.state, discards=self.state.discards + 1)
            if guess:
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
        self.state = evolve(self.state, phase=Laying())
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

    def lay(self, action: WordLaid) -> None:
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
        if why := _too_short(self.state, action.seat):
            self.tell(why.text, *why.rules)
        if all(self.state.words):
            self.state = evolve(self.state, phase=Revealing())

    def reveal(self, seat: int) -> None:
        """Turn up a word (letter_jam.end.reveal)."""
        word = self.state.words[seat]
        assert word
        self.change_word(seat, evolve(word, revealed=True))
        self.state = evolve(self.state, phase=Revealing(seat))
        self.tell(T("{player} turns up the word.", player=Named(seat)), "letter_jam.end.reveal", tone=Tone.NOTE)

    def judge(self, seat: int, *, right: bool, letters: int = 0) -> None:
        """Take down the group's verdict and score the word (letter_jam.ruling.correctness)."""
        word = self.state.words[seat]
        assert word
        self.change_word(seat, evolve(word, right=right, letters=letters))
        self.state = evolve(self.state, phase=Revealing())
        brought = worth(self.state, seat)
        self._points += [line for line in brought if line.points]
        self._told.append(worth_text(self.state, seat))
        self.close(seat, sum(line.points for line in brought))

    def close(self, seat: int, points: int) -> None:
        """Add up; after the last word the game is over (letter_jam.score.verdict, letter_jam.end.won)."""
        all_points = (*self.state.points[:seat], points, *self.state.points[seat + 1 :])
        self.state = evolve(self.state, points=all_points)
        if all(word and word.right is not None for word in self.state.words):
            self.state = evolve(self.state, phase=Over())
            for said in outcome(self.state):
                self._told.append(said)

    # The guess sheets

    def note(self, action: Noted) -> None:
        """Write a line of the own sheet (letter_jam.sheet.note, letter_jam.sheet.guess)."""
        clue, sheet = self.state.clues[action.clue - 1], self.state.sheets[action.seat]
        for mark, letter in zip(clue.marks, _upper(action.letters), strict=True):
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


def facts_text(facts: Facts) -> Text:
    """Return all that may be said about a clue, and nothing else (letter_jam.talk.allowed)."""
    said: tuple[Text, ...] = (
        N("{n} letter", "{n} letters", n=facts.letters),
        N("helps {n} player", "helps {n} players", n=facts.players),
        N("{n} non-player letter", "{n} non-player letters", n=facts.npcs),
        N("{n} bonus letter", "{n} bonus letters", n=facts.bonus),
        T("with the joker") if facts.joker else T("without the joker"),
    )
    return T(
        "The clue: {letters}, {players}, {npcs}, {bonus}, {joker}.",
        **dict(zip(("letters", "players", "npcs", "bonus", "joker"), said, strict=True)),
    )


def worth(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """Return what a judged word brings, column by column (letter_jam.score.word, letter_jam.score.wrong)."""
    word, length, score = state.words[seat], state.players[seat].length, NUMBERS.score
    assert word

    def line(column: str, points: int, text: Text, *rules: str) -> ScoreLine:
        return ScoreLine(seat, SCORED_ROUND, column, points, Explanation(text, rules))

    if not word.right:
        text = N("{n} own letter guessed right", "{n} own letters guessed right", n=word.letters)
        rules = ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
        return (line("letters", score.guessed * word.letters, text, *rules),)
    longer, greens = len(word.tiles) - length, state.scoring_greens
    return (
        line(
            "word",
            score.letter * length,
            T("{factor} × {length} letters of the original word", factor=score.letter, length=length),
            "letter_jam.score.word",
        ),
        line(
            "longer",
            score.longer * longer,
            N("{n} letter beyond the original length", "{n} letters beyond the original length", n=longer),
            "letter_jam.score.word",
            "letter_jam.end.longer",
        ),
        line(
            "greens",
            score.green * greens,
            N("{n} green token still available", "{n} green tokens still available", n=greens),
            "letter_jam.score.word",
            "letter_jam.ruling.green_bonus",
            "letter_jam.ruling.counting_greens",
        ),
    )


def worth_text(state: State, seat: int) -> Explanation:
    """Return the calculation of a judged word in a sentence."""
    brought = [line.points for line in worth(state, seat)]
    if len(brought) == 1:
        text = N(
            "{player}’s word does not count: {n} point for the letters guessed right.",
            "{player}’s word does not count: {n} points for the letters guessed right.",
            n=brought[0],
            player=Named(seat),
        )
        return _why(
            text, "letter_jam.score.wrong", "letter_jam.ruling.covered_letters", "letter_jam.ruling.correctness"
        )
    word, longer, greens = brought
    text = T(
        "{player}’s word counts: {word} + {longer} + {greens} = {points} points.",
        player=Named(seat),
        word=word,
        longer=longer,
        greens=greens,
        points=sum(brought),
    )
    return _why(
        text,
        "letter_jam.score.word",
        "letter_jam.ruling.correctness",
        "letter_jam.score.example",
        "letter_jam.ruling.green_bonus",
        "letter_jam.ruling.counting_greens",
    )


def outcome(state: State) -> tuple[Explanation, ...]:
    """Return how the game ended for the team (letter_jam.end.won, letter_jam.score.verdict)."""
    seats, right = len(state.players), sum(bool(word and word.right) for word in state.words)
    missing = NUMBERS.won.missing if seats >= NUMBERS.won.from_players else 0
    rules = ("letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
    if right == seats:
        won = Explanation(T("Everybody has a word: you have won together!"), rules)
    elif right >= seats - missing:
        text = T("Nearly everybody has a word, {right} of {all}: you have won together!", right=right, all=seats)
        won = Explanation(text, rules)
    else:
        won = Explanation(
            T("{right} of {all} have a word. If it was fun, that is enough.", right=right, all=seats), rules
        )
    return won, team_score(state)


def team_score(state: State) -> Explanation:
    """Return the team's sum, how it comes about, and the mark for it (letter_jam.score.verdict)."""
    points = sum(state.points)
    calculation = " + ".join(map(str, state.points))
    reached = verdict(len(state.players), points)
    if reached:
        text = T(
            "Together {calculation} = {points} points: {verdict} (scale not confirmed).",
            calculation=calculation,
            points=points,
            verdict=VERDICTS[reached],
        )
    else:
        text = N(
            "Together {calculation} = {n} point; the first mark would be at {first} (scale not confirmed).",
            "Together {calculation} = {n} points; the first mark would be at {first} (scale not confirmed).",
            n=points,
            calculation=calculation,
            first=setup_card(len(state.players)).edible,
        )
    return Explanation(text, ("letter_jam.score.verdict", "letter_jam.ruling.verdict_scale"))


def moment(state: State, action: Action) -> Hashable:
    """Return which event at the table an action reports; what one player decides never overtakes another."""
    place = (len(state.clues), type(state.phase))
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return place
    match action:
        case MovesOn() | Stays() if isinstance(state.phase, Deciding):
            return (*place, seat, state.phase.moves[seat])
        case BonusGuessed() if isinstance(state.phase, Deciding):
            return (*place, seat, state.phase.guesses[seat])
        case WordLaid() | Revealed() if state.words:
            return (len(state.clues), seat, state.words[seat])
        case WordCounts() | WordFails() if isinstance(state.phase, Revealing):
            return (*place, state.phase.seat)
        case Noted() | Boxed() if state.sheets:
            return (seat, state.sheets[seat])
        case _:
            return place
