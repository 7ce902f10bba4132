"""The table of Schlafmütze on the screen: the circle as a clock, one big "Halt!", and the vote."""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, Final

import flet as ft
import flet.canvas as cv

from companion.games.schlafmuetze import words as wordcheck
from companion.games.schlafmuetze.actions import (
    Agreed,
    CannotOpen,
    CircleTold,
    ColourNamed,
    Doubted,
    Finish,
    GoesOn,
    Halt,
    HandsCounted,
    Laid,
    LastCardLaid,
    NextRound,
    NobodyDoubts,
    NoColourLeft,
    NotAgreed,
    Recount,
    SpeedDispute,
    Stuck,
    TopTold,
    Voted,
    WrongCard,
)
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import (
    COLOURS,
    PILES,
    Card,
    Colour,
    Counting,
    Disputed,
    GameOver,
    Halted,
    LastCard,
    Naming,
    Opening,
    RoundOver,
    Running,
    Voting,
)
from companion.games.schlafmuetze.view import Lying, TableView, Vote
from companion.kernel.explain import Explanation
from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Listing, Player, Text
from companion.storage.trouble import StorageError
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.dialogs import sheet as above
from companion.ui.form import OfferForm
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import drawing, pressable, words
from companion.ui.play import Play, TableScreen
from companion.ui.screens.table import prompt, told_card

#: The cards' colours by day and night alike, as they are printed, and what is written on them.
_GROUND: Final = {
    Colour.RED: "#A93226",
    Colour.BLUE: "#2A5599",
    Colour.GREEN: "#2B6B45",
    Colour.YELLOW: "#E2B33B",
}
_INK: Final = {
    Colour.RED: "#FFFFFF",
    Colour.BLUE: "#FFFFFF",
    Colour.GREEN: "#FFFFFF",
    Colour.YELLOW: "#241C08",
}
#: Each colour has a shape of its own, as corners in a unit square; red is round.
_SHAPES: Final[dict[Colour, tuple[tuple[float, float], ...]]] = {
    Colour.RED: (),
    Colour.BLUE: ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    Colour.GREEN: ((0.5, 0.04), (0.98, 0.92), (0.02, 0.92)),
    Colour.YELLOW: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
}
#: Where the words typed at this device are kept.
_SETTING: Final = "words.schlafmuetze"
_LONGEST: Final = 24


@component
def SchlafmuetzeTable(play: Play) -> ft.Control:
    """What to do next, the circle or what is being settled, and the buttons under the thumb."""
    view: TableView = play.view
    pile, pick = use_maybe(int)
    writing, write = use_maybe(int)
    dialog: ft.Control | None = None
    title = play.say(T("Word of a pile"))
    if writing is not None and view.every_card:
        if writing < 0:
            title = play.say(T("Words of the circle"))
            dialog = CircleWords(play, on_done=lambda: write(None), key="circle-words")
        else:
            dialog = PileWord(play, writing, on_done=lambda: write(None), key=f"pile-word-{writing}")
    ft.use_dialog(
        above(play.desk, title=title, content=dialog, layout=play.layout, on_close=lambda: write(None))
        if dialog
        else None
    )
    if not (view.every_card and isinstance(view.state_phase, Opening | Running)):
        pile = None
    middle = ft.ListView(
        [
            prompt(play, leading=_demanded(play, view)),
            *_middle(play, view, pile, pick),
            *[_note(play, note) for note in view.notes],
            *told_card(play),
        ],
        spacing=look.Space.s,
        padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=look.Space.s),
        expand=True,
    )
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    return ft.Column(
        [
            middle,
            ft.Container(
                _buttons(play, view, pile, pick, write),
                padding=ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs),
            ),
        ],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _demanded(play: Play, view: TableView) -> ft.Control | None:
    """The colour on which the next card goes, at the head of the prompt."""
    if view.colour is None or not isinstance(view.state_phase, Running):
        return None
    size = 44.0 if play.layout == "phone" else 60.0
    box = ft.Container(
        _shape(view.colour, size * 0.55, _INK[view.colour]),
        width=size,
        height=size,
        bgcolor=_GROUND[view.colour],
        border_radius=8.0,
        alignment=ft.Alignment.CENTER,
    )
    return drawing(box, label=play.say(COLOUR_NAMES[view.colour]), identifier=f"demanded-{view.colour.value}")


def _middle(play: Play, view: TableView, pile: int | None, pick: Callable[[int | None], None]) -> list[ft.Control]:
    """What lies on the table, or what is being settled."""
    match view.state_phase:
        case Opening() | Running() | LastCard():
            circle = [_clock(play, view, pile, pick)] if view.every_card else [_centre(play, view)]
            return [*circle, _players(play, view)]
        case Halted():
            return [DoubtForm(play, key=f"doubt-{play.session.version}")]
        case Voting():
            assert view.vote
            return [_tally(play, view.vote), *_word_check(play, view.vote)]
        case Counting():
            offer = next(offer for offer in play.offers if offer.kind is HandsCounted)
            return [OfferForm(offer, play.say, play.report, key=f"counting-{view.round}"), _players(play, view)]
        case RoundOver() | GameOver():
            return [_result(play, view)]
        case _:
            return [_players(play, view)]


