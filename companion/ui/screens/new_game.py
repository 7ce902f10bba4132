"""A new game: which one, who plays, who starts, and the house rules of this table."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import Any, Final

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import HouseNumber, HouseRule, HouseText, Meta
from companion.kernel.log import Header
from companion.kernel.offers import Number
from companion.kernel.players import LONGEST, alike, doubles, name_refusal, names_refusal
from companion.kernel.text import Listing, Text, messages
from companion.storage.library import Stored
from companion.storage.trouble import StorageError
from companion.tables.marks import Mark
from companion.ui import lot, parts, theme
from companion.ui.context import PageContext, Why, use_layout, use_page_context
from companion.ui.dialogs import attempt
from companion.ui.form import stepper
from companion.ui.frame import WIDE, bar, dead_end, grid, notice, page_with_foot, screen, view
from companion.ui.live import component, screen_component, use_live, use_maybe, use_once, use_value
from companion.ui.marks import badge, choice, marked
from companion.ui.parts.base import pressable, soft, words
from companion.ui.parts.fit import reach
from companion.ui.parts.layout import apart, beside, column, flowing, lines, wide
from companion.ui.parts.measure import ems
from companion.ui.reach import under_the_thumb

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

#: How many remembered players are shown to be tapped.
KNOWN: Final = 8

#: Beyond so many values a number is typed.
MUCH: Final = 1000


# ---------------------------------------------------------------- Choosing


#: What is said where only the link to one table is known.
NOT_HERE: Final = T("Your link leads to one table. New games are started on the device that runs Companion.")

#: So many players of the last time are told by name, and how.
_NAMED: Final = 3
_AGAIN: Final = ft.TextThemeStyle.LABEL_LARGE
#: How large the marks of those who played are there.
_MARK: Final = 18.0
#: What is between them.
_GAP: Final = 6.0
#: So much of what their letters may take at the most they take in that type.
_OF_EMS: Final = 0.93
#: What is around that line on a phone: the page's edges, the paper's stripe and lines, and the sign before it.
_AROUND: Final = 2 * theme.Space.l + 8.0 + 2 * theme.Space.m + _MARK + theme.Space.s


@screen_component
def ChooseGame() -> ft.Control:
    """The games there are, one paper each."""
    context = use_page_context()
    if context.role() is None:
        return dead_end(context, "/new", said=NOT_HERE, title=context.say(T("New game")))
    return screen(context, route="/new", title=context.say(T("New game")), controls=[GamePapers()], width=WIDE)


@component
def GamePapers() -> ft.Control:
    """Every game as a large paper that begins a new one, the one that was played last first."""
    context = use_page_context()
    games, last = context.access.games, _last_played(context)
    # what the referee knows nothing of comes after the games it knows
    others = sorted((id for id in games if id not in last), key=lambda id: games[id].meta.by_house)
    ordered = [*(id for id in last if id in games), *others]
    return under_the_thumb(grid([_game_paper(context, games[id].meta, last.get(id)) for id in ordered], use_layout()))


def _game_paper(context: PageContext, meta: Meta, last: Stored | None) -> ft.Control:
    """Return the paper of a game: what it is, for how many, who played it last, and the way to its rules."""
    play = pressable(
        # where little fits, who has played a game knows what it is
        _blurb(context, meta, brief=bool(last) and context.layout == "phone"),
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s),
        on_click=lambda _: context.go(f"/new/{meta.id}"),
        identifier=f"play-{meta.id}",
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    rules = parts.icon_button(
        ft.Icons.MENU_BOOK_OUTLINED,
        context.say(T("Rules of {game}", game=meta.title)),
        lambda: context.go(f"/rules?game={meta.id}"),
        f"rules-of-{meta.id}",
        hint=context.layout != "phone",
    )
    if context.huge:
        play.expand = None
    inside = lines(play, rules) if context.huge else beside(play, rules, spacing=0.0)
    if last:
        again = Again(last, key=f"again-{last.id}")
        inside = lines(inside, again, spacing=0.0)
    return parts.coloured(meta.colour, parts.striped(inside))


@component
def Again(last: Stored) -> ft.Control:
    """Who played a game last, to play it once more as it was set up then."""
    context, once = use_page_context(), use_once()

    def begin() -> None:
        context.go(f"/table/{context.access.rematch(last.id)}")

    given = context.access.called(names_of(context, last))
    names = tuple(map(context.short, context.names(given)))
    called = context.access.games[last.game].meta.house_name and last.name
    whole = T("Once more: {players}", players=_some(names))
    text = T("{game} once more: {players}", game=called, players=_some(names)) if called else whole
    begins = T("{game} once more:", game=called) if called else T("Once more:")

    def said(each: str) -> ft.Control:
        return words(each, _AGAIN, color=ft.Colors.PRIMARY)

    beginning = context.say(begins)
    named, shown = _in_one_line(context, beginning, names)
    marks = context.access.marks.of(given)
    who = [marked(mark, said(name), size=_MARK) for mark, name in zip(marks, names[:named], strict=False)]
    signs = [badge(mark, size=_MARK) for mark in marks[named:shown]]
    rest = [said(_more(len(names) - shown))] if shown < len(names) else []
    sign = ft.Icon(ft.Icons.REPLAY, size=_MARK, color=ft.Colors.PRIMARY)
    row = beside(sign, wide(flowing([said(beginning), *who, *signs, *rest], spacing=_GAP, apart=0.0)))
    return pressable(
        row,
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=reach(_AGAIN)),
        on_click=attempt(context, lambda: once(begin)),
        label=context.say(text),
        identifier=f"again-{last.game}",
        align=ft.Alignment.CENTER_LEFT,
    )


def _in_one_line(context: PageContext, beginning: str, names: tuple[str, ...]) -> tuple[int, int]:
    """Return how many players are named, and how many are shown by name or by mark alone.

    On a phone the line does not break if it can be helped, so that as many games as possible are in sight.
    """
    usual = len(names) - _others(names)
    if context.layout != "phone":
        return usual, usual
    room = context.size[0] - _AROUND
    _, size, _, spacing = theme.TYPE[_AGAIN.name.lower()]

    def wide_as(text: str) -> float:
        return ems(text) * _OF_EMS * size * context.scale + spacing * len(text)

    def width(named: int, shown: int) -> float:
        pieces = [wide_as(beginning), *(_MARK + _GAP + wide_as(name) for name in names[:named])]
        pieces += [_MARK] * (shown - named)
        pieces += [wide_as(_more(len(names) - shown))] if shown < len(names) else []
        return sum(pieces) + _GAP * (len(pieces) - 1)

    ways = [(usual, usual), *((named, len(names)) for named in range(min(usual, _NAMED), 0, -1))]
    ways += [(named, shown) for named in (1, 0) for shown in range(len(names), named, -1)]
    return next((way for way in ways if width(*way) <= room), (usual, usual))


def _more(others: int) -> str:
    """Return how many more there are."""
    return f"+\u00a0{others}"


def _some(names: tuple[str, ...]) -> Listing:
    """Return who played, the first of them by name if they are many."""
    others = _others(names)
    return Listing((*names[:_NAMED], N("{n} other", "{n} others", n=others)) if others else names)


def _others(names: tuple[str, ...]) -> int:
    """Return how many are not named: a single one is."""
    others = len(names) - _NAMED
    return others if others > 1 else 0


def _blurb(context: PageContext, meta: Meta, *, brief: bool) -> ft.Control:
    fewest, most = meta.seats
    count = soft(f"{fewest}–{most}" if fewest < most else str(most), ft.TextThemeStyle.LABEL_MEDIUM)
    count.semantics_label = context.say(player_count(meta))
    people = ft.Icon(ft.Icons.PEOPLE_OUTLINE, size=18.0, color=ft.Colors.ON_SURFACE_VARIANT)
    title = words(context.say(meta.title), ft.TextThemeStyle.HEADLINE_SMALL)
    texts = lines(
        apart(title, beside(people, count, spacing=theme.Space.xs, tight=True)),
        *([] if brief else [soft(context.say(meta.tagline), ft.TextThemeStyle.BODY_MEDIUM)]),
        spacing=2.0,
        expand=True,
    )
    picture = [] if context.large else [parts.card_back("tiny" if brief else "small")]
    return beside(*picture, texts, spacing=theme.Space.m)


def player_count(meta: Meta) -> Text:
    """Return for how many players a game is."""
    fewest, most = meta.seats
    if fewest == most:
        return N("{n} player", "{n} players", n=most)
    return T("{fewest} to {most} players", fewest=fewest, most=most)


# ---------------------------------------------------------------- What is decided


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
        """Return the plan with another name on a seat; a seat that is gone stays so."""
        if seat >= len(self.names):
            return self
        return evolve(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def seated(self, name: str) -> int | None:
        """Return where somebody sits."""
        return next((seat for seat, other in enumerate(self.names) if alike(other) == alike(name)), None)

    def tapped(self, name: str, most: int) -> "Plan":
        """Return the plan with somebody unseated, or seated where there is room.

        :param most: how many seats there may be.
        """
        if (seat := self.seated(name)) is not None:
            return self.named(seat, "")
        free = next((seat for seat, taken in enumerate(self.names) if not taken.strip()), None)
        if free is not None:
            return self.named(free, name)
        return self.with_seat(name) if len(self.names) < most else self

    def seating(self, names: Iterable[str], most: int, *, on: bool) -> "Plan":
        """Return the plan with all of some people seated where there is room, or none of them; see :meth:`tapped`."""
        plan = self
        for name in names:
            plan = plan.tapped(name, most) if (plan.seated(name) is None) == on else plan
        return plan

    def with_seat(self, name: str = "") -> "Plan":
        """Return the plan with one more seat."""
        return evolve(self, names=(*self.names, name))

    def without_seat(self, seat: int) -> "Plan":
        """Return the plan without a seat; whoever starts still does."""
        first = self.first - 1 if seat < self.first else 0 if seat == self.first else self.first
        return evolve(self, names=(*self.names[:seat], *self.names[seat + 1 :]), first=first)

    def moved(self, seat: int, to: int) -> "Plan":
        """Return the plan with a seat moved to another place, and all between them one place on; whoever starts still does."""
        if not {seat, to} <= {*range(len(self.names))}:
            return self
        order = [other for other in range(len(self.names)) if other != seat]
        order.insert(to, seat)
        return evolve(self, names=tuple(self.names[each] for each in order), first=order.index(self.first))

    def decided(self, meta: Meta, key: str, value: str | int) -> "Plan":
        """Return the plan with a house rule or number decided; what is as in the rules is not written down."""
        return evolve(self, house=only_differing(meta, {**self.house, key: value}))

    def playing(self, fewest: int) -> tuple[int, ...]:
        """Return the seats that count: those with a name, and others only as far as the game needs them.

        :param fewest: how many players the game needs.
        """
        named = [seat for seat, name in enumerate(self.names) if name.strip()]
        others = [seat for seat, name in enumerate(self.names) if not name.strip()]
        return tuple(sorted((*named, *others[: max(0, fewest - len(named))])))

    def players(self, fewest: int, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return the names as they will stand on the table; whoever gave none is called by the seat."""
        return tuple(self.names[seat].strip() or unnamed(place) for place, seat in enumerate(self.playing(fewest)))

    def starting(self, fewest: int) -> int:
        """Return who starts, counted among those who play."""
        playing = self.playing(fewest)
        return playing.index(self.first) if self.first in playing else 0


