"""The house rules of a new game: options, numbers and its own name."""

from functools import partial
from typing import Final

import flet as ft
from attrs import evolve

from companion.kernel.game import HouseNumber, HouseRule, HouseText
from companion.kernel.offers import Number
from companion.kernel.text import messages
from companion.ui import design
from companion.ui.app.context import Why
from companion.ui.app.scaffold import quiet_button
from companion.ui.design import theme
from companion.ui.design.base import words
from companion.ui.design.layout import beside, column
from companion.ui.kit.form import stepper
from companion.ui.runtime.hooks import component, use_value
from companion.ui.setup.plan import GAME_LINE, Plan, SettingUp, language_defaults, named_setups, only_differing

T, N = messages("companion")

#: Numbers with more values than this are typed.
MUCH: Final = 1000


@component
def Called(setup: SettingUp, name: HouseText) -> ft.Control:
    """The name of the table's own game: typed, or picked from earlier ones with their set-up."""
    context, meta, plan = setup.context, setup.meta, setup.plan
    templates = ft.use_memo(lambda: named_setups(context, meta), dependencies=[])
    now = meta.house_title(plan.house)

    def write(called: str) -> None:
        # a blank at its end may be followed by another word
        setup.change(lambda plan: evolve(plan, house={**plan.house, name.key: called}))

    def choose(called: str) -> None:
        setup.change(evolve(plan, house={} if called == now else only_differing(meta, templates[called])))

    line = design.text_input(
        context.say(name.title),
        str(plan.house.get(name.key, "")),
        write,
        f"house-{name.key}",
        on_submit=lambda event: setup.go_on(GAME_LINE, event.control.value),
        focus=setup.focus(GAME_LINE),
        longest=name.longest,
    )
    # space for the floating label
    shown = [ft.Container(height=2.0), line]
    if templates:
        named = ((called, called) for called in templates)
        shown.append(design.pick_one(named, now, choose, name.key, optional=True))
    return column(*shown, spacing=theme.Space.m)


@component
def HouseRules(setup: SettingUp) -> ft.Control:
    """The house rules of this table, collapsed at first."""
    context, meta, plan = setup.context, setup.meta, setup.plan
    opened, set_opened = use_value(False)
    of_numbers = {number.needs[0] for number in meta.house_numbers if number.key in plan.house}
    differing = (
        rule.key for rule in meta.choices if rule.differs(str(plan.house.get(rule.key, rule.default)), context.locale)
    )
    differ = len(of_numbers.union(differing))
    as_in_rules = T("Standard rules")
    state = N("{n} change to the rules", "{n} changes to the rules", n=differ) if differ else as_in_rules
    blocks = [house_rule(setup, rule) for rule in meta.choices] if opened else []
    if opened and differ:
        reset = partial(setup.change, evolve(plan, house=language_defaults(context, meta)))
        back = quiet_button(context, as_in_rules, reset, "house-reset", icon=ft.Icons.RESTART_ALT)
        blocks.append(ft.Row([back], wrap=True))
    return design.fold(
        context.say(T("House rules")),
        context.say(state),
        opened,
        lambda: set_opened(lambda now: not now),
        "house-rules",
        controls=blocks,
    )


def house_rule(setup: SettingUp, rule: HouseRule) -> ft.Control:
    context, meta, plan = setup.context, setup.meta, setup.plan
    chosen = plan.house.get(rule.key, rule.default)
    title = words(context.say(rule.title), ft.TextThemeStyle.TITLE_MEDIUM)
    why = context.say(T("Why? {question}", question=rule.title))
    explain = Why((rule.rule,))
    ask = design.icon_button(ft.Icons.HELP_OUTLINE, why, lambda: context.explain(explain), f"why-{rule.key}")
    heading = beside(ft.Container(title, expand=True, padding=ft.Padding.only(top=11.0)), ask, top=True)
    options = design.pick_one(
        ((option.id, context.say(option.title)) for option in rule.options),
        str(chosen),
        lambda id: setup.change(plan.decided(meta, rule.key, id)),
        f"house-{rule.key}",
        shape="words" if meta.by_house else "rows",
    )
    numbers = [_house_number(setup, number) for number in meta.house_numbers if number.needs == (rule.key, chosen)]
    return design.paper(
        column(heading, options, *numbers, spacing=theme.Space.xs),
        padding=ft.Padding.only(left=theme.Space.l, right=theme.Space.s, top=theme.Space.xs, bottom=theme.Space.m),
        identifier=f"house-{rule.key}",
    )


def _number(plan: Plan, number: HouseNumber) -> int:
    return int(plan.house.get(number.key, number.default))


def _house_number(setup: SettingUp, number: HouseNumber) -> ft.Control:
    context, meta, plan = setup.context, setup.meta, setup.plan
    return stepper(
        context,
        Number(number.key, number.title, number.low, number.high, number.default),
        _number(plan, number),
        lambda change: setup.change(lambda plan: plan.decided(meta, number.key, change(_number(plan, number)))),
        say=context.say,
        typed=number.high - number.low > MUCH,
        identifier=f"number-{number.key}",
    )
