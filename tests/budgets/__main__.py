"""Number of taps to report a game: ``python tests/budgets [GAME …]``.

Serves the companion, opens it in Chromium on an upright phone, plays the usual course of each game on its real screens, and
prints the taps, typed letters and scrolls of every stretch, and the taps allowed. Exits with 1 if there were more taps, if
anything was typed or scrolled, or if the reports are not entered at the end.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def main() -> int:
    """Play the courses asked for and print their table."""
    parser = argparse.ArgumentParser(prog="budgets", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="id of a game; all without it")
    parser.add_argument(
        "--pictures", type=Path, metavar="DIR", help="keep a picture of the screen after each tap there"
    )
    options = parser.parse_args()
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    courses = import_module("budgets.course").courses()
    if unknown := set(options.games) - {course.game for course in courses}:
        parser.error(f"there is no game {', '.join(sorted(unknown))}")
    asked = [course for course in courses if not options.games or course.game in options.games]
    chromium = import_module("budgets.browser")
    print(f"{'':52} taps  of  letters  scrolls")
    over = 0
    with chromium.launched() as browser:
        for course, spent in chromium.played(asked, browser, options.pictures):
            row = f"{course.name:52} {spent.taps:4} {course.limit:3} {spent.letters:8} {spent.scrolls:8}"
            print(f"{row}  {spent.failure}".rstrip(), flush=True)
            over += not spent.within(course)
    print(f"\n{over or 'no'} {'budget' if over == 1 else 'budgets'} exceeded")
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
