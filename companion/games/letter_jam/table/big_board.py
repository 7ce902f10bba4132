"""The big board of Letter Jam: the flower with its tokens, the stands, and the bonus letters.

The table's view contains no letters in stands and no guess sheets.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.table import drawings
from companion.games.letter_jam.table.letters import spelled
from companion.games.letter_jam.table.overview import cards_behind, progress
from companion.games.letter_jam.view import Laid, PlayerView, TableView
from companion.kernel.text import Player, Text
from companion.ui.design import theme
from companion.ui.design.base import drawing
from companion.ui.kit.big_board import Piece, Shown, line, set_in, sign, together
from companion.ui.kit.table_context import Play

#: Heights of the flower, a non-player stand and a player's stand, in lines; the next is a stand's width per height.
_FLOWER: Final = 3.2
_STAND: Final = 1.8
_OWN: Final = 1.1
#: Size of a clue token in front of a player, and the gap to the next, in lines.
_DOT: Final = 0.42
_BETWEEN: Final = 0.06
_WIDE: Final = 0.82
#: Height of a stand per width of its card.
_HIGH: Final = 1.4
_SMALL: Final = 0.62


def big_board(play: Play[TableView]) -> Shown:
    """Return tokens and stands of the players, and the middle; at the end of the game the words and the team's points."""
    view = play.view
    if view.phase in ("laying", "revealing", "over"):
        words = {seat: [*_word(play, laid)] for seat, laid in enumerate(view.words) if laid}
        return Shown(words, [*_team(play), *_bonus(play)], after=words)
    giver = frozenset((view.clue.giver,)) if view.phase == "deciding" and view.clue else frozenset[int]()
    before = {player.seat: [*_before(play, player)] for player in view.players}
    return Shown(before, [*_middle(play)], giver)


def _word(play: Play[TableView], laid: Laid) -> Iterator[Piece]:
    word = laid.word
    if word.revealed and word.tiles:
        yield line(play, spelled(laid.text))
    elif word.length:
        yield line(play, N("{n} letter", "{n} letters", n=word.length), size=_SMALL)
    if word.right is not None:
        icon, colour, text = _VERDICT[word.right]
        yield sign(icon, play.say(text), colour=colour)
    if laid.worth:
        yield line(play, laid.worth.calculation, colour=ft.Colors.PRIMARY, size=_SMALL)


def _team(play: Play[TableView]) -> Iterator[Piece]:
    if any(laid and laid.worth for laid in play.view.words):
        points = sum(play.view.points)
        text = N("The team: {n} point", "The team: {n} points", n=points)
        yield line(play, text, colour=ft.Colors.PRIMARY)


#: The group's verdict: whether a word counts.
_VERDICT: Final = {
    True: (ft.Icons.CHECK_CIRCLE, ft.Colors.TERTIARY, T("counts")),
    False: (ft.Icons.CANCEL_OUTLINED, ft.Colors.ERROR, T("does not count")),
}


def _before(play: Play[TableView], player: PlayerView) -> Iterator[Piece]:
    place = player.place
    if place.reds or place.greens:
        text = N("{n} clue given", "{n} clues given", n=place.reds + place.greens)
        wide = (_DOT + _BETWEEN) * (place.reds + place.greens)
        yield Piece(wide, partial(_dots, place.reds, place.greens, play.say(text)))
    if place.length and place.standing is not False:
        text = T("{player}: {where}", player=Player(player.seat), where=place.shown)
        stand = _stand(play, "", text, standing=True, tall=_OWN)
        yield together(stand, line(play, progress(place)), label=play.say(text))


def _dots(reds: int, greens: int, label: str, size: float) -> ft.Control:
    return drawing(drawings.token_dots(reds=reds, greens=greens, size=_DOT * size), label=label)


def _middle(play: Play[TableView]) -> Iterator[Piece]:
    view = play.view
    card, players = view.card, len(view.players)
    clues = N("{n} clue left", "{n} clues left", n=card.clues)

    def flower(size: float) -> ft.Control:
        canvas = drawings.flower(card, players, scale=_FLOWER * size / drawings.FLOWER)
        return drawing(canvas, label=play.say(clues))

    yield Piece(_FLOWER * drawings.breadth(card, players), flower, _FLOWER)
    yield line(play, clues)
    for number, npc in enumerate(view.npcs):
        yield _stand(play, *cards_behind(number, npc), standing=npc.standing is not False, tall=_STAND)
    yield from _bonus(play)


def _stand(play: Play[TableView], inside: str, text: Text, *, standing: bool, tall: float) -> Piece:
    def draw(size: float) -> ft.Control:
        wide = tall / _HIGH * size
        ink = theme.CARD_BLACK if standing else ft.Colors.ON_SURFACE
        face: ft.Control = ft.Container()
        if inside:
            face = set_in(play.context, inside, ft.TextThemeStyle.TITLE_LARGE, 0.5 * wide, colour=ink)
        return drawing(drawings.stand(width=wide, inside=face, standing=standing), label=play.say(text))

    return Piece(_WIDE * tall, draw, tall)


def _bonus(play: Play[TableView]) -> Iterator[Piece]:
    """Yield the bonus letters; the first ones may have been used."""
    view = play.view
    if not view.bonus_left:
        return
    letters = [f"{letter}?" if number < view.doubted else letter for number, letter in enumerate(view.bonus_left)]
    yield together(line(play, T("Bonus letters"), size=_SMALL), line(play, "  ".join(letters)))