def only_differing(meta: Meta, house: Mapping[str, Any]) -> dict[str, str | int]:
    """Return what differs from the rules, without numbers whose option is not chosen and without what is no choice.

    What the table calls its game is kept.
    """
    chosen: dict[str, str | int] = {
        rule.key: house[rule.key]
        for rule in meta.choices
        if house.get(rule.key) in [option.id for option in rule.options[1:]]
    }
    for number in meta.house_numbers:
        value = house.get(number.key)
        if type(value) is not int or not meta.holds(number.needs, chosen):
            continue
        if number.low <= value <= number.high and value != number.default:
            chosen[number.key] = value
    if (name := meta.house_name) and (called := meta.named(house)):
        chosen[name.key] = called[: name.longest]
    return chosen


# ---------------------------------------------------------------- Setting up


@screen_component
def NewGame() -> ft.Control:
    """Everything that is decided before the first card; nothing of it has to be."""
    context = use_page_context()
    id = ft.use_route_params().get("game", "")
    game = context.access.games.get(id)
    if context.role() is None:
        return dead_end(context, f"/new/{id}", said=NOT_HERE, title=context.say(T("New game")))
    if game is None:
        return dead_end(
            context,
            f"/new/{id}",
            said=T("There is no game called “{game}” here.", game=id),
            way=T("All games"),
            to="/new",
            identifier="all-games",
            title=context.say(T("New game")),
        )
    appbar = bar(context, context.say(game.meta.title), back="/new")
    return view(f"/new/{id}", appbar, SetupForm(game.meta, key=f"setup-{id}"))


