"""The rules at the table: a search, what applies now, and the house rules and rulings of this group."""

from collections.abc import Iterable

import flet as ft

from companion.kernel.game import HouseRule
from companion.kernel.text import Text, messages
from companion.ui import parts, theme
from companion.ui.context import use_page_context
from companion.ui.live import component, use_live
from companion.ui.lookup import hits_by_game, rule_row, use_search
from companion.ui.parts.base import pressable, soft, words
from companion.ui.parts.layout import column
from companion.ui.play import Play
from companion.ui.rule import open_precedent, precedent_card, precedents
from companion.ui.screens.reading import way_buttons

T, N = messages("companion")


@component
def RulesPane(play: Play) -> ft.Control:
    """What one looks up in mid-game, most wanted first."""
    context = use_page_context()
    use_live(play.session, context.pulse)
    game, phase = play.meta.id, play.view.phase
    found = use_search(context, label=context.say(T("Search the rules")), playing=game, phase=phase)
    if found.hits is not None:
        controls = [hits_by_game(context, found, play.look_up)]
    else:
        book = context.app.rules
        now = play.now
        later = [rule.id for rule in book.of_phase(game, phase) if phase in rule.phases and rule.id not in now]
        controls = [
            _rules(play, T("Applies now"), now),
            parts.section(title=context.say(T("House rules in force")), controls=_house_rules(play)),
            *_precedents(play),
            *_reading(play),
            *([_rules(play, T("Also in this phase"), later)] if later else []),
            _rules(play, T("All rules"), [rule.id for rule in book.rules(game)]),
        ]
    return column(found.field, *controls, spacing=theme.Space.l)


def _reading(play: Play) -> list[ft.Control]:
    buttons = way_buttons(play.context, play.meta.id, table=play.table)
    return [parts.section(title=play.say(T("To read in one go")), controls=buttons)] if buttons else []


def _rules(play: Play, title: Text, ids: Iterable[str]) -> ft.Control:
    rows = [rule_row(play.context, play.context.app.rules.rule(id), play.look_up) for id in ids]
    return parts.section(title=play.context.say(title), controls=rows, spacing=0.0)


def _house_rules(play: Play) -> list[ft.Control]:
    """Every choice that differs from the ruling, above the paragraph it replaces; all where a game is set up by them."""
    header = play.session.record.header
    changed = [
        rule
        for rule in play.meta.choices
        if play.meta.by_house or rule.differs(str(header.house.get(rule.key, rule.default)), header.language)
    ]
    if not changed:
        none = T("None: you play by the rules and our rulings.")
        return [soft(play.say(none), ft.TextThemeStyle.BODY_MEDIUM)]
    return [_house_rule(play, rule) for rule in changed]


def _house_rule(play: Play, rule: HouseRule) -> ft.Control:
    context, house = play.context, play.session.record.header.house
    here = next(option for option in rule.options if option.id == house.get(rule.key, rule.default))
    numbers = [
        T("{what}: {value}", what=number.title, value=house.get(number.key, number.default))
        for number in play.meta.house_numbers
        if number.needs == (rule.key, here.id)
    ]
    replaced = context.app.rules.rule(rule.rule)

    if play.meta.by_house:
        chosen = column(
            soft(play.say(rule.title), ft.TextThemeStyle.LABEL_LARGE),
            words(play.say(here.title), ft.TextThemeStyle.TITLE_MEDIUM),
            *(words(play.say(number), ft.TextThemeStyle.BODY_LARGE) for number in numbers),
            spacing=theme.Space.xs,
        )
        return _way_to(play, rule, chosen)
    titled = T("{rule}: {option}", rule=rule.title, option=here.title)
    instead = T("Instead of: {option}", option=rule.options[0].title)
    inside = column(
        words(play.say(titled), ft.TextThemeStyle.TITLE_MEDIUM),
        *(words(play.say(number), ft.TextThemeStyle.BODY_LARGE) for number in numbers),
        soft(play.say(instead), ft.TextThemeStyle.LABEL_LARGE),
        ft.Markdown(context.say(replaced.text), md_style_sheet=theme.markdown_style(context.preferences.text)),
        spacing=theme.Space.xs,
    )
    return _way_to(play, rule, inside)


def _way_to(play: Play, rule: HouseRule, inside: ft.Control) -> ft.Control:
    return pressable(
        inside,
        padding=theme.Space.s,
        on_click=lambda _: play.look_up(rule.rule),
        identifier=f"house-{rule.key}",
        align=ft.Alignment.CENTER_LEFT,
    )


def _precedents(play: Play) -> list[ft.Control]:
    found = precedents(play.context, play.table)
    if not found:
        return []
    cards = [
        precedent_card(play.context, precedent, open_precedent(play.context, precedent, f"ruling-{number}"))
        for number, precedent in enumerate(found)
    ]
    return [parts.section(title=play.context.say(T("Your rulings")), controls=cards)]
