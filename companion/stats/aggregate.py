"""What people's games come to together: played, won, shared, means, bests, streaks and time, with no more precision than there is."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

from attrs import field, frozen

from companion.stats.game_summary import Figures, Tally
from companion.stats.people import PeopleRegistry
from companion.stats.played_games import Played

#: Fewer games say nothing of how often somebody wins.
FEW: Final = 5

#: So many standard deviations around what was found lies what is true, nineteen times out of twenty.
_SURE: Final = 1.96

#: From so many games on, those who play together are a round.
_ROUND: Final = 2


def interval(won: int, played: int) -> tuple[int, int] | None:
    """Return between which percents the share of games that somebody wins lies, by Wilson's score; ``None`` for too few games.

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
    """Somebody's part in a game. There may be ten thousand, so what a page asks for time and again is read once.

    :param seat: where they sat.
    :param figures: what the game came to.
    :param first: whether nobody was before them, but somebody behind.
    :param alone: whether they were first alone.
    """

    game: Played
    seat: int
    figures: Figures
    first: bool
    alone: bool

    @property
    def points(self) -> int:
        """What they had in the end."""
        return self.figures.points[self.seat]

    @property
    def place(self) -> int:
        """Their place."""
        return self.figures.places[self.seat]


@frozen
class Summary:
    """What some games of one person, or of a game, come to.

    :param parts: the parts that count, the latest game first.
    """

    parts: tuple[Part, ...]

    @cached_property
    def contests(self) -> tuple[Part, ...]:
        """Those in which somebody could win."""
        return tuple(part for part in self.parts if not part.figures.together)

    @cached_property
    def _whole(self) -> tuple[Part, ...]:
        """Those in which they missed no round: the points of half a game are no mean and no best."""
        return tuple(part for part in self.parts if part.seat not in part.figures.partly)

    @property
    def played(self) -> int:
        """In how many games."""
        return len(self.parts)

    @cached_property
    def won(self) -> int:
        """How many were won alone."""
        return sum(part.alone for part in self.contests)

    @cached_property
    def shared(self) -> int:
        """How many were won together with others who were level."""
        return sum(part.first for part in self.contests) - self.won

    @property
    def chances(self) -> tuple[int, int] | None:
        """Between which percents the share of games lies in which they are first."""
        return interval(self.won + self.shared, len(self.contests))

    @property
    def seconds(self) -> int:
        """How long they have played, as far as that is known."""
        return sum(part.figures.seconds or 0 for part in self.parts)

    @property
    def mean(self) -> float | None:
        """How many points they have on average, in games of which they missed no round."""
        return (
            sum(figures.points[seat] for _, seat, figures, *_ in self._whole) / len(self._whole)
            if self._whole
            else None
        )

    @cached_property
    def best(self) -> Part | None:
        """Where they had the most points in a whole game, or the fewest where those win; of equals the first."""
        if not self._whole:
            return None
        lowest = self._whole[0].figures.lowest
        return (min if lowest else max)(reversed(self._whole), key=lambda part: part.figures.points[part.seat])

    @cached_property
    def streak(self) -> int:
        """How many they have won in a row at the most."""
        longest = run = 0
        for part in self.contests:
            run = run + 1 if part.first else 0
            longest = max(longest, run)
        return longest

    @property
    def running(self) -> int:
        """How many they have won in a row by now."""
        return next((n for n, part in enumerate(self.contests) if not part.first), len(self.contests))

    def told(self, key: str) -> Tally:
        """Return a telling figure over all of them."""
        amount = of = 0
        for _, seat, figures, *_ in self.parts:
            if said := figures.told.get(key, {}).get(str(seat)):
                amount += said[0]
                of += said[1]
        return Tally(amount, of)


@frozen
class Duel:
    """What two people's common games come to.

    :param together: in how many they played for one sum.
    """

    games: tuple[Played, ...]
    before: int
    behind: int
    level: int
    together: int


