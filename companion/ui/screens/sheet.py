"""The score sheet: every number opens the lines it is made of."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Final

import flet as ft
from attrs import frozen

from companion.kernel.game import Column, Meta
from companion.kernel.text import Listing, Player, Text, messages
from companion.scoring import Scored, ScoreSheet
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_page_context
from companion.ui.dialogs import use_above
from companion.ui.live import component, still, use_latest, use_live, use_maybe
from companion.ui.parts.base import soft, words
from companion.ui.parts.layout import beside, column, flowing, lines, scrolling, wide
from companion.ui.play import Play

T, N = messages("companion")

_CELL: Final = ft.Padding.symmetric(horizontal=8.0, vertical=6.0)
_MOST_STROKES: Final = 10


@component
def SheetPane(play: Play) -> ft.Control:
    """The totals, then a block per round: a row for each column, a place for each player."""
    context = use_page_context()
    use_live(play.session, context.pulse)
    opened, open_lines = use_maybe(tuple)
    score = play.session.sheet
    content = None if opened is None else _lines(play, opened, lambda: open_lines(None))
    use_above(context, T("Where these points come from"), content, lambda: open_lines(None))
    latest = use_latest(open=lambda **part: open_lines(tuple(play.session.sheet.lines(**part))))
    numbered = score.rounds > 1 or play.view.heading is None
    stacked = score.seats > (3 if play.layout == "phone" else 4)
    # beside the table the places already show everybody's total
    blocks = [_ranking(play, score)] if play.layout == "phone" or score.seats > 2 else []
    blocks += [
        RoundBlock(
            context, play.meta, play.names, RoundPoints.of(score, round), latest, numbered, stacked, key=str(round)
        )
        for round in range(score.rounds, 0, -1)
    ]
    return column(*blocks, spacing=theme.Space.l)


@frozen
class RoundPoints:
    """The numbers of one round as they stand on the sheet.

    :param cells: for each column the points of each seat.
    :param totals: everybody's total, below the latest of several rounds.
    """

    round: int
    cells: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    totals: tuple[int, ...] | None

    @classmethod
    def of(cls, score: ScoreSheet, round: int) -> "RoundPoints":
        """Return the numbers of a round of a sheet."""
        seats = range(score.seats)
        cells = (
            tuple(score.points(seat=seat, round=round, column=column.id) for seat in seats) for column in score.columns
        )
        sums = tuple(score.points(seat=seat, round=round) for seat in seats)
        return cls(round, tuple(cells), sums, score.totals if round == score.rounds > 1 else None)


@frozen(eq=False)
class _Block:
    """How the block of one round is drawn; see :func:`RoundBlock`."""

    context: PageContext
    names: tuple[str, ...]
    round: int
    latest: SimpleNamespace
    numbered: bool
    stacked: bool

    def say(self, text: Text) -> str:
        """Return a text with the players' names."""
        return self.context.say(text, self.names)

    def title(self, text: Text) -> ft.Control:
        """Return the title of a row of sums."""
        return words(self.say(text), ft.TextThemeStyle.TITLE_MEDIUM, lines=1)

    def row(self, title: ft.Control, cells: Iterable[ft.Control]) -> ft.Control:
        """Return a row: its title, and a place for each player beside it or below it."""
        right = ft.Alignment.CENTER_RIGHT
        if self.stacked:
            spread = [ft.Container(cell, expand=True, alignment=right) for cell in cells]
            return lines(title, beside(*spread, spacing=0.0))
        place = 104.0 if len(self.names) <= 2 else 72.0
        placed = [ft.Container(cell, width=place, alignment=right) for cell in cells]
        return beside(wide(title), *placed, spacing=0.0)

    def number(self, points: int, what: Text, id: str, *, strong: bool = False, **part: Any) -> ft.Control:
        """Return a number that opens what it is made of; where nothing was scored there is nothing to open."""
        if not points and not strong:
            return ft.Container(soft("–", ft.TextThemeStyle.BODY_LARGE), padding=_CELL)
        return parts.score_number(
            value=self.context.renderer().number(points),
            label=self.say(T("{what}: {points}", what=what, points=points)),
            size="small",
            strong=strong,
            at_end=True,
            on_click=lambda _: self.latest.open(**part),
            identifier=id,
        )

    def cell(self, column: Column, seat: int, points: int) -> ft.Control:
        """Return a player's number in a column; few points are strokes too, as on paper."""
        round, player = self.round, Player(seat)
        what = T("{column}, {player}", column=column.title, player=player)
        if self.numbered:
            what = T("{column}, {player}, round {round}", column=column.title, player=player, round=round)
        value = self.number(points, what, f"cell-{round}-{column.id}-{seat}", seat=seat, round=round, column=column.id)
        strokes = points // column.worth
        if not 0 < strokes <= _MOST_STROKES or len(self.names) > 2:
            return value
        label = self.say(N("{n} stroke", "{n} strokes", n=strokes))
        return beside(parts.tally(count=strokes, label=label, height=18.0), value, spacing=0.0, tight=True)

    def summed(self, name: Text, sums: tuple[int, ...], id: str, **part: Any) -> ft.Control:
        """Return a row of sums."""
        cells = [
            self.number(
                points,
                T("{sum}, {player}", sum=name, player=Player(seat)),
                f"{id}-{seat}",
                strong=True,
                seat=seat,
                **part,
            )
            for seat, points in enumerate(sums)
        ]
        return self.row(self.title(name), cells)


