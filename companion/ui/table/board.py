"""The big board: a table to be read from three metres, on a television or in the middle of the table; it takes no reports."""

from collections.abc import Sequence
from itertools import product
from math import inf
from typing import Any, Final

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Tone
from companion.kernel.text import messages
from companion.tables.roles import Role
from companion.tables.tables import Table
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.app.scaffold import view
from companion.ui.app.shortcuts import CLOSE
from companion.ui.design import theme
from companion.ui.design.base import heading
from companion.ui.design.layout import beside
from companion.ui.design.text_measure import ems
from companion.ui.kit import big_board as big
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.address import address
from companion.ui.kit.big_board import Below, Block, Grid, Paper, Piece, Pieces, Said, Shown, largest, set_in
from companion.ui.kit.final_ranking import outcome, winners
from companion.ui.kit.pane import PROMPT
from companion.ui.kit.table_context import AnyPlay, use_play
from companion.ui.kit.titles import stretch
from companion.ui.runtime.hooks import screen_component, use_live
from companion.ui.table.announcer import PAUSED, use_announcer
from companion.ui.table.clock import ClockOnBoard
from companion.ui.table.opening import reached, use_device

T, N = messages("companion")

#: The part of a table's address that is its big board.
TAB: Final = "board"

#: What is said in no type smaller than this while anything else can be left out, on a page of that height or width.
_READABLE: Final = 64.0
_TELEVISION: Final = (1920.0, 1080.0)
_SMALLEST: Final = 20.0

#: The largest type, as shares of the shorter side: what is next, and names and points.
_PROMPT: Final = 0.12
_NAMES: Final = 0.11
#: How large what was said last is beside what is next, and what lies in the middle, where there is room and where there is less.
_TOLD: Final = 0.6
_LYING: Final = (0.72, 0.56)
#: How large what lies before a player is beside the name.
_BEFORE: Final = 0.85

#: How far things in a place are from each other and from its edge, in sizes of the type.
_GAP: Final = 0.3
_EDGE: Final = 0.22

#: So many places stand beside each other at most, and so much larger names have to be for one to be broken.
_ACROSS: Final = 4
_WORTH_A_BREAK: Final = 1.4

#: How much of a board that is higher than wide the players have at most.
_SHARE: Final = 0.56
#: So many lines of what was said last are shown where there is room.
_LINES: Final = 2
_BLANK: Final = "\u2026"
#: How wide the clock is, in heights of the first line.
_CLOCK: Final = 2.8
#: Which house numbers tell how long a game goes, by their keys.
_LENGTH: Final = ("rounds", "target")


@screen_component
def BoardPage() -> ft.Control:
    """The big board of one table, from its address."""
    return reached(lambda table: BigBoard(table, key=f"board-{table.stored.id}"))


@screen_component
def BigBoard(table: Table) -> ft.Control:
    """What everybody may see of a table, as large as there is room for it."""
    assert table.session
    play = evolve(use_play(table, table.session), seat=None)  # whoever has a seat sees no more here than the others
    context = play.context
    use_live(play.session, context.signal, context.access.at(play.table))
    use_announcer(play)
    use_device(play)
    _use_next(play)
    context.keys.back = _back(play)
    room = _Room.of(context)
    shown = _shown(play)
    players = _Players.of(play, shown, room)
    said = _said(play, shown, room, players)
    if room.across:
        halves: ft.Control = ft.Row(
            [said, players.drawn], spacing=room.gap, vertical_alignment=ft.CrossAxisAlignment.START
        )
    else:
        halves = ft.Column([said, players.drawn], spacing=room.gap, tight=True)
    body = ft.Column([_head(play, room), halves], spacing=room.gap, tight=True)
    page = ft.Container(body, padding=room.gap, alignment=ft.Alignment.CENTER, expand=True)
    return view(address(play.table, TAB), None, ft.SafeArea(page, expand=True))


