"""Seats on phones: the seats of this phone, and on the host the invitations for others."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import messages
from companion.storage.errors import StorageError
from companion.tables.roles import Role
from companion.tables.seat_tokens import RULE, SeatTokens, new_phone
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import name as named
from companion.ui.design.base import soft
from companion.ui.design.layout import beside, column, wide
from companion.ui.kit.pane import button, in_rows, pane
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component

T, N = messages("companion")

WHO: Final = T("Who are you?")
MINE: Final = T("My place")
PHONES: Final = T("Phones at this table")

_ELSEWHERE: Final = T("on another phone")


def to_ask(play: AnyPlay) -> bool:
    """Return whether a phone must first say which player uses it: it came by the link, and the game is running."""
    session = play.session
    return not (play.places.answered or session.is_over or session.failure or play.correction)


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
        sublabel=T("it shows what everybody may see"),
        emphasis="plain",
    )
    asked = design.prompt_card(
        text=play.say(WHO),
        why_text=play.say(T("Why?")),
        on_why=lambda _: play.look_up(RULE),
        identifier="who",
    )
    said = soft(play.say(T("This phone then shows what is for your eyes only.")), ft.TextThemeStyle.BODY_LARGE)
    # none of them is likelier than the others, so none is under the thumb or the keyboard
    return pane(play, [asked, said, *in_rows(seats, across), table])


@component
def PlacesPane(play: AnyPlay, close: Callable[[], None]) -> ft.Control:
    """The seats of a table: on a phone those it holds; on the device that runs the program the way in, and who is where."""
    context = play.context
    if play.role is Role.HOST:
        from companion.ui.table.invite import Phones, WayIn

        ways = Phones(play.table) if context.host else WayIn(play.table)
        return column(*_freed(play), ways, *([] if context.host else [_own_places(play, close)]), spacing=theme.Space.l)
    return _own_places(play, close)


def _own_places(play: AnyPlay, close: Callable[[], None]) -> ft.Control:
    """Return the seats of a table that a phone holds, or may take."""

    def toggle(seat: int) -> None:
        if seat in play.places.own:
            _try(play, lambda: _seating(play).free(play.table, play.session.record, seat), _toasted(play))
        else:
            _sit(play, seat, _toasted(play))

    away = play.places.others | play.session.record.gone
    named = ((seat, name) for seat, name in enumerate(play.names) if seat not in away)
    ticks = design.ticks(named, play.places.own, toggle, "mine", leading=play.badge)
    others = [_holder(play, seat) for seat in sorted(play.places.others)]
    how = T("Several, if one phone serves several players: it then goes from hand to hand.")

    def share() -> None:
        _share(play, _toasted(play))
        close()

    shared = design.quiet_button(play.say(T("We share this phone")), share, "place-shared")
    return column(design.some_of(ticks), *others, soft(play.say(how), ft.TextThemeStyle.BODY_MEDIUM), ft.Row([shared]))


def _freed(play: AnyPlay) -> list[ft.Control]:
    """Return who has an own phone at the table, each with the way to take the place from it."""
    rows: list[ft.Control] = []
    for seat in sorted(play.places.others):
        free = partial(_seating(play).free, play.table, play.session.record, seat)
        give = design.quiet_button(
            play.say(T("Free this place")),
            partial(_try, play, free, _toasted(play)),
            f"free-{seat}",
        )
        rows.append(beside(wide(_holder(play, seat)), give))
    return rows


def _holder(play: AnyPlay, seat: int) -> ft.Control:
    line = named(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM)
    return play.who(seat, column(line, soft(play.say(_ELSEWHERE), ft.TextThemeStyle.BODY_SMALL), spacing=0.0))


def _sit(play: AnyPlay, seat: int, refuse: Callable[[Explanation], None]) -> None:
    phone = _phone(play.context)
    _try(play, lambda: _seating(play).take(phone, play.table, play.session.record, seat), refuse)


def _share(play: AnyPlay, refuse: Callable[[Explanation], None]) -> None:
    phone = _phone(play.context)
    _try(play, lambda: _seating(play).sit_nowhere(phone, play.table), refuse)


def _phone(context: PageContext) -> str:
    """Return the token of this device, creating one if necessary."""
    if known := context.preferences.phone:
        return known
    new = new_phone()
    context.prefer(phone=new)
    return new


def _try(play: AnyPlay, do: Callable[[], None], refuse: Callable[[Explanation], None]) -> None:
    try:
        do()
    except (Refused, StorageError) as error:
        refuse(error.why)
    else:
        play.context.buzz()
    play.context.access.changed(play.table)


def _seating(play: AnyPlay) -> SeatTokens:
    return play.context.access.seating


def _toasted(play: AnyPlay) -> Callable[[Explanation], None]:
    return lambda why: play.context.toast(play.say(why.text))
