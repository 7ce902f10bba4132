"""The rules to look up: a list by game, and a page for each."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlparse

import flet as ft

from companion.kernel.text import messages
from companion.lookup import Rule, UnknownRule
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.scaffold import READABLE, bar, quiet_button, screen, sliding, view
from companion.ui.design import theme
from companion.ui.design.base import heading, soft, words
from companion.ui.design.layout import centred, column, hairline, lines
from companion.ui.rules.rule import rule_body, rule_links
from companion.ui.rules.rulebook import way_buttons
from companion.ui.rules.search import game_title, hits_by_game, rule_row, use_search
from companion.ui.runtime.hooks import component, screen_component, use_value

T, N = messages("companion")


@screen_component
def Rules() -> ft.Control:
    """All rules, those of the game that is asked about first."""
    context = use_page_context()
    return view("/rules", bar(context, context.say(T("Rules")), back="/"), RuleList(_asked(context)))


def _asked(context: PageContext) -> str | None:
    """Return the game the address asks about: ``/rules?game=bronzen`` or ``/rules/bronzen.einzel``."""
    address = urlparse(context.page.route or "")
    if game := parse_qs(address.query).get("game"):
        return game[0]
    _, _, id = address.path.partition("/rules/")
    return id.partition(".")[0] or None


@component
def RuleList(asked: str | None) -> ft.Control:
    """Search results while typing; before that the rules of one game, or of all."""
    context = use_page_context()
    games = list(dict.fromkeys(rule.game for rule in context.app.rules.all))
    games.sort(key=lambda game: (game != asked, game not in context.access.games))
    start = asked if asked in games else games[0] if games else None
    shown, show = use_value(start)
    chosen, choose = use_value(asked in games)  # until then a search asks all games, and the first one is only listed
    # The list stays mounted below an opened rule; afterwards it shows that rule's game.
    before: Any = ft.use_ref(asked)
    if before.current != asked:
        before.current = asked
        if asked in games and asked != shown:
            shown, chosen = asked, True
            show(asked)
            choose(True)
    playing = shown if chosen else None
    found = use_search(context, label=context.say(T("Search the rules")), playing=playing, autofocus=True)
    tabs = [*((game, game_title(context, game)) for game in games), ("all", context.say(T("All")))]

    def pick(game: str) -> None:
        show(None if game == "all" else game)
        choose(True)

    picked = shown if found.hits is None else playing
    filters = design.pick_one(tabs, picked or "all", pick, "filter")
    rows: list[ft.Control] = [
        found.field,
        ft.Container(sliding(context, filters), padding=ft.Padding.only(top=theme.Space.m)),
    ]
    if found.hits is None:
        for game in games if shown is None else [shown]:
            rows += _group(context, game)
    else:
        rows.append(hits_by_game(context, found, _to_rule(context)))
    around = ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s, bottom=theme.Space.xl)
    listed = ft.Container(ft.ListView(rows, width=READABLE, padding=around), expand=True, expand_loose=True)
    middle, whole = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.STRETCH
    return ft.SafeArea(ft.Row([listed], alignment=middle, vertical_alignment=whole), expand=True)


def _group(context: PageContext, game: str) -> list[ft.Control]:
    """Return a game's rules below its name and their number."""
    rules = context.app.rules.rules(game)
    title = heading(words(game_title(context, game), ft.TextThemeStyle.HEADLINE_SMALL))
    count = soft(context.say(N("{n} entry", "{n} entries", n=len(rules))), ft.TextThemeStyle.LABEL_MEDIUM)
    head = ft.Container(lines(title, count), padding=ft.Padding.only(top=theme.Space.l, bottom=theme.Space.s))
    return [head, *way_buttons(context, game), *(rule_row(context, rule, _to_rule(context)) for rule in rules)]


def _to_rule(context: PageContext) -> Callable[[str], None]:
    """Return what shows the page of a rule."""
    return lambda id: context.go(f"/rules/{id}")


@screen_component
def RulePage() -> ft.Control:
    """One rule in full, under an address of its own."""
    context = use_page_context()
    id = ft.use_route_params().get("rule", "")
    try:
        rule = context.app.rules.rule(id)
    except UnknownRule as unknown:
        return _no_such_rule(context, unknown)
    title, back = game_title(context, rule.game), f"/rules?game={rule.game}"
    return screen(context, route=f"/rules/{id}", title=title, back=back, controls=[RuleBody(rule, key=id)])


def _no_such_rule(context: PageContext, unknown: UnknownRule) -> ft.View:
    nothing = design.empty_state(
        context.say(T("There is no rule “{id}”.", id=unknown.id)),
        text=context.say(T("Did you mean one of these?")) if unknown.near else None,
    )
    near = [rule_row(context, context.app.rules.rule(id), _to_rule(context)) for id in unknown.near]
    everything = quiet_button(context, T("All rules"), lambda: context.go("/rules"), "all-rules")
    return screen(
        context,
        route=f"/rules/{unknown.id}",
        title=context.say(T("Rules")),
        back="/rules",
        controls=[nothing, *near, centred(everything)],
    )


@component
def RuleBody(rule: Rule) -> ft.Control:
    """A rule with its section and related rules."""
    context = use_page_context()
    siblings = context.app.rules.rules(rule.game)
    place = siblings.index(rule)
    title = heading(words(context.say(rule.title), ft.TextThemeStyle.HEADLINE_LARGE), identifier="rule-title")
    game = game_title(context, rule.game)
    where = T("{game} · {number} of {all}", game=game, number=place + 1, all=len(siblings))
    links = rule_links(context, rule.see, _to_rule(context), title=T("See also"))
    return column(
        lines(soft(context.say(where), ft.TextThemeStyle.LABEL_MEDIUM), title, spacing=theme.Space.xs),
        *rule_body(context, rule),
        *([lines(*links)] if links else []),
        hairline(),
        *_neighbours(context, siblings, place),
        ft.Text(
            rule.id, theme_style=ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, selectable=True
        ),
        spacing=theme.Space.m,
    )


def _neighbours(context: PageContext, siblings: tuple[Rule, ...], place: int) -> list[ft.Control]:
    ways = (
        (place - 1, T("Previous"), ft.Icons.ARROW_BACK, "previous"),
        (place + 1, T("Next"), ft.Icons.ARROW_FORWARD, "next"),
    )
    return [
        design.verdict_button(
            context.say(siblings[at].title),
            partial(_to_rule(context), siblings[at].id),
            identifier,
            sublabel=context.say(word),
            leading=ft.Icon(icon, color=ft.Colors.ON_SURFACE_VARIANT),
        )
        for at, word, icon, identifier in ways
        if 0 <= at < len(siblings)
    ]
