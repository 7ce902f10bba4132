"""A small program, served as the companion is: ``python tiny.py --port 8550 --data DIR``."""

import argparse
import sys
from pathlib import Path
from typing import Any

import flet as ft

from companion.kernel.text import Text
from companion.server.launch import run
from companion.tables.languages import PREFERRED
from companion.tables.roles import GRANTS, HOST, ORIGIN, Grant
from companion.ui.runtime.tap_queue import one_by_one


@ft.component
def Counter(languages: tuple[str, ...], passes: str, origin: str) -> Any:
    host = passes == _named(HOST)
    n, set_n = ft.use_state(0)
    plus = ft.FilledButton("Plus", on_click=lambda: set_n(lambda v: v + 1))
    after_this = ft.FilledButton("One after this", on_click=lambda: set_n(n + 1))
    return ft.Column(
        [
            ft.Text(f"Value {n}"),
            ft.Text(f"prefers {languages}"),
            ft.Text("host" if host else "guest"),
            ft.Text(f"passes {passes}"),
            ft.Text(f"from {origin}"),
            ft.Semantics(identifier="plus", content=plus),
            ft.Semantics(identifier="after-this", content=after_this),
        ]
    )


def main(page: ft.Page) -> None:
    one_by_one(page)
    page.render(Counter, PREFERRED.get(), _named(GRANTS.get()), ORIGIN.get())


def _named(passes: tuple[Grant, ...]) -> str:
    return " ".join(f"{each.role}@{each.table}" for each in passes)


def say(text: Text) -> None:
    print(text.message.format(**dict(text.params)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--desktop", action="store_true")
    options = vars(parser.parse_args())
    sys.exit(run(main, **options, open_browser=False, say=say))
