"""A rule on the screen, and "why?": the rule behind a verdict."""

from collections.abc import Callable
from typing import Final

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Text, messages
from companion.lookup import Kind, Rule, UnknownRule
from companion.ui import parts
from companion.ui import theme as look
from companion.ui.desk import Desk, use_desk
from companion.ui.live import component, use_value
from companion.ui.parts.base import pressable, words
from companion.ui.parts.surfaces import RuleKind

T, N = messages("companion")

KINDS: Final[dict[Kind, tuple[RuleKind, Text]]] = {
    Kind.RULE: ("rule", T("Rule")),
    Kind.RULING: ("ruling", T("Ruling")),
    Kind.HOUSE_RULE: ("house_rule", T("House rule possible")),
    Kind.QUESTION: ("ruling", T("Question")),
}


@frozen
class Why:
    """What "why?" was asked about, and the table it was asked at.

    :param names: the players' names.
    """

    explanation: Explanation
    names: tuple[str, ...] = ()


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
    """Return buttons that lead to other rules."""
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
    """The explanation, the deciding rule in full, and the other rules it rests on a tap away."""
    desk = use_desk()
    rules = [rule for rule in dict.fromkeys(why.explanation.rules) if _known(desk, rule)]
    shown, show = use_value(rules[0] if rules else "")
    controls: list[ft.Control] = [
        words(desk.say(why.explanation.text, why.names), ft.TextThemeStyle.HEADLINE_SMALL),
    ]
    if shown:
        rule = desk.room.rules.rule(shown)
        controls += [
            ft.Divider(height=1.0, color=ft.Colors.OUTLINE_VARIANT),
            ft.Semantics(
                content=words(desk.say(rule.title), ft.TextThemeStyle.TITLE_LARGE), header=True, identifier="why-rule"
            ),
            *rule_body(desk, rule),
            *rule_links(desk, tuple(r for r in rules if r != shown), show, title=T("This also rests on")),
            *rule_links(desk, tuple(r for r in rule.see if r not in rules), show, title=T("See also")),
        ]
    return ft.Column(
        controls,
        spacing=look.Space.m,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        tight=True,
    )


def _known(desk: Desk, id: str) -> bool:
    try:
        desk.room.rules.rule(id)
    except UnknownRule:
        return False
    return True
