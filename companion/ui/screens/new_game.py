"""A new game: which one, who plays, who starts, and the house rules of this table."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import HouseNumber, HouseRule, Meta
from companion.kernel.log import Header
from companion.kernel.text import Text, messages
from companion.lookup import UnknownRule
from companion.storage.trouble import StorageError
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import Desk, use_desk, use_layout
from companion.ui.frame import bar, screen
from companion.ui.live import component
from companion.ui.parts.base import marked, pressable, words

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

#: Width of a page that shows papers in pairs.
WIDE: Final = 1040.0

#: How many remembered players are shown to be tapped.
KNOWN: Final = 8

#: From this size of the type on, what stands beside a text moves below it.
LARGE: Final = 1.3

#: From this distance between the lowest and the highest on, a number moves in tens too.
FAR: Final = 30

#: The steps of a draw, in seconds: it slows down, so that everybody sees where it ends.
DRAW: Final = (0.06, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.19, 0.24)


# ---------------------------------------------------------------- Choosing


@ft.component
def ChooseGame() -> ft.Control:
    """The games there are, one paper each."""
    desk = use_desk()
    return screen(desk, route="/new", title=desk.say(T("New game")), controls=[GamePapers()], width=WIDE)


@component
def GamePapers() -> ft.Control:
    """Every game as a large paper that begins a new one."""
    desk = use_desk()
    layout = use_layout()
    return grid([game_paper(desk, game.meta) for game in desk.room.tables.games.values()], single=layout == "phone")


def game_paper(desk: Desk, meta: Meta) -> ft.Control:
    """Return the paper of a game: what it is, for how many, and the way to its rules."""
    title, large = desk.say(meta.title), desk.preferences.text >= LARGE
    texts: list[ft.Control] = [
        words(title, ft.TextThemeStyle.HEADLINE_MEDIUM),
        words(desk.say(meta.tagline), ft.TextThemeStyle.BODY_LARGE, color=ft.Colors.ON_SURFACE_VARIANT),
        ft.Container(height=look.Space.xs),
        ft.Row(
            [
                ft.Icon(ft.Icons.PEOPLE_OUTLINE, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
                words(desk.say(player_count(meta)), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT),
            ],
            spacing=6.0,
            tight=True,
        ),
    ]
    inside = ft.Row(
        [
            game_mark(size="small" if large else "medium"),
            ft.Column(texts, spacing=2.0, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=look.Space.m if large else look.Space.l,
        vertical_alignment=ft.CrossAxisAlignment.START if large else ft.CrossAxisAlignment.CENTER,
    )
    play = pressable(
        ft.Container(
            inside,
            padding=ft.Padding.only(left=look.Space.l, top=look.Space.l, right=look.Space.m, bottom=look.Space.m),
        ),
        on_click=lambda _: desk.go(f"/new/{meta.id}"),
        identifier=f"play-{meta.id}",
        align=ft.Alignment.CENTER_LEFT,
    )
    rules = parts.quiet_button(
        text=desk.say(T("Rules of {game}", game=meta.title)),
        icon=ft.Icons.MENU_BOOK_OUTLINED,
        outlined=False,
        on_click=lambda _: desk.go(f"/rules?game={meta.id}"),
        identifier=f"rules-of-{meta.id}",
    )
    foot = ft.Container(
        ft.Row([rules], wrap=True), padding=ft.Padding.only(left=look.Space.s, right=look.Space.s, bottom=look.Space.xs)
    )
    divider = ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT)
    return coloured(
        meta,
        striped(
            ft.Column(
                [play, divider, foot], spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            )
        ),
    )


def player_count(meta: Meta) -> Text:
    """Return for how many players a game is."""
    fewest, most = meta.seats
    if fewest == most:
        return N("{n} player", "{n} players", n=most)
    return T("{fewest} to {most} players", fewest=fewest, most=most)


# ---------------------------------------------------------------- Setting up


@frozen
class Plan:
    """What has been decided about a game that has not begun.

    :param names: what stands in the field of each seat.
    :param first: the seat that starts.
    :param house: the options and numbers chosen; all others are as in the rules.
    """

    names: tuple[str, ...]
    first: int = 0
    house: Mapping[str, str | int] = {}

    def named(self, seat: int, name: str) -> "Plan":
        """Return the plan with another name on a seat."""
        return evolve(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def seated(self, name: str) -> int | None:
        """Return where somebody sits."""
        return next((seat for seat, other in enumerate(self.names) if _same(other, name)), None)

    def with_seat(self, name: str = "") -> "Plan":
        """Return the plan with one more seat."""
        return evolve(self, names=(*self.names, name))

    def without_seat(self, seat: int) -> "Plan":
        """Return the plan without a seat; whoever starts still does."""
        first = self.first - 1 if seat < self.first else 0 if seat == self.first else self.first
        return evolve(self, names=(*self.names[:seat], *self.names[seat + 1 :]), first=first)

    def moved_up(self, seat: int) -> "Plan":
        """Return the plan with a seat moved before its neighbour; whoever starts still does."""
        names = list(self.names)
        names[seat - 1 : seat + 1] = reversed(names[seat - 1 : seat + 1])
        first = {seat: seat - 1, seat - 1: seat}.get(self.first, self.first)
        return evolve(self, names=tuple(names), first=first)

    def sized(self, count: int) -> "Plan":
        """Return the plan with a number of seats."""
        return evolve(self, names=(*self.names, *[""] * count)[:count])

    def decided(self, meta: Meta, key: str, value: str | int) -> "Plan":
        """Return the plan with a house rule or number decided; what is as in the rules is not written down."""
        return evolve(self, house=only_differing(meta, {**self.house, key: value}))

    def players(self, renderer_name: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names as they will stand on the table; whoever gave none is called by the seat."""
        return tuple(name.strip() or renderer_name(seat) for seat, name in enumerate(self.names))


