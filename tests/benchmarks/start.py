"""Imports before the first screen, and the time to the first answer."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from benchmarks.measure import Ratio, in_turn
from benchmarks.servers import ROOT, companion, counter

_APP: Final = "import companion.app"
_PAGE: Final = """
import companion.app, companion.server.launch, companion.server.page, companion.server.static
import flet_web.fastapi, uvicorn
import companion.ui.shell, companion.games.bronzen.table
"""
_FLET: Final = "import flet"
_COUNTER: Final = """
import flet as ft, flet_web.fastapi, uvicorn
ft.run, ft.Page, ft.component, ft.use_state, ft.use_effect
ft.Column, ft.Container, ft.FilledButton, ft.Row, ft.Semantics, ft.Text
"""
_TIMED: Final = "import time; begun = time.process_time()\n{}\nprint(time.process_time() - begun)"


def measured() -> Iterator[Ratio]:
    """Measure imports in fresh interpreters, and whole servers."""
    yield Ratio("import companion.app / import flet", *in_turn(lambda: _import(_APP), lambda: _import(_FLET), 7), 1.5)
    times = in_turn(lambda: _import(_PAGE), lambda: _import(_COUNTER), 3)
    yield Ratio("imports up to the first page / bare counter's", *times, limit=1.5)

    def ours() -> float:
        with companion() as served:
            return served.answered

    def bare() -> float:
        with counter() as served:
            return served.answered

    yield Ratio("process start to first answer / bare counter", *in_turn(ours, bare, 3), limit=1.5)


def _import(what: str) -> float:
    """Return the processor time that an import takes in a fresh interpreter."""
    words = [sys.executable, "-c", _TIMED.format(what)]
    return float(subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
