import pytest
from ui.conftest import browser
from ui.scenes import SCENES
import json
from ui.conftest import Phone
from ui.drawn import HOOK, picture, resize
from ui.scenes import preferences
from ui.test_geometry import KEPT
from ui.test_geometry import server, stage

pytestmark = pytest.mark.browser


def test_one(browser, server, stage):
    scene = next(s for s in SCENES if s.name == "free sheet of two")
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="de-DE", reduced_motion="reduce"
    )
    context.add_init_script(HOOK)
    phone = Phone(context.new_page(), server.url, server.data)
    phone.page.goto(server.url)
    for text in (1.3,):
        phone.page.evaluate(f"localStorage.setItem('{KEPT}', {json.dumps(preferences(text, scene))})")
        resize(phone, 390, 844)
        phone.open(stage.routes[scene.name])
        phone.at("next").first.wait_for(state="attached", timeout=60000)
        picture(phone)
        resize(phone, 844, 390)
        phone.page.wait_for_timeout(1500)
        seen = picture(phone)
        phone.page.screenshot(path=f"/tmp/low{text}.png")
        print([(n.name, n.box) for n in seen.nodes if n.name in ("prompt", "next", "player-0")])
    context.close()
