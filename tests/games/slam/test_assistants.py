"""The small helpers, with the examples of the rules."""

import pytest
from games.slam.table import poet

from companion.games.slam.assistants import Busy, Day, active_glass, admission_hint, has_time, real_day
from companion.games.slam.cards import Special, Trait

ALWAYS = (1, 2, 3, 4, 5, 6)
SPECIAL_SLAM = (3, 4, 5, 6)


@pytest.mark.rule("slam.poet.minor")
@pytest.mark.parametrize(
    ("slam", "die", "allowed"),
    [
        (ALWAYS, 0, False),  # Poetry Slam im Club, Kneipenslam
        *((SPECIAL_SLAM, die, die <= 2) for die in ALWAYS),
        ((), 0, True),
    ],
)
def test_minors_and_martini_glasses(slam: tuple[int, ...], die: int, allowed: bool) -> None:
    assert active_glass(slam, die) == (not allowed)
    hint = admission_hint(poet("Das Kleine Genie", 1, Trait.MINOR), Special.NONE, male=False, faces=slam, die=die)
    assert hint == (None if allowed else "slam.poet.minor")


@pytest.mark.rule("slam.poet.minor")
def test_where_nothing_was_rolled_only_a_glass_that_is_always_active_keeps_minors_out() -> None:
    minor = poet("Das Kleine Genie", 1, Trait.MINOR)
    assert admission_hint(minor, Special.NONE, male=False, faces=(1, 2)) is None
    assert admission_hint(minor, Special.NONE, male=False, faces=ALWAYS) == "slam.poet.minor"


@pytest.mark.rule("slam.poet.early_starter")
def test_the_early_starter_goes_where_minors_may_not() -> None:
    young = poet("Frühstarterin", 1, Trait.EARLY_STARTER)
    assert admission_hint(young, Special.NONE, male=False, faces=ALWAYS) is None
    assert admission_hint(young, Special.NONE, male=False, club=True) == "slam.poet.early_starter"


@pytest.mark.rule("slam.team.conditions")
def test_male_poets_at_the_feminism_slam() -> None:
    assert admission_hint(poet("X", 1), Special.FEMINISM, male=True) == "slam.team.conditions"
    assert admission_hint(poet("X", 1), Special.FEMINISM, male=False) is None


@pytest.mark.rule("slam.adv.weekday")
def test_days_are_counted_from_the_day_of_play() -> None:
    assert [real_day(day, 6) for day in (Day.TODAY, Day.TOMORROW, Day.DAY_AFTER)] == [6, 0, 1]
    assert [real_day(day, 3) for day in Day] == [*range(7), 3, 4, 5]


@pytest.mark.rule("slam.adv.weekday")
def test_a_die_before_the_day_hinders_on_a_six_only() -> None:
    friday = [Busy(4)]
    assert (has_time(friday, 4), has_time(friday, 5)) == (False, True)
    assert not has_time([*friday, Busy(5)], 4)
    assert [has_time([Busy(4, only_on_six=True)], 4, die) for die in range(1, 7)] == [True] * 5 + [False]
