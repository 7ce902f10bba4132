"""Aggregates over the games of people: played, won, shared, means, bests, streaks, playing time and meetings."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

from attrs import field, frozen

from companion.stats.game_summary import Figures, Tally
from companion.stats.people import PeopleRegistry
from companion.stats.played_games import Played

#: Minimum number of games for an estimate of how often a person wins.
FEW: Final = 5

#: Standard deviations of a 95 % confidence interval.
_SURE: Final = 1.96

#: Minimum number of games after which people who play together count as a round.
_ROUND: Final = 2


def interval(won: int, played: int) -> tuple[int, int] | None:
    """Return the 95 % Wilson interval of a winning rate, in percent; ``None`` for too few games.

    >>> interval(5, 10)
    (24, 76)
    >>> interval(3, 4)
    """
    if played < FEW:
        return None
    share, spread = won / played, _SURE * _SURE / played
    middle = (share + spread / 2) / (1 + spread)
    reach = _SURE * sqrt(share * (1 - share) / played + spread / (4 * played)) / (1 + spread)
    return round(100 * max(0.0, middle - reach)), round(100 * min(1.0, middle + reach))


class Part(NamedTuple):
    """One person's result in one game. A named tuple, because there can be ten thousand.

    :param seat: the person's seat.
    :param figures: the figures of the game.
    :param first: whether the person has place 1 and not everybody has.
    :param alone: whether nobody shares that place.
    """

    game: Played
    seat: int
    figures: Figures
    first: bool
    alone: bool

    @property
    def points(self) -> int:
        """The final points."""
        return self.figures.points[self.seat]

    @property
    def place(self) -> int:
        """The final place."""
        return self.figures.places[self.seat]


@frozen
class Summary:
    """Totals over some games of one person, or over the games of one kind.

    :param parts: the results to count, the latest game first.
    """

    parts: tuple[Part, ...]

    @cached_property
    def contests(self) -> tuple[Part, ...]:
        """The results of games that can be won."""
        return tuple(part for part in self.parts if not part.figures.together)

    @cached_property
    def _whole(self) -> tuple[Part, ...]:
        """The results without a missed round; only these count for the mean and the best."""
        return tuple(part for part in self.parts if part.seat not in part.figures.partly)

    @property
    def played(self) -> int:
        """The number of games."""
        return len(self.parts)

    @cached_property
    def won(self) -> int:
        """The number of games won alone."""
        return sum(part.alone for part in self.contests)

    @cached_property
    def shared(self) -> int:
        """The number of games won together with others."""
        return sum(part.first for part in self.contests) - self.won

    @property
    def chances(self) -> tuple[int, int] | None:
        """The 95 % interval of the share of games with place 1, in percent; ``None`` for too few games."""
        return interval(self.won + self.shared, len(self.contests))

    @property
    def seconds(self) -> int:
        """The total playing time in seconds, where it is known."""
        return sum(part.figures.seconds or 0 for part in self.parts)

    @property
    def mean(self) -> float | None:
        """The mean points of games without a missed round."""
        return (
            sum(figures.points[seat] for _, seat, figures, *_ in self._whole) / len(self._whole)
            if self._whole
            else None
        )

    @cached_property
    def best(self) -> Part | None:
        """The result with the best points in a game without a missed round; the first one of equals."""
        if not self._whole:
            return None
        lowest = self._whole[0].figures.lowest
        return (min if lowest else max)(reversed(self._whole), key=lambda part: part.figures.points[part.seat])

    @cached_property
    def streak(self) -> int:
        """The longest run of games won."""
        longest = run = 0
        for part in self.contests:
            run = run + 1 if part.first else 0
            longest = max(longest, run)
        return longest

    @property
    def running(self) -> int:
        """The current run of games won."""
        return next((n for n, part in enumerate(self.contests) if not part.first), len(self.contests))

    def statistic(self, key: str) -> Tally:
        """Return a statistic of the game over all results."""
        amount = of = 0
        for _, seat, figures, *_ in self.parts:
            if value := figures.statistics.get(key, {}).get(str(seat)):
                amount += value[0]
                of += value[1]
        return Tally(amount, of)


@frozen
class Duel:
    """The balance of two people over the games they both played.

    :param together: the number of cooperative games, which do not count for the balance.
    """

    games: tuple[Played, ...]
    before: int
    behind: int
    level: int
    together: int


@frozen
class Statistics:
    """Statistics over games, by person.

    :param games: the games, the latest first.
    """

    games: tuple[Played, ...]
    folk: PeopleRegistry
    _summaries: dict[tuple[str, str | None], Summary] = field(factory=dict, init=False, eq=False, repr=False)

    @cached_property
    def finished(self) -> "Statistics":
        """The statistics of the finished games alone."""
        ended = tuple(game for game in self.games if game.figures.over)
        return self if len(ended) == len(self.games) else Statistics(ended, self.folk)

    @cached_property
    def _parts(self) -> Mapping[str, list[Part]]:
        """The results of each person, by id."""
        found: defaultdict[str, list[Part]] = defaultdict(list)
        ids = self._ids
        for game in self.games:
            figures = game.figures
            leaders = 0 if figures.level else figures.places.count(1)
            for seat, name in enumerate(game.names):
                if name.strip():
                    first = leaders > 0 and figures.places[seat] == 1
                    found[ids[name]].append(Part(game, seat, figures, first, first and leaders == 1))
        return found

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        """The person's id for each name in the logs; computed once per name, since names repeat."""
        names = {name for game in self.games for name in game.names}
        return {name: self.folk.id(name) for name in names}

    def people(self, kind: str | None = None) -> tuple[str, ...]:
        """Return the ids of all players, the one with the most games first.

        :param kind: the kind of game to count; ``None`` counts all.
        """
        often = {id: self.of(id, kind).played for id in self._parts}
        return tuple(sorted(filter(often.get, often), key=lambda id: (-often[id], id)))

    def of(self, person: str, kind: str | None = None) -> Summary:
        """Return the summary of a person.

        :param kind: the kind of game to count; ``None`` counts all.
        """
        if (person, kind) not in self._summaries:
            parts = self._parts.get(person, [])
            self._summaries[person, kind] = Summary(tuple(part for part in parts if kind in (None, part.game.kind)))
        return self._summaries[person, kind]

    def kinds(self, person: str | None = None) -> tuple[tuple[str, int], ...]:
        """Return the kinds of game with their number, the most frequent first.

        :param person: the id of the person who played; ``None`` counts everyone.
        """
        games = self.games if person is None else [part.game for part in self._parts.get(person, [])]
        return tuple(Counter(game.kind for game in games).most_common())

    def of_kind(self, kind: str) -> tuple[Played, ...]:
        """Return the games of a kind."""
        return tuple(game for game in self.games if game.kind == kind)

    def common(self, one: str, other: str) -> tuple[tuple[Part, Part], ...]:
        """Return the results of two people in the games they both played."""
        others = {part.game.id: part for part in self._parts.get(other, [])}
        mine = self._parts.get(one, []) if one != other else []
        return tuple((part, others[part.game.id]) for part in mine if part.game.id in others)

    def duel(self, one: str, other: str, kind: str | None = None) -> Duel:
        """Return the balance of two people."""
        pairs = [pair for pair in self.common(one, other) if kind in (None, pair[0].game.kind)]
        places = [(mine.place, theirs.place) for mine, theirs in pairs if not mine.game.figures.together]
        before = sum(mine < theirs for mine, theirs in places)
        behind = sum(mine > theirs for mine, theirs in places)
        level = len(places) - before - behind
        return Duel(tuple(mine.game for mine, _ in pairs), before, behind, level, len(pairs) - len(places))

    def met(self, person: str) -> tuple[tuple[str, int], ...]:
        """Return the ids of a person's fellow players with the number of common games, the most frequent first."""
        ids = self._ids
        others = Counter(ids[name] for part in self._parts.get(person, []) for name in part.game.names if name.strip())
        return tuple((id, n) for id, n in others.most_common() if id != person)

    def rounds(self) -> tuple[tuple[frozenset[str], int], ...]:
        """Return the groups that played together repeatedly without others, with the number of games, most frequent first."""
        ids = self._ids
        often = Counter(frozenset(ids[name] for name in game.names if name.strip()) for game in self.games)
        return tuple((who, n) for who, n in often.most_common() if n >= _ROUND and len(who) > 1)


def leads(
    course: Sequence[Sequence[int]], present: Sequence[Collection[int]] = (), *, lowest: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield each change of the sole lead as the index of the round and the new leader's seat.

    :param course: the totals of all seats after each round.
    :param present: the seats that took part in each round, if not all did; only these can lead.
    :param lowest: whether the fewest points lead.

    >>> list(leads([[1, 0], [1, 2], [3, 2]]))
    [(1, 1), (2, 0)]
    >>> list(leads([[1, 0], [1, 2]], [{0, 1}, {0}]))
    []
    """
    leader: int | None = None
    for number, totals in enumerate(course):
        there = present[number] if present else range(len(totals))
        best = (min if lowest else max)(totals[seat] for seat in there)
        ahead = [seat for seat in there if totals[seat] == best]
        if len(ahead) == 1 and ahead[0] != leader:
            if leader is not None:
                yield number, ahead[0]
            (leader,) = ahead
