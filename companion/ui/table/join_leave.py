"""Joining and leaving a running game, with a preview of the effect."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.join_leave import closed_reason
from companion.kernel.log import Entry, Join, Leave
from companion.kernel.players import LONGEST, name_key
from companion.kernel.text import messages
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.player_badge import badge
from companion.ui.kit.pane import button, note
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_value
from companion.ui.runtime.in_sight import Unfolding

T, N = messages("companion")

_JOINS, _LEAVES = "joins", "leaves"


@component
def Coming(
    play: AnyPlay, known: tuple[str, ...], prepared: Join | Leave | None, prepare: Callable[[Join | Leave | None], None]
) -> ft.Control:
    """The choice of players who join or leave.

    :param known: suggested names.
    :param prepared: the change chosen so far; :func:`meant` previews it.
    :param prepare: sets it.
    """
    record, say = play.session.record, play.context.say
    way, go = use_value("")
    name, write = use_value("")
    if refused := closed_reason(record.game, record.state):
        return note(play, refused, identifier="coming-closed")

    def turn(way: str) -> None:
        go(way)
        write("")
        prepare(None)

    def call(name: str) -> None:
        write(name)
        prepare(_joining(play, name.strip()) if name.strip() else None)

    def take(seat: int) -> None:
        prepare(Leave(seat))

    ways = {_JOINS: T("Somebody joins"), _LEAVES: T("Somebody leaves")}
    controls: list[ft.Control] = [
        design.one_of(
            [design.Way(say(text), way == key, partial(turn, key), key) for key, text in ways.items()], shape="words"
        )
    ]
    if way == _JOINS:
        controls += _newcomer(play, known, name, call)
    elif way == _LEAVES:
        there = [one for one in range(len(play.names)) if one not in record.gone]
        players = ((one, play.names[one]) for one in there)
        leaving = prepared.seat if isinstance(prepared, Leave) else None
        controls.append(design.pick_one(players, leaving, take, "leaves", leading=play.badge))
    section = design.section(say(T("Joining late, leaving early")), controls, spacing=theme.Space.m)
    return Unfolding(section, way)


def _newcomer(play: AnyPlay, known: tuple[str, ...], name: str, call: Callable[[str], None]) -> list[ft.Control]:
    """Return the field for a name, below those who have left and those who are known and do not sit here."""
    names = play.session.names
    free = [*(names[seat] for seat in sorted(play.session.record.gone)), *(one for one in known if one not in names)]
    marks = play.context.access.marks.of(free)
    badges = {one: badge(mark, size=20.0) for one, mark in zip(free, marks, strict=True)}
    named = ((one, play.context.short(one)) for one in free)
    ticks = design.ticks(named, {name.strip()}, call, "newcomer", leading=badges.get)
    field = design.text_input(play.context.say(T("Who joins?")), name, call, "newcomer", longest=LONGEST)
    return [*([design.some_of(ticks)] if ticks else []), field]


def _joining(play: AnyPlay, name: str) -> Join:
    """Return the change by which a player takes the next seat, or the own seat after having left it."""
    names = play.session.names
    own = (seat for seat in play.session.record.gone if name_key(names[seat]) == name_key(name))
    seat = next(own, len(names))
    return Join(seat, (*names, name)[seat])


def meant(
    play: AnyPlay, change: Join | Leave, save: Callable[[Join | Leave, tuple[str, ...]], None]
) -> list[ft.Control]:
    """Return what a change leads to, or why it cannot be, and the button that enters it."""
    new = (change.name,) if isinstance(change, Join) and change.seat == len(play.session.names) else ()
    names = (*play.session.names, *new)
    said, possible = _consequences(play, change)
    lines = [
        design.notice("info" if possible else "warning", play.context.say(one.text, names), f"coming-said-{number}")
        for number, one in enumerate(said)
    ]
    if not possible:
        return lines
    text = (
        T("{name} leaves", name=play.names[change.seat])
        if isinstance(change, Leave)
        else T("{name} joins", name=change.name)
        if new
        else T("{name} comes back", name=change.name)
    )
    return [*lines, button(play, text, partial(save, change, new), "coming-done")]


def _consequences(play: AnyPlay, change: Join | Leave) -> tuple[tuple[Explanation, ...], bool]:
    """Return what the referee would say, and whether it is possible."""
    try:
        step = play.session.record.after(Entry("tried", change)).step
    except Refused as refused:
        return (refused.why,), False
    return step.messages if step else (), True
