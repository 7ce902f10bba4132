"""Every game's usual course in a real browser: all controls to tap are on the screen without scrolling."""

import pytest
from budgets.browser import played
from budgets.course import courses
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.at_leisure
@pytest.mark.parametrize("phones", [False, True], ids=["on one phone", "on seated phones"])
def test_the_longest_course_of_each_game_keeps_its_budget(browser: Browser, phones: bool) -> None:
    """All courses are played by ``python tests/budgets``, and on every run without a browser."""
    by_length = sorted(courses(), key=lambda course: len(course.taps))
    longest = {course.game: course for course in by_length if course.phones == phones}
    for course, spent in played(tuple(longest.values()), browser):
        assert spent.within(course), f"{course.name}: {spent}"
