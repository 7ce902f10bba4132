"""A packed app, as ``flet build`` makes it for shops and desktops: its settings, its pictures, and that it runs."""

import ast
import compileall
import importlib.util
import os
import shutil
import struct
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.devtools.packing import lay_out

ROOT = Path(__file__).parents[1]
APP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["flet"]

#: Keys that flet-cli 1.0.5 reads below ``tool.flet``; those of the second line have keys named after its platforms.
READ = {
    *("app.exclude", "app.module", "app.path", "artifact", "build_number", "bundle_id", "company", "copyright", "org"),
    *("android.permission", "ios.info", "macos.entitlement"),
    *("android.adaptive_icon_background", "cleanup.package_files", "icon_background", "linux.categories"),
    *("macos.icon_style", "permissions", "product", "splash.color", "splash.dark_color"),
}


def keys(table: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the settings in a table, by their path."""
    for name, value in table.items():
        path = f"{above}{name}"
        if isinstance(value, dict) and path not in READ:
            yield from keys(value, f"{path}.")
        else:
            yield path


def test_every_setting_is_listed_as_read() -> None:
    assert set(keys(APP)) <= READ


@pytest.mark.skipif(not importlib.util.find_spec("flet_cli"), reason="the extra `shops` is not installed")
def test_flet_cli_reads_every_setting() -> None:
    spec = importlib.util.find_spec("flet_cli")
    assert spec
    folder = Path(next(iter(spec.submodule_search_locations or ()))) / "commands"
    sources = [ast.parse((folder / name).read_text(encoding="utf-8")) for name in ("build.py", "build_base.py")]
    said = {each.value for source in sources for each in ast.walk(source) if isinstance(each, ast.Constant)}
    for key in READ:
        # of the splash each by its last part
        assert {f"tool.flet.{key}", key, key.removeprefix("splash.")} & said, key


def test_no_permissions_are_requested() -> None:
    assert APP["permissions"] == []
    assert set(APP["android"]["permission"].values()) == {False}
    assert not any(on for name, on in APP["macos"]["entitlement"].items() if ".network." in name)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which it is packed."""
    folder = tmp_path_factory.mktemp("packed") / "laid"
    lay_out(folder)
    return folder


def test_the_pictures_are_in_their_places_and_large_enough(laid: Path) -> None:
    for name, side, opaque in (
        ("icon", 512, False),
        ("icon_android", 1024, False),
        ("icon_ios", 1024, True),
        ("icon_macos", 1024, True),
        ("splash", 1024, False),
    ):
        picture = (laid / "assets" / f"{name}.png").read_bytes()
        assert struct.unpack(">II", picture[16:24]) == (side, side), name
        colours_alone = picture[25] in (0, 2, 3) and b"tRNS" not in picture
        assert colours_alone is opaque, name


@pytest.fixture(scope="module")
def packed(laid: Path) -> Path:
    """The packed files: everything beside the start module, except the exclusions; compiled, without sources."""
    app = laid.parent / "app"
    shutil.copytree(laid, app)
    for name in APP["app"]["exclude"]:
        (app / name).unlink()
    assert compileall.compile_dir(app, quiet=1, legacy=True)
    for source in app.rglob("*.py"):
        source.unlink()
    return app


def test_no_stray_file_is_packed(packed: Path) -> None:
    assert {path.name for path in packed.iterdir()} == {
        *("LICENSE", "assets", "companion", "main.pyc", "rules_data", "translations")
    }
    assert {path.name for path in (packed / "assets").iterdir()} == {"favicon.png", "fonts", "icons", "print.css"}


#: Starts as the client does, on a device with only the packed files and their requirements.
BEGIN = """
import asyncio, runpy, sys
sys.path[:0] = [{app!r}]
sys.path.append({tests!r})
sys.dont_write_bytecode = True
from harness import Screen

class Nowhere:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {gone!r}:
            raise ModuleNotFoundError(name)

for name in [name for name in sys.modules if name.partition(".")[0] in {gone!r}]:
    del sys.modules[name]  # the harness itself has more
sys.meta_path.insert(0, Nowhere())
import flet
shown = {{}}
flet.run = lambda main, **options: shown.update(options, main=main)
runpy.run_module("main", run_name="__main__")

async def play():
    async with Screen(shown["main"], web=False, platform="android") as screen:
        games = [name for name in screen.identifiers() if name.startswith("game-")]
        if not games:
            await screen.tap("play-bronzen")
            await screen.enter("name-0", "Anna")
            await screen.enter("name-1", "Bo")
            await screen.tap("first-0")
            await screen.tap("start")
        else:
            await screen.tap(games[0])
        await screen.tap("mark-jay-0")
        print(len(games), *screen.texts(), sep="|")
        if not games:
            await screen.go("/rules")
            await screen.enter("search", "zwei joker")
            await screen.until(lambda: screen.visible("Jay"), 20)
        await screen.go("/settings")
        assert not screen.all("take-home")
        print(shown["assets_dir"])

asyncio.run(play())
"""


def test_a_packed_app_runs_alone_and_stores_games_in_the_systems_folder(packed: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in packed.rglob("*")}
    data = tmp_path / "data"
    data.mkdir()
    gone = [*APP["cleanup"]["package_files"], "hatchling", "playwright", "httpx"]
    code = BEGIN.format(app=str(packed), tests=str(ROOT / "tests"), gone=gone)
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LC_ALL", "LC_MESSAGES")},
        "FLET_PLATFORM": "android",
        "FLET_APP_STORAGE_DATA": str(data),
        "HOME": str(tmp_path / "home"),
        "LANG": "de_DE.UTF-8",
    }
    for games in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=data, env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        said, assets = done.stdout.splitlines()[-2:]
        assert said.startswith(f"{games}|")
        assert "Anna" in said
        assert Path(assets) == packed / "assets"
    assert (data / "companion.sqlite3").is_file()
    assert not (tmp_path / "home").exists()
    assert {path: path.stat().st_mtime_ns for path in packed.rglob("*")} == before, "the app's own folder is read only"
