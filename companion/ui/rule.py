"""A rule on the screen, and "why?": the rule behind a verdict."""

import logging
from collections.abc import Callable
from typing import Final

import flet as ft

from companion.kernel.record import decided
from companion.kernel.text import Text, messages
from companion.lookup import Kind, Rule
from companion.storage.trouble import StorageError
from companion.tables.session import Dispute
from companion.tables.tables import Precedent
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import Desk, Why, use_desk
from companion.ui.dialogs import attempt
from companion.ui.live import component, use_value
from companion.ui.parts.base import heading, pressable, words
from companion.ui.parts.surfaces import RuleKind

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

KINDS: Final[dict[Kind, tuple[RuleKind, Text]]] = {
    Kind.RULE: ("rule", T("Rule")),
    Kind.RULING: ("ruling", T("Ruling")),
    Kind.HOUSE_RULE: ("house_rule", T("House rule possible")),
    Kind.QUESTION: ("question", T("Question")),
}


def rule_body(desk: Desk, rule: Rule) -> list[ft.Control]:
    """Return a rule's kind, text and example."""
    kind, name = KINDS[rule.kind]
    style = look.markdown_style(desk.preferences.text)
    controls: list[ft.Control] = [
        ft.Row([parts.rule_badge(kind=kind, text=desk.say(name))]),
        ft.Markdown(desk.say(rule.text), md_style_sheet=style, selectable=True),
    ]
    if rule.example:
        example = ft.Column(
            [
                words(desk.say(T("Example")), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY),
                ft.Markdown(desk.say(rule.example), md_style_sheet=style, selectable=True),
            ],
            spacing=look.Space.xs,
            tight=True,
        )
        border = ft.Border(left=ft.BorderSide(width=3.0, color=ft.Colors.PRIMARY))
        controls.append(ft.Container(example, border=border, padding=ft.Padding.only(left=look.Space.m)))
    return controls


def rule_links(desk: Desk, ids: tuple[str, ...], go: Callable[[str], None], *, title: Text) -> list[ft.Control]:
    """Return buttons that lead to other rules, as far as they could be read."""
    ids = desk.room.rules.known(ids)
    if not ids:
        return []
    buttons = [
        pressable(
            ft.Container(
                ft.Row(
                    [
                        ft.Icon(ft.Icons.MENU_BOOK_OUTLINED, size=20.0, color=ft.Colors.PRIMARY),
                        ft.Container(
                            words(desk.say(desk.room.rules.rule(id).title), ft.TextThemeStyle.TITLE_MEDIUM), expand=True
                        ),
                        ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20.0, color=ft.Colors.ON_SURFACE_VARIANT),
                    ],
                    spacing=look.Space.m,
                ),
                padding=ft.Padding.symmetric(horizontal=look.Space.s, vertical=12.0),
            ),
            on_click=lambda _, id=id: go(id),
            identifier=f"see-{id}",
        )
        for id in ids
    ]
    return [
        words(desk.say(title), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.ON_SURFACE_VARIANT),
        ft.Column(buttons, spacing=0.0, tight=True),
    ]


@component
def WhyBody(why: Why) -> ft.Control:
    """What was said, the deciding rule in full, and the other rules it rests on a tap away."""
    desk = use_desk()
    rules = desk.room.rules.known(why.rules)
    way, set_way = use_value(rules[:1])
    controls: list[ft.Control] = []
    if why.said:
        controls += [
            words(desk.say(why.said, why.names), ft.TextThemeStyle.HEADLINE_SMALL),
            ft.Divider(height=1.0, color=ft.Colors.OUTLINE_VARIANT),
        ]
    if way:
        rule = desk.room.rules.rule(way[-1])

        def show(id: str) -> None:
            set_way(lambda now: (*now, id))

        title = heading(words(desk.say(rule.title), ft.TextThemeStyle.TITLE_LARGE), identifier="why-rule")
        controls += [
            *([_back(desk, way, set_way)] if len(way) > 1 else []),
            title,
            *rule_body(desk, rule),
            *(_at_the_table(desk, why.table, rule) if why.table else []),
            *rule_links(desk, tuple(r for r in rules if r != rule.id), show, title=T("This also rests on")),
            *rule_links(desk, tuple(r for r in rule.see if r not in rules), show, title=T("See also")),
        ]
    return ft.Column(
        controls,
        spacing=look.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        tight=True,
    )


def _back(desk: Desk, way: tuple[str, ...], set_way: Callable[[tuple[str, ...]], None]) -> ft.Control:
    before = desk.say(desk.room.rules.rule(way[-2]).title)
    button = parts.quiet_button(
        text=desk.say(T("Back: {title}", title=before)),
        icon=ft.Icons.ARROW_BACK,
        outlined=False,
        on_click=lambda _: set_way(way[:-1]),
        identifier="why-back",
    )
    return ft.Row([button])


def _at_the_table(desk: Desk, table: str, rule: Rule) -> list[ft.Control]:
    """What the group has decided about a rule before, and the way to settle a new dispute about it."""
    before = [precedent for precedent in precedents(desk, table) if rule.id in precedent.settled.rules]

    def dispute() -> None:
        session = desk.room.tables.table(table).session
        # a dispute that is being settled is not taken away from those who settle it
        if session and not session.dispute:
            session.stop(Dispute((rule.id,)))
        desk.explain(None)
        desk.go(f"/table/{table}")

    ask = parts.quiet_button(
        text=desk.say(T("We disagree about this")),
        icon=ft.Icons.GAVEL,
        on_click=attempt(desk, dispute),
        identifier="disagree",
    )
    return [*(precedent_card(desk, precedent) for precedent in before), ft.Row([ask])]


def precedents(desk: Desk, table: str) -> tuple[Precedent, ...]:
    """Return what the group of a table has decided before; nothing if that cannot be read just now."""
    try:
        return desk.room.tables.precedents(table)
    except StorageError:
        log.warning("earlier rulings cannot be read", exc_info=True)
        return ()


def precedent_card(desk: Desk, precedent: Precedent, action: ft.Control | None = None) -> ft.Control:
    """Return what a group has decided before, and where."""
    settled, renderer = precedent.settled, desk.renderer(precedent.names)
    where = T("At this table") if precedent.here else T("In an earlier game")
    lines: list[ft.Control] = [
        words(desk.say(where), ft.TextThemeStyle.LABEL_LARGE, color=ft.Colors.PRIMARY),
        words(renderer.text(decided(settled)), ft.TextThemeStyle.BODY_LARGE),
    ]
    if settled.question:
        lines.insert(1, words(settled.question, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT))
    if action:
        lines.append(ft.Row([action]))
    return parts.paper(content=ft.Column(lines, spacing=look.Space.xs, tight=True), padding=look.Space.m)
