"""The room a board has on its page."""

from collections.abc import Iterable
from typing import Final

import flet as ft
from attrs import frozen

from companion.ui.app.context import Layout, PageContext
from companion.ui.design import player_badge, theme
from companion.ui.design.text_fit import across

#: The board's share of the width of a page that shows the sheet or the history beside it.
BESIDE: Final = 0.6


@frozen
class BoardLayout:
    """The room a board has, in pixels.

    :param size_class: the size class of the page.
    :param size: width and height of the page.
    :param scale: the text scale; 1 is the usual size.
    :param low: whether the page is as low as a phone held sideways.
    :param alone: whether the page shows one part of the table at a time.
    :param names: the players' names.
    """

    size_class: Layout
    size: tuple[float, float]
    scale: float
    low: bool
    alone: bool
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, context: PageContext, names: tuple[str, ...]) -> "BoardLayout":
        """Return the room on a page."""
        return cls(context.layout, context.size, context.scale, context.low, context.alone, names)

    @property
    def is_phone(self) -> bool:
        """Whether the page is as narrow as a phone."""
        return self.size_class == "phone"

    @property
    def roomy(self) -> bool:
        """Whether the most important elements may be large."""
        return not self.alone

    @property
    def margin(self) -> float:
        """The margin on each side of the board."""
        return theme.Space.m if self.is_phone else theme.Space.l

    @property
    def room(self) -> float:
        """The width of the board between its margins."""
        wide = self.size[0]
        if self.low:
            wide /= 2  # the buttons stand beside it
        elif not self.alone:
            wide *= BESIDE
        return wide - 2 * self.margin

    def across(
        self,
        texts: Iterable[str],
        style: ft.TextThemeStyle,
        most: int,
        *,
        around: float = 2 * theme.Space.m,
        gap: float = theme.Space.s,
        least: float = 0.0,
    ) -> int:
        """Return how many cells with these texts fit in a row; see :func:`companion.ui.design.text_fit.across`."""
        return across(texts, style, room=self.room, scale=self.scale, most=most, around=around, gap=gap, least=least)

    def names_across(self, style: ft.TextThemeStyle, most: int) -> int:
        """Return how many players' places fit in a row, each with badge and name."""
        return self.across(self.names, style, most, around=2 * theme.Space.m + theme.Space.s + player_badge.SIZE)