def only_differing(meta: Meta, house: Mapping[str, Any]) -> dict[str, str | int]:
    """Return what differs from the rules, without numbers whose option is not chosen and without what is no choice."""
    chosen: dict[str, str | int] = {
        rule.key: house[rule.key]
        for rule in meta.house_rules
        if house.get(rule.key) in {option.id for option in rule.options[1:]}
    }
    for number in meta.house_numbers:
        value = house.get(number.key)
        if (
            isinstance(value, int)
            and counts(meta, number, chosen)
            and number.low <= value <= number.high
            and value != number.default
        ):
            chosen[number.key] = value
    return chosen


def counts(meta: Meta, number: HouseNumber, house: Mapping[str, str | int]) -> bool:
    """Tell whether a number counts under the options chosen."""
    key, option = number.needs
    defaults = {rule.key: rule.default for rule in meta.house_rules}
    return house.get(key, defaults.get(key)) == option


def doubles(names: Sequence[str]) -> frozenset[int]:
    """Return the seats whose name somebody before them has already."""
    seen: set[str] = set()
    found = set()
    for seat, name in enumerate(names):
        plain = name.strip().casefold()
        if plain in seen:
            found.add(seat)
        seen.add(plain)
    return frozenset(found)


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


@ft.component
def NewGame() -> ft.Control:
    """Everything that is decided before the first card; nothing of it has to be."""
    desk = use_desk()
    id = ft.use_route_params().get("game", "")
    game = desk.room.tables.games.get(id)
    if game is None:
        others = parts.quiet_button(
            text=desk.say(T("All games")), on_click=lambda _: desk.go("/new"), identifier="all-games"
        )
        nothing = parts.empty_state(title=desk.say(T("There is no game called “{game}” here.", game=id)), action=others)
        return screen(desk, route=f"/new/{id}", title=desk.say(T("New game")), back="/new", controls=[nothing])
    return ft.View(
        route=f"/new/{id}",
        appbar=bar(desk, desk.say(game.meta.title), back="/new"),
        padding=0.0,
        controls=[SetupForm(game.meta, key=f"setup-{id}")],
    )


