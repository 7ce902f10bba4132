"""What the players see of a table of Letter Jam, each with the own guess sheet only."""

from collections import Counter
from typing import Final, assert_never

from attrs import frozen

from companion.games.letter_jam import actions, phases
from companion.games.letter_jam.messages import EDITIONS, N, T, stand_name, tile_name, what_stands
from companion.games.letter_jam.model import NUMBERS, STACKS, Clue, Facts, Npc, Player, State, Token, Word
from companion.games.letter_jam.places import At, Piece, Stand, Tile
from companion.games.letter_jam.refusals import bonus_closed, refusal
from companion.games.letter_jam.scoring import SCORED_ROUND, outcome, team_score, worth, worth_text
from companion.games.letter_jam.sheets import GuessSheet, guess_sheet, spelled
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact
from companion.kernel.text import Listing, Text
from companion.kernel.text import Player as Named

PHASES: Final = {
    phases.Preparing: "preparing",
    phases.Choosing: "choosing",
    phases.Deciding: "deciding",
    phases.Laying: "laying",
    phases.Revealing: "revealing",
    phases.Over: "over",
}


@frozen
class Card:
    """The setup card as it lies on the table.

    :param reds: red tokens still on it.
    """

    reds: int
    leaves: int
    centre: int
    leaves_locked: bool
    centre_locked: bool

    @property
    def clues(self) -> int:
        """How many clues its tokens allow."""
        return self.reds + self.leaves + self.centre


@frozen
class Place:
    """A player as everybody sees them.

    :param token: the token a clue would take; ``None`` if the player cannot give one.
    :param moves: the decision about the present letter; ``None`` while there is none.
    :param may_decide: whether there is something to decide.
    :param may_guess: whether the extra letter may be guessed now.
    """

    seat: int
    player: Player
    token: Token | None
    moves: bool | None
    guess: phases.Guess | None
    may_decide: bool
    may_guess: bool


@frozen
class Worth:
    """What a judged word brought.

    :param calculation: its points in numbers.
    :param parts: what each of them is for.
    :param why: the calculation in a sentence, with its rules.
    """

    calculation: str
    parts: tuple[Text, ...]
    why: Explanation


@frozen
class Laid:
    """A word at the end, as everybody sees it.

    :param text: its letters, once it has been revealed; "." where the owner wrote nothing down, "*" for the joker.
    :param worth: what it brought, once the group has judged it.
    """

    word: Word
    text: str
    worth: Worth | None


@frozen
class TableView:
    """A table of Letter Jam as one seat sees it; ``sheet`` is the only part that differs.

    :param clue: the clue that lies on the table.
    :param facts_said: what may be said about it.
    :param givers: who can still give a clue.
    :param grey: letters printed grey on the sheet: no card has them.
    :param open_word: whose word waits for the group's verdict.
    :param sheet: the own guess sheet; ``None`` for the table.
    """

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...]
    seats: int
    card: Card
    places: tuple[Place, ...]
    npcs: tuple[Npc, ...]
    bonus: tuple[str, ...]
    stock: int
    clues: tuple[Clue, ...]
    clue: Clue | None
    facts_said: Facts | None
    stands: tuple[Stand, ...]
    givers: tuple[int, ...]
    grey: str
    words: tuple[Laid | None, ...]
    taken: tuple[Tile, ...]
    open_word: int | None
    points: tuple[int, ...]
    team: Explanation | None
    over: bool
    sheet: GuessSheet | None
    heading: Text
    ranks: tuple[int, ...] | None = None


def view(state: State, seat: int | None) -> TableView:
    """Return the table as a seat sees it, built from nothing; the own guess sheet is the only secret (letter_jam.setup.sheet)."""
    phase = state.phase
    clue = state.clue if isinstance(phase, phases.Deciding) else None
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=SCORED_ROUND,
        facts=_facts(state),
        notes=_notes(state),
        seats=len(state.players),
        card=Card(
            state.reds_left,
            state.leaves,
            state.centre,
            state.leaves_locked,
            state.centre_locked,
        ),
        places=tuple(_place(state, other) for other in state.seats),
        npcs=_npcs(state),
        bonus=state.bonus,
        stock=state.stock,
        clues=state.clues,
        clue=clue,
        facts_said=Facts.of(clue.stands) if clue else None,
        stands=state.stands,
        givers=state.givers,
        grey=EDITIONS[state.house.edition],
        words=tuple(_laid(state, other) for other in state.seats) if state.words else (),
        taken=tuple(tile for word in state.words if word for tile in word.tiles if tile.piece is not Piece.OWN),
        open_word=phase.seat if isinstance(phase, phases.Revealing) else None,
        points=state.points,
        team=team_score(state) if isinstance(phase, phases.Over) else None,
        over=isinstance(phase, phases.Over),
        sheet=guess_sheet(state, seat) if seat is not None and state.sheets else None,
        heading=_heading(state),
    )


