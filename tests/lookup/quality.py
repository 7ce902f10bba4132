"""How well the search answers: ``python tests/lookup/quality.py [FILE] [--misses]``.

Asks every question of ``questions.toml``, or of another file such as ``held_out.toml``, and prints how often a rule that
answers came first and how often it was among the first three; with ``--misses`` also which came instead.
"""

import argparse
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Final

from attrs import frozen

HERE: Final = Path(__file__).resolve().parent
QUESTIONS: Final = HERE / "questions.toml"
#: Those that nothing was tuned with.
HELD_OUT: Final = HERE / "held_out.toml"


@frozen
class Question:
    """Something people ask.

    :param game: the game it is about.
    :param how: ``table`` or ``away``, with ``_slips`` if there are any.
    :param answers: the rules that answer it.
    """

    ask: str
    game: str
    locale: str
    how: str
    answers: tuple[str, ...]

    @property
    def playing(self) -> str | None:
        """The game on the table."""
        return self.game if self.how.startswith("table") else None

    @property
    def slips(self) -> bool:
        """Whether it is misspelled."""
        return self.how.endswith("_slips")


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


def questions(file: Path = QUESTIONS) -> Iterator[Question]:
    """Yield the questions of a file."""
    for game, languages in tomllib.loads(file.read_text(encoding="utf-8")).items():
        for locale, ways in languages.items():
            for how, asked in ways.items():
                for ask, answers in asked.items():
                    yield Question(ask, game, locale, how, tuple(answers))


def answered(file: Path = QUESTIONS, *, every: int = 1) -> tuple[Answered, ...]:
    """Ask the questions of a file, all of them or every so many."""
    from companion.lookup.search import search

    def one(question: Question) -> Answered:
        begun = time.process_time()
        hits = search(question.ask, question.locale, playing=question.playing)
        return Answered(question, tuple(hit.rule.id for hit in hits), time.process_time() - begun)

    return tuple(map(one, islice(questions(file), 0, None, every)))


def share(found: tuple[Answered, ...], first: int) -> float:
    """Return the share of questions answered within the first so many hits."""
    return sum(one.within(first) for one in found) / len(found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=QUESTIONS)
    parser.add_argument("--misses", action="store_true", help="tell which questions are not answered first")
    options = parser.parse_args()
    found = answered(options.file)
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
    sys.path[:0] = [str(HERE.parents[1])]
    main()
