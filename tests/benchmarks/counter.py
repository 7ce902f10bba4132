"""A minimal program of the same kind: a number shared by all pages, served by plain Flet.

Run by the benchmarks as ``counter.py PORT ROWS``; the rows only make the page as large as a table.
"""

import asyncio
import contextvars
import sys
from collections.abc import Callable
from typing import Any

import flet as ft

PORT, ROWS = map(int, sys.argv[1:3])


class Store:
    """The number and its listeners, each in the context of its own page."""

    def __init__(self) -> None:
        self.number = 0
        self.listeners: list[Callable[[], object]] = []

    def add(self) -> None:
        """Count one more."""
        self.number += 1
        for tell in self.listeners:
            tell()


STORE = Store()


@ft.component
def Counter() -> Any:
    """The number and its button."""
    _, bump = ft.use_state(0)

    def follow() -> None:
        loop, own = asyncio.get_running_loop(), contextvars.copy_context()
        STORE.listeners.append(lambda: loop.call_soon_threadsafe(lambda: bump(lambda n: n + 1), context=own))

    ft.use_effect(follow, dependencies=[])
    more = ft.FilledButton("More", on_click=lambda: STORE.add())
    rows = [ft.Row([ft.Container(ft.Text(f"Row {number}"))]) for number in range(ROWS)]
    return ft.Column([ft.Text(f"Number {STORE.number}"), ft.Semantics(identifier="more", content=more), *rows])


def main(page: ft.Page) -> None:
    """Show the counter on a page."""
    page.render(Counter)


if __name__ == "__main__":
    ft.run(main, host="127.0.0.1", port=PORT, view=None, no_cdn=True)
