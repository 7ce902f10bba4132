"""Tries mutants: a process that has all tests and the program loaded forks for each of them."""

import gc
import importlib.machinery
import os
import signal
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any, Final

import coverage
import pytest
from attrs import define, field

from mutation.mutants import ROOT, Mutant, modules

#: Tests that look at what kernel and scoring do; those of a game look at that game. What starts processes of its own
#: would not see the error.
_SHARED: Final = ("kernel", "scoring", "tables", "conformance")
_OF_GAMES: Final = ("games/test_pins.py", "conformance", "tables/test_text_report.py")
#: The project's options are for people who watch.
_QUIET: Final = (
    *("-o", "addopts=", "--import-mode=importlib", "-s"),
    *("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist"),
)
#: Seconds of work after which a process is taken for one that never ends: so many times what its tests take, and so much more.
_SLOWER: Final = 5.0
_LONGER: Final = 10.0
_UNNOTICED: Final = 0
_NOTICED: Final = 1
_BROKEN: Final = 2


@define
class Score:
    """What came of some mutants.

    :param unnoticed: those after which every test still passed.
    :param broken: those that could not be tried; they do not count.
    :param seconds: how long it took.
    """

    tried: Sequence[Mutant]
    unnoticed: list[Mutant] = field(factory=list)
    broken: list[Mutant] = field(factory=list)
    seconds: float = 0.0

    @property
    def percent(self) -> float:
        """How many of a hundred were noticed."""
        return 100 * (1 - len(self.unnoticed) / max(1, len(self.tried)))

    def __str__(self) -> str:
        """Return the mutants that were not noticed, tables of how many were, and the score as the last line."""
        lines = [str(mutant) for mutant in sorted(self.unnoticed, key=lambda each: (each.path, each.line))]
        lines += [f"cannot be tried: {mutant}" for mutant in self.broken]
        for name in ("package", "kind"):
            of_all, left = (Counter(getattr(each, name) for each in some) for some in (self.tried, self.unnoticed))
            lines.append(f"\n{name:<24}{'errors':>8}{'noticed':>9}{'score':>8}")
            lines += [f"{key:<24}{n:8}{n - left[key]:9}{1 - left[key] / n:8.1%}" for key, n in sorted(of_all.items())]
        noticed = len(self.tried) - len(self.unnoticed)
        lines.append(
            f"\nmutation: {noticed} of {len(self.tried)} noticed ({self.percent:.0f} %) in {self.seconds:.0f} s"
        )
        return "\n".join(lines)


def tried(mutants: Sequence[Mutant]) -> Score:
    """Try mutants and return what came of them.

    :raises RuntimeError: if a test fails without any error put in.
    """
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # Hypothesis then tries the same every time
    sys.dont_write_bytecode = False
    begun = time.perf_counter()
    run = _Run(Score(mutants))
    code = pytest.main([*_QUIET, *(f"tests/{name}" for name in _tests_of(mutants))], plugins=[run])
    if run.failed or code not in (0, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"tests fail as it is: {run.failed or code}")
    run.score.tried = [mutant for mutant in mutants if mutant not in run.score.broken]
    run.score.seconds = time.perf_counter() - begun
    return run.score


def _tests_of(mutants: Iterable[Mutant]) -> tuple[str, ...]:
    """Return the folders and files of the tests that may come by some mutants."""
    packages = {mutant.package for mutant in mutants}
    games = sorted(package for package in packages if package.startswith("games/"))
    shared = _SHARED if len(games) < len(packages) else ()
    return tuple(dict.fromkeys((*shared, *games, *(_OF_GAMES if games else ()))))


