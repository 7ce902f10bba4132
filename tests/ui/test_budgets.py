"""Every game's usual course in a real browser: all that is tapped is on the screen, without a scroll."""

import pytest
from budgets.browser import played
from budgets.course import courses
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_no_course_takes_more_than_its_budget(browser: Browser) -> None:
    for course, spent in played(courses(), browser):
        assert spent.within(course), f"{course.name}: {spent}"
