"""Searching the rules: offline, in all languages at once, forgiving; the best answer first."""

from functools import cache
from threading import Lock

from companion import resources
from companion.games import games
from companion.lookup.rules import rulebook
from companion.lookup.sample_questions import asked_in
from companion.lookup.search.engine import Hit, Index
from companion.lookup.search.passage import Piece

__all__ = ["Hit", "Index", "Piece", "index", "search"]

_building = Lock()


def index() -> Index:
    """Return the index of all rules found; it is built with the first question."""
    with _building:  # two phones may ask first at the same time
        return _index()


@cache
def _index() -> Index:
    asked, left_out = asked_in(resources.rules_folders().values())
    metas = [game.meta for game in games().values()]
    made = Index(
        rulebook(),
        names={meta.id: meta.title for meta in metas},
        asked=asked,
        any_game=[meta.id for meta in metas if meta.by_house],
    )
    made.left_out += left_out
    return made


def search(
    question: str,
    locale: str,
    *,
    game: str | None = None,
    playing: str | None = None,
    phase: str | None = None,
    limit: int = 30,
) -> tuple[Hit, ...]:
    """Return the rules that answer a question, the best first; see ``Index.search``."""
    return index().search(question, locale, game=game, playing=playing, phase=phase, limit=limit)
