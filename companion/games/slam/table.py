"""The table of Slam! on the screen: the stage, what to do next, and the buttons under the thumb."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import date
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft
from attrs import evolve

from companion.games.slam import library as cards_file
from companion.games.slam.actions import (
    Applauded,
    Bribed,
    DarlingKept,
    FalseApplause,
    GoldOpened,
    NotMaleTold,
    ShowDecided,
    SlamClosed,
    SlamOpened,
    SmartVoted,
)
from companion.games.slam.assistants import Busy, Day, admission_hint, bribe_bounds, has_time, real_day, smart
from companion.games.slam.cards import (
    ATTRIBUTES,
    NUMBERS,
    Attribute,
    Bonus,
    Poet,
    Source,
    Special,
    Trait,
)
from companion.games.slam.draft import OPEN, Draft
from companion.games.slam.judge import kept
from companion.games.slam.library import Gender, Library, PoetCard, SlamCard
from companion.games.slam.messages import (
    ATTRIBUTE,
    SOURCE,
    SPECIAL,
    TRAIT,
    VOICE,
    N,
    T,
    asked,
    money,
    poet_name,
)
from companion.games.slam.model import AskApplause, AskBribe, AskContagion, AskNotMale, AskShow, AskSmart
from companion.games.slam.view import TableView
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.offers import Weight
from companion.kernel.text import Player, Text
from companion.storage.trouble import StorageError
from companion.tables.session import Session
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.dialogs import sheet as above
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import pressable, words
from companion.ui.play import Play, TableScreen
from companion.ui.screens.history import said_line
from companion.ui.screens.table import prompt, told_card

log: Final = logging.getLogger("companion.ui")

#: Where the cards of this device are kept.
SETTING: Final = "cards.slam"
FILE_NAME: Final = "slam-cards.json"

#: What is being entered at each open table; the screen may go for a while (sheet, history) and come back.
_drafts: Final[WeakKeyDictionary[Session, Draft]] = WeakKeyDictionary()

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
_WHY: Final = T("Why?")

Sheet = tuple[str, int, int]


# Shared pieces


def _column(*controls: ft.Control, spacing: float = look.Space.s) -> ft.Control:
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _page(*controls: ft.Control) -> ft.Control:
    """The inside of a sheet; it scrolls."""
    return ft.Column(
        [*controls, ft.Container(height=look.Space.l)],
        spacing=look.Space.s,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _heading(play: Play, text: Text) -> ft.Control:
    return words(play.say(text), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT)


def _toggle(text: str, *, on: bool, do: Callable[[], None], identifier: str) -> ft.Control:
    """Something that is so or is not; a tick says it besides the colour."""
    sign = ft.Icons.CHECK_CIRCLE if on else ft.Icons.RADIO_BUTTON_UNCHECKED
    face = ft.Row(
        [
            ft.Icon(sign, size=20.0, color=ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE_VARIANT),
            ft.Container(words(text, ft.TextThemeStyle.LABEL_LARGE, lines=2), expand=True, expand_loose=True),
        ],
        spacing=6.0,
        tight=True,
    )
    box = ft.Container(
        face,
        padding=ft.Padding.symmetric(horizontal=10.0, vertical=12.0),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if on else look.SHEET,
        border=ft.Border.all(1.5, ft.Colors.PRIMARY if on else ft.Colors.OUTLINE_VARIANT),
        border_radius=look.Radii.button,
    )
    button = pressable(box, on_click=lambda _: do(), identifier=identifier, radius=look.Radii.button)
    return ft.Semantics(content=button, selected=on)


def _wrap(*controls: ft.Control) -> ft.Control:
    return ft.Row(list(controls), wrap=True, spacing=look.Space.s, run_spacing=look.Space.s)


def _stepper(
    play: Play, text: str, value: int, low: int, high: int, put: Callable[[int], None], identifier: str
) -> ft.Control:
    """A number with one more and one less, that can be typed as well."""

    def typed(event: Any) -> None:
        digits = event.control.value.strip()
        number = digits.lstrip("-−")
        if number.isascii() and number.isdigit():
            signed = -int(number) if digits[0] in "-−" else int(number)
            put(max(low, min(high, signed)))
        elif not digits:
            put(max(low, 0))

    return ft.Row(
        [
            ft.Container(words(text, ft.TextThemeStyle.TITLE_MEDIUM, lines=2), expand=True),
            parts.icon_button(
                icon=ft.Icons.REMOVE,
                label=play.say(T("{what}: one less", what=text)),
                on_click=lambda _: put(max(low, value - 1)),
                identifier=f"{identifier}-less",
            ),
            ft.Semantics(
                content=ft.TextField(
                    value=str(value),
                    width=72.0,
                    text_align=ft.TextAlign.CENTER,
                    keyboard_type=ft.KeyboardType.NUMBER,
                    on_change=typed,
                    border=ft.OutlineInputBorder(border_radius=look.Radii.button),
                ),
                identifier=identifier,
                label=text,
            ),
            parts.icon_button(
                icon=ft.Icons.ADD,
                label=play.say(T("{what}: one more", what=text)),
                on_click=lambda _: put(min(high, value + 1)),
                identifier=f"{identifier}-more",
            ),
        ],
        spacing=look.Space.xs,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _attribute_keys(
    play: Play, chosen: Sequence[Attribute], put: Callable[[tuple[Attribute, ...]], None]
) -> ft.Control:
    def flip(one: Attribute) -> None:
        put(tuple(each for each in chosen if each is not one) if one in chosen else (*chosen, one))

    return _wrap(
        *[
            _toggle(
                play.say(ATTRIBUTE[one]), on=one in chosen, do=partial(flip, one), identifier=f"attribute-{one.value}"
            )
            for one in ATTRIBUTES
        ]
    )


# The cards of this device


def remembered(play: Play) -> Library:
    """Return the cards that were entered before; what cannot be read is as if there were none."""
    try:
        return cards_file.from_json(play.desk.room.tables.library.setting(SETTING, {}))
    except (StorageError, cards_file.WrongFile):
        log.warning("the cards of this device cannot be read", exc_info=True)
        return Library()


def keep(play: Play, cards: Library) -> bool:
    """Keep cards on this device and tell whether that was possible; what could not be read is put aside first."""
    store = play.desk.room.tables.library
    try:
        before = store.setting(SETTING, {})
        try:
            cards_file.from_json(before)
        except cards_file.WrongFile:
            store.set_setting(f"{SETTING}.unreadable", before)
        store.set_setting(SETTING, cards_file.to_json(cards))
    except StorageError as error:
        play.fail(error)
        return False
    return True


def remember(play: Play, more: Library) -> None:
    """Keep cards that are new or better known."""
    known = remembered(play)
    now = cards_file.merged(known, more)
    if now != known and max(len(now.poets), len(now.slams)) <= cards_file.MOST:
        keep(play, now)


# The table


@component
def SlamTable(play: Play) -> ft.Control:
    """Everybody's slams, what to do next, the stage, what was said, and the buttons for what may come."""
    view: TableView = play.view
    _, redraw = use_value(0)
    shown, show = use_maybe(tuple)
    cards = remembered(play)
    draft = _drafts.get(play.session)
    if draft is None or draft.number != view.number or len(draft.poets) != view.seats:
        draft = Draft.empty(view.number, view.seats)

    def change(new: Draft) -> None:
        _drafts[play.session] = new
        redraw(lambda n: n + 1)

    def done() -> None:
        show(None)
        redraw(lambda n: n + 1)

    title, content = _sheet(play, view, draft, cards, shown, show, change, done) if shown else ("", ft.Container())
    ft.use_dialog(
        above(play.desk, title=title, content=content, layout=play.layout, on_close=lambda: show(None))
        if shown
        else None
    )
    middle: list[ft.Control] = [prompt(play, lines=_where_to(play, view)), *[_note(play, note) for note in view.notes]]
    if view.phase == "reveal":
        middle.append(
            _gold_stage(play, view, draft, change) if view.is_gold else _stage(play, view, draft, show, change)
        )
    if view.phase == "verdict":
        middle += _proof(play)
    elif view.phase != "reveal":
        middle += told_card(play)
    pad = look.Space.m if play.layout == "phone" else look.Space.l
    return ft.Column(
        [
            ft.Container(_players(play, view, show), padding=ft.Padding.only(left=pad, right=pad, top=look.Space.s)),
            ft.ListView(
                middle,
                spacing=look.Space.s,
                padding=ft.Padding.symmetric(horizontal=pad, vertical=look.Space.s),
                expand=True,
            ),
            ft.Container(
                _buttons(play, view, draft, cards, show),
                padding=ft.Padding.only(left=pad, right=pad, bottom=pad, top=look.Space.xs),
            ),
        ],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _where_to(play: Play, view: TableView) -> list[str]:
    """Where the cards go, below the verdict."""
    if view.facts_told is None or view.verdict is None:
        return []
    return [play.say(line) for line in kept(view.facts_told, view.verdict)]


def _proof(play: Play) -> list[ft.Control]:
    """The reckoning, line by line, each with its rules; where the cards go stands above already."""
    last = play.session.last
    lines = last.step.told if last and last.step else ()
    shown = [line for line in lines if line.tone is not Tone.TODO]
    return [said_line(play, line, f"said-{number}") for number, line in enumerate(shown)]


def _players(play: Play, view: TableView, show: Callable[[Sheet | None], None]) -> ft.Control:
    """Who has how much; a tap shows the victory pile."""
    verdict = view.verdict
    tiles: list[ft.Control] = []
    for seat, name in enumerate(play.names):
        leads = seat in view.champions or (verdict is not None and verdict.winner == seat)
        count = len(view.piles[seat])
        label = play.say(
            T(
                "{player}: {points}; victory pile: {poets}",
                player=Player(seat),
                points=N("{n} point", "{n} points", n=view.totals[seat]),
                poets=N("{n} poet", "{n} poets", n=count),
            )
        )
        face = ft.Column(
            [
                words(name, ft.TextThemeStyle.LABEL_LARGE, lines=1),
                ft.Row(
                    [
                        words(
                            str(view.totals[seat]),
                            ft.TextThemeStyle.HEADLINE_SMALL
                            if play.layout == "phone"
                            else ft.TextThemeStyle.DISPLAY_SMALL,
                            color=ft.Colors.PRIMARY,
                        ),
                        ft.Icon(ft.Icons.MIC, size=16.0, color=ft.Colors.ON_SURFACE_VARIANT),
                        words(str(count), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT),
                        *([ft.Icon(ft.Icons.EMOJI_EVENTS, size=18.0, color=ft.Colors.PRIMARY)] if leads else []),
                    ],
                    spacing=4.0,
                    tight=True,
                ),
            ],
            spacing=0.0,
            tight=True,
        )
        box = ft.Container(
            face,
            padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=6.0),
            alignment=ft.Alignment.CENTER_LEFT,
            height=64.0 if play.layout == "phone" else 84.0,
            bgcolor=look.SHEET,
            border=ft.Border.all(2.5 if leads else 1.0, ft.Colors.PRIMARY if leads else ft.Colors.OUTLINE_VARIANT),
            border_radius=look.Radii.paper,
        )
        tile = pressable(
            box,
            on_click=lambda _, seat=seat: show(("pile", seat, 0)),
            label=label,
            identifier=f"player-{seat}",
            align=ft.Alignment.CENTER_LEFT,
        )
        tile.expand = True
        tiles.append(tile)
    rows = [tiles] if len(tiles) <= 3 or play.layout != "phone" else [tiles[:3], tiles[3:]]
    return _column(*[ft.Row(row, spacing=look.Space.s) for row in rows], spacing=look.Space.xs)


