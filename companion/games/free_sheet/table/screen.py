"""The table of a free sheet on the screen: the points of the round, and a keypad that moves from player to player."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.reports import Finished, Scored, refused_sum
from companion.games.free_sheet.table.big_board import big_board
from companion.games.free_sheet.table.draft import SIGNS, Draft, draft, following, keep
from companion.games.free_sheet.table.keypad import DIGITS, RUB_OUT, keypad, way_on
from companion.games.free_sheet.table.players import places, places_across
from companion.games.free_sheet.view import TableView
from companion.kernel.explain import Explanation
from companion.ui.design.layout import flowing
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import Key, go_to_first_stop, use_keys
from companion.ui.kit.pane import in_rows, notes, pane, quiet_offer
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


@component
def FreeSheetTable(play: Play[TableView]) -> ft.Control:
    """The prompt, the places and the keypad, or the final ranking."""
    if play.view.over:
        return pane(play, finish(play), GameOverButtons(play))
    return Writing(play, key="writing")


@component
def Writing(play: Play[TableView]) -> ft.Control:
    """A round that is being written down."""
    _, redraw = use_value(0)
    typed = draft(play)

    def put(changed: Draft) -> None:
        keep(play, changed)
        redraw(lambda n: n + 1)

    def choose(seat: int) -> None:
        if seat == typed.seat:
            return
        # what is corrected may have been somebody else's; otherwise what is typed belongs to whom it was typed for
        put(evolve(typed, seat=seat) if play.correction else Draft(typed.round, seat))

    def correct(seat: int) -> None:
        lines = list(play.session.sheet.lines(seat=seat, round=play.view.round))
        if lines and (entry := play.session.record.item(lines[-1].entry)):
            play.reopen(entry)

    def gone(seat: int) -> None:
        play.actions.refuse(play.refusal_of(Scored(seat, "0")))

    def enter() -> None:
        typed = draft(play)
        missing = [*play.view.missing]
        if not typed.typed and len(missing) > 1:
            put(Draft(typed.round, following(missing, typed.seat)))
        else:
            keep(play, typed)
            play.actions.report(typed.report())

    def press(sign: str) -> None:
        changed = draft(play).key(sign)
        if changed.is_too_long:
            play.actions.refuse(refused_sum(changed.typed))
        else:
            play.actions.refuse(None)
            put(changed)

    def unknown(sign: str) -> None:
        text = T("“{sign}” cannot be typed here. Enter whole numbers with + and −, such as 3+6+2.", sign=sign)
        play.actions.refuse(Explanation(text, ("free_sheet.sum",)))

    def back() -> None:
        put(draft(play).rubbed_out())

    def by_key(change: Callable[[], None]) -> None:
        """Type by the keyboard: it then stands on the key that goes on, so that Enter enters what was typed, and does so once."""
        change()
        play.context.soon(partial(go_to_first_stop, play.footer_ref))

    signs = play.say(T("0–9, + and −"))
    typing = {**dict.fromkeys((*DIGITS, *SIGNS), ""), DIGITS[0]: play.say(T("Type points"))}
    use_keys(
        play.context.keys,
        lambda: [
            *(Key((sign,), text, partial(by_key, partial(press, sign)), signs) for sign, text in typing.items()),
            Key(("backspace",), play.say(RUB_OUT), partial(by_key, back)),
            Key(("enter",), play.say(way_on(play)), lambda: None),  # the button on which the keyboard stands does it
        ],
        unknown,
    )
    pad = keypad(play, typed, press, back, enter)
    last = [quiet_offer(play, offer, "last-round", icon=ft.Icons.FLAG_OUTLINED) for offer in play.offered(Finished)]
    cells = places(play, typed, lambda seat: gone(seat) if seat in play.view.gone else choose(seat), correct)
    middle = [
        # on a low page it stays on the table, since the keypad takes all the height beside it
        prompt(play, key="asked") if play.context.low else prompt(play),
        *in_rows(cells, places_across(play)),
        *referee_card(play),
        *notes(play),
        *([flowing(last)] if last else []),
    ]
    return pane(play, middle, pad)


SCREENS: Final = {
    "free_sheet": GameScreen(
        board=FreeSheetTable,
        big_board=big_board,
        reopening=Reopening(pages=(Scored,)),
    )
}