@frozen(eq=False, slots=False)
class SettingUp:
    """One page's hands on a plan, made anew for every drawing.

    :param change: decides on another plan, or on what becomes of the latest one.
    :param tried: whether somebody has tried to go on with it.
    :param fixed: whether the players are settled, and only their names can still be mended.
    :param gone: the seats of who has left; nothing is asked about them.
    """

    context: PageContext
    meta: Meta
    plan: Plan
    change: Callable[[Plan | Callable[[Plan], Plan]], None]
    tried: bool = False
    fixed: bool = False
    gone: frozenset[int] = frozenset()

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that count."""
        if self.fixed:
            return tuple(seat for seat in range(len(self.plan.names)) if seat not in self.gone)
        return self.plan.playing(self.meta.seats[0])

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names as they will stand on the table."""
        if self.fixed:
            return tuple(self.plan.names[seat].strip() for seat in self.playing)
        return self.plan.players(self.meta.seats[0], self.context.renderer().name)

    @property
    def named(self) -> tuple[str, ...]:
        """The names that somebody has given."""
        return tuple(name.strip() for name in self.plan.names if name.strip())

    def wrong(self, seat: int) -> Text | None:
        """Return what is wrong with the name on a seat; where it is still missing, that is said after a first try only."""
        name = self.plan.names[seat].strip()
        why = name_refusal(name) if name or (self.fixed and self.tried) else None
        if why:
            return why.text
        # before that, an empty seat might only get its name
        seats = self.playing if self.tried else [seat for seat in self.playing if self.plan.names[seat].strip()]
        names = self.players if self.tried else self.named
        return T("This name is taken already.") if seat in {seats[place] for place in doubles(names)} else None

    def counted(self) -> Text:
        """Return how many play and, as far as anybody has a name, who."""
        count = N("{n} player", "{n} players", n=len(self.players))
        if not self.named:
            return count
        return T("{players}: {names}", players=count, names=Listing(tuple(map(self.context.short, self.players))))


