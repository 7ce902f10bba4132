"""The page of a table: the board, with sheet and history beside it where there is room."""

from collections.abc import Callable
from functools import partial

import flet as ft
from attrs import evolve

from companion.kernel.text import Text, messages
from companion.tables.roles import Role
from companion.tables.tables import Table
from companion.ui import design
from companion.ui.app.back_stack import OutOfSight
from companion.ui.app.context import use_page_context
from companion.ui.app.dialogs import use_above
from companion.ui.app.keyboard import go_to_first_stop
from companion.ui.app.scaffold import bar, view
from companion.ui.app.shortcuts import use_keys
from companion.ui.design import theme
from companion.ui.design.layout import column, hairline
from companion.ui.kit.address import address
from companion.ui.kit.elements import reminder
from companion.ui.kit.form import OfferForm
from companion.ui.kit.generic_table import GenericTable
from companion.ui.kit.table_context import AnyPlay, use_play
from companion.ui.runtime.hooks import screen_component, use_live, use_memo_value, use_optional, use_value
from companion.ui.table.announcer import use_announcer
from companion.ui.table.clock import CLOCK, ClockStrip, SetClock
from companion.ui.table.corrections import proposed_correction, use_correction
from companion.ui.table.dispute import DisputePane
from companion.ui.table.entry_actions import UNFIT
from companion.ui.table.history import HistoryPane
from companion.ui.table.notices import refusal_notice, table_notices
from companion.ui.table.opening import reached, use_device
from companion.ui.table.players import PlayersPane
from companion.ui.table.rules_pane import RulesPane
from companion.ui.table.score_line import score_line
from companion.ui.table.seats_on_phones import MINE, MyPlace, PhonesPane, WhoAreYou, to_ask
from companion.ui.table.sheet import SheetPane, tells_more
from companion.ui.table.toolbar import bar_actions, drawn_play, navigation_bar, table_shortcuts

T, N = messages("companion")


@screen_component
def TablePage() -> ft.Control:
    """One table, from its address."""
    context, tab = use_page_context(), ft.use_route_params().get("tab") or ""

    def draw(table: Table) -> ft.Control:
        if context.role(table.stored.id) is Role.VIEWER:
            from companion.ui.table.big_board import BigBoard

            return BigBoard(table, key=f"board-{table.stored.id}")
        return OpenTable(table, tab, key=f"open-{table.stored.id}")

    return reached(draw)


@screen_component
def OpenTable(table: Table, tab: str) -> ft.Control:
    """A table that is being played at: follows its session, reports for this page."""
    assert table.session
    play = use_play(table, table.session)
    turned, met = play.layout.alone and bool(tab), ft.use_ref(False)
    met.current = met.current or not turned
    play = evolve(play, covered=play.covered and not turned)
    clocks = play.context.access.clocks
    use_live(play.session, play.context.access.at(play.table))
    placing, place = use_optional(Text)
    timing, time_it = use_value(False)
    use_announcer(play)
    use_device(play)
    _use_top(play, in_sight=not turned)
    play, trouble, forget_it = use_correction(play, tab)
    _use_first_stop(play, in_sight=not turned)
    use_keys(play.context.keys, lambda: table_shortcuts(play, tab))
    covered = bool(play.overlay.form or play.open_entry or play.overlay.seating is not None or trouble)
    shown = refusal_notice(play, play.overlay.refused, above=covered) if play.overlay.refused else None
    play = evolve(play, refusal=shown if covered else None)
    title, content = (UNFIT, trouble(play)) if trouble else _above(drawn_play(play), shown)
    use_above(play.context, title, content, forget_it if trouble else play.overlay.close)
    leave = partial(place, None)
    seated = MyPlace(play, leave, key="my-place") if placing == MINE else PhonesPane(play, key="phones")
    use_above(play.context, placing or MINE, seated if placing else None, leave, grows=True)
    timed = SetClock(play, lambda: time_it(False), key="set-clock") if timing else None
    use_above(play.context, CLOCK, timed, lambda: time_it(False))
    refusal = None if covered else shown or proposed_correction(play)
    clock = [ClockStrip(play, key="clock")] if clocks.of(play.table) else []
    notices = [] if play.covered else [*clock, *table_notices(play)]
    if play.layout.alone:
        buttons = play.context.size[0] / 2 if play.context.low and not tab else 0.0  # nothing lies on them
        inside = _under(_one_at_a_time(play, tab, met=met.current), notices, refusal, buttons)
    else:
        inside = _beside(play, tab, notices, refusal)
    name = table.stored.name or play.say(play.meta.title)
    appbar = bar(play.context, name, back="/", actions=bar_actions(play, tab, place, lambda: time_it(True)))
    tabs = use_memo_value(
        lambda: navigation_bar(play, tab) if play.layout.alone else None, play.context, play.table, tab
    )
    around = (None, None) if play.covered else (appbar, tabs)
    return view(address(play.table), around[0], ft.SafeArea(inside, expand=True), around[1])


def _use_top(play: AnyPlay, *, in_sight: bool) -> None:
    """Scroll the table to the top after each report, because its consequences are shown there."""
    before = ft.use_ref(play.session.version)

    def rise() -> None:
        if not in_sight:
            return  # it rises when it is turned to
        if before.current != play.session.version:
            play.scroll_to_top()
        before.current = play.session.version

    ft.use_effect(rise, dependencies=[play.session.version, in_sight])


