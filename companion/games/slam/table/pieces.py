"""Small pieces of the screen: columns, answers to tick, numbers to tap."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final, TypeVar

import flet as ft

from companion.games.slam.assistants import Day
from companion.games.slam.cards import FACES, Attribute
from companion.games.slam.library import Gender
from companion.games.slam.messages import ATTRIBUTE, T, asked
from companion.games.slam.table.play import Play
from companion.kernel.offers import Number
from companion.kernel.text import Text
from companion.ui import form, parts, theme
from companion.ui.pane import Said, button, quiet_button
from companion.ui.parts.base import words
from companion.ui.parts.layout import beside, scrolling, wide

W = TypeVar("W")
V = TypeVar("V", bound=Enum)

DAYS: Final = {
    Day.MONDAY: T("Monday"),
    Day.TUESDAY: T("Tuesday"),
    Day.WEDNESDAY: T("Wednesday"),
    Day.THURSDAY: T("Thursday"),
    Day.FRIDAY: T("Friday"),
    Day.SATURDAY: T("Saturday"),
    Day.SUNDAY: T("Sunday"),
    Day.TODAY: T("Today"),
    Day.TOMORROW: T("Tomorrow"),
    Day.DAY_AFTER: T("The day after tomorrow"),
}
GENDERS: Final = {
    Gender.UNKNOWN: T("not clear"),
    Gender.FEMALE: T("female"),
    Gender.MALE: T("male"),
    Gender.DIVERSE: T("diverse"),
}


def page(*controls: ft.Control, foot: ft.Control | None = None) -> ft.Control:
    """Return the inside of a sheet; it scrolls above what stays at its foot."""
    # the label of a field that is written in stands above it
    inside = scrolling(ft.Container(height=2.0), *controls, ft.Container(height=theme.Space.l), expand=True)
    return form.footed(inside, foot) if foot else inside


def number(value: int | None) -> str:
    """Return a value as it stands on a card, or the sign of what nobody has told yet."""
    return "?" if value is None else str(value)


def tick(play: Play, text: Said, on: bool, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return something that is so or is not."""
    return parts.pick(
        text=text if isinstance(text, str) else play.say(text),
        chosen=on,
        on_click=do,
        icon=ft.Icons.CHECK_BOX,
        off=ft.Icons.CHECK_BOX_OUTLINE_BLANK,
        identifier=identifier,
    )


def ticks(
    play: Play, names: Mapping[V, Text], on: Collection[V], flip: Callable[[V], None], identifier: str
) -> ft.Control:
    """Return several things each of which is so or is not."""
    return parts.picks(
        [tick(play, name, one in on, partial(flip, one), f"{identifier}-{one.value}") for one, name in names.items()]
    )


def flipped(on: Collection[W], one: W) -> tuple[W, ...]:
    """Return what is so after something became so, or ceased to be.

    >>> flipped((0, 2), 2), flipped((0, 2), 1)
    ((0,), (0, 2, 1))
    """
    return tuple(each for each in on if each != one) if one in on else (*on, one)


def one_of(
    play: Play, names: Mapping[V, Text], chosen: V | None, put: Callable[[V], None], identifier: str
) -> ft.Control:
    """Return things of which one is so."""
    return parts.picks(
        [
            parts.pick(
                text=play.say(name),
                chosen=chosen is one,
                on_click=partial(put, one),
                icon=ft.Icons.RADIO_BUTTON_CHECKED,
                off=ft.Icons.RADIO_BUTTON_UNCHECKED,
                identifier=f"{identifier}-{one.value}",
            )
            for one, name in names.items()
        ]
    )


def attribute_ticks(
    play: Play, chosen: Collection[Attribute], flip: Callable[[Attribute], None], identifier: str = "attribute"
) -> ft.Control:
    """Return the attributes, of which one or several can count."""
    return ticks(play, ATTRIBUTE, chosen, flip, identifier)


def key(text: str, *, label: str, on: bool = False, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return one of several short keys that share a row."""
    return parts.tile(
        content=words(text, ft.TextThemeStyle.TITLE_MEDIUM, lines=1),
        label=label,
        chosen=on,
        on_click=do,
        identifier=identifier,
    )


def keys(buttons: Iterable[ft.Control]) -> ft.Control:
    """Return keys in a row."""
    return beside(*buttons, spacing=6.0)


def die_keys(play: Play, chosen: int, put: Callable[[int], None], identifier: str = "die") -> ft.Control:
    """Return the faces of a die in a row."""
    return keys(
        key(
            str(face),
            label=play.say(T("a {n}", n=face)),
            on=face == chosen,
            do=partial(put, face),
            identifier=f"{identifier}-{face}",
        )
        for face in FACES
    )


def stepper(
    play: Play, text: Text, value: int, low: int, high: int, put: Callable[[int], None], identifier: str
) -> ft.Control:
    """Return a number with one more and one less."""
    field = Number(identifier, text, low, high, value)
    return form.stepper(
        play.context, field, value, lambda change: put(change(value)), say=play.say, identifier=identifier
    )


def named(text: str, *more: ft.Control) -> ft.Control:
    """Return a name with what belongs to it at the end of its line."""
    return beside(wide(words(text, ft.TextThemeStyle.TITLE_MEDIUM, lines=1)), *more)


def folder_button(play: Play, do: Callable[[], Any]) -> ft.Control:
    """Return the way to the cards of this device."""
    return quiet_button(play, T("Card library"), do, "cards", icon=ft.Icons.FOLDER_OPEN_OUTLINED)


def new_button(play: Play, title: Text, do: Callable[[], Any], identifier: str) -> ft.Control:
    """Return the way to a card that is not known yet, above those that are."""
    plus = ft.Icon(ft.Icons.ADD, size=24.0, color=ft.Colors.ON_SURFACE)
    return button(play, title, do, identifier, leading=plus, emphasis="tonal")


def what_counts(attributes: Sequence[Attribute]) -> Text:
    """Return what a slam asks for, as a sentence."""
    return T("What counts: {attributes}.", attributes=asked(attributes)) if attributes else T("The show decides.")