@component
def SetupForm(meta: Meta) -> ft.Control:
    """Players, who starts, house rules, and the button that begins."""
    context = use_page_context()
    use_live(context.access)
    plan, set_plan = use_value(ft.use_memo(lambda: _first_plan(context, meta), dependencies=[]))
    once = use_once()
    known = ft.use_memo(lambda: known_players(context), dependencies=[])
    trouble, set_trouble = use_maybe(Explanation)
    tried, set_tried = use_value(False)
    ft.use_effect(lambda: context.tint(meta.colour), dependencies=[meta.colour], cleanup=lambda: context.tint(None))

    def change(changed: Plan | Callable[[Plan], Plan]) -> None:
        set_plan(changed)
        set_trouble(None)

    setup = SettingUp(context, meta, plan, change, tried)
    wrong = names_refusal(setup.players, setup.players)

    def refuse(said: Text) -> None:
        context.buzz("heavy_impact")
        context.announce(context.say(said))

    def start() -> None:
        set_tried(True)
        set_trouble(None)
        if wrong:
            refuse(wrong.text)
            return
        try:
            once(begin)
        except (Refused, StorageError) as error:
            set_trouble(error.why)
            refuse(error.why.text)

    def begin() -> None:
        house = only_differing(meta, plan.house)
        first = plan.starting(meta.seats[0])
        header = Header(meta.id, meta.revision, setup.players, first, house, context.locale)
        table = context.access.begin(header, setup.named)
        _remember(context, meta, plan)
        context.buzz()
        context.go(f"/table/{table}")

    controls = [Players(setup, known, key="players")]
    if meta.house_name:
        controls.insert(0, Called(setup, meta.house_name))
    if question := meta.question(plan.house):
        controls.append(Starter(setup, question))
    if meta.by_house:
        controls += [_house_rule(setup, rule) for rule in meta.choices]
    elif meta.choices:
        controls.append(HouseRules(setup))
    begin_button = parts.verdict_button(
        context.say(T("Start the game")),
        attempt(context, start),
        "start",
        sublabel=context.say(setup.counted()),
        leading=ft.Icon(ft.Icons.PLAY_ARROW_ROUNDED, size=28.0, color=ft.Colors.ON_PRIMARY),
        emphasis="primary",
    )
    told = _in_the_way(context, wrong if tried else None, trouble, lambda: set_trouble(None))
    return page_with_foot(controls, [*told, begin_button])


def _in_the_way(
    context: PageContext, wrong: Explanation | None, trouble: Explanation | None, dismiss: Callable[[], None]
) -> list[ft.Control]:
    """Return why the game does not begin.

    :param wrong: what is wrong with the names, which goes when they are mended.
    :param trouble: what has gone wrong besides.
    """
    told = []
    if wrong:
        told.append(parts.notice(kind="warning", title=context.say(wrong.text), identifier="same-name"))
    if trouble:
        told.append(notice(context, trouble, kind="refusal", on_dismiss=dismiss, identifier="trouble"))
    return told


