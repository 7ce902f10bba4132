"""A clue told of without its chips: which non-player stands it uses, and how many letters it has."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import TOKENS, T, stand_name
from companion.games.letter_jam.model import Clue
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.reports import ClueTold, RoundEnded
from companion.games.letter_jam.table.deciding import clue_on_table
from companion.games.letter_jam.table.doors import sheets_button
from companion.games.letter_jam.table.modes import Go, Mode
from companion.games.letter_jam.table.pieces import heading, small_row
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.kernel.tuples import flipped
from companion.ui import parts
from companion.ui.live import component, use_value
from companion.ui.pane import button, caption, column, in_rows, pane, quiet_button
from companion.ui.parts.layout import flowing, lines

_NO_STANDS: Final[tuple[int, ...]] = ()


@component
def ClueTeller(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """The stands that are nobody's first, since the number of letters tells the clue."""
    view, usual = play.view, NUMBERS.clue
    chosen, choose = use_value(_NO_STANDS)
    more, show_more = use_value(False)

    def tell(letters: int) -> None:
        clue = ClueTold(seat, letters, tuple(sorted(chosen)))
        why = play.objection(clue)
        play.refuse(why)
        if why is None:
            play.report(clue)
            leave()

    token = view.players[seat].token
    takes = T("This takes {token}.", token=TOKENS[token]) if token else T("no token to take")
    top: list[ft.Control] = [
        heading(play, T("{player} gives a clue", player=Player(seat)), "teller"),
        caption(play, takes, ft.TextThemeStyle.BODY_MEDIUM),
    ]
    foot: list[ft.Control] = []
    stands = [number for number, npc in enumerate(view.npcs) if npc.standing is not False]
    if stands:
        ticks = [
            parts.tick(
                text=play.say(stand_name(Stand(At.NPC, number))),
                on=number in chosen,
                on_click=partial(choose, flipped(chosen, number)),
                identifier=f"uses-{number}",
            )
            for number in stands
        ]
        asked = caption(play, T("Which non-player stands are in it?"))
        foot.append(lines(asked, flowing(ticks, spacing=6.0, apart=6.0), spacing=6.0))
    numbers = range(1, usual.most + 1) if more else range(usual.shortest, usual.longest + 1)
    keys = [
        button(
            play,
            str(number),
            partial(tell, number),
            f"letters-{number}",
            emphasis="tonal",
            available=number >= max(1, len(chosen)),
        )
        for number in numbers
    ]
    if not more:
        keys.append(button(play, "…", lambda: show_more(True), "letters-more", emphasis="plain"))
    across = 8 if play.context.low or play.layout != "phone" else 6 if more else 4
    foot.append(caption(play, T("How many letters? The number tells the clue.")))
    foot += in_rows(keys, across)
    foot.append(small_row(quiet_button(play, T("Not this clue"), leave, "clue-cancel", icon=ft.Icons.CLOSE)))
    return pane(play, top, column(*foot))


def told_of(play: Play, view: TableView, clue: Clue, go: Go) -> ft.Control:
    """The clue that was told of, with the ways to tell more of it: its chips, or who moves on and guesses."""
    here = len(view.clues)
    chips = quiet_button(
        play,
        T("Show on all screens"),
        partial(go, Mode("chips", clue.giver, here)),
        "check-this",
        icon=ft.Icons.STYLE_OUTLINED,
    )
    moves = quiet_button(
        play,
        T("Who moves on, who guesses?"),
        partial(go, Mode("round", clue=here)),
        "moves",
        icon=ft.Icons.ARROW_FORWARD,
    )
    return column(clue_on_table(play, view, clue), small_row(chips, moves), spacing=2.0)


def to_the_words(play: Play, go: Go) -> ft.Control:
    """What comes after the last clue."""
    done = button(
        play, T("All ready: lay the words"), lambda: play.report(RoundEnded()), "next-round", large=play.roomy
    )
    return column(small_row(sheets_button(play, go)), done, spacing=6.0)
