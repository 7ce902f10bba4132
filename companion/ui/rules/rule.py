"""A rule on the screen, and "why?": the rule behind a verdict."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.record import ruling_text
from companion.kernel.text import Text, messages
from companion.lookup import Kind, Rule
from companion.storage.errors import StorageError
from companion.tables.roles import Role
from companion.tables.session import Dispute
from companion.tables.tables import Precedent
from companion.ui import design
from companion.ui.app.context import PageContext, Why, use_page_context
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import heading, pressable, soft, words
from companion.ui.design.layout import beside, flowing, hairline, lines, scrolling, wide
from companion.ui.design.surfaces import RuleKind
from companion.ui.design.text_fit import reach
from companion.ui.rules.house_rules import in_force_at, instead, replacing
from companion.ui.runtime.hooks import component, use_optional, use_value

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

KINDS: Final[dict[Kind, tuple[RuleKind, Text]]] = {
    Kind.RULE: ("rule", T("Rule")),
    Kind.RULING: ("ruling", T("Ruling")),
    Kind.HOUSE_RULE: ("house_rule", T("House rule possible")),
    Kind.QUESTION: ("question", T("Question")),
}


def rule_body(context: PageContext, rule: Rule, instead: ft.Control | None = None) -> list[ft.Control]:
    """Return a rule's kind, text and example.

    :param instead: what holds at the table instead.
    """
    kind, name = KINDS[rule.kind]
    ink = ft.Colors.ON_SURFACE_VARIANT if instead else ft.Colors.ON_SURFACE
    style = theme.markdown_style(context.preferences.text, ink)
    controls: list[ft.Control] = [
        ft.Row([design.rule_badge(kind=kind, text=context.say(name))]),
        *([instead] if instead else []),
        ft.Markdown(context.say(rule.text), md_style_sheet=style, selectable=True),
    ]
    if rule.example:
        example = lines(
            words(context.say(T("Example")), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY),
            ft.Markdown(context.say(rule.example), md_style_sheet=style, selectable=True),
            spacing=theme.Space.xs,
        )
        border = ft.Border(left=ft.BorderSide(width=3.0, color=ft.Colors.PRIMARY))
        controls.append(ft.Container(example, border=border, padding=ft.Padding.only(left=theme.Space.m)))
    return controls


def rule_links(
    context: PageContext, ids: tuple[str, ...], go: Callable[[str], None], *, title: Text
) -> list[ft.Control]:
    """Return buttons that lead to other rules, if they could be read."""
    ids = context.app.rules.known(ids)
    if not ids:
        return []

    def link(id: str) -> ft.Control:
        sign = ft.Icon(ft.Icons.MENU_BOOK_OUTLINED, size=20.0, color=ft.Colors.PRIMARY)
        called = words(context.say(context.app.rules.rule(id).title), ft.TextThemeStyle.TITLE_MEDIUM)
        return _leading_on(called, lambda: go(id), f"see-{id}", sign)

    return [soft(context.say(title), ft.TextThemeStyle.LABEL_LARGE), lines(*map(link, ids))]


def _leading_on(what: ft.Control, go: Callable[[], None], identifier: str, *before: ft.Control) -> ft.Control:
    """Return a line that leads further."""
    return pressable(
        beside(
            *before,
            wide(what),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
            spacing=theme.Space.m,
        ),
        lambda _: go(),
        identifier,
        padding=ft.Padding.symmetric(horizontal=theme.Space.s, vertical=reach(ft.TextThemeStyle.TITLE_MEDIUM)),
    )


@component
def WhyBody(why: Why) -> ft.Control:
    """The explanation of a message; of several messages, first the choice of one."""
    context = use_page_context()
    chosen, choose = use_optional(Why)
    if not why.each:
        return Reasons(why)
    if chosen:
        return Reasons(chosen, lambda: choose(None), key=str(hash(chosen)))

    def line(number: int, one: Why) -> ft.Control:
        said = words(context.say(one.said, one.names) if one.said else "", ft.TextThemeStyle.BODY_LARGE)
        return _leading_on(said, partial(choose, one), f"why-{number}")

    return scrolling(*(line(number, one) for number, one in enumerate(why.each)), spacing=0.0)


@component
def Reasons(why: Why, leave: Callable[[], None] | None = None) -> ft.Control:
    """The message, the deciding rule in full, and the other cited rules as links.

    :param leave: goes back to the choice of messages.
    """
    context = use_page_context()
    rules = context.app.rules.known(why.rules)
    way, set_way = use_value(rules[:1])
    controls: list[ft.Control] = []
    if leave and len(way) < 2:
        controls.append(_way_back(context.say(T("Back")), leave))
    if why.said:
        controls += [
            words(context.say(why.said, why.names), ft.TextThemeStyle.HEADLINE_SMALL),
            hairline(),
        ]
    if way:
        rule = context.app.rules.rule(way[-1])

        def show(id: str) -> None:
            set_way(lambda now: (*now, id))

        title = heading(words(context.say(rule.title), ft.TextThemeStyle.TITLE_LARGE), identifier="why-rule")
        controls += [
            *([_back(context, way, set_way)] if len(way) > 1 else []),
            title,
            *rule_body(context, rule, _instead(context, why.table, rule, show)),
            *(_at_the_table(context, why.table, rule) if why.table else []),
            *rule_links(
                context,
                tuple(r for r in rules if r != rule.id),
                show,
                title=T("Also based on") if why.said else T("Related"),
            ),
            *rule_links(context, tuple(r for r in rule.see if r not in rules), show, title=T("See also")),
        ]
    return scrolling(*controls, spacing=theme.Space.m)


def _instead(context: PageContext, table: str | None, rule: Rule, show: Callable[[str], None]) -> ft.Control | None:
    """Return what holds at a table instead of a rule; ``None`` if the rule does."""
    house = replacing(in_force_at(context, rule.game, table), context.app.rules).get(rule.id)
    return instead(context, house, show) if house else None


def _back(context: PageContext, way: tuple[str, ...], set_way: Callable[[tuple[str, ...]], None]) -> ft.Control:
    back = context.say(T("Back: {title}", title=context.say(context.app.rules.rule(way[-2]).title)))
    return _way_back(back, partial(set_way, way[:-1]))


def _way_back(text: str, go: Callable[[], None]) -> ft.Control:
    return ft.Row([design.quiet_button(text, go, "why-back", icon=ft.Icons.ARROW_BACK, outlined=False)])


def _at_the_table(context: PageContext, table: str, rule: Rule) -> list[ft.Control]:
    """What the group has decided about a rule before, and the way to settle a new dispute about it."""
    before = [precedent for precedent in precedents(context, table) if rule.id in precedent.settled.rules]

    def dispute() -> None:
        session = context.access.table(table).session
        # a dispute that is being settled is not replaced
        if session and not session.dispute:
            session.pause(Dispute((rule.id,)))
        context.explain(None)
        context.go(f"/table/{table}")

    if context.role(table) is Role.VIEWER:
        return [precedent_card(context, precedent) for precedent in before]
    ask = quiet_button(context, T("Settle a dispute about this"), dispute, "disagree", icon=ft.Icons.GAVEL)
    return [*(precedent_card(context, precedent) for precedent in before), flowing([ask])]


def precedents(context: PageContext, table: str) -> tuple[Precedent, ...]:
    """Return what the group of a table has decided before; nothing if that cannot be read just now."""
    try:
        return context.access.precedents(table)
    except StorageError:
        log.warning("earlier rulings cannot be read", exc_info=True)
        return ()


def precedent_card(context: PageContext, precedent: Precedent, *actions: ft.Control) -> ft.Control:
    """Return an earlier ruling: where, when and by whom it was made, and who agreed."""
    settled, renderer = precedent.settled, context.renderer(precedent.names)
    where = T("At this table") if precedent.here else T("In an earlier game")
    who = [] if precedent.here else [renderer.list(context.names(precedent.names))]
    heading = " · ".join((context.say(where), *who, *_when(context, precedent)))
    said: list[ft.Control] = [
        words(heading, ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY),
        *([soft(settled.question, ft.TextThemeStyle.BODY_MEDIUM)] if settled.question else []),
        words(renderer.text(ruling_text(settled)), ft.TextThemeStyle.BODY_LARGE),
        *([flowing(actions)] if actions else []),
    ]
    return design.paper(lines(*said, spacing=theme.Space.xs), padding=theme.Space.m)


def _when(context: PageContext, precedent: Precedent) -> list[str]:
    try:
        return [context.ago(datetime.fromisoformat(precedent.at or ""))]
    except ValueError:  # a log written by hand need not say when
        return []


def open_precedent(context: PageContext, precedent: Precedent, identifier: str) -> ft.Control:
    """Return the button that shows a decision with the rules it is about, in full."""
    settled = precedent.settled
    why = Why(settled.rules, ruling_text(settled), context.names(precedent.names))
    return quiet_button(context, T("Read"), lambda: context.explain(why), identifier, outlined=False)
