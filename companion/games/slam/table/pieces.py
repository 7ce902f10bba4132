"""Small parts of the board: sheets, ticks, and the faces of a die."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final, TypeVar

import flet as ft

from companion.games.slam.assistants import Day
from companion.games.slam.card_library import Gender
from companion.games.slam.cards import FACES, Attribute
from companion.games.slam.messages import ATTRIBUTE, T, asked
from companion.games.slam.view import TableView
from companion.kernel.offers import Choice, Number, Option, Subset
from companion.kernel.text import Text
from companion.ui import design
from companion.ui.design.base import words
from companion.ui.design.layout import apart, beside, lines, scrolling
from companion.ui.kit import form
from companion.ui.kit.dice import roll_button
from companion.ui.kit.number_keys import key_rows, number_key
from companion.ui.kit.pane import button, quiet_button
from companion.ui.kit.table_context import Play

V = TypeVar("V", bound=Enum)

#: The initial selection of players.
NOBODY: Final[tuple[int, ...]] = ()

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
    Gender.UNKNOWN: T("Not clear"),
    Gender.FEMALE: T("Female"),
    Gender.MALE: T("Male"),
    Gender.DIVERSE: T("Non-binary"),
}


def page(*controls: ft.Control, foot: ft.Control | None = None) -> ft.Control:
    """Return the content of a sheet; it scrolls above the foot, which stays in place."""
    # room for the label above a focused text field
    inside = scrolling(ft.Container(height=2.0), *controls)
    return form.footed(inside, foot) if foot else inside


def number(value: int | None) -> str:
    """Return a value as printed on a card, or a question mark for an unknown one."""
    return "?" if value is None else str(value)


def tick(play: Play[TableView], text: Text, on: bool, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return a tick box."""
    return design.tick(text=play.say(text), on=on, on_click=do, identifier=identifier)


def ticks(name: str, label: Text, names: Mapping[V, Text]) -> Subset:
    """Return a field in which any number of options can be ticked."""
    return Subset(name, label, _options(names))


def options(name: str, label: Text, names: Mapping[V, Text], *, optional: bool = False) -> Choice:
    """Return a field in which one option is chosen."""
    return Choice(name, label, _options(names), optional)


def _options(names: Mapping[V, Text]) -> tuple[Option, ...]:
    return tuple(Option(one, name) for one, name in names.items())


#: The field for the attributes that count.
ATTRIBUTES_ASKED: Final = ticks("attributes", T("What counts? (empty: the show decides)"), ATTRIBUTE)


#: How the keys of numbers are written, and the gap between two of them, in pixels.
KEY: Final = ft.TextThemeStyle.TITLE_MEDIUM
GAP: Final = 6.0


#: The values that one tap enters, and how many of their keys share a row.
_VALUES: Final = range(11)
_IN_A_ROW: Final = 6


def value_keys(
    play: Play[TableView], put: Callable[[int], None], one_more: Callable[[], None], identifier: str = "number"
) -> list[ft.Control]:
    """Return rows of keys for the value of a poet, and one that raises the last value by one."""
    numbers = [number_key(number, put, identifier, style=KEY) for number in _VALUES]
    more = design.key(
        words("+1", KEY), label=play.say(T("one more")), on_click=one_more, identifier=f"{identifier}-more"
    )
    return key_rows([*numbers, more], _IN_A_ROW, GAP)


def short(text: str) -> ft.Control:
    """Return the text on a key with a short answer."""
    return words(text, KEY, lines=1)


def tiles(
    play: Play[TableView],
    ways: Iterable[tuple[int, Text, str]],
    chosen: int | None,
    put: Callable[[int], None],
    identifier: str,
    *,
    optional: bool = False,
) -> ft.Control:
    """Return numbers to choose from, in a row.

    :param ways: each number with its name for screen readers and what its tile shows.
    """
    drawn = [
        design.Way(
            text=play.say(text),
            face=short(face),
            chosen=number == chosen,
            on_click=partial(put, number),
            identifier=f"{identifier}-{number}",
        )
        for number, text, face in ways
    ]
    return design.one_of(drawn, shape="tiles", optional=optional)


def die_keys(play: Play[TableView], chosen: int, put: Callable[[int], None], identifier: str = "die") -> ft.Control:
    """Return the faces of a die in a row, and the button that rolls it.

    :param chosen: the face that is chosen; 0 for none.
    """

    def rolled(face: int) -> None:
        if face != chosen:  # a tap on the chosen face clears it; a roll never does
            put(face)

    faces = [(face, T("a {n}", n=face), str(face)) for face in FACES]
    roll = roll_button(play.context, FACES, rolled, f"{identifier}-roll")
    return lines(tiles(play, faces, chosen, put, identifier, optional=True), beside(roll))


def stepper(
    play: Play[TableView], text: Text, value: int, low: int, high: int, put: Callable[[int], None], identifier: str
) -> ft.Control:
    """Return a number between a key that lowers it and one that raises it."""
    field = Number(identifier, text, low, high, value)
    return form.stepper(
        play.context, field, value, lambda change: put(change(value)), say=play.say, identifier=identifier
    )


def named(text: str, *more: ft.Control, badge: ft.Control | None = None) -> ft.Control:
    """Return a name behind its mark, with other controls at the end of the line."""
    title: ft.Control = words(text, ft.TextThemeStyle.TITLE_MEDIUM)
    if badge:
        title = beside(badge, ft.Container(title, expand=True, expand_loose=True), tight=True)
    return apart(title, *more) if more else title


def folder_button(play: Play[TableView], do: Callable[[], Any]) -> ft.Control:
    """Return the button that opens the card library."""
    return quiet_button(play, T("Card library"), do, "cards", icon=ft.Icons.FOLDER_OPEN_OUTLINED)


def new_button(play: Play[TableView], title: Text, do: Callable[[], Any], identifier: str) -> ft.Control:
    """Return the button that adds a card, above the known ones."""
    plus = ft.Icon(ft.Icons.ADD, size=24.0, color=ft.Colors.ON_SURFACE)
    return button(play, title, do, identifier, leading=plus, emphasis="tonal")


def what_counts(attributes: Sequence[Attribute]) -> Text:
    """Return the sentence that says what counts in a slam."""
    return T("What counts: {attributes}.", attributes=asked(attributes)) if attributes else T("The show decides.")