def _note(play: Play, note: Explanation) -> ft.Control:
    return parts.notice(
        kind="info",
        title=play.say(note.text),
        why_text=play.say(_WHY),
        on_why=lambda _: play.why(note),
        compact=True,
        identifier=f"note-{note.rules[0].rsplit('.', 1)[-1]}",
    )


# The stage


def _stage(
    play: Play,
    view: TableView,
    draft: Draft,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
) -> ft.Control:
    rows: list[ft.Control] = []
    for seat in range(view.seats):
        slots = [_slot(play, view, draft.at(seat, card), seat, card, show) for card in range(draft.places(seat))]
        pair = draft.poets[seat][: NUMBERS.setup.poets]
        marks: list[ft.Control] = [
            ft.Container(words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True)
        ]
        if None not in pair:
            marks.append(
                _toggle(
                    play.say(T("Team")),
                    on=draft.teams[seat],
                    do=partial(_put, change, draft.team, seat),
                    identifier=f"team-{seat}",
                )
            )
        marks.append(
            parts.icon_button(
                icon=ft.Icons.REMOVE_CIRCLE_OUTLINE if draft.action_cards[seat] else ft.Icons.ADD_CARD,
                label=play.say(
                    T("{player}: no action card", player=Player(seat))
                    if draft.action_cards[seat]
                    else T("{player}: third poet by action card", player=Player(seat))
                ),
                on_click=lambda _, seat=seat: _put(change, draft.third, seat),
                identifier=f"third-{seat}",
            )
        )
        rows.append(
            _column(
                ft.Row(marks, spacing=look.Space.xs),
                ft.Row(slots, spacing=look.Space.s),
                spacing=0.0,
            )
        )
    if view.house.open_list == "on":
        rows.append(
            _column(
                words(play.say(T("Open list")), ft.TextThemeStyle.TITLE_MEDIUM),
                _slot(play, view, draft.open_list, OPEN, 0, show),
                spacing=look.Space.xs,
            )
        )
    return _column(*rows)


def _put(change: Callable[[Draft], None], do: Callable[..., Draft], *what: int) -> None:
    change(do(*what))


def _short(play: Play, view: TableView, poet: Poet) -> str:
    """A poet's points for what is asked, or all five values where that is not known yet."""
    wanted = view.slam.attributes if view.slam else ()
    if not wanted:
        return " · ".join(str(value) for value in poet.values)
    extra = sum(bonus.amount for bonus in poet.bonuses)
    total = sum(poet.value(one) for one in wanted)
    return str(total) if not extra else f"{total} {play.desk.renderer().signed(extra)}"


