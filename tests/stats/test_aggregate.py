"""Statistics: won, shared, streaks and bests by who is who, and who looks for what finds it."""

import itertools
import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion.stats.aggregate import Statistics, interval, leads
from companion.stats.filters import Filter, Season, evening_of
from companion.stats.game_summary import Figures
from companion.stats.people import Fact, PeopleRegistry
from companion.stats.played_games import Note, Played
from companion.stats.score_chart import chart

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def game(names: str, points: Sequence[int], **more: Any) -> Played:
    """Return a game of people called by single letters; the most points win unless the fewest do."""
    lowest = more.get("lowest", False)
    places = [1 + sum(other < mine if lowest else other > mine for other in points) for mine in points]
    day = more.pop("day", 0)
    figures = Figures("g", "g", [*names], True, None, 60, [*points], places, lowest, False, [], {})._replace(**more)
    at, stored = NOON + timedelta(days=day), json.dumps(figures)
    return Played(f"{names}{points}{day}", None, at, Note(), figures.kind, stored, json.dumps(figures.names))


def of(*games: Played, facts: tuple[Fact, ...] = ()) -> Statistics:
    """Return the statistics of games, the first played first."""
    return Statistics(games[::-1], PeopleRegistry(facts))


def test_who_is_level_with_all_has_not_won_and_who_shares_the_first_place_has_shared_it() -> None:
    statistics = of(game("abc", (3, 3, 1)), game("abc", (2, 2, 2)), game("abc", (5, 1, 1)))
    a, b = statistics.of("a"), statistics.of("b")
    assert (a.played, a.won, a.shared) == (3, 1, 1)
    assert (b.played, b.won, b.shared) == (3, 0, 1)


def test_the_fewest_points_are_the_best_where_they_win() -> None:
    statistics = of(game("ab", (3, 9), lowest=True), game("ab", (7, 1), lowest=True))
    best = statistics.of("a").best
    assert best
    assert (best.points, statistics.of("a").won, statistics.of("b").mean) == (3, 1, 5.0)


def test_a_streak_is_the_longest_and_the_running_one_ends_with_the_latest_game() -> None:
    a = of(*(game("ab", points) for points in ((2, 1), (2, 1), (1, 2), (2, 1)))).of("a")
    assert (a.streak, a.running) == (2, 1)


def test_who_plays_for_one_sum_neither_wins_nor_loses() -> None:
    a = of(game("ab", (2, 1), together=True)).of("a")
    assert (a.played, a.won, len(a.contests), a.chances) == (1, 0, 0, None)


def test_two_names_of_one_person_are_counted_together_and_two_people_with_each_other() -> None:
    one = Fact("1", "1", "called", ("a", "x"), "A")
    statistics = of(game("ab", (2, 1)), game("xb", (1, 2)), game("ac", (1, 1)), facts=(one,))
    assert statistics.of("a").played == 3
    duel = statistics.duel("a", "b")
    assert (len(duel.games), duel.before, duel.behind, duel.level) == (2, 1, 1, 0)
    assert statistics.duel("b", "a").before == 1
    assert statistics.met("a") == (("b", 2), ("c", 1))
    assert statistics.rounds() == ((frozenset("ab"), 2),)


@pytest.mark.parametrize(("won", "played"), [(0, 5), (5, 5), (3, 9), (50, 100)])
def test_an_interval_holds_what_was_found_and_gets_narrower(won: int, played: int) -> None:
    found, more = interval(won, played), interval(10 * won, 10 * played)
    assert found
    assert more
    assert found[0] <= 100 * won / played <= found[1]
    assert more[1] - more[0] < found[1] - found[0]


def test_a_lead_changes_hands_only_where_somebody_else_is_alone_in_front() -> None:
    assert [*leads([[1, 0], [2, 2], [3, 2], [3, 4]])] == [(3, 1)]
    assert [*leads([[1, 0], [2, 3]], lowest=True)] == [(1, 0)]


