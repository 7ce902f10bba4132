"""The booking part: what counts, or which of the known slam cards it is."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft
from attrs import evolve

from companion.games.slam.assistants import Day
from companion.games.slam.cards import FACES, Attribute, Slam, Special
from companion.games.slam.library import FILE, Library, SlamCard
from companion.games.slam.messages import SPECIAL, N, T, asked
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports import GoldOpened, SlamOpened
from companion.games.slam.table.pieces import (
    DAYS,
    attribute_ticks,
    die_keys,
    flipped,
    folder_button,
    new_button,
    one_of,
    page,
    tick,
    what_counts,
)
from companion.games.slam.table.play import Play
from companion.games.slam.table.scene import Scene
from companion.kernel.text import Text
from companion.ui import parts
from companion.ui.cards import remember
from companion.ui.live import component, use_value
from companion.ui.pane import button, caption, column, notes, pane, text_line
from companion.ui.screens.table import prompt, told_card


@component
def BookingScreen(scene: Scene) -> ft.Control:
    """What counts, if the card says so already; a known slam card brings it along."""
    view, play = scene.view, scene.play
    chosen, choose = use_value(tuple[Attribute, ...]())
    open_it = GoldOpened(chosen) if view.is_gold else SlamOpened(attributes=chosen)
    controls = [
        attribute_ticks(play, chosen, lambda one: choose(lambda old: flipped(old, one))),
        button(
            play,
            T("Turn up the gold card") if view.is_gold else T("Open the slam"),
            lambda: play.report(open_it),
            "open-slam",
            sublabel=what_counts(chosen),
        ),
    ]
    if not view.is_gold:
        known = N(
            "{n} known: name, kind, die, glass, day", "{n} known: name, kind, die, glass, day", n=len(scene.cards.slams)
        )
        controls.append(
            button(
                play,
                T("Slam cards"),
                lambda: scene.show(("slams", 0, 0)),
                "slam-cards",
                sublabel=known,
                leading=ft.Icon(ft.Icons.STYLE_OUTLINED, size=24.0, color=ft.Colors.ON_SURFACE_VARIANT),
                emphasis="plain",
            )
        )
    return pane(play, [prompt(play), *notes(play), *told_card(play)], column(*controls))


@component
def SlamPicker(scene: Scene) -> ft.Control:
    """The slam cards that are known, and a form for another one."""
    play = scene.play
    die, roll = use_value(0)
    making, make = use_value(False)

    def open_card(card: SlamCard) -> None:
        if card.name:
            remember(play, FILE, Library(slams=(card,)))
        scene.opened(card, Slam(card.name, card.attributes, card.special, card.glass, die))
        scene.show(None)
        play.report(SlamOpened(card.name, card.attributes, card.special, card.glass, die))

    known = [
        button(
            play,
            card.name,
            partial(open_card, card),
            f"slam-{number}",
            sublabel=slam_line(play, card),
            emphasis="plain",
        )
        for number, card in enumerate(scene.cards.slams)
    ]
    thrown = [
        caption(play, T("Die of the booking, if one was rolled")),
        die_keys(play, die, lambda face: roll(lambda old: 0 if old == face else face), "booking-die"),
    ]
    files = folder_button(play, lambda: scene.show(("cards", 0, 0)))
    if making or not known:
        weekdays = scene.view.house.weekday == "on"
        title = T("Open the slam")
        return SlamForm(play, SlamCard(""), title, open_card, weekdays=weekdays, above=thrown, below=[files], key="new")
    new = new_button(play, T("New slam"), lambda: make(True), "slam-new")
    return page(*thrown, new, *known, files)


@component
def SlamForm(
    play: Play,
    card: SlamCard,
    done_title: Text,
    done: Callable[[SlamCard], None],
    *,
    weekdays: bool = True,
    above: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
) -> ft.Control:
    """What is printed on a slam card; most say no more than a name and what counts, so the button stays in reach."""
    form, set_form = use_value(card)

    def put(**changes: Any) -> None:
        set_form(lambda now: evolve(now, **changes))

    def flip_attribute(one: Attribute) -> None:
        set_form(lambda now: evolve(now, attributes=flipped(now.attributes, one)))

    def flip_club() -> None:
        set_form(lambda now: evolve(now, club=not now.club))

    def flip_day(day: Day) -> None:
        set_form(lambda now: evolve(now, day=None if now.day is day else day))

    def flip_glass(*faces: int) -> None:
        set_form(lambda now: evolve(now, glass=tuple(sorted({*now.glass} ^ {*faces}))))

    always = len(form.glass) == len(FACES)
    glass = [
        tick(play, T("always active"), always, partial(put, glass=() if always else tuple(FACES)), "glass-always"),
        *[
            tick(play, T("on a {n}", n=face), face in form.glass, partial(flip_glass, face), f"glass-{face}")
            for face in FACES
        ],
    ]
    controls: list[ft.Control] = [
        text_line(
            play,
            T("Name of the slam"),
            form.name,
            lambda name: put(name=name),
            "slam-name",
            longest=NUMBERS.entry.name,
        ),
        caption(play, T("What counts? (empty: the show decides)")),
        attribute_ticks(play, form.attributes, flip_attribute, "asks"),
        caption(play, T("Kind")),
        one_of(play, SPECIAL, form.special, lambda one: put(special=one), "special"),
        caption(play, T("Martini glass")),
        parts.picks(glass),
        parts.picks([tick(play, T("In a club"), form.club, flip_club, "slam-club")]),
    ]
    if weekdays:
        controls += [caption(play, T("Day")), one_of(play, DAYS, form.day, flip_day, "day")]
    foot = button(
        play,
        done_title,
        lambda: done(evolve(form, name=form.name.strip())),
        "slam-done",
        sublabel=what_counts(form.attributes),
    )
    return page(*above, *controls, *below, foot=foot)


def slam_line(play: Play, card: SlamCard) -> str:
    """Return in short what a slam card says."""
    said = [asked(card.attributes) if card.attributes else T("the show decides")]
    said += [SPECIAL[card.special]] if card.special is not Special.NONE else []
    said += [T("martini glass")] if card.glass else []
    said += [DAYS[card.day]] if card.day else []
    return ", ".join(map(play.say, said))
