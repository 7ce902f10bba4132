"""The form for a clue, entered by tapping the stands in the order of its letters."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import TOKENS, T, stand_name
from companion.games.letter_jam.model import Sayable
from companion.games.letter_jam.places import JOKER, At, Stand
from companion.games.letter_jam.reports.clue import ClueGiven
from companion.games.letter_jam.table.pieces import backspace, brief, chips_laid, heading, last_rows, short_name
from companion.games.letter_jam.view import TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import drawing, marked, pressable, words
from companion.ui.design.layout import beside, column, flowing, stacked, wide
from companion.ui.kit.entry import use_entry
from companion.ui.kit.pane import button, caption, in_rows, pane
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value

_NO_CHIPS: Final[tuple[Stand, ...]] = ()
_SIGN: Final = 16.0
_SIGNS: Final = {
    At.NPC: ft.Icons.STYLE_OUTLINED,
    At.JOKER: ft.Icons.STAR_OUTLINE,
    At.BONUS: ft.Icons.AUTO_AWESOME_OUTLINED,
}


@component
def Composer(play: Play[TableView], seat: int, leave: Callable[[], None]) -> ft.Control:
    """Collect the stands of a clue in the order of its letters, and show the five facts that may be said."""
    view = play.view
    chips, set_chips = use_entry(
        play, ClueGiven, lambda report: report.stands if report.seat == seat else (), _NO_CHIPS
    )
    asking, ask_joker = use_value(False)
    # a clue already reported without its chips must get as many chips as it has letters
    whole = view.clue.letters if view.clue else 0

    def possible(clue: ClueGiven, *, partly: bool = True) -> bool:
        why = None if partly and len(clue.stands) < whole else play.refusal_of(clue)
        play.actions.refuse(why)
        return why is None

    def tap(stand: Stand) -> None:
        if not possible(ClueGiven(seat, (*chips, stand))):
            return
        if stand == JOKER and JOKER in chips:
            ask_joker(True)
        else:
            set_chips(lambda now: (*now, stand))

    def same_letter(yes: bool) -> None:
        ask_joker(False)
        if possible(ClueGiven(seat, (*chips, JOKER), one_letter=yes)):
            set_chips(lambda now: (*now, JOKER))

    def lay() -> None:
        if possible(clue := ClueGiven(seat, chips), partly=False):
            play.actions.report(clue)
            leave()

    token = None if whole else view.players[seat].token
    takes = T("This takes {token}.", token=TOKENS[token]) if token else T("no token left")
    top: list[ft.Control] = [
        heading(play, T("{player}: tap the stands in the order of the letters", player=Player(seat)), "composer"),
        caption(play, view.clue.text if view.clue else takes, ft.TextThemeStyle.BODY_MEDIUM),
        _sayable(play, Sayable.of(chips)),
    ]
    # above the stands, a refusal does not cover the chips, and a longer line of chips does not move a stand under a finger;
    # a separate key while there are no chips keeps the first chip from recreating the controls of the stands
    laid = ft.Container(chips_laid(play, chips), key="laid" if chips else "nothing")
    if asking:
        top.append(
            design.notice(
                kind="warning",
                title=play.say(T("The joker again: is it the same letter as before?")),
                identifier="joker-asked",
            )
        )
        same = button(play, T("The same letter"), lambda: same_letter(True), "joker-same")
        other = button(play, T("Another letter"), lambda: same_letter(False), "joker-other", emphasis="plain")
        return pane(play, top, column(laid, same, other))
    keys = [_stand(play, stand, chips, partial(tap, stand), own=stand == Stand(At.SEAT, seat)) for stand in view.stands]
    done = button(play, T("Chips placed"), lay, "clue-done", available=len(chips) >= max(1, whole), expand=True)
    back = backspace(play, T("Take the last chip back"), lambda: set_chips(lambda now: now[:-1]), "chip-back")
    ends = last_rows(
        play, back, done, icon=ft.Icons.CLOSE, text=T("Not this clue"), leave=leave, identifier="clue-cancel"
    )
    return pane(play, top, column(laid, *in_rows(keys, _across(play)), *ends))


def _across(play: Play[TableView]) -> int:
    names = [short_name(play, stand) for stand in play.view.stands]
    if not brief(play):
        names.append(play.say(T("own letter")))
    most = 3 if brief(play) or (len(play.view.stands) <= 9 and not play.context.low) else 4
    around = 2 * theme.Space.s + (_SIGN + theme.Space.s) * brief(play)
    return play.layout.across(names, ft.TextThemeStyle.TITLE_MEDIUM, most, around=around)


def _stand(
    play: Play[TableView],
    stand: Stand,
    chips: tuple[Stand, ...],
    on_click: Callable[[], None],
    *,
    own: bool,
) -> ft.Control:
    """Return a stand to tap, with the numbers of its chips; the own stand cannot be used, and a tap says why."""
    name = play.say(stand_name(stand, play.view.bonus))
    numbers = [str(number) for number, chip in enumerate(chips, start=1) if chip == stand]
    ink = ft.Colors.ON_SURFACE_VARIANT if own else ft.Colors.ON_SURFACE
    below = play.say(T("own letter")) if own else " ".join(numbers)
    sign = _sign(play, stand, own=own)
    numbered = words(below, ft.TextThemeStyle.TITLE_SMALL, color=ink if own else ft.Colors.ON_PRIMARY_CONTAINER)
    edge = ft.Colors.PRIMARY if numbers else ft.Colors.OUTLINE_VARIANT if own else ft.Colors.OUTLINE
    called, high = short_name(play, stand), 16.0 if play.layout.roomy else 8.0
    if brief(play):
        named = words(called, ft.TextThemeStyle.LABEL_MEDIUM, color=ink, lines=1)
        content, high = beside(wide(named), numbered if numbers else sign, spacing=4.0), 12.0
    else:
        named = words(called, ft.TextThemeStyle.TITLE_MEDIUM, color=ink, align=ft.TextAlign.CENTER)
        content = stacked(named, beside(sign, *([numbered] if below else []), spacing=6.0, tight=True), spacing=0.0)
    face = ft.TextButton(
        content=drawing(content, label=None),
        on_click=lambda _: on_click(),
        style=ft.ButtonStyle(
            bgcolor=ft.Colors.TRANSPARENT if own else ft.Colors.PRIMARY_CONTAINER if numbers else theme.SHEET,
            side=ft.BorderSide(width=2.5 if numbers else 1.0, color=edge),
            padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=high),
            shape=ft.RoundedRectangleBorder(radius=theme.Radii.button),
        ),
    )
    label: Text = T("{stand}", stand=name)
    if own:
        label = T("{stand}, own letter", stand=name)
    elif numbers:
        label = T("{stand}, chips {numbers}", stand=name, numbers=", ".join(numbers))
    return marked(face, identifier=f"stand-{stand.to_text()}", label=play.say(label))


def _sayable(play: Play[TableView], sayable: Sayable) -> ft.Control:
    explanation = Explanation(sayable.text, ("letter_jam.talk.allowed", "letter_jam.talk.forbidden"), Tone.NOTE)
    pills: list[ft.Control] = [
        ft.Container(
            words(play.say(text), ft.TextThemeStyle.LABEL_LARGE),
            padding=ft.Padding.symmetric(horizontal=10.0, vertical=5.0),
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
            border_radius=14.0,
        )
        for _, text in explanation.text.params
        if isinstance(text, Text)
    ]
    inside = column(
        caption(play, T("This may be said:"), ft.TextThemeStyle.LABEL_MEDIUM),
        flowing(pills, spacing=6.0, apart=6.0),
        spacing=6.0,
    )
    return pressable(
        inside,
        padding=ft.Padding.symmetric(vertical=6.0),
        on_click=lambda _: play.why(explanation),
        label=play.say(explanation.text),
        identifier="sayable",
        align=ft.Alignment.CENTER_LEFT,
    )


def _sign(play: Play[TableView], stand: Stand, *, own: bool) -> ft.Control:
    """Return the mark of a stand: the player's badge or the kind of stand; the giver's own stand shows a hidden eye."""
    size = _SIGN * (1.5 if play.layout.roomy else 1.0)
    if stand.at is At.SEAT and not own:
        return play.badge(stand.number, size=size)
    sign = ft.Icons.VISIBILITY_OFF_OUTLINED if own else _SIGNS[stand.at]
    return ft.Icon(sign, size=size, color=ft.Colors.ON_SURFACE_VARIANT)