def _slot(
    play: Play, view: TableView, poet: Poet | None, seat: int, card: int, show: Callable[[Sheet | None], None]
) -> ft.Control:
    who = play.say(T("Open list")) if seat == OPEN else play.names[seat]
    identifier = "slot-open" if seat == OPEN else f"slot-{seat}-{card}"
    if poet is None:
        label = play.say(T("{who}: choose poet {n}", who=who, n=card + 1))
        face: ft.Control = ft.Row(
            [
                ft.Icon(ft.Icons.ADD, size=22.0, color=ft.Colors.PRIMARY),
                words(play.say(T("Poet {n}", n=card + 1)), ft.TextThemeStyle.TITLE_SMALL),
            ],
            spacing=6.0,
            tight=True,
        )
    else:
        out = not poet.admitted or (view.house.weekday == "on" and not poet.free)
        name = play.say(poet_name(poet, card))
        points = play.say(T("not admitted")) if out else _short(play, view, poet)
        label = play.say(T("{who}: {poet}, {points}", who=who, poet=name, points=points))
        second: list[ft.Control] = [
            words(
                points,
                ft.TextThemeStyle.TITLE_LARGE if not out else ft.TextThemeStyle.LABEL_LARGE,
                color=ft.Colors.ERROR if out else ft.Colors.PRIMARY,
                lines=1,
            )
        ]
        if out:
            second.insert(0, ft.Icon(ft.Icons.BLOCK, size=18.0, color=ft.Colors.ERROR))
        if poet.sister:
            second.append(ft.Icon(ft.Icons.GROUP, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT))
        face = ft.Column(
            [words(name, ft.TextThemeStyle.TITLE_SMALL, lines=1), ft.Row(second, spacing=4.0, tight=True)],
            spacing=0.0,
            tight=True,
        )
    box = ft.Container(
        face,
        height=64.0,
        alignment=ft.Alignment.CENTER_LEFT,
        padding=ft.Padding.symmetric(horizontal=look.Space.m),
        bgcolor=look.SHEET if poet else ft.Colors.TRANSPARENT,
        border=ft.Border.all(1.5 if poet else 1.0, ft.Colors.OUTLINE if poet else ft.Colors.OUTLINE_VARIANT),
        border_radius=look.Radii.paper,
    )
    slot = pressable(
        box,
        on_click=lambda _: show(("poet" if poet else "pick", seat, card)),
        label=label,
        identifier=identifier,
        align=ft.Alignment.CENTER_LEFT,
    )
    slot.expand = seat != OPEN
    return slot


def _gold_stage(play: Play, view: TableView, draft: Draft, change: Callable[[Draft], None]) -> ft.Control:
    """Poets of the victory piles to choose from; who cannot take part has nothing to choose."""
    rows: list[ft.Control] = []
    for seat in range(view.seats):
        pile, entry = view.piles[seat], draft.entry(seat, view.piles[seat])
        allowed = {champion.pick for one in view.possible[seat] for champion in one.champions}
        marks: list[ft.Control] = [
            ft.Container(words(play.names[seat], ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True)
        ]
        if len(entry.champions) == NUMBERS.setup.poets:
            marks.append(
                _toggle(
                    play.say(T("Team")),
                    on=draft.teams[seat],
                    do=partial(_put, change, draft.team, seat),
                    identifier=f"team-{seat}",
                )
            )
        if any(pile[champion.pick].has(Trait.AVANTGARDIST) for champion in entry.champions):
            marks.append(
                _toggle(
                    play.say(T("With her sister")),
                    on=draft.sisters[seat],
                    do=partial(_put, change, draft.sister, seat),
                    identifier=f"sister-{seat}",
                )
            )
        choices = [
            _toggle(
                f"{play.say(poet_name(poet, pick))} {_short(play, view, evolve(poet, bonuses=()))}",
                on=pick in draft.picks[seat],
                do=partial(_put, change, draft.pick, seat, pick),
                identifier=f"pick-{seat}-{pick}",
            )
            for pick, poet in enumerate(pile)
            if pick in allowed
        ]
        body = _wrap(*choices) if choices else words(play.say(T("cannot take part")), ft.TextThemeStyle.BODY_MEDIUM)
        rows.append(_column(ft.Row(marks, spacing=look.Space.xs), body, spacing=look.Space.xs))
    return _column(*rows)


# The buttons under the thumb


def _buttons(
    play: Play,
    view: TableView,
    draft: Draft,
    cards: Library,
    show: Callable[[Sheet | None], None],
) -> ft.Control:
    if view.phase == "booking":
        return BookingButtons(play, view, cards, show, key=f"booking-{view.number}")
    if view.phase == "reveal":
        return _reveal_buttons(play, view, draft, show)
    if view.phase == "judging":
        return _answer_buttons(play, view, cards)
    if view.phase == "verdict":
        return _verdict_buttons(play, show)
    return GameOverButtons(play)


@component
def BookingButtons(play: Play, view: TableView, cards: Library, show: Callable[[Sheet | None], None]) -> ft.Control:
    """What counts, if the card says so already; a known slam card brings it along."""
    chosen, choose = use_value(tuple[Attribute, ...]())
    what = play.say(asked(chosen)) if chosen else play.say(T("the show decides"))
    open_it = GoldOpened(chosen) if view.is_gold else SlamOpened(attributes=chosen)
    title = T("Turn up the gold card") if view.is_gold else T("Open the slam")
    controls = [_attribute_keys(play, chosen, choose)]
    controls.append(
        parts.verdict_button(
            title=play.say(title),
            sublabel=play.say(T("What counts: {attributes}.", attributes=what)),
            emphasis="primary",
            on_click=lambda _: play.report(open_it),
            identifier="open-slam",
        )
    )
    if not view.is_gold:
        controls.append(
            parts.verdict_button(
                title=play.say(T("Slam cards")),
                sublabel=play.say(
                    N(
                        "{n} known: name, kind, die, glass, day",
                        "{n} known: name, kind, die, glass, day",
                        n=len(cards.slams),
                    )
                ),
                leading=ft.Icon(ft.Icons.STYLE_OUTLINED, size=24.0, color=ft.Colors.ON_SURFACE_VARIANT),
                on_click=lambda _: show(("slams", 0, 0)),
                identifier="slam-cards",
            )
        )
    return _column(*controls)


def _reveal_buttons(play: Play, view: TableView, draft: Draft, show: Callable[[Sheet | None], None]) -> ft.Control:
    if view.is_gold:
        return parts.verdict_button(
            title=play.say(T("Judge the championship")),
            emphasis="primary",
            on_click=lambda _: play.report(draft.champions(view.piles)),
            identifier="reveal",
        )
    empty = draft.next_empty(open_list=view.house.open_list == "on")
    judge = parts.verdict_button(
        title=play.say(T("Judge the slam")),
        emphasis="primary",
        on_click=lambda _: play.report(draft.revealed()),
        identifier="reveal",
    )
    if empty is None:
        return judge
    who = play.say(T("Open list")) if empty[0] == OPEN else play.names[empty[0]]
    ask = parts.verdict_button(
        title=play.say(T("{who}: choose poet {n}", who=who, n=empty[1] + 1)),
        emphasis="plain" if draft.ready() else "primary",
        on_click=lambda _: show(("pick", *empty)),
        identifier="next-poet",
    )
    return _column(ask, judge) if draft.ready() else ask


def _answer_buttons(play: Play, view: TableView, cards: Library) -> ft.Control:
    match view.question:
        case AskContagion():
            return _dice(play)
        case AskBribe():
            return BribeButtons(play, view, key=f"bribe-{play.session.version}")
        case AskNotMale():
            return NotMaleButtons(play, key="not-male")
        case AskSmart():
            return VoteButtons(play, view, key="votes")
        case AskShow():
            return ShowButtons(play, view, cards, key="show")
        case AskApplause(seats):
            return _applause(play, seats)
        case _:
            return _offered(play)


def _offered(play: Play) -> ft.Control:
    """A button for each answer."""
    return _column(
        *[
            parts.verdict_button(
                title=play.say(offer.label),
                emphasis="tonal",
                on_click=lambda _, offer=offer: play.take(offer),
                identifier=f"answer-{number}",
            )
            for number, offer in enumerate(play.weighing(Weight.MAIN, Weight.SIDE))
        ]
    )


def _dice(play: Play) -> ft.Control:
    return _die_keys(play, 0, lambda face: play.take(play.offers[face - 1]))


def _die_keys(play: Play, chosen: int, put: Callable[[int], None], identifier: str = "die") -> ft.Control:
    """The six faces of a die in a row; the chosen one has a thick edge and is filled."""
    keys: list[ft.Control] = []
    for face in range(1, NUMBERS.die.faces + 1):
        on = face == chosen
        box = ft.Container(
            words(str(face), ft.TextThemeStyle.TITLE_LARGE),
            height=52.0,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if on else look.SHEET,
            border=ft.Border.all(3.0 if on else 1.0, ft.Colors.PRIMARY if on else ft.Colors.OUTLINE_VARIANT),
            border_radius=look.Radii.button,
        )
        key = pressable(
            box,
            on_click=lambda _, face=face: put(face),
            label=play.say(T("a {n}", n=face)),
            identifier=f"{identifier}-{face}",
            radius=look.Radii.button,
        )
        keys.append(ft.Semantics(content=key, selected=on, expand=True))
    return ft.Row(keys, spacing=6.0)


def _applause(play: Play, seats: Sequence[int]) -> ft.Control:
    """Who was first with both; if call and hand differ, each is told."""
    *firsts, split = play.offers
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=play.say(offer.label),
            sublabel=play.say(T("called and hand lowest")),
            emphasis="primary",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"applause-{seat}",
        )
        for seat, offer in zip(seats, firsts, strict=True)
    ]
    assert split.kind is Applauded
    return _column(
        *buttons,
        parts.verdict_button(
            title=play.say(split.label), on_click=lambda _: play.take(split), identifier="applause-split"
        ),
    )


