"""Whether the tests notice when the referee errs: ``python tests/mutation [PATH …] [--sample N] [--seed N] [--list]``.

Puts one error after the other into kernel, scoring and the games' engines (``mutants.py``): a comparison turned round, a
rule cited in the place of another, another message used, two reasons in the other order. For each it runs the tests
that come by the place, the quickest first, until one fails. Prints the errors that no test notices and how many of a
hundred were noticed, by package and by kind.

Why not mutmut or cosmic-ray: mutmut knows neither rules nor sentences nor the order of reasons, leaves decorated classes
and what stands outside of functions as it is, and cannot be taught; cosmic-ray starts the tests anew for every mutant,
which takes seconds where a fork of a process that has everything loaded takes hundredths.
"""

import argparse
import sys
import tomllib
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1]


def main() -> int:
    """Try the mutants asked for, print what came of them, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="modules or folders; without it all that decide something"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="try so many of them, chosen by chance")
    parser.add_argument("--seed", type=int, default=0, help="another number chooses others; by default 0")
    parser.add_argument("--only", metavar="KIND", help="errors of one kind")
    parser.add_argument("--list", action="store_true", help="say which errors there are, and try none")
    parser.add_argument("--least", type=float, metavar="PERCENT", help="exit code 1 if fewer are noticed")
    options = parser.parse_args()

    from mutation.mutants import ROOT, modules, mutants
    from mutation.run import tried

    # not by the rule book, which would be kept: the tests bring rules of their own
    files = (ROOT / "rules_data").glob("*/rules.toml")
    rules = [rule["id"] for file in files for rule in tomllib.loads(file.read_text(encoding="utf-8"))["rule"]]
    asked = [Path(path).resolve() for path in options.paths]
    chosen = [path for path in modules() if not asked or any((ROOT / path).is_relative_to(each) for each in asked)]
    found = [mutant for path in chosen for mutant in mutants(path, rules) if options.only in (None, mutant.kind)]
    if options.sample is not None and options.sample < len(found):
        found = sorted(
            Random(options.seed).sample(found, options.sample), key=lambda mutant: (mutant.path, mutant.line)
        )
    if options.list:
        print(*found, f"{len(found)} errors", sep="\n")
        return 0
    score = tried(found)
    print(score)
    return int(options.least is not None and score.percent < options.least)


if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    sys.exit(main())
