"""Counting clues: red first, green then, the centre last, and tokens behind stands."""

import json

import pytest
from games.letter_jam.table import NAMES, Table, labels, play

from companion.games import games
from companion.games.letter_jam.numbers import STACKS
from companion.games.letter_jam.places import Token
from companion.kernel.record import replay
from companion.storage.codec import read_log


@pytest.mark.rule("letter_jam.tokens.red_first", "letter_jam.clue.token")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_first_red_then_green(players: int) -> None:
    table = Table(players).play("dealt").clues("Anna", using="*")
    assert (table.state.places[0].reds, table.state.places[0].greens) == (1, 0)
    before = table.state.leaves
    table.clues("Anna", using="*")
    assert (table.state.places[0].reds, table.state.places[0].greens) == (1, 1)
    assert table.state.leaves == before - 1
    assert table.state.clue.token is Token.LEAF


@pytest.mark.rule("letter_jam.tokens.three", "letter_jam.tokens.two")
@pytest.mark.parametrize(("players", "quota"), [(3, 2), (2, 3)])
def test_with_few_players_several_clues_take_red(players: int, quota: int) -> None:
    table = Table(players).play("dealt").clues("Ben", times=quota, using="*")
    assert table.tokens == (6 - quota, 2, 3)
    assert table.state.token_for(1) is None
    assert table.state.givers == tuple(seat for seat in range(players) if seat != 1)
    for seat in table.state.givers:
        table.clues(NAMES[seat], times=quota, using="*")
    table.clues("Ben", using="*")
    assert (table.state.places[1].reds, table.state.places[1].greens) == (quota, 1)
    assert table.tokens == (0, 1, 3)


@pytest.mark.rule("letter_jam.ruling.unlocking")
def test_below_the_quota_one_must_take_red() -> None:
    """Decision: who still has own red tokens left has no choice; green is not taken instead."""
    table = Table(3, greens="free").play("dealt").clues("Anna", times=2, using="*").clues("Ben", using="*")
    assert table.state.token_for(0) is Token.LEAF
    assert table.state.token_for(1) is table.state.token_for(2) is Token.RED


@pytest.mark.rule("letter_jam.tokens.centre", "letter_jam.ruling.unlocking")
def test_the_last_red_token_opens_the_centre_at_once() -> None:
    table = Table(4).play("dealt")
    for name in ("Anna", "Ben", "Cleo"):
        table.clues(name, using="*")
        assert table.view.card.centre_locked
    table.play("Dora: *")
    assert not table.view.card.centre_locked
    assert {"letter_jam.tokens.centre", "letter_jam.ruling.unlocking"} <= table.cited


@pytest.mark.rule("letter_jam.ruling.tokens_order", "letter_jam.tokens.centre")
def test_leaves_are_taken_before_the_centre() -> None:
    table = Table(6).play("dealt")
    for name in NAMES:
        table.clues(name, using="*")
    assert table.tokens == (0, 4, 1)
    table.clues("Fay", times=4, using="*")
    assert table.tokens == (0, 0, 1)
    table.play("Anna: *")
    assert table.state.clue.token is Token.CENTRE
    assert "letter_jam.tokens.centre" in table.cited
    assert table.tokens == (0, 0, 0)


@pytest.mark.rule("letter_jam.tokens.no_green")
def test_without_a_green_token_somebody_must_take_a_red_one() -> None:
    table = Table(6).play("dealt").clues("Anna", times=5, using="*")
    assert table.tokens == (5, 0, 1), "the centre is locked"
    why = table.refused("Anna: *")
    assert why.rules == ("letter_jam.tokens.no_green", "letter_jam.tokens.centre")
    assert table.state.givers == (1, 2, 3, 4, 5)
    assert ("ClueGiven", 0) in labels(table.offers, closed=True)
    assert "The clue must come from {players}" in table.view.prompt.text.message
    table.clues("Ben", using="*")


@pytest.mark.rule("letter_jam.ruling.greens")
def test_by_house_rule_only_the_centre_waits_for_the_reds() -> None:
    table = Table(2, greens="free").play("dealt").clues("Anna", times=3, using="*").play("Anna: *")
    assert "letter_jam.ruling.greens" in table.cited
    table.play("next").clues("Anna", using="*")
    assert table.tokens == (3, 0, 3)
    assert table.refused("Anna: *").rules[0] == "letter_jam.tokens.no_green"


@pytest.mark.rule("letter_jam.tokens.two", "letter_jam.ruling.greens")
def test_with_two_players_all_greens_wait_for_the_reds() -> None:
    table = Table(2).play("dealt").clues("Anna", times=3, using="*")
    assert table.tokens == (3, 2, 3)
    assert table.refused("Anna: *").rules == ("letter_jam.tokens.two", "letter_jam.tokens.no_green")
    assert table.view.card.leaves_locked
    table.clues("Ben", times=2, using="*").play("Ben: *")
    assert not table.view.card.leaves_locked
    opened = next(e for e in table.step.messages if "letter_jam.ruling.unlocking" in e.rules)
    assert dict(opened.text.params)["n"] == 5, "two on leaves and three in the centre"
    table.play("next").clues("Anna", times=2, using="*")
    assert table.tokens == (0, 0, 3)