@still
def RoundBlock(
    context: PageContext,
    meta: Meta,
    names: tuple[str, ...],
    shown: RoundPoints,
    latest: SimpleNamespace,
    numbered: bool,
    stacked: bool,
) -> ft.Control:
    """The block of one round, as on the paper sheet; the latest ends with the totals.

    :param numbered: whether it is called by its number; the only one of a game that does not count rounds is not.
    :param stacked: whether so many play that a row's title stands above its numbers.
    """
    block, round = _Block(context, names, shown.round, latest, numbered, stacked), shown.round
    heads = [words(name, ft.TextThemeStyle.TITLE_SMALL, lines=2, align=ft.TextAlign.RIGHT) for name in names]
    named, sums = (T("Round {round}", round=round),) * 2 if numbered else (T("Points"), T("Total"))
    rows = [block.row(block.title(named), [ft.Container(head, padding=_CELL) for head in heads])]
    for kind, points in zip(meta.columns, shown.cells, strict=True):
        worth = T("{column} ({worth})", column=kind.title, worth=kind.worth)
        title = words(block.say(worth), ft.TextThemeStyle.BODY_LARGE, lines=3)
        rows.append(block.row(title, [block.cell(kind, seat, points[seat]) for seat in range(len(names))]))
    rows.append(ft.Divider(height=1.0, color=ft.Colors.OUTLINE))
    rows.append(block.summed(sums, shown.sums, f"round-{round}", round=round))
    if shown.totals:
        rows.append(block.summed(T("Total"), shown.totals, "all"))
    return parts.paper(content=lines(*rows, spacing=theme.Space.xs), padding=theme.Space.m)


def _ranking(play: Play, score: ScoreSheet) -> ft.Control:
    """Everybody's place and total; a shared place is said to be shared, and who plays together has none."""
    together = play.meta.cooperative
    ranking = sorted(score.ranking, key=lambda rank: rank.seat) if together else score.ranking
    rows: list[ft.Control] = []
    for rank in ranking:
        name = wide(words(play.names[rank.seat], ft.TextThemeStyle.TITLE_LARGE, lines=1))
        total = parts.score_number(
            value=play.context.renderer().number(rank.total),
            label=play.say(T("{player}, total: {points}", player=Player(rank.seat), points=rank.total)),
            strong=not together and rank.place == 1,
            at_end=True,
            identifier=f"total-{rank.seat}",
        )
        place = [] if together else [_place(play, rank.place, [other.place for other in ranking])]
        rows.append(beside(*place, name, total, spacing=10.0))
    rows.append(soft(play.say(_standing(play, score)), ft.TextThemeStyle.BODY_MEDIUM))
    return parts.paper(content=lines(*rows, spacing=theme.Space.xs))


def _standing(play: Play, score: ScoreSheet) -> Text:
    """Return who leads, in a sentence."""
    leaders = [Player(rank.seat) for rank in score.ranking if rank.place == 1]
    if play.meta.cooperative:
        return T("Together: {points}", points=sum(score.totals))
    if len(leaders) == score.seats:
        return T("All are level.")
    if len(leaders) > 1:
        return T("{players} share the lead.", players=Listing(tuple(leaders)))
    return T("{player} leads.", player=leaders[0])


def _place(play: Play, place: int, places: list[int]) -> ft.Control:
    shared = places.count(place) > 1
    said = play.say(T("{place}. (shared)", place=place) if shared else T("{place}.", place=place))
    return ft.Container(soft(said, ft.TextThemeStyle.TITLE_MEDIUM), width=96.0 if shared else 40.0)


def _lines(play: Play, scored: tuple[Scored, ...], close: Callable[[], None]) -> ft.Control:
    """The lines a number is made of, each with its reason, its rule and the way to the entry."""
    if not scored:
        return words(play.context.say(T("No points yet.")), ft.TextThemeStyle.BODY_LARGE)

    def line(number: int, scored: Scored) -> ft.Control:
        why = scored.line.why

        def show() -> None:
            close()
            play.go_to(scored.entry)

        points = play.context.renderer().signed(scored.line.points)
        reason = beside(
            wide(words(play.say(why.text), ft.TextThemeStyle.BODY_LARGE)),
            words(points, ft.TextThemeStyle.HEADLINE_SMALL, color=ft.Colors.PRIMARY),
            spacing=10.0,
            top=True,
        )
        history = play.say(T("Show in the history"))
        ways = [
            parts.link_button(play.say(T("Why?")), lambda: play.why(why), f"line-why-{number}"),
            parts.quiet_button(history, show, f"line-entry-{number}", outlined=False),
        ]
        return parts.paper(content=lines(reason, flowing(ways, spacing=10.0, apart=10.0)), padding=theme.Space.m)

    return scrolling(*(line(number, each) for number, each in enumerate(scored)))