def _use_first_stop(play: AnyPlay, *, in_sight: bool) -> None:
    """Move the keyboard focus to the most frequent button when the board or a correction opens."""
    anew = (in_sight, play.exact, play.correction and play.correction.line.entry.id)

    def begin() -> None:
        if in_sight:
            play.context.soon(partial(go_to_first_stop, play.footer_ref))

    ft.use_effect(begin, dependencies=[*anew])


def _played(play: AnyPlay, *, turned: bool = False) -> ft.Control:
    """Return the game's own screen, or the dispute for which the table stands still."""
    if to_ask(play) and not play.session.dispute:
        return WhoAreYou(play, key="who-are-you")
    dispute = DisputePane(play, play.session.dispute, key="dispute") if play.session.dispute else None
    return _lying_under(dispute, partial(_game_screen, play), deeper=turned)


def _game_screen(play: AnyPlay) -> ft.Control:
    screen_of_game = play.screen.board or GenericTable
    # drafts of other players or of another correction are discarded
    moment = f"-{play.correction.line.entry.id}" if play.correction else ""
    drawn = drawn_play(play)
    board = screen_of_game(drawn, key=f"table-{play.table}-{play.session.seating}{moment}")
    scores = None if drawn.covered else score_line(play)  # also in a correction it shows the current points
    return ft.Column([*([scores] if scores else []), ft.Container(board, expand=True, key="board")], spacing=0.0)


def _lying_under(
    above: ft.Control | None, draw: Callable[[], ft.Control], *, drawn: bool = True, deeper: bool = False
) -> ft.Control:
    """Return the visible part, with the hidden one kept mounted below it, so that its state is kept.

    :param above: the visible part, if it hides the other one.
    :param drawn: whether the hidden part has been shown before.
    :param deeper: whether both are hidden.
    """
    under = ft.Container(OutOfSight(deeper or bool(above), draw), visible=not above, key="under") if drawn else None
    return ft.Stack([each for each in (under, above) if each], fit=ft.StackFit.EXPAND)


def _above(play: AnyPlay, refused: ft.Control | None) -> tuple[Text | str, ft.Control | None]:
    """Return what lies above the table: the form of an offer or the players, with the reason why the last try was refused."""
    if play.overlay.form:
        offer, entered = play.overlay.form.offer, play.overlay.form.entered
        # the answers to one offer are none to another
        form = partial(
            OfferForm, offer, play.say, play.actions.report, refused, entered, whose=play.badge_in, key=repr(offer)
        )
        return (T("Correct this entry"), form(titled=True)) if play.correction else (play.say(offer.label), form())
    seating = play.overlay.seating is not None
    return T("Players"), PlayersPane(play, play.actions.change_seats, refused, key="players") if seating else None


def _one_at_a_time(play: AnyPlay, tab: str, *, met: bool) -> ft.Control:
    """Return what a phone shows: the table itself, or a part of it, behind which the table stays."""
    part = _part(play, tab)
    return _lying_under(part, partial(_played, play, turned=bool(part)), drawn=met)


def _part(play: AnyPlay, tab: str) -> ft.Control | None:
    """Return the part of a table that a phone shows in the place of the table itself, if it has turned to one."""
    match tab:
        case "sheet":
            return _scrolling(SheetPane(play))
        case "history":
            return _scrolling(_history(play), theme.Space.m)
        case "rules":
            return _scrolling(RulesPane(play))
        case _:
            return None


def _beside(play: AnyPlay, tab: str, notices: list[ft.Control], refusal: ft.Control | None) -> ft.Control:
    """Return the table with its sheet and its history beside it, or with the rules."""
    if tab == "rules":
        side = _scrolling(RulesPane(play))
    else:
        known = play.context.app.rules.known(play.screen.rules_in_sight(play.view))
        in_sight = () if play.session.is_over else known
        papers = [design.paper(reminder(play.context, id), padding=theme.Space.m) for id in in_sight]
        # a sheet without points is useless
        if tells_more(play) and (not papers or any(play.session.sheet.totals)):
            papers.insert(0, SheetPane(play))
        above = [ft.Container(_scrolling(column(*papers), theme.Space.m), expand=5), hairline()] if papers else []
        history = ft.Container(_scrolling(_history(play)), expand=4, key="history")
        side = ft.Column([*above, history], spacing=0.0, expand=True)
    played = _under(_played(play), notices, refusal)
    between = ft.VerticalDivider(width=1.0, color=ft.Colors.OUTLINE_VARIANT)
    # a screen reader reads one side to its end before it begins with the other
    row: list[ft.Control] = [ft.Container(ft.Semantics(content=played, container=True), expand=3)]
    if not play.covered:
        row += [between, ft.Container(ft.Semantics(content=side, container=True), expand=2)]
    return ft.Row(row, spacing=0.0, expand=True)


def _history(play: AnyPlay) -> ft.Control:
    return HistoryPane(play, play.open_entry, play.set_open_entry)


def _scrolling(content: ft.Control, padding: float = theme.Space.l) -> ft.Control:
    return ft.ListView([content], padding=padding, expand=True)


def _under(
    played: ft.Control, notices: list[ft.Control], refusal: ft.Control | None, beside: float = 0.0
) -> ft.Control:
    """Return the board below the notices; a refusal overlays it, so that nothing moves under a finger.

    :param beside: free width on the right in pixels, for the buttons of a low page.
    """
    laid: list[ft.Control] = [ft.Container(played, key="pane")]
    if refusal:
        laid.append(
            ft.Container(refusal, top=theme.Space.s, left=theme.Space.m, right=beside or theme.Space.m, key="refusal")
        )
    stack = ft.Stack(laid, fit=ft.StackFit.EXPAND, expand=True)
    return ft.Column([*notices, stack], spacing=0.0, expand=True)
