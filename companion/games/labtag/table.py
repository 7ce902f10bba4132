"""The table of LABTAG Schlamboree on the screen: the groups face down, the two that meet, and a keypad for cards."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

import flet as ft

from companion.games.labtag import collection
from companion.games.labtag.actions import Drawn, GroupsLaid, Picked, Revealed
from companion.games.labtag.cards import FLAGS, LONGEST_NAME, NUMBERS, SPECIALS, VALUES, Card, Special, tidy
from companion.games.labtag.messages import SPECIAL_NAMES, N, T, card_name, card_words, cards_of
from companion.games.labtag.model import Group
from companion.games.labtag.view import TableView
from companion.kernel.explain import Explanation
from companion.kernel.text import Player, Text
from companion.storage.trouble import StorageError
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.dialogs import sheet as above
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import drawing, pressable, words
from companion.ui.play import Play, TableScreen
from companion.ui.screens.history import said_line
from companion.ui.screens.table import prompt

log: Final = logging.getLogger("companion.ui")

#: Where the cards that were once entered are kept.
COLLECTION: Final = "cards.labtag"
FILE_NAME: Final = "labtag-cards.json"
#: Card values with a key of their own: those of a usual deck.
KEYS: Final = tuple(VALUES)[:10]
PER_ROW: Final = 7
DIGITS: Final = ("12345", "67890")
LONGEST_FLAG: Final = len(str(FLAGS.stop - 1))
MOST_HINTS: Final = 30
#: So many players or fewer have large places on a phone; so many things or fewer stand under the thumb.
FEW: Final = 3
#: Groups side by side on a phone.
PER_LINE: Final = 5
#: Between things that share a line the gap belongs to what is tapped, so that even narrow phones have room for fingers.
_GAP: Final = ft.Padding.symmetric(horizontal=2.0)

_WHY: Final = T("Why?")

Draft: TypeAlias = tuple[Card, ...]
#: Cards entered on a page but not reported yet, so that a look at the history loses nothing.
_drafts: Final[WeakKeyDictionary[ft.Page, dict[tuple[int, int, int], Draft]]] = WeakKeyDictionary()


@component
def LabtagTable(play: Play) -> ft.Control:
    """What to do next, what was said, what lies on the table, and under the thumb what may be reported."""
    view: TableView = play.view
    collecting, collect = use_value(False)
    ft.use_dialog(
        above(
            play.desk,
            title=play.say(T("Cards of this device")),
            content=CollectionBody(play),
            layout=play.layout,
            on_close=lambda: collect(False),
        )
        if collecting
        else None
    )

    def cards() -> None:
        collect(True)

    key = f"{view.phase}-{view.match_number}"
    if view.over:
        proof = [said_line(play, line, f"proof-{number}") for number, line in enumerate(view.proof)]
        return _screen(play, [prompt(play), _standings(play, view), *proof, *_told(play, view)], GameOverButtons(play))
    if view.match and view.winner is None:
        return Duel(play, view, cards, key=f"duel-{key}")
    if view.winner is not None:
        choices = _trophies(play)
        if len(choices) > FEW:
            return _screen(play, [prompt(play), *choices, *_told(play, view)], ft.Container())
        return _screen(play, [prompt(play), *_told(play, view)], _column(*choices))
    if view.turn is not None:
        return Board(play, view, cards, key=f"board-{key}")
    if view.laying:
        return GroupSizes(play, view, cards, key=f"sizes-{view.laying[0]}")
    return _screen(play, [prompt(play), *_told(play, view)], _drawing(play, cards))


def _screen(
    play: Play, middle: Iterable[ft.Control], bottom: ft.Control, *, last: Iterable[ft.Control] = ()
) -> ft.Control:
    """Paper to read above, buttons below; without offers (an unreadable log) there is nothing to press.

    :param last: what is to be read after the rest.
    """
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    above_ = ft.ListView(
        [*middle, *last],
        spacing=look.Space.s,
        padding=ft.Padding.symmetric(horizontal=pad, vertical=look.Space.s),
        expand=True,
    )
    below = ft.Container(bottom, padding=ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs))
    usable = bool(play.offers) or play.view.over
    return ft.Column(
        [above_, below] if usable else [above_],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _column(*controls: ft.Control) -> ft.Control:
    return ft.Column(
        list(controls), spacing=look.Space.s, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _notes(play: Play, view: TableView) -> list[ft.Control]:
    return [
        parts.notice(
            kind="warning" if "labtag.ruling.parity" in note.rules else "info",
            title=play.say(note.text),
            why_text=play.desk.say(_WHY),
            on_why=lambda _, note=note: play.why(note),
            compact=True,
            identifier=f"note-{note.rules[0].rsplit('.', 1)[-1]}",
        )
        for note in view.notes
    ]


def _told(play: Play, view: TableView) -> list[ft.Control]:
    """What was said last: first what becomes of the match, then the proof, line by line."""
    last = play.session.last
    told = last.step.told if last and last.step else play.session.record.start.told
    done = [line for line in told if line.rules[0] in _RESULTS]
    lines = [line for line in told if line not in done and line not in view.proof and line.text != view.prompt.text]
    shown: list[ft.Control] = [
        parts.notice(
            kind="good" if line.rules[0] == _TROPHY else "info",
            title=play.say(line.text),
            why_text=play.desk.say(_WHY),
            on_why=lambda _, line=line: play.why(line),
            compact=True,
            identifier="result",
        )
        for line in done[:1]
    ]
    proof = [said_line(play, line, f"said-{number}") for number, line in enumerate(lines)]
    if proof:
        shown.append(ft.Column(proof, spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH))
    return shown


_TROPHY: Final = "labtag.match.trophy"
_RESULTS: Final = (_TROPHY, "labtag.ruling.drawn_match")


def _cards_button(play: Play, cards: Callable[[], None]) -> ft.Control:
    return parts.quiet_button(
        text=play.say(T("Cards")),
        icon=ft.Icons.STYLE_OUTLINED,
        outlined=False,
        on_click=lambda _: cards(),
        identifier="collection",
    )


# The start


def _drawing(play: Play, cards: Callable[[], None]) -> ft.Control:
    """The usual numbers in one tap, others by a form."""
    buttons = [
        parts.verdict_button(
            title=play.say(offer.label),
            sublabel=play.say(T("as usual")) if not offer.fields else None,
            emphasis="plain" if offer.fields else "primary",
            large=play.layout != "phone",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier="drawn-other" if offer.fields else "drawn",
        )
        for offer in play.offers
        if offer.kind is Drawn
    ]
    return _column(*buttons, _centred(_cards_button(play, cards)))


def _centred(control: ft.Control) -> ft.Control:
    return ft.Row([control], alignment=ft.MainAxisAlignment.CENTER)


@component
def GroupSizes(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """A player's groups, each with its number of cards; equal ones need one tap."""
    seat = view.laying[0]
    sizes, set_sizes = use_value(view.sizes)
    wrong = sum(sizes) - view.cards

    def change(number: int, by: int) -> None:
        set_sizes(
            lambda old: tuple(
                max(int(NUMBERS.groups.smallest), size + by) if at == number else size for at, size in enumerate(old)
            )
        )

    piles: list[ft.Control] = [_pile(play, number, size, change) for number, size in enumerate(sizes)]
    if wrong:
        said = (
            N("{n} card too many", "{n} cards too many", n=wrong)
            if wrong > 0
            else N("{n} card is missing", "{n} cards are missing", n=-wrong)
        )
    else:
        said = T("{cards}, as drawn", cards=cards_of(view.cards))
    done = parts.verdict_button(
        title=play.say(T("{player}’s groups lie face down", player=Player(seat))),
        sublabel=play.say(said),
        emphasis="primary",
        available=not wrong,
        large=play.layout != "phone",
        on_click=lambda _: play.report(GroupsLaid(seat, sizes)),
        identifier="laid",
    )
    laid = ft.Row(
        piles, wrap=True, alignment=ft.MainAxisAlignment.CENTER, spacing=look.Space.s, run_spacing=look.Space.s
    )
    below = [done, _centred(_cards_button(play, cards))]
    above_ = [prompt(play), *_notes(play, view), *_told(play, view)]
    if len(sizes) > PER_LINE:
        return _screen(play, [above_[0], laid], _column(*below), last=above_[1:])
    return _screen(play, above_, _column(laid, *below))


