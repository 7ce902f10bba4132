"""The toolbar of a table: undo, dispute, menu, shortcuts, and navigation to the other parts."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import flet as ft

from companion.kernel.log import Redo, Undo
from companion.kernel.offers import Weight
from companion.kernel.text import Text, messages
from companion.tables.conflicts import Conflict
from companion.tables.roles import Role
from companion.tables.session import Dispute
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.app.keyboard import digits_of
from companion.ui.app.scaffold import more_button
from companion.ui.app.shortcuts import BACK, CLOSE, KEYS, REDO, SEARCH, UNDO, Key
from companion.ui.kit.address import address
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import memo_component, use_latest, use_memo_value
from companion.ui.table.clock import CLOCK
from companion.ui.table.seats_on_phones import INVITE, MINE, PHONES, to_ask

T, N = messages("companion")

#: The parts of a table that a phone shows one at a time: path, title, icon.
TABS: Final = {
    "": (T("Table"), ft.Icons.STYLE_OUTLINED),
    "sheet": (T("Sheet"), ft.Icons.TABLE_CHART_OUTLINED),
    "history": (T("History"), ft.Icons.HISTORY),
    "rules": (T("Rules"), ft.Icons.MENU_BOOK_OUTLINED),
}


def table_shortcuts(play: AnyPlay, tab: str) -> list[Key]:
    """Return the keyboard shortcuts of a table: undo, look up, and announce the latest event."""
    if play.covered:
        return []
    say, session = play.say, play.session

    def correct(kind: type[Undo] | type[Redo], what: Text | None) -> None:
        if what:
            play.actions.correct(kind)

    def look_up() -> None:
        play.context.keys.sought = True
        play.context.go(address(play.table, "rules"))

    keys = [
        Key(UNDO, say(T("Undo")), lambda: correct(Undo, session.undo_label_for(play.seat))),
        Key(REDO, say(T("Redo")), lambda: correct(Redo, session.redo_label)),
        # where there is a line for it already, the key is its own
        *([] if session.dispute or tab == "rules" else [Key(SEARCH, say(T("Search the rules")), look_up)]),
    ]
    if play.overlay.refused:
        keys.append(Key(BACK, say(CLOSE), lambda: play.actions.refuse(None)))
    elif tab:
        keys.append(Key(BACK, say(CLOSE), lambda: play.context.go(address(play.table))))
    over = session.is_over and not play.correction
    if over or session.dispute or to_ask(play) or (play.layout.alone and tab):
        return keys  # the buttons of the game are not in sight, or there are none
    return [*digits_of(play.context, play.footer_ref), *keys]


def drawn_play(play: AnyPlay) -> AnyPlay:
    """Return the play of the board: of the current game or, in a correction, of the game before the corrected entry."""
    return play.correcting(play.correction) if play.correction else play


def navigation_bar(play: AnyPlay, tab: str) -> ft.NavigationBar | None:
    """Return the way to the other parts of a table, at the foot; where the page is low, it stands in the bar."""
    if play.context.low:
        return None

    def turn(event: Any) -> None:
        play.context.go(address(play.table, list(TABS)[event.control.selected_index]))

    return ft.NavigationBar(
        selected_index=list(TABS).index(tab) if tab in TABS else 0,
        on_change=turn,
        destinations=[
            ft.NavigationBarDestination(icon=icon, label=play.context.say(name)) for name, icon in TABS.values()
        ],
    )


def bar_actions(
    play: AnyPlay, tab: str, place: Callable[[Text], None], time_it: Callable[[], None]
) -> list[ft.Control]:
    """Undo, always in the same place, a dispute, the rules, and rare actions; redo appears after an undo."""
    context, session = play.context, play.session
    undoes, redoes = session.undo_label_for(play.seat), session.redo_label
    label = play.say(T("Undo: {what}", what=undoes) if undoes else T("Nothing to undo"))

    def stop(_: Conflict | None) -> None:
        session.pause(Dispute(play.context.app.rules.known(play.current_rules)))

    def disagree() -> None:
        if session.dispute or play.actions.attempt(stop):
            context.go(address(play.table))

    latest = use_latest(disagree=disagree)
    disputing = use_memo_value(
        lambda: design.icon_button(
            ft.Icons.GAVEL, context.say(T("Settle a dispute")), lambda: latest.disagree(), "disagree-now"
        ),
        context,
    )

    buttons = []
    if redoes:
        again = play.say(T("Redo: {what}", what=redoes))
        buttons.append(design.icon_button(ft.Icons.REDO, again, lambda: play.actions.correct(Redo), "redo"))
    hint = play.say(T("Undo")) if play.layout.is_phone else label
    undo = design.icon_button(
        ft.Icons.UNDO, label, lambda: play.actions.correct(Undo) if undoes else None, "undo", hint=hint
    )
    buttons += [
        ft.Container(undo, opacity=1.0 if undoes else 0.35),
        disputing,
    ]
    return [*buttons, *use_memo_value(lambda: _ways(play, tab), context, play.table, tab), _menu(play, place, time_it)]


def _ways(play: AnyPlay, tab: str) -> list[ft.Control]:
    """Return the ways to the other parts of a table, where they stand in the bar."""
    context = play.context
    ways = []
    for part in list(TABS) if context.low else [] if play.layout.alone else ["rules"]:
        if part or tab:
            name, icon = TABS[part]
            to = partial(context.go, address(play.table, "" if part == tab else part))
            ways.append(design.icon_button(icon, context.say(name), to, part or "table", selected=part == tab))
    return ways


def _menu(play: AnyPlay, place: Callable[[Text], None], time_it: Callable[[], None]) -> ft.Control:
    """Return the menu of rare actions: the game's own, the players, another phone, the settings."""
    drawn, context = drawn_play(play), play.context
    invite = PHONES if play.role is Role.HOST else INVITE
    own = [
        (offer.label, ft.Icons.CHECK if offer == drawn.corrected_offer else None, partial(drawn.actions.choose, offer))
        for offer in drawn.offers_of(Weight.RARE)
    ]
    common: list[tuple[object, Text, ft.IconData, Callable[[], None]]] = [
        (True, T("Players"), ft.Icons.PEOPLE_OUTLINE, play.actions.change_players),
        (True, T("Big board"), ft.Icons.TV, lambda: context.go(address(play.table, "board"))),
        (context.app.lan and not context.is_own_machine, MINE, ft.Icons.PERSON_PIN_OUTLINED, partial(place, MINE)),
        (context.app.lan, invite, ft.Icons.PHONELINK, partial(place, invite)),
        (
            play.role is Role.HOST,
            T("Send to another device"),
            ft.Icons.QR_CODE_2,
            lambda: context.go(f"/pass/{play.table}"),
        ),
        (play.role is not Role.VIEWER, CLOCK, ft.Icons.TIMER_OUTLINED, time_it),
        (not play.layout.is_phone, KEYS, ft.Icons.HELP_OUTLINE, context.show_keys),
        (True, T("Settings"), ft.Icons.SETTINGS_OUTLINED, lambda: context.go("/settings")),
        (
            play.role is Role.HOST and play.session.version,  # far from undo, and last
            T("Start over"),
            ft.Icons.DELETE_OUTLINE,
            lambda: context.go(f"/delete/{play.table}/again"),
        ),
    ]
    entries = [*own, *((text, icon, do) for possible, text, icon, do in common if possible)]
    latest = use_latest(do=[do for *_, do in entries])
    return Menu(tuple((play.say(text), icon) for text, icon, _ in entries), latest, key="menu")


@memo_component
def Menu(entries: tuple[tuple[str, ft.IconData | None], ...], latest: Any) -> ft.Control:
    """The menu button, memoized.

    :param entries: label and icon of each entry.
    :param latest: holds their handlers.
    """
    context = use_page_context()
    items = [
        ft.PopupMenuItem(content=said, icon=icon, on_click=lambda _, number=number: latest.do[number]())
        for number, (said, icon) in enumerate(entries)
    ]
    return more_button(context, context.say(T("More")), items, "more")
