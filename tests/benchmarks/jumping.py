"""The program with a clock that jumps: ``python jumping.py serve …``. Every two seconds it is a day ahead, or a day behind."""

import datetime
import runpy
import time
from typing import Any, Final

_EVERY: Final = 2.0
_DAY: Final = 24 * 3600.0

_time, _monotonic = time.time, time.monotonic


def _ahead() -> float:
    return (_DAY, 0.0, -_DAY)[int(_monotonic() / _EVERY) % 3]


class _Jumping(datetime.datetime):
    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return super().now(tz) + datetime.timedelta(seconds=_ahead())


if __name__ == "__main__":
    time.time = lambda: _time() + _ahead()
    datetime.datetime = _Jumping  # type: ignore[misc]
    runpy.run_module("companion", run_name="__main__", alter_sys=True)
