"""Health and figures of the running server, on a port of their own."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from prometheus_client.core import Metric

log: Final = logging.getLogger(__name__)

#: Figures by name, each with the labels of its parts, such as ``{"pages": {("connected",): 8.0}}``.
Figures = Mapping[str, Mapping[tuple[str, ...], float]]

#: The name, the explanation and the labels of each figure. Those that end in ``_total`` only grow.
FIGURES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "connections": ("Open connections by stage.", ("stage",)),
    "pages": ("Pages, connected or asleep.", ("state",)),
    "rooms": ("Rooms opened since the start.", ()),
    "tables": ("Tables in memory.", ()),
    "wrong_keys_total": ("Requests with a wrong key or code.", ()),
    "loop_delay_seconds": ("By how much the event loop was late in the last second.", ()),
}

_PREFIX: Final = "companion_"
_BEAT: Final = 1.0
_MISSING: Final = 'Figures need the package prometheus-client: pip install ".[hosted]"\n'


class LoopDelay:
    """Measures by how much the event loop is late."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def watch(self) -> None:
        """Measure once a second, forever."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(_BEAT)
            self.seconds = max(0.0, time.monotonic() - began - _BEAT)


class StatusPages:
    """ASGI app with ``/healthz`` and ``/metrics``.

    :param figures: returns the figures of :data:`FIGURES`.
    :param trouble: returns why the server cannot serve; ``None`` if it can.
    """

    def __init__(self, figures: Callable[[], Figures], trouble: Callable[[], str | None]) -> None:
        self._figures = figures
        self._trouble = trouble
        self._registry: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        pages = {"/healthz": self._health, "/metrics": self._metrics}
        page = pages.get(Request(scope).url.path)
        answer = page() if page else PlainTextResponse("not found\n", 404)
        await answer(scope, receive, send)

    def _health(self) -> Response:
        trouble = self._trouble()
        return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200)

    def _metrics(self) -> Response:
        try:
            import prometheus_client
        except ModuleNotFoundError:
            return PlainTextResponse(_MISSING, 501)
        if self._registry is None:
            self._registry = prometheus_client.CollectorRegistry()
            self._registry.register(self)
            prometheus_client.ProcessCollector(registry=self._registry)
            prometheus_client.GCCollector(registry=self._registry)
        body = prometheus_client.generate_latest(self._registry)
        return Response(body, media_type=prometheus_client.CONTENT_TYPE_LATEST)

    def collect(self) -> "Iterator[Metric]":
        """Yield the figures in the form of prometheus-client."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, parts in self._figures().items():
            about, labels = FIGURES[name]
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            metric = kind(_PREFIX + name, about, labels=labels)
            for part, value in parts.items():
                metric.add_metric(part, value)
            yield metric
