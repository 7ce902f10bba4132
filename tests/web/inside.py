"""The tests of the program in the browser's own Python: ``python tests/web/inside.py [PATH …]``.

Builds the pocket with the tests packed beside the program, starts it in Chromium, runs pytest there, and prints the outcome
of each test. A path is below ``tests``, as for pytest: ``conformance``, ``games/slam``, ``lookup/test_search.py::test_…``;
without one, all tests that can run there are run. Arguments after ``--`` are passed to pytest: ``-- -k ties``. Exits with 1
if a test failed.
"""

import argparse
import importlib.metadata
import importlib.util
import io
import json
import os
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field, frozen
from playwright.sync_api import sync_playwright

from companion.server.page import client_folder
from companion.web import contents
from companion.web.build import build
from companion.web.contents import Files

TESTS: Final = Path(__file__).resolve().parents[1]

#: The tests that run by default: their code is the same on a server and in a browser.
ALL: Final = ("conformance", "games", "i18n", "kernel", "lookup", "scoring", "storage", "tables")

_CHILDREN: Final = "a browser has no other processes"
_COMPILED: Final = "the site has its catalogs compiled, and of Babel only its own languages"
_SOURCES: Final = "the site has the program compiled, without docstrings"
_NO_LOG: Final = "a browser keeps the library as one file, without a log of SQLite's beside it"
_OWN_LANGUAGES: Final = "the site knows of its own languages alone"
_LEFT_OUT: Final = "what taps there asks for controls that the site leaves out"
#: Tests that cannot run in a browser, by the beginning of their names, with the reason.
CANNOT: Final[Mapping[str, str]] = {
    "conformance/test_meta.py::test_actions_say_what_they_report": _SOURCES,
    "games/schlafmuetze/test_words.py::test_nothing_is_read_before_a_word_is_checked": _CHILDREN,
    "i18n/test_catalogs.py::test_every_catalog_is_complete_and_true_to_its_source": _COMPILED,
    "i18n/test_catalogs.py::test_every_id_is_a_rule_and_every_rule_is_cited_or_only_looked_up": _SOURCES,
    "i18n/test_checks.py::test_a_mistyped_citation_is_found": _SOURCES,
    "i18n/test_devtools.py::test_the_command": _COMPILED,
    "i18n/test_render.py::test_where_the_hours_are_counted_in_two_halves_is_what_cldr_knows": _OWN_LANGUAGES,
    "i18n/test_words.py": _COMPILED,
    "lookup/test_content_companion.py::test_a_guess_sheet_opens_on_its_owners_phone_alone": _LEFT_OUT,
    "lookup/test_content_companion.py::test_a_slam_for_the_wrong_person_is_undone_once_a_third_agrees": _LEFT_OUT,
    "lookup/test_content_companion.py::test_the_television_says_what_a_phone_has_reported": _LEFT_OUT,
    "lookup/test_content_originals.py::test_all_that_is_said_in_any_language_is_compared": _COMPILED,
    "lookup/test_search.py::test_a_language_nobody_has_described_is_searched_all_the_same": _COMPILED,
    "lookup/test_search.py::test_every_language_says_how_it_is_spoken": _COMPILED,
    "lookup/test_search.py::test_threads_may_search_at_once": "a browser's Python has no threads",
    "storage/test_crash.py": _CHILDREN,
    "storage/test_postgres.py": "the site leaves out what only a server needs",
    "storage/test_sqlite.py::test_only_the_owner_can_read_the_library": _NO_LOG,
    "storage/test_sqlite.py::test_the_file_says_what_it_is": _NO_LOG,
    "storage/test_sqlite.py::test_what_was_not_yet_in_the_file_is_put_aside_with_it": _NO_LOG,
}

#: Set in the thorough run, see ``tests/effort.py``.
_THOROUGH: Final = "COMPANION_THOROUGH"
#: Seconds without output after which Python counts as dead.
_SILENCE: Final = 180.0

