"""The pages of the table, and the parts that they share: layout, messages, chips and small buttons."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

import flet as ft
from attrs import frozen

from companion.games.letter_jam.messages import T, stand_name
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.reports.agreement import EndDeclined, EndProposed
from companion.games.letter_jam.reports.deciding import MovesOn, Stays
from companion.games.letter_jam.reports.sheet import Boxed, Noted
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Listing, Player, Text
from companion.tables.session import is_beside
from companion.ui.design import theme
from companion.ui.design.base import drawing, name, soft, words
from companion.ui.design.base import heading as header
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.kit.elements import referee_card
from companion.ui.kit.pane import PROMPT, button, in_rows, quiet_button, sign_button
from companion.ui.kit.table_context import Play

#: Reports that leave the previous messages on the screen.
_SILENT: Final = (Noted, Boxed, MovesOn, Stays, EndProposed, EndDeclined)


What: TypeAlias = Literal[
    "home", "brief", "give", "round", "sheets", "curtain", "sheet", "guess", "word", "longer", "fails"
]


@frozen
class Mode:
    """A page of the table screen.

    :param what: the home page; ``brief`` and ``give``: a clue without and with its chips; ``round``: details of the round
        of a reported clue; ``sheets``: the list of guess sheets; ``curtain``: the privacy screen of one; ``sheet``: the
        sheet of the player who has been handed the phone; ``guess``: an extra letter; ``word``, ``longer`` and ``fails``:
        forms for a word.
    :param seat: the player it is about.
    :param clue: the number of clues when it was opened, if it is about one of them.
    """

    what: What = "home"
    seat: int = -1
    clue: int | None = None


HOME: Final = Mode()

Go: TypeAlias = Callable[[Mode], None]


def small_row(*controls: ft.Control) -> ft.Control:
    """Return quiet buttons in a row that wraps."""
    return ft.Row(
        list(controls), wrap=True, spacing=theme.Space.xs, run_spacing=0.0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )


def brief(play: Play[TableView]) -> bool:
    """Return whether a form shows only the necessary parts, so that its buttons stay on a low page in large type."""
    return play.context.low and play.context.large


def last_rows(
    play: Play[TableView], *ends: ft.Control, icon: ft.IconData, text: Text, leave: Callable[[], None], identifier: str
) -> list[ft.Control]:
    """Return the last rows of a form: its buttons and the way back; on a low page in one row, in large type with an icon."""
    if brief(play):
        return [beside(*ends, sign_button(play, icon, text, leave, identifier))]
    back = quiet_button(play, text, leave, identifier, icon=icon)
    return [beside(*ends, back)] if play.context.low else [beside(*ends), small_row(back)]


def player_line(play: Play[TableView], seat: int, state: Text, *ways: ft.Control, below: bool = False) -> ft.Control:
    """Show a player's name and state, with buttons beside them, or below where there is no room.

    :param below: whether the buttons are always below, so that name and state share a line.
    """
    who = play.who(seat, name(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM))
    how_far, tapped = soft(play.say(state), ft.TextThemeStyle.LABEL_SMALL), flowing(ways, spacing=6.0, apart=0.0)
    return column(apart(who, how_far), tapped, spacing=0.0) if below else apart(lines(who, how_far), tapped)


def heading(play: Play[TableView], text: Text, identifier: str | None = None) -> ft.Control:
    """Return the heading of a page, with the badge of the one player it names; it takes the place of the prompt."""
    style = ft.TextThemeStyle.HEADLINE_SMALL if play.layout.is_phone else ft.TextThemeStyle.HEADLINE_MEDIUM
    if play.context.huge:
        style = ft.TextThemeStyle.TITLE_MEDIUM
    title: ft.Control = words(play.say(text), style)
    if (mark := play.badge_in(text)) and not play.context.large:
        title = beside(mark, wide(title), top=play.layout.is_phone)
    shown = header(title, identifier=identifier)
    if play.context.huge and not play.context.low:
        shown.key = PROMPT  # the buttons come right below it
    return shown


def latest_messages(play: Play[TableView], *shown: Text, last: bool = False) -> list[ft.Control]:
    """Return the latest messages to the table; decisions show in the players' lines, and notes on sheets are private.

    :param shown: messages already shown elsewhere on the page.
    :param last: whether the buttons come before them where there is little room.
    """
    record, ruled = play.session.record, [line.step for line in play.session.rulings if line.step]
    steps = [
        line.step
        for line in record.active
        if line.step and not is_beside(line) and not isinstance(line.action, _SILENT)
    ]
    steps_shown = (steps[-1] if steps else record.start, *ruled)
    return referee_card(play, *shown, said=[message for step in steps_shown for message in step.messages], proof=last)


def still_deciding(play: Play[TableView]) -> list[str]:
    """Return the line that names those who have not decided yet.

    A clue with unknown chips asks no player: the line is empty until a player has decided on a phone.
    """
    view = play.view
    deciding = [player for player in view.players if player.may_decide]
    asked = play.exact or not (view.clue and view.clue.brief) or play.seat is not None or bool(play.places.others)
    if not deciding or not (asked or any(player.moves is not None for player in deciding)):
        return []
    if not view.undecided:
        return [play.say(T("All have decided."))]
    return [play.say(T("Still deciding: {players}", players=Listing(tuple(map(Player, view.undecided)))))]


def number_buttons(
    play: Play[TableView], numbers: range, report: Callable[[int], object], leave: Callable[[], None], identifier: str
) -> list[ft.Control]:
    """Return rows of buttons that each report a number.

    :param report: returns the report of a number.
    :param leave: called after the report.
    """
    before = play.correction and play.correction.line.action

    def enter(number: int) -> None:
        play.actions.report(report(number))
        leave()

    buttons = [
        button(
            play,
            str(number),
            partial(enter, number),
            f"{identifier}-{number}",
            emphasis="tonal",
            entered=before == report(number),
        )
        for number in numbers
    ]
    return in_rows(buttons, 4)


def backspace(play: Play[TableView], text: Text, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return the button that removes the last of several entries."""
    return sign_button(play, ft.Icons.BACKSPACE_OUTLINED, text, do, identifier)


