"""What the keys do here, listed."""

import flet as ft

from companion.kernel.text import messages
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.shortcuts import BACK, CLOSE, HELP, SEARCH, Key, called
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, scrolling, wide
from companion.ui.runtime.hooks import component

T, N = messages("companion")


def common_keys(context: PageContext) -> list[Key]:
    """Return the shortcuts of every screen."""

    def look_up() -> None:
        context.keys.sought = True
        context.go("/rules")

    return [
        Key(SEARCH, context.say(T("Search the rules")), look_up),
        Key(BACK, context.say(CLOSE), context.keys.go_back),
        Key(HELP, context.say(T("List the keys")), context.show_keys),
    ]


@component
def KeyList() -> ft.Control:
    """The list of the screen's shortcuts."""
    context = use_page_context()
    how = T("They do nothing while you are writing.")
    return scrolling(
        *(_line(context, key) for key in context.keys.listed() if key.text),
        soft(context.say(how), ft.TextThemeStyle.BODY_MEDIUM),
        spacing=theme.Space.m,
    )


def _line(context: PageContext, key: Key) -> ft.Control:
    chords = key.shown or " · ".join(called(chord, context.say) for chord in key.chords)
    row = beside(
        wide(words(key.text, ft.TextThemeStyle.BODY_LARGE)),
        words(chords, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY),
        spacing=theme.Space.m,
    )
    return ft.MergeSemantics(content=ft.Semantics(content=row, identifier=f"key-{key.chords[0]}"))
