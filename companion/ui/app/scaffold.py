"""The frames of the screens: a bar with the way back, a readable column, what stays below it, papers in pairs."""

from collections.abc import Callable, Sequence
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages
from companion.ui import design
from companion.ui.app.context import Layout, PageContext, Why
from companion.ui.app.dialogs import attempt
from companion.ui.app.keyboard import under_the_thumb
from companion.ui.design import theme
from companion.ui.design.base import marked, words
from companion.ui.design.layout import beside, centred, column, flowing, lines, wide
from companion.ui.design.surfaces import NoticeKind
from companion.ui.design.text_fit import needed, width_of
from companion.ui.runtime.hooks import memo_component

T, N = messages("companion")

HOME: Final = T("Home")

#: Width of a column that is good to read.
READABLE: Final = 720.0

#: How wide the way back is, with the margins of a title.
_WAY_BACK: Final = 88.0

#: Width of a page that shows papers in pairs.
WIDE: Final = 1040.0


def bar(context: PageContext, title: str, *, back: str | None, actions: list[ft.Control] | None = None) -> ft.AppBar:
    """Return a screen's bar: a way back, a title, a few actions."""
    context.keys.back = back
    taken = sum(max(theme.Space.target, needed(action, context.scale)) for action in actions or [])
    room = context.size[0] - _WAY_BACK - taken
    tight = room < width_of(title.replace(" ", ""), ft.TextThemeStyle.TITLE_LARGE, context.scale, whole=True)
    return ft.AppBar(
        title=words(title, ft.TextThemeStyle.TITLE_SMALL if tight else ft.TextThemeStyle.TITLE_LARGE, lines=1 + tight),
        leading=WayBack(context, back, key="way-back") if back else None,
        automatically_imply_leading=False,
        actions=actions or [],
    )


@memo_component
def WayBack(context: PageContext, back: str) -> ft.Control:
    """The arrow at the beginning of a bar."""
    return design.icon_button(ft.Icons.ARROW_BACK, context.say(T("Back")), lambda: context.go(back), "back")


def quiet_button(
    context: PageContext,
    text: Text,
    do: Callable[[], object] | None,
    identifier: str,
    *,
    icon: ft.IconData | ft.Control | None = None,
    outlined: bool = True,
    action: ft.ClientAction | None = None,
) -> ft.Control:
    """Return a button of secondary importance, whose errors are shown as messages; see :func:`design.quiet_button`."""
    handler = attempt(context, do) if do else None
    return design.quiet_button(context.say(text), handler, identifier, icon=icon, outlined=outlined, action=action)


def further(
    context: PageContext, left: int, step: int, show: Callable[[], object], identifier: str
) -> list[ft.Control]:
    """Return the button that shows more of a list, if there is more.

    :param left: how many are not shown yet.
    :param step: how many of them a tap shows at most.
    """
    if left <= 0:
        return []
    text = N("Show {n} more", "Show {n} more", n=min(step, left))
    return [centred(quiet_button(context, text, show, identifier, icon=ft.Icons.EXPAND_MORE))]


def more_button(
    context: PageContext, label: str, items: list[ft.PopupMenuItem], identifier: str, *, under: bool = False
) -> ft.Control:
    """Return a menu button for rare actions.

    :param under: whether it opens below the button, not over it.
    """
    button = ft.PopupMenuButton(
        icon=ft.Icon(ft.Icons.MORE_VERT, semantics_label=label),
        items=items,
        padding=12.0,
        tooltip="",
        menu_position=ft.PopupMenuPosition.UNDER if under else None,
        on_open=lambda _: context.back_stack.open_menu(),
        on_select=lambda _: context.back_stack.close_menu(),
        on_cancel=lambda _: context.back_stack.close_menu(),
    )
    return marked(button, identifier=identifier)


def view(route: str, appbar: ft.AppBar | None, body: ft.Control, tabs: ft.NavigationBar | None = None) -> ft.View:
    """Return a screen: app bar, body, and navigation bar."""
    return ft.View(route=route, appbar=appbar, padding=0.0, controls=[body], navigation_bar=tabs)


