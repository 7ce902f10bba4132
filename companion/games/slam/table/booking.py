"""The booking part: the attributes that count, or one of the known slam cards."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft
from attrs import asdict

from companion.games.slam.card_library import FILE, Library, SlamCard
from companion.games.slam.cards import FACES, Slam, Special
from companion.games.slam.messages import SPECIAL, N, T, asked
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.table.pieces import (
    ATTRIBUTES_ASKED,
    DAYS,
    die_keys,
    folder_button,
    new_button,
    options,
    page,
    what_counts,
)
from companion.games.slam.table.players import laid_out
from companion.games.slam.table.quick_entry import Check, earlier_report, switch
from companion.games.slam.table.scene import Scene
from companion.games.slam.view import TableView
from companion.kernel.offers import Option, Subset, Words, YesNo
from companion.kernel.text import Text
from companion.ui.design.layout import column, flowing
from companion.ui.kit.elements import prompt, referee_card
from companion.ui.kit.form import FieldsForm, subset
from companion.ui.kit.pane import button, caption, notes, quiet_button
from companion.ui.kit.remembered_cards import remember
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_value


@component
def BookingScreen(scene: Scene, checking: Check | None, check: Callable[[Check | None], None]) -> ft.Control:
    """The attributes that count, if the card names them; a known slam card fills them in.

    :param checking: the slam that is checked, when the players usually report only winners.
    """
    view, play = scene.view, scene.play
    entered = play.corrected_report(SlamOpened) or play.corrected_report(GoldOpened)
    chosen, choose = use_value(entered.attributes if entered else ())
    open_it = GoldOpened(chosen) if view.state.is_gold else SlamOpened(attributes=chosen)
    asks = any(offer.fields for offer in play.offered(type(open_it)))
    controls = [
        *([subset(ATTRIBUTES_ASKED, chosen, play.say, choose, "attribute")] if asks else []),
        button(
            play,
            T("Turn up the gold card") if view.state.is_gold else T("Open the slam"),
            lambda: play.actions.report(open_it),
            "open-slam",
            sublabel=what_counts(chosen) if asks else None,
        ),
    ]
    if not view.state.is_gold:
        known = N("{n} card remembered", "{n} cards remembered", n=len(scene.cards.slams))
        controls.append(
            button(
                play,
                T("Slam cards"),
                lambda: scene.show(("slams", 0, 0)),
                "slam-cards",
                sublabel=known if scene.cards.slams else None,
                leading=ft.Icon(ft.Icons.STYLE_OUTLINED, size=24.0, color=ft.Colors.ON_SURFACE_VARIANT),
                emphasis="plain",
            )
        )
    if play.exact:
        controls.append(flowing([switch(play)]))
    else:
        back = quiet_button(play, T("Only who has won"), lambda: check(None), "only-winner", icon=ft.Icons.ARROW_BACK)
        controls.append(flowing([back]))
    head = [prompt(play), *referee_card(play), *notes(play), *earlier_report(scene, checking)]
    return laid_out(scene, head, [], column(*controls))


@component
def SlamPicker(scene: Scene) -> ft.Control:
    """The known slam cards, and a form for another one."""
    play = scene.play
    entered = play.corrected_report(SlamOpened)
    card = SlamCard(entered.name, entered.attributes, entered.special, entered.glass) if entered else SlamCard("")
    die, roll = use_value(entered.die if entered else 0)
    making, make = use_value(bool(entered))

    def open_card(card: SlamCard) -> None:
        if card.name:
            remember(play, FILE, Library(slams=(card,)))
        scene.opened(card, Slam(card.name, card.attributes, card.special, card.glass, die))
        scene.show(None)
        play.actions.report(SlamOpened(card.name, card.attributes, card.special, card.glass, die))

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
        weekdays = scene.view.state.house.weekday == "on"
        title = T("Open the slam")
        return slam_form(play, card, title, open_card, weekdays=weekdays, above=thrown, below=[files], key="new")
    return page(*thrown, new_button(play, T("New slam"), lambda: make(True), "slam-new"), *known, files)


#: The fields of a slam card other than its name and its day.
_PRINTED: Final = (
    ATTRIBUTES_ASKED,
    options("special", T("Kind"), SPECIAL),
    Subset(
        "glass",
        T("Martini glass"),
        tuple(Option(face, T("on a {n}", n=face)) for face in FACES),
        every=T("Always active"),
    ),
    YesNo("club", T("In a club")),
)
_DAY: Final = options("day", T("Day"), DAYS, optional=True)


def slam_form(
    play: Play[TableView],
    card: SlamCard,
    done_title: Text,
    done: Callable[[SlamCard], None],
    *,
    weekdays: bool = True,
    above: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
    key: str | None = None,
) -> ft.Control:
    """Return the form of a slam card; most cards need only a name and attributes, so the button stays on screen."""
    name = Words("name", T("Name of the slam"), NUMBERS.entry.name, optional=True)
    return FieldsForm(
        None,
        (name, *_PRINTED, *([_DAY] if weekdays else [])),
        play.say,
        lambda entered: done(SlamCard(**entered | {"name": entered["name"].strip()})),
        given=asdict(card, recurse=False),
        done=done_title,
        remark=lambda entered: (what_counts(entered["attributes"]), True),
        above=above,
        below=below,
        in_reach=True,
        identifier="slam",
        key=key,
    )


def slam_line(play: Play[TableView], card: SlamCard) -> str:
    """Return a slam card in one line."""
    parts = [asked(card.attributes) if card.attributes else T("the show decides")]
    parts += [SPECIAL[card.special]] if card.special is not Special.NONE else []
    parts += [T("martini glass")] if card.glass else []
    parts += [DAYS[card.day]] if card.day else []
    return ", ".join(map(play.say, parts))
