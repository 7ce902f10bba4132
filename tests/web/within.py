"""Runs tests in the browser's Python: the start module of a site built by :mod:`web.inside`."""

import importlib
import io
import json
import os
import sys
import zipfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final

#: Folder of the tests and their packages, laid out as in a checkout; the program is the site's, in its own folder.
ROOT: Final = Path("/proof")
#: Packages of the standard library that the site has only in part.
_OF_PYTHON: Final = ("encodings", "http", "logging", "urllib", "xml")
_OPTIONS: Final = "addopts=--import-mode=importlib"
#: Warnings of Python since 3.13 about a library left open, and of Hypothesis about reference counts since 3.14.
_WARNINGS: Final = ("ignore:unclosed database:ResourceWarning", "ignore:It looks like `register_random`:Warning")


async def run(site: Any) -> None:
    """Run the tests the page asks for, and report the outcome of each.

    :param site: the functions of the worker, see ``companion/web/site/worker.js``.
    """
    asked = json.loads(await site.open())
    zipfile.ZipFile(io.BytesIO(Path("/app/proof.zip").read_bytes())).extractall("/")
    os.chdir(ROOT)
    os.environ.update(asked["environment"])
    sys.path[:0] = [str(ROOT / "library"), str(ROOT / "tests")]
    for folder in (ROOT / "library").iterdir():  # a part of a standard package is not found by the import system
        if folder.name in _OF_PYTHON:
            importlib.import_module(folder.name).__path__.append(str(folder))
    if asked["stand_in"]:
        from web.native import stand_in

        stand_in(asked["stand_in"])
    import pytest

    def send(**said: Any) -> None:
        site.report(json.dumps(said))

    send(python=sys.version.partition(" ")[0], platform=sys.platform, bits=sys.maxsize.bit_length() + 1)
    options = ["--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", _OPTIONS]
    options += [word for warning in _WARNINGS for word in ("-W", warning)]
    spoken = io.StringIO()
    with redirect_stdout(spoken), redirect_stderr(spoken):
        code = pytest.main([*options, *asked["options"], *asked["paths"]], plugins=[_Reporter(send, asked["cannot"])])
    send(end=int(code), said=spoken.getvalue())


class _Reporter:
    """Reports the outcome of each test.

    :param cannot: the tests that cannot run here, by the beginning of their names, each with the reason.
    """

    def __init__(self, send: Any, cannot: dict[str, str]) -> None:
        self._send = send
        self._cannot = cannot

    def _why_not(self, name: str) -> str | None:
        # the longest prefix applies
        held = (each for each in sorted(self._cannot, key=len, reverse=True) if name.startswith(each))
        return next(map(self._cannot.__getitem__, held), None)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out files that cannot be imported."""
        name = str(collection_path).removeprefix(f"{ROOT}/tests/")
        if why := self._why_not(name):
            self._send(left=name, why=why)
            return True
        return None

    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> None:
        """Leave out tests that cannot run."""
        kept, left = [], []
        for item in items:
            why = self._why_not(item.nodeid.removeprefix("tests/"))
            if why:
                self._send(left=item.nodeid.removeprefix("tests/"), why=why)
            (left if why else kept).append(item)
        if left:
            config.hook.pytest_deselected(items=left)
        items[:] = kept
        self._send(count=len(kept))

    def pytest_collectreport(self, report: Any) -> None:
        """Report a file that could not be collected."""
        if report.failed:
            self._send(test=report.nodeid, outcome="unread", why=str(report.longrepr))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Report the test that starts: if no further message arrives, it crashed."""
        self._send(begun=nodeid.removeprefix("tests/"))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Report a test, and errors of its set-up and teardown."""
        if report.when == "call" or not report.passed:
            why = (
                str(report.longrepr)
                if report.failed
                else report.longrepr[2]
                if report.skipped and isinstance(report.longrepr, tuple)
                else ""
            )
            self._send(
                test=report.nodeid.removeprefix("tests/"), outcome=report.outcome, why=why, seconds=report.duration
            )
