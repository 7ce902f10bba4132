"""A clue reported without its chips: the non-player stands it uses, and its number of letters."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import TOKENS, T, stand_name
from companion.games.letter_jam.model import BriefClue, Clue
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.places import At, Stand
from companion.games.letter_jam.reports.clue import ClueTold
from companion.games.letter_jam.table.choosing import detail_switch
from companion.games.letter_jam.table.deciding import clue_on_table, decide, next_round
from companion.games.letter_jam.table.pieces import HOME, Go, Mode, heading, sheets_button, small_row
from companion.games.letter_jam.view import TableView
from companion.kernel.text import Player
from companion.kernel.tuples import flipped
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, column, flowing, lines, wide
from companion.ui.design.text_fit import evenly
from companion.ui.kit.elements import reminder
from companion.ui.kit.entry import accepts
from companion.ui.kit.number_keys import number_key
from companion.ui.kit.pane import caption, in_rows, pane, quiet_button
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

#: Height of a key in pixels.
_HEIGHT: Final = 56.0
_USUAL: Final = range(NUMBERS.clue.shortest, NUMBERS.clue.longest + 1)
_OTHERS: Final = [number for number in range(1, NUMBERS.clue.most + 1) if number not in _USUAL]
#: Pages of numbers of letters, the usual ones first.
_PAGES: Final = (_USUAL, *(_OTHERS[at : at + len(_USUAL)] for at in range(0, len(_OTHERS), len(_USUAL))))


@component
def QuickClue(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Enter a clue without its chips: first the cards it uses up, then the number of letters, which reports it."""
    view = play.view
    earlier = play.corrected_report(ClueTold)
    before = BriefClue(earlier.letters, earlier.npcs, earlier.bonus).stands if earlier else ()
    chosen, choose = use_value(before)
    page, turn = use_value(next((at for at, some in enumerate(_PAGES) if earlier and earlier.letters in some), 0))

    def report(letters: int) -> None:
        npcs, bonus = ([stand.number for stand in chosen if stand.at is kind] for kind in (At.NPC, At.BONUS))
        clue = ClueTold(seat, letters, tuple(sorted(npcs)), tuple(sorted(bonus)) if view.bonus_left else None)
        if accepts(play, clue):
            play.actions.report(clue)
            leave()

    token = view.players[seat].token
    takes = T("This takes {token}.", token=TOKENS[token]) if token else T("no token left")
    top: list[ft.Control] = [
        heading(play, T("{player} gives a clue", player=Player(seat)), "teller"),
        caption(play, takes, ft.TextThemeStyle.BODY_MEDIUM),
    ]
    foot: list[ft.Control] = []
    stands = [Stand(At.NPC, number) for number, npc in enumerate(view.npcs) if npc.standing is not False]
    bonus = [Stand(At.BONUS, number) for number in range(len(view.bonus_left))]
    if used := [*stands, *bonus]:
        ticks = [
            design.tick(
                text=play.say(stand_name(stand, view.bonus_left)),
                on=stand in chosen,
                on_click=partial(choose, flipped(chosen, stand)),
                identifier=f"uses-{stand.number if stand.at is At.NPC else stand.to_text()}",
            )
            for stand in used
        ]
        text = T("Which non-player stands are in it?")
        if bonus:
            text = T("Which non-player and bonus letters are in it?") if stands else T("Which bonus letters are in it?")
        asked = caption(play, text)
        foot.append(lines(asked, flowing(ticks, spacing=6.0, apart=6.0), spacing=6.0))
    numbers = _PAGES[page % len(_PAGES)]
    keys = [
        _number(
            number, report, possible=number >= len(chosen), earlier=earlier is not None and number == earlier.letters
        )
        for number in numbers
    ]
    face, others, do = words("…", ft.TextThemeStyle.TITLE_LARGE), play.say(T("Other numbers")), partial(turn, page + 1)
    keys.append(design.key(face, label=others, on_click=do, height=_HEIGHT, identifier="letters-more"))
    how_many = T("How many letters? Tap the number to report the clue.")
    foot.append(caption(play, T("How many letters?") if play.context.huge else how_many))
    most = play.layout.across(
        "…", ft.TextThemeStyle.TITLE_LARGE, len(keys), around=theme.Space.xs, least=theme.Space.target
    )
    foot += in_rows(keys, evenly(len(keys), most))
    foot.append(small_row(quiet_button(play, T("Not this clue"), leave, "clue-cancel", icon=ft.Icons.CLOSE)))
    if play.layout.alone and not (
        play.context.low or play.context.large
    ):  # elsewhere it is shown beside the table, or there is no room
        known = play.context.app.rules.known(("letter_jam.talk.allowed",))
        top += [design.paper(content=reminder(play.context, rule), padding=theme.Space.m) for rule in known]
    return pane(play, top, column(*foot))


def _number(number: int, report: Callable[[int], None], *, possible: bool, earlier: bool) -> ft.Control:
    """Return the key for a number of letters; an impossible one is dimmed, and a tap says why."""
    key = number_key(number, report, "letters", chosen=earlier, height=_HEIGHT)
    return key if possible else ft.Container(key, opacity=0.3, expand=True)


def reported_clue(play: Play[TableView], clue: Clue, go: Go) -> ft.Control:
    """Return the reported clue, with the button that opens its details."""
    more = quiet_button(
        play, T("More about it"), partial(go, Mode("round", clue=len(play.view.clues))), "check-this", outlined=True
    )
    laid = clue_on_table(play, clue)
    return column(laid, small_row(more)) if play.context.large else beside(wide(laid), more)


def more_details(play: Play[TableView], clue: Clue, go: Go) -> ft.Control:
    """Return buttons for further details: moves, guesses, and the chips for the players' own guess sheets."""
    back = (
        detail_switch(play)
        if play.exact
        else quiet_button(play, T("Back"), partial(go, HOME), "round-back", icon=ft.Icons.ARROW_BACK)
    )
    show = partial(go, Mode("give", clue.giver, len(play.view.clues)))
    chips = quiet_button(play, T("Show its chips on all screens"), show, "show-chips", icon=ft.Icons.STYLE_OUTLINED)
    return decide(play, go, chips, back)


def to_the_words(play: Play[TableView], go: Go) -> ft.Control:
    """Return the buttons after the last clue."""
    return column(small_row(sheets_button(play, go)), next_round(play, T("All ready: lay the words")), spacing=6.0)
