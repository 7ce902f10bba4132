"""The page at the end of the game where words are laid face down."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import N, T, tile_name
from companion.games.letter_jam.places import Piece, Tile
from companion.games.letter_jam.reports.end import WordLaid, WordTold
from companion.games.letter_jam.table.letters import STAR, letter_card
from companion.games.letter_jam.table.pieces import (
    HOME,
    Go,
    Mode,
    backspace,
    brief,
    heading,
    last_rows,
    number_buttons,
    player_line,
    sheet_button,
    sheets_button,
    small_row,
)
from companion.games.letter_jam.table.revealing import to_judge
from companion.games.letter_jam.view import PlayerView, TableView
from companion.kernel.offers import Number
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import pressable
from companion.ui.design.layout import column, flowing, lines
from companion.ui.kit.entry import accepts, use_entry
from companion.ui.kit.pane import button, caption, exact_switch, pane, quiet_button, quiet_offer, sign_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component

_NO_TILES: Final[tuple[Tile, ...]] = ()


def lay_words(play: Play[TableView], go: Go) -> ft.Control:
    """Show a line for each player: the state of the word, and buttons to lay it or to enter its verdict only."""
    switch = exact_switch(play, T("Only what counts"), T("Card by card"))
    if play.exact:
        rows = [_line(play, player, go) for player in play.view.players]
    else:
        rows = [_verdict(play, play.view.players[seat], go) for seat in to_judge(play.view)]
    return column(*rows, small_row(sheets_button(play, go), switch), spacing=6.0)


def _verdict(play: Play[TableView], player: PlayerView, go: Go) -> ft.Control:
    """Return the buttons for the verdict on a turned-up word; unusual cases have a page of their own."""
    seat, laid = player.seat, play.view.words[player.seat]
    state = N("{n} letter", "{n} letters", n=player.place.length)
    if laid:
        state = N("laid: {n} letter", "laid: {n} letters", n=len(laid.word.tiles))
    offers = [offer for offer in play.offered(WordTold) if offer.value("seat") == seat and not offer.fields]
    counts = [quiet_offer(play, offer, f"counts-{seat}", text=T("counts")) for offer in offers]
    fails = quiet_button(play, T("no word"), partial(go, Mode("fails", seat)), f"no-word-{seat}", outlined=True)
    name = T("{player}: longer, or card by card", player=Player(seat))
    more = sign_button(play, ft.Icons.MORE_HORIZ, name, partial(go, Mode("longer", seat)), f"longer-{seat}")
    return player_line(play, seat, state, *counts, fails, more)


def longer(play: Play[TableView], seat: int, go: Go) -> ft.Control:
    """Ask for the number of letters of a longer word, or open the form for its cards."""
    offers = [offer for offer in play.offered(WordTold) if offer.value("seat") == seat and offer.value("right")]
    fields = [field for offer in offers for field in offer.fields if isinstance(field, Number)]
    most = fields[0].high if fields else 0
    possible, home = range(play.view.players[seat].place.length + 1, most + 1), partial(go, HOME)
    keys = number_buttons(play, possible, lambda letters: WordTold(seat, True, letters), home, "word")
    cards = quiet_button(
        play, T("Card by card"), partial(go, Mode("word", seat)), f"lay-{seat}", icon=ft.Icons.STYLE_OUTLINED
    )
    back = quiet_button(play, T("Back"), home, "longer-back", icon=ft.Icons.ARROW_BACK)
    asked = T("{player}’s word is longer and counts: how many letters does it have?", player=Player(seat))
    none = T("No card from the middle is left for a longer word of {player}.", player=Player(seat))
    return pane(play, [heading(play, asked if keys else none)], column(*keys, small_row(cards, back)))


def _line(play: Play[TableView], player: PlayerView, go: Go) -> ft.Control:
    seat = player.seat
    laid = play.view.words[seat]
    state = N("laid: {n} letter", "laid: {n} letters", n=len(laid.word.tiles)) if laid else T("still arranging")
    sign = ft.Icon(
        ft.Icons.CHECK_CIRCLE if laid else ft.Icons.HOURGLASS_EMPTY,
        size=18.0,
        color=ft.Colors.PRIMARY if laid else ft.Colors.OUTLINE,
    )
    text = T("lay again") if laid else T("lay a word")
    lay = quiet_button(play, text, partial(go, Mode("word", seat)), f"lay-{seat}", outlined=True)
    ways = [sign, lay]
    if play.seat in (None, seat):
        ways.append(sheet_button(play, seat, go))
    return player_line(play, seat, state, *ways)


@component
def WordBuilder(
    play: Play[TableView], seat: int, boxes: tuple[str, ...] | None, leave: Callable[[], None]
) -> ft.Control:
    """Lay a word card by card: own cards face down by number, or by the guesses on the own sheet.

    :param boxes: the guesses, on the owner's private sheet; ``None`` at the table.
    """
    view = play.view
    chosen, set_tiles = use_entry(play, WordLaid, lambda report: report.tiles if report.seat == seat else (), _NO_TILES)
    length = view.players[seat].place.length
    own = [Tile(Piece.OWN, number) for number in range(length)]
    middle = [*(Tile(Piece.BONUS, number) for number in range(len(view.bonus))), Tile(Piece.JOKER)]

    def lay(word: tuple[Tile, ...]) -> None:
        play.actions.report(WordLaid(seat, word))
        leave()

    def tap(tile: Tile) -> None:
        if accepts(play, WordLaid(seat, (*chosen, tile))):
            set_tiles(lambda now: (*now, tile))

    def key(tile: Tile) -> ft.Control:
        closed = play.refusal_of(WordLaid(seat, (*chosen, tile))) is not None
        label = tile_name(tile, view.bonus)
        return pressable(
            ft.Container(_face(view, tile, boxes, 48.0), opacity=0.3 if closed else 1.0, padding=2.0),
            on_click=lambda _: tap(tile),
            label=play.say(T("{card}, used", card=label) if closed else label),
            identifier=f"tile-{tile.to_text()}",
            radius=8.0,
        )

    def group(name: Text, tiles: list[Tile]) -> ft.Control:
        named = caption(play, name, ft.TextThemeStyle.LABEL_MEDIUM)
        return lines(named, flowing(map(key, tiles), spacing=2.0, apart=2.0), spacing=theme.Space.s)

    word = design.framed(
        flowing([_face(view, tile, boxes, 40.0) for tile in chosen], spacing=3.0, apart=4.0),
        height=84.0 if len(chosen) <= 7 else None,
    )
    top = [heading(play, T("{player}: tap the cards in the order of the word", player=Player(seat)))]
    if 0 < len(chosen) < length:
        text = N(
            "{n} letter is still missing: a shorter word does not count.",
            "{n} letters are still missing: a shorter word does not count.",
            n=length - len(chosen),
        )
        top.append(design.notice(kind="info", title=play.say(text), compact=True, identifier="too-short"))
    all_own = button(play, T("All {length} cards", length=length), lambda: lay(tuple(own)), "word-all", expand=True)
    done = button(play, T("Word placed"), lambda: lay(chosen), "word-done", expand=True)
    back = backspace(play, T("Take the last card back"), lambda: set_tiles(lambda now: now[:-1]), "tile-back")
    groups = [group(T("Your cards, face down"), own), group(T("From the middle"), middle)]
    pads = [flowing(groups)] if play.context.low else groups
    if brief(play):
        pads = [flowing(map(key, [*own, *middle]), spacing=2.0, apart=2.0)]
    ways = (back, done) if chosen else (all_own,)
    ends = last_rows(play, *ways, icon=ft.Icons.ARROW_BACK, text=T("Back"), leave=leave, identifier="word-cancel")
    # above the cards, so that no refusal covers the word
    laid = ft.Semantics(content=word, container=True, identifier="word-laid")
    return pane(play, top, column(laid, *pads, *ends))


def _face(view: TableView, tile: Tile, boxes: tuple[str, ...] | None, width: float) -> ft.Control:
    match tile.at:
        case Piece.OWN:
            letter = boxes[tile.number] if boxes else ""
            return letter_card(letter or str(tile.number + 1), None, width, face_down=not letter)
        case Piece.BONUS:
            letter = view.bonus[tile.number]
            return letter_card(f"{letter}?" if tile.number < view.doubted else letter, None, width, from_middle=True)
        case Piece.JOKER:
            return letter_card(STAR, None, width, from_middle=True)