def _note(play: Play, note: Explanation) -> ft.Control:
    title = "schlafmuetze.score.title" in note.rules
    return parts.notice(
        kind="warning" if title or "schlafmuetze.doubt.tip" in note.rules else "info",
        title=play.say(note.text),
        why_text=play.say(T("Why?")),
        on_why=lambda _: play.why(note),
        compact=True,
        identifier=f"note-{note.rules[0].rsplit('.', 1)[-1]}",
    )


# Colours and shapes


def _shape(colour: Colour, size: float, ink: str) -> ft.Control:
    paint = ft.Paint(color=ink)
    corners = _SHAPES[colour]
    if not corners:
        shapes: list[cv.Shape] = [cv.Circle(size / 2, size / 2, size * 0.46, paint=paint)]
    else:
        (x, y), *more = [(size * x, size * y) for x, y in corners]
        path: list[cv.Path.PathElement] = [cv.Path.MoveTo(x, y), *[cv.Path.LineTo(*at) for at in more], cv.Path.Close()]
        shapes = [cv.Path(elements=path, paint=paint)]
    return cv.Canvas(shapes=shapes, width=size, height=size)


def _swatch(
    colour: Colour,
    *,
    on_click: Callable[..., None],
    label: str,
    identifier: str,
    text: str | None = None,
    height: float = 48.0,
    dimmed: bool = False,
) -> ft.Control:
    """A button in a card's colour, with its shape."""
    inside: list[ft.Control] = [_shape(colour, 20.0, _INK[colour])]
    if text is not None:
        inside.append(words(text, ft.TextThemeStyle.TITLE_MEDIUM, color=_INK[colour], lines=1))
    box = ft.Container(
        ft.Row(inside, alignment=ft.MainAxisAlignment.CENTER, spacing=look.Space.s, tight=True),
        height=height,
        bgcolor=_GROUND[colour],
        border_radius=look.Radii.button,
        alignment=ft.Alignment.CENTER,
        opacity=0.35 if dimmed else 1.0,
    )
    button = pressable(box, on_click=on_click, label=label, identifier=identifier, radius=look.Radii.button)
    button.expand = True
    return button


# The circle