# ---------------------------------------------------------------- What is kept for the next time


def _first_plan(context: PageContext, meta: Meta) -> Plan:
    kept = _kept(context, meta)
    # under a name, what was chosen is a tap away; another game has nothing to do with it
    house = {} if meta.house_name else dict(_mapping(kept.get("house")))
    if kept.get("language") != context.locale:  # in this one nobody has chosen yet
        house = house | _spoken(context, meta)
    # as many seats as the game needs: who played last is one tap away, and nobody plays who was not named
    return Plan(("",) * meta.seats[0], house=only_differing(meta, house))


def _spoken(context: PageContext, meta: Meta) -> dict[str, str | int]:
    """Return what goes without saying in the page's language, such as the letters of an edition."""
    house = {rule.key: rule.spoken[context.locale] for rule in meta.choices if context.locale in rule.spoken}
    return only_differing(meta, house)


def _remember(context: PageContext, meta: Meta, plan: Plan) -> None:
    try:
        house = only_differing(meta, plan.house)
        saved: dict[str, Any] = {"house": house, "language": context.locale}
        if meta.house_name:
            called = {name: house} if (name := meta.named(house)) else {}
            others = {other: kept for other, kept in _templates(context, meta).items() if alike(other) != alike(name)}
            saved["called"] = dict([*called.items(), *others.items()][:KNOWN])
        context.access.remember(_setting(meta), saved)
    except StorageError:
        log.warning("the setup cannot be remembered", exc_info=True)


def _templates(context: PageContext, meta: Meta) -> Mapping[str, Mapping[str, Any]]:
    """Return how games of a name were set up, the latest first."""
    return {name: _mapping(house) for name, house in _mapping(_kept(context, meta).get("called")).items()}


def _kept(context: PageContext, meta: Meta) -> Mapping[str, Any]:
    """Return what is kept of the last time a game was set up."""
    try:
        return _mapping(context.access.remembered(_setting(meta)))
    except StorageError:
        log.warning("the last setup cannot be read", exc_info=True)
        return {}


def _mapping(saved: Any) -> Mapping[str, Any]:
    return saved if isinstance(saved, dict) else {}


def _setting(meta: Meta) -> str:
    return f"setup.{meta.id}"


def known_players(context: PageContext) -> tuple[str, ...]:
    """Return the players who can be seated by a tap, who played last first."""
    try:
        return context.access.players()[:KNOWN]
    except StorageError:
        log.warning("the players cannot be read", exc_info=True)
        return ()


def names_of(context: PageContext, stored: Stored) -> tuple[str, ...]:
    """Return the names at a kept table; where they cannot be read just now, as it was set up."""
    try:
        return context.access.names(stored)
    except StorageError:
        return stored.seats


def _last_played(context: PageContext) -> Mapping[str, Stored]:
    try:
        return context.access.last_played()
    except StorageError:
        log.warning("what was played last cannot be read", exc_info=True)
        return {}


# ---------------------------------------------------------------- Who plays


@component
def Players(setup: SettingUp, known: tuple[str, ...]) -> ft.Control:
    """Who plays: the players who are known, and a line for each seat, with the mark of whoever sits there."""
    context, plan = setup.context, setup.plan
    marking, mark = use_maybe(int)
    marks = context.access.marks.of(plan.names)
    rows: list[ft.Control] = []
    if known and not setup.fixed:
        of_known = context.access.marks.of(known)
        rows.append(parts.some_of([_known(setup, *each) for each in zip(known, of_known, strict=True)]))
        rows += _groups(setup)
        rows.append(ft.Container(height=theme.Space.xs))
    for seat, name in enumerate(plan.names):
        if seat in setup.gone:
            continue
        opened = seat == marking
        turn = partial(mark, None if opened else seat) if name.strip() else None
        rows.append(_seat(setup, seat, marks[seat], turn))
        if opened and name.strip():
            rows.append(_marking(setup, seat, marks[seat]))
    if len(plan.names) < setup.meta.seats[1] and not setup.fixed:
        more = context.say(T("One more player"))
        add = partial(setup.change, plan.with_seat())
        icon = ft.Icons.PERSON_ADD_ALT
        rows.append(ft.Row([parts.quiet_button(more, add, "add-seat", icon=icon, outlined=False)]))
    return parts.section(title=context.say(T("Who plays?")), controls=rows, spacing=theme.Space.m)


