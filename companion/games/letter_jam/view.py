"""The views of a table of Letter Jam: each player sees only the own guess sheet."""

from collections.abc import Iterator
from typing import Final, assert_never

from attrs import frozen

from companion.games.letter_jam.messages import N, T, stand_name, tile_name
from companion.games.letter_jam.model import Clue, Npc, Place, State, Word
from companion.games.letter_jam.numbers import NUMBERS, STACKS
from companion.games.letter_jam.phases import Choosing, Deciding, Guess, Laying, Over, Preparing, Revealing
from companion.games.letter_jam.places import At, Piece, Stand, Tile, Token
from companion.games.letter_jam.reports.deciding import Stays, may_not_guess
from companion.games.letter_jam.rounds import after_round
from companion.games.letter_jam.scoring import SCORED_ROUND, outcome, team_score, worth, worth_text
from companion.games.letter_jam.sheets import SheetView, sheet_view, spelled
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player, Text

#: Shown for an unknown value.
_UNKNOWN: Final = T("?")

PHASES: Final = {
    Preparing: "preparing",
    Choosing: "choosing",
    Deciding: "deciding",
    Laying: "laying",
    Revealing: "revealing",
    Over: "over",
}


@frozen
class Card:
    """The setup card with the tokens left on it."""

    reds: int
    leaves: int
    centre: int
    leaves_locked: bool
    centre_locked: bool

    @property
    def clues(self) -> int:
        """The number of clues that its tokens allow."""
        return self.reds + self.leaves + self.centre


@frozen
class PlayerView:
    """The public part of a player.

    :param token: the token a clue would take; ``None`` if the player cannot give one.
    :param moves: the decision about the current letter; ``None`` while there is none.
    :param may_decide: whether there is something to decide.
    :param may_guess: whether the extra letter may be guessed now.
    """

    seat: int
    place: Place
    token: Token | None
    moves: bool | None
    guess: Guess | None
    may_decide: bool
    may_guess: bool


@frozen
class Worth:
    """The points of a judged word: as a calculation, with the reason of each part, and in a sentence with its rules."""

    calculation: str
    parts: tuple[Text, ...]
    why: Explanation


@frozen
class Laid:
    """The public part of a word at the end.

    :param text: its letters, once revealed; "." without a guess by its owner, "*" for the joker.
    :param worth: its points, once judged.
    """

    word: Word
    text: str
    worth: Worth | None


@frozen(kw_only=True)
class TableView(View):
    """The view of a seat; only ``guess_sheet`` differs between seats.

    After a clue whose chips are unknown, tokens and stacks are those after the round.

    :param clue: the clue on the table.
    :param undecided: the players who have not decided about it yet.
    :param ending: whether the players are asked if they all agree to end the clues.
    :param bonus: the bonus letters beside the joker, by the numbers of their stands.
    :param bonus_left: those that the clue on the table has not used up.
    :param doubted: how many of these, the first ones, may have been used up too.
    :param grey: letters printed grey on the sheet: no card has them.
    :param open_word: the player whose word waits for the group's verdict.
    :param guess_sheet: the own guess sheet; ``None`` for the table.
    """

    players: tuple[PlayerView, ...]
    card: Card
    npcs: tuple[Npc, ...]
    bonus: tuple[str, ...]
    bonus_left: tuple[str, ...]
    doubted: int
    clues: tuple[Clue, ...]
    clue: Clue | None
    undecided: tuple[int, ...]
    ending: bool
    stands: tuple[Stand, ...]
    grey: str
    words: tuple[Laid | None, ...]
    open_word: int | None
    points: tuple[int, ...]
    team: Explanation | None
    guess_sheet: SheetView | None


def view(state: State, seat: int | None) -> TableView:
    """Return the view of a seat, built from scratch; its guess sheet is the only secret (letter_jam.setup.sheet)."""
    phase, ahead = state.phase, after_round(state)
    players = tuple(_player(state, other, ahead) for other in state.seats)
    return TableView(
        prompt=_prompt(state, ahead),
        phase=PHASES[type(phase)],
        round=SCORED_ROUND,
        facts=_facts(state, ahead),
        notes=_notes(state, ahead),
        players=players,
        card=Card(ahead.reds_left, ahead.leaves, ahead.centre, ahead.leaves_locked, ahead.centre_locked),
        npcs=_npcs(ahead),
        bonus=state.bonus,
        bonus_left=ahead.bonus,
        doubted=ahead.doubted,
        clues=state.clues,
        clue=state.clue if isinstance(phase, Deciding) else None,
        undecided=tuple(player.seat for player in players if player.may_decide and player.moves is None),
        ending=state.ending,
        stands=state.stands,
        grey=NUMBERS.grey[state.house.edition],
        words=tuple(_laid(state, other) for other in state.seats) if state.words else (),
        open_word=phase.seat if isinstance(phase, Revealing) else None,
        points=state.points,
        team=team_score(state) if isinstance(phase, Over) else None,
        guess_sheet=sheet_view(state, seat) if seat is not None and state.guess_sheets else None,
        heading=_heading(state),
    )