def _heading(state: State) -> Text:
    """Return what this stretch is called; a clue's lasts until the next one, since closing its round belongs to it."""
    match state.phase:
        case phases.Preparing() | phases.Choosing() | phases.Deciding():
            return T("Clue {n}", n=len(state.clues)) if state.clues else T("Before the first clue")
        case phases.Laying() | phases.Revealing() | phases.Over():
            return T("The words")
        case _:
            assert_never(state.phase)


def _place(state: State, seat: int) -> Place:
    phase = state.phase
    moves = phase.moves[seat] if isinstance(phase, phases.Deciding) else None
    guess = phase.guesses[seat] if isinstance(phase, phases.Deciding) else None
    return Place(
        seat,
        state.players[seat],
        state.token_for(seat),
        moves,
        guess,
        may_decide=refusal(state, actions.Stays(seat)) is None,
        may_guess=bonus_closed(state, seat) is None,
    )


def _npcs(state: State) -> tuple[Npc, ...]:
    """Return the non-player stands; before the words are dealt, with the stacks they are to get (letter_jam.setup.npc)."""
    if not isinstance(state.phase, phases.Preparing):
        return state.npcs
    return tuple(Npc(left=size) for size in STACKS[: len(state.npcs)])


def _laid(state: State, seat: int) -> Laid | None:
    """Return a word as the table sees it: its letters only once it is turned up (letter_jam.end.reveal)."""
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


# What the referee says


def _prompt(state: State) -> Explanation:
    """Return what the players do next."""
    phase = state.phase
    match phase:
        case phases.Preparing():
            text = T("Make a secret word for the player on your right, shuffle it and pass it on face down.")
            return Explanation(text, ("letter_jam.setup.word", "letter_jam.setup.app"), Tone.TODO)
        case phases.Choosing():
            return _choose_prompt(state)
        case phases.Deciding():
            text = T("Note the clue and guess. Then: move on, or keep the letter up?")
            return Explanation(text, ("letter_jam.advance.choice", "letter_jam.advance.wait"), Tone.TODO)
        case phases.Laying():
            waiting = tuple(Named(seat) for seat in state.seats if not state.words[seat])
            text = (
                T("Arrange your cards face down into a word. Still at it: {players}.", players=Listing(waiting))
                if any(state.words)
                else T("Everybody arranges the own cards face down into a word.")
            )
            return Explanation(text, ("letter_jam.end.word", "letter_jam.end.replace"), Tone.TODO)
        case phases.Revealing(None):
            text = T("Turn up your words one after the other, the surest first.")
            return Explanation(text, ("letter_jam.end.reveal",), Tone.TODO)
        case phases.Revealing(seat):
            assert seat is not None
            text = T("{player}’s word lies open: is it spelled right, and does everybody know it?", player=Named(seat))
            return Explanation(text, ("letter_jam.end.any_word", "letter_jam.ruling.correctness"), Tone.TODO)
        case phases.Over():
            return outcome(state)[0]
        case _:
            assert_never(phase)


def _choose_prompt(state: State) -> Explanation:
    rules = ("letter_jam.round.choose", "letter_jam.round.look")
    if len(state.givers) == len(state.players):
        text = T("Find words and compare: who gives the clue?")
        return Explanation(text, rules, Tone.TODO)
    able = Listing(tuple(Named(seat) for seat in state.givers))
    text = T("Find words. The clue must come from {players}: nobody else has a token to take.", players=able)
    return Explanation(text, ("letter_jam.tokens.no_green", *rules), Tone.TODO)


