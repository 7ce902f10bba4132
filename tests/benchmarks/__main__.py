"""Benchmarks: ``python tests/benchmarks``, all within two and a half minutes on two cores.

Prints one table. Every line is a ratio of two alternating measurements, each the median of several runs, so that a
fast or busy machine changes it little. Where a limit is set, the line says whether it is kept.

- ``replay``: a log of 2,000 entries of Bronzen read and replayed, against ``json.loads`` of its lines.
- ``submit``: a report on a log of 2,000 entries, and of 20,000, against one on an empty log, for every game found: judged,
  written to the library on disk, then view, offers, undo and sheet as a page uses them. Processor time of this process.
- ``tap``: from the tap of one phone to the other phone's new screen, over two websockets, against the same on a bare
  Flet counter (``counter.py``): a minimal one, and one with as many controls as the table, since Flet's work grows with
  the controls on the page. The limit applies to the second. The companion's figure includes a write to the disk.
- ``games``: from an undo or redo on one phone to the other phone's screen, for every game found, against Bronzen.
- ``search``: a search of the rules against a scan of all texts for its words, and building its index against rendering
  these texts.
- ``start``: imports before the address is served and before a page can be drawn, in fresh interpreters, against those
  of the bare counter; and the time from process start to the first answer.
- ``memory``: memory of a table page in the server, against the same two counters.
- ``pocket``: starts and a tap of the site that runs in the browser, in Chromium, against a bare page of Flet built in
  the same way. Takes some minutes; runs only when named.
- ``load``: an evening of a club on two processes with one PostgreSQL database: how long a tap takes to the last phone of its
  table, and whether an entry is lost or doubled. Takes two minutes; ``--tables`` and the like make it smaller. Runs only
  when named.
- ``rush``: ten tables with eight phones that act every second for a minute, then faults one by one, a killed server, and 500
  joins and leaves; one line for each with its outcome. Takes some four minutes; runs only when named.
- ``hosted``: two processes that serve the rooms of one PostgreSQL database, and faults between all of them; then a thousand
  rooms with ten thousand games. Takes two minutes; runs only when named.
- ``live``: one entry on two phones and on eight, until the last one shows it and in processor time, and memory and processor
  time of a page that joins; against a bare counter with as many controls. Takes two minutes; runs only when named.
- ``evenings``: the evenings of ten thousand games opened in the tests' own page, against reading their stored summaries.
  Takes two minutes, most of them to write the games. Runs only when named.
- ``patches``: drawing a table page, a tap, a player who joins and a dialog, without each speed patch of Flet in turn,
  against all of them. Takes some minutes; runs only when named.

No test asserts a time: a busy machine is not a bug. ``--strict`` exits with code 1 if a limit is exceeded.
"""

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
NAMES = ("replay", "submit", "tap", "games", "search", "start", "memory")
BY_NAME = ("pocket", "load", "rush", "hosted", "live", "evenings", "patches")


def main() -> int:
    """Run the benchmarks asked for and print their table."""
    parser = argparse.ArgumentParser(
        prog="benchmarks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "only",
        nargs="*",
        metavar="NAME",
        help=f"which of {', '.join(NAMES + BY_NAME)}; without it all but {', '.join(BY_NAME)}",
    )
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a limit is not kept")
    size = parser.add_argument_group("load")
    for name, kind in (("tables", int), ("phones", int), ("processes", int), ("every", float), ("seconds", float)):
        size.add_argument(f"--{name}", type=kind, default=argparse.SUPPRESS)
    options = parser.parse_args()
    given = {name: value for name, value in vars(options).items() if name not in ("only", "strict")}
    if unknown := set(options.only) - {*NAMES, *BY_NAME}:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    sys.path[:1] = [str(TESTS), str(TESTS.parent)]  # not this folder: its modules are named like packages of the tests
    measure = import_module("benchmarks.measure")
    print(measure.machine(), end="\n\n")
    print(measure.HEAD)
    begun, over = time.monotonic(), 0
    for name in [name for name in NAMES + BY_NAME if name in (options.only or NAMES)]:
        benchmark = import_module(f"benchmarks.{name}")
        for ratio in benchmark.measured(*[benchmark.Size(**given)] if name == "load" else []):
            print(measure.row(ratio), flush=True)
            over += not ratio.kept
    print(f"\n{time.monotonic() - begun:.0f} s; {over or 'no'} {'limit' if over == 1 else 'limits'} exceeded")
    return int(options.strict and over > 0)


if __name__ == "__main__":
    sys.exit(main())
