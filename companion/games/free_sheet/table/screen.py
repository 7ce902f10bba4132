"""The table of a free sheet on the screen: the points of the round, and a keypad that moves from player to player."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import evolve, frozen

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.numbers import NUMBERS
from companion.games.free_sheet.reports import Finished, Scored, refused_sum
from companion.games.free_sheet.shared import dealer_note
from companion.games.free_sheet.table.big_board import big_board
from companion.games.free_sheet.table.draft import SIGNS, TYPED, Draft, draft, following
from companion.games.free_sheet.table.keypad import DIGITS, RUB_OUT, keypad, way_on
from companion.games.free_sheet.table.players import places, places_across
from companion.games.free_sheet.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player
from companion.ui.design import theme
from companion.ui.design.layout import column, flowing
from companion.ui.kit.elements import GameOverButtons, finish, prompt, referee_card
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import Key, go_to_first_stop, use_keys
from companion.ui.kit.pane import in_rows, notes, pane, quiet_offer
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: The most players whose places are as far apart as usual; those of more would not all be in sight above the keypad.
_MANY: Final = 6


@component
def FreeSheetTable(play: Play[TableView]) -> ft.Control:
    """The prompt, the places and the keypad, or the final ranking."""
    if play.view.over:
        return pane(play, finish(play), GameOverButtons(play))
    return Writing(play, key="writing")


@frozen
class _Input:
    """The actions on the draft of a page.

    :param typed: the draft that the page shows.
    :param redraw: renders the page again.
    """

    play: Play[TableView]
    typed: Draft
    redraw: Callable[[], None]

    def put(self, changed: Draft) -> None:
        """Show and keep a changed draft."""
        self.play.drafts.set(TYPED, changed)
        self.redraw()

    def choose(self, seat: int) -> None:
        """Select a player, who takes over the typed points only in a correction."""
        if seat in self.play.view.gone:
            self.play.actions.refuse(self.play.refusal_of(Scored(seat, "0")))
        elif seat != self.typed.seat:
            self.put(evolve(self.typed, seat=seat) if self.play.correction else Draft(self.typed.round, seat))

    def correct(self, seat: int) -> None:
        """Reopen the entry of a player's points in this round."""
        game = self.play.current
        lines = list(game.sheet.lines(seat=seat, round=self.play.view.round))
        if lines and (entry := game.record.item(lines[-1].entry)):
            self.play.reopen(entry)

    def press(self, sign: str) -> None:
        """Add a digit or sign, or show why the sum cannot be longer."""
        changed = draft(self.play).key(sign)
        too_long = len(changed.typed) > NUMBERS.sum.longest
        self.play.actions.refuse(refused_sum(changed.typed) if too_long else None)
        if not too_long:
            self.put(changed)

    def refuse(self, sign: str) -> None:
        """Show why a key of the keyboard cannot be typed."""
        text = T("“{sign}” cannot be typed here. Enter whole numbers with + and −, for example 3+6+2.", sign=sign)
        self.play.actions.refuse(Explanation(text, ("free_sheet.sum",)))

    def back(self) -> None:
        """Remove the last digit or sign."""
        self.put(draft(self.play).rubbed_out())

    def enter(self) -> None:
        """Enter the points; if none are typed, move on to the next player without points."""
        typed, missing = draft(self.play), self.play.view.missing
        if not typed.typed and len(missing) > 1:
            self.put(Draft(typed.round, following(missing, typed.seat)))
        else:
            self.play.drafts.set(TYPED, typed)
            self.play.actions.report(Scored(typed.seat, typed.typed))

    def by_key(self, change: Callable[[], None]) -> None:
        """Change the draft by the keyboard and move its focus to the enter key, so that Enter presses it once."""
        change()
        self.play.context.soon(partial(go_to_first_stop, self.play.footer_ref))


@component
def Writing(play: Play[TableView]) -> ft.Control:
    """The entry of a round: the prompt, the places and the keypad."""
    _, redraw = use_value(0)
    typed = draft(play)
    edit = _Input(play, typed, lambda: redraw(lambda n: n + 1))
    signs = play.say(T("0–9, + and −"))
    typing = {**dict.fromkeys((*DIGITS, *SIGNS), ""), DIGITS[0]: play.say(T("Type points"))}
    use_keys(
        play.context.keys,
        lambda: [
            *(
                Key((sign,), text, partial(edit.by_key, partial(edit.press, sign)), signs)
                for sign, text in typing.items()
            ),
            Key(("backspace",), play.say(RUB_OUT), partial(edit.by_key, edit.back)),
            Key(("enter",), play.say(way_on(play)), lambda: None),  # the focused button does it
        ],
        edit.refuse,
    )
    pad = keypad(play, typed, edit.press, edit.back, edit.enter)
    last = [quiet_offer(play, offer, "last-round", icon=ft.Icons.FLAG_OUTLINED) for offer in play.offered(Finished)]
    cells = places(play, typed, edit.choose, edit.correct)
    asked = None
    if play.correction:
        asked = T("{player}’s points in round {round}?", player=Player(typed.seat), round=play.view.round)
    dealer = dealer_note(play.session.record.state)
    asked_already = (dealer,) if dealer else ()  # the prompt names the dealer too
    rows = in_rows(cells, places_across(play))
    middle = [
        # on a low page the prompt scrolls with the table, since the keypad takes the full height beside it
        prompt(play, text=asked, key="asked") if play.context.low else prompt(play, text=asked),
        *([column(*rows, spacing=theme.Space.xs)] if len(cells) > _MANY else rows),
        *([] if play.correction else [*referee_card(play, *asked_already, proof=play.context.huge), *notes(play)]),
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
