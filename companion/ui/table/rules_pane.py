"""The rules at the table: a search, what applies now, and the house rules and rulings of this group."""

from collections.abc import Iterable

import flet as ft

from companion.kernel.game import HouseRule
from companion.kernel.text import Text, messages
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.design import theme
from companion.ui.design.base import pressable_row, soft, words
from companion.ui.design.layout import column
from companion.ui.kit.table_context import AnyPlay
from companion.ui.rules.house_rules import InForce, Replacing, in_force, replacing
from companion.ui.rules.rule import open_precedent, precedent_card, precedents
from companion.ui.rules.rulebook import way_buttons
from companion.ui.rules.search import hits_by_game, rule_row, use_search
from companion.ui.runtime.hooks import component, use_live

T, N = messages("companion")


@component
def RulesPane(play: AnyPlay) -> ft.Control:
    """What one looks up in mid-game, most wanted first."""
    context = use_page_context()
    use_live(play.session)
    game, phase = play.meta.id, play.view.phase
    found = use_search(context, label=context.say(T("Search the rules")), playing=game, phase=phase)
    replaced = replacing(in_force(play.meta, play.session.record.header), context.app.rules)
    if found.hits is not None:
        controls = [hits_by_game(context, found, play.look_up, replaced)]
    else:
        book = context.app.rules
        now = play.context.app.rules.known(play.current_rules)
        later = [rule.id for rule in book.of_phase(game, phase) if phase in rule.phases and rule.id not in now]
        controls = [
            _rules(play, T("Applies now"), now, replaced),
            design.section(context.say(T("House rules in force")), _house_rules(play)),
            *_precedents(play),
            *_reading(play),
            *([_rules(play, T("Also in this phase"), later, replaced)] if later else []),
            _rules(play, T("All rules"), [rule.id for rule in book.rules(game)], replaced),
        ]
    return column(found.field, *controls, spacing=theme.Space.l)


def _reading(play: AnyPlay) -> list[ft.Control]:
    buttons = way_buttons(play.context, play.meta.id, table=play.table)
    return [design.section(play.say(T("Read in one go")), buttons)] if buttons else []


def _rules(play: AnyPlay, title: Text, ids: Iterable[str], replaced: Replacing) -> ft.Control:
    book = play.context.app.rules
    rows = [rule_row(play.context, book.rule(id), play.look_up, house=replaced.get(id, ())) for id in ids]
    return design.section(play.context.say(title), rows, spacing=0.0)


def _house_rules(play: AnyPlay) -> list[ft.Control]:
    """Return the house rules in force, each with what it replaces."""
    changed = in_force(play.meta, play.session.record.header)
    if not changed:
        none = T("None: you play by the rules and our rulings.")
        return [soft(play.say(none), ft.TextThemeStyle.BODY_MEDIUM)]
    return [_house_rule(play, each) for each in changed]


def _house_rule(play: AnyPlay, chosen: InForce) -> ft.Control:
    context, rule = play.context, chosen.rule
    numbers = [words(play.say(number), ft.TextThemeStyle.BODY_LARGE) for number in chosen.numbers]
    if play.meta.by_house:
        shown = column(
            soft(play.say(rule.title), ft.TextThemeStyle.LABEL_LARGE),
            words(play.say(chosen.option), ft.TextThemeStyle.TITLE_MEDIUM),
            *numbers,
            spacing=theme.Space.xs,
        )
        return _way_to(play, rule, shown)
    ruling = context.say(context.app.rules.rule(rule.rule).text)
    described = chosen.described(ruling)
    instead = soft(play.say(T("Instead of: {option}", option=rule.options[0].title)), ft.TextThemeStyle.LABEL_LARGE)
    style = theme.markdown_style(context.preferences.text)
    inside = column(
        words(play.say(chosen.titled), ft.TextThemeStyle.TITLE_MEDIUM),
        *numbers,
        *([words(described, ft.TextThemeStyle.BODY_LARGE)] if described else []),
        instead,
        *([] if described else [ft.Markdown(ruling, md_style_sheet=style)]),
        spacing=theme.Space.xs,
    )
    return _way_to(play, rule, inside)


def _way_to(play: AnyPlay, rule: HouseRule, inside: ft.Control) -> ft.Control:
    return pressable_row(inside, lambda: play.look_up(rule.rule), f"house-{rule.key}")


def _precedents(play: AnyPlay) -> list[ft.Control]:
    found = precedents(play.context, play.table)
    if not found:
        return []
    cards = [
        precedent_card(play.context, precedent, open_precedent(play.context, precedent, f"ruling-{number}"))
        for number, precedent in enumerate(found)
    ]
    return [design.section(play.context.say(T("Your rulings")), cards)]