def screen(
    context: PageContext,
    *,
    route: str,
    title: str,
    controls: list[ft.Control],
    back: str | None = "/",
    width: float = READABLE,
) -> ft.View:
    """Return a screen of one column of readable width.

    :param back: the target of its back arrow if it was opened by address; otherwise that is the previous screen.
    """
    listed = ft.ListView([_column(controls, theme.Space.l, width)], padding=theme.Space.l, expand=True)
    return view(route, bar(context, title, back=context.back_stack.before or back), ft.SafeArea(listed, expand=True))


def dead_end(
    context: PageContext,
    route: str,
    *,
    said: Text,
    text: str | None = None,
    way: Text = HOME,
    to: str = "/",
    identifier: str = "home",
    title: str = "Companion",
    also: ft.Control | None = None,
) -> ft.View:
    """Return the screen for an invalid address: what is missing, and a way out.

    :param way: label of the way out.
    :param also: further actions.
    """
    on = quiet_button(context, way, lambda: context.go(to), identifier)
    ways = flowing([on, also], apart=10.0) if also else on
    nothing = design.empty_state(context.say(said), text=text, action=ways)
    return screen(context, route=route, title=title, back=to, controls=[nothing])


def page_with_foot(
    controls: Sequence[ft.Control],
    foot: Sequence[ft.Control],
    *,
    width: float = READABLE,
    foot_width: float = READABLE,
    top: ft.Control | None = None,
    shown: str | None = None,
    begin: bool = True,
) -> ft.Control:
    """Return a readable column that scrolls, and below it, within reach of the thumb, what stays.

    :param top: what stays above the column.
    :param shown: what the column is about; where it changes, the column begins at its top.
    :param begin: whether the focus begins in the foot; not if it begins in a field above.
    """
    rows: list[ft.Control] = [
        ft.ListView(
            [_column(controls, theme.Space.xl, width)],
            padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s, bottom=theme.Space.xl),
            expand=True,
            key=shown,
        )
    ]
    if top is not None:
        around = ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s)
        rows.insert(0, ft.Container(_column([top], theme.Space.s, width), padding=around))
    if foot:
        rows.append(
            ft.Container(
                under_the_thumb(_column(foot, theme.Space.s, foot_width), begin=begin),
                padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=theme.Space.m),
                bgcolor=ft.Colors.SURFACE,
                border=ft.Border(top=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE_VARIANT)),
            )
        )
    inside = ft.Column(rows, spacing=0.0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.SafeArea(inside, expand=True)


def _column(controls: Sequence[ft.Control], spacing: float, width: float) -> ft.Control:
    """Return a column in the middle, as wide as the page up to a width."""
    stack = ft.Column(list(controls), spacing=spacing, width=width, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return centred(ft.Container(stack))


def sliding(context: PageContext, *controls: ft.Control) -> ft.Control:
    """Return short texts in a row that scrolls sideways on a phone and wraps elsewhere."""
    phone = context.layout == "phone"
    gap = theme.Space.s
    scroll = ft.ScrollMode.HIDDEN if phone else None
    return ft.Row(list(controls), spacing=gap, run_spacing=gap, wrap=not phone, scroll=scroll)


def grid(papers: Sequence[ft.Control], layout: Layout) -> ft.Control:
    """Return papers below each other, or in pairs where there is room."""
    if layout == "phone" or len(papers) == 1:
        return column(*papers, spacing=theme.Space.s)
    pairs = [[wide(paper) for paper in papers[start : start + 2]] for start in range(0, len(papers), 2)]
    pairs[-1] += [ft.Container(expand=True)] * (2 - len(pairs[-1]))
    return lines(*(beside(*pair, spacing=theme.Space.l, top=True) for pair in pairs), spacing=theme.Space.l)


def notice(
    context: PageContext, why: Explanation, *, kind: NoticeKind, on_dismiss: Callable[[], None], identifier: str
) -> ft.Control:
    """Return a dismissible message with a link to its rule."""
    return design.notice(
        kind,
        context.say(why.text),
        identifier,
        why_text=context.say(T("Why?")) if why.rules else None,
        on_why=lambda _: context.explain(Why(why.rules, why.text)),
        dismiss_label=context.say(T("Close")),
        on_dismiss=lambda _: on_dismiss(),
    )
