"""The big board: a read-only view of a table, readable from three metres, for a television or the middle of the table."""

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
from companion.ui.design.text_fit import ems
from companion.ui.kit import big_board as big
from companion.ui.kit.abbreviate import abbreviated
from companion.ui.kit.address import address
from companion.ui.kit.big_board import Below, Block, Grid, Paper, Piece, Pieces, Said, Shown, largest, set_in
from companion.ui.kit.final_ranking import final_sentence, winners
from companion.ui.kit.pane import PROMPT
from companion.ui.kit.table_context import AnyPlay, use_play
from companion.ui.kit.titles import stretch
from companion.ui.runtime.hooks import screen_component, use_live
from companion.ui.table.announcer import PAUSED, use_announcer
from companion.ui.table.clock import ClockOnBoard
from companion.ui.table.opening import reached, use_device

T, N = messages("companion")

#: The last part of the board's address.
TAB: Final = "board"

#: The smallest type size while anything can be left out, by the height or width of the page.
_READABLE: Final = 64.0
_TELEVISION: Final = (1920.0, 1080.0)
_SMALLEST: Final = 20.0

#: The largest type sizes of the prompt and of names and points, as shares of the shorter side.
_PROMPT: Final = 0.12
_NAMES: Final = 0.11
#: Type sizes of the last messages and of the middle in relation to the prompt, with much and with little room.
_HIGHLIGHT: Final = 0.6
_LYING: Final = (0.72, 0.56)
#: Type size of what lies before a player in relation to the name.
_BEFORE: Final = 0.85

#: Gap between things in a place and its padding, in type sizes.
_GAP: Final = 0.3
_EDGE: Final = 0.22

#: The most places in a row, and how much larger the names must become if one may break its line.
_ACROSS: Final = 4
_WORTH_A_BREAK: Final = 1.4

#: The players' greatest share of a board in portrait format.
_SHARE: Final = 0.56
#: The most lines of the last messages.
_LINES: Final = 2
_BLANK: Final = "\u2026"
#: Width of the clock, in heights of the first line.
_CLOCK: Final = 2.8
#: Keys of the house numbers that set the length of a game.
_LENGTH: Final = ("rounds", "target")


@screen_component
def BoardPage() -> ft.Control:
    """The page of a table's big board."""
    return reached(lambda table: BigBoard(table, key=f"board-{table.stored.id}"))


@screen_component
def BigBoard(table: Table) -> ft.Control:
    """What all players may see of a table, as large as possible."""
    assert table.session
    play = evolve(use_play(table, table.session), seat=None)  # the board shows nothing that only one seat may see
    context = play.context
    use_live(play.session, context.access.at(play.table))
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
    """Return the address behind the close button: the table, or the start page for spectators."""
    return "/" if play.role is Role.VIEWER else address(play.table)


@frozen
class _Room:
    """The size of a board and its parts, in pixels.

    :param head: height of the first line.
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
        """Whether the players stand beside the messages instead of below them."""
        return self.wide > self.high

    @property
    def below(self) -> float:
        """The height below the first line."""
        return self.high - self.head - self.gap

    @property
    def side(self) -> float:
        """The width of each half."""
        return (self.wide - self.gap) / 2 if self.across else self.wide

    @property
    def short(self) -> float:
        """The shorter side."""
        return min(self.wide, self.high)

    @property
    def readable(self) -> float:
        """The smallest type size as long as something can be left out."""
        share = min(side / most for side, most in zip((self.wide, self.high), _TELEVISION, strict=True))
        return max(_SMALLEST, _READABLE * share)


def _head(play: AnyPlay, room: _Room) -> ft.Control:
    """The game, its progress and length, and the close button."""
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
    """Return the title of a number with the number, in its placeholder or after it."""
    return title.replace(_BLANK, number) if _BLANK in title else f"{title}: {number}"


def _shown(play: AnyPlay) -> Shown:
    """Return the middle of the board as the game defines it, or the default."""
    own = play.screen.big_board
    seats = range(len(play.names))
    shown: Shown = own(play) if own else Shown({seat: big.facts(play, seat) for seat in seats}, big.facts(play, None))
    if play.session.is_over:
        return Shown(shown.after, on=frozenset(winners(play.session)), settled=shown.settled)
    return shown


def _said(play: AnyPlay, shown: Shown, room: _Room, players: "_Players") -> ft.Control:
    """The prompt, the middle and the last messages, as much as stays readable."""
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
    asks = final_sentence(play) if over else PAUSED if play.session.dispute else shown.asks or play.view.prompt.text
    prompt: Block = Said(context, play.say(asks), ft.TextThemeStyle.HEADLINE_LARGE, heading=PROMPT)
    if over and (won := winners(play.session)):
        cups = [big.sign(ft.Icons.EMOJI_EVENTS), *(big.mark(play, seat) for seat in won)]
        prompt = Below([Pieces(cups, share=1.2), prompt])
    blocks: list[Block] = [Paper(prompt, 0.35, ft.Colors.PRIMARY_CONTAINER)]
    if shown.middle:
        blocks.append(Pieces(shown.middle, share=lying))
    blocks += [
        Said(context, text, ft.TextThemeStyle.BODY_LARGE, _HIGHLIGHT, ft.Colors.ON_SURFACE_VARIANT) for text in said
    ]
    return Below(blocks, gap=0.4)


def _lines(play: AnyPlay, shown: Shown) -> list[str]:
    """Return the relevant last messages, the most important first."""
    said = play.lines([*(note for note in play.view.notes if note.tone in _URGENT), *play.last_messages])
    elsewhere = play.view.prompt.text
    if play.session.is_over:
        begun = [T("The next game has begun.")] if _next(play) else []
        settled = (line.text for line in shown.settled)
        highlights = play.session.record.highlights()
        own = [play.view.prompt.text] if play.meta.cooperative else []
        return [play.say(text) for text in (*begun, *settled, *own, *highlights)]
    said = [line for line in said if line.text != elsewhere]
    decided = play.last_conclusions or [line for line in said if line.tone is Tone.VERDICT]
    said.sort(key=lambda line: (line not in decided[:1], line.tone not in _URGENT, line.tone is Tone.NOTE))
    return [abbreviated(play, line) for line in said]


#: Messages that ask the players to do something, or that are costly to miss.
_URGENT: Final = (Tone.TODO, Tone.WARNING)


def _use_next(play: AnyPlay) -> None:
    """Go to the board of the next game when it begins, without a tap."""
    later = _next(play)
    known: Any = ft.use_ref(later)

    def follow() -> None:
        if later and known.current is None:
            play.context.go(address(later, TAB))

    ft.use_effect(follow, dependencies=[later])


def _next(play: AnyPlay) -> str | None:
    """Return the table of the next game of the same players, if there is one."""
    return play.context.access.next(play.table) if play.session.is_over else None


@frozen
class _Players:
    """The players' places and their height."""

    drawn: ft.Control
    high: float

    @classmethod
    def of(cls, play: AnyPlay, shown: Shown, room: _Room) -> "_Players":
        """Draw the places in the order of the ranking, as large as possible."""
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
    """A player's place: mark, name and points in a line, and what lies there after the name or below it.

    :param points: empty in a team game.
    :param rank: the place in the ranking, after the end.
    :param bold: whether the player is on turn or leads.
    :param one_line: whether names may not break their line.
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
        """Return the width that the rest of the line leaves for the name."""
        beside = [1.0, *(ems(text) for text in (self.rank, self.points) if text)]
        if self.inline and self.before:
            beside.append(Pieces(self.before, _BEFORE).wide)
        return room - sum(each + _GAP for each in beside) * size - 1.0
