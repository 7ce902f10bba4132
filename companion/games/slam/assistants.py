"""Small helpers beside the table: days, glasses, bribes, votes. All are pure functions."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import field, frozen
from attrs.validators import in_

from companion.games.slam.cards import Poet, Special, Trait
from companion.games.slam.numbers import NUMBERS

WEEK: Final = 7


class Day(Enum):
    """The day printed on a slam card: a weekday from Monday (0) on, or a day relative to the day of play."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6
    TODAY = 7
    TOMORROW = 8
    DAY_AFTER = 9


@frozen
class Busy:
    """A day on which a poet is not available.

    :param day: a weekday, 0 for Monday.
    :param only_on_six: whether a die symbol is printed before the day.
    """

    day: int = field(validator=in_(range(WEEK)))
    only_on_six: bool = False


def real_day(day: Day, today: int) -> int:
    """Return the weekday a slam takes place on (slam.adv.weekday).

    >>> real_day(Day.TOMORROW, 6), real_day(Day.DAY_AFTER, 4), real_day(Day.FRIDAY, 0)
    (0, 6, 4)
    """
    return (today + day.value) % WEEK if day.value >= WEEK else day.value


def has_time(busy: Sequence[Busy], weekday: int, die: int = 0) -> bool:
    """Return whether a poet may be played on a weekday (slam.adv.weekday).

    >>> has_time([Busy(4)], 4), has_time([Busy(4, True)], 4, die=5), has_time([Busy(4, True)], 4, die=6)
    (False, True, False)
    """
    return not any(one.day == weekday and (not one.only_on_six or die == NUMBERS.die.hindered) for one in busy)


def active_glass(faces: Sequence[int], die: int) -> bool:
    """Return whether a slam's martini glass is active (slam.adv.drinking, slam.poet.minor).

    >>> active_glass((1, 2, 3, 4, 5, 6), 0), active_glass((3, 4, 5, 6), 2), active_glass((3, 4, 5, 6), 3)
    (True, False, True)
    """
    return len({*faces}) == NUMBERS.die.faces or die in faces


def smart(votes: int, players: int) -> bool:
    """Return whether a poet is dressed smartly: more than half of the players vote for it (slam.card.best_of).

    >>> smart(2, 4), smart(3, 4)
    (False, True)
    """
    return 2 * votes > players


def bribe_bounds(lowest: int) -> tuple[int, int]:
    """Return the least and the most the card can give for a lowest gift in cents (slam.ruling.bribe_steps).

    The rules name three steps; between them the card itself may have others, which bring less than the next one named.

    >>> bribe_bounds(0), bribe_bounds(100), bribe_bounds(500), bribe_bounds(501)
    ((0, 0), (1, 1), (1, 4), (5, 5))
    """
    steps = list(zip(NUMBERS.bribe.cents, NUMBERS.bribe.bonus, strict=True))
    reached = [(cents, bonus) for cents, bonus in steps if cents <= lowest]
    cents, low = reached[-1]
    if lowest == cents or len(reached) == len(steps):
        return low, low
    return low, steps[len(reached)][1] - 1


def admission_hint(
    poet: Poet, special: Special, *, male: bool, faces: Sequence[int] = (), die: int = 0, club: bool = False
) -> str | None:
    """Return the rule that excludes a poet according to the cards, to preset the switch on the screen.

    No card identifies the Schnaps slam, where the Early starter may not enter either: the screen reminds the players.
    """
    if special is Special.FEMINISM and male:
        return "slam.team.conditions"
    if poet.has(Trait.MINOR) and active_glass(faces, die):
        return "slam.poet.minor"
    if poet.has(Trait.EARLY_STARTER) and club:
        return "slam.poet.early_starter"
    return None