def _back(play: AnyPlay) -> str:
    """Return where the cross leads: to the table, or home where somebody only watches."""
    return "/" if play.role is Role.VIEWER else address(play.table)


@frozen
class _Room:
    """How large a board is, and how it is divided.

    :param wide: what there is between its edges.
    :param head: how high its first line is.
    """

    wide: float
    high: float
    gap: float
    head: float

    @classmethod
    def of(cls, context: PageContext) -> "_Room":
        wide, high = context.size
        gap = max(theme.Space.s, 0.015 * min(wide, high))
        head = max(theme.Space.target, 0.05 * min(wide, high))
        return cls(wide - 2 * gap, high - 2 * gap, gap, head)

    @property
    def across(self) -> bool:
        """Whether the players stand beside what is said, not below it."""
        return self.wide > self.high

    @property
    def below(self) -> float:
        """How high what is below the first line is."""
        return self.high - self.head - self.gap

    @property
    def side(self) -> float:
        """How wide each half is."""
        return (self.wide - self.gap) / 2 if self.across else self.wide

    @property
    def short(self) -> float:
        """The shorter side."""
        return min(self.wide, self.high)

    @property
    def readable(self) -> float:
        """In no smaller type anything is said as long as something else can be left out."""
        share = min(side / most for side, most in zip((self.wide, self.high), _TELEVISION, strict=True))
        return max(_SMALLEST, _READABLE * share)


def _head(play: AnyPlay, room: _Room) -> ft.Control:
    """What is played, how far it is and how far it goes; and the way back, which is quiet."""
    context, meta = play.context, play.meta
    house = play.session.record.seated.house
    length = [
        _with_number(play.say(each.title), str(house.get(each.key, each.default)))
        for each in meta.house_numbers
        if each.key in _LENGTH and meta.is_chosen(each.needs, house)
    ]
    name = play.at.stored.name or play.say(meta.title)
    text = " · ".join([name, *([] if play.session.is_over else [play.say(stretch(meta, play.view))]), *length])
    line = Said(context, text, ft.TextThemeStyle.TITLE_LARGE, colour=ft.Colors.ON_SURFACE_VARIANT)
    clock = _CLOCK * room.head if context.access.clocks.of(play.table) else 0.0
    wide = room.wide - theme.Space.target - clock - 2 * room.gap
    size = largest(line, wide, room.head, 0.6 * room.head)
    face = [ClockOnBoard(play, 0.7 * room.head, clock, key="clock-on-board")] if clock else []
    back = design.icon_button(ft.Icons.CLOSE, context.say(CLOSE), lambda: context.go(_back(play)), "close-board")
    return ft.Container(
        beside(heading(line.draw(size, wide), identifier="board"), *face, back, spacing=room.gap),
        height=room.head,
        width=room.wide,
    )


def _with_number(title: str, number: str) -> str:
    """Return what a number is for with the number, in the blank it has for it or behind it."""
    return title.replace(_BLANK, number) if _BLANK in title else f"{title}: {number}"


def _shown(play: AnyPlay) -> Shown:
    """Return what the game itself shows, or where it says nothing of that what any game tells."""
    own = play.screen.big_board
    seats = range(len(play.names))
    shown: Shown = own(play) if own else Shown({seat: big.facts(play, seat) for seat in seats}, big.facts(play, None))
    if play.session.is_over:
        return Shown(shown.after, on=frozenset(winners(play.session)), settled=shown.settled)
    return shown


def _said(play: AnyPlay, shown: Shown, room: _Room, players: "_Players") -> ft.Control:
    """What is next, what lies in the middle, and what was said last: as much of that as stays readable."""
    high = room.below if room.across else room.below - room.gap - players.high
    said = _lines(play, shown)[:_LINES]
    most = _PROMPT * room.short
    for lines, share in product(range(len(said), -1, -1), _LYING):
        block = _talk(play, shown, said[:lines], share)
        size = largest(block, room.side, high, most)
        if size >= room.readable:
            break
    drawn = block.draw(size, room.side)
    return ft.Container(drawn, width=room.side, height=high, alignment=ft.Alignment.CENTER)


