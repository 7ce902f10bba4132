"""Health and figures of a running server, and its log."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness.line import LineClient
from prometheus_client.parser import text_string_to_metric_families
from server.test_server import _main, key_of, lan_url, websocket

from companion.app import furnish
from companion.kernel.log import Header
from companion.server.logs import _FORMAT, _Page
from companion.server.server import Server
from companion.ui.shell import main_of


def watched(**options: Any) -> Callable[[Callable[[Server, str], Coroutine[Any, Any, None]]], Callable[[Path], None]]:
    """Run an asynchronous test with a server and the address of its status pages."""

    def decorate(test: Callable[[Server, str], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
        def run(tmp_path: Path) -> None:
            async def work() -> None:
                async with Server(_main(), data=tmp_path, port=0, status=("127.0.0.1", 0), **options) as server:
                    await test(server, f"http://127.0.0.1:{server.status_port}")

            asyncio.run(work())

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


async def figures(url: str) -> dict[str, float]:
    """Return all figures by name and labels."""
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{url}/metrics")
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@watched()
async def test_health_is_ok_once_pages_can_be_shown(server: Server, url: str) -> None:
    async with httpx.AsyncClient() as client:
        await server.prepared()
        answer = await client.get(f"{url}/healthz")
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert (await client.get(url)).status_code == 404


def test_health_says_why_pages_cannot_be_shown(tmp_path: Path) -> None:
    def fail() -> None:
        raise OSError("no rules")

    @watched(prepare=fail)
    async def work(server: Server, url: str) -> None:
        with pytest.raises(OSError, match="no rules"):
            await server.prepared()
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"{url}/healthz")
        assert (answer.status_code, answer.text) == (503, "the program could not be prepared\n")

    work(tmp_path)


@watched(figures=lambda: {"tables": {(): 3.0}})
async def test_figures_count_pages_connections_and_wrong_keys(server: Server, url: str) -> None:
    await server.open_lan(0, ("127.0.0.1",))
    phones = [LineClient(f"{websocket(lan_url(server))}?key={key_of(server)}") for _ in range(3)]
    for phone in phones:
        await phone.connect()
    phones[0].line.lose()
    async with httpx.AsyncClient() as client:
        await client.get(lan_url(server), params={"key": "guessed"})
    await asyncio.sleep(0.3)
    found = await figures(url)
    assert (found["companion_pages connected"], found["companion_pages asleep"]) == (2, 1)
    assert (found["companion_connections talk"], found["companion_wrong_keys_total"]) == (2, 1)
    assert found["companion_tables"] == 3
    assert 0 <= found["companion_loop_delay_seconds"] < 60
    assert found["process_resident_memory_bytes"] > 1e6
    for phone in phones[1:]:
        await phone.close()


def test_the_log_has_time_level_and_table_but_no_page_that_has_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that leaves before its first screen is drawn is no error."""
    lines: list[str] = []
    handler = logging.Handler(logging.INFO)
    handler.addFilter(_Page())
    handler.setFormatter(logging.Formatter(_FORMAT, style="{"))
    handler.emit = lambda record: lines.append(handler.format(record))  # type: ignore[method-assign]
    app = furnish(tmp_path)
    table = app.tables.begin(Header("bronzen", 1, ("Gerda", "Ben")))

    async def leave_after(wait: float, url: str) -> None:
        page = LineClient(url, route=f"/table/{table}")
        connecting = asyncio.create_task(page.connect())
        await asyncio.sleep(wait)
        connecting.cancel()
        if hasattr(page, "_socket"):
            page.line.lose()
        await asyncio.gather(connecting, return_exceptions=True)

    async def work() -> None:
        async with Server(main_of(app), data=tmp_path, port=0) as server:
            await server.prepared()
            for wait in (0.01, 0.02, 0.05, 0.1, 0.3):
                await leave_after(wait, websocket(server.url))
        app.tables.library.close()

    logging.getLogger().addHandler(handler)
    try:
        with caplog.at_level(logging.INFO):
            asyncio.run(work())
            logging.getLogger("companion.tables").warning("a warning")
    finally:
        logging.getLogger().removeHandler(handler)
    assert not [line for line in lines if "Traceback" in line]
    assert not [line for line in lines if "Gerda" in line]
    stamp, clock, level, name, *message = next(line for line in lines if "a warning" in line).split()
    assert (len(stamp), len(clock), level, name, message) == (
        *(10, 12, "WARNING", "companion.tables"),
        ["room=-", "table=-", "a", "warning"],
    )
