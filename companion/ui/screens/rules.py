"""The rules to look up: a list by game, and a page for each."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlparse

import flet as ft

from companion.kernel.text import messages
from companion.lookup import Rule, UnknownRule
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_layout, use_page_context
from companion.ui.frame import READABLE, bar, screen
from companion.ui.live import component, screen_component, use_value
from companion.ui.lookup import game_title, hits_by_game, rule_row, use_search
from companion.ui.parts.base import heading, words
from companion.ui.rule import rule_body, rule_links

T, N = messages("companion")


@screen_component
def Rules() -> ft.Control:
    """All rules, those of the game that is asked about first."""
    context = use_page_context()
    return ft.View(
        route="/rules",
        appbar=bar(context, context.say(T("Rules")), back="/"),
        padding=0.0,
        controls=[RuleList(_asked(context))],
    )


def _asked(context: PageContext) -> str | None:
    """Return the game the address asks about: ``/rules?game=bronzen`` or ``/rules/bronzen.einzel``."""
    address = urlparse(context.page.route or "")
    if game := parse_qs(address.query).get("game"):
        return game[0]
    _, _, id = address.path.partition("/rules/")
    return id.partition(".")[0] or None


@component
def RuleList(asked: str | None) -> ft.Control:
    """What is asked for, as one types; before that the rules of one game at a time, or of all."""
    context = use_page_context()
    found = use_search(context, label=context.say(T("Search the rules")), playing=asked, autofocus=True)
    layout = use_layout()
    games = list(dict.fromkeys(rule.game for rule in context.app.rules.all))
    games.sort(key=lambda game: (game != asked, game not in context.app.tables.games))
    start = asked if asked in games else games[0] if games else None
    shown, show = use_value(start)
    # The list stays while a rule lies above it; coming back, it shows the game that rule belongs to.
    before: Any = ft.use_ref(asked)
    if before.current != asked:
        before.current = asked
        if asked in games and asked != shown:
            shown = asked
            show(asked)
    tabs: list[ft.Control] = [
        parts.pick(
            text=context.say(T("All")) if game is None else game_title(context, game),
            chosen=game == shown,
            on_click=partial(show, game),
            identifier=f"filter-{game or 'all'}",
        )
        for game in (*games, None)
    ]
    narrow = layout == "phone"
    filters = ft.Row(tabs, spacing=theme.Space.s, wrap=not narrow, scroll=ft.ScrollMode.HIDDEN if narrow else None)
    rows: list[ft.Control] = [found.field]
    if found.hits is None:
        rows.append(ft.Container(filters, padding=ft.Padding.only(top=theme.Space.m)))
        for game in games if shown is None else [shown]:
            rows += _group(context, game)
    else:
        rows.append(hits_by_game(context, found, lambda id: context.go(f"/rules/{id}")))
    listed = ft.ListView(
        rows,
        width=READABLE,
        padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.l, top=theme.Space.s, bottom=theme.Space.xl),
    )
    return ft.SafeArea(
        expand=True,
        content=ft.Row(
            [ft.Container(listed, expand=True, expand_loose=True)],
            alignment=ft.MainAxisAlignment.CENTER,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
    )


def _group(context: PageContext, game: str) -> list[ft.Control]:
    """Return a game's rules below its name and their number."""
    rules = context.app.rules.rules(game)
    title = heading(words(game_title(context, game), ft.TextThemeStyle.HEADLINE_SMALL))
    count = words(
        context.say(N("{n} entry", "{n} entries", n=len(rules))),
        ft.TextThemeStyle.LABEL_MEDIUM,
        color=ft.Colors.ON_SURFACE_VARIANT,
    )
    head = ft.Container(
        ft.Column([title, count], spacing=0.0, tight=True),
        padding=ft.Padding.only(top=theme.Space.l, bottom=theme.Space.s),
    )
    return [head, *(rule_row(context, rule, lambda id: context.go(f"/rules/{id}")) for rule in rules)]


@screen_component
def RulePage() -> ft.Control:
    """One rule in full, under an address of its own."""
    context = use_page_context()
    id = ft.use_route_params().get("rule", "")
    try:
        rule = context.app.rules.rule(id)
    except UnknownRule as unknown:
        return _no_such_rule(context, unknown)
    back = f"/rules?game={rule.game}"
    return screen(
        context,
        route=f"/rules/{id}",
        title=game_title(context, rule.game),
        back=back,
        controls=[RuleBody(rule, key=id)],
    )


def _no_such_rule(context: PageContext, unknown: UnknownRule) -> ft.View:
    everything = parts.quiet_button(
        text=context.say(T("All rules")), on_click=lambda _: context.go("/rules"), identifier="all-rules"
    )
    nothing = parts.empty_state(
        title=context.say(T("There is no rule “{id}”.", id=unknown.id)),
        text=context.say(T("Perhaps one of these is meant.")) if unknown.near else None,
    )
    near = [rule_row(context, context.app.rules.rule(id), lambda id: context.go(f"/rules/{id}")) for id in unknown.near]
    return screen(
        context,
        route=f"/rules/{unknown.id}",
        title=context.say(T("Rules")),
        back="/rules",
        controls=[nothing, *near, ft.Row([everything], alignment=ft.MainAxisAlignment.CENTER)],
    )


@component
def RuleBody(rule: Rule) -> ft.Control:
    """Where the rule stands, what it says, and the rules around it."""
    context = use_page_context()

    def go(id: str) -> None:
        context.go(f"/rules/{id}")

    siblings = context.app.rules.rules(rule.game)
    place = siblings.index(rule)
    title = heading(words(context.say(rule.title), ft.TextThemeStyle.HEADLINE_LARGE), identifier="rule-title")
    crumb = words(
        context.say(
            T("{game} · {number} of {all}", game=game_title(context, rule.game), number=place + 1, all=len(siblings))
        ),
        ft.TextThemeStyle.LABEL_MEDIUM,
        color=ft.Colors.ON_SURFACE_VARIANT,
    )
    links = rule_links(context, rule.see, go, title=T("See also"))
    controls: list[ft.Control] = [
        ft.Column([crumb, title], spacing=theme.Space.xs, tight=True),
        *rule_body(context, rule),
        *([ft.Column(links, spacing=0.0, tight=True)] if links else []),
        ft.Divider(height=1.0, thickness=1.0, color=ft.Colors.OUTLINE_VARIANT),
        *_neighbours(context, siblings, place, go),
        ft.Text(
            rule.id, theme_style=ft.TextThemeStyle.LABEL_SMALL, color=ft.Colors.ON_SURFACE_VARIANT, selectable=True
        ),
    ]
    return ft.Column(controls, spacing=theme.Space.m, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _neighbours(
    context: PageContext, siblings: tuple[Rule, ...], place: int, go: Callable[[str], None]
) -> list[ft.Control]:
    found: list[ft.Control] = []
    for step, word, icon, identifier in (
        (-1, T("Previous"), ft.Icons.ARROW_BACK, "previous"),
        (1, T("Next"), ft.Icons.ARROW_FORWARD, "next"),
    ):
        if not 0 <= place + step < len(siblings):
            continue
        other = siblings[place + step]
        found.append(
            parts.verdict_button(
                title=context.say(other.title),
                sublabel=context.say(word),
                leading=ft.Icon(icon, color=ft.Colors.ON_SURFACE_VARIANT),
                on_click=lambda _, id=other.id: go(id),
                identifier=identifier,
            )
        )
    return found
