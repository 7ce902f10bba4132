"""How the word check judges: ``python tests/games/schlafmuetze/quality.py [--without] [--every N] [--misses]``.

Asks it about every noun compound of the dictionary with the two nouns it is made of (see ``compounds``), which it has to
let stand, and about what is no compound of its two cards (``non_compounds.toml``), which it must not; prints how often
it says what. ``--without`` asks it as if there were no dictionary.
"""

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen

HERE: Final = Path(__file__).resolve().parent
NON_COMPOUNDS: Final = HERE / "non_compounds.toml"
#: Nouns that only their meaning tells from a compound of the two cards.
BY_CHANCE: Final = "by_chance"


@frozen
class Asked:
    """A word and two cards.

    :param kind: ``compound``, or the kind of what is none.
    """

    kind: str
    whole: str
    first: str
    second: str


@frozen
class Judged:
    """What the check says of a word.

    :param verdict: the value of its verdict.
    :param seconds: how long that took.
    """

    asked: Asked
    verdict: str
    seconds: float


def compounds(*, every: int = 1) -> Iterator[Asked]:
    """Yield the compounds of the dictionary, all of them or every so many; none without german-nouns."""
    from games.schlafmuetze import compounds

    if path := compounds.table():
        for one in islice(compounds.compounds(path), 0, None, every):
            yield Asked("compound", one.whole, one.first, one.second)


def non_compounds() -> Iterator[Asked]:
    """Yield what is no compound of its two cards."""
    for kind, entry in tomllib.loads(NON_COMPOUNDS.read_text(encoding="utf-8")).items():
        for line in entry["words"].split("\n"):
            yield Asked(kind, *line.split())


def judged(asked: Iterable[Asked]) -> tuple[Judged, ...]:
    """Return what the check says."""
    from companion.games.schlafmuetze.words import check

    def one(asked: Asked) -> Judged:
        begun = time.perf_counter()
        found = check(asked.first, asked.second, asked.whole)
        assert found
        return Judged(asked, found.verdict.value, time.perf_counter() - begun)

    return tuple(map(one, asked))


def share(found: Iterable[Judged], *verdicts: str) -> float:
    """Return the share of words with one of some verdicts."""
    counts = Counter(one.verdict for one in found)
    return sum(counts[verdict] for verdict in verdicts) / max(1, counts.total())


def main() -> None:
    """Print the figures."""
    from companion.games.schlafmuetze import words

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--without", action="store_true", help="as if there were no dictionary")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every so many compounds")
    parser.add_argument("--misses", action="store_true", help="tell which words are judged wrongly")
    options = parser.parse_args()
    real = tuple(compounds(every=options.every))
    if not real:
        print("The compounds come from german-nouns: pip install '.[test]'", file=sys.stderr)
    if options.without:
        words.dictionary = lambda: None
    found = judged([*real, *non_compounds()])
    verdicts = [verdict.value for verdict in words.Verdict]
    print(f"{'':20}{'words':>8}" + "".join(f"{verdict:>10}" for verdict in verdicts))
    for kind in dict.fromkeys(one.asked.kind for one in found):
        part = [one for one in found if one.asked.kind == kind]
        print(f"{kind:20}{len(part):8}" + "".join(f"{share(part, verdict):10.2%}" for verdict in verdicts))
    times = sorted(one.seconds for one in found[1:])  # the first one reads the dictionary
    print(f"\na verdict takes {median(times) * 1000:.2f} ms, at most {times[-1] * 1000:.1f} ms; ", end="")
    print(f"the first one {found[0].seconds * 1000:.0f} ms")
    if options.misses:
        for one in found:
            if (one.asked.kind == "compound") is not (one.verdict == words.Verdict.KEEPS.value):
                asked = one.asked
                print(f"{one.verdict:8}  {asked.whole}: {asked.first} + {asked.second}  [{asked.kind}]")


if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]
    main()