@component
def SetupForm(meta: Meta) -> ft.Control:
    """Players, who starts, house rules, and the button that begins."""
    desk = use_desk()
    plan, set_plan = kept(lambda: _first_plan(desk, meta))
    trouble, set_trouble = kept(None)
    tried, set_tried = kept(False)
    drawing, set_drawing = kept(None)
    drawn, set_drawn = kept(None)
    opened, set_opened = kept(False)
    known = ft.use_memo(lambda: _known_players(desk), dependencies=[])
    page: Any = desk.page
    scale = desk.preferences.text

    def dress() -> None:
        page.theme = look.theme(meta.colour, dark=False, text_scale=scale)
        page.dark_theme = look.theme(meta.colour, dark=True, text_scale=scale)
        page.update()

    def undress() -> None:
        page.theme = look.theme(None, dark=False, text_scale=scale)
        page.dark_theme = look.theme(None, dark=True, text_scale=scale)
        page.update()

    ft.use_effect(dress, dependencies=[meta.colour, scale], cleanup=undress)

    players = plan.players(desk.renderer().name)
    double = doubles(players)

    def change(changed: Plan) -> None:
        set_plan(changed)
        set_trouble(None)
        if changed.names != plan.names or changed.first != plan.first:
            set_drawn(None)

    async def draw() -> None:
        if drawing is not None:
            return
        chosen = secrets.randbelow(len(players))
        try:
            for step, pause in enumerate(DRAW):
                set_drawing((chosen + step - len(DRAW)) % len(players))
                await asyncio.sleep(pause)
        finally:
            set_drawing(None)
        set_plan(lambda now: evolve(now, first=min(chosen, len(now.names) - 1)))
        set_drawn(chosen)
        desk.buzz()
        desk.announce(desk.say(T("Drawn: {name}", name=players[chosen])))

    def start() -> None:
        set_tried(True)
        if double:
            set_trouble(None)
            desk.buzz("heavy_impact")
            desk.announce(desk.say(_DOUBLE))
            return
        header = Header(meta.id, meta.revision, players, plan.first, only_differing(meta, plan.house), desk.locale)
        try:
            table = desk.room.tables.begin(header)
        except (Refused, StorageError) as error:
            set_trouble(error.why)
            desk.buzz("heavy_impact")
            desk.announce(desk.say(error.why.text))
            return
        _remember(desk, meta, plan)
        desk.buzz()
        desk.go(f"/table/{table}")

    controls: list[ft.Control] = [
        _players(desk, meta, plan, double if tried or _typed_twice(plan) else frozenset(), known, change),
        _starter(desk, meta, plan, players, drawing, drawn, change, draw),
    ]
    if meta.house_rules:
        controls.append(_house_rules(desk, meta, plan, opened, set_opened, change))
    foot: list[ft.Control] = []
    if tried and double:
        foot.append(parts.notice(kind="warning", title=desk.say(_DOUBLE), identifier="same-name"))
    if trouble is not None:
        foot.append(trouble_notice(desk, trouble, lambda: set_trouble(None)))
    foot.append(
        parts.verdict_button(
            title=desk.say(T("Start the game")),
            leading=ft.Icon(ft.Icons.PLAY_ARROW_ROUNDED, size=28.0, color=ft.Colors.ON_PRIMARY),
            emphasis="primary",
            on_click=attempt(desk, start),
            identifier="start",
        )
    )
    return page_with_foot(controls, foot)


_DOUBLE: Final = T("Two players have the same name. Tell them apart, so that everybody knows whose turn it is.")


def _first_plan(desk: Desk, meta: Meta) -> Plan:
    fewest, most = meta.seats
    saved: Any = None
    try:
        saved = desk.room.tables.library.setting(_setting(meta))
    except StorageError:
        log.warning("the last setup cannot be read", exc_info=True)
    saved = saved if isinstance(saved, dict) else {}
    seats, house = saved.get("seats"), saved.get("house")
    count = min(max(seats, fewest), most) if isinstance(seats, int) else fewest
    return Plan(("",) * count, house=only_differing(meta, house) if isinstance(house, dict) else {})


def _remember(desk: Desk, meta: Meta, plan: Plan) -> None:
    try:
        house = only_differing(meta, plan.house)
        desk.room.tables.library.set_setting(_setting(meta), {"seats": len(plan.names), "house": house})
    except StorageError:
        log.warning("the setup cannot be remembered", exc_info=True)


def _setting(meta: Meta) -> str:
    return f"setup.{meta.id}"


