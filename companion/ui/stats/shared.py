"""Shared parts of the statistics pages: the played games, names, and the format of figures."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, partial
from typing import Final
from urllib.parse import quote
from weakref import WeakKeyDictionary

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.game import Meta
from companion.kernel.text import Text, messages
from companion.scoring.game_stats import Shape
from companion.stats.aggregate import Statistics, Summary
from companion.stats.game_summary import Figures, Tally
from companion.stats.people import PeopleRegistry, Person
from companion.stats.played_games import Played
from companion.storage.errors import StorageError
from companion.tables.avatars import Avatar
from companion.ui import design
from companion.ui.app.context import AppContext, PageContext, use_page_context
from companion.ui.app.scaffold import READABLE
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable_row, soft, words
from companion.ui.design.layout import apart, beside, column, flowing, lines
from companion.ui.design.player_badge import badge, marked
from companion.ui.design.table import text_table
from companion.ui.design.text_fit import reach
from companion.ui.runtime.hooks import use_live, use_value

T, N = messages("companion")

EVENINGS: Final = T("Game nights")
#: The headings of the numbers in :func:`won`.
WON: Final[tuple[Text, ...]] = (T("Won"), T("Shared"))
POINTS: Final = (T("Average"), T("Best"))
TOO_FEW: Final = T("not enough games")

#: Time for counting games before the page is shown, and then in each step, in seconds.
_AT_ONCE: Final = 0.05

#: A shorter time, in seconds, means that the game was entered afterwards.
_NO_TIME: Final = 60


#: The latest statistics, shared by all pages until a game or a name changes.
_everything: Final[WeakKeyDictionary[AppContext, Statistics]] = WeakKeyDictionary()


@frozen(eq=False)
class Back:
    """The data of one statistics page.

    :param games: the games that were counted, the latest first.
    :param left: number of games not counted yet.
    :param trouble: why games cannot be read or counted.
    """

    context: PageContext
    games: tuple[Played, ...]
    left: int
    trouble: Explanation | None = None

    @property
    def writes(self) -> bool:
        """Whether the page may rename people and write notes."""
        return self.context.access.writes

    @cached_property
    def folk(self) -> PeopleRegistry:
        """The registry of people."""
        return self.context.access.folk

    def knows(self, *people: Person) -> bool:
        """Return whether the page may show some people; a page limited to some tables shows those who played there."""
        return bool(self.context.role()) or {person.id for person in people} <= {*self.everything.people()}

    @cached_property
    def everything(self) -> Statistics:
        """The statistics of all games, finished or not."""
        known = _everything.get(self.context.app)
        if not known or known.games is not self.games or known.folk is not self.folk:
            known = _everything[self.context.app] = Statistics(self.games, self.folk)
        return known

    @property
    def finished(self) -> Statistics:
        """The statistics of the finished games."""
        return self.everything.finished

    def statistics(self, games: Iterable[Played]) -> Statistics:
        """Return the statistics of some games, as far as they are finished."""
        return Statistics(tuple(games), self.folk).finished

    def meta(self, kind: str) -> Meta | None:
        """Return the metadata of a kind of game."""
        game = self.context.access.games.get(kind.partition(":")[0])
        return game.meta if game else None

    def called(self, kind: str) -> str:
        """Return the name of a kind of game."""
        game, _, own = kind.partition(":")
        meta = self.meta(game)
        return own or (self.context.say(meta.title) if meta else game)

    def title(self, game: Played) -> str:
        """Return the name that its players gave a game, or that of its kind."""
        return game.name or self.called(game.kind)

    def coloured(self, kind: str, content: ft.Control) -> ft.Control:
        """Return a control in the colours of a kind of game."""
        meta = self.meta(kind)
        return design.coloured(meta.colour, content) if meta else content

    def person(self, id: str) -> Person:
        """Return the person with an id or a name."""
        return self.folk.of(self._written.get(self.folk.id(id), id))

    @cached_property
    def _written(self) -> Mapping[str, str]:
        """The latest spelling of each name, by the person's id."""
        names = dict.fromkeys(name for game in self.games for name in game.names)
        folk = self.folk
        return {folk.id(name): name for name in reversed(names)}

    def names(self, figures: Figures) -> tuple[str, ...]:
        """Return the players' current names."""
        shown = tuple(self.folk.of(name).name if name.strip() else "" for name in figures.names)
        return self.context.names(shown)

    def mark(self, person: str) -> Avatar:
        """Return a person's mark."""
        return self.context.access.marks.of((person,))[0]

    def marks(self, figures: Figures) -> tuple[Avatar, ...]:
        """Return the players' marks."""
        return self.context.access.marks.of(figures.names)

    def outcome(self, figures: Figures) -> Text:
        """Return a sentence with the result of a game, or with the leader if it is not over."""
        return figures.outcome(self.names(figures))


