"""An incremental search of the rules, against a linear scan of all texts for the same words."""

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Final

from lookup.quality import Question, questions

from benchmarks.measure import Ratio, in_turn, processor_seconds
from companion.games import games
from companion.i18n import Renderer
from companion.lookup import rulebook
from companion.lookup.search import Index, search
from companion.resources import locales

_MOST: Final = 0.05


def measured() -> Iterator[Ratio]:
    """Measure every fourth query of the quality test, and building the index."""
    asked = list(questions())[::4]
    texts = _texts()

    def scan(words: list[str]) -> list[int]:
        return sorted(range(len(texts)), key=lambda at: -sum(word in texts[at] for word in words))[:30]

    def typical(one: Callable[[Question], object]) -> float:
        return median(processor_seconds(partial(one, question)) for question in asked)

    ours, bare = in_turn(
        lambda: typical(lambda question: search(question.ask, question.locale, playing=question.playing)),
        lambda: typical(lambda question: scan(question.ask.casefold().split())),
        3,
    )
    slowest = max(processor_seconds(lambda one=one: search(one.ask, one.locale)) for one in asked)
    note = f"at most {slowest * 1000:.0f} ms, which should be less than {_MOST * 1000:.0f}"
    yield Ratio("a search / words looked for in all texts", ours, bare, note=note)
    names = {game.meta.id: game.meta.title for game in games().values()}
    ours, bare = in_turn(
        lambda: processor_seconds(lambda: Index(rulebook(), names=names)), lambda: processor_seconds(_texts), 3
    )
    yield Ratio("index of the rules / their texts rendered", ours, bare, note="once, with the first question")


def _texts() -> list[str]:
    speakers = [Renderer(locale) for locale in locales()]
    return [
        " ".join(speaker.text(text) for text in rule.texts).casefold()
        for rule in rulebook().all
        for speaker in speakers
    ]
