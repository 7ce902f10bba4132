"""A screen that hides what only one player may see on a phone that is passed around."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.text import Player, Text, messages
from companion.ui.app.back_stack import OutOfSight
from companion.ui.app.presence import use_while_here
from companion.ui.design import theme
from companion.ui.design.base import heading, soft, words
from companion.ui.design.layout import beside, centred, column, stacked, wide
from companion.ui.kit.pane import button, quiet_button
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_value

T, N = messages("companion")

#: Identifies private controls; ``veil.js`` hides them as soon as the page is hidden.
PRIVATE: Final = "private"

#: The width of the button, in pixels, on a wider page.
_WIDTH: Final = 560.0
#: The space above the text, as a share of the height of the page.
_ABOVE: Final = 0.16


@component
def PrivacyScreen(
    play: AnyPlay,
    seat: int,
    why: Text,
    does: Text,
    private: Callable[[], ft.Control],
    leave: Callable[[], None],
    *,
    handed: bool = False,
) -> ft.Control:
    """A page with a player's name; a tap by that player opens the private part.

    The private part closes when the player leaves it, when the page or the board is hidden, and after a minute without a
    touch. Its controls are then removed from the page, so that a screen reader cannot find them either. A phone that
    belongs to the seat shows the private part at once; while another phone holds the seat, it cannot be opened here.

    :param why: what the private part would show.
    :param does: what the button opens.
    :param private: draws the private part.
    :param leave: called when the player goes back.
    :param handed: whether the player has been handed the phone and has opened the page: the private part is open at first.
    """
    own, elsewhere = play.seat == seat, seat in play.places.others
    lifted, lift = use_value(handed)
    in_sight = not ft.use_context(OutOfSight)
    # the phone may take or give back the seat while the private part is open
    raised = not elsewhere and (own or (lifted and in_sight))
    context = play.context
    use_while_here(context.presence, context.page, raised and not own, partial(lift, False))
    ft.use_effect(lambda: None if in_sight else lift(False), dependencies=[in_sight])
    ft.use_effect(lambda: play.cover(not raised), dependencies=[raised], cleanup=lambda: play.cover(False))
    if raised:
        # scrolling and taps beside the buttons are touches, too
        return ft.GestureDetector(
            ft.Semantics(content=private(), identifier=PRIVATE, container=True),
            on_pan_down=lambda _: context.presence.touch(),
            exclude_from_semantics=True,
            expand=True,
        )
    name, low = Player(seat), context.low
    style = ft.TextThemeStyle.HEADLINE_MEDIUM if low else ft.TextThemeStyle.HEADLINE_LARGE
    way = (
        T("{player} sees this on another phone", player=name)
        if elsewhere
        else T("Hand the phone to {player}", player=name)
    )
    asked = words(play.say(way), style, align=ft.TextAlign.CENTER)
    sign = ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=64.0, color=ft.Colors.PRIMARY)
    said = stacked(
        *([] if low else [sign, play.badge(seat, size=40.0)]),
        heading(asked, identifier="curtain"),
        soft(play.say(why), ft.TextThemeStyle.BODY_LARGE, align=ft.TextAlign.CENTER),
        spacing=theme.Space.s if low else theme.Space.l,
    )
    mine = button(
        play,
        T("I am {player}", player=name),
        partial(lift, True),
        "curtain-open",
        sublabel=does,
        emphasis="primary",
        large=True,
    )
    back = quiet_button(play, T("Back"), leave, "curtain-back", icon=ft.Icons.ARROW_BACK)
    if elsewhere:
        foot = centred(back)
    else:
        foot = beside(back, wide(mine), spacing=theme.Space.l) if low else column(mine, centred(back))
    around = ft.Padding.symmetric(horizontal=theme.Space.l, vertical=theme.Space.m)
    above = ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=context.size[1] * _ABOVE)
    return ft.Column(
        [
            ft.ListView([said], padding=above, expand=True),
            centred(ft.Container(foot, width=_WIDTH, padding=around)),
        ],
        spacing=0.0,
        expand=True,
    )