def _clock(play: Play, view: TableView, pile: int | None, pick: Callable[[int | None], None]) -> ft.Control:
    """The twelve piles as the hours of a clock; those that may be used stand out."""
    phone = play.layout == "phone"
    wide = min(float(play.desk.page.width or 390), 480.0) - 2 * look.Space.m if phone else 620.0
    high = 312.0 if phone else 400.0
    card_wide, card_high = (64.0, 50.0) if phone else (104.0, 64.0)
    piles: list[ft.Control] = []
    for at, card in enumerate(view.circle):
        angle = 2 * math.pi * at / PILES
        usable = view.colour is None or card.colour in (None, view.colour)
        piles.append(
            ft.Container(
                _pile(play, at, card, usable=usable, chosen=at == pile, size=(card_wide, card_high), pick=pick),
                left=(wide - card_wide) / 2 * (1 + math.sin(angle)),
                top=(high - card_high) / 2 * (1 - math.cos(angle)),
                width=card_wide,
                height=card_high,
            )
        )
    inner = wide - 2 * card_wide - 2 * look.Space.m
    centre = ft.Container(
        _centre(play, view),
        left=(wide - inner) / 2,
        top=card_high + look.Space.s,
        width=inner,
        height=high - 2 * card_high - 2 * look.Space.s,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Row(
        [ft.Stack([centre, *piles], width=wide, height=high)],
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _pile(
    play: Play,
    at: int,
    card: Card,
    *,
    usable: bool,
    chosen: bool,
    size: tuple[float, float],
    pick: Callable[[int | None], None],
) -> ft.Control:
    wide, high = size
    ground = _GROUND[card.colour] if card.colour else ft.Colors.SURFACE_CONTAINER_HIGHEST
    ink = _INK[card.colour] if card.colour else ft.Colors.ON_SURFACE
    sign = _shape(card.colour, 16.0, _INK[card.colour]) if card.colour else words("?", ft.TextThemeStyle.TITLE_SMALL)
    number = words(str(hour(at)), ft.TextThemeStyle.LABEL_SMALL, color=ink)
    lines: list[ft.Control] = [
        ft.Row(
            [sign, number],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if card.word:
        style = ft.TextThemeStyle.LABEL_SMALL if wide < 80 else ft.TextThemeStyle.TITLE_SMALL
        lines.append(words(card.word, style, color=ink, lines=1))
    face = ft.Container(
        ft.Column(lines, spacing=1.0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        width=wide,
        height=high,
        padding=ft.Padding.symmetric(horizontal=7.0, vertical=3.0),
        bgcolor=ground,
        border_radius=9.0,
        border=ft.Border.all(3.0, ft.Colors.ON_SURFACE) if chosen else None,
        opacity=1.0 if usable or chosen else 0.4,
        alignment=ft.Alignment.CENTER,
    )
    label = play.say(T("{hour} o'clock: {card}", hour=hour(at), card=card_name(card)))
    if not usable:
        label = play.say(T("{hour} o'clock: {card}, not now", hour=hour(at), card=card_name(card)))
    return pressable(
        face,
        on_click=lambda _: _choose(play, at, chosen=chosen, pick=pick),
        label=label,
        identifier=f"pile-{hour(at)}",
        radius=9.0,
    )


def _choose(play: Play, at: int, *, chosen: bool, pick: Callable[[int | None], None]) -> None:
    """Choose a pile for the next card; one of the wrong colour says why not."""
    view: TableView = play.view
    if chosen:
        pick(None)
        return
    if not isinstance(view.state_phase, Opening | Running):
        return
    seats = _laying(view)
    refused = play.session.game.refusal(play.session.record.state, Laid(seats[0], at, COLOURS[0]))
    if refused:
        play.refuse(refused)
    pick(None if refused else at)


def _laying(view: TableView) -> tuple[int, ...]:
    """Return who may lay the next card."""
    match view.state_phase:
        case Opening(asked):
            return (asked,)
        case Running(claimed) if claimed is not None:
            return (claimed,)
        case _:
            return tuple(seat for seat in range(len(view.chips)) if seat != view.pausing)


def _centre(play: Play, view: TableView) -> ft.Control:
    """Inside the circle: chips and stock, and who pauses."""
    number = play.desk.renderer().number
    facts = ft.Row(
        [
            parts.value_fact(
                value=number(max(0, view.middle)),
                caption=play.say(T("Chips")),
                label=play.say(T("Chips in the middle: {n}", n=max(0, view.middle))),
            ),
            parts.value_fact(
                value=number(view.stock),
                caption=play.say(T("Stock")),
                label=play.say(T("Cards in the stock: {n}", n=view.stock)),
            ),
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=look.Space.xl,
    )
    lines: list[ft.Control] = [facts]
    if view.pausing is not None:
        pausing = ft.Row(
            [
                ft.Icon(ft.Icons.BEDTIME_OUTLINED, size=20.0, color=ft.Colors.PRIMARY),
                words(
                    play.say(T("{player} pauses", player=Player(view.pausing))),
                    ft.TextThemeStyle.TITLE_MEDIUM,
                    color=ft.Colors.PRIMARY,
                    lines=2,
                ),
            ],
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=6.0,
            tight=True,
        )
        lines.append(pausing)
    return ft.Column(
        lines,
        spacing=look.Space.s,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _players(play: Play, view: TableView) -> ft.Control:
    """Everybody's cards, chips and minus points; a tap counts anew."""
    recounts = {dict(offer.given)["seat"]: offer for offer in play.offers if offer.kind is Recount}
    tiles = [_player(play, view, seat, recounts.get(seat)) for seat in range(len(view.chips))]
    per_row = 2 if play.layout == "phone" else 4
    rows = [
        ft.Row([*tiles[at : at + per_row], *_room(per_row - len(tiles[at : at + per_row]))], spacing=look.Space.s)
        for at in range(0, len(tiles), per_row)
    ]
    return ft.Column(list(rows), spacing=look.Space.s, tight=True)


def _room(number: int) -> list[ft.Control]:
    return [ft.Container(expand=True) for _ in range(number)]


def _player(play: Play, view: TableView, seat: int, recount: Offer | None) -> ft.Control:
    said: list[Text] = []
    shown: list[ft.Control] = []
    if view.hands is not None:
        said.append(N("{n} card", "{n} cards", n=view.hands[seat]))
        shown += _counted(ft.Icons.STYLE_OUTLINED, str(view.hands[seat]))
    if view.chips[seat]:
        said.append(N("{n} chip", "{n} chips", n=view.chips[seat]))
        shown += _counted(ft.Icons.TOLL_OUTLINED, str(view.chips[seat]))
    said.append(T("{n} minus points", n=view.totals[seat]))
    marks: list[ft.Control] = []
    if seat == view.pausing:
        said.insert(0, T("pauses"))
        marks.append(ft.Icon(ft.Icons.BEDTIME_OUTLINED, size=18.0, color=ft.Colors.PRIMARY))
    if seat == view.dealer:
        said.append(T("deals"))
        marks.append(ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT))
    total = words(
        play.desk.renderer().number(view.totals[seat]), ft.TextThemeStyle.TITLE_LARGE, color=ft.Colors.PRIMARY
    )
    left = ft.Column(
        [
            ft.Row([words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1), *marks], spacing=6.0, tight=True),
            ft.Row(shown, spacing=4.0, tight=True),
        ],
        spacing=0.0,
        tight=True,
        expand=True,
    )
    tile = ft.Container(
        ft.Row([left, total], vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=6.0),
        bgcolor=look.SHEET,
        border_radius=look.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    label = play.say(T("{player}: {facts}", player=Player(seat), facts=Listing(tuple(said))))
    whole: ft.Control
    if recount:
        whole = pressable(tile, on_click=lambda _: play.take(recount), label=label, identifier=f"player-{seat}")
    else:
        whole = ft.Semantics(
            content=tile, label=label, container=True, exclude_semantics=True, identifier=f"player-{seat}"
        )
    whole.expand = True
    return whole


def _counted(icon: ft.IconData, number: str) -> list[ft.Control]:
    return [
        ft.Icon(icon, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
        words(number, ft.TextThemeStyle.TITLE_MEDIUM),
        ft.Container(width=4.0),
    ]


# The buttons under the thumb


def _buttons(
    play: Play,
    view: TableView,
    pile: int | None,
    pick: Callable[[int | None], None],
    write: Callable[[int | None], None],
) -> ft.Control:
    offers = {offer.kind: offer for offer in play.offers}
    match view.state_phase:
        case Opening():
            return _column(*_opening(play, view, offers, pile, pick, write))
        case Running():
            return _column(*_running(play, view, offers, pile, pick, write))
        case LastCard():
            return _column(
                _halt(play, offers[Halt]),
                _offer(play, offers[NobodyDoubts], "nobody-doubts", emphasis="primary"),
                ft.Row(_disputes(play), wrap=True),
            )
        case Voting():
            yes, no = (offer for offer in play.offers if offer.kind is Voted)
            return ft.Row(
                [
                    _offer(play, yes, "vote-valid", emphasis="tonal", large=True, icon=ft.Icons.THUMB_UP_OUTLINED),
                    _offer(play, no, "vote-against", emphasis="tonal", large=True, icon=ft.Icons.THUMB_DOWN_OUTLINED),
                ],
                spacing=look.Space.s,
            )
        case Disputed():
            return _agreement(play, offers[NotAgreed])
        case Naming():
            return _naming(play)
        case RoundOver():
            return _column(
                _offer(play, offers[NextRound], "next-round", emphasis="primary"),
                _offer(play, offers[Finish], "finish"),
            )
        case GameOver():
            return GameOverButtons(play)
        case _:
            return ft.Container()


def _column(*controls: ft.Control) -> ft.Control:
    return ft.Column(
        list(controls), spacing=look.Space.s, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _offer(
    play: Play,
    offer: Offer,
    identifier: str,
    *,
    emphasis: Any = "plain",
    large: bool = False,
    icon: ft.IconData | None = None,
) -> ft.Control:
    return parts.verdict_button(
        title=play.say(offer.label),
        emphasis=emphasis,
        large=large and play.layout != "phone",
        leading=ft.Icon(icon, size=26.0) if icon else None,
        available=offer.closed is None,
        expand=large or None,
        on_click=lambda _: play.take(offer),
        identifier=identifier,
    )


def _halt(play: Play, offer: Offer) -> ft.Control:
    """The one big button: whoever doubts a word freezes the game."""
    return parts.verdict_button(
        title=play.say(offer.label),
        sublabel=play.say(T("I doubt that word")),
        leading=ft.Icon(
            ft.Icons.PAN_TOOL,
            size=30.0,
            color=ft.Colors.ON_PRIMARY if offer.closed is None else ft.Colors.ON_SURFACE_VARIANT,
        ),
        emphasis="primary",
        large=True,
        available=offer.closed is None,
        on_click=lambda _: play.take(offer),
        identifier="halt",
    )


def _small(play: Play, offer: Offer, identifier: str, text: Text | None = None) -> ft.Control:
    return parts.quiet_button(
        text=play.say(text or offer.label), on_click=lambda _: play.take(offer), identifier=identifier
    )


def _opening(
    play: Play,
    view: TableView,
    offers: dict[type, Offer],
    pile: int | None,
    pick: Callable[[int | None], None],
    write: Callable[[int | None], None],
) -> list[ft.Control]:
    cannot = _small(play, offers[CannotOpen], "cannot")
    if not view.every_card:
        return [
            _halt(play, offers[Halt]),
            _offer(play, offers[GoesOn], "goes-on", emphasis="tonal"),
            ft.Row([cannot], wrap=True),
        ]
    circle = parts.quiet_button(
        text=play.say(T("Words of the circle")),
        icon=ft.Icons.EDIT_OUTLINED,
        outlined=False,
        on_click=lambda _: write(-1),
        identifier="circle-words",
    )
    row = ft.Row([cannot, circle], wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    if pile is None:
        return [_hint(play, T("Tap the pile on which the card lies.")), row]
    return [_who_and_colour(play, view, pile, pick, write), row]


def _running(
    play: Play,
    view: TableView,
    offers: dict[type, Offer],
    pile: int | None,
    pick: Callable[[int | None], None],
    write: Callable[[int | None], None],
) -> list[ft.Control]:
    halt = _halt(play, offers[Halt])
    if pile is not None:
        return [_who_and_colour(play, view, pile, pick, write), halt]
    stuck_text = T("Nobody can")
    small: list[ft.Control] = [_small(play, offers[Stuck], "stuck", stuck_text), *_disputes(play)]
    if offers[WrongCard].weight is Weight.SIDE:
        small.append(_small(play, offers[WrongCard], "wrong-card", T("Wrong card")))
    if view.doubtable and view.every_card:
        latest = view.doubtable[0]
        tell = parts.quiet_button(
            text=play.say(T("Word: {card}", card=latest.card.word) if latest.card.word else T("Which word?")),
            icon=ft.Icons.EDIT_OUTLINED,
            outlined=False,
            on_click=lambda _: write(latest.pile),
            identifier="latest-word",
        )
        small.append(tell)
    row = ft.Row(small, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s)
    if view.every_card:
        return [halt, row]
    more: list[ft.Control] = [_offer(play, offers[LastCardLaid], "last-card", emphasis="plain")]
    if GoesOn in offers:
        more.insert(0, _offer(play, offers[GoesOn], "goes-on", emphasis="tonal"))
    return [halt, *more, row]


def _hint(play: Play, text: Text) -> ft.Control:
    return words(
        play.say(text),
        ft.TextThemeStyle.BODY_LARGE,
        color=ft.Colors.ON_SURFACE_VARIANT,
        align=ft.TextAlign.CENTER,
    )


def _disputes(play: Play) -> list[ft.Control]:
    """One button where one question is left, two where the card just told may be in question or not."""
    possible = [offer for offer in play.offers if offer.kind is SpeedDispute and offer.closed is None]
    if len(possible) < 2:
        return [_small(play, offer, "dispute", T("Who was first?")) for offer in possible]
    menu = ft.PopupMenuButton(
        content=ft.Container(
            ft.Row(
                [
                    words(play.say(T("Who was first?")), ft.TextThemeStyle.LABEL_LARGE),
                    ft.Icon(ft.Icons.ARROW_DROP_UP, size=20.0),
                ],
                tight=True,
                spacing=2.0,
            ),
            padding=ft.Padding.symmetric(horizontal=look.Space.l, vertical=14.0),
            border=ft.Border.all(1.5, ft.Colors.OUTLINE),
            border_radius=look.Radii.button,
        ),
        items=[
            ft.PopupMenuItem(
                content=play.say(
                    T("The card just told is in question")
                    if dict(offer.given)["latest"]
                    else T("None of the cards is told yet")
                ),
                on_click=lambda _, offer=offer: play.take(offer),
            )
            for offer in possible
        ],
    )
    return [ft.Semantics(content=menu, label=play.say(T("Who was first?")), identifier="dispute")]


def _who_and_colour(
    play: Play,
    view: TableView,
    pile: int,
    pick: Callable[[int | None], None],
    write: Callable[[int | None], None],
) -> ft.Control:
    """One tap for two answers: a row for each player, in it the four colours of the card that was laid."""

    def lay(seat: int, colour: Colour) -> None:
        pick(None)
        play.report(Laid(seat, pile, colour))

    title = play.say(T("{hour} o'clock: {card}", hour=hour(pile), card=card_name(view.circle[pile])))
    heading = ft.Row(
        [
            ft.Container(words(title, ft.TextThemeStyle.TITLE_SMALL, lines=1), expand=True),
            parts.icon_button(
                icon=ft.Icons.EDIT_OUTLINED,
                label=play.say(T("Word of a pile")),
                on_click=lambda _: write(pile),
                identifier="pile-word",
            ),
            parts.icon_button(
                icon=ft.Icons.CLOSE,
                label=play.say(T("Another pile")),
                on_click=lambda _: pick(None),
                identifier="pile-close",
            ),
        ],
        spacing=0.0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    rows: list[ft.Control] = [heading]
    for seat in _laying(view):
        cells: list[ft.Control] = [
            _swatch(
                colour,
                on_click=lambda _, seat=seat, colour=colour: lay(seat, colour),
                label=play.say(T("{player} lays {colour}", player=Player(seat), colour=COLOUR_NAMES[colour])),
                identifier=f"lay-{seat}-{colour.value}",
            )
            for colour in COLOURS
        ]
        name = words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1)
        rows.append(ft.Row([ft.Container(name, width=96.0), *cells], spacing=6.0))
    return ft.Column(rows, spacing=4.0, tight=True)


def _agreement(play: Play, open_: Offer) -> ft.Control:
    agreed = [offer for offer in play.offers if offer.kind is Agreed]
    buttons = [
        _offer(play, offer, f"first-{dict(offer.given)['seat']}", emphasis="tonal", large=True) for offer in agreed
    ]
    rows: list[ft.Control] = [
        ft.Row([*buttons[at : at + 2], *_room(2 - len(buttons[at : at + 2]))], spacing=look.Space.s)
        for at in range(0, len(buttons), 2)
    ]
    return _column(*rows, _offer(play, open_, "not-agreed"))


def _naming(play: Play) -> ft.Control:
    """The four colours; those that cannot be named say why."""
    named = [offer for offer in play.offers if offer.kind is ColourNamed]
    cells = []
    for offer in named:
        colour = dict(offer.given)["colour"]
        cells.append(
            _swatch(
                colour,
                on_click=lambda _, offer=offer: play.take(offer),
                label=play.say(offer.label),
                identifier=f"name-{colour.value}",
                text=play.say(offer.label),
                height=68.0,
                dimmed=offer.closed is not None,
            )
        )
    rows: list[ft.Control] = [ft.Row(cells[:2], spacing=look.Space.s), ft.Row(cells[2:], spacing=look.Space.s)]
    none = next((offer for offer in play.offers if offer.kind is NoColourLeft), None)
    return _column(*rows, *([_offer(play, none, "no-colour-left")] if none else []))


# A doubt


@component
def DoubtForm(play: Play) -> ft.Control:
    """Whose word, who doubts it, and what was said; the words are optional."""
    view: TableView = play.view
    lying = view.doubtable
    seats = range(len(play.names))
    authors = [each.seat for each in lying] if view.every_card else [*seats]
    was = view.state_phase.before if isinstance(view.state_phase, Halted) else None
    likely = was.seat if isinstance(was, LastCard) else was.asked if isinstance(was, Opening) else None
    author, set_author = use_value(authors[0] if view.every_card else likely)
    nobody: tuple[int, ...] = ()
    doubters, set_doubters = use_value(nobody)
    said, set_said = use_value(_card_words(lying, author))
    compound, set_compound = use_value("")

    def choose(seat: int) -> None:
        set_author(seat)
        set_doubters(tuple(each for each in doubters if each != seat))
        set_said(_card_words(lying, seat))

    def toggle(seat: int) -> None:
        set_doubters(tuple(each for each in doubters if each != seat) if seat in doubters else (*doubters, seat))

    def put(place: int, value: str) -> None:
        set_said((value[:_LONGEST], said[1]) if place == 0 else (said[0], value[:_LONGEST]))

    ready = author is not None and bool(doubters)

    def vote() -> None:
        if author is None or not doubters:
            missing = play.session.game.refusal(play.session.record.state, Doubted((), author or 0))
            if missing:
                play.why(missing)
            return
        _remember(play, said)
        play.report(Doubted(doubters, author, said[0], said[1], compound))

    def name(seat: int) -> str:
        found = next((each for each in lying if each.seat == seat), None)
        if found and found.card.word:
            return play.say(T("{player}: {word}", player=Player(seat), word=found.card.word))
        return play.names[seat]

    fields: list[ft.Control] = [
        ft.Row(
            [
                _input(play, T("One word"), said[0], lambda value: put(0, value), "first-word"),
                _input(play, T("The other word"), said[1], lambda value: put(1, value), "second-word"),
            ],
            spacing=look.Space.s,
        ),
        ft.Row(
            [_input(play, T("Both together"), compound, lambda value: set_compound(value[:40]), "compound")],
        ),
    ]
    return parts.paper(
        content=_column(
            _question(play, T("Whose word?")),
            _choices(((seat, name(seat), seat == author) for seat in authors), choose, "author"),
            _question(play, T("Who doubts? The first caller first")),
            _choices(
                (
                    (seat, _ranked(play.names[seat], doubters, seat), seat in doubters)
                    for seat in seats
                    if seat != author
                ),
                toggle,
                "doubter",
            ),
            _question(play, T("The words, if you want them checked")),
            *fields,
            parts.verdict_button(
                title=play.say(T("To the vote")),
                emphasis="primary",
                available=ready,
                on_click=lambda _: vote(),
                identifier="to-the-vote",
            ),
        ),
        padding=look.Space.m,
        identifier="doubt",
    )


def _card_words(lying: tuple[Lying, ...], author: int | None) -> tuple[str, str]:
    found = next((each for each in lying if each.seat == author), None)
    return (found.card.word, found.under.word) if found else ("", "")


def _ranked(name: str, doubters: tuple[int, ...], seat: int) -> str:
    """Return a doubter's name with the place in the order of calls."""
    return f"{doubters.index(seat) + 1}. {name}" if seat in doubters and len(doubters) > 1 else name


def _question(play: Play, text: Text) -> ft.Control:
    return words(play.say(text), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)


def _choices(options: Iterable[tuple[int, str, bool]], choose: Callable[[int], None], identifier: str) -> ft.Control:
    chips: list[ft.Control] = [
        ft.Semantics(
            content=ft.Chip(
                label=ft.Text(name), selected=selected, on_select=lambda _, seat=seat: choose(seat), padding=12.0
            ),
            identifier=f"{identifier}-{seat}",
        )
        for seat, name, selected in options
    ]
    return ft.Row(chips, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s)


def _input(
    play: Play, label: Text, value: str, put: Callable[[str], Any], identifier: str, *, autofocus: bool = False
) -> ft.Control:
    return parts.text_input(
        label=play.say(label),
        value=value,
        on_change=lambda event: put(event.control.value or ""),
        autofocus=autofocus,
        expand=True,
        identifier=identifier,
    )


def _tally(play: Play, vote: Vote) -> ft.Control:
    """Who votes in which order, how they did so far, and how many it takes."""
    rows: list[ft.Control] = []
    for place, seat in enumerate(vote.order):
        cast = vote.against[place] if place < len(vote.against) else None
        now = place == len(vote.against)
        icon, said = {
            None: (ft.Icons.MORE_HORIZ, T("has not voted yet")),
            True: (ft.Icons.THUMB_DOWN, T("against it")),
            False: (ft.Icons.THUMB_UP_OUTLINED, T("for it")),
        }[cast]
        line = ft.Row(
            [
                ft.Icon(
                    ft.Icons.ARROW_RIGHT if now else icon,
                    size=24.0 if now else 18.0,
                    color=ft.Colors.PRIMARY if now or cast else ft.Colors.ON_SURFACE_VARIANT,
                ),
                words(
                    play.names[seat],
                    ft.TextThemeStyle.TITLE_MEDIUM,
                    color=ft.Colors.ON_SURFACE if cast is not None or now else ft.Colors.ON_SURFACE_VARIANT,
                    lines=1,
                ),
                *(
                    [words(play.say(said), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT)]
                    if cast is not None
                    else []
                ),
            ],
            spacing=look.Space.s,
            height=28.0,
        )
        label = f"{play.names[seat]}: {play.say(said)}"
        rows.append(
            ft.Semantics(content=line, label=label, container=True, exclude_semantics=True, identifier=f"voter-{seat}")
        )
    against = sum(vote.against)
    count = play.say(T("{against} against; {needed} are needed to reject it", against=against, needed=vote.needed))
    return parts.paper(
        content=ft.Column(
            [words(count, ft.TextThemeStyle.TITLE_SMALL, color=ft.Colors.PRIMARY), *rows], spacing=2.0, tight=True
        ),
        padding=look.Space.m,
        identifier="tally",
    )


@lru_cache(maxsize=64)
def _checked(first: str, second: str, compound: str) -> wordcheck.Check | None:
    """Return what the word check finds; the dictionary is a file, so it is asked once."""
    return wordcheck.check(first, second, compound)


def _word_check(play: Play, vote: Vote) -> list[ft.Control]:
    """What helps those who vote: how the compound is made, and whether a dictionary knows it."""
    first, second, compound = vote.words
    found = _checked(first, second, compound)
    if found is None:
        if not compound:
            return []
        return [words(compound, ft.TextThemeStyle.HEADLINE_MEDIUM, align=ft.TextAlign.CENTER)]
    lines: list[ft.Control] = [words(found.compound, ft.TextThemeStyle.HEADLINE_MEDIUM, lines=2)]
    for number, each in enumerate(wordcheck.findings(found)):
        style = ft.TextThemeStyle.TITLE_MEDIUM if number == 0 else ft.TextThemeStyle.BODY_MEDIUM
        lines.append(
            ft.Row(
                [
                    ft.Container(words(play.say(each.text), style), expand=True),
                    parts.icon_button(
                        icon=ft.Icons.HELP_OUTLINE,
                        label=play.say(T("Why?")),
                        on_click=lambda _, each=each: play.why(each),
                        identifier=f"check-{number}-why",
                    ),
                ],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    return [
        parts.paper(
            content=ft.Column(lines, spacing=0.0, tight=True),
            padding=look.Space.m,
            label=play.say(T("Word check")),
            identifier="word-check",
        )
    ]


# The words of the cards


def _kept(play: Play) -> tuple[list[str], list[str]]:
    """Return the words typed at this device, and those of the circle laid last."""
    try:
        kept = play.desk.room.tables.library.setting(_SETTING) or {}
    except StorageError:
        kept = {}
    return [*kept.get("words", [])], [*kept.get("circle", [])]


def _remember(play: Play, new: Iterable[str], circle: Iterable[str] | None = None) -> None:
    """Keep words for another time; a device that cannot store them does without."""
    listed, old = _kept(play)
    words_ = sorted({*listed, *(capitals(word) for word in new if word.strip())})
    kept = {"words": words_, "circle": old if circle is None else [capitals(word) for word in circle]}
    if (words_, kept["circle"]) == (listed, old):
        return
    try:
        play.desk.room.tables.library.set_setting(_SETTING, kept)
    except StorageError as error:
        play.refuse(error.why)


@component
def PileWord(play: Play, pile: int, on_done: Callable[[], None]) -> ft.Control:
    """The word on top of a pile: typed, or one of those remembered; its colour if that was told wrong."""
    view: TableView = play.view
    card = view.circle[pile]
    word, set_word = use_value(card.word)
    colour, set_colour = use_value(card.colour)
    listed, _ = _kept(play)
    typed = capitals(word)
    near = [each for each in listed if each.startswith(typed) and each != typed][:12]
    fixed = isinstance(view.state_phase, Opening)

    def tell(chosen: str) -> None:
        if colour is None:
            return
        _remember(play, (chosen,))
        on_done()
        play.report(TopTold(pile, colour, chosen))

    suggestions: list[ft.Control] = [
        parts.quiet_button(text=each, on_click=lambda _, each=each: tell(each), identifier=f"word-{number}")
        for number, each in enumerate(near)
    ]
    swatches = ft.Row(
        [
            _swatch(
                each,
                on_click=lambda _, each=each: set_colour(each),
                label=play.say(COLOUR_NAMES[each]),
                identifier=f"top-{each.value}",
                dimmed=each is not colour,
            )
            for each in COLOURS
        ],
        spacing=6.0,
    )
    return ft.Column(
        [
            words(play.say(T("{hour} o'clock", hour=hour(pile))), ft.TextThemeStyle.HEADLINE_SMALL),
            ft.Row(
                [
                    _input(
                        play,
                        T("Word on the card"),
                        word,
                        lambda value: set_word(value[:_LONGEST]),
                        "word",
                        autofocus=True,
                    )
                ]
            ),
            *([] if fixed else [swatches]),
            ft.Row(suggestions, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s),
            parts.verdict_button(
                title=play.say(T("Enter")),
                emphasis="primary",
                available=colour is not None,
                on_click=lambda _: tell(word),
                identifier="word-done",
            ),
        ],
        spacing=look.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@component
def CircleWords(play: Play, on_done: Callable[[], None]) -> ft.Control:
    """The twelve words of the circle, typed once; those of the last circle are at hand."""
    view: TableView = play.view
    typed, set_typed = use_value(tuple(card.word for card in view.circle))
    _, last = _kept(play)

    def put(place: int, value: str) -> None:
        set_typed(lambda old: (*old[:place], value[:_LONGEST], *old[place + 1 :]))

    def tell() -> None:
        _remember(play, typed, typed)
        on_done()
        play.report(CircleTold(tuple(card.colour or COLOURS[0] for card in view.circle), typed))

    rows = [
        ft.Row(
            [
                ft.Container(
                    _shape(card.colour, 22.0, _GROUND[card.colour]) if card.colour else None,
                    width=30.0,
                    alignment=ft.Alignment.CENTER,
                ),
                _input(
                    play,
                    T("{hour} o'clock, {colour}", hour=hour(at), colour=card_name(Card(card.colour))),
                    typed[at],
                    partial(put, at),
                    f"circle-{hour(at)}",
                ),
            ],
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
        for at, card in enumerate(view.circle)
    ]
    again: list[ft.Control] = []
    if len(last) == PILES and any(last):
        again.append(
            parts.quiet_button(
                text=play.say(T("The same as last time")),
                on_click=lambda _: set_typed((*last,)),
                identifier="circle-again",
            )
        )
    done = parts.verdict_button(
        title=play.say(T("Enter")), emphasis="primary", on_click=lambda _: tell(), identifier="circle-done"
    )
    return ft.Column(
        [*again, *rows, done],
        spacing=look.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# After the round


def _nightcap(size: float) -> ft.Control:
    """A nightcap, for who slept through the round."""
    cap, band = ft.Paint(color=ft.Colors.PRIMARY), ft.Paint(color=ft.Colors.SECONDARY)
    bend: list[cv.Path.PathElement] = [
        cv.Path.MoveTo(size * 0.12, size * 0.78),
        cv.Path.CubicTo(size * 0.16, size * 0.2, size * 0.56, size * 0.02, size * 0.92, size * 0.46),
        cv.Path.CubicTo(size * 0.74, size * 0.34, size * 0.68, size * 0.52, size * 0.72, size * 0.78),
        cv.Path.Close(),
    ]
    shapes: list[cv.Shape] = [
        cv.Path(elements=bend, paint=cap),
        cv.Rect(size * 0.06, size * 0.74, size * 0.72, size * 0.17, size * 0.08, paint=band),
        cv.Circle(size * 0.9, size * 0.54, size * 0.1, paint=band),
    ]
    return cv.Canvas(shapes=shapes, width=size, height=size)


def _result(play: Play, view: TableView) -> ft.Control:
    """The round's cards and the totals, the fewest minus points first; the Schlafmütze wears the cap."""
    phase = view.state_phase
    assert isinstance(phase, RoundOver | GameOver)
    number = play.desk.renderer().number
    rows: list[ft.Control] = []
    for seat in sorted(range(len(view.totals)), key=lambda seat: (view.totals[seat], seat)):
        hand = play.say(N("{n} card", "{n} cards", n=phase.hands[seat]))
        mark: ft.Control = ft.Container(width=34.0)
        said = [hand]
        if seat == phase.winner:
            mark = ft.Icon(ft.Icons.EMOJI_EVENTS, size=30.0, color=ft.Colors.PRIMARY)
            said.insert(0, play.say(T("won the round")))
        elif seat in phase.sleepy:
            mark = _nightcap(34.0)
            said.insert(0, play.say(T("Schlafmütze of the round")))
        line = ft.Row(
            [
                ft.Container(mark, width=40.0, alignment=ft.Alignment.CENTER),
                ft.Column(
                    [
                        words(play.names[seat], ft.TextThemeStyle.TITLE_LARGE, lines=1),
                        words(" · ".join(said), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
                    ],
                    spacing=0.0,
                    tight=True,
                    expand=True,
                ),
                words(number(view.totals[seat]), ft.TextThemeStyle.HEADLINE_MEDIUM, color=ft.Colors.PRIMARY),
            ],
            spacing=look.Space.s,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
        label = play.say(
            T(
                "{player}: {facts}",
                player=Player(seat),
                facts=Listing((*said, T("{n} minus points", n=view.totals[seat]))),
            )
        )
        rows.append(
            ft.Semantics(content=line, label=label, container=True, exclude_semantics=True, identifier=f"result-{seat}")
        )
    return parts.paper(
        content=ft.Column(rows, spacing=look.Space.m, tight=True), padding=look.Space.m, identifier="result"
    )


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one, or home."""
    desk = play.desk

    def rematch() -> None:
        try:
            desk.go(f"/table/{desk.room.tables.begin(play.session.record.header)}")
        except StorageError as error:
            play.fail(error)

    return _column(
        parts.verdict_button(
            title=play.say(T("Rematch")), emphasis="primary", on_click=lambda _: rematch(), identifier="rematch"
        ),
        parts.verdict_button(title=play.say(T("To the start")), on_click=lambda _: desk.go("/"), identifier="home"),
    )


TABLES: Final[dict[str, TableScreen]] = {"schlafmuetze": SchlafmuetzeTable}