def use_back() -> Back:
    """Return the data of the page, which is rendered again as games are counted."""
    context = use_page_context()
    tables = context.access
    use_live(tables)
    trouble: Explanation | None = None

    def count() -> int:
        nonlocal trouble
        try:
            left = tables.count(_AT_ONCE)
            if not left:
                tables.keep_marks()
            return left
        except StorageError as error:
            trouble = error.why
            return 0

    left, set_left = use_value(ft.use_memo(count, dependencies=[]))

    async def go_on() -> None:
        rest = left
        while rest:
            await asyncio.sleep(0.01)
            rest = count()
            set_left(rest)

    def begin() -> None:
        if left:
            context.page.run_task(go_on)

    ft.use_effect(begin, dependencies=[])
    try:
        games = tables.played()
    except StorageError as error:
        games, trouble = (), error.why
    return Back(context, games, left if context.role() else 0, trouble)


def quoted(id: str) -> str:
    """Return an id quoted for an address."""
    return quote(id, safe="")


def to_person(id: str) -> str:
    """Return the address of a person's page."""
    return f"/evenings/person/{quoted(id)}"


def to_kind(kind: str) -> str:
    """Return the address of the page of a kind of game."""
    return f"/evenings/kind/{quoted(kind)}"


def time_played(context: PageContext, seconds: int) -> list[tuple[str, str]]:
    """Return the time played as a fact, if it is known."""
    return [(context.say(T("Time played")), context.say(duration(seconds)))] if seconds >= _NO_TIME else []


def duration(seconds: int) -> Text:
    """Return a duration in hours and minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return T("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return T("{minutes} min", minutes=minutes)


def chances(context: PageContext, summary: Summary) -> str:
    """Return the estimated chance of a first place as a range."""
    if not summary.contests:
        return "–"
    between = summary.chances
    return context.say(T("between {low} and {high} %", low=between[0], high=between[1]) if between else TOO_FEW)


def won_columns(summaries: Iterable[Summary]) -> slice:
    """Return which columns of :func:`won` a table needs; a phone has no room for an uninformative one."""
    return slice(None if any(summary.shared for summary in summaries) else 1)


def won(context: PageContext, summary: Summary) -> tuple[str, ...]:
    """Return how many games a person has won alone, and how many as shared wins."""
    number = context.renderer().number
    return (number(summary.won), number(summary.shared)) if summary.contests else ("–", "–")


def figure(context: PageContext, tally: Tally, shape: Shape) -> str:
    """Return a figure of a game as text."""
    number = context.renderer().number
    match shape:
        case "count":
            return number(tally.amount)
        case "share":
            return context.say(T("{amount} of {of}", amount=tally.amount, of=tally.of)) if tally.of else "–"
        case "mean":
            return number(round(tally.amount / tally.of, 1)) if tally.of else "–"


def points(context: PageContext, summary: Summary) -> tuple[str, str]:
    """Return the mean and the best points of a person, as :data:`POINTS` heads them."""
    number, mean, best = context.renderer().number, summary.mean, summary.best
    return "–" if mean is None else number(round(mean, 1)), number(best.points) if best else "–"


def results(context: PageContext, summary: Summary, columns: slice) -> tuple[str, ...]:
    """Return a person's results as a row of a table, below :func:`result_heads`."""
    return context.renderer().number(summary.played), *won(context, summary)[columns], *points(context, summary)


def result_heads(columns: slice) -> tuple[Text, ...]:
    """Return the headings of :func:`results`.

    :param columns: of the wins; see :func:`won_columns`.
    """
    return T("Played"), *WON[columns], *POINTS


def fact(label: str, value: str) -> ft.Control:
    """Return a value with its caption."""
    shown = lines(words(value, ft.TextThemeStyle.HEADLINE_SMALL), soft(label, ft.TextThemeStyle.LABEL_SMALL))
    return ft.Semantics(content=shown, label=f"{label}: {value}", exclude_semantics=True, container=True)


def facts(named: Sequence[tuple[str, str]]) -> ft.Control:
    """Return values with their captions, flowing over several lines."""
    return flowing([fact(*each) for each in named], spacing=theme.Space.xl, apart=theme.Space.m)