def _groups(setup: SettingUp) -> list[ft.Control]:
    """Return the groups that have a name, to be seated and unseated by a tap, as far as there is room."""
    context, most = setup.context, setup.meta.seats[1]
    ticks = []
    for group in context.access.folk.groups:
        seated = all(setup.plan.seated(name) is not None for name in group.names)

        def tapped(names: tuple[str, ...] = group.names, seated: bool = seated) -> None:
            setup.change(lambda plan: plan.seating(names, most, on=not seated))

        if len(group.people) <= most:
            sign = ft.Icon(ft.Icons.PEOPLE_OUTLINE, size=20.0)
            ticks.append(
                parts.tick(
                    text=context.short(group.name),
                    on=seated,
                    on_click=tapped,
                    leading=sign,
                    identifier=f"group-{group.name}",
                )
            )
    return [parts.some_of(ticks)] if ticks else []


def _marking(setup: SettingUp, seat: int, mark: Mark) -> ft.Control:
    """Return the colours and signs of which somebody has one each; who has it at this table gets theirs for it."""
    context, names = setup.context, setup.plan.names

    def choose(**part: str) -> None:
        context.access.marks.give(names, seat, **part)
        context.access.changed()

    give = partial(attempt, context)
    title = context.say(T("Colour and sign of {name}", name=names[seat].strip()))
    shown = choice(mark, context.say, lambda **part: give(partial(choose, **part))(), f"mark-{seat}")
    return parts.paper(
        content=column(soft(title, ft.TextThemeStyle.LABEL_LARGE), *shown),
        padding=theme.Space.m,
        identifier=f"marking-{seat}",
    )


def _known(setup: SettingUp, name: str, mark: Mark) -> ft.Control:
    """Return a remembered player, to be seated and unseated by a tap."""
    context, plan, most = setup.context, setup.plan, setup.meta.seats[1]

    def tapped() -> None:
        if plan.tapped(name, most) == plan:
            context.toast(context.say(T("All seats are taken. Clear a name first.")))
        else:
            setup.change(lambda plan: plan.tapped(name, most))

    chosen = plan.seated(name) is not None
    sign = badge(mark, size=20.0)
    return parts.tick(text=context.short(name), on=chosen, on_click=tapped, leading=sign, identifier=f"known-{name}")


def _seat(setup: SettingUp, seat: int, mark: Mark, turn: Callable[[], None] | None) -> ft.Control:
    """Return a seat: the mark of who sits there, their name, the way up, and the way off the table.

    :param turn: opens the choice of another mark; nobody has one who has no name.
    """
    context, plan, change = setup.context, setup.plan, setup.change
    count, wrong = len(plan.names), setup.wrong(seat)
    place = setup.playing.index(seat) + 1 if seat in setup.playing else None
    label = context.say(T("Player {number}", number=place) if place else T("Empty seat"))
    name = plan.names[seat].strip() or label
    sign = _mark_button(setup, seat, mark, name, turn)
    row: list[ft.Control] = [
        sign if setup.fixed else _dragged(sign, seat, mark),
        parts.text_input(
            label=label,
            value=plan.names[seat],
            on_change=lambda event: change(lambda plan: plan.named(seat, event.control.value)),
            error=context.say(wrong) if wrong else None,
            expand=True,
            longest=max(LONGEST, len(plan.names[seat])),
            identifier=f"name-{seat}",
        ),
    ]
    if setup.fixed:
        return ft.Row(row, spacing=theme.Space.xs, key=f"seat-{seat}")
    if seat:
        up = T("Swap the seats") if count == 2 else T("Move {name} up", name=name)
        icon = ft.Icons.SWAP_VERT if count == 2 else ft.Icons.ARROW_UPWARD
        row.append(_at_field(icon, context.say(up), lambda: change(plan.moved(seat, seat - 1)), f"up-{seat}"))
    else:
        row.append(ft.Container(width=theme.Space.target))
    if count > setup.meta.seats[0]:
        off = context.say(T("Remove {name}", name=name))
        row.append(_at_field(ft.Icons.CLOSE, off, lambda: change(plan.without_seat(seat)), f"remove-{seat}"))
    line = ft.Row(row, spacing=theme.Space.xs, vertical_alignment=ft.CrossAxisAlignment.START)

    def drop(event: ft.DragTargetEvent) -> None:
        change(lambda plan: plan.moved(event.src.data, seat))

    # whoever is dropped on a seat sits there, as the arrows do it step by step
    return ft.DragTarget(line, group=_SEATS, on_accept=drop, key=f"seat-{seat}")


