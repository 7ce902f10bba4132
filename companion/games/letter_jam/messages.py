"""Names of letters, stands, tokens and cards."""

from string import ascii_uppercase
from typing import Final

from companion.games.letter_jam.places import At, Piece, Stand, Tile, Token
from companion.kernel.text import Player, Text, messages

T, N = messages("letter_jam")

ALPHABET: Final = ascii_uppercase

#: Symbols on a guess sheet: the player's own letter, nothing noted, a joker for any letter.
OWN, BLANK, ANY = "?", ".", "*"

TOKENS: Final = {
    Token.RED: T("a red token"),
    Token.LEAF: T("a green token from a leaf"),
    Token.CENTRE: T("a green token from the centre"),
}


def stand_name(stand: Stand, bonus: tuple[str, ...] = ()) -> Text:
    """Return the name of a stand.

    :param bonus: bonus letters on the table, whose stands are named by their letter.
    """
    match stand.at:
        case At.SEAT:
            return T("{player}", player=Player(stand.number))
        case At.NPC:
            return T("Stand {n}", n=stand.number + 1)
        case At.BONUS if stand.number < len(bonus):
            return T("Bonus letter {letter}", letter=bonus[stand.number])
        case At.BONUS:
            return T("Bonus letter {letter}", letter=str(stand.number + 1))
        case At.JOKER:
            return T("Joker")


def tile_name(tile: Tile, bonus: tuple[str, ...] = ()) -> Text:
    """Return the name of a card of a word."""
    match tile.at:
        case Piece.OWN:
            return T("Card {n}", n=tile.number + 1)
        case Piece.BONUS:
            return stand_name(Stand(At.BONUS, tile.number), bonus)
        case Piece.JOKER:
            return T("Joker")
