"""How a game registers its board: one :class:`GameScreen` for each game, in ``SCREENS`` of its package's ``table/screen.py``."""

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

import flet as ft
from attrs import evolve, field, frozen

from companion.kernel.game import Meta, View
from companion.kernel.text import Text
from companion.resources import game_package
from companion.tables.session import Session


@frozen
class Reopening:
    """How a board opens again to correct an entry.

    :param pages: reports that have a page of their own on the board; all others are corrected in the form of their offer.
    :param exactly: whether a report belongs to the exact mode of the board.
    :param unshown: fields of a report that its page neither shows nor asks for.
    """

    pages: tuple[type, ...] = ()
    exactly: Callable[[Any], bool] = lambda _: False
    unshown: Mapping[type, tuple[str, ...]] = field(factory=dict)

    def same(self, before: Any, after: Any) -> bool:
        """Return whether two reports are equal in every field that the board shows."""
        if type(before) is not type(after):
            return False
        kept = {name: getattr(before, name) for name in self.unshown.get(type(before), ())}
        return bool(evolve(after, **kept) == before)


@frozen
class Count:
    """A count in the line that stands above every board: a player's score or, in a game without, what the group counts.

    :param value: as it is shown; "?" if it is unknown.
    :param label: the sentence for screen readers.
    :param seat: the player; ``None`` for a count of the whole table.
    :param icon: a sign before the value: the thing counted, or the player's last action.
    """

    value: str
    label: Text
    seat: int | None = None
    icon: ft.IconData | None = None


@frozen
class GameScreen:
    """The board of a game and what the table's page needs to know of it.

    :param board: component that draws the board; takes the play. Without one the generic board is drawn.
    :param big_board: takes the play and returns what lies on the table (:class:`companion.ui.kit.big_board.Shown`), for the
        view on a television.
    :param reopening: how the board opens to correct an entry.
    :param in_sight: rules that stand beside the board where there is room, by phase.
    :param waits_for: returns the seats that the table waits for although no player is asked anything.
    :param counts: takes the play and returns what stands in the line above the board; the totals if not given.
    """

    board: Callable[..., ft.Control] | None = None
    big_board: Callable[..., Any] | None = None
    reopening: Reopening = Reopening()
    in_sight: Mapping[str, tuple[str, ...]] = field(factory=dict)
    waits_for: Callable[[Session], tuple[int, ...]] = lambda _: ()
    counts: Callable[[Any], tuple[Count, ...]] | None = None

    def rules_in_sight(self, view: View) -> tuple[str, ...]:
        """Return the ids of the rules that stand beside the board in the current phase."""
        return self.in_sight.get(view.phase, ())


_GENERIC: Final = GameScreen()


@cache
def screen_of(meta: Meta) -> GameScreen:
    """Return how a game is drawn; its module is imported on first use, so that a page loads only the games it shows."""
    module = f"{game_package(meta.folder)}.table"
    if not find_spec(module):
        return _GENERIC
    screens: Mapping[str, GameScreen] = importlib.import_module(f"{module}.screen").SCREENS
    return screens.get(meta.id, _GENERIC)