def _known_players(desk: Desk) -> tuple[str, ...]:
    try:
        return desk.room.tables.library.players()[:KNOWN]
    except StorageError:
        log.warning("the players cannot be read", exc_info=True)
        return ()


def _typed_twice(plan: Plan) -> bool:
    typed = [name for name in plan.names if name.strip()]
    return bool(doubles(typed))


def _players(
    desk: Desk, meta: Meta, plan: Plan, double: frozenset[int], known: tuple[str, ...], change: Callable[[Plan], None]
) -> ft.Control:
    fewest, most = meta.seats
    count = len(plan.names)
    players = plan.players(desk.renderer().name)
    rows: list[ft.Control] = []
    if known:
        rows.append(
            ft.Row(
                [_chip(desk, plan, name, most, change) for name in known],
                wrap=True,
                spacing=look.Space.s,
                run_spacing=look.Space.s,
            )
        )
        rows.append(ft.Container(height=look.Space.xs))
    for seat in range(count):
        row: list[ft.Control] = [
            parts.text_input(
                label=desk.say(T("Player {number}", number=seat + 1)),
                value=plan.names[seat],
                on_change=lambda event, seat=seat: change(plan.named(seat, event.control.value)),
                error=desk.say(T("This name is taken already.")) if seat in double else None,
                expand=True,
                identifier=f"name-{seat}",
            )
        ]
        if seat:
            up = T("Swap the seats") if count == 2 else T("Seat {name} further up", name=players[seat])
            row.append(
                _beside(
                    parts.icon_button(
                        icon=ft.Icons.SWAP_VERT if count == 2 else ft.Icons.ARROW_UPWARD,
                        label=desk.say(up),
                        on_click=lambda _, seat=seat: change(plan.moved_up(seat)),
                        identifier=f"up-{seat}",
                    )
                )
            )
        else:
            row.append(ft.Container(width=look.Space.target))
        if count > fewest:
            row.append(
                _beside(
                    parts.icon_button(
                        icon=ft.Icons.CLOSE,
                        label=desk.say(T("Take {name} off the table", name=players[seat])),
                        on_click=lambda _, seat=seat: change(plan.without_seat(seat)),
                        identifier=f"remove-{seat}",
                    )
                )
            )
        rows.append(
            ft.Row(row, spacing=look.Space.xs, vertical_alignment=ft.CrossAxisAlignment.START, key=f"seat-{seat}")
        )
    if count < most:
        more = parts.quiet_button(
            text=desk.say(T("One more player")),
            icon=ft.Icons.PERSON_ADD_ALT,
            outlined=False,
            on_click=lambda _: change(plan.with_seat()),
            identifier="add-seat",
        )
        rows.append(ft.Row([more]))
    return parts.section(title=desk.say(T("Who plays?")), controls=rows, spacing=look.Space.m)


def _beside(button: ft.Control) -> ft.Control:
    """Return a button at the height of the field beside it, which grows downwards when it has to explain something."""
    return ft.Container(button, padding=ft.Padding.only(top=5.0))


def _chip(desk: Desk, plan: Plan, name: str, most: int, change: Callable[[Plan], None]) -> ft.Control:
    seat = plan.seated(name)

    def tapped() -> None:
        if seat is not None:
            change(plan.named(seat, ""))
        elif (free := next((s for s, taken in enumerate(plan.names) if not taken.strip()), None)) is not None:
            change(plan.named(free, name))
        elif len(plan.names) < most:
            change(plan.with_seat(name))
        else:
            desk.toast(desk.say(T("All seats are taken. Clear a name first.")))

    return pick(
        text=_short(desk, name),
        chosen=seat is not None,
        on_click=tapped,
        identifier=f"known-{name}",
        icon=ft.Icons.CHECK,
    )


