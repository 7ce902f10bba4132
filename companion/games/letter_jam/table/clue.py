"""A clue, told by tapping the stands in the order of its letters."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import TOKENS, T, stand_name
from companion.games.letter_jam.model import Sayable
from companion.games.letter_jam.places import JOKER, At, Stand
from companion.games.letter_jam.reports import ClueGiven
from companion.games.letter_jam.table.chips import chips_laid, short_name
from companion.games.letter_jam.table.pieces import across, backspace, heading, hint, quiet, refusal, refused, small_row
from companion.games.letter_jam.table.play import Play
from companion.games.letter_jam.view import TableView
from companion.kernel.explain import Explanation, Tone
from companion.kernel.text import Player, Text
from companion.ui import parts, theme
from companion.ui.live import component, use_maybe, use_value
from companion.ui.pane import column, in_rows, pane
from companion.ui.parts.base import pressable, words

_NO_CHIPS: Final[tuple[Stand, ...]] = ()
_SIGNS: Final = {
    At.SEAT: ft.Icons.PERSON_OUTLINE,
    At.NPC: ft.Icons.STYLE_OUTLINED,
    At.JOKER: ft.Icons.STAR_OUTLINE,
    At.BONUS: ft.Icons.AUTO_AWESOME_OUTLINED,
}


@component
def Composer(play: Play, seat: int, leave: Callable[[], None]) -> ft.Control:
    """The clue as it is tapped: stand by stand in the order of its letters, with the five things that may be said."""
    view = play.view
    chips, set_chips = use_value(_NO_CHIPS)
    asking, ask_joker = use_value(False)
    wrong, set_wrong = use_maybe(Explanation)

    def tap(stand: Stand) -> None:
        why = refusal(play, ClueGiven(seat, (*chips, stand)))
        set_wrong(why)
        if why is None and stand == JOKER and JOKER in chips:
            ask_joker(True)
        elif why is None:
            set_chips(lambda now: (*now, stand))

    def same_letter(yes: bool) -> None:
        ask_joker(False)
        if yes:
            set_chips(lambda now: (*now, JOKER))
        else:
            set_wrong(refusal(play, ClueGiven(seat, (*chips, JOKER), one_letter=False)))

    def lay() -> None:
        clue = ClueGiven(seat, chips)
        why = refusal(play, clue)
        set_wrong(why)
        if why is None:
            play.report(clue)
            leave()

    token = view.players[seat].token
    top: list[ft.Control] = [
        *refused(play, wrong, set_wrong),
        heading(play, T("{player}: tap the stands in the order of the letters", player=Player(seat)), "composer"),
        hint(
            play,
            T("This takes {token}.", token=TOKENS[token]) if token else T("no token to take"),
            ft.TextThemeStyle.BODY_MEDIUM,
        ),
        chips_laid(play, view, chips),
        _sayable(play, Sayable.of(chips)),
    ]
    if asking:
        top.append(
            parts.notice(
                kind="warning",
                title=play.say(T("The joker again: is it the same letter as before?")),
                identifier="joker-asked",
            )
        )
        return pane(play, top, _same_or_another(play, same_letter))
    keys = [
        _stand(play, view, stand, chips, partial(tap, stand), own=stand == Stand(At.SEAT, seat))
        for stand in view.stands
    ]
    done = parts.verdict_button(
        title=play.say(T("The chips lie")),
        emphasis="primary",
        available=bool(chips),
        expand=True,
        on_click=lambda _: lay(),
        identifier="clue-done",
    )
    back = backspace(play, T("Take the last chip back"), lambda: set_chips(lambda now: now[:-1]), "chip-back")
    cancel = quiet(play, T("Not this clue"), leave, "clue-cancel", icon=ft.Icons.CLOSE)
    return pane(play, top, column(*in_rows(keys, 3 if len(keys) <= 9 else 4), across(back, done), small_row(cancel)))


def _same_or_another(play: Play, answer: Callable[[bool], None]) -> ft.Control:
    """Whether the joker stands for the same letter again (letter_jam.joker)."""
    return column(
        parts.verdict_button(
            title=play.say(T("The same letter")),
            emphasis="primary",
            on_click=lambda _: answer(True),
            identifier="joker-same",
        ),
        parts.verdict_button(
            title=play.say(T("Another letter")), on_click=lambda _: answer(False), identifier="joker-other"
        ),
    )


def _stand(
    play: Play, view: TableView, stand: Stand, chips: tuple[Stand, ...], on_click: Callable[[], None], *, own: bool
) -> ft.Control:
    """A stand to tap, with the numbers of its chips on it; the own one is not for use, but says why."""
    name = play.say(stand_name(stand, view.bonus))
    numbers = [str(number) for number, chip in enumerate(chips, start=1) if chip == stand]
    ink = ft.Colors.ON_SURFACE_VARIANT if own else ft.Colors.ON_SURFACE
    below = play.say(T("own letter")) if own else " ".join(numbers)
    sign = ft.Icon(
        ft.Icons.VISIBILITY_OFF_OUTLINED if own else _SIGNS[stand.at], size=16.0, color=ft.Colors.ON_SURFACE_VARIANT
    )
    numbered = words(
        below, ft.TextThemeStyle.TITLE_SMALL, color=ink if own else ft.Colors.ON_PRIMARY_CONTAINER, lines=1
    )
    numbered.expand = True
    lines: list[ft.Control] = [
        words(short_name(play, view, stand), ft.TextThemeStyle.TITLE_MEDIUM, color=ink, lines=1),
        ft.Row(
            [sign, numbered],
            spacing=4.0,
        ),
    ]
    if own:
        ground, edge, width = ft.Colors.TRANSPARENT, ft.Colors.OUTLINE_VARIANT, 1.2
    elif numbers:
        ground, edge, width = ft.Colors.PRIMARY_CONTAINER, ft.Colors.PRIMARY, 2.0
    else:
        ground, edge, width = theme.SHEET, ft.Colors.OUTLINE, 1.2
    face = ft.Container(
        ft.Column(lines, spacing=0.0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        height=62.0 if play.layout == "phone" else 80.0,
        padding=ft.Padding.symmetric(horizontal=8.0, vertical=4.0),
        bgcolor=ground,
        border=ft.Border.all(width, edge),
        border_radius=theme.Radii.button,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    said: Text = T("{stand}", stand=name)
    if own:
        said = T("{stand}, own letter", stand=name)
    elif numbers:
        said = T("{stand}, chips {numbers}", stand=name, numbers=", ".join(numbers))
    key = pressable(
        face,
        on_click=lambda _: on_click(),
        label=play.say(said),
        identifier=f"stand-{stand.to_text()}",
        radius=theme.Radii.button,
    )
    key.expand = True
    return key


def _sayable(play: Play, sayable: Sayable) -> ft.Control:
    """The five things that may be said, and nothing else."""
    said = Explanation(sayable.text, ("letter_jam.talk.allowed", "letter_jam.talk.forbidden"), Tone.NOTE)
    pills: list[ft.Control] = [
        ft.Container(
            words(play.say(text), ft.TextThemeStyle.LABEL_LARGE),
            padding=ft.Padding.symmetric(horizontal=10.0, vertical=5.0),
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
            border_radius=14.0,
        )
        for _, text in said.text.params
        if isinstance(text, Text)
    ]
    inside = column(
        hint(play, T("This may be said:"), ft.TextThemeStyle.LABEL_MEDIUM),
        ft.Row(pills, wrap=True, spacing=6.0, run_spacing=6.0),
        spacing=6.0,
    )
    return pressable(
        ft.Container(inside, padding=ft.Padding.symmetric(vertical=6.0)),
        on_click=lambda _: play.why(said),
        label=play.say(said.text),
        identifier="sayable",
        align=ft.Alignment.CENTER_LEFT,
    )