@pytest.mark.rule("letter_jam.ruling.greens")
def test_with_four_players_leaves_are_never_locked() -> None:
    table = Table(4, greens="locked").play("dealt").clues("Anna", times=2, using="*")
    assert table.state.clue.token is Token.LEAF


@pytest.mark.rule("letter_jam.ruling.greens")
@pytest.mark.parametrize("revision", [1, 2, 3])
def test_logs_keep_the_greens_they_were_played_by(revision: int) -> None:
    header = {"game": "letter_jam", "revision": revision, "seats": ["Anna", "Ben"]}
    entries = [
        {"kind": "letter_jam.dealt", "lengths": [5, 5]},
        *[{"kind": "letter_jam.clue_told", "seat": 0, "letters": 3}] * 4,
    ]
    log = read_log("\n".join(map(json.dumps, [header, *entries])), games())
    assert log.error is None
    assert (replay(log.game, log.header, log.entries).failure is None) == (revision < 3)
    log = read_log(json.dumps(header | {"setup": {"greens": "locked"}}), games())
    assert replay(log.game, log.header, log.entries).record.state.house.greens == "locked"
    log = read_log(json.dumps(header | {"seats": ["Anna", "Ben", "Cleo", "Dora"]}), games())
    assert not log.header.house, "with four players it makes no difference"


@pytest.mark.rule("letter_jam.npc.freed", "letter_jam.ruling.freed_token", "letter_jam.round.npc_replace")
def test_a_stack_frees_its_token_after_all_uses_but_one() -> None:
    """Decision: the token comes at the end of the round in which the last card is put up."""
    table = Table(5).play("dealt")
    for name in ("Anna", "Ben", "Cleo", "Dora", "Emil"):
        table.clues(name, using="*")
    before = table.last_card().tokens
    table.play("Anna: 1")
    assert table.tokens == (0, before[1] - 1, 1), "not yet: the last card still lies in the stack"
    table.play("next")
    assert table.stacks == (0,)
    assert "letter_jam.npc.freed" in table.cited
    assert table.tokens == (0, before[1], 1)
    assert not table.state.npcs[0].token


@pytest.mark.rule("letter_jam.ruling.freed_token", "letter_jam.round.npc_replace")
def test_a_letter_used_several_times_moves_the_stack_once() -> None:
    table = play("dealt", "Anna: 1 1 2 1", "next")
    assert table.used == (2, 2)
    assert table.state.discards == 2


@pytest.mark.rule("letter_jam.round.npc_replace")
def test_letters_not_used_stay() -> None:
    table = play("dealt", "Anna: 2", "next")
    assert table.used == (1, 2)
    assert [npc.turn for npc in table.state.npcs] == [0, 1]


@pytest.mark.rule("letter_jam.npc.beyond", "letter_jam.npc.discard_box")
def test_after_the_stack_cards_come_from_the_stock() -> None:
    table = Table(5).play("dealt")
    for name in ("Anna", "Ben", "Cleo", "Dora", "Emil"):
        table.clues(name, using="*")
    table.last_card().clues("Anna")
    stock = table.state.stock
    table.clues("Anna")
    assert table.state.stock == stock - 1
    assert table.state.discards == STACKS[0]
    assert table.state.npcs[0].standing
    assert "letter_jam.npc.beyond" in table.cited
    assert "letter_jam.npc.freed" not in table.cited


@pytest.mark.rule("letter_jam.end.tokens", "letter_jam.ruling.end_check")
def test_a_token_freed_in_the_last_round_is_one_more_clue() -> None:
    """Decision: the end is checked after all unlocking."""
    table = Table(5).play("dealt")
    for name in ("Anna", "Ben", "Cleo", "Dora", "Emil"):
        table.clues(name, using="*")
    table.last_card().clues("Anna", times=5, using="*")
    assert table.tokens == (0, 0, 1)
    table.play("Anna: 1")
    assert table.state.givers == ()
    table.play("next")
    assert table.phase == "choosing"
    assert table.tokens == (0, 1, 0)
    table.clues("Ben", using="*")
    assert table.phase == "laying"
    assert {"letter_jam.end.tokens", "letter_jam.ruling.end_check"} <= table.cited


@pytest.mark.rule("letter_jam.end.tokens")
@pytest.mark.parametrize(("players", "clues"), [(2, 11), (3, 11), (4, 11), (5, 11), (6, 11)])
def test_eleven_clues_lie_on_every_setup_card(players: int, clues: int) -> None:
    table = Table(players).play("dealt")
    given = 0
    while table.phase == "choosing":
        table.clues(NAMES[table.state.givers[0]], using="*")
        given += 1
    assert given == clues
