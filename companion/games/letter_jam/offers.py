"""What may be reported at a table of Letter Jam: by anybody, and on a guess sheet by its owner alone."""

from typing import assert_never

from companion.games.letter_jam import actions, phases
from companion.games.letter_jam.messages import ALPHABET, T, stand_name, tile_name
from companion.games.letter_jam.model import NUMBERS, State
from companion.games.letter_jam.places import At, Piece, Stand, Tile
from companion.games.letter_jam.refusals import bonus_closed, no_token, refusal
from companion.games.letter_jam.sheets import guess_sheet
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Option, Several, Weight, Words
from companion.kernel.text import Player as Named
from companion.kernel.text import Text


def offers(state: State, seat: int | None) -> tuple[Offer, ...]:
    """Return what may be reported now: by anybody, and on the own guess sheet by its owner alone."""
    phase = state.phase
    writing = isinstance(phase, phases.Choosing | phases.Deciding | phases.Laying)
    own = _sheet_offers(state, seat) if writing and seat is not None else ()
    match phase:
        case phases.Preparing():
            return _dealings(state)
        case phases.Choosing():
            return (*_clue_offers(state), *own)
        case phases.Deciding():
            return (*_deciding_offers(state, phase), *own)
        case phases.Laying():
            return (*_laying_offers(state), *own)
        case phases.Revealing(None):
            shown = [other for other in state.seats if other not in state.turned_up]
            reveal = tuple(
                Offer(
                    actions.Revealed,
                    T("{player} turns up the word", player=Named(other)),
                    ("letter_jam.end.reveal",),
                    (("seat", other),),
                )
                for other in shown
            )
            return (*reveal, *(() if state.turned_up else _laying_offers(state, Weight.RARE)))
        case phases.Revealing(open_seat):
            assert open_seat is not None
            return _verdicts(state, open_seat)
        case phases.Over():
            return ()
        case _:
            assert_never(phase)


def _dealings(state: State) -> tuple[Offer, ...]:
    words, n = NUMBERS.words, len(state.players)
    same = [
        Offer(
            actions.Dealt,
            T("Everybody has {letters} letters", letters=letters),
            ("letter_jam.setup.difficulty", "letter_jam.setup.row"),
            (("lengths", (letters,) * n),),
            weight=Weight.MAIN if letters == words.normal else Weight.SIDE,
        )
        for letters in range(words.shortest, words.longest + 1)
    ]
    parts: tuple[Field, ...] = tuple(
        Number(str(seat), T("{player}", player=Named(seat)), words.shortest, words.longest, words.normal)
        for seat in state.seats
    )
    field = Composite("lengths", T("Letters of each word"), parts)
    mixed = Offer(
        actions.Dealt,
        T("Words of different lengths"),
        ("letter_jam.setup.mixed_lengths",),
        fields=(field,),
        weight=Weight.SIDE,
    )
    return (*same, mixed)


def _clue_offers(state: State) -> tuple[Offer, ...]:
    found = [_clue_offer(state, seat) for seat in state.seats]
    end = Offer(actions.EndAgreed, T("No more clues needed"), ("letter_jam.end.agreed",), weight=Weight.SIDE)
    return (*found, end)


def _clue_offer(state: State, seat: int) -> Offer:
    options = tuple(
        Option(stand, stand_name(stand, state.bonus)) for stand in state.stands if stand != Stand(At.SEAT, seat)
    )
    chips = Several("stands", T("The chips in order"), Choice("stand", T("Next chip"), options), 1, NUMBERS.clue.most)
    label = T("{player} gives the clue", player=Named(seat))
    rules = ("letter_jam.clue.chips", "letter_jam.clue.token")
    return Offer(actions.ClueGiven, label, rules, (("seat", seat),), (chips,), closed=no_token(state, seat))


