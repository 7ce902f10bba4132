"""Choosing the game: all games, and those played last with the same players."""

import logging
from collections.abc import Mapping
from typing import Final

import flet as ft

from companion.kernel.game import Meta
from companion.kernel.text import Listing, Text, messages
from companion.storage.errors import StorageError
from companion.storage.library import Stored
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.keyboard import under_the_thumb
from companion.ui.app.scaffold import WIDE, dead_end, grid, screen
from companion.ui.design import theme
from companion.ui.design.base import pressable, soft, words
from companion.ui.design.layout import apart, beside, flowing, lines, wide
from companion.ui.design.player_badge import badge, marked
from companion.ui.design.text_fit import reach, width_of
from companion.ui.kit.titles import names_of
from companion.ui.runtime.hooks import component, screen_component, use_once

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: Message for a page that may see one table only.
NOT_HERE: Final = T("Your link is for one table only. Start new games on the device that runs Companion.")

#: Number of players of the last game that are named.
_NAMED: Final = 3
_AGAIN: Final = ft.TextThemeStyle.LABEL_LARGE
#: Size of their avatars in pixels.
_MARK: Final = 18.0
#: Gap between them.
_GAP: Final = 6.0
#: Several names together take about this share of the estimated width, which is an upper limit for each.
_USUAL: Final = 0.93
#: Width around that line on a phone: the page's edges, the card's stripe and lines, and the icon before it.
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
    games, last = context.access.games, last_played(context)
    # the free sheet comes after the games with rules
    others = sorted((id for id in games if id not in last), key=lambda id: games[id].meta.by_house)
    ordered = [*(id for id in last if id in games), *others]
    return under_the_thumb(grid([_game_paper(context, games[id].meta, last.get(id)) for id in ordered], context.layout))


def _game_paper(context: PageContext, meta: Meta, last: Stored | None) -> ft.Control:
    """Return the card of a game: its description, number of players, who played it last, and its rules."""
    play = pressable(
        # where space is short, a table that has played the game needs no description
        _blurb(context, meta, brief=bool(last) and context.layout == "phone"),
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s),
        on_click=lambda _: context.go(f"/new/{meta.id}"),
        identifier=f"play-{meta.id}",
        align=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    rules = design.icon_button(
        ft.Icons.MENU_BOOK_OUTLINED,
        context.say(T("Rules: {game}", game=meta.title)),
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
    return design.coloured(meta.colour, design.striped(inside))


@component
def Again(last: Stored, titled: bool = False) -> ft.Control:
    """A button that starts a game with the players and the set-up of the last time.

    :param titled: whether it names the game, where nothing around it does.
    """
    context, once = use_page_context(), use_once()

    def begin() -> None:
        context.go(f"/table/{context.access.rematch(last.id)}")

    given = context.access.called(names_of(context, last))
    names = tuple(map(context.short, context.names(given)))
    meta = context.access.games[last.game].meta
    called = (meta.house_name and last.name) or (titled and meta.title)
    whole = T("Rematch: {players}", players=_some(names))
    text = T("Rematch of {game}: {players}", game=called, players=_some(names)) if called else whole
    begins = T("Rematch of {game}:", game=called) if called else T("Rematch:")

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
        attempt(context, lambda: once(begin)),
        f"again-{last.game}",
        padding=ft.Padding.symmetric(horizontal=theme.Space.m, vertical=reach(_AGAIN)),
        label=context.say(text),
        align=ft.Alignment.CENTER_LEFT,
    )


def _in_one_line(context: PageContext, beginning: str, names: tuple[str, ...]) -> tuple[int, int]:
    """Return the number of players named, and of those shown by name or avatar.

    On a phone the line should not wrap, so that many games are visible.
    """
    usual = len(names) - _others(names)
    if context.layout != "phone":
        return usual, usual
    room = context.size[0] - _AROUND

    def wide_as(text: str) -> float:
        return _USUAL * width_of(text, _AGAIN, context.scale, whole=True)

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
    picture = [] if context.large else [design.card_back("tiny" if brief else "small")]
    return beside(*picture, texts, spacing=theme.Space.m)


def player_count(meta: Meta) -> Text:
    """Return for how many players a game is."""
    fewest, most = meta.seats
    if fewest == most:
        return N("{n} player", "{n} players", n=most)
    return T("{fewest} to {most} players", fewest=fewest, most=most)


def last_played(context: PageContext) -> Mapping[str, Stored]:
    """Return for each game that was played the table at which that was last, the latest game first."""
    try:
        return context.access.last_played()
    except StorageError:
        log.warning("what was played last cannot be read", exc_info=True)
        return {}
