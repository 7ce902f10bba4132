import os
import pytest
from ui.conftest import browser
from ui.scenes import SCENES
from ui.test_geometry import Manner, SIZES, looked_at, server, stage

pytestmark = pytest.mark.browser
MINE = [s for s in SCENES if "free" in s.name or s.name in ("sheet of eight","picker")]


def test_mine(browser, server, stage):
    text, locale = os.environ["MANNER"].split(",")
    found = looked_at(
        browser, server, stage, Manner(int(text), locale, text == "130"), MINE, SIZES if text != "200" else SIZES[:4]
    )
    from pathlib import Path

    Path(f"/tmp/geo_{text}.txt").write_text("\n".join(found))
    print("\n".join(found))
