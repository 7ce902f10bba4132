"""A new version is loaded in the background and waits; an incomplete one is never used."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from attrs import evolve
from effort import at_leisure
from playwright.sync_api import Error
from ui.test_journeys import set_up
from web.conftest import Device, Host

from companion.web import contents
from companion.web.build import build

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a version with one more picture."""
    program = contents.companion()
    folder = tmp_path_factory.mktemp("newer") / "site"
    build(folder, evolve(program, assets={**program.assets, "new.png": b"a picture"}))
    return folder


def test_a_new_version_is_offered_and_reads_the_old_data(device: Device, host: Host, newer: Path) -> None:
    phone = device.page().open()
    set_up(phone)
    phone.report("wins-0")
    phone.whole()
    said = phone.texts()

    host.folder = newer
    host.stop()
    host.start()
    phone.reload()
    phone.notice("reload").wait_for(timeout=60_000)
    # the page continues with the old version until the user accepts: beside the offer, without it, and after a reload
    phone.page.evaluate("globalThis.still = true")
    phone.report("wins-0")
    phone.notice("later").click()
    phone.report("wins-0")
    assert phone.page.evaluate(_WAITS)
    assert phone.page.evaluate("globalThis.still")
    phone.reload()
    phone.notice("reload").wait_for(timeout=60_000)
    assert phone.page.evaluate(_WAITS)
    phone.notice("reload").click()

    def changed() -> bool:
        with suppress(Error):  # the page is reloading
            return "new.png" in str(phone.page.evaluate(_FILES))
        return False

    phone.until(changed, "the new version is not there", timeout=60)
    phone.ready()
    assert len([name for name in phone.page.evaluate("caches.keys()") if name.startswith("companion ")]) == 1
    assert len(phone.at_rest()) >= len(said)
    assert phone.errors == []


#: Returns whether a version other than that of the page is waiting.
_WAITS = """async () => {
    const { active, waiting } = await navigator.serviceWorker.getRegistration();
    return active === navigator.serviceWorker.controller && waiting !== null;
}"""
_FILES = """async () => {
    const found = [];
    for (const name of await caches.keys()) found.push(...(await (await caches.open(name)).keys()).map((one) => one.url));
    return found;
}"""


@at_leisure
def test_half_of_a_new_version_is_never_used(device: Device, host: Host, newer: Path, tmp_path: Path) -> None:
    phone = device.page().open()
    phone.whole()
    half = tmp_path / "half"
    shutil.copytree(newer, half)
    (half / "new.png").write_bytes(b"another picture")
    host.stop()
    host.folder = half
    host.start()
    phone.reload()
    phone.page.wait_for_timeout(3000)
    assert phone.notice().count() == 0
    host.stop()
    phone.reload()
    phone.at("play-bronzen").wait_for(state="attached")
    device.end()
    phone = device.page().open()
    phone.at("play-bronzen").wait_for(state="attached")
