"""The score lines behind a number of the sheet."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import flet as ft

from companion.kernel.history import HistoryItem
from companion.kernel.log import Act, PrivateNote
from companion.kernel.text import messages
from companion.scoring import Scored
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, flowing, lines, scrolling, wide
from companion.ui.kit.table_context import AnyPlay

T, N = messages("companion")


def score_lines(play: AnyPlay, part: Mapping[str, Any], close: Callable[[], None]) -> ft.Control:
    """Return the score lines of a part of the sheet, each with its reason, its rule and buttons that lead to its entry.

    Where there are none, those of the whole round follow, or the entry that decided it, to be corrected.

    :param part: the part, such as a round of a player; see :meth:`companion.scoring.ScoreSheet.lines`.
    :param close: closes the dialog in which they are shown.
    """
    sheet, round = play.session.sheet, part.get("round")
    if scored := tuple(sheet.lines(**part)):
        return scrolling(*_lines(play, scored, close))
    open_ = round is None or (round >= play.view.round and not play.session.is_over)
    nothing = words(play.say(T("No points yet.") if open_ else T("No points.")), ft.TextThemeStyle.BODY_LARGE)
    if round is None:
        return nothing
    others = _lines(play, sheet.lines(round=round), close)
    if not others and (item := _last_entry(play, round)):
        title = words(play.title(item), ft.TextThemeStyle.BODY_LARGE)
        others = [_line(title, _entry_buttons(play, item, close, 0))]
    return scrolling(nothing, *others) if others else nothing


def _lines(play: AnyPlay, scored: Iterable[Scored], close: Callable[[], None]) -> list[ft.Control]:
    number = play.context.renderer().signed
    shown: list[ft.Control] = []
    for place, each in enumerate(scored):
        why = each.line.why
        text = wide(words(play.say(why.text), ft.TextThemeStyle.BODY_LARGE))
        points = words(number(each.line.points), ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY)
        asks = design.link_button(play.say(T("Why?")), lambda _, why=why: play.why(why), f"line-why-{place}")
        ways = _entry_buttons(play, play.session.record.item(each.entry), close, place)
        shown.append(_line(beside(text, points, spacing=10.0, top=True), [asks, *ways]))
    return shown


def _line(title: ft.Control, buttons: list[ft.Control]) -> ft.Control:
    return design.paper(lines(title, flowing(buttons, spacing=10.0, apart=10.0)), padding=theme.Space.m)


def _entry_buttons(play: AnyPlay, item: HistoryItem | None, close: Callable[[], None], place: int) -> list[ft.Control]:
    """Return the buttons that show an entry in the history, and correct it."""
    if not item:
        return []

    def show() -> None:
        close()
        play.go_to(item.entry.id)

    def correct() -> None:
        close()
        play.reopen(item)

    return [
        design.quiet_button(play.say(T("Show in the history")), show, f"line-entry-{place}", outlined=False),
        design.quiet_button(play.say(T("Correct this entry")), correct, f"line-amend-{place}", outlined=False),
    ]


def _last_entry(play: AnyPlay, round: int) -> HistoryItem | None:
    """Return the last report of a round; in a round without points it is the one that decided it."""
    record = play.session.record
    reports = [
        line
        for line in record.lines()
        if line.item.step and isinstance(line.item.entry.change, Act) and not isinstance(line.item.action, PrivateNote)
    ]
    for line in reversed(reports):
        if record.game.view(line.before, None).round == round:
            return line.item
    return None