def _heading(state: State) -> Text:
    """Return the heading of the history section; a clue's section lasts until the next clue, and includes its end."""
    if isinstance(state.phase, Laying | Revealing | Over):
        return T("The words")
    return T("Clue {n}", n=len(state.clues)) if state.clues else T("Before the first clue")


def _player(state: State, seat: int, ahead: State) -> PlayerView:
    phase = state.phase if isinstance(state.phase, Deciding) else None
    return PlayerView(
        seat,
        state.places[seat],
        ahead.token_for(seat),
        moves=phase.moves[seat] if phase else None,
        guess=phase.guesses[seat] if phase else None,
        may_decide=Stays(seat).refusal(state) is None,
        may_guess=may_not_guess(state, seat) is None,
    )


def _npcs(state: State) -> tuple[Npc, ...]:
    """Return the non-player stands; before the deal, with the stacks they will get (letter_jam.setup.npc)."""
    if not isinstance(state.phase, Preparing):
        return state.npcs
    return tuple(Npc(left=size) for size in STACKS[: len(state.npcs)])


def _laid(state: State, seat: int) -> Laid | None:
    """Return the public part of a word: its letters only once it is turned up (letter_jam.end.reveal)."""
    word = state.words[seat]
    if not word:
        return None
    text = spelled(state, seat, word) if word.revealed else ""
    return Laid(word, text, None if word.right is None else _worth(state, seat))


def _worth(state: State, seat: int) -> Worth:
    lines = worth(state, seat)
    points = [line.points for line in lines]
    calculation = " + ".join(map(str, points))
    return Worth(
        f"{calculation} = {sum(points)}" if len(points) > 1 else calculation,
        tuple(line.why.text for line in lines if line.points),
        worth_text(state, seat),
    )


# Messages


def _prompt(state: State, ahead: State) -> Explanation:
    phase = state.phase
    if state.ending:
        text = T("Do all agree that no more clues are needed?")
        return Explanation(text, ("letter_jam.end.agreed",), Tone.TODO)
    match phase:
        case Preparing():
            text = T("Make a secret word for the player on your right, shuffle it and pass it on face down.")
            return Explanation(text, ("letter_jam.setup.word", "letter_jam.setup.app"), Tone.TODO)
        case Choosing():
            return _choose_prompt(state)
        case Deciding() if state.brief_clue:
            return _after_prompt(ahead)
        case Deciding():
            text = T("Note the clue and guess. Then: move on, or keep the letter up?")
            return Explanation(text, ("letter_jam.advance.choice", "letter_jam.advance.wait"), Tone.TODO)
        case Laying():
            waiting = tuple(Player(seat) for seat in state.seats if not state.words[seat])
            text = (
                T("Arrange your cards face down into a word. Still at it: {players}.", players=Listing(waiting))
                if any(state.words)
                else T("Everybody arranges their cards face down into a word.")
            )
            return Explanation(text, ("letter_jam.end.word", "letter_jam.end.replace"), Tone.TODO)
        case Revealing(seat):
            if seat is None:
                text = T("Turn up your words one after the other, the surest first.")
                return Explanation(text, ("letter_jam.end.reveal",), Tone.TODO)
            text = T(
                "{player}’s word lies face up: is it spelled right, and does everybody know it?", player=Player(seat)
            )
            return Explanation(text, ("letter_jam.end.any_word", "letter_jam.ruling.correctness"), Tone.TODO)
        case Over():
            return outcome(state)[0]
        case _:
            assert_never(phase)


def _after_prompt(ahead: State) -> Explanation:
    """Return the prompt after a clue whose chips are unknown: the next clue, if there is a token for it."""
    if ahead.givers:
        text = T("Who gives the next clue?")
        return Explanation(text, ("letter_jam.advance.choice", "letter_jam.round.choose"), Tone.TODO)
    text = T("The last clue: note it and decide. Then the words are laid.")
    return Explanation(text, ("letter_jam.end.tokens", "letter_jam.advance.choice", "letter_jam.end.word"), Tone.TODO)


def _choose_prompt(state: State) -> Explanation:
    rules = ("letter_jam.round.choose", "letter_jam.round.look")
    if len(state.givers) == len(state.places):
        text = T("Find words and compare: who gives the clue?")
        return Explanation(text, rules, Tone.TODO)
    able = Listing(tuple(map(Player, state.givers)))
    text = T("Find words. The clue must come from {players}: nobody else can take a token.", players=able)
    return Explanation(text, ("letter_jam.tokens.no_green", *rules), Tone.TODO)


