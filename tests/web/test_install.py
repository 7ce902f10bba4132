"""The phone may install the site as an app, described in its own language."""

import json
from pathlib import Path

import pytest
from effort import at_leisure
from web.conftest import BELOW, Device, Pocket

from companion import resources

#: Errors caused by the test's own browser.
_OF_THE_TEST = {"in-incognito"}


def installable(device: Device) -> Pocket:
    """Open the site on a phone, and make sure that it can be installed there."""
    phone = device.page().open()
    phone.whole()
    control = device.context.new_cdp_session(phone.page)
    found = control.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{phone.url}manifest.{phone.page.evaluate('navigator.language')[:2]}.json"
    errors = {error["errorId"] for error in control.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= _OF_THE_TEST
    manifest = json.loads(found["data"])
    for shortcut, identifier in zip(manifest["shortcuts"], ("play-bronzen", "search"), strict=True):
        phone.page.goto(phone.page.evaluate("([to, from]) => new URL(to, from).href", [shortcut["url"], found["url"]]))
        phone.ready()
        phone.at(identifier).wait_for(state="attached")
    return phone


@pytest.mark.browser
def test_the_site_can_be_installed(device: Device) -> None:
    installable(device)


@at_leisure
@pytest.mark.browser
def test_the_site_can_be_installed_below_another_path(below: Device) -> None:
    assert below.page().url.endswith(f"/{BELOW}")
    installable(below)


@pytest.mark.browser  # it needs the site, as the journeys do
def test_every_language_has_its_manifest_with_existing_files(site: Path) -> None:
    for locale in resources.locales():
        manifest = json.loads((site / f"manifest.{locale}.json").read_text(encoding="utf-8"))
        assert manifest["lang"] == locale
        assert {"any", "maskable"} <= {icon.get("purpose", "any") for icon in manifest["icons"]}
        assert {"narrow", "wide"} == {one["form_factor"] for one in manifest["screenshots"]}
        assert manifest["share_target"]["params"]["files"]
        assert manifest["file_handlers"]
        for one in (*manifest["icons"], *manifest["screenshots"]):
            assert (site / one["src"]).is_file(), one["src"]
    assert (
        manifest["shortcuts"][0]["name"] != json.loads((site / "manifest.en.json").read_bytes())["shortcuts"][0]["name"]
    )
