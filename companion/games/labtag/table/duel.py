"""The match: two groups that meet, and their cards as they are told."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft

from companion.games.labtag.cards import Card
from companion.games.labtag.collection import FILE, Collection
from companion.games.labtag.messages import T, card_name, card_words
from companion.games.labtag.reports import Revealed
from companion.games.labtag.table.faces import FACE_HEIGHT, FACE_WIDTH, card_face, placed
from companion.games.labtag.table.keypad import Keypad
from companion.games.labtag.table.page import FEW
from companion.games.labtag.table.play import Play
from companion.games.labtag.table.telling import Telling
from companion.games.labtag.view import TableView
from companion.kernel.text import Player
from companion.ui import theme
from companion.ui.cards import remember
from companion.ui.live import component, use_value
from companion.ui.pane import column, pane
from companion.ui.parts.base import drawing, pressable, words
from companion.ui.screens.table import prompt

#: What was entered on a page but not reported yet, so that a look at the history loses nothing.
_tellings: Final[WeakKeyDictionary[ft.Page, dict[tuple[int, int], Telling]]] = WeakKeyDictionary()


@component
def Duel(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """The two groups that meet, and the keypad that fills them; they count when they are entered, not before."""
    match = view.match
    assert match
    _, redraw = use_value(0)
    telling = _tellings.setdefault(play.context.page, {}).setdefault((id(play.session), view.match_number), Telling())
    telling.meet({seat: _size(view, seat) for seat in match.seats if match.told(seat) is None})

    def changed() -> None:
        play.refuse(None)
        redraw(lambda n: n + 1)

    def choose(seat: int) -> None:
        telling.chosen = seat
        changed()

    def take_back(seat: int, number: int) -> None:
        telling.take_back(seat, number)
        changed()

    def enter() -> None:
        # If none is complete, the game says what is missing.
        for seat in telling.complete or telling.begun:
            action = Revealed(seat, telling.laid(seat))
            if play.session.game.refusal(play.session.record.state, action) is None:
                remember(play, FILE, Collection(action.cards))
            play.report(action)

    sides: list[ft.Control] = []
    for of in match.seats:
        told = match.told(of)
        sides.append(
            _side(
                play,
                view,
                of,
                telling.laid(of) if told is None else told,
                active=of == telling.seat,
                told=told is not None,
                on_choose=partial(choose, of),
                on_card=partial(take_back, of),
            )
        )
    versus = ft.Row(sides, spacing=theme.Space.s, vertical_alignment=ft.CrossAxisAlignment.START)
    duel = versus if play.roomy and max(_size(view, of) for of in match.seats) <= FEW else column(*sides)
    keypad = Keypad(play, telling, changed, enter, cards, key="keypad")
    next_ = T("Is everything right? Then enter the cards.")
    if telling.seat is not None and telling.lacking(telling.seat):
        next_ = T("Which cards does {player} turn up?", player=Player(telling.seat))
    return pane(play, [prompt(play, text=next_), duel], keypad)


def _size(view: TableView, seat: int) -> int:
    assert view.match
    return view.seats[seat].groups[view.match.groups[view.match.seats.index(seat)]].size


def _side(
    play: Play,
    view: TableView,
    seat: int,
    cards: Sequence[Card],
    *,
    active: bool,
    told: bool,
    on_choose: Callable[[], None],
    on_card: Callable[[int], None],
) -> ft.Control:
    """A player's group in the match: a place for every card; a tap on a card takes it back."""
    assert view.match
    number = view.match.groups[view.match.seats.index(seat)]
    size = _size(view, seat)
    faces: list[ft.Control] = []
    for at in range(size):
        if at < len(cards):
            card = cards[at]
            said = play.say(card_words(card))
            if active:
                label = play.say(T("Take back: {card}", card=card_words(card)))
                face = pressable(
                    placed(card_face(card)),
                    on_click=_call(on_card, at),
                    label=label,
                    identifier=f"card-{seat}-{at}",
                    radius=7.0,
                )
            else:
                face = drawing(placed(card_face(card)), label=said, identifier=f"card-{seat}-{at}")
        else:
            next_ = active and at == len(cards)
            face = drawing(
                placed(
                    ft.Container(
                        width=FACE_WIDTH,
                        height=FACE_HEIGHT,
                        border_radius=7.0,
                        border=ft.Border.all(2.0 if next_ else 1.0, ft.Colors.PRIMARY if next_ else ft.Colors.OUTLINE),
                    )
                ),
                label=play.say(T("card {number} of {n}", number=at + 1, n=size)),
            )
        faces.append(face)
    title = play.say(T("{player}, group {number}", player=Player(seat), number=number + 1))
    marks: list[ft.Control] = [ft.Container(words(title, ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True)]
    if told:
        tick = ft.Icon(ft.Icons.CHECK_CIRCLE_OUTLINE, size=20.0, color=ft.Colors.PRIMARY)
        tick.semantics_label = play.say(T("entered"))
        marks.append(tick)
    else:
        count = play.say(T("{entered} of {n}", entered=len(cards), n=size))
        marks.append(words(count, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT))
    heading: ft.Control = ft.Row(marks, spacing=theme.Space.s)
    if play.roomy or not (told or active):
        heading = ft.Container(heading, padding=ft.Padding.symmetric(vertical=12.0))
    if not told and not active:
        heading = pressable(
            heading,
            on_click=lambda _: on_choose(),
            label=play.say(T("Enter the cards of {player}", player=Player(seat))),
            identifier=f"side-{seat}",
            radius=theme.Radii.button,
        )
    inside = [heading, ft.Row(faces, wrap=True, spacing=0.0, run_spacing=6.0)]
    if play.layout == "phone" and not active:
        names = "  ·  ".join(play.say(card_name(card)) for card in cards)
        inside[1:] = [words(names, ft.TextThemeStyle.BODY_MEDIUM, lines=1)] if cards else []
    box = ft.Container(
        ft.Column(inside, spacing=6.0, tight=True),
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s),
        bgcolor=theme.SHEET,
        border_radius=theme.Radii.paper,
        border=ft.Border.all(2.5, ft.Colors.PRIMARY) if active else ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=box, container=True, identifier=f"duel-{seat}", expand=True)


def _call(do: Callable[[int], None], number: int) -> Callable[[Any], None]:
    return lambda _: do(number)