def _notes(state: State) -> tuple[Explanation, ...]:
    """Return what matters now besides the prompt."""
    phase = state.phase
    match phase:
        case phases.Preparing():
            words = NUMBERS.words
            text = T(
                "{normal} letters are the norm, {first} for a first game. It helps if {vowels} or more are vowels.",
                normal=words.normal,
                first=words.first,
                vowels=words.vowels,
            )
            return (Explanation(text, ("letter_jam.setup.difficulty", "letter_jam.setup.word"), Tone.NOTE),)
        case phases.Choosing():
            return _last_clue(state)
        case phases.Laying() | phases.Revealing(None) if not state.turned_up:
            left = [tile for tile in state.tiles if not any(word and tile in word.tiles for word in state.words)]
            if not left:
                return ()
            text = T(
                "Free for one word each: {cards}.", cards=Listing(tuple(tile_name(tile, state.bonus) for tile in left))
            )
            return (Explanation(text, ("letter_jam.end.replace", "letter_jam.end.longer"), Tone.NOTE),)
        case phases.Revealing() if phase.seat is not None:
            text = T("Any word counts that all know without looking it up, also another than the one given.")
            return (Explanation(text, ("letter_jam.end.any_word",), Tone.NOTE),)
        case phases.Over():
            return (team_score(state),)
        case _:
            return ()


def _last_clue(state: State) -> tuple[Explanation, ...]:
    """Return a warning before the last token is taken (letter_jam.end.tokens)."""
    if state.reds_left + state.leaves + state.centre > 1:
        return ()
    return (Explanation(T("This may be the last clue."), ("letter_jam.end.tokens", "letter_jam.npc.freed"), Tone.NOTE),)


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [
        Fact(T("Clue"), len(state.clues) + isinstance(state.phase, phases.Choosing), rules=("letter_jam.round.look",)),
        Fact(T("Red tokens"), state.reds_left, rules=("letter_jam.tokens.red_first",)),
        Fact(T("Green on leaves"), state.leaves, rules=("letter_jam.tokens.red_first",)),
        Fact(
            T("Green in the centre, locked") if state.centre_locked else T("Green in the centre, open"),
            state.centre,
            rules=("letter_jam.tokens.centre",),
        ),
        Fact(T("Cards in the stock"), state.stock, rules=("letter_jam.npc.beyond",)),
        Fact(T("Bonus letters"), Listing(state.bonus) if state.bonus else "–", rules=("letter_jam.bonus.guess",)),
    ]
    for number, npc in enumerate(_npcs(state)):
        text = N("{n} card left", "{n} cards left", n=npc.left) if npc.standing or npc.left else T("empty")
        facts.append(Fact(stand_name(Stand(At.NPC, number)), text, rules=("letter_jam.npc.freed",)))
    for seat, player in enumerate(state.players):
        facts.append(Fact(T("Stand"), what_stands(player), seat, ("letter_jam.setup.row",)))
        facts.append(Fact(T("Clues given"), player.reds + player.greens, seat, ("letter_jam.clue.token",)))
    if isinstance(state.phase, phases.Revealing | phases.Over):
        facts.append(Fact(T("Points of the team"), sum(state.points), rules=("letter_jam.score.verdict",)))
    return tuple(facts)


def describe(action: actions.Action) -> Text:
    """Return what an action reports, in a few words; of a guess sheet only whose it is."""
    seat = Named(getattr(action, "seat", 0))
    match action:
        case actions.Dealt(lengths):
            counts = Counter(lengths)
            if len(counts) == 1:
                return T("Words of {letters} letters are dealt", letters=lengths[0])
            return T("Words are dealt: {lengths}", lengths=Listing(lengths))
        case actions.ClueGiven(_, stands):
            return N("{player}: clue of {n} letter", "{player}: clue of {n} letters", n=len(stands), player=seat)
        case actions.MovesOn():
            return T("{player} moves on", player=seat)
        case actions.Stays():
            return T("{player} stays", player=seat)
        case actions.BonusGuessed(_, letter, right):
            if right:
                return T("{player} guesses {letter}: right", player=seat, letter=letter.upper())
            return T("{player} guesses {letter}: wrong", player=seat, letter=letter.upper())
        case actions.RoundEnded():
            return T("Next round")
        case actions.EndAgreed():
            return T("No more clues needed")
        case actions.WordLaid():
            return T("{player} lays a word", player=seat)
        case actions.Revealed():
            return T("{player} turns up the word", player=seat)
        case actions.WordCounts():
            return T("{player}’s word counts", player=seat)
        case actions.WordFails():
            return T("{player}’s word does not count", player=seat)
        case actions.Noted() | actions.Boxed():
            return T("{player} writes on the guess sheet", player=seat)
        case _:
            assert_never(action)
