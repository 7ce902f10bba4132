"""The cards this device knows: named, added, changed, removed."""

from collections.abc import Callable, Iterable
from typing import Final

import flet as ft

from companion.games.labtag.cards import FLAGS, LONGEST_NAME, VALUES, Card, tidy
from companion.games.labtag.collection import FILE, merged
from companion.games.labtag.messages import N, T, card_words
from companion.games.labtag.table.faces import card_face
from companion.games.labtag.table.page import centred
from companion.games.labtag.table.play import Play
from companion.kernel.explain import Explanation
from companion.kernel.text import Text
from companion.ui import parts, theme
from companion.ui.cards import CarriedCards, keep, remembered
from companion.ui.live import component, use_maybe, use_value
from companion.ui.pane import WHY
from companion.ui.parts.base import pressable, words

#: So many cards are shown at once; the others on demand.
SHOWN: Final = 40


@component
def CollectionBody(play: Play) -> ft.Control:
    """The cards known on this device: named, added, removed, and carried to another device as a file."""
    _, redraw = use_value(0)
    opened, open_card = use_maybe(Card)
    adding, add = use_value(False)
    said, say = use_maybe(Text)
    all_shown, show_all = use_value(False)
    known = remembered(play, FILE)

    def change(cards: Iterable[Card], what: Text) -> None:
        if keep(play, FILE, tuple(cards)):
            say(what)
            play.context.announce(play.say(what))
        close()

    def close() -> None:
        open_card(None)
        add(False)

    if opened or adding:
        return CardForm(
            play,
            opened,
            lambda old, new: change(merged([card for card in known if card != old], [new]), T("The card is kept.")),
            lambda old: change([card for card in known if card != old], T("The card is removed.")),
            close,
            key=f"card-{opened.to_text() if opened else ''}",
        )
    controls: list[ft.Control] = []
    if said:
        controls.append(parts.notice(kind="good", title=play.say(said), compact=True, identifier="card-said"))
    count = N(
        "{n} card is known; it can be picked by a tap.",
        "{n} cards are known; they can be picked by a tap.",
        n=len(known),
    )
    shown = sorted(known, key=_by_value)[: None if all_shown else SHOWN]
    more: list[ft.Control] = []
    if len(shown) < len(known):
        text = play.say(T("Show all {n} cards", n=len(known)))
        more.append(centred(parts.quiet_button(text=text, on_click=lambda _: show_all(True), identifier="cards-all")))
    controls += [
        words(play.say(count), ft.TextThemeStyle.BODY_LARGE),
        parts.verdict_button(title=play.say(T("New card")), on_click=lambda _: add(True), identifier="card-new"),
        *(_known_row(play, number, card, open_card) for number, card in enumerate(shown)),
        *more,
        CarriedCards(
            play,
            FILE,
            how=T("Cards known already stay."),
            taken=_news,
            on_taken=lambda: redraw(lambda n: n + 1),
            key="carried",
        ),
        ft.Container(height=theme.Space.l),
    ]
    return ft.Column(
        controls,
        spacing=theme.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _news(before: tuple[Card, ...], now: tuple[Card, ...]) -> Text:
    return N("{n} card is new.", "{n} cards are new.", n=len(set(now) - set(before)))


def _by_value(card: Card) -> tuple[int, int, str]:
    return -card.labtag, -card.points, card.name


def _known_row(play: Play, number: int, card: Card, open_card: Callable[[Card], None]) -> ft.Control:
    name = card.name or play.say(T("without a name"))
    row = ft.Row(
        [
            card_face(card),
            ft.Container(words(name, ft.TextThemeStyle.TITLE_MEDIUM, lines=2), expand=True),
            ft.Icon(ft.Icons.EDIT_OUTLINED, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=theme.Space.m,
    )
    return pressable(
        ft.Container(row, padding=4.0),
        on_click=lambda _: open_card(card),
        label=play.say(T("Change: {card}", card=card_words(card))),
        identifier=f"known-{number}",
        radius=theme.Radii.button,
    )


@component
def CardForm(
    play: Play,
    old: Card | None,
    on_keep: Callable[[Card | None, Card], None],
    on_remove: Callable[[Card], None],
    on_back: Callable[[], None],
) -> ft.Control:
    """A card's name and values; any card value there is, not only those with a key."""
    name, set_name = use_value(old.name if old else "")
    labtag, set_labtag = use_value(str(old.labtag) if old else "")
    corner, set_corner = use_value(old.corner if old else "")
    golden, set_golden = use_value(old.golden if old else False)
    wrong, set_wrong = use_value(False)
    card = _made(labtag, corner, golden, name)
    text = T(
        "LABTAG value {low} to {high}; card value {first} to {last}, or B, D, K, A",
        low=FLAGS.start,
        high=FLAGS.stop - 1,
        first=VALUES.start,
        last=VALUES.stop - 1,
    )
    limits: ft.Control
    if wrong and card is None:
        limits = parts.notice(
            kind="refusal",
            title=play.say(text),
            why_text=play.say(WHY),
            on_why=lambda _: play.why(Explanation(text, ("labtag.ruling.limits",))),
            compact=True,
            identifier="card-wrong",
        )
    else:
        limits = words(play.say(text), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT)

    def enter() -> None:
        if card:
            on_keep(old, card)
        else:
            set_wrong(True)
            play.context.announce(play.say(text))

    return ft.Column(
        [
            words(play.say(T("Card")), ft.TextThemeStyle.HEADLINE_SMALL),
            parts.text_input(
                label=play.say(T("Name of the card")),
                value=name,
                on_change=lambda event: set_name(event.control.value[:LONGEST_NAME]),
                identifier="card-name",
            ),
            ft.Row(
                [
                    parts.text_input(
                        label=play.say(T("LABTAG value")),
                        value=labtag,
                        on_change=lambda event: set_labtag(event.control.value),
                        expand=True,
                        identifier="card-labtag",
                    ),
                    parts.text_input(
                        label=play.say(T("Card value")),
                        value=corner,
                        on_change=lambda event: set_corner(event.control.value.upper()),
                        expand=True,
                        identifier="card-value",
                    ),
                ],
                spacing=theme.Space.s,
            ),
            ft.Semantics(
                content=ft.Switch(
                    label=play.say(T("golden LABTAG value")),
                    value=golden,
                    on_change=lambda event: set_golden(bool(event.control.value)),
                ),
                identifier="card-golden",
            ),
            limits,
            parts.verdict_button(
                title=play.say(T("Keep the card")),
                emphasis="primary",
                available=card is not None,
                on_click=lambda _: enter(),
                identifier="card-keep",
            ),
            *(
                [
                    parts.verdict_button(
                        title=play.say(T("Remove the card")),
                        on_click=lambda _: on_remove(old),
                        identifier="card-remove",
                    )
                ]
                if old
                else []
            ),
            centred(
                parts.quiet_button(
                    text=play.say(T("Back to all cards")),
                    outlined=False,
                    on_click=lambda _: on_back(),
                    identifier="card-back",
                )
            ),
        ],
        spacing=theme.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _made(labtag: str, corner: str, golden: bool, name: str) -> Card | None:
    """Return the card that was written down, if it is one."""
    try:
        return Card.from_text(f"{int(labtag)}{'*' if golden else ''}/{corner.strip()} {tidy(name)}")
    except ValueError:
        return None