def _talk(play: AnyPlay, shown: Shown, said: Sequence[str], lying: float) -> Block:
    context = play.context
    over = play.session.is_over
    asks = outcome(play.session) if over else PAUSED if play.session.dispute else shown.asks or play.view.prompt.text
    prompt: Block = Headline(context, play.say(asks))
    if over and (won := winners(play.session)):
        cups = [big.sign(ft.Icons.EMOJI_EVENTS), *(big.mark(play, seat) for seat in won)]
        prompt = Below([Pieces(cups, share=1.2), prompt])
    blocks: list[Block] = [Paper(prompt, 0.35, ft.Colors.PRIMARY_CONTAINER)]
    if shown.middle:
        blocks.append(Pieces(shown.middle, share=lying))
    blocks += [Said(context, text, ft.TextThemeStyle.BODY_LARGE, _TOLD, ft.Colors.ON_SURFACE_VARIANT) for text in said]
    return Below(blocks, gap=0.4)


@frozen
class Headline:
    """The one line that says what is next."""

    context: PageContext
    text: str

    @property
    def _line(self) -> Said:
        return Said(self.context, self.text, ft.TextThemeStyle.HEADLINE_LARGE)

    def high(self, size: float, wide: float) -> float:
        return self._line.high(size, wide)

    def draw(self, size: float, wide: float) -> ft.Control:
        return heading(self._line.draw(size, wide), identifier=PROMPT)


def _lines(play: AnyPlay, shown: Shown) -> list[str]:
    """Return what matters of what was said last, the most important first."""
    said = play.lines([*(note for note in play.view.notes if note.tone in _URGENT), *play.last_messages])
    elsewhere = play.view.prompt.text
    if play.session.is_over:
        begun = [T("The next game has begun.")] if _next(play) else []
        settled = (line.text for line in shown.settled)
        highlights = play.session.record.highlights()
        return [play.say(text) for text in (*begun, *settled, play.view.prompt.text, *highlights)]
    said = [line for line in said if line.text != elsewhere]
    decided = play.last_conclusions or [line for line in said if line.tone is Tone.VERDICT]
    said.sort(key=lambda line: (line not in decided[:1], line.tone not in _URGENT, line.tone is Tone.NOTE))
    return [abbreviated(play, line) for line in said]


#: What is to be done with the cards, or costs something if it is not seen.
_URGENT: Final = (Tone.TODO, Tone.WARNING)


def _use_next(play: AnyPlay) -> None:
    """Go to the board of the next game when it begins: nobody stands beside a television."""
    later = _next(play)
    known: Any = ft.use_ref(later)

    def follow() -> None:
        if later and known.current is None:
            play.context.go(address(later, TAB))

    ft.use_effect(follow, dependencies=[later])


def _next(play: AnyPlay) -> str | None:
    """Return the table at which the players have gone on, if they have."""
    return play.context.access.next(play.table) if play.session.is_over else None


