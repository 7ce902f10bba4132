"""House rules, each declared once as the field of a frozen class. Its type names the options; the first is the ruling.

>>> from typing import Literal
>>> from attrs import frozen
>>> from companion.kernel.text import Text
>>> def T(words): return Text("demo", words)
>>> @frozen
... class House:
...     ties: Literal["shared", "again"] = options(
...         T("A tie"), "demo.ruling.tie", shared=T("is shared"), again=T("is played again")
...     )
...     rounds: int = number(T("Rounds"), "demo.ruling.rounds", 1, 9, 3, needs=("ties", "again"))
>>> House().ties, House().rounds
('shared', 3)
>>> [rule.key for rule in house_rules(House)], [amount.high for amount in house_numbers(House)]
(['ties'], [9])
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, TypeVar, get_args, get_type_hints

from attrs import field, fields

from companion.kernel.game import HouseNumber, HouseRule, HouseText, Meta, RuleOption, Setup
from companion.kernel.setup import complete_house as complete
from companion.kernel.text import Text

H = TypeVar("H")

_DECLARED: Final = "house"


def options(
    title: Text, rule: str, *, offered: bool = True, spoken: Mapping[str, str] | None = None, **ways: Text
) -> Any:
    """Return the field of a house rule.

    :param rule: id of the ruling it belongs to.
    :param offered: whether it can be chosen when a game is set up; otherwise it occurs only in the headers of logs.
    :param spoken: the option that is proposed for each language, by locale.
    :param ways: the title of each option, named as in the field's ``Literal``; the first one is the ruling.
    """
    choices = tuple(RuleOption(id, way) for id, way in ways.items())
    declared = partial(HouseRule, title=title, rule=rule, options=choices, offered=offered, spoken=spoken or {})
    return field(default=choices[0].id, metadata={_DECLARED: declared})


def number(title: Text, rule: str, low: int, high: int, default: int, *, needs: tuple[str, str]) -> Any:
    """Return the field of a number that belongs to an option of a house rule.

    :param low: the lowest number allowed.
    :param high: the highest number allowed.
    :param needs: the house rule's key and the option to which the number belongs.
    """
    declared = partial(HouseNumber, title=title, rule=rule, low=low, high=high, default=default, needs=needs)
    return field(default=default, metadata={_DECLARED: declared})


def words(title: Text, rule: str, longest: int) -> Any:
    """Return the field of a text that the table may enter.

    :param longest: the most characters it may have.
    """
    declared = partial(HouseText, title=title, rule=rule, longest=longest)
    return field(default="", metadata={_DECLARED: declared})


def house_rules(house: type[Any]) -> tuple[HouseRule, ...]:
    """Return the house rules that a class declares.

    :raises TypeError: if the options of a house rule differ from those of the field's type.
    """
    rules = tuple(rule for rule in _declared(house) if isinstance(rule, HouseRule))
    types = get_type_hints(house)
    for rule in rules:
        if get_args(types[rule.key]) != tuple(option.id for option in rule.options):
            raise TypeError(f"{house.__qualname__}.{rule.key}: its options are not those of its type")
    return rules


def house_numbers(house: type[Any]) -> tuple[HouseNumber, ...]:
    """Return the numbers of house rules that a class declares."""
    return tuple(number for number in _declared(house) if isinstance(number, HouseNumber))


def house_name(house: type[Any]) -> HouseText | None:
    """Return the text field for a table's own title of its game, ``None`` if the class declares none."""
    return next((words for words in _declared(house) if isinstance(words, HouseText)), None)


def chosen(house: type[H], meta: Meta, setup: Setup) -> H:
    """Return the house rules in force at a table.

    :raises Refused: if the number of players, the first seat or a house rule is not possible.
    """
    return house(**complete(meta, setup))


def _declared(house: type[Any]) -> tuple[HouseRule | HouseNumber | HouseText, ...]:
    return tuple(one.metadata[_DECLARED](one.name) for one in fields(house) if _DECLARED in one.metadata)
