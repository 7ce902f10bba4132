"""Looking rules up: a line to type into, the hits as one types, and rules as rows of a list."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Final

import flet as ft
from attrs import frozen

from companion.kernel.text import messages
from companion.lookup import Rule
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.app.scaffold import quiet_button
from companion.ui.app.shortcuts import SEARCH, Key, use_keys
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable_row, soft, words
from companion.ui.design.layout import beside, centred, column, lines
from companion.ui.rules.house_rules import InForce, Replacing
from companion.ui.rules.rule import KINDS
from companion.ui.runtime.hooks import use_value

if TYPE_CHECKING:
    from companion.lookup.search import Hit, Piece

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

#: Number of hits shown while typing, each rendered with every key; and on request.
FEW: Final = 8
MANY: Final = 40

_NONE: Final[Replacing] = {}


@frozen(eq=False)
class Search:
    """A search field and its results.

    :param field: the text field.
    :param typed: the typed text.
    :param hits: the hits; ``None`` before anything is typed.
    :param more: shows more hits; ``None`` if there are none.
    """

    field: ft.Control
    typed: str
    hits: tuple[Hit, ...] | None
    more: Callable[[], None] | None


def use_search(
    context: PageContext,
    *,
    label: str,
    playing: str | None = None,
    phase: str | None = None,
    begun: str = "",
    autofocus: bool = False,
) -> Search:
    """Return a search for this component; the game on the table and its phase come first.

    :param begun: the initial text.
    """
    typed, put = use_value(begun)
    many, set_many = use_value(False)
    asked = typed.strip()
    turned_to, turn_to = use_value(0)

    def sought() -> bool:
        by_key, context.keys.sought = context.keys.sought, False
        return by_key

    focus = turned_to + (ft.use_memo(sought, dependencies=[]) or autofocus)
    use_keys(context.keys, lambda: [Key(SEARCH, context.say(T("Search the rules")), lambda: turn_to(turned_to + 1))])

    def found() -> tuple[Hit, ...] | None:
        from companion.lookup.search import search  # imported on first use

        return search(asked, context.locale, playing=playing, phase=phase, limit=MANY) if asked else None

    def retype(typed: str) -> None:
        put(typed)
        set_many(False)

    hits = ft.use_memo(found, dependencies=[asked, context.locale, playing, phase])
    cut = hits is not None and len(hits) > FEW and not many
    ft.use_effect(lambda: context.page.run_task(_prepare), dependencies=[])
    field = design.text_input(label, typed, retype, "search", icon=ft.Icons.SEARCH, focus=focus)
    return Search(field, typed, hits[:FEW] if hits and cut else hits, (lambda: set_many(True)) if cut else None)


async def _prepare() -> None:
    """Build the index while the first word is still being typed."""
    from companion.lookup.search import index  # not in the thread: parallel imports can see partial modules

    try:
        await asyncio.to_thread(index)
    except RuntimeError:  # no threads in the browser's Python: the first word builds it
        log.debug("the index is built with the first question")


def hits_by_game(
    context: PageContext, found: Search, on_open: Callable[[str], None], replaced: Replacing = _NONE
) -> ft.Control:
    """Return the hits grouped by game, the best game first; or a message that there are none.

    :param replaced: the house rules that hold instead of some.
    """
    hits = found.hits or ()
    if not hits:
        return design.empty_state(
            context.say(T("Nothing found for “{words}”.", words=found.typed.strip())),
            text=context.say(T("Try one word, as you would say it at the table.")),
        )
    order = list(dict.fromkeys(hit.rule.game for hit in hits))
    controls: list[ft.Control] = []
    for game, group in groupby(sorted(hits, key=lambda hit: order.index(hit.rule.game)), lambda hit: hit.rule.game):
        title = heading(words(game_title(context, game), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY))
        controls.append(ft.Container(title, padding=ft.Padding.only(top=theme.Space.m, left=theme.Space.s)))
        controls += [hit_row(context, hit, on_open, house=replaced.get(hit.rule.id, ())) for hit in group]
    if found.more:
        button = quiet_button(context, T("Show more"), found.more, "more-hits", outlined=False)
        controls.append(centred(button))
    return column(*controls, spacing=0.0)


def hit_row(
    context: PageContext,
    hit: Hit,
    on_open: Callable[[str], None],
    *,
    chosen: bool | None = None,
    house: Iterable[InForce] = (),
) -> ft.Control:
    """Return a hit: its title and passage, with matches marked.

    :param chosen: whether it is selected, where hits are selectable.
    :param house: the house rules that hold instead.
    """
    title = _marked(hit.title, ft.TextThemeStyle.TITLE_MEDIUM, ft.Colors.ON_SURFACE)
    passage = _marked(hit.passage, ft.TextThemeStyle.BODY_MEDIUM, ft.Colors.ON_SURFACE_VARIANT)
    return _row(context, hit.rule, [title, passage], on_open, chosen, house=house)


def rule_row(
    context: PageContext,
    rule: Rule,
    on_open: Callable[[str], None],
    *,
    chosen: bool | None = None,
    badge: bool = True,
    house: Iterable[InForce] = (),
) -> ft.Control:
    """Return a rule in a list; see :func:`hit_row`.

    :param badge: whether to show its kind.
    """
    said: list[ft.Control] = [words(context.say(rule.title), ft.TextThemeStyle.BODY_LARGE)]
    return _row(context, rule, said, on_open, chosen, badge=badge, house=house)


def game_title(context: PageContext, game: str) -> str:
    """Return the title of a group of rules."""
    found = context.access.games.get(game)
    return context.say(found.meta.title) if found else "Companion"


def _row(
    context: PageContext,
    rule: Rule,
    said: list[ft.Control],
    on_open: Callable[[str], None],
    chosen: bool | None,
    *,
    badge: bool = True,
    house: Iterable[InForce] = (),
) -> ft.Control:
    kind, name = KINDS[rule.kind]
    replaced = [design.rule_badge(kind="house_rule", text=context.say(each.titled)) for each in house]
    if replaced:
        said.append(lines(soft(context.say(T("At this table instead:")), ft.TextThemeStyle.LABEL_LARGE), *replaced))
    elif badge and kind != "rule":
        said.append(ft.Row([design.rule_badge(kind=kind, text=context.say(name))]))
    text, identifier = lines(*said, spacing=theme.Space.xs, expand=True), f"rule-{rule.id}"
    if chosen is not None:
        button = design.tick_row(text, on=chosen, on_click=lambda: on_open(rule.id), identifier=identifier)
    else:
        line = beside(text, ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT))
        button = pressable_row(line, lambda: on_open(rule.id), identifier, high=11.0, radius=theme.Radii.badge)
    return ft.Container(button, border=ft.Border(bottom=ft.BorderSide(width=1.0, color=ft.Colors.OUTLINE_VARIANT)))


def _marked(pieces: Iterable[Piece], style: ft.TextThemeStyle, color: ft.Colors) -> ft.Control:
    found = ft.TextStyle(font_family=theme.SANS_BOLD, color=ft.Colors.PRIMARY)
    return ft.Text(
        spans=[ft.TextSpan(piece.text, style=found if piece.found else None) for piece in pieces],
        theme_style=style,
        color=color,
    )