@component
def ShowButtons(play: Play, view: TableView, cards: Library) -> ft.Control:
    """What counts, by the attributes or by a die whose faces the card library knows."""
    chosen, choose = use_value(tuple[Attribute, ...]())
    die, roll = use_value(0)
    card = cards.slam(view.slam.name) if view.slam and view.slam.name else None
    shows = dict(card.shows) if card else {}

    def tell() -> None:
        if card and die and chosen:
            remember(play, Library(slams=(cards_file.learned(card, die, chosen),)))
        play.report(ShowDecided(chosen, die))

    def rolled(face: int) -> None:
        roll(0 if face == die else face)
        if face in shows:
            choose(shows[face])

    faces = _die_keys(play, die, rolled)
    return _column(
        _heading(play, T("Die, if one was rolled")),
        faces,
        _attribute_keys(play, chosen, choose),
        parts.verdict_button(
            title=play.say(T("Judge: {attributes}", attributes=asked(chosen)))
            if chosen
            else play.say(T("What counts?")),
            emphasis="primary",
            available=bool(chosen),
            on_click=lambda _: tell(),
            identifier="show-done",
        ),
    )


@component
def NotMaleButtons(play: Play) -> ft.Control:
    """The players by their own word."""
    chosen, choose = use_value(tuple[int, ...]())

    def flip(seat: int) -> None:
        choose(lambda old: tuple(one for one in old if one != seat) if seat in old else (*old, seat))

    return _column(
        _wrap(
            *[
                _toggle(name, on=seat in chosen, do=partial(flip, seat), identifier=f"not-male-{seat}")
                for seat, name in enumerate(play.names)
            ]
        ),
        parts.verdict_button(
            title=play.say(T("Those are not male") if chosen else T("All are male")),
            emphasis="primary",
            on_click=lambda _: play.report(NotMaleTold(tuple(sorted(chosen)))),
            identifier="not-male-done",
        ),
    )