@frozen
class _Players:
    """Everybody's place as it is drawn, and how high all of them are."""

    drawn: ft.Control
    high: float

    @classmethod
    def of(cls, play: AnyPlay, shown: Shown, room: _Room) -> "_Players":
        """Draw the places in the order of their ranks, as large as there is room."""
        ranked = not play.meta.cooperative
        ranking = play.session.sheet.ranking
        seats = [rank.seat for rank in ranking] if ranked else [*range(len(ranking))]
        number = play.context.renderer().number
        places = {
            rank.seat: Place(
                play,
                rank.seat,
                number(rank.total) if ranked else "",
                play.say(T("{place}.", place=rank.place)) if ranked and play.session.is_over else "",
                tuple(shown.before.get(rank.seat, ())),
                rank.seat in shown.on or rank.seat in play.view.asked,
            )
            for rank in ranking
        }
        high = room.below if room.across else _SHARE * room.below
        best, chosen = 0.0, None
        ways = product((True, False), range(1, min(len(seats), _ACROSS) + 1), (True, False))
        for one_line, across, inline in ways:
            grid = Grid([evolve(places[seat], one_line=one_line, inline=inline) for seat in seats], across)
            size = largest(grid, room.side, high, _NAMES * room.short)
            better = size > best * (1.0 if one_line else _WORTH_A_BREAK)
            if chosen is None or (better and grid.high(size, room.side) <= high):
                best, chosen = size, grid
        assert chosen
        taken = chosen.high(best, room.side)
        inside = chosen.draw(best, room.side)
        if room.across:
            return cls(ft.Container(inside, width=room.side, height=high, alignment=ft.Alignment.CENTER), high)
        return cls(ft.Container(inside, width=room.side), taken)


@frozen
class Place:
    """A player's place on a board: mark, name and points in a line, and what lies there behind the name or below it.

    :param points: empty where all play for one sum.
    :param rank: which place it is, at the end.
    :param bold: whether the player is on turn, or ahead.
    :param one_line: whether no name may go on in a second line.
    :param inline: whether what lies there stands in the line of the name.
    """

    play: AnyPlay
    seat: int
    points: str
    rank: str
    before: tuple[Piece, ...]
    bold: bool
    one_line: bool = True
    inline: bool = False

    def high(self, size: float, wide: float) -> float:
        room = wide - 2 * _EDGE * size
        lying, room_for_name = Pieces(self.before, _BEFORE), self._room_for_name(size, room)
        named = self._name.high(size, room_for_name)
        if self.one_line and ems(self._name.text) * size > room_for_name:
            return inf
        if self.inline:
            high = max(named, size, lying.high(size, room))
        else:
            high = max(named, size) + (lying.high(size, room) + _GAP / 2 * size if self.before else 0.0)
        return high + 2 * _EDGE * size

    def draw(self, size: float, wide: float) -> ft.Control:
        play, room = self.play, wide - 2 * _EDGE * size
        lying = Pieces(self.before, _BEFORE)
        name = self._name.draw(size, self._room_for_name(size, room))
        row: list[ft.Control] = [play.badge(self.seat, size=size), name]
        if self.rank:
            row.insert(0, set_in(play.context, self.rank, ft.TextThemeStyle.TITLE_LARGE, size))
        if self.inline and self.before:
            row.append(lying.draw(size, lying.wide * size + 1.0))
        if self.points:
            style = ft.TextThemeStyle.TITLE_LARGE
            row.append(set_in(play.context, self.points, style, size, colour=ft.Colors.PRIMARY))
        inside = ft.Row(row, spacing=_GAP * size, vertical_alignment=ft.CrossAxisAlignment.CENTER)
        rows: list[ft.Control] = [inside]
        if self.before and not self.inline:
            rows.append(lying.draw(size, room))
        whole = ft.Column(rows, spacing=_GAP / 2 * size, alignment=ft.MainAxisAlignment.CENTER)
        box = design.framed(whole, bold=self.bold, padding=_EDGE * size - 1.0)
        box.width = wide
        return ft.Semantics(content=box, container=True, identifier=f"player-{self.seat}")

    @property
    def _name(self) -> Said:
        return Said(self.play.context, self.play.names[self.seat], ft.TextThemeStyle.TITLE_LARGE)

    def _room_for_name(self, size: float, room: float) -> float:
        """Return how much of a line mark, rank, points and what lies there leave for the name."""
        beside = [1.0, *(ems(text) for text in (self.rank, self.points) if text)]
        if self.inline and self.before:
            beside.append(Pieces(self.before, _BEFORE).wide)
        return room - sum(each + _GAP for each in beside) * size - 1.0
