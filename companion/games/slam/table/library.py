"""The cards of this device: looked through, changed, removed, and carried to another device."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.slam.library import FILE, Library, PoetCard, SlamCard
from companion.games.slam.messages import N, T
from companion.games.slam.table.booking import SlamForm, slam_line
from companion.games.slam.table.pieces import heading, page
from companion.games.slam.table.poet_card import PoetForm, poet_line
from companion.games.slam.table.scene import Scene
from companion.kernel.text import Text
from companion.ui import parts
from companion.ui.cards import CarriedCards, keep, remembered
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import pressable, words


@component
def CardLibrary(scene: Scene) -> ft.Control:
    """All cards that are known; a tap changes one."""
    play = scene.play
    cards = remembered(play, FILE)
    before, set_before = use_maybe(Library)
    poet, open_poet = use_maybe(PoetCard)
    slam, open_slam = use_maybe(SlamCard)
    _, redraw = use_value(0)

    def put(now: Library) -> None:
        if keep(play, FILE, now):
            set_before(None)
            redraw(lambda n: n + 1)

    def remove(name: str) -> None:
        put(cards.without(name))
        set_before(cards)

    def change_poet(old: PoetCard, new: PoetCard) -> None:
        put(FILE.merged(cards.without(old.name) if new.name else cards, Library(poets=(new,) if new.name else ())))
        open_poet(None)

    def change_slam(old: SlamCard, new: SlamCard) -> None:
        put(FILE.merged(cards.without(old.name) if new.name else cards, Library(slams=(new,) if new.name else ())))
        open_slam(None)

    if poet:
        names = {one.name for one in cards.poets}
        title = T("Keep the changes")
        return PoetForm(play, poet, (), names, title, lambda new: change_poet(poet, new), key="poet")
    if slam:
        return SlamForm(play, slam, T("Keep the changes"), lambda new: change_slam(slam, new), key="slam")

    def line(name: str, said: str, do: Callable[[], None], identifier: str) -> ft.Control:
        face = ft.Column(
            [
                words(name, ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
                words(said, ft.TextThemeStyle.BODY_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, lines=1),
            ],
            spacing=0.0,
        )
        card = pressable(
            ft.Container(face, height=52.0),
            on_click=lambda _: do(),
            identifier=identifier,
            align=ft.Alignment.CENTER_LEFT,
        )
        card.expand = True
        away = parts.icon_button(
            icon=ft.Icons.DELETE_OUTLINE,
            label=scene.say(T("Remove: {card}", card=name)),
            on_click=lambda _: remove(name),
            identifier=f"{identifier}-off",
        )
        return ft.Row([card, away])

    controls: list[ft.Control] = [
        words(scene.say(T("Known on this device: {cards}.", cards=_counted(cards))), _BODY),
        CarriedCards(
            play,
            FILE,
            how=T("A card of the same name is replaced; all others stay."),
            taken=lambda _, now: T("Taken over. Known now: {cards}.", cards=_counted(now)),
            on_taken=lambda: redraw(lambda n: n + 1),
            key="carried",
        ),
    ]
    if before:
        controls.insert(
            0,
            parts.notice(
                kind="info",
                title=scene.say(T("The card is removed.")),
                why_text=scene.say(T("Bring it back")),
                on_why=lambda _: put(before),
                identifier="removed",
            ),
        )
    if cards.poets:
        controls.append(heading(play, T("Poets")))
    controls += [
        line(card.name, poet_line(play, card), partial(open_poet, card), f"poet-{number}")
        for number, card in enumerate(cards.poets)
    ]
    if cards.slams:
        controls.append(heading(play, T("Slams")))
    controls += [
        line(card.name, slam_line(play, card), partial(open_slam, card), f"slam-{number}")
        for number, card in enumerate(cards.slams)
    ]
    return page(*controls)


_BODY = ft.TextThemeStyle.BODY_LARGE


def _counted(cards: Library) -> Text:
    """Return how many cards these are."""
    poets = N("{n} poet", "{n} poets", n=len(cards.poets))
    return T("{poets} and {slams}", poets=poets, slams=N("{n} slam", "{n} slams", n=len(cards.slams)))