def _notes(state: State, ahead: State) -> tuple[Explanation, ...]:
    phase = state.phase
    match phase:
        case Preparing():
            words = NUMBERS.words
            text = T(
                "{normal} letters are the norm, {first} for a first game. It helps if {vowels} or more are vowels.",
                normal=words.normal,
                first=words.first,
                vowels=words.vowels,
            )
            return (Explanation(text, ("letter_jam.setup.difficulty", "letter_jam.setup.word"), Tone.NOTE),)
        case Choosing():
            return _last_clue(state)
        case Deciding() if state.brief_clue and ahead.givers:
            return _last_clue(ahead)
        case Laying() | Revealing(None) if not state.turned_up:
            return tuple(_free_tiles(state))
        case Revealing() if phase.seat is not None:
            text = T(
                "Any word counts that all know without looking it up, even if it is not the one you were given.",
                brief=T("Any word counts that all know without looking it up."),
            )
            return (Explanation(text, ("letter_jam.end.any_word",), Tone.NOTE),)
        case Over():
            return (team_score(state),)
        case _:
            return ()


def _free_tiles(state: State) -> Iterator[Explanation]:
    """Yield the messages on cards from the middle that are free for a word, or may be used up (letter_jam.end.replace)."""
    left = [tile for tile in state.tiles if state.user(tile) is None]
    unnamed = [seat for seat, word in enumerate(state.words) if word and not word.tiles]
    if sum(map(state.from_middle, unnamed)) >= len(left):
        return
    # a word whose cards are unknown may contain any of them
    doubted = [tile for tile in left if unnamed or (tile.at is Piece.BONUS and tile.number < state.doubted)]
    free = [tile for tile in left if tile not in doubted]
    rules = ("letter_jam.end.replace", "letter_jam.end.longer")
    if free:
        text = T("Still available, for one word each: {cards}.", cards=_cards(state, free))
        yield Explanation(text, rules, Tone.NOTE)
    if doubted:
        text = T("Perhaps still available: {cards}.", cards=_cards(state, doubted))
        yield Explanation(text, rules, Tone.NOTE)


def _cards(state: State, tiles: list[Tile]) -> Listing:
    return Listing(tuple(tile_name(tile, state.bonus) for tile in tiles))


def _last_clue(state: State) -> tuple[Explanation, ...]:
    """Return a warning before the last token is taken (letter_jam.end.tokens)."""
    if state.reds_left + state.leaves + state.centre > 1:
        return ()
    return (Explanation(T("This may be the last clue."), ("letter_jam.end.tokens", "letter_jam.npc.freed"), Tone.NOTE),)


def _facts(state: State, ahead: State) -> tuple[Fact, ...]:
    bonus = tuple(
        T("{letter} (perhaps used)", letter=letter) if number < ahead.doubted else letter
        for number, letter in enumerate(ahead.bonus)
    )
    # an unreported extra letter may have been drawn
    counted = state.stock is not None and state.stock == state.least_stock == ahead.stock == ahead.least_stock
    facts = [
        Fact(T("Clue"), len(state.clues) + isinstance(state.phase, Choosing), rules=("letter_jam.round.look",)),
        Fact(T("Red tokens"), ahead.reds_left, rules=("letter_jam.tokens.red_first",)),
        Fact(T("Green on leaves"), ahead.leaves, rules=("letter_jam.tokens.red_first",)),
        Fact(
            T("Green in the centre, locked") if ahead.centre_locked else T("Green in the centre, open"),
            ahead.centre,
            rules=("letter_jam.tokens.centre",),
        ),
        Fact(
            T("Cards in the stock"),
            state.stock if counted and state.stock is not None else _UNKNOWN,
            rules=("letter_jam.npc.beyond",),
        ),
        Fact(T("Bonus letters"), Listing(bonus) if bonus else "–", rules=("letter_jam.bonus.guess",)),
    ]
    for number, npc in enumerate(_npcs(ahead)):
        text = N("{n} card left", "{n} cards left", n=npc.left) if npc.standing or npc.left else T("empty")
        if npc.standing is None:
            text = _UNKNOWN
        facts.append(Fact(stand_name(Stand(At.NPC, number)), text, rules=("letter_jam.npc.freed",)))
    for seat, place in enumerate(state.places):
        facts.append(Fact(T("Stand"), place.shown, seat, ("letter_jam.setup.row",)))
        facts.append(Fact(T("Clues given"), place.reds + place.greens, seat, ("letter_jam.clue.token",)))
    if isinstance(state.phase, Revealing | Over):
        facts.append(Fact(T("Points of the team"), sum(state.points), rules=("letter_jam.score.verdict",)))
    return tuple(facts)
