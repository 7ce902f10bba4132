"""Work done before Python's memory is saved: everything the first screen needs, and nothing from outside."""

import asyncio

import pytest

from companion.web import warmup
from companion.web.warmup import warm_up


def test_the_first_screen_is_drawn_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    send = warmup._Nobody.send_message

    def listen(self: warmup._Nobody, message: warmup.Message) -> None:
        sent.append(str(message.body))
        send(self, message)

    monkeypatch.setattr(warmup._Nobody, "send_message", listen)
    warm_up()
    assert any("play-bronzen" in one for one in sent)
    assert asyncio._get_running_loop() is None


def test_the_warm_up_keeps_the_current_event_loop() -> None:
    async def inside() -> None:
        warm_up()
        await asyncio.sleep(0)
        assert asyncio.get_running_loop() is loop

    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        runner.run(inside())
