"""Hiding, naming and points; and who may see the coins."""

import pytest
from games.toy_coins.table import GAME, GameOver, Hiding, Naming, RoundOver, Table, play


@pytest.mark.rule("toy_coins.hide", "toy_coins.name")
def test_when_all_have_hidden_coins_the_first_player_names_the_sum() -> None:
    table = play("Ben hides 1", first=1)
    assert table.phase is Hiding
    assert {table.refused(word).rules for word in ("Ben hides 2", "Cem hides 1", "Ben names 3")} == {
        ("toy_coins.hide",)
    }
    table.play("Anna hides 0")
    assert table.state.phase == Naming(1)
    assert table.refused("Anna names 3").rules == ("toy_coins.name",)
    assert table.refused("Anna hides 3").rules == ("toy_coins.name",)
    assert table.refused("Ben names 7").rules == ("toy_coins.name", "toy_coins.hide")
    assert "toy_coins.name" in table.cited & table.noted


@pytest.mark.rule("toy_coins.hide")
def test_only_the_owner_sees_the_coins_before_the_hands_are_open() -> None:
    """Views, offers and the history are the same for all others, whatever a player hides."""
    some, more = play("Anna hides 1"), play("Anna hides 3")
    for seat in (None, 1):
        assert GAME.view(some.state, seat) == GAME.view(more.state, seat)
        assert GAME.offers(some.state, seat) == GAME.offers(more.state, seat)
    assert GAME.view(more.state, 0).coins == (3, None)
    assert [offer.by for offer in GAME.offers(Table().state, 1)] == [1]
    assert not Table().offers, "the table hides nothing"
    table = more.play("Ben hides 2", "Anna names 4")
    assert table.view.coins == (None, None)
    assert table.play("Ben names 5").view.coins == (3, 2)


@pytest.mark.rule("toy_coins.points")
def test_the_player_who_named_the_sum_scores() -> None:
    hidden = [f"{name} hides 2" for name in ("Anna", "Ben", "Cem")]
    table = play(*hidden, "Anna names 6", "Ben names 5", "Cem names 4", players=3)
    assert table.points == {"Anna": {"exact": 1}, "Ben": {"exact": 0}, "Cem": {"exact": 0}}
    assert [line.pair for line in table.lines] == [(6, 6), (5, 6), (4, 6)]
    table = play(*hidden, "Anna names 3", "Ben names 5", "Cem names 4", players=3)
    assert (table.phase, table.points) == (RoundOver, {name: {"exact": 0} for name in ("Anna", "Ben", "Cem")})
    assert table.cited == {"toy_coins.points"}


@pytest.mark.rule("toy_coins.round", "toy_coins.end")
def test_after_a_round_the_players_go_on_or_stop() -> None:
    table = play("Anna hides 2", "Ben hides 2")
    assert {table.refused(word).rules for word in ("again, Ben names first", "stop")} == {("toy_coins.name",)}
    table.play("Anna names 4", "Ben names 5")
    assert {table.refused(word).rules for word in ("Anna hides 1", "again, Cem names first")} == {("toy_coins.round",)}
    table.play("again, Ben names first")
    assert (table.phase, table.state.round, table.state.first) == (Hiding, 2, 1)
    table.play("Anna hides 0", "Ben hides 0", "Ben names 0", "Anna names 1", "stop")
    assert (table.phase, table.over) == (GameOver, True)
    words = ("Anna hides 1", "Anna names 1", "again, Ben names first", "stop")
    assert {table.refused(word).rules for word in words} == {("toy_coins.end",)}
