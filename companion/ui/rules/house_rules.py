"""The house rules in force at a table, and their texts."""

from attrs import frozen

from companion.kernel.game import HouseRule, Meta
from companion.kernel.log import Header
from companion.kernel.text import Text, messages

T, N = messages("companion")


@frozen
class InForce:
    """A house rule as a table plays it.

    :param option: the choice of the table.
    :param numbers: the numbers that belong to it.
    """

    rule: HouseRule
    option: Text
    numbers: tuple[Text, ...]

    @property
    def titled(self) -> Text:
        """The rule with the chosen option."""
        return T("{rule}: {option}", rule=self.rule.title, option=self.option)


def in_force(meta: Meta, header: Header) -> tuple[InForce, ...]:
    """Return every choice that differs from the ruling; all choices of a game that is set up by them."""
    house = header.house
    return tuple(
        InForce(
            rule,
            next(option.title for option in rule.options if option.id == house.get(rule.key, rule.default)),
            tuple(
                T("{what}: {value}", what=number.title, value=house.get(number.key, number.default))
                for number in meta.house_numbers
                if number.needs == (rule.key, house.get(rule.key, rule.default))
            ),
        )
        for rule in meta.choices
        if meta.by_house or rule.differs(str(house.get(rule.key, rule.default)), header.language)
    )
