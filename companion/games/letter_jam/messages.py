"""The words of the table: names of stands, tokens and of the team's result."""

from string import ascii_uppercase
from typing import Final

from companion.games.letter_jam.model import NUMBERS, Facts, Player, Token, setup_card
from companion.games.letter_jam.places import At, Piece, Stand, Tile
from companion.kernel.text import Player as Named
from companion.kernel.text import Text, messages

T, N = messages("letter_jam")

ALPHABET: Final = ascii_uppercase

#: What stands on a guess sheet for the own letter, for what is not noted, and for a joker that may be anything.
OWN, BLANK, ANY = "?", ".", "*"

TOKENS: Final = {
    Token.RED: T("a red token"),
    Token.LEAF: T("a green token from a leaf"),
    Token.CENTRE: T("a green token from the centre"),
}

#: The verdict scale of letter_jam.ruling.verdict_scale, the lowest first.
VERDICTS: Final = {
    "edible": T("edible"),
    "tasty": T("tasty"),
    "yummy": T("yummy"),
    "delicious": T("delicious"),
    "supersweet": T("supersweet"),
}

EDITIONS: Final = {"german": NUMBERS.grey.german, "english": NUMBERS.grey.english}


def stand_name(stand: Stand, bonus: tuple[str, ...] = ()) -> Text:
    """Return the name of a place for chips.

    :param bonus: the bonus letters on the table, which are named by their letter.
    """
    match stand.at:
        case At.SEAT:
            return T("{player}", player=Named(stand.number))
        case At.NPC:
            return T("Stand {n}", n=stand.number + 1)
        case At.BONUS if stand.number < len(bonus):
            return T("Bonus letter {letter}", letter=bonus[stand.number])
        case At.BONUS:
            return T("Bonus letter {letter}", letter=str(stand.number + 1))
        case At.JOKER:
            return T("Joker")


def what_stands(player: Player) -> Text:
    """Return what a player's stand holds."""
    if not player.length:
        return T("no word yet")
    if not player.standing:
        return T("empty")
    if player.done:
        return T("extra letter")
    return T("letter {at} of {length}", at=player.at + 1, length=player.length)


def tile_name(tile: Tile, bonus: tuple[str, ...] = ()) -> Text:
    """Return the name of a card of a word."""
    match tile.piece:
        case Piece.OWN:
            return T("Card {n}", n=tile.number + 1)
        case Piece.BONUS:
            return stand_name(Stand(At.BONUS, tile.number), bonus)
        case Piece.JOKER:
            return T("Joker")


def verdict(seats: int, points: int) -> str | None:
    """Return the highest mark of the scale that a team has reached (letter_jam.ruling.verdict_scale).

    >>> verdict(2, 16), verdict(2, 17), verdict(2, 7)
    ('edible', 'tasty', None)
    """
    scale = setup_card(seats)
    reached = [name for name in VERDICTS if points >= getattr(scale, name)]
    return reached[-1] if reached else None


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