def person_line(
    back: Back,
    id: str,
    identifier: str,
    *,
    detail: str = "",
    value: str = "",
    on_click: Callable[[], None] | None = None,
) -> ft.Control:
    """Return a person in a list: mark, name, detail, and a value at the end; a tap opens their page."""
    context, person = back.context, back.person(id)
    name = marked(back.mark(id), words(person.name, ft.TextThemeStyle.TITLE_MEDIUM))
    ends = [words(value, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY)] if value else []
    around = theme.Space.s if detail else reach(ft.TextThemeStyle.TITLE_MEDIUM)
    row = column(
        apart(name, *ends) if ends else name,
        *([soft(detail, ft.TextThemeStyle.BODY_SMALL)] if detail else []),
        spacing=0.0,
    )
    return pressable_row(row, lambda: (on_click or partial(context.go, to_person(id)))(), identifier, high=around)


def game_line(back: Back, game: Played, *, shown: str = "", dated: bool = True) -> ft.Control:
    """Return a game in a list: result, name and time; a tap opens it.

    A game that is not over has its name in the first line.

    :param shown: text at the end, such as a figure.
    :param dated: whether to show the day, which the heading of an evening already shows.
    """
    context, figures = back.context, game.figures
    head, about = context.say(back.outcome(figures)), back.title(game)
    if figures.over:
        icon = ft.Icons.STAR_OUTLINE if figures.level else ft.Icons.EMOJI_EVENTS
    else:
        head, about, icon = about, head, ft.Icons.PLAY_CIRCLE_OUTLINE
    sign = ft.Icon(icon, size=22.0, color=ft.Colors.PRIMARY)
    at = when(context, game.at) if dated else context.time(game.at)
    more = " · ".join(filter(None, (about, at, game.note.place)))
    said = lines(
        words(head, ft.TextThemeStyle.TITLE_MEDIUM),
        soft(more, ft.TextThemeStyle.BODY_SMALL),
        standing(back, figures),
        expand=True,
    )
    ends = [words(shown, ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY)] if shown else []
    tap = pressable_row(
        beside(drawing(sign, label=None), said, *ends, spacing=theme.Space.m),
        lambda: context.go(f"/evenings/game/{game.id}"),
        f"played-{game.id}",
    )
    return back.coloured(figures.kind, tap)


def standing(
    back: Back, figures: Figures, style: ft.TextThemeStyle = ft.TextThemeStyle.BODY_SMALL, *, size: float = 16.0
) -> ft.Control:
    """Return the players with their points, in the order of their places.

    :param size: size of the marks in pixels.
    """
    number, marks = back.context.renderer().number, back.marks(figures)
    ranked = sorted(
        zip(figures.places, marks, back.names(figures), figures.points, strict=True), key=lambda each: each[0]
    )
    return flowing(
        [
            marked(mark, soft(name if figures.together else f"{name}\u00a0{number(points)}", style), size=size)
            for _, mark, name, points in ranked
        ],
        spacing=theme.Space.m,
        apart=2.0,
    )


def table(
    context: PageContext,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    identifier: str,
    of_rows: Sequence[Avatar] = (),
    of_heads: Sequence[Avatar | None] = (),
) -> ft.Control:
    """Return a table of figures; see :func:`companion.ui.design.table.text_table`."""
    return text_table(
        heads,
        rows,
        room=room(context),
        scale=context.scale,
        stacks=context.huge,
        identifier=identifier,
        of_rows=of_rows,
        of_heads=of_heads,
    )


def room(context: PageContext) -> float:
    """Return the width within a paper on the page's column, in pixels."""
    return min(READABLE, context.size[0] - 2 * theme.Space.l) - 2 * theme.Space.m - 2.0


def when(context: PageContext, at: datetime) -> str:
    """Return a date and time."""
    return f"{context.renderer().date(at)}, {context.time(at)}"


def day_picker(day: date, choose: Callable[[date], None], close: Callable[[], None]) -> ft.DialogControl:
    """Return a dialog in which a day is chosen."""
    return ft.DatePicker(
        value=_noon(day),
        first_date=_noon(date(1900, 1, 1)),
        last_date=_noon(date.today() + timedelta(days=1)),
        on_change=lambda event: choose(_day_of(event.control.value)),
        on_dismiss=lambda _: close(),
    )


def _noon(day: date) -> datetime:
    """Return a time that is on this day in the time zone of almost every browser."""
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def _day_of(midnight: datetime) -> date:
    """Return the day that begins at midnight in the browser's time zone, which may not be the one of this machine.

    The browser sends its midnight in UTC. Adding 13:30 hours gives the same day in UTC for all zones from 10:30 behind
    UTC to 13:30 ahead of it.
    """
    return (midnight + timedelta(hours=13, minutes=30)).date()


def sign(back: Back, person: str) -> ft.Control:
    """Return a person's mark, for a checkbox or a row."""
    return badge(back.mark(person), size=20.0)
