"""What is not allowed at a table of Letter Jam, and why."""

from typing import assert_never

from companion.games.letter_jam import actions, phases
from companion.games.letter_jam.messages import ALPHABET, ANY, BLANK, OWN, N, T, stand_name
from companion.games.letter_jam.model import NUMBERS, Mark, State
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Text
from companion.kernel.text import Player as Named


def refusal(state: State, action: actions.Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    seat = getattr(action, "seat", 0)
    if seat not in state.seats:
        return why(T("There is no seat {seat} at this table.", seat=seat), "letter_jam.players")
    match action:
        case actions.Dealt():
            return _dealt_refusal(state, action)
        case actions.ClueGiven():
            return _clue_refusal(state, action)
        case actions.MovesOn():
            return _move_refusal(state, seat) or _letter_refusal(action.letter, optional=True)
        case actions.Stays():
            return _move_refusal(state, seat)
        case actions.BonusGuessed():
            return bonus_closed(state, seat) or _letter_refusal(action.letter)
        case actions.RoundEnded():
            return _not_deciding(state)
        case actions.EndAgreed():
            return _end_refusal(state)
        case actions.WordLaid():
            return _word_refusal(state, action)
        case actions.Revealed():
            return _reveal_refusal(state, seat)
        case actions.WordCounts():
            return _verdict_refusal(state, seat) or too_short(state, seat)
        case actions.WordFails():
            return _fails_refusal(state, action)
        case actions.Noted():
            return _noted_refusal(state, action)
        case actions.Boxed():
            return _boxed_refusal(state, action)
        case _:
            assert_never(action)


def _dealt_refusal(state: State, action: actions.Dealt) -> Explanation | None:
    """Words have the lengths of letter_jam.setup.difficulty; they may differ (letter_jam.setup.mixed_lengths)."""
    if not isinstance(state.phase, phases.Preparing):
        return why(T("The words have been dealt already."), "letter_jam.setup.word")
    if len(action.lengths) != len(state.players):
        text = T("Each of the {n} players gets a word.", n=len(state.players))
        return why(text, "letter_jam.setup.word", "letter_jam.players")
    words = NUMBERS.words
    for length in action.lengths:
        if not words.shortest <= length <= words.longest:
            text = T(
                "A secret word has {shortest} to {longest} letters, not {length}.",
                shortest=words.shortest,
                longest=words.longest,
                length=length,
            )
            return why(text, "letter_jam.setup.difficulty", "letter_jam.setup.mixed_lengths")
    return None


def _not_choosing(state: State) -> Explanation | None:
    """Return why no clue is waited for."""
    match state.phase:
        case phases.Choosing():
            return None
        case phases.Preparing():
            return why(T("First the secret words are dealt and stood up."), "letter_jam.setup.row")
        case phases.Deciding():
            text = T("A clue lies on the table. First everybody notes it and decides.")
            return why(text, "letter_jam.advance.wait", "letter_jam.round.chips_back")
        case phases.Laying() | phases.Revealing():
            return why(T("There are no more clues; the words are laid now."), "letter_jam.end.word")
        case phases.Over():
            return _over()
        case _:
            assert_never(state.phase)


def no_token(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot give a clue now (letter_jam.tokens.no_green)."""
    if wrong := _not_choosing(state):
        return wrong
    if state.token_for(seat):
        return None
    able = Listing(tuple(Named(other) for other in state.givers))
    if state.leaves_locked and state.leaves:
        text = T(
            "By the house rule all green tokens wait until the red ones are gone. The clue must come from {players}.",
            players=able,
        )
        return why(text, "letter_jam.ruling.greens", "letter_jam.tokens.no_green")
    text = T(
        "{player} has taken all own red tokens, and no green one is available. The clue must come from {players}.",
        player=Named(seat),
        players=able,
    )
    return why(text, "letter_jam.tokens.no_green", "letter_jam.tokens.centre")


def _clue_refusal(state: State, action: actions.ClueGiven) -> Explanation | None:
    """A clue needs a token, visible letters and a joker of one meaning (letter_jam.clue.own_letter, letter_jam.joker)."""
    if wrong := no_token(state, action.seat):
        return wrong
    if not 1 <= len(action.stands) <= NUMBERS.clue.most:
        text = T("A clue has at least one letter; here it has at most {most}.", most=NUMBERS.clue.most)
        return why(text, "letter_jam.clue.chips", "letter_jam.clue.longer")
    if Stand(At.SEAT, action.seat) in action.stands:
        text = T("{player} cannot see the own letter, so no chip goes there.", player=Named(action.seat))
        return why(text, "letter_jam.clue.own_letter")
    for stand in action.stands:
        if not state.shows(stand):
            return why(T("No letter stands there: {where}.", where=stand_name(stand)), "letter_jam.clue.chips")
    if not action.one_letter and action.stands.count(JOKER) > 1:
        text = T("In one clue the joker stands for one letter only, however often it is used.")
        return why(text, "letter_jam.joker")
    return None


def _not_deciding(state: State) -> Explanation | None:
    """Return why nobody decides now."""
    match state.phase:
        case phases.Deciding():
            return None
        case phases.Preparing() | phases.Choosing():
            return why(T("First somebody gives a clue."), "letter_jam.round.choose", "letter_jam.advance.wait")
        case phases.Laying() | phases.Revealing():
            return why(T("There are no more clues; the words are laid now."), "letter_jam.end.word")
        case phases.Over():
            return _over()
        case _:
            assert_never(state.phase)


def _move_refusal(state: State, seat: int) -> Explanation | None:
    """Who has had a clue for the present letter decides (letter_jam.advance.choice)."""
    if wrong := _not_deciding(state):
        return wrong
    player = state.players[seat]
    if player.done:
        text = T("{player} has put back all own letters. An extra letter is guessed instead.", player=Named(seat))
        return why(text, "letter_jam.bonus.extra_card", "letter_jam.bonus.guess")
    if not player.clued:
        text = T("There has been no clue for {player}’s present letter yet, so it stays.", player=Named(seat))
        return why(text, "letter_jam.advance.choice")
    return None


def bonus_closed(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot guess an extra letter now (letter_jam.bonus.guess, letter_jam.ruling.late_guess)."""
    if wrong := _not_deciding(state):
        return wrong
    player, phase = state.players[seat], state.phase
    assert isinstance(phase, phases.Deciding)
    if not player.done or not player.standing:
        text = T("{player} has no extra letter in front of the row.", player=Named(seat))
        return why(text, "letter_jam.bonus.extra_card")
    if phase.guesses[seat]:
        text = T(
            "{player} has guessed already; the next extra letter waits for a clue that uses it.", player=Named(seat)
        )
        return why(text, "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    if not player.clued:
        text = T("No clue has used {player}’s extra letter yet.", player=Named(seat))
        return why(text, "letter_jam.bonus.guess", "letter_jam.ruling.late_guess")
    return None


def _letter_refusal(text: str, *, optional: bool = False) -> Explanation | None:
    """A letter is one of A to Z; umlauts are two (letter_jam.clue.umlaut)."""
    if (optional and not text) or (len(text) == 1 and _is_word(text)):
        return None
    said = T("That is not one letter from A to Z. Umlauts are spelled AE, OE, UE, and ß is SS.")
    return why(said, "letter_jam.clue.umlaut", "letter_jam.sheet.guess")


def _is_word(text: str) -> bool:
    return all(letter in ALPHABET for letter in upper(text))


def upper(text: str) -> str:
    """Return letters as capitals, but leave what is none: "ß" must not become two letters unseen."""
    return text.upper() if text.isascii() else text


def _end_refusal(state: State) -> Explanation | None:
    """All may agree to end between two rounds (letter_jam.end.agreed, letter_jam.ruling.tokens_order)."""
    match state.phase:
        case phases.Choosing():
            return None
        case phases.Deciding():
            text = T("First this round is brought to its end.")
            return why(text, "letter_jam.ruling.tokens_order", "letter_jam.end.agreed")
        case phases.Preparing() | phases.Laying() | phases.Revealing() | phases.Over():
            return _not_choosing(state)
        case _:
            assert_never(state.phase)


def _no_words_yet(state: State) -> Explanation | None:
    match state.phase:
        case phases.Laying() | phases.Revealing():
            return None
        case phases.Preparing() | phases.Choosing() | phases.Deciding():
            text = T("Words are laid when the last clue has been given or all agree that no more are needed.")
            return why(text, "letter_jam.end.tokens", "letter_jam.end.agreed")
        case phases.Over():
            return _over()
        case _:
            assert_never(state.phase)


def _word_refusal(state: State, action: actions.WordLaid) -> Explanation | None:
    """A word is laid of own cards, bonus letters and the joker, each once (letter_jam.end.replace, letter_jam.end.longer)."""
    if wrong := _no_words_yet(state):
        return wrong
    if state.turned_up:
        text = T("Words are being revealed; nobody rearranges cards any more.")
        return why(text, "letter_jam.end.reveal", "letter_jam.end.replace")
    if not action.tiles:
        return why(T("A word needs at least one card."), "letter_jam.end.word")
    for tile in action.tiles:
        if wrong := _tile_refusal(state, action, tile):
            return wrong
    return None


def _tile_refusal(state: State, action: actions.WordLaid, tile: Tile) -> Explanation | None:
    if action.tiles.count(tile) > 1:
        return why(T("A card can lie in a word only once."), "letter_jam.end.replace")
    if tile.piece is Piece.OWN:
        if tile.number < state.players[action.seat].length:
            return None
        length = state.players[action.seat].length
        text = T("{player} has only {length} own cards.", player=Named(action.seat), length=length)
        return why(text, "letter_jam.end.word", "letter_jam.setup.row")
    if tile not in state.tiles:
        return why(T("There is no such bonus letter."), "letter_jam.end.replace")
    for other, word in enumerate(state.words):
        if word and other != action.seat and tile in word.tiles:
            text = T("{player} uses that card already; each serves one word only.", player=Named(other))
            return why(text, "letter_jam.end.replace")
    return None


def _reveal_refusal(state: State, seat: int) -> Explanation | None:
    """Words are turned up one by one when all are laid (letter_jam.end.reveal)."""
    if wrong := _no_words_yet(state):
        return wrong
    waiting = tuple(Named(other) for other in state.seats if not state.words[other])
    if waiting:
        text = T("First everybody lays a word. Still missing: {players}.", players=Listing(waiting))
        return why(text, "letter_jam.end.reveal", "letter_jam.end.word")
    phase, word = state.phase, state.words[seat]
    assert isinstance(phase, phases.Revealing)
    assert word
    if phase.seat is not None:
        text = T("First the group decides about {player}’s word.", player=Named(phase.seat))
        return why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")
    if word.revealed:
        return why(T("{player}’s word lies open already.", player=Named(seat)), "letter_jam.end.reveal")
    return None


def _verdict_refusal(state: State, seat: int) -> Explanation | None:
    """The group judges the word that lies open (letter_jam.ruling.correctness)."""
    if wrong := _no_words_yet(state):
        return wrong
    if isinstance(state.phase, phases.Revealing) and state.phase.seat == seat:
        return None
    text = T("{player}’s word is not the one that was just revealed.", player=Named(seat))
    return why(text, "letter_jam.end.reveal", "letter_jam.ruling.correctness")


def too_short(state: State, seat: int) -> Explanation | None:
    """A word shorter than the own row is none (letter_jam.end.no_shorter, letter_jam.ruling.shorter_word)."""
    word, length = state.words[seat], state.players[seat].length
    if not word or len(word.tiles) >= length:
        return None
    text = T(
        "The word has {letters} letters, the own row {length}: a shorter word does not count.",
        letters=len(word.tiles),
        length=length,
    )
    return why(text, "letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")


def _fails_refusal(state: State, action: actions.WordFails) -> Explanation | None:
    """Only own letters that lie in the word can have been guessed right (letter_jam.ruling.covered_letters)."""
    if wrong := _verdict_refusal(state, action.seat):
        return wrong
    word = state.words[action.seat]
    most = word.own if word else 0
    if 0 <= action.letters <= most:
        return None
    text = N(
        "The word holds {n} own letter, so no more were guessed right.",
        "The word holds {n} own letters, so no more were guessed right.",
        n=most,
    )
    return why(text, "letter_jam.score.wrong", "letter_jam.ruling.covered_letters")


def _sheets_closed(state: State) -> Explanation | None:
    match state.phase:
        case phases.Choosing() | phases.Deciding() | phases.Laying():
            return None
        case phases.Preparing():
            return why(T("First the secret words are dealt and stood up."), "letter_jam.setup.row")
        case phases.Revealing():
            text = T("The words are laid and being revealed; the guess sheets are put down.")
            return why(text, "letter_jam.end.reveal", "letter_jam.setup.sheet")
        case phases.Over():
            return _over()
        case _:
            assert_never(state.phase)


def _noted_refusal(state: State, action: actions.Noted) -> Explanation | None:
    """A line of the sheet is a clue with the own letter in it (letter_jam.sheet.note, letter_jam.sheet.guess)."""
    if wrong := _sheets_closed(state):
        return wrong
    clue = state.clues[action.clue - 1] if 1 <= action.clue <= len(state.clues) else None
    if clue is None or not clue.uses(action.seat):
        text = T("A clue is noted by those whose letter is in it.")
        return why(text, "letter_jam.sheet.note")
    letters = upper(action.letters)
    if len(letters) != len(clue.marks):
        text = T("That clue has {letters} letters, not {noted}.", letters=len(clue.marks), noted=len(letters))
        return why(text, "letter_jam.sheet.note", "letter_jam.clue.chips")
    known: dict[tuple[Stand, int], str] = {}
    for mark, letter in zip(clue.marks, letters, strict=True):
        if wrong := _note_refusal(action.seat, mark, letter):
            return wrong
        if known.setdefault((mark.stand, mark.turn), letter) != letter:
            text = T("The same card is the same letter everywhere in a clue.")
            return why(text, "letter_jam.clue.double_letter", "letter_jam.joker")
    if not _is_word(action.guesses) or len(set(action.guesses.upper())) != len(action.guesses):
        return why(T("Guesses are letters from A to Z, each once."), "letter_jam.sheet.guess")
    return None


def _note_refusal(seat: int, mark: Mark, letter: str) -> Explanation | None:
    own = mark.stand == Stand(At.SEAT, seat)
    if own != (letter == OWN):
        text = T("A question mark stands for the own letter, and for nothing else.")
        return why(text, "letter_jam.sheet.note")
    if own or letter == BLANK or (letter == ANY and mark.stand == JOKER):
        return None
    if letter not in ALPHABET:
        return _letter_refusal(letter)
    if mark.letter not in ("", letter):
        text = T("The bonus letter is known: it is {letter}.", letter=mark.letter)
        return why(text, "letter_jam.bonus.use")
    return None


def _boxed_refusal(state: State, action: actions.Boxed) -> Explanation | None:
    """There is a box for each letter of the own row (letter_jam.advance.choice)."""
    if wrong := _sheets_closed(state):
        return wrong
    length = state.players[action.seat].length
    if not 1 <= action.box <= length:
        text = T("The sheet has a box for each of the {length} letters.", length=length)
        return why(text, "letter_jam.setup.sheet", "letter_jam.advance.choice")
    return _letter_refusal(action.letter, optional=True)


def _over() -> Explanation:
    return why(T("This game is over. Start a rematch for another one."), "letter_jam.end.won")


def why(text: Text, *rules: str) -> Explanation:
    """Return a verdict."""
    return Explanation(text, rules)
