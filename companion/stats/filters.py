"""Filters for the list of games, and the evening each game belongs to."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Final

from attrs import frozen

from companion.stats.people import PeopleRegistry
from companion.stats.played_games import Played

#: The hour until which a game counts to the evening before.
DAWN: Final = timedelta(hours=5)


@lru_cache(maxsize=20000)  # filtering asks for the same moments again and again
def evening_of(at: datetime) -> date:
    """Return the day whose evening a moment belongs to, in the time zone of this machine."""
    return (at.astimezone() - DAWN).date()


@frozen
class Filter:
    """Criteria for a search; an empty one matches every game.

    :param people: the ids of people who all played.
    :param only: the ids of the players, if no one else may have played.
    :param kind: the kind of game.
    :param since: the first day.
    :param until: the last day.
    :param words: the search words; they match names of players and games, places and notes.
    """

    people: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    kind: str | None = None
    since: date | None = None
    until: date | None = None
    words: str = ""

    @property
    def anything(self) -> bool:
        """Whether the filter matches every game."""
        return self == Filter()

    def of(self, games: Iterable[Played], folk: PeopleRegistry, called: Mapping[str, str]) -> tuple[Played, ...]:
        """Return the games that match.

        :param called: the title of each kind of game in the reader's language.
        """
        return tuple(self._matching(games, folk, called))

    def _matching(self, games: Iterable[Played], folk: PeopleRegistry, called: Mapping[str, str]) -> Iterator[Played]:
        words = plain(self.words).split()
        ids: dict[str, str] = {}
        for game in games:
            if self.kind not in (None, game.kind):
                continue
            if self.since or self.until:
                day = evening_of(game.at)
                if (self.since and day < self.since) or (self.until and day > self.until):
                    continue
            if self.people or self.only:
                for name in game.names:
                    if name not in ids:
                        ids[name] = folk.id(name)
                seats = {ids[name] for name in game.names}
                if not self.people <= seats or (self.only and seats != self.only):
                    continue
            if words and not _matches_words(game, words, folk, called):
                continue
            yield game


@frozen
class Season:
    """A period for statistics.

    :param kind: ``all``, this ``year``, the last twelve ``months``, or an ``own`` period.
    :param since: the first day of an own period.
    :param until: the last day of an own period.
    """

    kind: str = "all"
    since: date | None = None
    until: date | None = None

    def of(self, games: Iterable[Played], folk: PeopleRegistry, today: date) -> tuple[Played, ...]:
        """Return the games of the period."""
        since, until = self.days(today)
        return Filter(since=since, until=until).of(games, folk, {})

    def days(self, today: date) -> tuple[date | None, date | None]:
        """Return the first and the last day; ``None`` where the period is open."""
        match self.kind:
            case "year":
                return date(today.year, 1, 1), None
            case "months":
                # twelve months end today, so they began the day after this one a year ago
                before = today.replace(year=today.year - 1, day=min(today.day, 28) if today.month == 2 else today.day)
                return before + timedelta(days=1), None
            case "own":
                return self.since, self.until
        return None, None


def _matches_words(game: Played, words: list[str], folk: PeopleRegistry, called: Mapping[str, str]) -> bool:
    shown = (folk.of(name).name for name in game.names)
    searched = (*game.names, *shown, game.name or "", called.get(game.kind, game.kind), game.note.place, game.note.text)
    text = plain(" ".join(searched))
    return all(word in text for word in words)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text in lower case without diacritics, for searching.

    >>> plain("Änne, José")
    'anne, jose'
    """
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def evenings(games: Iterable[Played]) -> Iterator[tuple[date, tuple[Played, ...]]]:
    """Yield the evenings, the latest first, each with its games.

    :param games: the latest first.
    """
    for day, played in groupby(games, key=lambda game: evening_of(game.at)):
        yield day, tuple(played)