def _dragged(sign: ft.Control, seat: int, mark: Mark) -> ft.Control:
    """Return somebody's sign, by which the seat is drawn to another place."""
    held = badge(mark, size=40.0)
    return ft.Draggable(sign, group=_SEATS, affinity=ft.Axis.VERTICAL, content_feedback=held, data=seat)


#: What may be dropped on a seat.
_SEATS: Final = "seats"


def _mark_button(setup: SettingUp, seat: int, mark: Mark, name: str, turn: Callable[[], None] | None) -> ft.Control:
    face = ft.Container(
        badge(mark, size=32.0),
        width=theme.Space.target,
        height=theme.Space.target,
        alignment=ft.Alignment.CENTER,
        opacity=1.0 if turn else 0.4,
    )
    if turn is None:
        return ft.Container(face, padding=_TO_FIELD)
    label = setup.context.say(T("Colour and sign of {name}", name=name))
    button = pressable(
        face, on_click=lambda _: turn(), label=label, identifier=f"mark-of-{seat}", radius=theme.Radii.button
    )
    return ft.Container(ft.Container(button, width=theme.Space.target), padding=_TO_FIELD)


def _at_field(icon: ft.IconData, label: str, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return a button at the height of the field beside it, which grows downwards when it has to explain something."""
    return ft.Container(parts.icon_button(icon, label, do, identifier), padding=_TO_FIELD)


#: What stands at the height of a field.
_TO_FIELD: Final = ft.Padding.only(top=5.0)


# ---------------------------------------------------------------- Who starts


@component
def Starter(setup: SettingUp, question: Text) -> ft.Control:
    """Who starts, or whatever the game asks instead: chosen by a tap or, where chance may answer, drawn for all to see."""
    context, plan, playing, players = setup.context, setup.plan, setup.playing, setup.players
    drawing, set_drawing = use_maybe(int)
    drawn, set_drawn = use_maybe(int)
    laying, lay = use_value(False)
    ft.use_effect(lambda: set_drawn(None), dependencies=[plan.names])

    def choose(seat: int) -> None:
        set_drawn(None)
        setup.change(evolve(plan, first=seat))

    async def draw() -> None:
        if drawing is None:
            light = lambda at: set_drawing(None if at is None else playing[at])  # noqa: E731
            tell(await lot.draw(context, len(players), light))

    def tell(chosen: int) -> None:
        # Seats may have gone meanwhile.
        setup.change(lambda now: evolve(now, first=min(playing[chosen], len(now.names) - 1)))
        set_drawn(chosen)
        context.buzz()
        context.announce(context.say(T("Drawn: {name}", name=players[chosen])))

    shown = playing[plan.starting(setup.meta.seats[0])] if drawing is None else drawing
    marks = context.access.marks.of(plan.names)
    people = [(name, marks[seat]) for seat, name in zip(playing, players, strict=True)]
    lot.use_fingers(context, question, people, laying, partial(lay, False), tell)
    seats = [
        parts.Way(
            text=context.short(name),
            leading=badge(marks[seat], size=20.0),
            chosen=seat == shown,
            on_click=partial(choose, seat),
            identifier=f"first-{seat}",
        )
        for seat, name in zip(playing, players, strict=True)
    ]
    asked = [parts.one_of(seats, shape="words")]
    if not setup.meta.by_lot:
        return parts.section(title=context.say(question), controls=asked)
    again = context.say(T("Draw at random") if drawn is None else T("Draw again"))
    toss = ft.Icons.CASINO_OUTLINED
    ways = [parts.quiet_button(again, lambda: context.page.run_task(draw), "draw", icon=toss, outlined=False)]
    if context.layout != "desktop":  # where there is only a pointer
        text, icon = context.say(T("With your fingers")), ft.Icons.FINGERPRINT
        ways.append(parts.quiet_button(text, lambda: lay(True), "lay-fingers", icon=icon, outlined=False))
    if drawn is not None and drawn < len(players):
        ways.append(words(context.say(T("Drawn: {name}", name=players[drawn])), ft.TextThemeStyle.TITLE_MEDIUM))
    return parts.section(title=context.say(question), controls=[*asked, flowing(ways, apart=10.0)])


# ---------------------------------------------------------------- House rules


@component
def Called(setup: SettingUp, name: HouseText) -> ft.Control:
    """What the table calls its game: written, or tapped if it was played before; then it is set up as it was then."""
    context, meta, plan = setup.context, setup.meta, setup.plan
    templates = ft.use_memo(lambda: _templates(context, meta), dependencies=[])
    now = meta.named(plan.house)

    def write(called: str) -> None:
        # a blank at its end may be followed by another word
        setup.change(lambda plan: evolve(plan, house={**plan.house, name.key: called}))

    def choose(called: str) -> None:
        setup.change(evolve(plan, house={} if called == now else only_differing(meta, templates[called])))

    line = parts.text_input(
        label=context.say(name.title),
        value=str(plan.house.get(name.key, "")),
        on_change=lambda event: write(event.control.value),
        longest=name.longest,
        identifier=f"house-{name.key}",
    )
    ways = [
        parts.Way(
            text=called, chosen=called == now, on_click=partial(choose, called), identifier=f"{name.key}-{called}"
        )
        for called in templates
    ]
    # the label of a field that is written in stands above it
    shown = [ft.Container(height=2.0), line]
    if ways:
        shown.append(parts.one_of(ways, shape="words", optional=True))
    return column(*shown, spacing=theme.Space.m)


@component
def HouseRules(setup: SettingUp) -> ft.Control:
    """What this table plays differently, folded as long as nobody asks."""
    context, meta, plan = setup.context, setup.meta, setup.plan
    opened, set_opened = use_value(False)
    of_numbers = {number.needs[0] for number in meta.house_numbers if number.key in plan.house}
    differing = (
        rule.key for rule in meta.choices if rule.differs(str(plan.house.get(rule.key, rule.default)), context.locale)
    )
    differ = len(of_numbers.union(differing))
    as_in_rules = T("All as in the rules")
    state = N("{n} differs from the rules", "{n} differ from the rules", n=differ) if differ else as_in_rules
    blocks = [_house_rule(setup, rule) for rule in meta.choices] if opened else []
    if opened and differ:
        reset = partial(setup.change, evolve(plan, house=_spoken(context, meta)))
        back = parts.quiet_button(context.say(as_in_rules), reset, "house-reset", icon=ft.Icons.RESTART_ALT)
        blocks.append(ft.Row([back], wrap=True))
    return parts.fold(
        title=context.say(T("House rules")),
        text=context.say(state),
        opened=opened,
        on_click=lambda: set_opened(lambda now: not now),
        controls=blocks,
        identifier="house-rules",
    )


def _house_rule(setup: SettingUp, rule: HouseRule) -> ft.Control:
    context, meta, plan = setup.context, setup.meta, setup.plan
    chosen = plan.house.get(rule.key, rule.default)
    title = words(context.say(rule.title), ft.TextThemeStyle.TITLE_MEDIUM)
    why = context.say(T("Why? {question}", question=rule.title))
    explain = Why((rule.rule,))
    ask = parts.icon_button(ft.Icons.HELP_OUTLINE, why, lambda: context.explain(explain), f"why-{rule.key}")
    heading = beside(ft.Container(title, expand=True, padding=ft.Padding.only(top=11.0)), ask, top=True)
    options = [
        parts.Way(
            text=context.say(option.title),
            chosen=option.id == chosen,
            on_click=partial(setup.change, plan.decided(meta, rule.key, option.id)),
            identifier=f"house-{rule.key}-{option.id}",
        )
        for option in rule.options
    ]
    numbers = [_house_number(setup, number) for number in meta.house_numbers if number.needs == (rule.key, chosen)]
    return parts.paper(
        content=column(
            heading, parts.one_of(options, shape="words" if meta.by_house else "rows"), *numbers, spacing=theme.Space.xs
        ),
        padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.s, top=theme.Space.xs, bottom=theme.Space.m),
        identifier=f"house-{rule.key}",
    )


def _number(plan: Plan, number: HouseNumber) -> int:
    return int(plan.house.get(number.key, number.default))


def _house_number(setup: SettingUp, number: HouseNumber) -> ft.Control:
    context, meta, plan = setup.context, setup.meta, setup.plan
    return stepper(
        context,
        Number(number.key, number.title, number.low, number.high, number.default),
        _number(plan, number),
        lambda change: setup.change(lambda plan: plan.decided(meta, number.key, change(_number(plan, number)))),
        say=context.say,
        typed=number.high - number.low > MUCH,
        identifier=f"number-{number.key}",
    )
