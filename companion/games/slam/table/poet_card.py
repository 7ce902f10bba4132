"""The poet cards: a picker for known ones, and the form of one card."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import asdict

from companion.games.slam.assistants import Busy, Day
from companion.games.slam.card_library import PoetCard
from companion.games.slam.cards import ATTRIBUTES, Attribute, Values, with_values
from companion.games.slam.messages import ATTRIBUTE, TRAIT, VOICE, T, listed
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.table.pieces import (
    DAYS,
    GAP,
    GENDERS,
    folder_button,
    new_button,
    number,
    options,
    page,
    ticks,
    value_keys,
)
from companion.games.slam.table.scene import Scene
from companion.games.slam.table.stage import short
from companion.games.slam.view import TableView
from companion.kernel.offers import Number, Words
from companion.kernel.text import Text
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import column, flowing, stacked
from companion.ui.design.text_fit import across
from companion.ui.kit.form import Change, FieldsForm, Own
from companion.ui.kit.number_keys import key_rows
from companion.ui.kit.pane import button, caption, quiet_button, text_line
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, use_optional, use_value

#: With more known poets than this, there is a search field.
_MANY: Final = 6
#: The text style of a value's name, and the greatest width of a sheet above the table, in pixels.
_NAME: Final = ft.TextThemeStyle.LABEL_SMALL
_SHEET: Final = 592.0


def pick_poet(scene: Scene, seat: int, place: int) -> ft.Control:
    """Return the known poets to choose from; if there are none yet, the form of a new one."""
    if not scene.free:
        return _new(scene, seat, place)
    return PoetPicker(scene, seat, place, key=f"pick-{seat}-{place}")


def _new(scene: Scene, seat: int, place: int) -> ft.Control:
    return PoetForm(
        scene.play,
        PoetCard(""),
        scene.asked,
        scene.gone,
        T("On the stage"),
        partial(scene.arrive, seat, place),
        lambda: scene.show(("cards", 0, 0)),
        brief=True,
        key=f"new-{seat}-{place}",
    )


@component
def PoetPicker(scene: Scene, seat: int, place: int) -> ft.Control:
    """The known poets that are free; a tap places one and opens the next empty place."""
    play = scene.play
    wanted, look_for = use_value("")
    making, make = use_value(False)
    lacking, complete = use_optional(PoetCard)
    if lacking:
        done = partial(scene.arrive, seat, place)
        return PoetForm(play, lacking, scene.asked, scene.gone, T("On the stage"), done, brief=True, key="complete")
    if making:
        return _new(scene, seat, place)

    def choose(card: PoetCard) -> None:
        if card.as_played().unknown(scene.asked):
            complete(card)
        else:
            scene.arrive(seat, place, card)

    known = [
        button(
            play,
            card.name,
            partial(choose, card),
            f"known-{number}",
            sublabel=poet_line(play, card),
            leading=_leading(scene, card),
            emphasis="plain",
        )
        for number, card in enumerate(scene.free)
        if wanted.casefold() in card.name.casefold()
    ]
    new = new_button(play, T("New poet"), lambda: make(True), "poet-new")
    search = text_line(play, T("Find a poet"), wanted, look_for, "poet-find", icon=ft.Icons.SEARCH)
    files = folder_button(play, lambda: scene.show(("cards", 0, 0)))
    return page(*([search] if len(scene.cards.poets) > _MANY else []), new, *known, files)


def _leading(scene: Scene, card: PoetCard) -> ft.Control | None:
    """Return the points of a poet for the current slam, if its attributes are known."""
    if not scene.asked:
        return None
    return ft.Container(
        words(short(scene, card.as_played()), ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY), width=44.0
    )


def poet_line(play: Play[TableView], card: PoetCard) -> str:
    """Return a poet card in one line."""
    parts: list[Text] = [T("{values}", values=" · ".join(map(number, card.values)))]
    parts += [VOICE[card.voice]] if card.voice else []
    parts += [T("team with {partner}", partner=card.partner)] if card.partner else []
    parts += [TRAIT[trait] for trait in card.traits]
    return ", ".join(map(play.say, parts))


_IN_PLAY: Final = T("This poet is in play already.")

#: The fields of a poet card other than its name, values and busy days.
_PRINTED: Final = (
    options("voice", T("Lyric or prose"), VOICE, optional=True),
    ticks("traits", T("Printed on the card"), TRAIT),
    Number("bonus", T("Bonus by ability"), -NUMBERS.entry.adjust, NUMBERS.entry.adjust, 0),
    Words("partner", T("Team with (name of the partner)"), NUMBERS.entry.name, optional=True),
    options("gender", T("Gender of the poet"), GENDERS),
)


@component
def PoetForm(
    play: Play[TableView],
    card: PoetCard,
    needed: Sequence[Attribute],
    taken: set[str],
    done_title: Text,
    done: Callable[[PoetCard], None],
    files: Callable[[], None] | None = None,
    name_taken: Text = _IN_PLAY,
    brief: bool = False,
) -> ft.Control:
    """The form of a poet card; the card is remembered, so that next time one tap is enough.

    :param needed: the attributes that count now; the referee asks for missing ones where they matter.
    :param taken: the names of other poets.
    :param done_title: the text of the button that takes the card.
    :param files: opens the card library.
    :param name_taken: the message for a name that is taken.
    :param brief: whether it begins with what counts now, and the rest of the card is opened by a button.
    """
    shortened, shorten = use_value(brief)

    def made(entered: dict[str, Any]) -> PoetCard:
        return PoetCard(**entered | {"name": entered["name"].strip(), "partner": entered["partner"].strip()})

    def remark(entered: dict[str, Any]) -> tuple[Text, bool]:
        new = made(entered)
        if new.name != card.name and new.name in taken:
            return name_taken, False
        if missing := new.as_played().unknown(needed):
            what = listed([ATTRIBUTE[one] for one in missing])
            return T("Not entered: {attributes}. You are asked if it matters.", attributes=what), True
        return T("The card is saved.") if new.name else T("Without a name it is not saved."), True

    def pad(values: Values, put: Callable[[Change], None]) -> ft.Control:
        others = not (shortened and needed)
        return ValuePad(play, values, (*needed,), lambda entered: put(lambda _: entered), others=others)

    below = [folder_button(play, files)] if files else []
    if shortened:
        more = quiet_button(play, T("More on the card"), lambda: shorten(False), "poet-more", icon=ft.Icons.EXPAND_MORE)
        below = [flowing([more, *below])]
    name = Words("name", T("Name of the poet"), NUMBERS.entry.name, optional=True)
    return FieldsForm(
        None,
        (name, Own("values", pad), *(() if shortened else (*_PRINTED, Own("busy", partial(_days, play))))),
        play.say,
        lambda entered: done(made(entered)),
        given=asdict(card, recurse=False),
        done=done_title,
        remark=remark,
        below=below,
        in_reach=True,
        identifier="poet",
    )


@component
def ValuePad(
    play: Play[TableView],
    values: Values,
    first: tuple[Attribute, ...],
    put: Callable[[Values], None],
    *,
    others: bool = True,
) -> ft.Control:
    """The values of a poet, one tap each: a number fills the marked place, and the mark moves on.

    :param first: the attributes that are filled first.
    :param others: whether the other attributes can be filled too.
    """
    # in the order of the card, from which they are read, not in the order of the slam
    order = sorted(range(len(ATTRIBUTES)), key=lambda place: ATTRIBUTES[place] not in first)
    order = order if others else order[: len(first)]
    empty = [place for place in order if values[place] is None]
    chosen, choose = use_optional(int)
    last, set_last = use_optional(int)
    at = chosen if chosen is not None else empty[0] if empty else None
    scale = play.context.scale

    def enter(number: int, place: int | None) -> None:
        if place is None:
            return
        put(with_values({ATTRIBUTES[place]: number}, values))
        set_last(place)
        choose(None)

    def one_more() -> None:
        place = chosen if chosen is not None else last
        if place is not None:
            enter(min(NUMBERS.entry.high, (values[place] or 0) + 1), place)

    def place_key(place: int) -> ft.Control:
        name, value = play.say(ATTRIBUTE[ATTRIBUTES[place]]), values[place]
        shown = number(value)
        face = stacked(
            words(name, _NAME, lines=1),
            words(shown, ft.TextThemeStyle.TITLE_LARGE, lines=1),
            spacing=0.0,
        )
        return design.key(
            face,
            height=max(64.0, 46.0 * scale),
            label=f"{name}: {shown}",
            chosen=place == at,
            on_click=lambda: choose(place),
            identifier=f"value-{ATTRIBUTES[place].value}",
        )

    places = [place_key(place) for place in sorted(order)]
    # at most three in a row: with five the longest names would be cut
    room = min(play.context.size[0], _SHEET) - 2 * theme.Space.l
    names = [play.say(ATTRIBUTE[ATTRIBUTES[place]]) for place in order]
    each = across(names, _NAME, room=room, scale=scale, most=min(3, len(places)), around=theme.Space.s)
    keys = value_keys(play, lambda entered: enter(entered, at), one_more)
    return column(*key_rows(places, each, GAP), *keys, spacing=GAP)


def _days(play: Play[TableView], busy: tuple[Busy, ...], put: Callable[[Change], None]) -> ft.Control:
    """Return the days without time; taps on a day make it never free, not free on a six, free again."""

    def key(day: Day) -> ft.Control:
        before = next((one for one in busy if one.day == day.value), None)
        after = () if before and before.only_on_six else (Busy(day.value, only_on_six=before is not None),)
        text = T("{day} on a six", day=DAYS[day]) if before and before.only_on_six else DAYS[day]

        def turn() -> None:
            put(lambda now: (*(one for one in now if one.day != day.value), *after))

        return design.tick(text=play.say(text), on=before is not None, on_click=turn, identifier=f"busy-{day.value}")

    return column(caption(play, T("Not free on")), design.some_of([key(day) for day in [*Day][: Day.TODAY.value]]))
