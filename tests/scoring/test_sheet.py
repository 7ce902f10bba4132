"""The sheet adds up, whatever is scored, and equal totals share a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kernel.explain import Explanation
from companion.kernel.game import Column, ScoreLine
from companion.kernel.text import messages
from companion.scoring import Rank, ScoreSheet

T, N = messages("test")

WHY = Explanation(T("Because."), ("test.points",))
COLUMNS = tuple(Column(id, T("{id}", id=id), 1, "test.points") for id in ("a", "b", "c"))
SEATS, ROUNDS = 5, 3

lines = st.builds(
    ScoreLine,
    seat=st.integers(0, SEATS - 1),
    round=st.integers(1, ROUNDS),
    column=st.sampled_from([column.id for column in COLUMNS]),
    points=st.integers(-3, 9),
    why=st.just(WHY),
)


def sheet(*totals: int, lowest_wins: bool = False) -> ScoreSheet:
    """Return a sheet with these totals."""
    points = [(str(seat), ScoreLine(seat, 1, "a", total, WHY)) for seat, total in enumerate(totals)]
    return ScoreSheet.of(COLUMNS, len(totals), 1, points, lowest_wins=lowest_wins)


@given(st.lists(st.tuples(st.text("ab", min_size=1), lines), max_size=40))
def test_cells_sum_to_rounds_and_rounds_to_totals(points: list[tuple[str, ScoreLine]]) -> None:
    scored = ScoreSheet.of(COLUMNS, SEATS, ROUNDS, points)
    for seat in range(SEATS):
        by_round = [scored.points(seat=seat, round=number) for number in range(1, ROUNDS + 1)]
        by_column = [scored.points(seat=seat, column=column.id) for column in COLUMNS]
        assert sum(by_round) == sum(by_column) == scored.totals[seat]
        for number, total in enumerate(by_round, start=1):
            assert total == sum(scored.points(seat=seat, round=number, column=column.id) for column in COLUMNS)
    assert [(scored.entry, scored.line) for scored in scored.lines()] == points


def test_what_the_game_has_settled_tells_equal_totals_apart() -> None:
    points = [(str(seat), ScoreLine(seat, 1, "a", total, WHY)) for seat, total in enumerate((4, 4, 2))]
    scored = ScoreSheet.of(COLUMNS, 3, 1, points, ranks=(2, 1, 3))
    assert scored.ranking == (Rank(1, 1, 4), Rank(2, 0, 4), Rank(3, 2, 2))
    # where nothing else is said, the most points win and nothing is settled
    assert ScoreSheet.of(COLUMNS, 3, 1, points).ranking == (Rank(1, 0, 4), Rank(1, 1, 4), Rank(3, 2, 2))


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8), st.booleans())
def test_the_ranking_counts_who_is_better(totals: list[int], lowest_wins: bool) -> None:
    ranking = sheet(*totals, lowest_wins=lowest_wins).ranking
    assert sorted(rank.seat for rank in ranking) == [*range(len(totals))]
    for rank in ranking:
        assert rank.total == totals[rank.seat]
        better = [total for total in totals if (total < rank.total if lowest_wins else total > rank.total)]
        assert rank.place == 1 + len(better)
    assert [*ranking] == sorted(ranking, key=lambda rank: (rank.place, rank.seat))


@pytest.mark.parametrize(
    ("totals", "lowest_wins", "places"),
    [
        ((7, 9, 9, 3), False, [(1, 1), (1, 2), (3, 0), (4, 3)]),
        ((7, 9, 9, 3), True, [(1, 3), (2, 0), (3, 1), (3, 2)]),
        ((0, 0, 0), False, [(1, 0), (1, 1), (1, 2)]),
        ((-2, -1), False, [(1, 1), (2, 0)]),
    ],
)
def test_shared_places(totals: tuple[int, ...], lowest_wins: bool, places: list[tuple[int, int]]) -> None:
    ranking = sheet(*totals, lowest_wins=lowest_wins).ranking
    assert [(rank.place, rank.seat) for rank in ranking] == places
    assert ranking[0] == Rank(1, places[0][1], totals[places[0][1]])


def test_a_number_opens_the_lines_it_is_made_of() -> None:
    points = [
        ("1", ScoreLine(0, 1, "a", 2, WHY)),
        ("2", ScoreLine(0, 2, "a", 3, WHY)),
        ("2", ScoreLine(1, 2, "b", 4, WHY)),
    ]
    scored = ScoreSheet.of(COLUMNS, 2, 2, points)
    assert [line.entry for line in scored.lines(seat=0, column="a")] == ["1", "2"]
    assert [line.entry for line in scored.lines(round=2)] == ["2", "2"]
    assert [*scored.lines(seat=1, column="a")] == []
