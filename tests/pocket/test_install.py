"""The phone may take the site for an app, and is told in its own language what it is."""

import json
from pathlib import Path

import pytest
from pocket.conftest import Device

from companion import resources

#: What only says how the test looks at the page.
_OF_THE_TEST = {"in-incognito"}


@pytest.mark.browser
def test_the_site_can_be_installed(device: Device) -> None:
    phone = device.page().open()
    phone.whole()
    control = device.context.new_cdp_session(phone.page)
    found = control.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("manifest.de.json")
    errors = {error["errorId"] for error in control.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= _OF_THE_TEST
    phone.page.goto(f"{phone.url}#{json.loads(found['data'])['shortcuts'][1]['url'].partition('#')[2]}")
    phone.at("search").wait_for(state="attached")


@pytest.mark.xdist_group("browser")
def test_every_language_has_its_manifest_and_all_in_it_is_there(site: Path) -> None:
    for locale in resources.locales():
        manifest = json.loads((site / f"manifest.{locale}.json").read_text(encoding="utf-8"))
        assert manifest["lang"] == locale
        assert {"any", "maskable"} <= {icon.get("purpose", "any") for icon in manifest["icons"]}
        assert {"narrow", "wide"} == {one["form_factor"] for one in manifest["screenshots"]}
        for one in (*manifest["icons"], *manifest["screenshots"]):
            assert (site / one["src"]).is_file(), one["src"]
    assert (
        manifest["shortcuts"][0]["name"] != json.loads((site / "manifest.en.json").read_bytes())["shortcuts"][0]["name"]
    )
