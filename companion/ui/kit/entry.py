"""Entries that take several taps: their values so far, and whether they can be reported."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import flet as ft

from companion.kernel.tuples import flipped
from companion.ui import design
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import use_value

A = TypeVar("A")
V = TypeVar("V")


def use_entry(
    play: Play[Any], kind: type[A], reported: Callable[[A], V], nothing: V
) -> tuple[V, Callable[[V | Callable[[V], V]], None]]:
    """Return the value of an entry so far and its setter; in a correction it starts with the reported value.

    :param kind: the class of the report.
    :param reported: reads the value from the report that is corrected.
    :param nothing: the initial value of a new entry.
    """
    before = play.corrected_report(kind)
    return use_value(reported(before) if before else nothing)


def accepts(play: Play[Any], report: object) -> bool:
    """Return whether the game accepts a report now; if not, show why, and otherwise hide an earlier refusal."""
    why = play.refusal_of(report)
    play.actions.refuse(why)
    return why is None


def player_ticks(
    play: Play[Any],
    seats: Iterable[int],
    chosen: tuple[int, ...],
    choose: Callable[[Callable[[tuple[int, ...]], tuple[int, ...]]], None],
    identifier: str,
) -> ft.Control:
    """Return players to tick, each behind their mark.

    :param choose: called with a function that changes who is chosen.
    :param identifier: what the identifiers of the ticks begin with; the seat follows.
    """
    named = ((seat, play.names[seat]) for seat in seats)
    ticks = design.ticks(named, chosen, lambda seat: choose(partial(flipped, one=seat)), identifier, leading=play.badge)
    return design.some_of(ticks)
