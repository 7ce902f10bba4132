"""Statistics: the declarations of a game are well formed, and its results are about players of the game."""

from typing import Any, Final

import pytest
from games.pins import TRANSCRIPTS, transcript
from toy.mount import mount

from companion.games import games
from companion.kernel.record import replay
from companion.lookup import rulebook
from companion.stats.game_summary import declared_stats, fold, stat_contributions

mount()

#: What no whole game on file comes by.
IN_NO_TRANSCRIPT: Final = {"slams-performance", "legendary"}


def test_each_has_a_name_of_its_own_and_a_rule(game: Any) -> None:
    declared = declared_stats(game.meta)
    assert len({stat.key for stat in declared}) == len(declared)
    assert {stat.rule for stat in declared} <= {rule.id for rule in rulebook().all}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_what_is_found_is_of_somebody_at_the_table_and_no_more_than_there_was(path: Any) -> None:
    log = transcript(path)
    record = replay(log.game, log.header, log.entries).record
    for stat, found, line in stat_contributions(record):
        assert 0 <= found.seat < len(record.names)
        assert found.amount >= 0
        assert line.item.step
        if stat.shape == "share":
            assert found.amount <= found.of
        elif stat.shape == "mean":
            assert found.of > 0


@pytest.mark.parametrize("id", ["bronzen", "schlafmuetze", "letter_jam", "slam", "labtag"])
def test_every_figure_of_a_game_is_found_somewhere(id: str) -> None:
    found = set()
    for path in TRANSCRIPTS:
        log = transcript(path)
        if log.game.meta.id == id:
            found |= fold(replay(log.game, log.header, log.entries).record).statistics.keys()
    never = {stat.key for stat in declared_stats(games()[id].meta)} - found
    assert never <= IN_NO_TRANSCRIPT


def of(name: str) -> Any:
    """Return the figures of a transcript."""
    log = transcript(next(path for path in TRANSCRIPTS if path.stem == name))
    return fold(replay(log.game, log.header, log.entries).record)


def test_bronzen_counts_doubles_by_who_laid_them() -> None:
    log = transcript(next(path for path in TRANSCRIPTS if path.stem == "bronzen_whole_game_open"))
    record = replay(log.game, log.header, log.entries).record
    doubled = [line.action.seat for line in record.active if type(line.action).__name__ == "Double"]
    figures = fold(record)
    for seat in (0, 1):
        assert figures.statistic("doubles", seat).of == doubled.count(seat)


def test_letter_jam_counts_the_letters_of_all_clues_once() -> None:
    for path in TRANSCRIPTS:
        log = transcript(path)
        if log.game.meta.id == "letter_jam":
            record = replay(log.game, log.header, log.entries).record
            figures, clues = fold(record), record.state.clues
            for seat in range(len(record.names)):
                given = [clue.letters for clue in clues if clue.giver == seat]
                assert figures.statistic("letters", seat).of == len(given)


def test_slam_counts_no_more_slams_than_were_won() -> None:
    figures = of("close_behind")
    won = [sum(figures.statistic(key, seat).amount for key in figures.statistics) for seat in range(len(figures.names))]
    assert any(won)
    assert all(count <= 2 * points for count, points in zip(won, figures.points, strict=True))


def test_labtag_says_of_a_match_that_was_level_that_it_was_won_by_whose_turn_it_was() -> None:
    figures = of("labtag_drawn_match_won_on_turn")
    assert figures.statistic("turn", 0).amount == 1
    assert "legendary" not in figures.statistics


def test_schlafmuetze_tells_right_doubts_from_wrong_ones() -> None:
    figures = of("disputes")
    assert [figures.statistic("doubts", seat) for seat in (0, 1)] == [(0, 1), (1, 1)]
    assert [figures.statistic("words", seat) for seat in (1, 2)] == [(1, 1), (0, 1)]
