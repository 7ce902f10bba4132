"""Seats on phones: who uses this phone, the way in for others, and on the host who is where."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.tables.private_notes import has_private_notes
from companion.tables.roles import Role
from companion.tables.seat_tokens import RULE, SeatTokens
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import name as named
from companion.ui.design.base import soft
from companion.ui.design.layout import beside, column, wide
from companion.ui.kit.pane import button, in_rows, pane
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component

T, N = messages("companion")

WHO: Final = T("Who are you?")
MINE: Final = T("My seat")
PHONES: Final = T("Phones at this table")
INVITE: Final = T("Invite players")

_ELSEWHERE: Final = T("on another phone")


def to_ask(play: AnyPlay) -> bool:
    """Return whether a phone must first say which player uses it: the running game has something for one player only."""
    session = play.session
    asks = has_private_notes(session.game) and not play.places.answered
    return asks and not (session.is_over or session.failure or play.correction)


@component
def WhoAreYou(play: AnyPlay) -> ft.Control:
    """The first thing a phone is asked at a table: one tap on a name, and it is that player's."""
    across = 1 if play.context.large else 2
    seats = [
        button(
            play,
            play.names[seat],
            partial(_sit, play, seat, play.actions.refuse),
            f"place-{seat}",
            sublabel=_ELSEWHERE if seat in play.places.others else None,
            leading=play.badge(seat),
            emphasis="tonal",
            available=seat not in play.places.others,
        )
        for seat in range(len(play.names))
        if seat not in play.session.record.gone
    ]
    table = button(
        play,
        T("We share this phone"),
        partial(_share, play, play.actions.refuse),
        "place-shared",
        sublabel=T("It shows what everybody may see"),
        emphasis="plain",
    )
    asked = design.prompt_card(
        text=play.say(WHO),
        why_text=play.say(T("Why?")),
        on_why=lambda _: play.look_up(RULE),
        identifier="who",
    )
    said = soft(play.say(T("Your phone then also shows what only you may see.")), ft.TextThemeStyle.BODY_LARGE)
    # none of them is likelier than the others, so none is under the thumb or the keyboard
    return pane(play, [asked, said, *in_rows(seats, across), table])


@component
def PhonesPane(play: AnyPlay) -> ft.Control:
    """The way in for other phones, and for a host who has one."""
    from companion.ui.table.invite import Phones

    freed = _freed(play, play.places.others, _ELSEWHERE) if play.role is Role.HOST else []
    return column(*freed, Phones(play.table), spacing=theme.Space.l)


@component
def MyPlace(play: AnyPlay, close: Callable[[], None]) -> ft.Control:
    """The seats of a table that a phone holds, or may take."""
    away = {*play.places.others, *play.places.own, *play.session.record.gone}
    free = ((seat, name) for seat, name in enumerate(play.names) if seat not in away)
    ticks = design.ticks(free, (), lambda seat: _sit(play, seat, _toasted(play)), "mine", leading=play.badge)
    held = _freed(play, play.places.own, T("on this phone"))
    others = [_holder(play, seat, _ELSEWHERE) for seat in sorted(play.places.others)]
    how = T("Do some of you share this phone? Then tap all their names.")

    def share() -> None:
        _share(play, _toasted(play))
        close()

    shared = design.quiet_button(play.say(T("We share this phone")), share, "place-shared")
    asked = [soft(play.say(how), ft.TextThemeStyle.BODY_MEDIUM), design.some_of(ticks)] if ticks else []
    return column(*held, *asked, *others, ft.Row([shared]))


def _freed(play: AnyPlay, seats: Iterable[int], where: Text) -> list[ft.Control]:
    """Return who has a place on a phone, each with the way to take it from the phone."""
    rows: list[ft.Control] = []
    for seat in sorted(seats):
        free = partial(_seating(play).free, play.table, play.session.record, seat)
        text, do = play.say(T("Free this seat")), partial(_try, play, free, _toasted(play))
        rows.append(beside(wide(_holder(play, seat, where)), design.quiet_button(text, do, f"free-{seat}")))
    return rows


def _holder(play: AnyPlay, seat: int, where: Text) -> ft.Control:
    line = named(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM)
    return play.who(seat, column(line, soft(play.say(where), ft.TextThemeStyle.BODY_SMALL), spacing=0.0))


def _sit(play: AnyPlay, seat: int, refuse: Callable[[Explanation], None]) -> None:
    if phone := play.context.identify():
        _try(play, lambda: _seating(play).take(phone, play.table, play.session.record, seat), refuse)


def _share(play: AnyPlay, refuse: Callable[[Explanation], None]) -> None:
    if phone := play.context.identify():
        _try(play, lambda: _seating(play).sit_nowhere(phone, play.table), refuse)


def _try(play: AnyPlay, do: Callable[[], None], refuse: Callable[[Explanation], None]) -> None:
    try:
        do()
    except (Refused, StorageError) as error:
        refuse(error.why)
    else:
        play.context.buzz()
    play.context.access.changed()  # the answer holds at the other tables, too


def _seating(play: AnyPlay) -> SeatTokens:
    return play.context.access.seating


def _toasted(play: AnyPlay) -> Callable[[Explanation], None]:
    return lambda why: play.context.toast(play.say(why.text))