@define
class _Run:
    """A plugin that tries mutants in the place of running the tests once."""

    score: Score
    failed: list[str] = field(factory=list)
    _items: dict[str, pytest.Item] = field(factory=dict)
    _seconds: dict[str, float] = field(factory=dict)
    _comers: dict[str, dict[int, set[str]]] = field(factory=dict)
    _functions: dict[str, list[FunctionType]] = field(factory=lambda: defaultdict(list))
    _caches: list[Any] = field(factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record which tests reach which lines, then fork for each mutant."""
        _hasten()
        self._items = {item.nodeid: item for item in session.items}
        self._look_around()
        self._learn()
        if not self.failed:
            self._try()
        return True

    def _look_around(self) -> None:
        gc.unfreeze()  # what the tests' own set-up has frozen is not among the objects Python lists
        files = {str(mutant.file) for mutant in self.score.tried}
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__.co_filename in files:
                self._functions[each.__code__.co_filename].append(each)
        deciding = {module.removesuffix(".py").replace("/", ".").removesuffix(".__init__") for module in modules()}
        self._caches = [
            each
            for each in gc.get_objects()
            if hasattr(type(each), "cache_clear") and getattr(each, "__module__", None) in deciding
        ]
        gc.freeze()  # a fork then shares it

    def _learn(self) -> None:
        files = sorted({str(mutant.file) for mutant in self.score.tried})
        watch = coverage.Coverage(data_file=None, config_file=False, include=files, messages=False)
        watch.start()
        for name, item in self._items.items():
            self._forget()
            watch.switch_context(name)
            begun = time.process_time()
            if not _passes([item]):
                self.failed.append(name)
            self._seconds[name] = time.process_time() - begun
        watch.stop()
        with warnings.catch_warnings(action="ignore", category=coverage.exceptions.CoverageWarning):
            data = watch.get_data()  # there may be none: what runs when a module is loaded ran before
        for file in files:
            lines = data.contexts_by_lineno(file)
            self._comers[file] = {line: {*names} - {""} for line, names in lines.items()}

    def _forget(self) -> None:
        for each in self._caches:
            each.cache_clear()

    def _try(self) -> None:
        running: dict[int, Mutant] = {}
        waiting = list(reversed(self.score.tried))
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                mutant = waiting.pop()
                running[self._fork(mutant, self._tests(mutant))] = mutant
            if running:
                process, status = os.wait()
                tried_ = running.pop(process, None)
                code = os.waitstatus_to_exitcode(status)
                if tried_ and code in (_UNNOTICED, _BROKEN):
                    (self.score.broken if code == _BROKEN else self.score.unnoticed).append(tried_)

    def _tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that may notice a mutant, the quickest first."""
        # what runs when a module is loaded may be noticed by anybody
        found = self._comers_by(mutant) or set(self._items)
        return sorted(found, key=lambda name: (self._seconds[name], name))

    def _comers_by(self, mutant: Mutant) -> set[str]:
        """Return the tests that come by a mutant; none by what runs only when its module is loaded, or never."""
        lines = self._comers[str(mutant.file)]
        return (lines.get(mutant.line) or lines.get(mutant.begins) or set()) if mutant.function else set()

    def _fork(self, mutant: Mutant, tests: list[str]) -> int:
        sys.stdout.flush()
        if process := os.fork():
            return process
        outcome = _BROKEN
        with suppress(Exception):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            signal.setitimer(signal.ITIMER_PROF, _LONGER + _SLOWER * sum(self._seconds[name] for name in tests))
            passes = self._patched if self._comers_by(mutant) else _loaded
            outcome = _UNNOTICED if passes(mutant, tests) else _NOTICED
        os._exit(outcome)

    def _patched(self, mutant: Mutant, tests: list[str]) -> bool:
        """Return whether tests pass when a function that is loaded already is another one."""
        file = str(mutant.file)
        new = {_key(code): code for code in _codes(compile(mutant.tree(), file, "exec", dont_inherit=True))}
        for function in self._functions[file]:
            code = new.get(_key(function.__code__))
            if code is not None and code != function.__code__:
                if code.co_freevars != function.__code__.co_freevars:
                    return _loaded(mutant, tests)  # Python lets no other closure take its place
                function.__code__ = code
        self._forget()
        return _passes([self._items[name] for name in tests])


def _loaded(mutant: Mutant, tests: list[str]) -> bool:
    """Return whether tests pass when a module is loaded with its error, and everything with it."""
    ours = (str(ROOT / "companion"), str(ROOT / "tests"))
    for name, module in list(sys.modules.items()):
        if not name.startswith("mutation") and str(getattr(module, "__file__", "")).startswith(ours):
            del sys.modules[name]
    loader: Any = importlib.machinery.SourceFileLoader
    get_code = loader.get_code

    def with_error(self: Any, name: str) -> CodeType | None:
        if self.get_filename(name) == str(mutant.file):
            return compile(mutant.tree(), str(mutant.file), "exec", dont_inherit=True)
        code: CodeType | None = get_code(self, name)
        return code

    loader.get_code = with_error
    # a file is loaded as a whole; the pins of messages come first, since they reach everything
    files = dict.fromkeys(name.split("::")[0] for name in tests)
    first = sorted(files, key=lambda file: (not file.endswith("test_pins.py"), "conformance" in file))
    return pytest.main([*_QUIET, "-x", *first], plugins=[_Hasty()]) == 0


class _Hasty:
    """A plugin that keeps Hypothesis from looking for smaller examples."""

    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Hasten, once everything is loaded."""
        _hasten()


def _hasten() -> None:
    """Let Hypothesis try little, the same every time, remember nothing, and not look for smaller examples."""
    from hypothesis import Phase, settings

    own = settings.get_profile("walks")
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutation", own, database=None, derandomize=True, phases=phases, max_examples=2)
    settings.load_profile("mutation")


def _passes(items: Sequence[pytest.Item]) -> bool:
    """Run tests until one fails; return whether none did."""
    from _pytest.runner import runtestprotocol

    for item, following in zip(items, [*items[1:], None], strict=True):
        try:
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return False
        except (SystemExit, KeyboardInterrupt, pytest.exit.Exception):
            return False
    return True


def _codes(code: CodeType) -> Iterable[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
