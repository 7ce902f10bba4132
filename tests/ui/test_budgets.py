"""Every game's usual course in a real browser: all that is tapped is on the screen, without a scroll."""

from collections.abc import Iterable

import pytest
from budgets.browser import played
from budgets.course import Course, courses
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_longest_course_of_each_game_keeps_its_budget(browser: Browser) -> None:
    keep({course.game: course for course in sorted(courses(), key=lambda course: len(course.taps))}.values(), browser)


@pytest.mark.at_leisure
def test_no_course_takes_more_than_its_budget(browser: Browser) -> None:
    keep(courses(), browser)


def keep(asked: Iterable[Course], browser: Browser) -> None:
    """Play courses, and make sure that none takes more than it may."""
    for course, spent in played(tuple(asked), browser):
        assert spent.within(course), f"{course.name}: {spent}"
