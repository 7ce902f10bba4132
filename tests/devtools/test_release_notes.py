"""The notes of a release are its section of the changelog."""

from pathlib import Path

import pytest

from companion.devtools.__main__ import main
from companion.devtools.release_notes import NoNotes, notes
from companion.resources import version

CHANGELOG = """# Changes

About this file.

## 0.2.0, 2026-12-01

### At the table
- A new game.

## 0.1.10 (2026-11-01)
- Nothing.

## 0.1.1

## 0.1.0
- The first one.
"""


@pytest.fixture
def changelog(tmp_path: Path) -> Path:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(CHANGELOG, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("release", "text"),
    [
        ("0.2.0", "### At the table\n- A new game.\n"),
        ("0.1.10", "- Nothing.\n"),
        ("0.1.0", "- The first one.\n"),
    ],
)
def test_notes_end_where_the_next_release_begins(changelog: Path, release: str, text: str) -> None:
    assert notes(release, changelog) == text


@pytest.mark.parametrize("release", ["0.1", "0.1.1", "1.0.0"])
def test_a_release_without_notes_is_an_error(changelog: Path, release: str) -> None:
    with pytest.raises(NoNotes, match=release):
        notes(release, changelog)


def test_the_command_prints_the_notes_of_this_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notes", str(version())]) == 0
    assert capsys.readouterr().out == notes(str(version()))
    assert main(["notes", "0.0.0"]) == 1
    assert "0.0.0" in capsys.readouterr().err