@component
def VoteButtons(play: Play, view: TableView) -> ft.Control:
    """Who finds whom smart; the verdict on the clothes stands beside the number."""
    facts = view.facts_told
    assert facts
    rows = [tuple(lineup.poets) for lineup in facts.lineups] + ([(facts.open_list,)] if facts.open_list else [])
    votes, vote = use_value(tuple(tuple(0 for _ in row) for row in rows))

    def put(row: int, card: int, number: int) -> None:
        vote(
            lambda old: tuple(
                tuple(number if (r, c) == (row, card) else value for c, value in enumerate(values))
                for r, values in enumerate(old)
            )
        )

    steppers: list[ft.Control] = []
    for row, poets in enumerate(rows):
        for card, poet in enumerate(poets):
            is_smart = smart(votes[row][card], view.seats)
            said = (
                T("{poet}: smart", poet=poet_name(poet, card))
                if is_smart
                else T("{poet}: not smart", poet=poet_name(poet, card))
            )
            steppers.append(
                _stepper(
                    play,
                    play.say(said),
                    votes[row][card],
                    0,
                    view.seats,
                    partial(put, row, card),
                    f"votes-{row}-{card}",
                )
            )
    return ft.Column(
        [
            ft.Container(
                ft.Column(steppers, spacing=look.Space.xs, scroll=ft.ScrollMode.AUTO),
                height=min(300.0, 60.0 * len(steppers)),
            ),
            parts.verdict_button(
                title=play.say(T("The votes are told")),
                emphasis="primary",
                on_click=lambda _: play.report(SmartVoted(votes)),
                identifier="votes-done",
            ),
        ],
        spacing=look.Space.s,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


#: Gifts that are one tap, in cents: nothing, the first step, and the cent that makes the last.
_PRESETS: Final = tuple(NUMBERS.bribe.cents)


@component
def BribeButtons(play: Play, view: TableView) -> ft.Control:
    """The money assistant: what each opponent gets, and what the lowest gift brings."""
    question = view.question
    assert isinstance(question, AskBribe)
    briber = question.place.seat or 0
    opponents = [(briber + step) % view.seats for step in range(1, view.seats)]
    gifts, give = use_value(tuple(0 for _ in opponents))
    extra, add = use_value(0)
    low, high = bribe_bounds(min(gifts))
    bonus = max(low, min(high, extra))

    def put(place: int, cents: int) -> None:
        give(lambda old: tuple(cents if at == place else value for at, value in enumerate(old)))

    rows: list[ft.Control] = []
    for place, seat in enumerate(opponents):
        rows.append(
            words(
                play.say(T("{player} gets {money}", player=Player(seat), money=money(gifts[place]))),
                ft.TextThemeStyle.TITLE_MEDIUM,
            )
        )
        euros = parts.icon_button(
            icon=ft.Icons.EURO,
            label=play.say(T("{player}: one euro more", player=Player(seat))),
            on_click=lambda _, place=place: put(place, min(NUMBERS.bribe.most, gifts[place] + 100)),
            identifier=f"euro-{place}",
        )
        cent = parts.icon_button(
            icon=ft.Icons.ADD,
            label=play.say(T("{player}: one cent more", player=Player(seat))),
            on_click=lambda _, place=place: put(place, min(NUMBERS.bribe.most, gifts[place] + 1)),
            identifier=f"cent-{place}",
        )
        presets = [
            _toggle(
                play.say(money(cents)),
                on=gifts[place] == cents,
                do=partial(put, place, cents),
                identifier=f"gift-{place}-{cents}",
            )
            for cents in _PRESETS
        ]
        rows.append(_wrap(*presets, euros, cent))
    if low != high:
        rows.append(_stepper(play, play.say(T("The card gives")), bonus, low, high, add, "bribe-bonus"))
    scroll = ft.Column(rows, spacing=look.Space.xs, scroll=ft.ScrollMode.AUTO)
    return _column(
        ft.Container(scroll, height=min(300.0, 100.0 * len(opponents) + (60.0 if low != high else 0.0))),
        parts.verdict_button(
            title=play.say(T("Lowest gift {money}: +{bonus}", money=money(min(gifts)), bonus=bonus)),
            emphasis="primary",
            on_click=lambda _: play.report(Bribed(briber, question.place.card, gifts, bonus if low != high else None)),
            identifier="bribe-done",
        ),
    )


def _verdict_buttons(play: Play, show: Callable[[Sheet | None], None]) -> ft.Control:
    close = next(offer for offer in play.offers if offer.kind is SlamClosed)
    darlings = [offer for offer in play.offers if offer.kind is DarlingKept]
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=play.say(close.label),
            sublabel=play.say(T("and draw up to {n}", n=NUMBERS.setup.hand)),
            emphasis="primary",
            large=play.layout != "phone",
            on_click=lambda _: play.take(close),
            identifier="close-slam",
        )
    ]
    buttons += [
        parts.verdict_button(
            title=play.say(offer.label),
            emphasis="tonal",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"darling-{number}",
        )
        for number, offer in enumerate(darlings)
    ]
    if any(offer.kind is FalseApplause for offer in play.offers):
        buttons.append(
            parts.quiet_button(
                text=play.say(T("Somebody called Schinken")),
                icon=ft.Icons.CAMPAIGN_OUTLINED,
                outlined=False,
                on_click=lambda _: show(("false", 0, 0)),
                identifier="false-applause",
            )
        )
    return _column(*buttons)


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one, or home."""
    desk = play.desk

    def rematch() -> None:
        try:
            desk.go(f"/table/{desk.room.tables.begin(play.session.record.header)}")
        except StorageError as error:
            play.fail(error)
        except Refused as error:
            play.refuse(error.why)

    return _column(
        parts.verdict_button(
            title=play.say(T("Rematch")), emphasis="primary", on_click=lambda _: rematch(), identifier="rematch"
        ),
        parts.verdict_button(title=play.say(T("To the start")), on_click=lambda _: desk.go("/"), identifier="home"),
    )


# The sheets


def _sheet(
    play: Play,
    view: TableView,
    draft: Draft,
    cards: Library,
    shown: Sheet,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
    done: Callable[[], None],
) -> tuple[str, ft.Control]:
    """Return title and content of what lies above the table."""
    kind, seat, card = shown
    who = play.say(T("Open list")) if seat == OPEN else play.names[seat]
    match kind:
        case "pick":
            title = play.say(T("{who}: choose poet {n}", who=who, n=card + 1))
            return title, PoetPicker(play, view, draft, cards, seat, card, show, change, key=f"pick-{seat}-{card}")
        case "new":
            title = play.say(T("{who}: new poet", who=who))
            return title, PoetForm(play, view, draft, cards, seat, card, None, show, change, key=f"new-{seat}-{card}")
        case "edit":
            old = draft.at(seat, card)
            name = old.name if old else ""
            return play.say(T("The printed card")), PoetForm(
                play, view, draft, cards, seat, card, cards.poet(name), show, change, key=f"edit-{seat}-{card}"
            )
        case "poet":
            return who, PoetAtTable(play, view, draft, cards, seat, card, show, change)
        case "slams":
            return play.say(T("Slam cards")), SlamPicker(play, cards, draft, show, change, key="slams")
        case "cards":
            return play.say(T("Card library")), CardFiles(play, done, key="files")
        case "false":
            return play.say(T("Who called Schinken?")), _false_callers(play, show)
        case _:
            return who, _pile(play, view, seat)


def _pile(play: Play, view: TableView, seat: int) -> ft.Control:
    """What lies on a victory pile."""
    won = N("{n} slam", "{n} slams", n=view.slams[seat])
    rows = [
        ft.Row(
            [
                ft.Icon(ft.Icons.MIC, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
                ft.Container(
                    words(play.say(poet_name(poet, number)), ft.TextThemeStyle.TITLE_MEDIUM, lines=2), expand=True
                ),
                words(" · ".join(map(str, poet.values)), ft.TextThemeStyle.BODY_MEDIUM),
            ],
            spacing=look.Space.s,
        )
        for number, poet in enumerate(view.piles[seat])
    ]
    head = words(play.say(T("Victory pile: {slams}", slams=won)), ft.TextThemeStyle.HEADLINE_SMALL)
    return _page(head, _heading(play, T("Style · Message · Humour · Performance · Sympathy")), *rows)


def _false_callers(play: Play, show: Callable[[Sheet | None], None]) -> ft.Control:
    offers = [offer for offer in play.offers if offer.kind is FalseApplause]

    def take(offer: Any) -> None:
        show(None)
        play.take(offer)

    return _page(
        *[
            parts.verdict_button(
                title=play.say(offer.label),
                sublabel=play.say(offer.closed.text) if offer.closed else None,
                available=offer.closed is None,
                on_click=lambda _, offer=offer: take(offer),
                identifier=f"caller-{number}",
            )
            for number, offer in enumerate(offers)
        ]
    )


def _arriving(play: Play, view: TableView, draft: Draft, card: PoetCard | None, poet: Poet) -> Poet:
    """Return a poet as it comes to this slam: kept out or away as far as the cards tell."""
    slam = view.slam
    if slam is None or card is None:
        return poet
    if _kept_out(play, view, card, poet):
        poet = evolve(poet, admitted=False)
    if view.house.weekday == "on" and draft.day is not None:
        today = real_day(draft.day, date.today().weekday())
        poet = evolve(poet, free=has_time(card.busy, today))
    return poet


def _kept_out(play: Play, view: TableView, card: PoetCard, poet: Poet) -> str | None:
    slam = view.slam
    if slam is None:
        return None
    known = remembered(play).slam(slam.name)
    club = bool(known and known.club)
    male = card.gender is Gender.MALE
    return admission_hint(poet, slam.special, male=male, faces=slam.glass, die=slam.die, club=club)


def _go_on(
    view: TableView, draft: Draft, show: Callable[[Sheet | None], None], change: Callable[[Draft], None]
) -> None:
    """After a poet was placed: on to the next empty place, or back to the table."""
    change(draft)
    empty = draft.next_empty(open_list=view.house.open_list == "on")
    show(("pick", *empty) if empty else None)


@component
def PoetPicker(
    play: Play,
    view: TableView,
    draft: Draft,
    cards: Library,
    seat: int,
    card: int,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
) -> ft.Control:
    """The poets that are known and still free; a tap places one and goes on to the next place."""
    wanted, look_for = use_value("")
    gone = draft.names | {poet.name for pile in view.piles for poet in pile}
    found = [one for one in cards.poets if one.name not in gone and wanted.casefold() in one.name.casefold()]

    def place(one: PoetCard) -> None:
        poet = _arriving(play, view, draft, one, one.as_played())
        _go_on(view, draft.put(seat, card, poet, cards), show, change)

    rows = [
        parts.verdict_button(
            title=one.name,
            sublabel=_card_line(play, one),
            leading=ft.Container(
                words(
                    _short(play, view, one.as_played()) if view.slam and view.slam.attributes else "",
                    ft.TextThemeStyle.HEADLINE_SMALL,
                    color=ft.Colors.PRIMARY,
                ),
                width=44.0,
            )
            if view.slam and view.slam.attributes
            else None,
            on_click=lambda _, one=one: place(one),
            identifier=f"known-{number}",
        )
        for number, one in enumerate(found)
    ]
    new = parts.verdict_button(
        title=play.say(T("New poet")),
        emphasis="primary" if not found else "tonal",
        leading=ft.Icon(ft.Icons.ADD, size=24.0, color=ft.Colors.ON_PRIMARY if not found else ft.Colors.ON_SURFACE),
        on_click=lambda _: show(("new", seat, card)),
        identifier="poet-new",
    )
    search = parts.text_input(
        label=play.say(T("Find a poet")),
        value=wanted,
        on_change=lambda event: look_for(event.control.value),
        icon=ft.Icons.SEARCH,
        identifier="poet-find",
    )
    files = parts.quiet_button(
        text=play.say(T("Card library")),
        icon=ft.Icons.FOLDER_OPEN_OUTLINED,
        outlined=False,
        on_click=lambda _: show(("cards", 0, 0)),
        identifier="cards",
    )
    return _page(*([search] if len(cards.poets) > 6 else []), new, *rows, files)


def _card_line(play: Play, card: PoetCard) -> str:
    said = [" · ".join(map(str, card.values))]
    if card.voice:
        said.append(play.say(VOICE[card.voice]))
    if card.partner:
        said.append(play.say(T("team with {partner}", partner=card.partner)))
    said += [play.say(TRAIT[trait]) for trait in card.traits]
    return ", ".join(said)


@component
def PoetForm(
    play: Play,
    view: TableView,
    draft: Draft,
    cards: Library,
    seat: int,
    card: int,
    old: PoetCard | None,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
) -> ft.Control:
    """What is printed on a poet card; it is remembered, so that next time a tap is enough."""
    usual = NUMBERS.entry.usual
    form, set_form = use_value(old or PoetCard("", (usual, usual, usual, usual, usual)))

    def put(**changes: Any) -> None:
        set_form(lambda now: evolve(now, **changes))

    def value(place: int, number: int) -> None:
        def valued(now: PoetCard) -> PoetCard:
            style, message, humour, performance, sympathy = (
                number if at == place else one for at, one in enumerate(now.values)
            )
            return evolve(now, values=(style, message, humour, performance, sympathy))

        set_form(valued)

    def flip(trait: Trait) -> None:
        set_form(lambda now: evolve(now, traits=_flipped(now.traits, trait)))

    def flip_day(day: Day) -> None:
        """No time: never on that day, then on a six only, then always time again."""

        def turned(now: PoetCard) -> PoetCard:
            rest = tuple(busy for busy in now.busy if busy.day != day.value)
            before = next((busy for busy in now.busy if busy.day == day.value), None)
            if before is None:
                return evolve(now, busy=(*rest, Busy(day.value)))
            return evolve(now, busy=rest if before.only_on_six else (*rest, Busy(day.value, only_on_six=True)))

        set_form(turned)

    name = form.name.strip()[: NUMBERS.entry.name]

    def finish() -> None:
        done = evolve(form, name=name, partner=form.partner.strip()[: NUMBERS.entry.name])
        if name:
            remember(play, Library(poets=(done,)))
        now = draft.at(seat, card)
        poet = done.as_played()
        if old and now:  # what was told of the poet in this slam stays
            poet = evolve(
                poet, admitted=now.admitted, free=now.free, sister=now.sister and poet.has(Trait.AVANTGARDIST)
            )
        else:
            poet = _arriving(play, view, draft, done, poet)
        _go_on(view, draft.put(seat, card, poet, cards_file.merged(cards, Library(poets=(done,)))), show, change)

    taken = not old and name in draft.names | {poet.name for pile in view.piles for poet in pile} - {""} and bool(name)
    entry = NUMBERS.entry
    controls: list[ft.Control] = [
        parts.text_input(
            label=play.say(T("Name of the poet")),
            value=form.name,
            on_change=lambda event: put(name=event.control.value),
            error=play.say(T("This poet is in play already.")) if taken else None,
            identifier="poet-name",
        ),
        *[
            _stepper(
                play,
                play.say(ATTRIBUTE[one]),
                form.values[place],
                entry.low,
                entry.high,
                partial(value, place),
                f"value-{one.value}",
            )
            for place, one in enumerate(ATTRIBUTES)
        ],
        _stepper(
            play,
            play.say(T("Bonus by ability")),
            form.bonus,
            -entry.adjust,
            entry.adjust,
            lambda n: put(bonus=n),
            "poet-bonus",
        ),
        parts.verdict_button(
            title=play.say(T("On the stage")) if name else play.say(T("On the stage, without a name")),
            sublabel=play.say(T("The card is remembered."))
            if name
            else play.say(T("Without a name it is not remembered.")),
            emphasis="primary",
            available=not taken,
            on_click=lambda _: finish() if not taken else None,
            identifier="poet-done",
        ),
        _heading(play, T("Lyric or prose")),
        _wrap(
            *[
                _toggle(
                    play.say(text),
                    on=form.voice is one,
                    do=partial(put, voice=None if form.voice is one else one),
                    identifier=f"voice-{one.value}",
                )
                for one, text in VOICE.items()
            ]
        ),
        _heading(play, T("Printed on the card")),
        _wrap(
            *[
                _toggle(play.say(text), on=one in form.traits, do=partial(flip, one), identifier=f"trait-{one.value}")
                for one, text in TRAIT.items()
            ]
        ),
        parts.text_input(
            label=play.say(T("Team with (name of the partner)")),
            value=form.partner,
            on_change=lambda event: put(partner=event.control.value),
            identifier="poet-partner",
        ),
        _heading(play, T("Gender of the poet")),
        _wrap(
            *[
                _toggle(
                    play.say(text), on=form.gender is one, do=partial(put, gender=one), identifier=f"gender-{one.value}"
                )
                for one, text in GENDERS.items()
            ]
        ),
        _heading(play, T("No time on")),
        _wrap(*[_day_key(play, form, day, flip_day) for day in [*Day][: Day.TODAY.value]]),
    ]
    return _page(*controls)


def _day_key(play: Play, form: PoetCard, day: Day, flip: Callable[[Day], None]) -> ft.Control:
    busy = next((one for one in form.busy if one.day == day.value), None)
    text = play.say(T("{day} on a six", day=DAYS[day]) if busy and busy.only_on_six else DAYS[day])
    return _toggle(text, on=busy is not None, do=partial(flip, day), identifier=f"busy-{day.value}")


def _flipped(traits: Sequence[Trait], trait: Trait) -> tuple[Trait, ...]:
    return tuple(one for one in traits if one is not trait) if trait in traits else (*traits, trait)


@component
def PoetAtTable(
    play: Play,
    view: TableView,
    draft: Draft,
    cards: Library,
    seat: int,
    card: int,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
) -> ft.Control:
    """What is to be said of a poet in this slam: admitted, free, with her sister, adjustments."""
    poet = draft.at(seat, card)
    reason, set_reason = use_value("")
    source, set_source = use_value(Source.SLAM)
    amount, set_amount = use_value(1)
    if poet is None:
        return ft.Container()
    here: Poet = poet

    def put(new: Poet | None) -> None:
        change(draft.put(seat, card, new, cards))

    def take_off() -> None:
        put(None)
        show(("pick", seat, card))

    def add() -> None:
        bonus = Bonus(amount, source, reason.strip()[: NUMBERS.entry.name])
        put(evolve(here, bonuses=(*here.bonuses, bonus)))
        set_reason("")

    known = cards.poet(here.name)
    hint = _kept_out(play, view, known, here) if known else None
    controls: list[ft.Control] = [words(play.say(poet_name(here, card)), ft.TextThemeStyle.HEADLINE_SMALL)]
    if hint:
        why = Explanation(T("The card keeps this poet out of this slam."), (hint,))
        controls.append(_note(play, why))
    if here.has(Trait.EARLY_STARTER):
        text = T(
            "Early starter: not in clubs and not at the Schnaps slam; Kneipenslam and the erotic edition are allowed."
        )
        controls.append(_note(play, Explanation(text, ("slam.poet.early_starter",))))
    if here.has(Trait.MINOR):
        text = T("Minor: not where a martini glass is active; at the Special Slam only with a 1 or 2.")
        controls.append(_note(play, Explanation(text, ("slam.poet.minor",))))
    controls.append(
        _toggle(
            play.say(T("Admitted: meets the entry conditions")),
            on=here.admitted,
            do=lambda: put(evolve(here, admitted=not here.admitted)),
            identifier="poet-admitted",
        )
    )
    if view.house.weekday == "on":
        controls.append(
            _toggle(
                play.say(T("Has time on the day of the slam")),
                on=here.free,
                do=lambda: put(evolve(here, free=not here.free)),
                identifier="poet-free",
            )
        )
        if known and any(busy.only_on_six for busy in known.busy):
            text = T("With a die before the day: roll, and only a {n} keeps the poet away.", n=NUMBERS.die.hindered)
            controls.append(_note(play, Explanation(text, ("slam.adv.weekday",))))
    if here.has(Trait.AVANTGARDIST):
        controls.append(
            _toggle(
                play.say(T("With her sister")),
                on=here.sister,
                do=lambda: put(evolve(here, sister=not here.sister)),
                identifier="poet-sister",
            )
        )
    controls.append(_heading(play, T("Adjustments in this slam")))
    for number, bonus in enumerate(here.bonuses):
        said = bonus.words or play.say(SOURCE[bonus.source])
        controls.append(
            ft.Row(
                [
                    ft.Container(
                        words(
                            f"{play.desk.renderer().signed(bonus.amount)} {said}",
                            ft.TextThemeStyle.TITLE_MEDIUM,
                            lines=2,
                        ),
                        expand=True,
                    ),
                    parts.icon_button(
                        icon=ft.Icons.DELETE_OUTLINE,
                        label=play.say(T("Take away: {what}", what=said)),
                        on_click=lambda _, number=number: put(
                            evolve(here, bonuses=tuple(one for at, one in enumerate(here.bonuses) if at != number))
                        ),
                        identifier=f"bonus-{number}-off",
                    ),
                ]
            )
        )
    controls += [
        _stepper(play, play.say(T("Points")), amount, -NUMBERS.entry.adjust, NUMBERS.entry.adjust, set_amount, "bonus"),
        _wrap(
            *[
                _toggle(
                    play.say(SOURCE[one]),
                    on=source is one,
                    do=partial(set_source, one),
                    identifier=f"source-{one.value}",
                )
                for one in (Source.SLAM, Source.ABILITY, Source.OTHER)
            ]
        ),
        parts.text_input(
            label=play.say(T("Reason in words, if you like")),
            value=reason,
            on_change=lambda event: set_reason(event.control.value),
            identifier="bonus-reason",
        ),
        parts.verdict_button(
            title=play.say(T("Add {points}", points=play.desk.renderer().signed(amount))),
            emphasis="tonal",
            available=amount != 0,
            on_click=lambda _: add() if amount else None,
            identifier="bonus-add",
        ),
        parts.verdict_button(
            title=play.say(T("Done")), emphasis="primary", on_click=lambda _: show(None), identifier="poet-close"
        ),
        parts.quiet_button(
            text=play.say(T("Another poet here")),
            icon=ft.Icons.SWAP_HORIZ,
            on_click=lambda _: take_off(),
            identifier="poet-off",
        ),
    ]
    if known:
        controls.append(
            parts.quiet_button(
                text=play.say(T("Change the printed card")),
                icon=ft.Icons.EDIT_OUTLINED,
                on_click=lambda _: show(("edit", seat, card)),
                identifier="poet-edit",
            )
        )
    return _page(*controls)


@component
def SlamPicker(
    play: Play,
    cards: Library,
    draft: Draft,
    show: Callable[[Sheet | None], None],
    change: Callable[[Draft], None],
) -> ft.Control:
    """The slam cards that are known, and a form for another one."""
    form, set_form = use_value(SlamCard(""))
    die, roll = use_value(0)
    weekdays = play.view.house.weekday == "on"

    def put(**changes: Any) -> None:
        set_form(lambda now: evolve(now, **changes))

    def open_card(one: SlamCard) -> None:
        name = one.name.strip()[: NUMBERS.entry.name]
        if name:
            remember(play, Library(slams=(evolve(one, name=name),)))
        change(evolve(draft, day=one.day))
        show(None)
        play.report(SlamOpened(name, one.attributes, one.special, one.glass, die))

    def flip_glass(face: int) -> None:
        set_form(lambda now: evolve(now, glass=tuple(sorted({*now.glass} ^ {face}))))

    faces = tuple(range(1, NUMBERS.die.faces + 1))
    known = [
        parts.verdict_button(
            title=one.name,
            sublabel=_slam_line(play, one),
            on_click=lambda _, one=one: open_card(one),
            identifier=f"slam-{number}",
        )
        for number, one in enumerate(cards.slams)
    ]
    rolled = [
        _heading(play, T("Die of the booking, if one was rolled")),
        _die_keys(play, die, lambda face: roll(0 if die == face else face), "booking-die"),
    ]
    controls: list[ft.Control] = [
        *rolled,
        *known,
        parts.section(
            title=play.say(T("Another slam")),
            controls=[
                parts.text_input(
                    label=play.say(T("Name of the slam")),
                    value=form.name,
                    on_change=lambda event: put(name=event.control.value),
                    identifier="slam-name",
                ),
                _heading(play, T("What counts? (empty: the show decides)")),
                _attribute_keys(play, form.attributes, lambda chosen: put(attributes=chosen)),
                _heading(play, T("Kind")),
                _wrap(
                    *[
                        _toggle(
                            play.say(text),
                            on=form.special is one,
                            do=partial(put, special=one),
                            identifier=f"special-{one.value}",
                        )
                        for one, text in SPECIAL.items()
                    ]
                ),
                _heading(play, T("Martini glass")),
                _wrap(
                    _toggle(
                        play.say(T("always active")),
                        on=form.glass == faces,
                        do=lambda: put(glass=() if form.glass == faces else faces),
                        identifier="glass-always",
                    ),
                    *[
                        _toggle(
                            play.say(T("on a {n}", n=face)),
                            on=face in form.glass,
                            do=partial(flip_glass, face),
                            identifier=f"glass-{face}",
                        )
                        for face in faces
                    ],
                ),
                _toggle(
                    play.say(T("In a club")), on=form.club, do=lambda: put(club=not form.club), identifier="slam-club"
                ),
                *(
                    [
                        _heading(play, T("Day")),
                        _wrap(
                            *[
                                _toggle(
                                    play.say(text),
                                    on=form.day is one,
                                    do=partial(put, day=None if form.day is one else one),
                                    identifier=f"day-{one.value}",
                                )
                                for one, text in DAYS.items()
                            ]
                        ),
                    ]
                    if weekdays
                    else []
                ),
                parts.verdict_button(
                    title=play.say(T("Open the slam")),
                    sublabel=play.say(T("What counts: {attributes}.", attributes=asked(form.attributes)))
                    if form.attributes
                    else play.say(T("the show decides")),
                    emphasis="primary",
                    on_click=lambda _: open_card(form),
                    identifier="slam-done",
                ),
            ],
        ),
        parts.quiet_button(
            text=play.say(T("Card library")),
            icon=ft.Icons.FOLDER_OPEN_OUTLINED,
            outlined=False,
            on_click=lambda _: show(("cards", 0, 0)),
            identifier="cards",
        ),
    ]
    return _page(*controls)


def _slam_line(play: Play, card: SlamCard) -> str:
    said = [play.say(asked(card.attributes)) if card.attributes else play.say(T("the show decides"))]
    if card.special is not Special.NONE:
        said.append(play.say(SPECIAL[card.special]))
    if card.glass:
        said.append(play.say(T("martini glass")))
    if card.day:
        said.append(play.say(DAYS[card.day]))
    return ", ".join(said)


def _counted(cards: Library) -> Text:
    """Return how many cards these are."""
    poets = N("{n} poet", "{n} poets", n=len(cards.poets))
    return T("{poets} and {slams}", poets=poets, slams=N("{n} slam", "{n} slams", n=len(cards.slams)))


@component
def CardFiles(play: Play, done: Callable[[], None]) -> ft.Control:
    """The cards of this device: removed, and carried to another device as a file."""
    desk = play.desk
    known = remembered(play)
    said, say = use_maybe(Text)
    wrong, set_wrong = use_value(False)
    pasted, set_pasted = use_value("")
    _, redraw = use_value(0)

    def tell(what: Text, *, error: bool = False) -> None:
        say(what)
        set_wrong(error)
        redraw(lambda n: n + 1)
        desk.announce(play.say(what))

    def take_over(text: str) -> None:
        try:
            more = cards_file.read(text)
        except cards_file.WrongFile as error:
            tell(T("{why} Nothing was changed.", why=error.why), error=True)
            return
        now = cards_file.merged(remembered(play), more)
        if max(len(now.poets), len(now.slams)) > cards_file.MOST:
            tell(T("These are too many cards for one device. Nothing was changed."), error=True)
        elif keep(play, now):
            set_pasted("")
            tell(T("Taken over: {cards}.", cards=_counted(more)))

    def remove(name: str) -> None:
        if keep(play, remembered(play).without(name)):
            tell(T("“{name}” is removed.", name=name))

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def guarded() -> None:
            try:
                await task()
            except Exception:
                log.info("the device refused a file or its clipboard", exc_info=True)
                tell(T("This device does not allow that here. Use the text field below."), error=True)

        desk.page.run_task(guarded)

    async def save() -> None:
        await ft.FilePicker().save_file(file_name=FILE_NAME, src_bytes=cards_file.write(remembered(play)).encode())

    async def load() -> None:
        files = await ft.FilePicker().pick_files(with_data=True)
        if files:
            take_over((files[0].bytes or b"").decode("utf-8", errors="replace"))

    async def copy() -> None:
        await asyncio.wait_for(ft.Clipboard().set(cards_file.write(remembered(play))), 3.0)
        tell(T("Copied."))

    def button(text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
        return parts.quiet_button(text=play.say(text), icon=icon, on_click=lambda _: do(), identifier=identifier)

    controls: list[ft.Control] = []
    if said:
        controls.append(
            parts.notice(
                kind="refusal" if wrong else "good", title=play.say(said), compact=True, identifier="cards-said"
            )
        )
    count = T("Known on this device: {cards}.", cards=_counted(known))
    controls += [
        words(play.say(count), ft.TextThemeStyle.BODY_LARGE),
        _wrap(
            button(T("Save as a file"), ft.Icons.DOWNLOAD, lambda: run(save), "cards-save"),
            button(T("Open a file"), ft.Icons.FOLDER_OPEN_OUTLINED, lambda: run(load), "cards-open"),
            button(T("Copy"), ft.Icons.COPY_OUTLINED, lambda: run(copy), "cards-copy"),
            button(
                T("Show as text"), ft.Icons.NOTES, lambda: set_pasted(cards_file.write(remembered(play))), "cards-show"
            ),
        ),
        parts.text_input(
            label=play.say(T("Cards as text, to copy or to paste")),
            value=pasted,
            on_change=lambda event: set_pasted(event.control.value),
            identifier="cards-text",
        ),
        parts.verdict_button(
            title=play.say(T("Take these cards over")),
            sublabel=play.say(T("A card of the same name is replaced; all others stay.")),
            available=bool(pasted.strip()),
            on_click=lambda _: take_over(pasted) if pasted.strip() else None,
            identifier="cards-take",
        ),
        parts.verdict_button(
            title=play.say(T("Back to the table")),
            emphasis="primary",
            on_click=lambda _: done(),
            identifier="cards-done",
        ),
    ]
    for number, name in enumerate([*(one.name for one in known.poets), *(one.name for one in known.slams)]):
        controls.append(
            ft.Row(
                [
                    ft.Container(words(name, ft.TextThemeStyle.TITLE_MEDIUM, lines=1), expand=True),
                    parts.icon_button(
                        icon=ft.Icons.DELETE_OUTLINE,
                        label=play.say(T("Remove: {card}", card=name)),
                        on_click=lambda _, name=name: remove(name),
                        identifier=f"card-{number}-off",
                    ),
                ]
            )
        )
    return _page(*controls)


TABLES: Final[dict[str, TableScreen]] = {"slam": SlamTable}
