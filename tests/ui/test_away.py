"""A phone that was offline says so, takes no taps, and continues in the same place afterwards."""

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Callable
from typing import Final

import msgpack
import pytest
from effort import THOROUGH, at_leisure, cases
from playwright.sync_api import Locator, TimeoutError
from ui.conftest import PHONE, TABLET, Phone, Program
from ui.test_journeys import set_up
from ui.test_recovery import kept, tap_until_stored

pytestmark = pytest.mark.browser

Phones = Callable[..., Phone]

#: Seconds until a loss is shown, and until the screen is right after its end; a busy machine may take longer.
SAID, BACK = (4.0, 2.0) if THOROUGH else (6.0, 5.0)
#: Seconds of a poll on an idle machine; on a busy one the number of polls counts, not the seconds.
LOOK: Final = 0.05

#: Seconds without network: from 45 on Flet's server used to hang up, and its client to freeze.
GAPS: Final = (6, 50, 75, 300) if THOROUGH else (6,)


#: Start of the first message of Flet's client after the line's bytes: a mark, and a list of two with its kind.
HEAD: Final = 20
REGISTER: Final = b"\0\x92\x01"


class Relay(threading.Thread):
    """A network that can go away: passes bytes to the server or, while ``gone``, none in either direction."""

    def __init__(self, target: int) -> None:
        super().__init__(daemon=True)
        self._target = target
        self._ready = threading.Event()
        self.gone = False
        self.port = 0

    def run(self) -> None:
        asyncio.run(self._serve())

    def up(self) -> "Relay":
        """Start, and wait until it listens."""
        self.start()
        assert self._ready.wait(10)
        return self

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._both, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await server.serve_forever()

    async def _both(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._there()
        with contextlib.suppress(OSError):
            up, down = await asyncio.open_connection("127.0.0.1", self._target)
            await asyncio.gather(self._pump(reader, down), self._pump(up, writer))
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._there()
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _there(self) -> None:
        while self.gone:
            await asyncio.sleep(0.02)


@pytest.fixture
def relay(server: Program) -> Relay:
    """A network between the server and phones."""
    return Relay(server.port).up()


def through(phones: Phones, relay: Relay, route: str = "/", **options: str) -> Phone:
    """Return a phone that connects through the relay."""
    return phones(PHONE, url=f"http://127.0.0.1:{relay.port}/", **options).open(route)


def notice(phone: Phone, what: str = "lost") -> Locator:
    """Return the locator of the notice of a lost connection or an expired link."""
    return phone.page.locator(f'#splash p[data-say="{what}"]:visible')


def soon(phone: Phone, condition: Callable[[], object], what: str, within: float) -> None:
    """Wait until a condition holds, for some seconds or, on a busy machine, as many polls as fit in."""
    since, looks = time.monotonic(), 0

    def looked() -> object:
        nonlocal looks
        looks += 1
        return condition()

    phone.until(looked, what, timeout=60)
    took = time.monotonic() - since
    assert took < within or looks * LOOK < within, f"{what} for {took:.1f} s and {looks} looks"


def said(phone: Phone, what: str = "lost") -> str:
    """Return the page's message about its connection, as soon as it is shown."""
    soon(phone, notice(phone, what).count, "no notice is shown", SAID)
    return notice(phone, what).inner_text()


def back(phone: Phone, condition: Callable[[], object]) -> None:
    """Wait until the screen is right and takes taps after the network has returned."""
    soon(phone, lambda: condition() and not notice(phone).count(), "not right", BACK)


def rules_on(phone: Phone) -> list[str]:
    """Return the rules listed on the screen."""
    name = "flt-semantics-identifier"
    return list(
        phone.page.locator(f'[{name}^="rule-"]').evaluate_all(f"all => all.map(one => one.getAttribute('{name}'))")
    )


@pytest.mark.parametrize("gap", GAPS)
def test_a_phone_that_was_offline_resumes_its_page(phones: Phones, server: Program, relay: Relay, gap: int) -> None:
    host = phones(TABLET, locale="en-GB").open()
    route = set_up(host)
    at_table, reading = through(phones, relay, route, locale="en-GB"), through(phones, relay, "/rules")
    at_table.at("wins-0").wait_for(state="attached")
    reading.until(lambda: rules_on(reading), "there are no rules")
    reading.at_rest()
    listed = rules_on(reading)
    reading.fill("search", "karten")
    reading.until(lambda: rules_on(reading) not in ([], listed), "nothing is found")
    reading.scroll_to("rule-bronzen.showdown.short")
    place = reading.at_rest()
    relay.gone = True
    cut = time.monotonic()
    at_table.tap("wins-0")  # the page does not know it yet
    host.report("wins-1")
    assert "Companion keeps trying" in said(at_table)
    assert "Gerade keine Verbindung" in said(reading)
    with pytest.raises(TimeoutError):
        at_table.at("wins-0").first.click(timeout=500)
    at_table.page.wait_for_timeout(max(0.0, gap - (time.monotonic() - cut)) * 1000)
    before = kept(server)
    relay.gone = False
    back(at_table, lambda: "Bo wins the Einzel." in " ".join(at_table.texts()))
    assert kept(server) == before == 1, "a tap made while cut off is not entered later"
    notice(reading).wait_for(state="hidden")
    assert reading.at_rest() == place
    at_table.report("wins-0")
    assert kept(server) == 2
    reading.scroll_to("search", by=-300)
    reading.at_rest()
    reading.fill("search", "joker")
    reading.see(re.compile("Jay"))


@pytest.mark.parametrize("gap", GAPS)
@cases("network", [True, False], few=1)
def test_a_page_frozen_by_the_phone_is_current_when_shown_again(
    phones: Phones, server: Program, relay: Relay, gap: int, network: bool
) -> None:
    host = phones(TABLET, locale="en-GB").open()
    route = set_up(host)
    phone = through(phones, relay, route, locale="en-GB")
    phone.at("wins-0").wait_for(state="attached")
    phone.at_rest()
    device = phone.page.context.new_cdp_session(phone.page)
    device.send("Page.setWebLifecycleState", {"state": "frozen"})
    relay.gone = not network
    host.report("wins-1", "wins-0")
    time.sleep(gap)
    relay.gone = False
    device.send("Page.setWebLifecycleState", {"state": "active"})
    back(phone, lambda: "Anna wins the Einzel." in " ".join(phone.texts()))
    phone.report("wins-1")
    assert kept(server) == 3


def test_a_page_reloads_its_route_after_a_server_restart(phones: Phones, server: Program, relay: Relay) -> None:
    host = phones(TABLET, locale="en-GB").open()
    route = set_up(host)
    phone = through(phones, relay, route, locale="en-GB")
    phone.at("wins-0").wait_for(state="attached")
    relay.gone = True
    host.report("wins-1")
    said(phone)
    server.restart()
    tap_until_stored(host, server, "wins-0")
    relay.gone = False
    back(phone, lambda: "Anna wins the Einzel." in " ".join(phone.texts()))
    assert phone.page.url.endswith(route)
    phone.report("wins-1")
    host.see("Bo wins the Einzel.")
    assert kept(server) == 3


@at_leisure
def test_a_reloaded_page_gets_a_new_tree(phones: Phones) -> None:
    phone = phones(PHONE, locale="en-GB").open()
    route = set_up(phone)
    phone.report("wins-0")
    phone.reload()
    phone.see("Anna wins the Einzel.")
    assert phone.page.url.endswith(route)
    asked = [frame[HEAD:] for frame in phone.sent if frame[HEAD:].startswith(REGISTER)]
    # on a slow phone Flet's client may compare a tree with itself endlessly
    assert [msgpack.unpackb(each[1:])[1]["session_id"] for each in asked] == [None]


def test_a_guest_with_an_expired_link_learns_how_to_return(phones: Phones, server: Program) -> None:
    server.stop()
    server.start("--lan")
    host = phones(TABLET, locale="en-GB").open("/settings")
    host.until(lambda: "?key=" in server.output(), "no link is printed", timeout=30)
    link = re.findall(r"http://(\S+)\?key=([\w-]+)", server.output())[-1]
    awake, asleep = (phones(PHONE, locale=locale) for locale in ("de-DE", "en-GB"))
    for phone in (awake, asleep):
        phone.page.goto(f"http://{link[0]}?key={link[1]}")
        phone.ready().at_rest()
    asleep.page.context.set_offline(True)
    asked: list[str] = []
    awake.page.on("request", lambda request: asked.append(request.url))
    host.scroll_to("lan-renew")
    host.tap("lan-renew")
    host.tap("lan-renew-yes")
    assert "neuen QR-Code" in said(awake, "ended")
    asleep.page.context.set_offline(False)
    assert "scan the new QR code" in said(asleep, "ended")
    box = notice(awake, "ended").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    awake.page.wait_for_timeout(3000)
    assert len(asked) <= 1, "it does not try for ever"
