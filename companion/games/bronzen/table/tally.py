"""The score table of the round, where only the points are entered: a tap puts a mark into a player's column."""

from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import N, T
from companion.games.bronzen.meta import META
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.reports.marks import Drawn, KeepTricks, Mark, ScoreColumn
from companion.games.bronzen.view import TableView
from companion.kernel.offers import Offer
from companion.kernel.text import Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.design.player_badge import SIZE
from companion.ui.design.text_fit import lines_of, size_of
from companion.ui.kit.page import first_stop
from companion.ui.kit.pane import quiet_button, quiet_offer
from companion.ui.kit.table_context import Play

#: The columns by the mark they hold.
_COLUMNS: Final = {ScoreColumn(column.id): column for column in META.columns}

#: What the title of a row leaves open, if there is room for it.
_HINTS: Final[dict[ScoreColumn, Text]] = {
    ScoreColumn.EINZEL: T("for each {n} in a row", n=NUMBERS.streak.chips),
    ScoreColumn.DOUBLE_1: T("the other doubled once"),
    ScoreColumn.DOUBLE_2: T("the other doubled twice"),
    ScoreColumn.DOUBLE_3: T("the other doubled three times"),
    ScoreColumn.JAY: T("a Jay was in the trick"),
    ScoreColumn.BRONZEN: T("ends the round"),
}

#: How wide a title and a cell are, relative to each other.
_TITLE: Final = 4
_CELL: Final = 3

#: More marks are written as a number.
_MOST_STROKES: Final = 10


def score_table(play: Play[TableView]) -> ft.Control:
    """Return a row for each column of the score table, with a cell for each player, and the buttons below."""
    offers = {(offer.value("column"), offer.value("seat")): offer for offer in play.offered(Mark)}
    rows = [_row(play, kind, [offers[kind, seat] for seat in SEATS]) for kind in ScoreColumn]
    blocks = 2 if play.layout.low and not play.context.huge else 1  # half as wide, words of the largest type break
    each = len(rows) // blocks
    tables = [column(_heads(play), *rows[at : at + each], spacing=theme.Space.xs) for at in range(0, len(rows), each)]
    table = beside(*map(wide, tables), spacing=theme.Space.m, top=True) if blocks > 1 else tables[0]
    return column(first_stop(table), flowing(_more(play)))


def _more(play: Play[TableView]) -> list[ft.Control]:
    """Return the buttons for a drawn round, and to enter every trick; within a round this asks for cards and chips."""
    drawn = [quiet_offer(play, offer, "drawn") for offer in play.offered(Drawn)]
    tricks, *_ = play.offered(KeepTricks)

    def switch() -> None:
        play.actions.choose(tricks)

    return [quiet_button(play, T("Trick by trick"), switch, "keep-tricks", icon=ft.Icons.STYLE_OUTLINED), *drawn]


def _heads(play: Play[TableView]) -> ft.Control:
    """Return the players' names above their cells; without room for the names, their badges."""
    heads = [ft.Container(_head(play, seat), alignment=ft.Alignment.CENTER) for seat in SEATS]
    return _beside_title(ft.Container(), heads)


def _head(play: Play[TableView], seat: int) -> ft.Control:
    style = ft.TextThemeStyle.TITLE_MEDIUM if play.layout.roomy else ft.TextThemeStyle.TITLE_SMALL
    name, size = play.names[seat], size_of(style, play.context.scale)
    room = (play.layout.room - len(SEATS) * theme.Space.s) * _CELL / (_TITLE + len(SEATS) * _CELL)
    if _tight(play) or not (high := lines_of(name, size, room)) or high > 2:
        return play.badge(seat)
    if lines_of(name, size, room - SIZE - theme.Space.s) == 1:
        return play.who(seat, words(name, style, lines=1))
    return words(name, style, align=ft.TextAlign.CENTER)


def _tight(play: Play[TableView]) -> bool:
    """Return whether there is room for the most important only."""
    return play.layout.low or play.context.huge


def _row(play: Play[TableView], mark: ScoreColumn, offers: list[Offer]) -> ft.Control:
    kind = _COLUMNS[mark]
    style = ft.TextThemeStyle.TITLE_MEDIUM if play.layout.roomy else ft.TextThemeStyle.TITLE_SMALL
    if play.layout.low and play.context.large and not play.context.huge:  # half as wide
        style = ft.TextThemeStyle.LABEL_SMALL
    worth = T("{column} ({worth})", column=kind.title, worth=kind.worth)
    title: list[ft.Control] = [words(play.say(kind.title if _tight(play) else worth), style)]
    if not play.layout.low and not play.context.large:
        title.append(soft(play.say(_HINTS[mark]), ft.TextThemeStyle.BODY_SMALL))
    return _beside_title(lines(*title), [_cell(play, mark, offer) for offer in offers])


def _beside_title(title: ft.Control, cells: Sequence[ft.Control]) -> ft.Control:
    """Return a row: a title, and a cell for each player."""
    for cell in cells:
        cell.expand = _CELL
    box = ft.Container(title, expand=_TITLE, alignment=ft.Alignment.CENTER_LEFT)
    return beside(box, *cells)


def _cell(play: Play[TableView], mark: ScoreColumn, offer: Offer) -> ft.Control:
    """Return a player's cell with the marks of the round; a tap puts another one in."""
    seat, kind = offer.value("seat"), _COLUMNS[mark]
    ends = mark is ScoreColumn.BRONZEN
    count = play.session.sheet.points(seat=seat, round=play.view.round, column=kind.id) // kind.worth
    shown: ft.Control = ft.Icon(
        ft.Icons.EMOJI_EVENTS_OUTLINED if ends else ft.Icons.ADD,
        size=20.0,
        color=ft.Colors.ON_PRIMARY if ends else ft.Colors.ON_SURFACE_VARIANT,
    )
    if count > _MOST_STROKES:
        shown = words(f"{count}×", ft.TextThemeStyle.TITLE_MEDIUM)
    elif count:
        shown = design.tally(count=count, label="", height=20.0)
    label = play.say(offer.label)
    if count:
        label = f"{label}. {play.say(N('{n} tally mark', '{n} tally marks', n=count))}"
    return design.key(
        shown,
        label=label,
        on_click=lambda: play.actions.choose(offer, again=True),
        chosen=True if offer == play.corrected_offer else None,
        ground=ft.Colors.PRIMARY if ends else ft.Colors.SURFACE_CONTAINER_LOW,
        height=theme.Space.target + (theme.Space.l if play.layout.roomy else 0.0),
        identifier=f"mark-{mark.value}-{seat}",
    )
