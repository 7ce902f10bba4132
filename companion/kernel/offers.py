"""Offers: what may be reported now. Buttons, generic screens, random play and legality are derived from them."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Text


@frozen
class Option:
    """A value that a field can take, and its label."""

    value: Any
    label: Text


@frozen
class Choice:
    """A field that takes one of several values.

    :param optional: whether it may be left open, as ``None``.
    """

    name: str
    label: Text
    options: tuple[Option, ...]
    optional: bool = False


@frozen
class Subset:
    """A field whose value is a tuple of those options that apply, each once, in the order in which they were chosen.

    :param every: the label for all of them together, if there is one.
    """

    name: str
    label: Text
    options: tuple[Option, ...]
    every: Text | None = None


@frozen
class YesNo:
    """A field that is true or false."""

    name: str
    label: Text


@frozen
class Number:
    """A field that takes a whole number from ``low`` to ``high``, both included.

    :param default: the usual value; ``None`` if it has to be chosen.
    """

    name: str
    label: Text
    low: int
    high: int
    default: int | None


@frozen
class Composite:
    """A field whose value is a tuple with a value for each part.

    :param total: title of the sum of its numbers, which the form shows.
    """

    name: str
    label: Text
    parts: tuple["Field", ...]
    total: Text | None = None


@frozen
class Words:
    """A field that takes text, such as a word said at the table.

    :param longest: the most characters it may have.
    :param examples: plausible texts, for random play.
    :param optional: whether it may stay empty.
    """

    name: str
    label: Text
    longest: int = 40
    examples: tuple[str, ...] = ("WORT",)
    optional: bool = False


@frozen
class Several:
    """A field whose value is a tuple of answers to the same question, in the order in which they were given.

    :param each: the question; its label names one answer.
    :param low: fewest answers.
    :param high: most answers.
    """

    name: str
    label: Text
    each: "Field"
    low: int
    high: int


Field: TypeAlias = Choice | Subset | YesNo | Number | Composite | Words | Several


class Weight(Enum):
    """The prominence of an offer on the screen."""

    MAIN = "main"  #: the common event, one tap
    SIDE = "side"  #: allowed now, but not the usual next event
    RARE = "rare"  #: in a menu


@frozen
class Offer:
    """Something that may be reported now.

    :param kind: the class of the action.
    :param label: the text of its button.
    :param given: the fields whose value is fixed, with that value.
    :param fields: the fields to be chosen. A combination may still be refused, but each field has a value that is not.
    :param rules: the rules that allow it.
    :param closed: why it is not possible now, although players would look for it; the button then shows the reason.
    :param by: the only seat that may report it; ``None`` for all.
    """

    kind: type
    label: Text
    rules: tuple[str, ...]
    given: tuple[tuple[str, Any], ...] = ()
    fields: tuple[Field, ...] = ()
    weight: Weight = Weight.MAIN
    closed: Explanation | None = None
    by: int | None = None

    def value(self, name: str) -> Any:
        """Return the fixed value of a field, ``None`` if it has none."""
        return next((value for given, value in self.given if given == name), None)

    def action(self, chosen: Mapping[str, Any] | None = None) -> Any:
        """Return the action that this offer stands for.

        :param chosen: a value for each of ``fields``.
        :raises TypeError: if a field is missing or unknown.
        """
        return self.kind(**dict(self.given), **(chosen or {}))

    def values_of(self, action: Any) -> Mapping[str, Any] | None:
        """Return the value of each of ``fields`` for an action, ``None`` if the offer does not stand for the action."""
        if type(action) is not self.kind or self.closed:
            return None
        chosen = {field.name: getattr(action, field.name) for field in self.fields}
        held = all(_holds(field, chosen[field.name]) for field in self.fields)
        return chosen if held and self.action(chosen) == action else None


def _holds(field: Field, value: Any) -> bool:
    match field:
        case Choice():
            return (field.optional and value is None) or any(option.value == value for option in field.options)
        case Subset():
            return isinstance(value, tuple) and {option.value for option in field.options}.issuperset(value)
        case YesNo():
            return isinstance(value, bool)
        case Number():
            return isinstance(value, int) and field.low <= value <= field.high
        case Composite():
            return (
                isinstance(value, tuple)
                and len(value) == len(field.parts)
                and all(_holds(part, one) for part, one in zip(field.parts, value, strict=True))
            )
        case Words():
            return isinstance(value, str)
        case Several():
            return (
                isinstance(value, tuple)
                and field.low <= len(value) <= field.high
                and all(_holds(field.each, one) for one in value)
            )
