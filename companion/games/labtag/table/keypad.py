"""The keypad that puts down a card: LABTAG value, card value, gold, or a card known already."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Final

import flet as ft
from attrs import evolve

from companion.games.labtag.cards import FLAGS, SPECIALS, VALUES, Card, Special
from companion.games.labtag.collection import FILE
from companion.games.labtag.messages import SPECIAL_NAMES, T, card_words
from companion.games.labtag.table.faces import GOLD, ON_GOLD, PLACE_WIDTH, card_face, placed
from companion.games.labtag.table.page import LIBRARY, LIBRARY_ICON
from companion.kernel.explain import Explanation
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.cards import remembered
from companion.ui.desk import Desk
from companion.ui.live import component, still, use_latest, use_value
from companion.ui.pane import column
from companion.ui.parts.base import Handler, marked, pressable, words
from companion.ui.play import Play

#: Card values with a key of their own: those of a usual deck.
KEYS: Final = tuple(VALUES)[:10]
PER_ROW: Final = 7
#: Between two keys of a row.
SPACE: Final = 4.0
DIGITS: Final = ("12345", "67890")
LONGEST_FLAG: Final = len(str(FLAGS.stop - 1))
MOST_HINTS: Final = 30


@component
def Keypad(
    play: Play,
    draft: Sequence[Card],
    add: Callable[[Card], None],
    enter: Callable[[], None] | None,
    take_back: Callable[[], None] | None,
    cards: Callable[[], None],
) -> ft.Control:
    """The LABTAG value digit by digit, then the card value, which puts the card down; or a card known already."""
    typed, set_typed = use_value("")
    golden, set_golden = use_value(False)

    def put(card: Card) -> None:
        set_typed("")
        set_golden(False)
        add(card)

    def value(key: int | Special) -> None:
        if not typed:
            text = T("First the LABTAG value from the flag, then the card value.")
            play.refuse(Explanation(text, ("labtag.match.strength", "labtag.ruling.card_value_corner")))
            return
        play.refuse(None)
        card = Card(int(typed), key, golden)
        known = [each for each in remembered(play, FILE) if evolve(each, name="") == card]
        put(known[0] if len(known) == 1 and known[0] not in draft else card)

    def digit(key: str) -> None:
        set_typed(lambda old: (key if old == "0" else old + key)[:LONGEST_FLAG])

    def back() -> None:
        if typed:
            set_typed(typed[:-1])
        elif take_back:
            take_back()

    if enter:
        return column(
            parts.verdict_button(
                title=play.say(T("Enter these cards")),
                sublabel=play.say(T("A tap on a card takes it back.")),
                emphasis="primary",
                large=play.layout != "phone",
                on_click=lambda _: enter(),
                identifier="enter-cards",
            )
        )
    flag = play.say(T("LABTAG value {labtag}", labtag=typed)) if typed else play.say(T("LABTAG value?"))
    heading = ft.Row(
        [
            ft.Semantics(
                content=words(flag, ft.TextThemeStyle.HEADLINE_SMALL), container=True, identifier="typed", expand=True
            ),
            parts.icon_button(
                icon=LIBRARY_ICON,
                label=play.say(LIBRARY),
                on_click=lambda _: cards(),
                identifier="collection",
            ),
        ]
    )
    rows: list[ft.Control] = [heading]
    hints = _hints(play, draft, typed, golden)
    if hints:
        rows.append(_hint_row(play, hints, put))
    latest = use_latest(digit=digit, value=value, back=back, turn_golden=lambda: set_golden(not golden))
    rows.append(Keys(play.desk, golden, latest))
    return ft.Column(rows, spacing=4.0, tight=True)


@still
def Keys(desk: Desk, golden: bool, latest: SimpleNamespace) -> ft.Control:
    """The keys themselves; most taps change none of them."""
    gold_ink = ON_GOLD if golden else ft.Colors.ON_SURFACE
    ends = (
        _key(
            ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=20.0),
            on_click=lambda _: latest.back(),
            label=desk.say(T("Take the last one back")),
            identifier="rub-out",
        ),
        _key(
            ft.Column(
                [
                    ft.Icon(ft.Icons.STAR if golden else ft.Icons.STAR_BORDER, size=18.0, color=gold_ink),
                    words(desk.say(T("golden")), ft.TextThemeStyle.LABEL_SMALL, color=gold_ink, lines=1),
                ],
                spacing=0.0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            ground=GOLD if golden else look.SHEET,
            on_click=lambda _: latest.turn_golden(),
            label=desk.say(T("golden: yes") if golden else T("golden: no")),
            identifier="golden",
        ),
    )
    rows: list[ft.Control] = []
    for digits, end in zip(DIGITS, ends, strict=True):
        keys = [
            _key(
                words(key, ft.TextThemeStyle.TITLE_LARGE),
                on_click=lambda _, key=key: latest.digit(key),
                label=key,
                identifier=f"digit-{key}",
            )
            for key in digits
        ]
        rows.append(ft.Row([*keys, end], spacing=SPACE))
    rows.append(
        words(
            desk.say(T("The card value puts the card down:")),
            ft.TextThemeStyle.LABEL_LARGE,
            color=ft.Colors.ON_SURFACE_VARIANT,
        )
    )
    corners: list[int | Special] = [*KEYS, *SPECIALS]
    for start in range(0, len(corners), PER_ROW):
        line = [_value_key(desk, each, latest) for each in corners[start : start + PER_ROW]]
        rows.append(ft.Row(line, spacing=SPACE))
    return ft.Column(rows, spacing=4.0, tight=True)


def _value_key(desk: Desk, value: int | Special, latest: SimpleNamespace) -> ft.Control:
    if isinstance(value, Special):
        corner, label, ink, ground = value.value, SPECIAL_NAMES[value], ft.Colors.ON_PRIMARY, ft.Colors.PRIMARY
    else:
        label = T("card value {value}", value=value)
        corner, ink, ground = str(value), ft.Colors.ON_SURFACE, ft.Colors.PRIMARY_CONTAINER
    return _key(
        words(corner, ft.TextThemeStyle.TITLE_LARGE, color=ink),
        on_click=lambda _: latest.value(value),
        label=desk.say(label),
        identifier=f"value-{corner}",
        ground=ground,
    )


def _key(
    face: ft.Control,
    *,
    on_click: Handler,
    label: str,
    identifier: str,
    ground: ft.ColorValue = look.SHEET,
) -> ft.Control:
    """Return a key of as few controls as can be: there are many of them, and each is drawn with every new match."""
    button = ft.TextButton(
        content=face,
        on_click=on_click,
        height=48.0,
        style=ft.ButtonStyle(
            padding=0.0,
            bgcolor=ground,
            shape=ft.RoundedRectangleBorder(radius=8.0),
            side=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE_VARIANT),
        ),
    )
    key = marked(button, identifier=identifier, label=label)
    key.expand = True
    return key


def _hints(play: Play, draft: Sequence[Card], typed: str, golden: bool) -> list[Card]:
    """Return the cards known already that fit what is typed, the latest first."""
    known = [card for card in remembered(play, FILE)[::-1] if card not in draft]
    fitting = [card for card in known if str(card.labtag).startswith(typed) and (card.golden or not golden)]
    return sorted(fitting, key=lambda card: card.labtag)[:MOST_HINTS] if typed else fitting[:MOST_HINTS]


def _hint_row(play: Play, hints: Sequence[Card], put: Callable[[Card], None]) -> ft.Control:
    def tile(number: int, card: Card) -> ft.Control:
        name = ft.Container(words(card.name, ft.TextThemeStyle.LABEL_SMALL, lines=1), width=PLACE_WIDTH)
        return pressable(
            ft.Column([placed(card_face(card)), name], spacing=0.0, tight=True),
            on_click=lambda _: put(card),
            label=play.say(card_words(card)),
            identifier=f"hint-{number}",
            radius=7.0,
        )

    tiles = [tile(number, card) for number, card in enumerate(hints)]
    return ft.Row(tiles, spacing=2.0, scroll=ft.ScrollMode.AUTO, vertical_alignment=ft.CrossAxisAlignment.START)