#: Installed packages that run the tests, and the packages these import.
_PACKAGES: Final = (
    "pytest",
    "_pytest",
    "pluggy",
    "iniconfig",
    "packaging",
    "pygments",
    "hypothesis",
    "sortedcontainers",
    "websockets",
)
#: Packages that the site leaves out and tests import.
_BESIDE: Final = ("companion.cli", "companion.devtools", "companion.server", "babel.messages")
#: Their modules outside these folders.
_MODULES: Final = ("py", "_hypothesis_globals", "_hypothesis_pytestplugin", "_hypothesis_ftz_detector")
_OF_THE_CHECKOUT: Final = ("pyproject.toml",)


@frozen
class Outcome:
    """The outcome of a test.

    :param outcome: ``passed``, ``failed``, ``skipped``, or ``unread`` for a file that could not be imported.
    :param why: the error, or the reason for skipping it.
    """

    test: str
    outcome: str
    why: str = ""
    seconds: float = 0.0


@define
class Ran:
    """The outcome of a run.

    :param left: tests left out, with the reason.
    :param begun: the latest test that began.
    :param end: pytest's exit code.
    """

    outcomes: list[Outcome] = field(factory=list)
    left: dict[str, str] = field(factory=dict)
    python: str = ""
    begun: str = ""
    end: int | None = None

    @property
    def failed(self) -> list[Outcome]:
        """The tests that failed."""
        return [one for one in self.outcomes if one.outcome in ("failed", "unread")]

    def lose(self, why: str, say: Callable[[str], None]) -> None:
        """Record that Python crashed during a test, and that no test ran after it."""
        self.outcomes.append(Outcome(self.begun, "failed", why))
        self.end = -1
        say(f"failed                {self.begun}\n{why}")


def site(folder: Path) -> None:
    """Build a site into a folder that runs tests instead of the program."""
    program = contents.companion()
    more = {"within.py": Path(__file__).with_name("within.py").read_bytes(), "proof.zip": _packed(_checkout())}
    build(folder, evolve(program, entry="within", python={**program.python, **more}))


