"""Ready tasks run in one turn of the browser's event loop, in order; a failing or waiting task does not delay the rest."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from companion.web.browser_app import _TOGETHER, run_together


class Browser(asyncio.BaseEventLoop):
    """An event loop whose turns the test runs, as the browser does."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Callable[[], None]] = []
        run_together(self)

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any, context: Any = None) -> Any:
        """Record a requested turn."""
        assert delay == 0
        self.asked.append(callback)

    def turn(self) -> None:
        """Run one turn."""
        self.asked.pop(0)()


@pytest.fixture
def browser() -> Any:
    made = Browser()
    yield made
    made.close()


def test_ready_tasks_run_in_one_turn(browser: Browser) -> None:
    done: list[str] = []
    browser.call_soon(done.append, "a")
    browser.call_soon(lambda: browser.call_soon(done.append, "c"))
    browser.call_soon(done.append, "b").cancel()
    assert len(browser.asked) == 1
    browser.turn()
    assert done == ["a", "c"]
    assert not browser.asked


def test_the_browser_gets_a_turn_between_tasks(browser: Browser) -> None:
    turns = 0

    def again() -> None:
        nonlocal turns
        turns += 1
        browser.call_soon(again)

    browser.call_soon(again)
    browser.turn()
    assert turns == _TOGETHER
    assert len(browser.asked) == 1


def test_an_exit_leaves_the_remaining_tasks(browser: Browser) -> None:
    done: list[str] = []

    def leave() -> None:
        raise SystemExit

    browser.call_soon(leave)
    browser.call_soon(done.append, "a")
    with pytest.raises(SystemExit):
        browser.turn()
    browser.turn()
    assert done == ["a"]
