"""Another app on the phone shares a file: it is stored, previewed, and imported on request."""

import json
from pathlib import Path

import pytest
from effort import at_leisure
from storage.test_share_link import as_played
from web.conftest import Device, Pocket

pytestmark = pytest.mark.browser

GAME = Path(__file__).parents[1] / "games" / "bronzen" / "transcripts" / "bronzen_corrected.jsonl"

#: Posts a form as the browser does for the share target, without following the redirect.
_SHARE = """async ([address, name, text, kind]) => {
    const form = new FormData();
    form.append("title", name);
    if (kind) form.append("file", new File([text], name, { type: kind }));
    else form.append("text", text);
    const answer = await fetch(address, { method: "POST", body: form, redirect: "manual" });
    return answer.type;
}"""


def share(phone: Pocket, name: str, text: str, kind: str = "application/octet-stream") -> None:
    """Share a file with the program, or a text if the type is empty, at the address of its manifest."""
    manifest = phone.page.evaluate("document.querySelector('link[rel=manifest]').href")
    share_target = json.loads(phone.page.request.get(manifest).text())["share_target"]
    assert share_target["params"]["files"][0]["name"] == "file"
    address = phone.page.evaluate("([to, from]) => new URL(to, from).href", [share_target["action"], manifest])
    assert phone.page.evaluate(_SHARE, [address, name, text, kind]) == "opaqueredirect"


def test_a_shared_file_is_previewed_and_imported(device: Device) -> None:
    phone = device.page().open()
    phone.whole()
    share(phone, "holiday.png", "\x89PNG no game at all", "image/png")
    phone.see("Das ist weder ein Spiel noch eine Sicherung. Damit kann Companion nichts anfangen.")
    assert phone.page.url.endswith("#/bring")

    share(phone, GAME.name, GAME.read_text(encoding="utf-8"))
    phone.at("take-game").wait_for(state="attached")
    assert not phone.at("bring-refused").count()
    phone.tap("take-game")
    phone.at("rematch").wait_for(state="attached")
    assert "/table/" in phone.page.url
    assert not phone.errors


@at_leisure
def test_a_file_shared_while_the_program_is_closed_waits_for_it(device: Device) -> None:
    phone = device.page().open()
    phone.whole()
    game = as_played(GAME)
    share(phone, "game.jsonl.txt", "\n".join(game.lines), "text/plain")
    phone.at("take-game").wait_for(state="attached")
    phone.page.goto("about:blank")
    # only the service worker runs when the phone shares a file; it then opens the program
    other = device.context.new_page()
    other.goto(f"{phone.url}manifest.de.json")
    assert other.evaluate(_SHARE, [f"{phone.url}handed", "x", "\n".join(game.lines), "text/plain"]) == "opaqueredirect"
    other.close()
    phone.open("/bring")
    phone.tap("take-game")
    phone.at("rematch").wait_for(state="attached")
    # once: it does not appear again
    phone.page.goto(f"{phone.url}#/bring")
    phone.reload()
    phone.at("bring-open").wait_for(state="attached")
    assert not phone.at("take-game").count()


@at_leisure
def test_a_file_opened_with_the_program_is_previewed(device: Device) -> None:
    phone = device.page()
    phone.page.add_init_script(
        """Object.defineProperty(globalThis, "launchQueue",
            { value: { setConsumer: (consumer) => { globalThis.opened = consumer; } }, configurable: true });"""
    )
    phone.open()
    phone.until(lambda: phone.page.evaluate("'opened' in globalThis"), "opened files have no handler")
    phone.page.evaluate(
        "text => opened({ files: [{ getFile: async () => new File([text], 'game.jsonl') }] })",
        GAME.read_text(encoding="utf-8"),
    )
    phone.at("take-game").wait_for(state="attached")
