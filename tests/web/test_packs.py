"""The program is loaded in two packs: the code of the first screen, and the rest later."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from effort import cases
from ui.conftest import TABLET
from web.conftest import Devices, Host

pytestmark = pytest.mark.browser

LATER = "rest.pack"
NOUNS = "nouns.pack"


@pytest.fixture
def lacking(site: Path, host: Host, tmp_path: Path) -> Callable[[], None]:
    """A host without the second pack; the returned function adds it."""
    host.folder = tmp_path / "lacking"
    host.folder.mkdir()
    later = [path for path in site.iterdir() if path.name.startswith(LATER)]
    for path in site.iterdir():
        if path not in later:
            (host.folder / path.name).symlink_to(path)
    host.stop()
    host.start()

    def bring() -> None:
        for path in later:
            (host.folder / path.name).symlink_to(path)

    return bring


def test_every_file_is_in_one_pack(site: Path) -> None:
    packs = json.loads((site / "python.json").read_bytes())["packs"]
    paths = [path for files in packs.values() for path, _ in files]
    assert len(paths) == len(set(paths))
    for name, files in packs.items():
        assert sum(size for _, size in files) == (site / name).stat().st_size
    first = {path for path, _ in packs["app.pack"]}
    assert "companion/ui/screens/home.pyc" in first
    assert not {path for path in first if path.startswith("companion/games/") and path.endswith("reports.pyc")}
    assert not {path for path in first if path.endswith(("textfield.pyc", "tabs.pyc", "slider.pyc"))}, (
        "a theme loads them"
    )


def test_the_list_of_nouns_is_loaded_when_its_game_is_opened(new_devices: Devices) -> None:
    phone = new_devices().page().open().whole()
    for game, names in (("labtag", ("Anna", "Ben")), ("schlafmuetze", ("Anna", "Ben", "Cleo"))):
        assert not phone.keeps(NOUNS)
        phone.open(f"/new/{game}")
        for seat, name in enumerate(names):
            phone.fill(f"name-{seat}", name)
        phone.tap("start")
        phone.at("prompt").wait_for(state="attached")
    phone.until(lambda: phone.keeps(NOUNS), "the nouns are not kept", timeout=60)


@cases("locale, size", [("de-DE", None), ("en-GB", TABLET)], few=1)
def test_the_first_screen_needs_no_more_than_the_first_pack(
    lacking: Callable[[], None], new_devices: Devices, locale: str, size: tuple[int, int] | None
) -> None:
    phone = new_devices(locale=locale).page()
    if size:
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.open()
    phone.see("Was kommt auf den Tisch?" if locale == "de-DE" else "What are you playing?")
    phone.at("play-schlafmuetze").wait_for(state="attached")
    # offline, a user who asks for more is informed
    phone.tap("play-bronzen")
    phone.notice("reload").wait_for()
    lacking()
    phone.notice("reload").click()
    phone.ready()
    phone.at("start").wait_for(state="attached")
