"""The drawing of the imports is that of the imports."""

import pytest
from effort import at_leisure

from companion.devtools.__main__ import main
from companion.devtools.architecture import BEGIN, END, PLACE, drawing, imported, problems, redrawn
from companion.devtools.sources import Source, sources
from companion.resources import OWN

FILES = [
    Source("companion", "companion/kernel/__init__.py", '"""The core:\npure.\n\nMore."""'),
    Source("companion", "companion/tables/session.py", "from companion.kernel.log import Act\nimport companion.kernel"),
    Source("companion", "companion/ui/table.py", "from companion import kernel, tables\nimport flet"),
    Source("toy", "companion/games/toy/game.py", "def f():\n    from companion.kernel.game import Game"),
    Source("toy", "companion/games/toy/table/board.py", "from companion.ui.table import T"),
    Source("companion", "companion/__main__.py", "from companion.ui import x"),
]


def test_what_imports_what_is_read_from_the_files() -> None:
    assert imported(FILES) == {
        "kernel": set(),
        "tables": {"kernel"},
        "ui": {"kernel", "tables"},
        "games": {"kernel"},
        "games/*/table": {"ui"},
    }


def test_arrows_that_others_lead_to_are_left_out() -> None:
    drawn = drawing(FILES).splitlines()
    assert [line.strip() for line in drawn if "-->" in line] == [
        "games --> kernel",
        "boards --> ui",
        "tables --> kernel",
        "ui --> tables",
    ]
    assert "- **kernel**: The core: pure." in drawn


@at_leisure
def test_the_drawing_in_the_checkout_is_up_to_date() -> None:
    page = (OWN[-1] / PLACE).read_text(encoding="utf-8")
    assert redrawn(page) == page
    assert list(problems()) == []
    assert {"kernel", "games", "games/*/table", "ui", "devtools"} <= imported(sources(with_devtools=True)).keys()


def test_an_outdated_diagram_is_reported_and_repaired(tmp_path, monkeypatch, capsys) -> None:
    path = tmp_path / PLACE
    path.parent.mkdir()
    path.write_text(f"Before.\n{BEGIN}\nui --> cli\n{END}\nAfter.\n", encoding="utf-8")
    monkeypatch.setattr("companion.devtools.architecture.OWN", (tmp_path,))
    assert [*problems()] == [f"{PLACE}: the drawing is not that of the imports; run architecture"]
    assert main(["architecture"]) == 0
    assert [*problems()] == []
    page = path.read_text(encoding="utf-8")
    assert page.startswith("Before.")
    assert page.endswith("After.\n")
    assert "ui --> cli" not in page
    with pytest.raises(ValueError, match="no place"):
        redrawn("Nothing.")
