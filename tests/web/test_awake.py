"""The screen stays awake while a game is played, and nowhere else."""

from typing import Final

import pytest
from ui.test_journeys import set_up
from web.conftest import Device, Pocket
from web.test_share_link import GAME, share

pytestmark = pytest.mark.browser

#: A device that counts requests to stay awake, and releases them when the page is hidden, as browsers do.
EYES: Final = """
globalThis.asked = 0;
globalThis.awake = [];
navigator.wakeLock.request = async () => {
    const lock = new EventTarget();
    lock.release = async () => {
        awake = awake.filter(each => each !== lock);
        lock.dispatchEvent(new Event("release"));
    };
    asked++;
    awake.push(lock);
    return lock;
};
globalThis.shown = (yes) => {
    Object.defineProperty(document, "hidden", { value: !yes, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: yes ? "visible" : "hidden", configurable: true });
    if (!yes) awake.forEach(lock => lock.release());
    document.dispatchEvent(new Event("visibilitychange"));
};
"""


def is_awake(phone: Pocket, awake: bool) -> None:
    """Wait until the stay-awake state is as given."""
    phone.until(lambda: phone.page.evaluate("awake.length > 0") == awake, f"awake is not {awake}")


def test_the_screen_stays_awake_during_a_game(device: Device) -> None:
    phone = device.page()
    phone.page.add_init_script(EYES)
    phone.open()
    is_awake(phone, False)
    table = set_up(phone)
    is_awake(phone, True)

    phone.page.evaluate("shown(false)")
    is_awake(phone, False)
    phone.page.wait_for_timeout(300)
    phone.page.evaluate("shown(true)")
    is_awake(phone, True)

    phone.tap("back")
    is_awake(phone, False)
    phone.tap(f"game-{table.rsplit('/', 1)[-1]}")
    is_awake(phone, True)
    phone.tap("back")
    is_awake(phone, False)
    # a finished game is only viewed
    phone.whole()
    share(phone, GAME.name, GAME.read_text(encoding="utf-8"))
    phone.tap("take-game")
    phone.at("rematch").wait_for(state="attached")
    phone.at_rest()
    is_awake(phone, False)
    assert phone.page.evaluate("asked") == 3