def _short(desk: Desk, name: str) -> str:
    """Return a name that fits on a button across a phone."""
    most = 17 if desk.preferences.text >= LARGE else 24
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _starter(
    desk: Desk,
    meta: Meta,
    plan: Plan,
    players: tuple[str, ...],
    drawing: int | None,
    drawn: int | None,
    change: Callable[[Plan], None],
    draw: Callable[[], Any],
) -> ft.Control:
    shown = plan.first if drawing is None else drawing
    seats = [
        pick(
            text=_short(desk, name),
            chosen=seat == shown,
            on_click=partial(change, evolve(plan, first=seat)),
            identifier=f"first-{seat}",
            icon=ft.Icons.RADIO_BUTTON_CHECKED,
            off=ft.Icons.RADIO_BUTTON_UNCHECKED,
        )
        for seat, name in enumerate(players)
    ]
    lot = parts.quiet_button(
        text=desk.say(T("Draw again") if drawn is not None else T("Draw at random")),
        icon=ft.Icons.CASINO_OUTLINED,
        outlined=False,
        on_click=lambda _: desk.page.run_task(draw),
        identifier="draw",
    )
    rows: list[ft.Control] = [ft.Row(seats, wrap=True, spacing=look.Space.s, run_spacing=look.Space.s)]
    result = (
        [words(desk.say(T("Drawn: {name}", name=players[drawn])), ft.TextThemeStyle.TITLE_MEDIUM)]
        if drawn is not None and drawn < len(players)
        else []
    )
    rows.append(
        ft.Row([lot, *result], wrap=True, spacing=look.Space.s, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    )
    return parts.section(title=desk.say(meta.starter or T("Who starts?")), controls=rows)


def _house_rules(
    desk: Desk, meta: Meta, plan: Plan, opened: bool, set_opened: Callable[[bool], None], change: Callable[[Plan], None]
) -> ft.Control:
    differ = len(
        {rule.key for rule in meta.house_rules if rule.key in plan.house}
        | {n.needs[0] for n in meta.house_numbers if n.key in plan.house}
    )
    state = (
        N("{n} differs from the rules", "{n} differ from the rules", n=differ) if differ else T("All as in the rules")
    )
    blocks: list[ft.Control] = []
    for rule in meta.house_rules if opened else ():
        blocks.append(_house_rule(desk, meta, rule, plan, change))
    if opened and differ:
        back = parts.quiet_button(
            text=desk.say(T("All as in the rules")),
            icon=ft.Icons.RESTART_ALT,
            on_click=lambda _: change(evolve(plan, house={})),
            identifier="house-reset",
        )
        blocks.append(ft.Row([back], wrap=True))
    return fold(
        title=desk.say(T("House rules")),
        text=desk.say(state),
        opened=opened,
        on_click=lambda: set_opened(not opened),
        controls=blocks,
        identifier="house-rules",
    )


def _house_rule(desk: Desk, meta: Meta, rule: HouseRule, plan: Plan, change: Callable[[Plan], None]) -> ft.Control:
    chosen = plan.house.get(rule.key, rule.default)
    heading: list[ft.Control] = [
        ft.Container(
            words(desk.say(rule.title), ft.TextThemeStyle.TITLE_MEDIUM), expand=True, padding=ft.Padding.only(top=11.0)
        )
    ]
    if _has_rule(desk, rule.rule):
        heading.append(
            parts.icon_button(
                icon=ft.Icons.HELP_OUTLINE,
                label=desk.say(T("Why? {question}", question=rule.title)),
                on_click=lambda _: desk.explain(Explanation(rule.title, (rule.rule,)), ()),
                identifier=f"why-{rule.key}",
            )
        )
    rows: list[ft.Control] = [ft.Row(heading, spacing=look.Space.s, vertical_alignment=ft.CrossAxisAlignment.START)]
    for option in rule.options:
        rows.append(
            choice(
                text=desk.say(option.title),
                chosen=option.id == chosen,
                on_click=partial(change, plan.decided(meta, rule.key, option.id)),
                badge=desk.say(T("ruling")) if option.id == rule.default else None,
                badge_below=desk.preferences.text >= LARGE,
                identifier=f"house-{rule.key}-{option.id}",
            )
        )
    rows += [
        _house_number(desk, meta, number, plan, change)
        for number in meta.house_numbers
        if number.needs == (rule.key, chosen)
    ]
    return parts.paper(
        content=ft.Column(rows, spacing=look.Space.xs, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.only(left=look.Space.l, right=look.Space.s, top=look.Space.xs, bottom=look.Space.m),
        identifier=f"house-{rule.key}",
    )


def _house_number(
    desk: Desk, meta: Meta, number: HouseNumber, plan: Plan, change: Callable[[Plan], None]
) -> ft.Control:
    value = plan.house.get(number.key, number.default)
    value = value if isinstance(value, int) else number.default

    def step(by: int) -> None:
        change(plan.decided(meta, number.key, min(max(value + by, number.low), number.high)))

    return stepper(
        desk,
        title=number.title,
        value=value,
        low=number.low,
        high=number.high,
        step=step,
        identifier=f"number-{number.key}",
    )


def _has_rule(desk: Desk, id: str) -> bool:
    try:
        desk.room.rules.rule(id)
    except UnknownRule:
        return False
    return True


# ---------------------------------------------------------------- Pieces


def kept(initial: Any) -> Any:
    """Return a state of the running component and its setter; the hook's own types cannot say what a setter takes."""
    return ft.use_state(initial)


def attempt(desk: Desk, do: Callable[[], Any]) -> Callable[..., None]:
    """Return a handler that says so when something goes wrong; an error that escapes would cover the whole screen."""

    def handle(*_: object) -> None:
        try:
            do()
        except (Refused, StorageError) as error:
            desk.toast(desk.say(error.why.text))
        except Exception:
            log.exception("a handler failed")
            desk.toast(desk.say(T("That did not work. Nothing was changed.")))

    return handle


def trouble_notice(desk: Desk, why: Explanation, on_dismiss: Callable[[], None]) -> ft.Control:
    """Return what speaks against something, with the way to the rule behind it."""
    known = any(_has_rule(desk, rule) for rule in why.rules)
    return parts.notice(
        kind="refusal",
        title=desk.say(why.text),
        why_text=desk.say(T("Why?")) if known else None,
        on_why=(lambda _: desk.explain(why, ())) if known else None,
        dismiss_label=desk.say(T("Close")),
        on_dismiss=lambda _: on_dismiss(),
        identifier="trouble",
    )


def page_with_foot(
    controls: Sequence[ft.Control], foot: Sequence[ft.Control], *, width: float = 720.0, foot_width: float = 720.0
) -> ft.Control:
    """Return a readable column that scrolls, and below it, within reach of the thumb, what stays."""

    def column(inside: Sequence[ft.Control], spacing: float, width: float) -> ft.Control:
        stack = ft.Column(
            list(inside), spacing=spacing, width=width, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
        )
        return ft.Row([ft.Container(stack, expand=True, expand_loose=True)], alignment=ft.MainAxisAlignment.CENTER)

    rows: list[ft.Control] = [
        ft.ListView(
            [column(controls, look.Space.xl, width)],
            padding=ft.Padding.only(left=look.Space.l, right=look.Space.l, top=look.Space.s, bottom=look.Space.xl),
            expand=True,
        )
    ]
    if foot:
        rows.append(
            ft.Container(
                column(foot, look.Space.s, foot_width),
                padding=ft.Padding.only(left=look.Space.l, right=look.Space.l, top=look.Space.m, bottom=look.Space.m),
                bgcolor=ft.Colors.SURFACE,
                border=ft.Border(top=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE_VARIANT)),
            )
        )
    return ft.SafeArea(
        expand=True, content=ft.Column(rows, spacing=0.0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    )


def grid(papers: Sequence[Any], *, single: bool) -> ft.Control:
    """Return papers below each other, or in pairs where there is room."""
    across = 1 if single or len(papers) == 1 else 2
    rows: list[ft.Control] = []
    for start in range(0, len(papers), across):
        row: list[ft.Control] = [ft.Container(paper, expand=True) for paper in papers[start : start + across]]
        row += [ft.Container(expand=True)] * (across - len(row))
        rows.append(ft.Row(row, spacing=look.Space.l, vertical_alignment=ft.CrossAxisAlignment.START))
    return ft.Column(rows, spacing=look.Space.m if single else look.Space.l, tight=True)


@cache
def _colours(colour: str, *, dark: bool) -> ft.Theme:
    """Return a game's colours alone; what a theme says besides is that of the page around."""
    return ft.Theme(color_scheme=look.color_scheme(colour, dark=dark))


def coloured(meta: Meta, content: ft.Control) -> ft.Control:
    """Return something in the colours of its game, in the middle of a page that has others."""
    return ft.Container(
        content,
        theme=_colours(meta.colour, dark=False),
        dark_theme=_colours(meta.colour, dark=True),
    )


def game_mark(*, size: Any = "small") -> ft.Control:
    """Return a card's back in the colour of the game around it."""
    return parts.card_back(label=None, size=size)


def striped(content: ft.Control) -> ft.Control:
    """Return a sheet of paper with the game's colour along its edge."""
    return ft.Container(
        ft.Container(content, border=ft.Border(left=ft.BorderSide(width=6.0, color=look.ACCENT))),
        bgcolor=look.SHEET,
        border_radius=look.Radii.paper,
        border=ft.Border.all(1.0, ft.Colors.OUTLINE_VARIANT),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def fold(
    *,
    title: str,
    text: str | None,
    opened: bool,
    on_click: Callable[[], None],
    controls: Sequence[ft.Control],
    identifier: str,
) -> ft.Control:
    """Return a titled part of a page that shows what is in it when it is asked to."""
    heading = ft.Row(
        [
            ft.Column(
                [
                    words(title, ft.TextThemeStyle.TITLE_LARGE),
                    *([words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT)] if text else []),
                ],
                spacing=0.0,
                tight=True,
                expand=True,
            ),
            ft.Icon(ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=look.Space.s,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    button = ft.TextButton(
        content=heading,
        on_click=lambda _: on_click(),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=0.0, vertical=look.Space.m),
            shape=ft.RoundedRectangleBorder(radius=look.Radii.badge),
            color=ft.Colors.ON_SURFACE,
            overlay_color=ft.Colors.with_opacity(0.06, ft.Colors.ON_SURFACE),
        ),
    )
    head = ft.MergeSemantics(content=ft.Semantics(content=button, identifier=identifier, expanded=opened))
    divider = ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT)
    inside = [ft.Container(height=look.Space.xs), *controls] if opened else []
    return ft.Column(
        [head, divider, *inside],
        spacing=look.Space.m if opened else 0.0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def choice(
    *,
    text: str,
    chosen: bool,
    on_click: Callable[[], None],
    identifier: str,
    badge: str | None = None,
    badge_below: bool = False,
) -> ft.Control:
    """Return one of several ways as a row across the page; the one in force is marked by sign and ground."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE
    lines: list[ft.Control] = [words(text, ft.TextThemeStyle.BODY_LARGE, color=ink)]
    if badge is not None and badge_below:
        lines.append(parts.rule_badge(kind="ruling", text=badge))
    row: list[ft.Control] = [
        ft.Icon(
            ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED,
            size=22.0,
            color=ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE,
        ),
        ft.Column(lines, spacing=look.Space.xs, tight=True, expand=True),
    ]
    if badge is not None and not badge_below:
        row.append(parts.rule_badge(kind="ruling", text=badge))
    return _checked(
        ft.TextButton(
            content=ft.Row(row, spacing=look.Space.m, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=lambda _: on_click(),
            style=ft.ButtonStyle(
                padding=ft.Padding.symmetric(horizontal=look.Space.m, vertical=look.Space.m),
                bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.TRANSPARENT,
                color=ink,
                shape=ft.RoundedRectangleBorder(radius=look.Radii.button),
            ),
        ),
        chosen,
        identifier,
    )


def pick(
    *,
    text: str,
    chosen: bool,
    on_click: Callable[[], None],
    identifier: str,
    icon: ft.IconData | None = None,
    off: ft.IconData | None = None,
    style: ft.TextThemeStyle = ft.TextThemeStyle.LABEL_LARGE,
) -> ft.Control:
    """Return one of several short words to tap, as wide as it is."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE
    sign = icon if chosen else off
    row: list[ft.Control] = (
        [ft.Icon(sign, size=20.0, color=ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE)] if sign else []
    )
    row.append(words(text, style, color=ink, lines=1))
    return _checked(
        ft.TextButton(
            content=ft.Row(row, spacing=look.Space.s, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=lambda _: on_click(),
            style=ft.ButtonStyle(
                padding=ft.Padding.symmetric(horizontal=look.Space.l, vertical=14.0),
                bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else look.SHEET,
                color=ink,
                shape=ft.RoundedRectangleBorder(radius=look.Radii.button),
                side=ft.BorderSide(width=1.5, color=ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE),
            ),
        ),
        chosen,
        identifier,
    )


def _checked(button: ft.Control, chosen: bool, identifier: str) -> ft.Control:
    return ft.MergeSemantics(content=ft.Semantics(content=button, identifier=identifier, checked=chosen))


def tile(*, content: ft.Control, label: str, chosen: bool, on_click: Callable[[], None], identifier: str) -> ft.Control:
    """Return one of a few ways that share a row; what is drawn on it has a name."""
    button = ft.TextButton(
        content=ft.Container(content, alignment=ft.Alignment.CENTER),
        on_click=lambda _: on_click(),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(horizontal=look.Space.xs, vertical=look.Space.m),
            bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else look.SHEET,
            color=ft.Colors.ON_PRIMARY_CONTAINER if chosen else ft.Colors.ON_SURFACE,
            shape=ft.RoundedRectangleBorder(radius=look.Radii.button),
            side=ft.BorderSide(width=2.0 if chosen else 1.0, color=ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE),
        ),
    )
    whole = ft.MergeSemantics(
        content=ft.Semantics(content=ft.Semantics(content=button, label=label), identifier=identifier, checked=chosen)
    )
    whole.expand = True
    return whole


def stepper(
    desk: Desk, *, title: Text, value: int, low: int, high: int, step: Callable[[int], None], identifier: str
) -> ft.Control:
    """Return a number with a way down and a way up; where it is far, in tens too."""
    said, far = desk.renderer().number, high - low > FAR
    number = ft.Semantics(
        content=words(said(value), ft.TextThemeStyle.HEADLINE_SMALL, lines=1, align=ft.TextAlign.CENTER),
        label=desk.say(T("{what}: {value}", what=title, value=value)),
        exclude_semantics=True,
        container=True,
        identifier=identifier,
    )

    def way(by: int) -> ft.Control:
        what = (
            T("{what}: {amount} fewer", what=title, amount=-by)
            if by < 0
            else T("{what}: {amount} more", what=title, amount=by)
        )
        possible = low <= value + by <= high or (by < -1 and value > low) or (by > 1 and value < high)
        ink = ft.Colors.ON_SURFACE if possible else ft.Colors.OUTLINE_VARIANT
        inside = (
            ft.Icon(ft.Icons.REMOVE if by < 0 else ft.Icons.ADD, size=24.0, color=ink)
            if abs(by) == 1
            else words(desk.renderer().signed(by), ft.TextThemeStyle.LABEL_LARGE, color=ink, lines=1)
        )
        button = ft.TextButton(
            content=ft.Semantics(content=inside, exclude_semantics=True),
            on_click=(lambda _: step(by)) if possible else None,
            disabled=not possible,
            style=ft.ButtonStyle(
                padding=ft.Padding.symmetric(horizontal=2.0 if far else 12.0, vertical=14.0 if abs(by) > 1 else 12.0),
                shape=ft.RoundedRectangleBorder(radius=look.Radii.button),
                side=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE if possible else ft.Colors.OUTLINE_VARIANT),
            ),
        )
        return marked(
            button,
            identifier=f"{identifier}{'-less' if by < 0 else '-more'}{'' if abs(by) == 1 else abs(by)}",
            label=desk.say(what),
        )

    named = ft.Container(words(desk.say(title), ft.TextThemeStyle.BODY_LARGE), expand=True)
    if far:
        ways = [way(by) for by in (-10, -1, 1, 10)]
        for each in ways:
            each.expand = True
        rows: list[ft.Control] = [ft.Row([named, number]), ft.Row(ways, spacing=6.0)]
    else:
        rows = [ft.Row([named, way(-1), ft.Container(number, width=56.0), way(1)], spacing=6.0)]
    return ft.Container(
        ft.Column(rows, spacing=6.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.only(left=look.Space.m, top=6.0, right=look.Space.s),
    )