def _deciding_offers(state: State, phase: phases.Deciding) -> tuple[Offer, ...]:
    found = [Offer(actions.RoundEnded, T("All ready: next round"), ("letter_jam.advance.wait",))]
    for seat in state.seats:
        given, player = (("seat", seat),), Named(seat)
        if refusal(state, actions.Stays(seat)) is None:
            if phase.moves[seat] is not True:
                text = T("{player} moves on", player=player)
                found.append(
                    Offer(
                        actions.MovesOn,
                        text,
                        ("letter_jam.advance.choice",),
                        (*given, ("letter", "")),
                        weight=Weight.SIDE,
                    )
                )
            if phase.moves[seat] is not False:
                text = T("{player} stays", player=player)
                found.append(Offer(actions.Stays, text, ("letter_jam.advance.choice",), given, weight=Weight.SIDE))
        elif bonus_closed(state, seat) is None:
            text = T("{player} guesses the extra letter", player=player)
            right = Choice(
                "right", T("The card"), (Option(True, T("is that letter")), Option(False, T("is another letter")))
            )
            fields = (_letter("letter", T("The guess")), right)
            found.append(
                Offer(actions.BonusGuessed, text, ("letter_jam.bonus.guess",), given, fields, weight=Weight.SIDE)
            )
    return tuple(found)


def _letter(name: str, label: Text, *, optional: bool = False) -> Words:
    return Words(name, label, 1, ("E", "N", "R"), optional)


def _laying_offers(state: State, weight: Weight = Weight.MAIN) -> tuple[Offer, ...]:
    found = []
    side = Weight.SIDE if weight is Weight.MAIN else weight
    for seat in state.seats:
        row = tuple(Tile(Piece.OWN, number) for number in range(state.players[seat].length))
        taken = {tile for other, word in enumerate(state.words) if word and other != seat for tile in word.tiles}
        free = tuple(tile for tile in state.tiles if tile not in taken)
        given, player = (("seat", seat),), Named(seat)
        if state.words[seat] is None:
            text = T("{player} lays all {length} own cards", player=player, length=len(row))
            found.append(
                Offer(actions.WordLaid, text, ("letter_jam.end.word",), (*given, ("tiles", row)), weight=weight)
            )
        options = tuple(Option(tile, tile_name(tile, state.bonus)) for tile in (*row, *free))
        cards = Several("tiles", T("The cards in order"), Choice("tile", T("Next card"), options), 1, len(options))
        text = (
            T("{player} lays a word card by card", player=player)
            if state.words[seat] is None
            else T("{player} lays another word", player=player)
        )
        rules = ("letter_jam.end.replace", "letter_jam.end.longer")
        found.append(Offer(actions.WordLaid, text, rules, given, (cards,), weight=side))
    return tuple(found)


def _verdicts(state: State, seat: int) -> tuple[Offer, ...]:
    word = state.words[seat]
    assert word
    given = (("seat", seat),)
    letters = Number("letters", T("Own letters guessed right"), 0, word.own, max(0, word.own - 1))
    counts = actions.WordCounts(seat)
    return (
        Offer(
            actions.WordCounts,
            T("The word counts"),
            ("letter_jam.end.any_word", "letter_jam.ruling.correctness"),
            given,
            closed=refusal(state, counts),
        ),
        Offer(actions.WordFails, T("It is no word"), ("letter_jam.score.wrong",), given, (letters,)),
    )


def _sheet_offers(state: State, seat: int) -> tuple[Offer, ...]:
    """Return what a player may write on the own sheet; only this player is offered it."""
    found = []
    sheet = guess_sheet(state, seat)
    if refusal(state, actions.Stays(seat)) is None:
        letter = _letter("letter", T("The letter for the box"), optional=True)
        found.append(
            Offer(
                actions.MovesOn,
                T("Write down the letter and move on"),
                ("letter_jam.advance.choice",),
                (("seat", seat),),
                (letter,),
                by=seat,
            )
        )
    for row in sheet.rows:
        given = (("seat", seat), ("clue", row.clue.number))
        fields = (
            Words("letters", T("The clue"), len(row.letters), (row.letters,)),
            Words("guesses", T("Guesses"), len(ALPHABET), ("E", "NR"), optional=True),
        )
        text = T("Note clue {number}", number=row.clue.number)
        found.append(
            Offer(
                actions.Noted,
                text,
                ("letter_jam.sheet.note", "letter_jam.sheet.guess"),
                given,
                fields,
                Weight.SIDE if row.present else Weight.RARE,
                by=seat,
            )
        )
    for box in range(1, len(sheet.boxes) + 1):
        text = T("Write into box {box}", box=box)
        field = _letter("letter", T("Letter {n}", n=box), optional=True)
        given_box = (("seat", seat), ("box", box))
        found.append(
            Offer(actions.Boxed, text, ("letter_jam.advance.choice",), given_box, (field,), Weight.RARE, by=seat)
        )
    return tuple(found)
