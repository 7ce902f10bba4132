"""Every game's usual course in a real browser: all controls to tap are on the screen without scrolling."""

import pytest
from budgets.browser import played
from budgets.course import courses
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.at_leisure
def test_the_longest_course_of_each_game_keeps_its_budget(browser: Browser) -> None:
    """All courses are played by ``python tests/budgets``."""
    longest = {course.game: course for course in sorted(courses(), key=lambda course: len(course.taps))}
    for course, spent in played(tuple(longest.values()), browser):
        assert spent.within(course), f"{course.name}: {spent}"
