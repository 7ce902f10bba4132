"""Where the pocket is built, and where a server finds it."""

import os
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.cli import main
from companion.server.site import is_site
from companion.web import build


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build nothing but what a site is known by."""

    def write(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("index.html", "sw.js", "app.pack", "python.json"):
            (folder / name).write_text("", encoding="utf-8")

    monkeypatch.setattr(build, "build", write)


def served(monkeypatch: pytest.MonkeyPatch, *words: str) -> Path:
    """Return from where the pocket would be served."""
    seen: dict[str, Any] = {}
    monkeypatch.setattr("companion.server.launch.run", lambda *_, **options: seen.update(options) or 0)
    assert main(["serve", *words]) == 0
    return Path(seen["pocket"])


def test_it_is_built_beside_the_games_and_found_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert not is_site(served(monkeypatch, *data))
    assert main(["web", *data]) == 0
    assert is_site(served(monkeypatch, *data))
    if os.name == "posix":
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert main(["web", "--parts", *data]) == 0


def test_it_is_found_where_it_was_built_last_or_where_it_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        assert main(["web", name, *data]) == 0
    monkeypatch.chdir("/")
    assert served(monkeypatch, *data) == tmp_path / "two"
    assert served(monkeypatch, *data, "--pocket", str(tmp_path / "one")) == tmp_path / "one"
    assert main(["serve", *data, "--pocket", str(tmp_path), "--locale", "en"]) == 1
    assert "There is no site" in capsys.readouterr().err


def test_a_site_can_be_built_where_no_games_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    app.remember_pocket(tmp_path / "file", tmp_path / "site")
    assert app.pocket_folder(tmp_path / "file") == tmp_path / "file" / "pocket"
