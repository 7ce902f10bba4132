"""The pictures of the README and of app listings: ``python tests/ui/pictures.py`` renews them.

Serves the companion with a game of Bronzen, and takes them in Chromium at the sizes that the site's manifest names.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from playwright.sync_api import sync_playwright  # noqa: E402
from ui.conftest import FLAGS, PHONE, TABLET, Phone, Program, chromium  # noqa: E402
from ui.scenes import At, Scene, Stage  # noqa: E402

from companion.games.bronzen.chips import Chip  # noqa: E402
from companion.games.bronzen.reports import Color, Double, Einzel, Exchange  # noqa: E402
from companion.web.build import PICTURES  # noqa: E402

#: Milliseconds within which the screen is painted, also on a busy machine.
_PAINTED: Final = 4000

#: Anna has lost the lead after a double and may double again.
_LOSING: Final = (
    *[Einzel(0)] * 12,
    *[Einzel(1)] * 4,
    Einzel(0),
    Exchange(0, Chip.BLACK, Chip.GREEN),
    Color(),
    Einzel(1),
    Double(0),
    Einzel(1),
)
_TABLE: Final = At("bronzen", reports=_LOSING, house={"keeping": "tricks"})


def _search(phone: Phone) -> None:
    phone.fill("search", "two jokres")
    phone.see("Jay")


#: Address and taps of each picture.
_SCENES: Final[dict[str, tuple[str, Callable[[Phone], None]]]] = {
    "table-phone": ("/table/{table}", lambda phone: None),
    "why-phone": ("/table/{table}", lambda phone: phone.tap("prompt-why")),
    "rules-phone": ("/table/{table}/rules", _search),
    "table-tablet": ("/table/{table}", lambda phone: None),
}


def main(folder: Path) -> None:
    """Take all pictures into a folder."""
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        data = Path(work) / "data"
        data.mkdir()
        scenes = tuple(Scene(name, route, _TABLE) for name, (route, _) in _SCENES.items())
        routes = Stage(data, scenes, ("Anna", "Ben")).routes
        program = Program.of_this(data, Path(work) / "log").start()
        browser = playwright.chromium.launch(executable_path=chromium(playwright), args=list(FLAGS))
        for name, size, _, _ in PICTURES:
            width, height = map(int, size.split("x"))
            context = browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=True,
                locale="en-GB",
                color_scheme="dark" if (width, height) == TABLET else "light",
                reduced_motion="reduce",
            )
            phone = Phone(context.new_page(), program.url, folder).open(routes[name])
            phone.at("search" if routes[name].endswith("/rules") else "prompt").wait_for(state="attached")
            phone.at_rest()
            _SCENES[name][1](phone)
            phone.at_rest()
            phone.page.mouse.move(PHONE[0] / 2, 0)  # no hint over a button
            phone.page.wait_for_timeout(_PAINTED)
            print(phone.screenshot(name))
            context.close()
        browser.close()
        program.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else TESTS.parent / "companion" / "web" / "pictures")