def _pile(play: Play, number: int, size: int, change: Callable[[int, int], None]) -> ft.Control:
    """A group face down with what adds a card to it and takes one away."""
    name = T("Group {number}", number=number + 1)
    shown = play.say(N("Group {number}: {n} card", "Group {number}: {n} cards", n=size, number=number + 1))
    return ft.Column(
        [
            parts.icon_button(
                icon=ft.Icons.ADD,
                label=play.say(T("{group}: one card more", group=name)),
                on_click=lambda _: change(number, 1),
                identifier=f"more-{number}",
            ),
            drawing(_back(str(size), width=56.0, height=68.0), label=shown, identifier=f"size-{number}"),
            parts.icon_button(
                icon=ft.Icons.REMOVE,
                label=play.say(T("{group}: one card less", group=name)),
                on_click=lambda _: change(number, -1),
                identifier=f"less-{number}",
            ),
        ],
        spacing=0.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


# Picking two groups


@component
def Board(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """Everybody's groups: a tap on an own one, a tap on an opponent's."""
    turn = view.turn or 0
    mine = [number for number, group in enumerate(view.seats[turn].groups) if group.face_down]
    picked, pick = use_maybe(int)
    own = picked if picked is not None else mine[0] if len(mine) == 1 else None

    def tap(seat: int, number: int) -> None:
        if seat == turn:
            pick(number)
            play.refuse(None)
        elif own is None:
            text = T("First tap one of {player}’s own groups.", player=Player(turn))
            play.refuse(Explanation(text, ("labtag.turn.choice",)))
        else:
            play.report(Picked(turn, own, (seat, number)))

    lines = []
    if own is not None:
        lines.append(play.say(T("Group {number} is picked. Now the opponent’s group.", number=own + 1)))
    rows = [_row(play, view, seat, own, tap) for seat in range(len(view.seats))]
    above_ = [prompt(play, lines=lines), *_told(play, view), *_notes(play, view)]
    high = sum(-(-len(place.groups) // PER_LINE) for place in view.seats)
    if high > FEW:
        return _screen(play, [above_[0], *rows], _centred(_cards_button(play, cards)), last=above_[1:])
    return _screen(play, above_, _column(*rows, _centred(_cards_button(play, cards))))


def _row(play: Play, view: TableView, seat: int, own: int | None, tap: Callable[[int, int], None]) -> ft.Control:
    """A player's name, trophies and groups; who is on turn has a thick edge and a hand."""
    place = view.seats[seat]
    on_turn = view.turn == seat
    large = play.layout != "phone"
    few = len(view.seats) <= FEW
    groups: list[ft.Control] = [
        _group(
            play,
            seat,
            number,
            group,
            open_=on_turn or place.may_be_picked,
            chosen=on_turn and number == own,
            tap=tap,
            width=72.0 if large else None,
            height=84.0 if large and few else 64.0 if large or few else 52.0,
        )
        for number, group in enumerate(place.groups)
    ]
    name = words(play.names[seat], ft.TextThemeStyle.TITLE_LARGE if few else ft.TextThemeStyle.TITLE_MEDIUM, lines=1)
    marks: list[ft.Control] = [_trophy_count(play, seat, place.trophies, large=few)]
    if on_turn:
        sign = ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=18.0, color=ft.Colors.PRIMARY)
        sign.semantics_label = play.say(T("is on turn"))
        marks.insert(0, sign)
    laid = ft.Row(groups, wrap=True, spacing=6.0, run_spacing=6.0) if large else _in_lines(groups)
    inside: ft.Control
    heading: ft.Control
    if few:
        heading = ft.Row([ft.Container(name, expand=True), *marks], spacing=look.Space.s)
        inside = ft.Column([heading, laid], spacing=look.Space.xs, tight=True)
    else:
        heading = ft.Column([name, ft.Row(marks, spacing=look.Space.xs, tight=True)], spacing=0.0, tight=True)
        heading_width = 150.0 if large else 70.0
        inside = ft.Row(
            [ft.Container(heading, width=heading_width), ft.Container(laid, expand=True)], spacing=look.Space.xs
        )
    box = ft.Container(
        inside,
        padding=ft.Padding.symmetric(horizontal=look.Space.m if few else look.Space.s, vertical=6.0),
        bgcolor=look.SHEET,
        border_radius=look.Radii.paper,
        border=ft.Border.all(2.5, ft.Colors.PRIMARY) if on_turn else ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=box, container=True, identifier=f"player-{seat}")


def _in_lines(groups: Sequence[ft.Control]) -> ft.Control:
    """Return groups that share the width of a phone, so many to a line."""
    lines: list[ft.Control] = []
    for start in range(0, len(groups), PER_LINE):
        line = list(groups[start : start + PER_LINE])
        line += [ft.Container() for _ in range(PER_LINE - len(line))]
        for each in line:
            each.expand = True
        lines.append(ft.Row(line, spacing=0.0))
    return ft.Column(lines, spacing=6.0, tight=True)


def _trophy_count(play: Play, seat: int, trophies: int, *, large: bool) -> ft.Control:
    said = N("{player}: {n} trophy", "{player}: {n} trophies", n=trophies, player=Player(seat))
    number = words(
        play.desk.renderer().number(trophies),
        ft.TextThemeStyle.HEADLINE_SMALL if large else ft.TextThemeStyle.TITLE_MEDIUM,
        color=ft.Colors.PRIMARY,
    )
    cup = ft.Icon(ft.Icons.EMOJI_EVENTS_OUTLINED, size=20.0 if large else 16.0, color=ft.Colors.PRIMARY)
    return ft.Semantics(
        content=ft.Row([cup, number], spacing=2.0, tight=True),
        label=play.say(said),
        exclude_semantics=True,
        container=True,
        identifier=f"trophies-{seat}",
    )


def _group(
    play: Play,
    seat: int,
    number: int,
    group: Group,
    *,
    open_: bool,
    chosen: bool,
    tap: Callable[[int, int], None],
    width: float | None,
    height: float,
) -> ft.Control:
    """A group on the board; what may not be picked is pale, yet still says why."""
    named = {"player": Player(seat), "number": number + 1}
    if not group.face_down:
        gone = ft.Container(
            ft.Icon(ft.Icons.CHECK, size=18.0, color=ft.Colors.OUTLINE),
            width=width,
            height=height,
            border_radius=8.0,
            border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
            alignment=ft.Alignment.CENTER,
        )
        if width is None:
            gone = ft.Container(gone, padding=_GAP)
        return drawing(gone, label=play.say(T("{player}, group {number}: turned up", **named)))
    said = N(
        "{player}, group {number}: {n} card face down",
        "{player}, group {number}: {n} cards face down",
        n=group.size,
        **named,
    )
    if chosen:
        said = T("{group}, picked", group=said)
    elif not open_:
        said = T("{group}, may not be picked now", group=said)
    back = _back(str(group.size), width=width, height=height, chosen=chosen, pale=not open_)
    return pressable(
        ft.Container(back, padding=_GAP) if width is None else back,
        on_click=lambda _: tap(seat, number),
        label=play.say(said),
        identifier=f"group-{seat}-{number}",
        radius=8.0,
    )


def _back(number: str, *, width: float | None, height: float, chosen: bool = False, pale: bool = False) -> ft.Control:
    """A group face down: the back of its top card, and how many cards there are."""
    ink = ft.Colors.ON_SURFACE_VARIANT if pale else ft.Colors.ON_PRIMARY_FIXED_VARIANT
    line = ft.Colors.OUTLINE_VARIANT if pale else look.CARD_BACK_LINE
    frame = ft.Container(
        words(number, ft.TextThemeStyle.HEADLINE_SMALL, color=ink),
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1.0, line),
        border_radius=5.0,
    )
    back = ft.Container(
        frame,
        width=width,
        height=height,
        padding=4.0,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if pale else look.CARD_BACK,
        border_radius=8.0,
        border=ft.Border.all(3.5, ft.Colors.SECONDARY) if chosen else None,
    )
    if not chosen:
        return back
    tick = ft.Container(
        ft.Icon(ft.Icons.CHECK, size=14.0, color=ft.Colors.ON_SECONDARY),
        width=20.0,
        height=20.0,
        border_radius=10.0,
        bgcolor=ft.Colors.SECONDARY,
        alignment=ft.Alignment.CENTER,
        right=0.0,
        top=0.0,
    )
    return ft.Stack([back, tick], width=width, height=height)


# The match


@component
def Duel(play: Play, view: TableView, cards: Callable[[], None]) -> ft.Control:
    """The two groups that meet, and the keypad that fills them: the last card of a group reports it."""
    match = view.match
    assert match
    _, redraw = use_value(0)
    waiting = [seat for seat in match.seats if match.told(seat) is None]
    chosen, choose = use_maybe(int)
    seat = chosen if chosen in waiting else waiting[0]
    size = _size(view, seat)
    drafts = _drafts.setdefault(play.desk.page, {})

    def place(of: int) -> tuple[int, int, int]:
        return id(play.session), view.match_number, of

    draft = drafts.get(place(seat), ())[:size]

    def put(now: Draft) -> None:
        drafts[place(seat)] = now
        redraw(lambda n: n + 1)

    def enter(now: Draft) -> None:
        action = Revealed(seat, now)
        if play.session.game.refusal(play.session.record.state, action) is None:
            remember(play, now)
        play.report(action)

    def add(card: Card) -> None:
        if len(draft) == size:
            return
        now = (*draft, card)
        put(now)
        if len(now) == size:
            enter(now)

    def take_back(number: int) -> None:
        put((*draft[:number], *draft[number + 1 :]))
        play.refuse(None)

    sides: list[ft.Control] = []
    for of in match.seats:
        told = match.told(of)
        shown = told if told is not None else drafts.get(place(of), ())[: _size(view, of)]
        sides.append(
            _side(
                play,
                view,
                of,
                shown,
                active=of == seat,
                told=told is not None,
                on_choose=partial(choose, of),
                on_card=take_back if of == seat else None,
            )
        )
    bottom = Keypad(
        play,
        draft,
        add,
        (lambda: enter(draft)) if len(draft) == size else None,
        (lambda: take_back(len(draft) - 1)) if draft else None,
        cards,
        key=f"keypad-{seat}",
    )
    versus = ft.Row(sides, spacing=look.Space.s, vertical_alignment=ft.CrossAxisAlignment.START)
    duel = versus if play.layout != "phone" and max(map(len, _slots(view))) <= FEW else _column(*sides)
    return _screen(play, [prompt(play), duel], bottom)


def _size(view: TableView, seat: int) -> int:
    assert view.match
    return view.seats[seat].groups[view.match.groups[view.match.seats.index(seat)]].size


def _slots(view: TableView) -> list[range]:
    assert view.match
    return [range(_size(view, seat)) for seat in view.match.seats]


def _side(
    play: Play,
    view: TableView,
    seat: int,
    cards: Sequence[Card],
    *,
    active: bool,
    told: bool,
    on_choose: Callable[[], None],
    on_card: Callable[[int], None] | None,
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
            if on_card is not None and not told:
                label = play.say(T("Take back: {card}", card=card_words(card)))
                face = pressable(
                    card_face(card),
                    on_click=_call(on_card, at),
                    label=label,
                    identifier=f"card-{seat}-{at}",
                    radius=7.0,
                )
            else:
                face = drawing(card_face(card), label=said, identifier=f"card-{seat}-{at}")
        else:
            next_ = active and at == len(cards)
            face = drawing(
                ft.Container(
                    width=FACE_WIDTH,
                    height=FACE_HEIGHT,
                    border_radius=7.0,
                    border=ft.Border.all(2.0 if next_ else 1.0, ft.Colors.PRIMARY if next_ else ft.Colors.OUTLINE),
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
    heading: ft.Control = ft.Row(marks, spacing=look.Space.s)
    if not told and not active:
        heading = pressable(
            ft.Container(heading, padding=ft.Padding.symmetric(vertical=12.0)),
            on_click=lambda _: on_choose(),
            label=play.say(T("Enter the cards of {player}", player=Player(seat))),
            identifier=f"side-{seat}",
            radius=look.Radii.button,
        )
    inside = [heading, ft.Row(faces, wrap=True, spacing=6.0, run_spacing=6.0)]
    if play.layout == "phone" and not active:
        names = "  ·  ".join(play.say(card_name(card)) for card in cards)
        inside[1:] = [words(names, ft.TextThemeStyle.BODY_MEDIUM, lines=1)] if told else []
    box = ft.Container(
        ft.Column(inside, spacing=6.0, tight=True),
        padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=look.Space.s),
        bgcolor=look.SHEET,
        border_radius=look.Radii.paper,
        border=ft.Border.all(2.5, ft.Colors.PRIMARY) if active else ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
    )
    return ft.Semantics(content=box, container=True, identifier=f"duel-{seat}", expand=True)


def _call(do: Callable[[int], None], number: int) -> Callable[[Any], None]:
    return lambda _: do(number)


FACE_WIDTH: Final = 52.0
FACE_HEIGHT: Final = 66.0
_GOLD: Final = "#D9A62E"
_ON_GOLD: Final = "#2B1D00"


def card_face(card: Card) -> ft.Control:
    """A LABTAG card: the card value in the corner, the LABTAG value in the flag, with a star if it is golden."""
    red = card.special in (Special.QUEEN, Special.ACE)
    corner = ft.Container(
        words(card.corner, ft.TextThemeStyle.TITLE_LARGE, color=look.CARD_RED if red else look.CARD_BLACK),
        left=6.0,
        top=1.0,
    )
    flagged: list[ft.Control] = [
        words(
            str(card.labtag),
            ft.TextThemeStyle.TITLE_MEDIUM if card.labtag < 100 else ft.TextThemeStyle.LABEL_MEDIUM,
            color=_ON_GOLD if card.golden else ft.Colors.ON_PRIMARY_FIXED_VARIANT,
        )
    ]
    if card.golden:
        flagged.insert(0, ft.Icon(ft.Icons.STAR, size=11.0, color=_ON_GOLD))
    flag = ft.Container(
        ft.Row(flagged, spacing=1.0, tight=True),
        padding=ft.Padding.only(left=6.0, right=5.0),
        bgcolor=_GOLD if card.golden else look.CARD_BACK,
        border_radius=ft.BorderRadius.only(top_left=6.0, bottom_right=6.0),
        right=0.0,
        bottom=0.0,
    )
    return ft.Container(
        ft.Stack([corner, flag], width=FACE_WIDTH, height=FACE_HEIGHT),
        width=FACE_WIDTH,
        height=FACE_HEIGHT,
        bgcolor=look.CARD_FACE,
        border_radius=7.0,
        border=ft.Border.all(1.0, look.CARD_EDGE),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


# The keypad


@component
def Keypad(
    play: Play,
    draft: Draft,
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
        known = [each for each in remembered(play) if (each.labtag, each.value, each.golden) == (*_two(card), golden)]
        put(known[0] if len(known) == 1 and known[0] not in draft else card)

    def digit(key: str) -> None:
        set_typed(lambda old: (key if old == "0" else old + key)[:LONGEST_FLAG])

    def back() -> None:
        if typed:
            set_typed(typed[:-1])
        elif take_back:
            take_back()

    if enter:
        return _column(
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
            _cards_button(play, cards),
        ]
    )
    rows: list[ft.Control] = [heading]
    hints = _hints(play, draft, typed, golden)
    if hints:
        rows.append(_hint_row(play, hints, put))
    ends = (
        _key(
            ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=20.0),
            on_click=back,
            label=play.say(T("Take the last one back")),
            identifier="rub-out",
        ),
        _key(
            ft.Icon(ft.Icons.STAR if golden else ft.Icons.STAR_BORDER, size=22.0),
            chosen=golden,
            on_click=lambda: set_golden(not golden),
            label=play.say(T("golden: yes") if golden else T("golden: no")),
            identifier="golden",
        ),
    )
    for digits, end in zip(DIGITS, ends, strict=True):
        keys = [
            _key(_letters(key), on_click=partial(digit, key), label=key, identifier=f"digit-{key}") for key in digits
        ]
        rows.append(ft.Row([*keys, end], spacing=0.0))
    rows.append(
        words(
            play.say(T("The card value puts the card down:")),
            ft.TextThemeStyle.LABEL_LARGE,
            color=ft.Colors.ON_SURFACE_VARIANT,
        )
    )
    corners: list[int | Special] = [*KEYS, *SPECIALS]
    for start in range(0, len(corners), PER_ROW):
        line = [_value_key(play, each, value) for each in corners[start : start + PER_ROW]]
        rows.append(ft.Row(line, spacing=0.0))
    return ft.Column(rows, spacing=4.0, tight=True)


def _two(card: Card) -> tuple[int, int | Special]:
    return card.labtag, card.value


def _letters(text: str) -> ft.Control:
    return words(text, ft.TextThemeStyle.TITLE_LARGE)


def _value_key(play: Play, value: int | Special, on_click: Callable[[int | Special], None]) -> ft.Control:
    corner = value.value if isinstance(value, Special) else str(value)
    label = (
        play.say(SPECIAL_NAMES[value]) if isinstance(value, Special) else play.say(T("card value {value}", value=value))
    )
    return _key(
        words(
            corner,
            ft.TextThemeStyle.TITLE_LARGE,
            color=ft.Colors.PRIMARY if isinstance(value, Special) else ft.Colors.ON_SURFACE,
        ),
        on_click=lambda: on_click(value),
        label=label,
        identifier=f"value-{corner}",
        tonal=True,
    )


def _key(
    face: ft.Control,
    *,
    on_click: Callable[[], None],
    label: str,
    identifier: str,
    chosen: bool = False,
    tonal: bool = False,
) -> ft.Control:
    ground = ft.Colors.SECONDARY_CONTAINER if chosen else ft.Colors.PRIMARY_CONTAINER if tonal else look.SHEET
    border = ft.Border.all(2.0 if chosen else 1.0, ft.Colors.SECONDARY if chosen else ft.Colors.OUTLINE_VARIANT)
    box = ft.Container(
        face, height=48.0, alignment=ft.Alignment.CENTER, bgcolor=ground, border=border, border_radius=8.0
    )
    face_with_gap = ft.Container(box, padding=_GAP)
    key = pressable(face_with_gap, on_click=lambda _: on_click(), label=label, identifier=identifier, radius=8.0)
    key.expand = True
    return key


def _hints(play: Play, draft: Draft, typed: str, golden: bool) -> list[Card]:
    """Return the cards known already that fit what is typed, the latest first."""
    known = [card for card in reversed(remembered(play)) if card not in draft]
    fitting = [card for card in known if str(card.labtag).startswith(typed) and (card.golden or not golden)]
    return sorted(fitting, key=lambda card: card.labtag)[:MOST_HINTS] if typed else fitting[:MOST_HINTS]


def _hint_row(play: Play, hints: Sequence[Card], put: Callable[[Card], None]) -> ft.Control:
    tiles: list[ft.Control] = [
        pressable(
            ft.Column(
                [
                    card_face(card),
                    *(
                        [
                            ft.Container(
                                words(card.name, ft.TextThemeStyle.LABEL_SMALL, lines=1), width=FACE_WIDTH + 12.0
                            )
                        ]
                        if card.name
                        else []
                    ),
                ],
                spacing=0.0,
                tight=True,
            ),
            on_click=lambda _, card=card: put(card),
            label=play.say(card_words(card)),
            identifier=f"hint-{number}",
            radius=7.0,
        )
        for number, card in enumerate(hints)
    ]
    return ft.Row(tiles, spacing=6.0, scroll=ft.ScrollMode.AUTO, vertical_alignment=ft.CrossAxisAlignment.START)


# The trophy and the end


def _trophies(play: Play) -> list[ft.Control]:
    """The equally high cards, one of which is the trophy."""
    return [
        parts.verdict_button(
            title=play.say(offer.label),
            sublabel=play.say(card_words(dict(offer.given)["card"])),
            leading=card_face(dict(offer.given)["card"]),
            emphasis="tonal",
            large=play.layout != "phone",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"trophy-{number}",
        )
        for number, offer in enumerate(play.offers)
    ]


def _standings(play: Play, view: TableView) -> ft.Control:
    """Everybody's place; the tie-breaks stand in what was said."""
    rows: list[ft.Control] = []
    for each in view.standings:
        place = play.say(T("{place}.", place=each.place))
        name = words(play.names[each.seat], ft.TextThemeStyle.TITLE_LARGE, lines=1)
        detail = T("no trophy")
        if each.highest:
            detail = T("highest card {card}, legendary: {n}", card=card_name(each.highest), n=each.legendary)
        line = ft.Row(
            [
                ft.Container(words(place, ft.TextThemeStyle.HEADLINE_SMALL), width=40.0),
                ft.Container(
                    ft.Column(
                        [
                            name,
                            words(play.say(detail), ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
                        ],
                        spacing=0.0,
                        tight=True,
                    ),
                    expand=True,
                ),
                _trophy_count(play, each.seat, each.points, large=True),
            ],
            spacing=look.Space.s,
        )
        rows.append(ft.Semantics(content=line, container=True, identifier=f"place-{each.seat}"))
    return parts.paper(content=ft.Column(rows, spacing=look.Space.s, tight=True), padding=look.Space.m)


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


# The cards of this device


def remembered(play: Play) -> tuple[Card, ...]:
    """Return the cards that were entered before; what cannot be read is as if there were none."""
    try:
        return collection.from_json(play.desk.room.tables.library.setting(COLLECTION, []))
    except (StorageError, collection.WrongFile):
        log.warning("the cards of this device cannot be read", exc_info=True)
        return ()


def keep(play: Play, cards: Iterable[Card]) -> bool:
    """Keep cards on this device; tells whether that was possible. What could not be read there is put aside first."""
    library = play.desk.room.tables.library
    try:
        before = library.setting(COLLECTION, [])
        if not _readable(before):
            library.set_setting(f"{COLLECTION}.unreadable", before)
        library.set_setting(COLLECTION, collection.to_json(cards))
    except StorageError as error:
        play.fail(error)
        return False
    return True


def _readable(raw: Any) -> bool:
    try:
        collection.from_json(raw)
    except collection.WrongFile:
        return False
    return True


def remember(play: Play, cards: Iterable[Card]) -> None:
    """Keep cards that are new."""
    known = remembered(play)
    now = collection.merged(known, cards)
    if now != known and len(now) <= collection.MOST:
        keep(play, now)


@component
def CollectionBody(play: Play) -> ft.Control:
    """The cards known on this device: named, added, removed, and carried to another device as a file."""
    desk = play.desk
    _, redraw = use_value(0)
    opened, open_card = use_maybe(Card)
    adding, add = use_value(False)
    said, say = use_maybe(Text)
    wrong, set_wrong = use_value(False)
    pasted, set_pasted = use_value("")
    known = remembered(play)

    def change(cards: Iterable[Card], what: Text) -> None:
        if keep(play, cards):
            tell(what)
        close()

    def close() -> None:
        open_card(None)
        add(False)

    def tell(what: Text, *, error: bool = False) -> None:
        say(what)
        set_wrong(error)
        redraw(lambda n: n + 1)
        desk.announce(play.say(what))

    def take_over(text: str) -> None:
        try:
            more = collection.read(text)
        except collection.WrongFile as error:
            tell(T("{why} Nothing was changed.", why=error.why), error=True)
            return
        before = remembered(play)
        now = collection.merged(before, more)
        if len(now) > collection.MOST:
            tell(T("These are too many cards for one device. Nothing was changed."), error=True)
            return
        news = len(set(now) - set(before))
        change(now, N("{n} card is new.", "{n} cards are new.", n=news))
        set_pasted("")

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def guarded() -> None:
            try:
                await task()
            except Exception:
                log.info("the device refused a file or its clipboard", exc_info=True)
                tell(T("This device does not allow that here. Use the text field below."), error=True)

        desk.page.run_task(guarded)

    async def save() -> None:
        content = collection.write(remembered(play))
        await ft.FilePicker().save_file(file_name=FILE_NAME, src_bytes=content.encode())

    async def load() -> None:
        files = await ft.FilePicker().pick_files(with_data=True)
        if files:
            take_over((files[0].bytes or b"").decode("utf-8", errors="replace"))

    async def copy() -> None:
        await asyncio.wait_for(ft.Clipboard().set(collection.write(remembered(play))), 3.0)
        tell(T("Copied."))

    def show() -> None:
        set_pasted(collection.write(remembered(play)))

    if opened or adding:
        return CardForm(
            play,
            opened,
            lambda old, new: change(
                collection.merged([card for card in known if card != old], [new]), T("The card is kept.")
            ),
            lambda old: change([card for card in known if card != old], T("The card is removed.")),
            close,
            key=f"card-{opened.to_text() if opened else ''}",
        )
    controls: list[ft.Control] = []
    if said:
        controls.append(
            parts.notice(
                kind="refusal" if wrong else "good", title=play.say(said), compact=True, identifier="cards-said"
            )
        )
    count = N(
        "{n} card is known; it can be picked by a tap.",
        "{n} cards are known; they can be picked by a tap.",
        n=len(known),
    )
    controls += [
        words(play.say(count), ft.TextThemeStyle.BODY_LARGE),
        parts.verdict_button(title=play.say(T("New card")), on_click=lambda _: add(True), identifier="card-new"),
        *(_known_row(play, number, card, open_card) for number, card in enumerate(sorted(known, key=_by_value))),
        parts.section(
            title=play.say(T("To another device")),
            controls=[
                ft.Row(
                    [
                        _file_button(play, T("Save as a file"), ft.Icons.DOWNLOAD, lambda: run(save), "cards-save"),
                        _file_button(
                            play, T("Open a file"), ft.Icons.FOLDER_OPEN_OUTLINED, lambda: run(load), "cards-open"
                        ),
                        _file_button(play, T("Copy"), ft.Icons.COPY_OUTLINED, lambda: run(copy), "cards-copy"),
                        _file_button(play, T("Show as text"), ft.Icons.NOTES, show, "cards-show"),
                    ],
                    wrap=True,
                    spacing=look.Space.s,
                    run_spacing=look.Space.s,
                ),
                parts.text_input(
                    label=play.say(T("Cards as text, to copy or to paste")),
                    value=pasted,
                    on_change=lambda event: set_pasted(event.control.value),
                    identifier="cards-text",
                ),
                parts.verdict_button(
                    title=play.say(T("Take these cards over")),
                    sublabel=play.say(T("Cards known already stay.")),
                    available=bool(pasted.strip()),
                    on_click=lambda _: take_over(pasted),
                    identifier="cards-take",
                ),
            ],
        ),
        ft.Container(height=look.Space.l),
    ]
    return ft.Column(
        controls,
        spacing=look.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _file_button(play: Play, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    return parts.quiet_button(text=play.say(text), icon=icon, on_click=lambda _: do(), identifier=identifier)


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
        spacing=look.Space.m,
    )
    return pressable(
        ft.Container(row, padding=4.0),
        on_click=lambda _: open_card(card),
        label=play.say(T("Change: {card}", card=card_words(card))),
        identifier=f"known-{number}",
        radius=look.Radii.button,
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
    card = _made(labtag, corner, golden, name)
    limits = play.say(
        T(
            "LABTAG value {low} to {high}; card value {first} to {last}, or B, D, K, A",
            low=FLAGS.start,
            high=FLAGS.stop - 1,
            first=VALUES.start,
            last=VALUES.stop - 1,
        )
    )
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
                spacing=look.Space.s,
            ),
            ft.Semantics(
                content=ft.Switch(
                    label=play.say(T("golden LABTAG value")),
                    value=golden,
                    on_change=lambda event: set_golden(bool(event.control.value)),
                ),
                identifier="card-golden",
            ),
            words(limits, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
            parts.verdict_button(
                title=play.say(T("Keep the card")),
                emphasis="primary",
                available=card is not None,
                on_click=lambda _: on_keep(old, card) if card else play.desk.toast(limits),
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
            _centred(
                parts.quiet_button(
                    text=play.say(T("Back to all cards")),
                    outlined=False,
                    on_click=lambda _: on_back(),
                    identifier="card-back",
                )
            ),
        ],
        spacing=look.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _made(labtag: str, corner: str, golden: bool, name: str) -> Card | None:
    """Return the card that was written down, if it is one."""
    try:
        return Card.from_text(f"{int(labtag)}{'*' if golden else ''}/{corner.strip()} {tidy(name)}")
    except ValueError:
        return None


TABLES: Final[dict[str, TableScreen]] = {"labtag": LabtagTable}