@frozen
class Statistics:
    """All that is counted, by who is who.

    :param games: the games, the latest first.
    """

    games: tuple[Played, ...]
    folk: PeopleRegistry
    _summaries: dict[tuple[str, str | None], Summary] = field(factory=dict, init=False, eq=False, repr=False)

    @cached_property
    def finished(self) -> "Statistics":
        """What those of the games come to that have ended."""
        ended = tuple(game for game in self.games if game.figures.over)
        return self if len(ended) == len(self.games) else Statistics(ended, self.folk)

    @cached_property
    def _parts(self) -> Mapping[str, list[Part]]:
        """Everybody's parts, by the person's id."""
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
        """The person of each name that stands in a log; there are many games and few names."""
        names = {name for game in self.games for name in game.names}
        return {name: self.folk.id(name) for name in names}

    def people(self, kind: str | None = None) -> tuple[str, ...]:
        """Return the ids of all who have played, who played most first.

        :param kind: what they played; anything, if that is not said.
        """
        often = {id: self.of(id, kind).played for id in self._parts}
        return tuple(sorted(filter(often.get, often), key=lambda id: (-often[id], id)))

    def of(self, person: str, kind: str | None = None) -> Summary:
        """Return what somebody's games come to.

        :param kind: of which kind alone; all, if that is not said.
        """
        if (person, kind) not in self._summaries:
            parts = self._parts.get(person, [])
            self._summaries[person, kind] = Summary(tuple(part for part in parts if kind in (None, part.game.kind)))
        return self._summaries[person, kind]

    def kinds(self, person: str | None = None) -> tuple[tuple[str, int], ...]:
        """Return what was played and how often, the most frequent first.

        :param person: by whom; by anybody, if that is not said.
        """
        games = self.games if person is None else [part.game for part in self._parts.get(person, [])]
        return tuple(Counter(game.kind for game in games).most_common())

    def of_kind(self, kind: str) -> tuple[Played, ...]:
        """Return the games of a kind."""
        return tuple(game for game in self.games if game.kind == kind)

    def common(self, one: str, other: str) -> tuple[tuple[Part, Part], ...]:
        """Return two people's parts in the games in which both played."""
        others = {part.game.id: part for part in self._parts.get(other, [])}
        mine = self._parts.get(one, []) if one != other else []
        return tuple((part, others[part.game.id]) for part in mine if part.game.id in others)

    def duel(self, one: str, other: str, kind: str | None = None) -> Duel:
        """Return what two people's common games come to."""
        pairs = [pair for pair in self.common(one, other) if kind in (None, pair[0].game.kind)]
        places = [(mine.place, theirs.place) for mine, theirs in pairs if not mine.game.figures.together]
        before = sum(mine < theirs for mine, theirs in places)
        behind = sum(mine > theirs for mine, theirs in places)
        level = len(places) - before - behind
        return Duel(tuple(mine.game for mine, _ in pairs), before, behind, level, len(pairs) - len(places))

    def met(self, person: str) -> tuple[tuple[str, int], ...]:
        """Return with whom somebody has played and how often, the most frequent first."""
        ids = self._ids
        others = Counter(ids[name] for part in self._parts.get(person, []) for name in part.game.names if name.strip())
        return tuple((id, n) for id, n in others.most_common() if id != person)

    def rounds(self) -> tuple[tuple[frozenset[str], int], ...]:
        """Return who has played together repeatedly, all of them and nobody else, and how often; the most frequent first."""
        ids = self._ids
        often = Counter(frozenset(ids[name] for name in game.names if name.strip()) for game in self.games)
        return tuple((who, n) for who, n in often.most_common() if n >= _ROUND and len(who) > 1)


def leads(
    course: Sequence[Sequence[int]], present: Sequence[Collection[int]] = (), *, lowest: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield where the lead has changed hands, and to whom, by the totals after each round; a lead that is shared is nobody's.

    :param present: who was there in each round, if not everybody was: nobody else can lead.

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


def course_of(figures: Figures, lines: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return everybody's totals after each round, those included in which nobody got anything.

    :param lines: the points in order: the round, the seat, how many.
    """
    rounds: dict[int, list[int]] = {}
    nothing = [0] * len(figures.names)
    for round, seat, points in lines:
        rounds.setdefault(round, [*nothing])[seat] += points
    totals = nothing
    course = []
    for round in range(1, max(rounds, default=0) + 1):
        totals = [total + points for total, points in zip(totals, rounds.get(round, nothing), strict=True)]
        course.append(tuple(totals))
    return tuple(course)
