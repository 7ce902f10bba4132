"""The house rules in force at a table, their texts, and the rules that they replace."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import flet as ft
from attrs import frozen

from companion.kernel.explain import Refused
from companion.kernel.game import HouseRule, Meta
from companion.kernel.log import Header
from companion.kernel.text import Text, messages
from companion.lookup import RuleBook
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import PageContext
from companion.ui.design import theme
from companion.ui.design.base import pressable_row, soft, words
from companion.ui.design.layout import beside, lines

T, N = messages("companion")

#: How an option begins that a ruling names by itself: "**Forbidden**: …", "**Allowed** (default): …".
_OPTION: Final = re.compile(r"^\*\*[^*]+\*\*[^:.]*[:.]\s*(.*)$", re.MULTILINE)


@frozen
class InForce:
    """A house rule as a table plays it.

    :param chosen: which of its options the table chose.
    :param numbers: the numbers that belong to it.
    :param differs: whether it replaces what the rules say.
    """

    rule: HouseRule
    chosen: int
    numbers: tuple[Text, ...]
    differs: bool

    @property
    def option(self) -> Text:
        """The choice of the table."""
        return self.rule.options[self.chosen].title

    @property
    def titled(self) -> Text:
        """The rule with the chosen option."""
        if self.rule.title.message.endswith("?"):
            return T("{rule} {option}", rule=self.rule.title, option=self.option)
        return T("{rule}: {option}", rule=self.rule.title, option=self.option)

    def described(self, ruling: str) -> str:
        """Return what a ruling says about the chosen option; empty if it does not name the options one by one."""
        found = _OPTION.findall(ruling)
        if len(found) != len(self.rule.options):
            return ""
        text: str = found[self.chosen]
        return text[:1].upper() + text[1:]


#: The house rules that replace a rule, by its id.
Replacing = Mapping[str, Sequence[InForce]]


def in_force(meta: Meta, header: Header) -> tuple[InForce, ...]:
    """Return every choice that differs from the ruling; all choices of a game that is set up by them."""
    house = header.house
    found = []
    for rule in meta.choices:
        chosen = str(house.get(rule.key, rule.default))
        differs = rule.differs(chosen, header.language)
        if meta.by_house or differs:
            numbers = tuple(
                T("{what}: {value}", what=number.title, value=house.get(number.key, number.default))
                for number in meta.house_numbers
                if number.needs == (rule.key, chosen)
            )
            found.append(InForce(rule, [option.id for option in rule.options].index(chosen), numbers, differs))
    return tuple(found)


def in_force_at(context: PageContext, game: str, table: str | None) -> tuple[InForce, ...]:
    """Return the house rules in force at a table that this page may see; none if it plays another game."""
    try:
        session = context.access.table(table).session if table else None
    except (Refused, StorageError):
        return ()
    if session is None or session.game.meta.id != game:
        return ()
    return in_force(session.game.meta, session.record.header)


def replacing(house: Iterable[InForce], book: RuleBook) -> Replacing:
    """Return the house rules in force by the ids of the rules that they replace, their own rulings included."""
    found: dict[str, list[InForce]] = defaultdict(list)
    for each in house:
        for ruling in book.known([each.rule.rule]) if each.differs else ():
            for id in (ruling, *book.rule(ruling).changes):
                found[id].append(each)
    return found


def house_rule_row(context: PageContext, each: InForce, on_open: Callable[[str], None], identifier: str) -> ft.Control:
    """Return what holds at the table; a tap opens the ruling."""
    said = [words(context.say(text), ft.TextThemeStyle.TITLE_SMALL) for text in (each.titled, *each.numbers)]
    label = context.say(each.titled)
    for ruling in context.app.rules.known([each.rule.rule]):
        rule = context.app.rules.rule(ruling)
        if described := each.described(context.say(rule.text)):
            said.append(words(described, ft.TextThemeStyle.BODY_LARGE))
            label = f"{label}. {described}"
        label = f"{label} {context.say(T('Look up: {titles}', titles=context.say(rule.title)))}"
    sign = ft.Icon(ft.Icons.HOME_OUTLINED, size=20.0, color=ft.Colors.PRIMARY)
    line = beside(sign, lines(*said, expand=True, spacing=theme.Space.xs), spacing=theme.Space.s, top=True)
    return pressable_row(line, partial(on_open, each.rule.rule), identifier, label=label)


def instead(
    context: PageContext, house: Sequence[InForce], on_open: Callable[[str], None], place: str = ""
) -> ft.Control:
    """Return what holds at the table instead of a rule.

    :param place: the end of the identifiers.
    """
    rows = [house_rule_row(context, each, on_open, f"instead-{each.rule.key}{place}") for each in house]
    heading = soft(context.say(T("At this table instead:")), ft.TextThemeStyle.LABEL_LARGE)
    return design.framed(lines(heading, *rows), bold=True)
