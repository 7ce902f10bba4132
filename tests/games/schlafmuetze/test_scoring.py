"""Penalty points, the title, the end of the game, the next round."""

import pytest
from games.schlafmuetze.table import GAME, NAMES, Table, play

from companion.games.schlafmuetze.phases import Counting, GameOver, Opening, RoundOver
from companion.i18n import Renderer
from companion.scoring import ScoreSheet

REFEREE: dict[str, str | int] = {"keeping": "referee_only"}
#: Ben goes out with his only card.
OUT = ("Anna red at 12", "Ben blue at 4", "nobody doubts")


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.score.winner_chips", "schlafmuetze.goal.round")
def test_cards_and_chips_are_penalty_points_but_the_winners_chips_are_free() -> None:
    table = play(*OUT, hands=(5, 1, 3, 6), chips=(1, 3, 2, 0))
    assert table.points == {
        "Anna": {"cards": 4, "chips": 1},
        "Ben": {},
        "Cleo": {"cards": 3, "chips": 2},
        "Dora": {"cards": 6},
    }
    assert "schlafmuetze.score.winner_chips" in table.cited
    assert table.state.phase == RoundOver(1, (4, 0, 3, 6), (1, 3, 2, 0), (3,), 1)


@pytest.mark.rule("schlafmuetze.score.title", "schlafmuetze.ruling.title")
def test_who_holds_most_cards_is_the_schlafmuetze() -> None:
    assert play(*OUT, hands=(5, 1, 3, 6)).sleepy == {"Dora"}
    # cards alone decide, and equals share it
    assert play(*OUT, hands=(5, 1, 4, 3), chips=(0, 0, 0, 9)).sleepy == {"Anna", "Cleo"}


@pytest.mark.rule("schlafmuetze.score.sheet", "schlafmuetze.ruling.chips_back", "schlafmuetze.ruling.dealer")
def test_the_next_round_adds_to_the_first() -> None:
    table = play(*OUT, hands=(5, 1, 3, 6), chips=(1, 3, 2, 0), house={"target": 100})
    assert table.state.totals == (5, 0, 5, 6)
    assert "schlafmuetze.ruling.chips_back" in table.cited
    table.play("next round")
    assert (table.state.round, table.hands, table.state.stock) == (2, (9, 9, 9, 9), 60)
    assert (table.chips, table.asked, table.pausing) == ((0, 0, 0, 0), "Ben", None)
    assert table.top(4) == "red"
    assert table.refused("next round") == {"not offered"}
    stuck = ("stuck", "name blue", "stuck", "name green", "stuck", "stuck")
    table.play("Ben red at 12", *stuck)
    assert table.state.totals == (5 + 12, 8, 5 + 12, 6 + 12)


@pytest.mark.rule("schlafmuetze.ruling.dealer")
def test_as_a_house_rule_the_loser_deals() -> None:
    loser: dict[str, str | int] = {"deal": "loser", "target": 100}
    assert play(*OUT, "next round", hands=(5, 1, 3, 6), chips=(0, 0, 4, 0), house=loser).asked == "Cleo"
    # several: the first clockwise from the last dealer; the winner's chips do not make a loser
    assert play(*OUT, "next round", hands=(7, 1, 6, 6), chips=(0, 9, 0, 0), house=loser).asked == "Cleo"


@pytest.mark.rule("schlafmuetze.goal.game", "schlafmuetze.score.title", "schlafmuetze.ruling.game_end")
def test_the_game_ends_when_somebody_reaches_the_target() -> None:
    table = play(*OUT, hands=(5, 1, 3, 6), totals=(10, 12, 4, 24))
    assert table.phase is GameOver
    assert table.over
    assert table.state.totals == (14, 12, 7, 30)
    assert Renderer("en", NAMES[:4]).text(table.view.prompt.text) == "Cleo wins the game with 7 penalty points."
    assert play(*OUT, hands=(5, 1, 3, 6), totals=(10, 12, 4, 23)).phase is RoundOver
    for word in ("next round", "Ben red at 1", "halt", "finish"):
        assert table.refused(word) == {"schlafmuetze.score.title", "schlafmuetze.goal.game"}
    assert not table.offers