def sheets_button(play: Play[TableView], go: Go) -> ft.Control:
    """Return the button to the list of sheets, or on a player's own phone to the own sheet."""
    to = Mode("sheets") if play.seat is None else Mode("curtain", play.seat)
    if play.context.low:
        return sign_button(play, ft.Icons.EDIT_NOTE, T("Guess sheets"), lambda: go(to), "sheets")
    return quiet_button(play, T("Guess sheets"), lambda: go(to), "sheets", icon=ft.Icons.EDIT_NOTE)


def sheet_button(play: Play[TableView], seat: int, go: Go, *, selected: bool = False) -> ft.Control:
    """Return the button to one player's sheet, behind the privacy screen."""
    name = T("{player}’s guess sheet", player=Player(seat))
    open_it = partial(go, Mode("curtain", seat))
    return sign_button(play, ft.Icons.EDIT_NOTE, name, open_it, f"sheet-{seat}", selected=selected)


def chips_laid(play: Play[TableView], stands: Sequence[Stand]) -> ft.Control:
    """Return the chips, each with its stand."""
    if not stands:
        return ft.Container(height=8.0)
    chips = [_chip(number, short_name(play, stand)) for number, stand in enumerate(stands, start=1)]
    names = Listing(tuple(stand_name(stand, play.view.bonus) for stand in stands))
    return drawing(
        flowing(chips, spacing=6.0, apart=6.0), label=play.say(T("Chips: {stands}", stands=names)), identifier="chips"
    )


def short_name(play: Play[TableView], stand: Stand) -> str:
    """Return the short name of a stand: a bonus letter is its own name."""
    if stand.at is At.BONUS and stand.number < len(play.view.bonus):
        return play.view.bonus[stand.number]
    return play.say(stand_name(stand, play.view.bonus))


def _chip(number: int, name: str) -> ft.Control:
    disc = ft.Container(
        words(str(number), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_PRIMARY),
        width=24.0,
        height=24.0,
        border_radius=12.0,
        bgcolor=ft.Colors.PRIMARY,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Container(
        ft.Row([disc, words(name, ft.TextThemeStyle.LABEL_MEDIUM, lines=1)], spacing=5.0, tight=True),
        padding=ft.Padding.only(left=3.0, right=10.0, top=3.0, bottom=3.0),
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        border_radius=16.0,
        bgcolor=theme.SHEET,
    )
