"""How well the search answers: ``python tests/lookup/quality.py [FILE ...] [--misses]``.

Asks every question that the rules themselves name (``asked.toml``), or those of other files such as ``held_out.toml``, and
prints how often a rule that answers came first and how often it was among the first three; with ``--misses`` also which
came instead.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT)]

from companion import resources  # noqa: E402
from companion.lookup.sample_questions import Question, questions_in  # noqa: E402

#: What the search knows that people ask.
ASKED: Final = tuple(
    folder / "asked.toml" for folder in sorted(resources.rules_folders().values()) if [*folder.glob("asked.*")]
)
#: Unseen questions, which were not used for tuning.
HELD_OUT: Final = (HERE / "held_out.toml",)
#: Likewise, but short and colloquial.
COLLOQUIAL: Final = (HERE / "colloquial.toml",)


@frozen
class Answered:
    """A question and what the search said.

    :param ids: the rules found, the best first.
    :param seconds: how long that took.
    """

    question: Question
    ids: tuple[str, ...]
    seconds: float

    def within(self, first: int) -> bool:
        """Whether a rule that answers is among the first so many."""
        return not set(self.question.answers).isdisjoint(self.ids[:first])


def questions(files: Iterable[Path] = ASKED) -> Iterator[Question]:
    """Yield the questions of some files."""
    for file in files:
        yield from questions_in(resources.said(file))


def answered(files: Iterable[Path] = ASKED, *, every: int = 1) -> tuple[Answered, ...]:
    """Ask the questions of some files, all of them or every so many."""
    from companion.lookup.search import search

    def one(question: Question) -> Answered:
        begun = time.process_time()
        hits = search(question.ask, question.locale, playing=question.playing)
        return Answered(question, tuple(hit.rule.id for hit in hits), time.process_time() - begun)

    return tuple(map(one, islice(questions(files), 0, None, every)))


def share(found: tuple[Answered, ...], first: int) -> float:
    """Return the share of questions answered within the first so many hits."""
    return sum(one.within(first) for one in found) / len(found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=ASKED)
    parser.add_argument("--misses", action="store_true", help="tell which questions are not answered first")
    options = parser.parse_args()
    found = answered(options.files)
    groups: dict[str, Callable[[Question], bool]] = {
        "all": lambda _: True,
        "German": lambda question: question.locale == "de",
        "English": lambda question: question.locale == "en",
        "at the table": lambda question: question.playing is not None,
        "away from it": lambda question: question.playing is None,
        "with slips": lambda question: question.slips,
    }
    groups |= {
        game: lambda question, game=game: question.game == game  # type: ignore[misc]
        for game in dict.fromkeys(one.question.game for one in found)
    }
    print(f"{'':14}{'questions':>10}{'first':>8}{'first 3':>9}")
    for name, belongs in groups.items():
        if part := tuple(one for one in found if belongs(one.question)):
            print(f"{name:14}{len(part):10}{share(part, 1):8.1%}{share(part, 3):9.1%}")
    times = sorted(one.seconds for one in found[1:])  # the first one builds the index
    print(f"\na search takes {median(times) * 1000:.1f} ms, at most {times[-1] * 1000:.1f} ms")
    if options.misses:
        for one in found:
            if not one.within(1):
                place = next((at for at, id in enumerate(one.ids, 1) if id in one.question.answers), "–")
                print(
                    f"{place!s:>3}  {one.question.ask}  [{one.question.how}] {one.question.answers[0]} <- {', '.join(one.ids[:3])}"
                )


if __name__ == "__main__":
    main()