@pytest.mark.rule("schlafmuetze.goal.game")
def test_the_fewest_penalty_points_lead_the_ranking() -> None:
    table = play(*OUT, hands=(5, 1, 3, 6))
    lines = [("1", line) for line in table.lines]
    sheet = ScoreSheet.of(GAME.meta.columns, 4, 1, lines, lowest_wins=GAME.meta.lowest_wins)
    assert [(rank.seat, rank.place) for rank in sheet.ranking] == [(1, 1), (2, 2), (0, 3), (3, 4)]


@pytest.mark.rule("schlafmuetze.ruling.game_end")
def test_a_tie_is_shared_or_one_more_round_is_played() -> None:
    level = {"hands": (5, 1, 3, 6), "totals": (10, 5, 2, 24)}
    shared = play(*OUT, **level)
    assert shared.phase is GameOver
    assert "schlafmuetze.score.title" in shared.noted
    more = play(*OUT, **level, house={"tie": "one_more"})
    assert more.phase is RoundOver
    assert "schlafmuetze.ruling.game_end" in more.cited
    more.play("next round", "Ben red at 12", "stuck", "name blue", "stuck", "name green", "stuck", "stuck")
    assert more.phase is GameOver


@pytest.mark.rule("schlafmuetze.ruling.length", "schlafmuetze.goal.game")
def test_an_open_game_and_one_that_is_stopped() -> None:
    table = play(*OUT, hands=(5, 1, 3, 6), totals=(99, 99, 99, 99), house={"length": "open"})
    assert table.phase is RoundOver
    assert table.play("finish").phase is GameOver
    assert play(*OUT, "finish", hands=(5, 1, 3, 6)).phase is GameOver
    assert Table().refused("finish") == {"not offered"}


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.ruling.keeping")
def test_hands_are_counted_where_cards_are_not_reported() -> None:
    table = play("goes on", "recount Cleo - 2", "Ben out", "nobody doubts", house=REFEREE)
    assert table.phase is Counting
    assert table.refused("counted 4 1 3 2") == {"schlafmuetze.end.out"}
    assert table.refused("counted 4 0 0 2") == {"schlafmuetze.end.out"}
    assert table.refused("counted 4 0 3") == {"schlafmuetze.score.minus"}
    assert "schlafmuetze.cards" in table.refused("counted 12 0 12 12")
    assert table.refused("goes on") == {"not offered"}
    table.play("counted 4 0 3 2")
    assert table.points == {"Anna": {"cards": 4}, "Ben": {}, "Cleo": {"cards": 3, "chips": 2}, "Dora": {"cards": 2}}
    assert table.sleepy == {"Anna"}
    assert table.play("next round").phase is Opening
    assert table.refused("counted 4 0 3 2") == {"not offered"}


@pytest.mark.rule("schlafmuetze.score.title", "schlafmuetze.goal.game")
@pytest.mark.parametrize(
    ("locale", "title", "won"),
    [
        (
            "en",
            "Schlafmütze of the round, with 1 card: Anna, Cleo, and Dora.",
            "Ben wins the game with 1 penalty point.",
        ),
        ("de", "Schlafmütze der Runde, mit 1 Karte: Anna, Cleo und Dora.", "Ben gewinnt das Spiel mit 1 Minuspunkt."),
    ],
)
def test_one_is_said_as_one(locale: str, title: str, won: str) -> None:
    table = play("Anna red at 12", "Ben blue at 4", "nobody doubts", hands=(2, 1, 1, 1), totals=(29, 1, 2, 3))
    renderer = Renderer(locale, NAMES[:4])
    assert title in [renderer.text(each.text) for each in table.step.messages]
    assert renderer.text(table.view.prompt.text) == won
