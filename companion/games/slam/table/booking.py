"""The booking part: what counts, or which of the known slam cards it is."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft
from attrs import evolve

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
    heading,
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
from companion.ui.pane import column, notes, pane
from companion.ui.screens.table import prompt, told_card


@component
def BookingScreen(scene: Scene) -> ft.Control:
    """What counts, if the card says so already; a known slam card brings it along."""
    view, play = scene.view, scene.play
    chosen, choose = use_value(tuple[Attribute, ...]())
    open_it = GoldOpened(chosen) if view.is_gold else SlamOpened(attributes=chosen)
    controls = [
        attribute_ticks(play, chosen, lambda one: choose(lambda old: flipped(old, one))),
        parts.verdict_button(
            title=scene.say(T("Turn up the gold card") if view.is_gold else T("Open the slam")),
            sublabel=scene.say(what_counts(chosen)),
            emphasis="primary",
            on_click=lambda _: play.report(open_it),
            identifier="open-slam",
        ),
    ]
    if not view.is_gold:
        known = N(
            "{n} known: name, kind, die, glass, day", "{n} known: name, kind, die, glass, day", n=len(scene.cards.slams)
        )
        controls.append(
            parts.verdict_button(
                title=scene.say(T("Slam cards")),
                sublabel=scene.say(known),
                leading=ft.Icon(ft.Icons.STYLE_OUTLINED, size=24.0, color=ft.Colors.ON_SURFACE_VARIANT),
                on_click=lambda _: scene.show(("slams", 0, 0)),
                identifier="slam-cards",
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
        parts.verdict_button(
            title=card.name,
            sublabel=slam_line(play, card),
            on_click=lambda _, card=card: open_card(card),
            identifier=f"slam-{number}",
        )
        for number, card in enumerate(scene.cards.slams)
    ]
    thrown = [
        heading(play, T("Die of the booking, if one was rolled")),
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

    def flip_glass(*faces: int) -> None:
        set_form(lambda now: evolve(now, glass=tuple(sorted({*now.glass} ^ {*faces}))))

    always = len(form.glass) == len(FACES)
    glass = [
        tick(
            play.say(T("always active")),
            on=always,
            do=lambda: put(glass=() if always else tuple(FACES)),
            identifier="glass-always",
        ),
        *[
            tick(
                play.say(T("on a {n}", n=face)),
                on=face in form.glass,
                do=partial(flip_glass, face),
                identifier=f"glass-{face}",
            )
            for face in FACES
        ],
    ]
    controls: list[ft.Control] = [
        parts.text_input(
            label=play.say(T("Name of the slam")),
            value=form.name,
            on_change=lambda event: put(name=event.control.value[: NUMBERS.entry.name]),
            longest=NUMBERS.entry.name,
            identifier="slam-name",
        ),
        heading(play, T("What counts? (empty: the show decides)")),
        attribute_ticks(play, form.attributes, flip_attribute, "asks"),
        heading(play, T("Kind")),
        one_of(play, SPECIAL, form.special, lambda one: put(special=one), "special"),
        heading(play, T("Martini glass")),
        parts.picks(glass),
        parts.picks(
            [
                tick(
                    play.say(T("In a club")),
                    on=form.club,
                    do=lambda: set_form(lambda now: evolve(now, club=not now.club)),
                    identifier="slam-club",
                )
            ]
        ),
    ]
    if weekdays:
        flip_day = lambda day: set_form(lambda now: evolve(now, day=None if now.day is day else day))  # noqa: E731
        controls += [heading(play, T("Day")), one_of(play, DAYS, form.day, flip_day, "day")]
    button = parts.verdict_button(
        title=play.say(done_title),
        sublabel=play.say(what_counts(form.attributes)),
        emphasis="primary",
        on_click=lambda _: done(evolve(form, name=form.name.strip())),
        identifier="slam-done",
    )
    return page(*above, *controls, *below, foot=button)


def slam_line(play: Play, card: SlamCard) -> str:
    """Return in short what a slam card says."""
    said = [asked(card.attributes) if card.attributes else T("the show decides")]
    said += [SPECIAL[card.special]] if card.special is not Special.NONE else []
    said += [T("martini glass")] if card.glass else []
    said += [DAYS[card.day]] if card.day else []
    return ", ".join(map(play.say, said))