def run(
    page: Any,
    url: str,
    paths: Sequence[str],
    options: Sequence[str] = (),
    *,
    thorough: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Ran:
    """Run tests on a page of a browser.

    :param url: where the site is served.
    :param paths: below ``tests``.
    :param options: for pytest.
    :param thorough: whether the run is thorough.
    :param say: called with a line for each test.
    """
    # any other file of the site: its page would start the client as well
    page.goto(f"{url}licences/client.txt")
    asked = {
        "paths": [f"tests/{path}" for path in paths],
        "options": list(options),
        "cannot": dict(CANNOT),
        "environment": {name: "1" for name, is_so in {"CI": "CI" in os.environ, _THOROUGH: thorough}.items() if is_so},
        "stand_in": _version_if_compiled(),
    }
    page.evaluate(_START, asked)
    ran, last_message = Ran(), time.monotonic()
    while ran.end is None:
        page.wait_for_timeout(200)
        messages = page.evaluate("globalThis.messages.splice(0)")
        last_message = time.monotonic() if messages else last_message
        if time.monotonic() - last_message > _SILENCE:
            ran.lose("no message came", say)
        for data in messages:
            if "failed" in data:
                ran.lose(data["failed"], say)
            elif "what" in data:
                _hear(json.loads(data["what"]), ran, say)
    return ran


def _hear(said: dict[str, Any], ran: Ran, say: Callable[[str], None]) -> None:
    match said:
        case {"test": test, "outcome": outcome, "why": why}:
            ran.outcomes.append(Outcome(test, outcome, why, said.get("seconds", 0.0)))
            say(f"{outcome:8} {said.get('seconds', 0.0):7.2f} s  {test}{f'  {why}' if outcome == 'skipped' else ''}")
            if outcome in ("failed", "unread"):
                say(why)
        case {"begun": test}:
            ran.begun = test
        case {"left": left, "why": why}:
            ran.left[left] = why
            say(f"left out            {left}: {why}")
        case {"python": version, "platform": platform, "bits": bits}:
            ran.python = version
            say(f"Python {version}, {platform}, {bits} bits")
        case {"count": count}:
            say(f"{count} tests")
        case {"end": end, "said": words}:
            ran.end = end
            if not ran.outcomes:
                say(words)


_START: Final = """asked => {
    globalThis.messages = [];
    const worker = new Worker(new URL("/worker.js", location.href), { type: "module" });
    worker.onmessage = ({ data }) => data instanceof Uint8Array || globalThis.messages.push(data);
    worker.onerror = (event) => globalThis.messages.push({ failed: event.message });
    worker.postMessage({ ours: asked });
}"""


def _checkout() -> Files:
    """Return the tests and their packages, as laid out in the browser."""
    files = {f"proof/tests/{path}": body for path, body in _folder(TESTS).items()}
    files |= {f"proof/{name}": (TESTS.parent / name).read_bytes() for name in _OF_THE_CHECKOUT}
    for name in (*_PACKAGES, *_MODULES):
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            found = Path(spec.origin)
            alone = found.name != "__init__.py"
            held = {found.name: found.read_bytes()} if alone else _folder(found.parent, under=f"{name}/")
            files |= {f"proof/library/{path}": body for path, body in held.items()}
    for name in _BESIDE:
        package, _, part = name.partition(".")
        spec = importlib.util.find_spec(package)
        assert spec
        assert spec.origin
        files |= _folder(Path(spec.origin).parent / part, under=f"app/{package}/{part}/")
    for name in ("pytest", "pluggy", "hypothesis"):  # pytest finds its plugins by their metadata
        for path in importlib.metadata.files(name) or ():
            if path.match("*.dist-info/METADATA") or path.match("*.dist-info/entry_points.txt"):
                files[f"proof/library/{path}"] = Path(str(path.locate())).read_bytes()
    browsers = client_folder() / "pyodide"
    used = contents._library(browsers)
    with zipfile.ZipFile(browsers / "python_stdlib.zip") as library:
        left_out = (path for path in library.namelist() if path not in used and not path.endswith("/"))
        return files | {f"proof/library/{path}": library.read(path) for path in left_out}


def _folder(folder: Path, under: str = "") -> Files:
    return {
        f"{under}{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".png", ".pyc")
    }


def _packed(files: Files) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for path, body in files.items():
            packed.writestr(zipfile.ZipInfo(path), body)
    return made.getvalue()


def _version_if_compiled() -> str | None:
    """Return Hypothesis' version if a part of it is compiled for this machine only."""
    spec = importlib.util.find_spec("hypothesis._native")
    return importlib.metadata.version("hypothesis") if spec else None


@contextmanager
def launched(folder: Path) -> Iterator[tuple[Any, str]]:
    """Serve a site, and return an empty page of a browser and the site's address."""
    from ui.conftest import FLAGS, chromium, needed
    from web.conftest import Host

    host = Host(folder).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needed(chromium(playwright)), args=list(FLAGS))
        yield browser.new_page(), host.url
        browser.close()
    host.stop()


def main() -> int:
    """Run the tests asked for."""
    parser = argparse.ArgumentParser(prog="inside", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", nargs="*", metavar="PATH", default=ALL)
    words = sys.argv[1:]
    mine, options = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    asked = parser.parse_args(mine)
    with tempfile.TemporaryDirectory(prefix="inside-") as folder:
        site(Path(folder) / "site")
        with launched(Path(folder) / "site") as (page, url):
            thorough = _THOROUGH in os.environ
            ran = run(page, url, asked.paths, options, thorough=thorough, say=lambda said: print(said, flush=True))
    counts = {
        kind: sum(one.outcome == kind for one in ran.outcomes) for kind in ("passed", "failed", "skipped", "unread")
    }
    print(
        ", ".join(f"{count} {kind}" for kind, count in counts.items() if count), f"{len(ran.left)} left out", sep=", "
    )
    return int(bool(ran.failed) or not counts["passed"])


if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    sys.exit(main())