def test_the_points_of_half_a_game_are_no_mean_and_no_best() -> None:
    """A player who goes home after a round has few points where the fewest win."""
    games = (game("ab", (30, 40), lowest=True), game("ab", (2, 50), lowest=True, places=[2, 1], partly=[0]))
    a = of(*games).of("a")
    assert (a.played, a.won, a.mean, a.best and a.best.points) == (2, 1, 30.0, 30)
    left = of(games[1]).of("a")
    assert (left.played, left.mean, left.best) == (1, None, None)


def test_what_is_looked_for_is_found_in_names_shown_and_written_places_and_notes() -> None:
    folk = PeopleRegistry((Fact("1", "1", "called", ("a",), "Änne"),))
    games = (game("ab", (1, 2), day=3), game("cd", (1, 2))._replace(note=Note(None, "Zürich", "laut")))
    called = {"g": "Skat"}

    def found(**wanted: Any) -> list[int]:
        return [games.index(each) for each in Filter(**wanted).of(games, folk, called)]

    assert found(words="anne") == [0]
    assert found(words=" ZURICH laut ") == [1]
    assert found(words="skat") == [0, 1]
    assert found(people=frozenset({"a", "b"})) == [0]
    assert found(only=frozenset({"c"})) == []
    assert found(since=date(2026, 5, 2)) == [0]
    assert found(until=date(2026, 5, 1)) == [1]
    assert found(kind="other") == []


def test_an_evening_ends_at_dawn() -> None:
    local = datetime(2026, 5, 2).astimezone()
    assert evening_of(local.replace(hour=4)) == date(2026, 5, 1)
    assert evening_of(local.replace(hour=6)) == date(2026, 5, 2)


@pytest.mark.parametrize("course", [[[1, 2]], [[0, 0], [0, 0]], [[-5, 3], [-9, 12]], [[1] * 8, [250] * 8]])
def test_a_chart_stays_on_its_paper_and_names_level_players_apart(course: list[list[int]]) -> None:
    drawn = chart(course, 300.0, 220.0)
    assert len(drawn.lines) == len(course[0])
    assert all(0 <= x <= 300 and 0 <= y <= 220 for line in drawn.lines for x, y in line)
    ends = sorted(drawn.ends)
    assert all(later - earlier >= 20 for earlier, later in itertools.pairwise(ends))
    assert 0 <= ends[0] <= ends[-1] <= 220


def test_a_season_has_its_days() -> None:
    today = date(2028, 2, 29)
    assert Season().days(today) == (None, None)
    assert Season("year").days(today) == (date(2028, 1, 1), None)
    assert Season("months").days(today) == (date(2027, 3, 1), None)
    assert Season("months").days(date(2026, 5, 31)) == (date(2025, 6, 1), None)
    assert Season("own", date(2026, 5, 1), date(2026, 5, 3)).days(today) == (date(2026, 5, 1), date(2026, 5, 3))


@pytest.mark.parametrize(
    "season",
    [
        Season(),
        Season("year"),
        Season("months"),
        Season("own", date(2026, 4, 1), date(2026, 6, 30)),
        Season("own", date(2030, 1, 1)),
    ],
    ids=str,
)
def test_the_figures_of_a_season_are_those_of_its_games_alone(season: Season) -> None:
    """They equal what is folded from a library in which nothing else was ever played."""
    games = tuple(game("ab", (n % 4, 2), day=-n * 11) for n in range(60))
    today = date(2026, 5, 1)
    since, until = season.days(today)
    alone = tuple(
        each for each in games if (not since or each.at.date() >= since) and (not until or each.at.date() <= until)
    )
    found, expected = (
        Statistics(season.of(games, PeopleRegistry(()), today), PeopleRegistry(())),
        Statistics(alone, PeopleRegistry(())),
    )
    for person in ("a", "b"):
        mine, theirs = found.of(person), expected.of(person)
        names = ("played", "won", "shared", "chances", "seconds", "mean", "best", "streak", "running")
        assert [getattr(mine, name) for name in names] == [getattr(theirs, name) for name in names]
    assert found.duel("a", "b") == expected.duel("a", "b")
    assert len(alone) == {"all": 60, "year": 11, "months": 34}.get(season.kind, len(alone))
