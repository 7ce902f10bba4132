"""A guess sheet as its owner sees it, and a word spelled by its guesses."""

from attrs import frozen

from companion.games.letter_jam.messages import ANY, BLANK, OWN
from companion.games.letter_jam.model import Clue, GuessSheet, Mark, Place, State, Word
from companion.games.letter_jam.places import JOKER, At, Piece, Stand


@frozen
class Row:
    """A line of a guess sheet.

    :param own: the position in the row of the own letter concerned, or ``None`` for an extra letter.
    :param present: whether that letter is still in the stand.
    :param known: whether the letter concerned is known.
    :param letters: as in ``Noted``.
    """

    clue: Clue
    own: int | None
    present: bool
    letters: str
    guesses: str
    known: bool = True


@frozen
class SheetView:
    """A guess sheet as its owner sees it: boxes, the clues with the own letter, and the own word as laid."""

    seat: int
    boxes: tuple[str, ...]
    rows: tuple[Row, ...]
    word: str


def sheet_view(state: State, seat: int) -> SheetView:
    """Return a player's own sheet (letter_jam.sheet.note, letter_jam.sheet.guess)."""
    sheet, place, word = state.guess_sheets[seat], state.places[seat], state.words[seat]
    rows = tuple(_row(clue, sheet, seat, place, state) for clue in state.clues if clue.may_use(seat))
    return SheetView(seat, sheet.boxes, rows, spelled(state, seat, word) if word else "")


def _row(clue: Clue, sheet: GuessSheet, seat: int, place: Place, state: State) -> Row:
    if clue.brief:
        noted, here = sheet.line(clue.number) or BLANK * clue.letters, bool(state.brief_clue) and clue == state.clue
        return Row(clue, None, here, noted, sheet.guessed(clue.number), known=False)
    turn = next(mark.turn for mark in clue.marks if mark.stand == Stand(At.SEAT, seat))
    return Row(
        clue,
        turn if 0 <= turn < place.length else None,
        place.standing is not False and turn == place.turn,
        "".join(_noted(mark, sheet, seat) for mark in clue.marks),
        sheet.guessed(clue.number),
        turn >= 0,
    )


def _noted(mark: Mark, sheet: GuessSheet, seat: int) -> str:
    """Return the note for a card: noted letters stay with their cards, and bonus letters are public."""
    if mark.stand == Stand(At.SEAT, seat):
        return OWN
    return mark.letter or sheet.letter(mark) or (ANY if mark.stand == JOKER else BLANK)


def spelled(state: State, seat: int, word: Word) -> str:
    """Return a word as spelled by its owner's guesses: "." without a guess, "*" for the joker."""
    letters = []
    for tile in word.tiles:
        match tile.at:
            case Piece.OWN:
                letters.append(state.guess_sheets[seat].boxes[tile.number] or BLANK)
            case Piece.BONUS:
                letters.append(state.bonus[tile.number])
            case Piece.JOKER:
                letters.append(ANY)
    return "".join(letters)
