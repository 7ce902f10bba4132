"""The keypad that enters a card: LABTAG value, card value, gold, or a known card."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Final

import flet as ft

from companion.games.labtag.card_library import FILE
from companion.games.labtag.cards import SPECIALS, VALUES, Card, Special
from companion.games.labtag.messages import SPECIAL_NAMES, T, card_words
from companion.games.labtag.table.draft import MatchDraft
from companion.games.labtag.table.faces import GOLD, ON_GOLD, PLACE_WIDTH, card_face, placed
from companion.games.labtag.table.page import library_button
from companion.games.labtag.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player
from companion.ui import design
from companion.ui.design import theme
from companion.ui.design.base import marked, pressable, soft, words
from companion.ui.design.layout import beside, column, lines, stacked, wide
from companion.ui.design.text_fit import evenly, reach
from companion.ui.kit.number_keys import TWO_LINES, backspace_key, digit_rows, key_rows
from companion.ui.kit.page import PageContext
from companion.ui.kit.remembered_cards import remembered
from companion.ui.kit.table_context import Play
from companion.ui.runtime.hooks import component, memo_component, use_latest, use_value

#: The card values with a key of their own, those of a usual deck, and the most keys in a row.
KEYS: Final = tuple(VALUES)[:10]
PER_ROW: Final = 7
GOLDEN: Final = T("golden")
#: The gap between two keys, in pixels.
SPACE: Final = 4.0
RUB_OUT: Final = T("Remove the last one")
MOST_HINTS: Final = 30


@component
def Keypad(
    play: Play[TableView],
    draft: MatchDraft,
    changed: Callable[[], None],
    enter: Callable[[], None],
    open_library: Callable[[], None],
) -> ft.Control:
    """The LABTAG value digit by digit, then the card value, which enters the card; or a known card.

    :param changed: called when a card was entered or taken back.
    :param enter: reports the complete groups.
    """
    _, redraw = use_value(0)

    def answer(refusal: Explanation | None) -> None:
        if refusal:
            play.actions.refuse(refusal)
        redraw(lambda n: n + 1)

    def put(refusal: Explanation | None) -> None:
        answer(refusal)
        if not refusal:
            changed()

    def back() -> None:
        if draft.rub_out():
            changed()
        answer(None)

    def turn_golden() -> None:
        draft.golden = not draft.golden
        answer(None)

    def known() -> tuple[Card, ...]:
        return remembered(play, FILE).cards

    latest = use_latest(
        digit=lambda key: answer(draft.key(key, known())),
        value=lambda value: put(draft.value(value, known())),
        back=back,
        turn_golden=turn_golden,
    )
    # the hints appear and disappear, so they are above the keys, which then stay in place
    across, worded = _across(play)
    rows = [_heading(play, draft, enter, open_library), Keys(play.context, draft.golden, latest, across, worded)]
    hints = _hints(play, draft.draft, draft.typed, draft.golden)
    if hints and draft.open:
        rows.insert(0, _hint_row(play, hints, lambda card: put(draft.put(card))))
    return ft.Column(rows, spacing=4.0, tight=True)


def _heading(
    play: Play[TableView], draft: MatchDraft, enter: Callable[[], None], open_library: Callable[[], None]
) -> ft.Control:
    """Return the line above the keys: the digits typed so far, the enter key and the card library."""
    typed, enter_key = _typed(play, draft.typed, waiting=draft.open), _enter_key(play, draft.complete, enter)
    library = library_button(play, open_library)
    if play.context.large:
        heading = column(typed, beside(wide(enter_key), library))
    else:
        heading = beside(wide(typed), enter_key, library)
    heading.key = "heading"
    return heading


def _across(play: Play[TableView]) -> tuple[int, bool]:
    """Return how many card values share a row, and whether the star has room for a caption."""
    corners = [*map(str, KEYS), *(special.value for special in SPECIALS)]
    most = play.layout.across(
        corners, ft.TextThemeStyle.TITLE_LARGE, PER_ROW, around=SPACE, gap=SPACE, least=theme.Space.target
    )
    beside_digits = len(TWO_LINES[0]) + 1
    golden = play.layout.across(
        [play.say(GOLDEN)], ft.TextThemeStyle.LABEL_SMALL, beside_digits, around=SPACE, gap=SPACE
    )
    return evenly(len(corners), most), golden == beside_digits


def _typed(play: Play[TableView], typed: str, *, waiting: bool) -> ft.Control:
    text = ""
    if typed:
        text = play.say(T("LABTAG value {labtag}", labtag=typed))
    elif waiting:
        text = play.say(T("LABTAG value?"))
    # the question may be long; the digits are read from a distance
    line = words(text, ft.TextThemeStyle.HEADLINE_SMALL if typed else ft.TextThemeStyle.TITLE_MEDIUM)
    return ft.Semantics(content=line, container=True, identifier="typed")


def _enter_key(play: Play[TableView], complete: Sequence[int], enter: Callable[[], None]) -> ft.Control:
    """Return the key that reports the complete groups; it never moves, so that it is not hit by mistake."""
    ink = ft.Colors.ON_PRIMARY if complete else ft.Colors.ON_SURFACE_VARIANT
    label = T("Enter these cards")
    if complete:
        label = T("Enter the cards of {players}", players=Listing(tuple(map(Player, complete))))
    button = ft.TextButton(
        content=words(play.say(T("Enter cards")), ft.TextThemeStyle.TITLE_MEDIUM, color=ink),
        on_click=lambda _: enter(),
        height=None if play.context.large else 48.0,
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=reach(ft.TextThemeStyle.TITLE_MEDIUM)),
            bgcolor=ft.Colors.PRIMARY if complete else ft.Colors.TRANSPARENT,
            shape=ft.RoundedRectangleBorder(radius=theme.Radii.button),
            side=ft.BorderSide(width=1.0, color=ft.Colors.PRIMARY if complete else ft.Colors.OUTLINE_VARIANT),
        ),
    )
    return marked(button, identifier="enter-cards", label=play.say(label))


@memo_component
def Keys(context: PageContext, golden: bool, latest: SimpleNamespace, across: int, worded: bool) -> ft.Control:
    """The keys; they are memoized, since most taps change none of them.

    :param across: how many card values share a row.
    :param worded: whether the star has a caption.
    """
    gold_ink = ON_GOLD if golden else ft.Colors.ON_SURFACE
    star = ft.Icon(ft.Icons.STAR if golden else ft.Icons.STAR_BORDER, size=18.0, color=gold_ink)
    word = words(context.say(GOLDEN), ft.TextThemeStyle.LABEL_SMALL, color=gold_ink, lines=1)
    ends = (
        backspace_key(context.say(RUB_OUT), lambda: latest.back()),
        design.key(
            stacked(star, word, spacing=0.0) if worded else star,
            ground=GOLD if golden else theme.SHEET,
            on_click=lambda: latest.turn_golden(),
            label=context.say(T("golden: yes") if golden else T("golden: no")),
            identifier="golden",
        ),
    )
    corners: list[int | Special] = [*KEYS, *SPECIALS]
    return lines(
        *digit_rows(TWO_LINES, lambda digit: latest.digit(digit), ends),
        soft(context.say(T("Tap the card value to lay the card:")), ft.TextThemeStyle.LABEL_LARGE),
        *key_rows([_value_key(context, each, latest) for each in corners], across, SPACE),
        spacing=4.0,
    )


def _value_key(context: PageContext, value: int | Special, latest: SimpleNamespace) -> ft.Control:
    if isinstance(value, Special):
        text, label, ink, ground = value.value, SPECIAL_NAMES[value], ft.Colors.ON_PRIMARY, ft.Colors.PRIMARY
    else:
        text, label = str(value), T("card value {value}", value=value)
        ink, ground = ft.Colors.ON_SURFACE, ft.Colors.PRIMARY_CONTAINER
    face = words(text, ft.TextThemeStyle.TITLE_LARGE, color=ink)
    return design.key(
        face,
        label=context.say(label),
        on_click=lambda: latest.value(value),
        ground=ground,
        identifier=f"value-{text}",
    )


def _hints(play: Play[TableView], draft: Sequence[Card], typed: str, golden: bool) -> list[Card]:
    """Return the known cards that match the input, the latest first."""
    known = [card for card in remembered(play, FILE).cards[::-1] if card not in draft]
    fitting = [card for card in known if str(card.labtag).startswith(typed) and (card.golden or not golden)]
    return sorted(fitting, key=lambda card: card.labtag)[:MOST_HINTS] if typed else fitting[:MOST_HINTS]


def _hint_row(play: Play[TableView], hints: Sequence[Card], put: Callable[[Card], None]) -> ft.Control:
    def tile(number: int, card: Card) -> ft.Control:
        name = ft.Container(words(card.name, ft.TextThemeStyle.LABEL_SMALL, lines=1), width=PLACE_WIDTH)
        hint = pressable(
            ft.Column([placed(card_face(card)), name], spacing=0.0, tight=True),
            on_click=lambda _: put(card),
            label=play.say(card_words(card)),
            identifier=f"hint-{number}",
            radius=7.0,
        )
        hint.key = card.to_text()  # so that a tap enters the card under the finger even if a digit has moved it
        return hint

    tiles = [tile(number, card) for number, card in enumerate(hints)]
    return ft.Row(tiles, spacing=2.0, scroll=ft.ScrollMode.AUTO, vertical_alignment=ft.CrossAxisAlignment.START)
