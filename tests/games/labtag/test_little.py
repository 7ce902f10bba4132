"""Positions with few details reported: consequences, questions, and contradictions to earlier reports."""

import pytest
from games.labtag.table import GAME, Table, action, play

from companion.games.labtag.cards import Card
from companion.games.labtag.model import Choosing, GameOver, Group, Laying, Ranking, Revealing
from companion.games.labtag.reports import AllLaid, Drawn, GroupsLaid, MatchWon, Picked, PileTold, Rechecked, Summed

SPARSE = "all lay 10 cards in 5"


def sparse(*words: str, players: int = 2, **more: object) -> Table:
    """Return a table at which all have laid groups of unknown sizes."""
    return play(SPARSE, *words, players=players, **more)


# The start


@pytest.mark.rule("labtag.setup.groups", "labtag.setup.draw", "labtag.turn.start")
def test_all_groups_lie_face_down_and_nobody_knows_their_sizes() -> None:
    table = sparse(players=3)
    assert table.face_down == (5, 5, 5)
    assert [place.hidden for place in table.state.places] == [None] * 3, "unknown is not 0"
    assert table.phase is Choosing
    assert table.cited == {"labtag.turn.start", "labtag.setup.group_count", "labtag.ruling.parity"}


@pytest.mark.rule("labtag.setup.draw", "labtag.ruling.blocked", "labtag.ruling.limits")
def test_all_lay_as_many_as_were_drawn() -> None:
    table = play("8 cards in 3", "Anna lays 4 2 2")
    assert table.refused(SPARSE).rules == ("labtag.setup.draw", "labtag.ruling.blocked")
    table.play("all lay 8 cards in 3")
    assert table.state.places[0].groups == (Group(4), Group(2), Group(2)), "what was told stays"
    assert table.state.places[1].groups == (Group(None),) * 3
    assert table.refused("all lay 8 cards in 3").rules == ("not offered",)
    assert Table(2).refused("all lay 31 cards in 3").rules == ("labtag.ruling.limits", "labtag.setup.draw")
    assert Table(2).refused("all lay 2 cards in 3").rules == ("labtag.setup.groups", "labtag.ruling.blocked")


@pytest.mark.rule("labtag.setup.groups")
def test_sizes_may_be_reported_until_a_group_is_turned_up() -> None:
    table = sparse("Ben lays 2 2 2 2 2")
    assert table.phase is Choosing
    assert table.state.places[1].hidden == 10
    table.play("Anna against Ben: Anna wins")
    assert table.refused("Anna lays 2 2 2 2 2").rules == ("not offered",)
    assert sparse().refused("Anna lays 2 2").rules == ("labtag.setup.groups", "labtag.ruling.players")


# Who has won


@pytest.mark.rule("labtag.match.trophy", "labtag.final.points", "labtag.turn.next")
def test_a_match_can_be_reported_by_its_winner_alone() -> None:
    table = sparse("Anna against Ben: Ben wins")
    assert table.piles == ("", "?")
    assert table.face_down == (4, 4)
    assert [(line.seat, line.points) for line in table.lines] == [(1, 1)]
    assert table.turn == "Ben"
    assert table.state.discarded is None
    assert table.cited == {"labtag.match.trophy", "labtag.ruling.highest_card", "labtag.final.points"}


@pytest.mark.rule("labtag.turn.largest", "labtag.turn.choice", "labtag.turn.next")
def test_who_may_meet_is_a_rule_however_little_is_reported() -> None:
    table = sparse("Anna against Ben: Anna wins", players=4)
    assert table.refused("Ben against Anna: Ben wins").rules == ("labtag.turn.largest",)
    assert table.refused("Cem against Dora: Cem wins").rules == ("labtag.turn.next", "labtag.turn.choice")
    assert table.refused("Ben against Ben: Ben wins").rules == ("labtag.turn.largest",)
    assert table.why_not(MatchWon(1, 2, 3)).rules == ("not offered",)
    assert table.why_not(MatchWon(1, 7, 1)).rules == ("companion.players",)
    assert table.why_not(MatchWon(1, 2, 1, 5)).rules == ("labtag.turn.choice",)
    assert Table(2).refused("Anna against Ben: Anna wins").rules == ("not offered",)


@pytest.mark.rule("labtag.ruling.drawn_match")
def test_a_match_may_be_drawn_unless_the_house_says_otherwise() -> None:
    table = sparse("Anna against Ben: drawn")
    assert (table.piles, table.turn, table.face_down) == (("", ""), "Ben", (4, 4))
    assert "labtag.ruling.drawn_match" in table.cited
    turned = sparse(house={"drawn_match": "turn"})
    assert turned.refused("Anna against Ben: drawn").rules == ("labtag.ruling.drawn_match",)


@pytest.mark.rule("labtag.turn.choice")
def test_which_groups_have_met_is_unknown_unless_it_is_reported() -> None:
    table = Table(sizes=((1, 2, 3), (2, 2, 2)))
    table.report(MatchWon(0, 1, 0, 2))
    anna, ben = table.state.places
    assert [group.face_down for group in anna.groups] == [True, True, False]
    assert (anna.hidden, ben.face_down, ben.unidentified, ben.hidden) == (3, 2, (None,), None)
    assert table.refused("Ben 1 against Anna 3").rules == ("labtag.turn.choice",)
    table.play("Ben 1 against Anna 1", "Ben: 1/1 2/2", "Anna: 9/9")
    assert table.state.places[1].face_down == 1
    table.play("Anna against Ben: Ben wins")
    assert table.over
    assert not any(group.face_down for place in table.state.places for group in place.groups)


@pytest.mark.rule("labtag.match.trophy")
def test_the_winner_is_reported_of_a_match_that_was_begun_exactly() -> None:
    table = sparse("Anna against Ben", "Ben: 3/3 4/4")
    assert table.refused("Ben against Anna: Ben wins").rules == ("not offered",)
    assert table.why_not(MatchWon(0, 1, 2)).rules == ("not offered",)
    table.play("Anna against Ben: Ben wins")
    assert table.piles == ("", "4/4"), "the winner's cards are known"
    picked = Table(sizes=((1, 2), (2, 1))).play("Anna 1 against Ben 2")
    assert picked.why_not(MatchWon(0, 1, 0, 1)).rules == ("not offered",)
    picked.report(MatchWon(0, 1, 0, 0, 1))
    assert picked.state.places[0].hidden == 2


# The sums


@pytest.mark.rule("labtag.match.strength", "labtag.special.queen")
def test_sums_decide_where_nobody_names_a_card() -> None:
    table = sparse("Anna against Ben", "Anna holds  labtag 31", "Ben holds  labtag 24")
    assert table.piles == ("?", "")
    assert table.firsts[:3] == ["labtag.match.strength"] * 3
    queen = sparse("Anna against Ben", "Anna holds D labtag 31", "Ben holds  labtag 24")
    assert queen.piles == ("", "?")
    assert "labtag.special.queen" in queen.cited


@pytest.mark.rule("labtag.special.king", "labtag.special.ace", "labtag.special.own_king", "labtag.special.all_four")
@pytest.mark.parametrize(
    ("anna", "ben", "piles"),
    [
        ("K", "", ("?", "")),
        ("A", "", ("", "?")),
        ("A", "K", ("?", "")),
        ("AK", "", ("", "?")),
        ("BDKA", "K", ("?", "")),
    ],
)
def test_where_king_or_ace_decide_no_sum_is_asked(anna: str, ben: str, piles: tuple[str, str]) -> None:
    assert sparse("Anna against Ben", f"Anna holds {anna}", f"Ben holds {ben}").piles == piles


@pytest.mark.rule("labtag.special.jack", "labtag.special.two_aces")
def test_only_the_sum_that_decides_is_asked() -> None:
    """With a jack the card values, else the LABTAG values; of cards that are named nothing is asked."""
    plain = sparse("Anna against Ben", "Anna holds A", "Ben holds A")
    assert (plain.view.missing, plain.view.telling) == ("labtag", (0, 1))
    jack = sparse("Anna against Ben", "Anna: 90/B 3/9", "Ben holds ")
    assert (jack.view.missing, jack.view.telling) == ("values", (1,))
    assert jack.view.prompt.rules == ("labtag.match.tie_values", "labtag.special.jack")
    assert {offer.kind for offer in jack.offers} == {Summed, MatchWon}
    assert jack.refused("Anna holds B values 10").rules == ("labtag.turn.reveal",)
    assert jack.play("Ben holds  values 11").piles == ("", "?")


@pytest.mark.rule("labtag.match.tie_values", "labtag.match.tie_legendary")
def test_a_tie_asks_for_the_card_values_and_then_for_legendary_cards() -> None:
    table = sparse("Anna against Ben", "Anna holds  labtag 19", "Ben holds  labtag 19")
    assert table.view.missing == "values"
    assert "labtag.match.tie_values" in table.cited
    table.play("Ben holds  values 9")
    assert table.view.telling == (0,)
    table.play("Anna holds  values 9")
    assert table.view.missing == "legendary"
    assert table.view.prompt.rules == ("labtag.match.tie_legendary", "labtag.ruling.legendary")
    table.play("Anna holds  legendary 2", "Ben holds  legendary 1")
    assert table.piles == ("?", "")


@pytest.mark.rule("labtag.match.tie_legendary", "labtag.ruling.legendary")
def test_legendary_cards_are_not_asked_where_one_group_cannot_have_as_many() -> None:
    table = Table(sizes=((3,), (2,)))
    table.play("Anna 1 against Ben 1", "Anna holds DKA labtag 9 values 3", "Ben holds A labtag 9 values 3")
    assert table.over, "3 against 2 at most"
    assert table.piles == ("?", "")
    assert "labtag.match.tie_legendary" in table.cited


@pytest.mark.rule("labtag.special.one_each", "labtag.ruling.limits", "labtag.ruling.blocked")
def test_no_group_comes_to_such_a_sum() -> None:
    table = Table(sizes=((2, 1), (1, 2))).play("Anna 1 against Ben 1")
    assert table.refused("Anna holds KK").rules == ("labtag.special.one_each",)
    assert table.refused("Ben holds KD").rules == ("labtag.ruling.blocked", "labtag.setup.groups")
    assert table.refused("Ben holds K labtag 1000").rules[0] == "labtag.ruling.limits"
    assert table.refused("Anna holds K values 1").rules[0] == "labtag.ruling.limits"
    assert table.refused("Anna holds D legendary 0").rules[0] == "labtag.ruling.limits"
    assert table.refused("Cem holds ").rules == ("companion.players",)


@pytest.mark.rule("labtag.turn.reveal", "labtag.match.strength", "labtag.special.order")
def test_cards_refine_a_sum_and_have_to_agree_with_it() -> None:
    table = sparse("Anna against Ben", "Anna holds D labtag 19")
    assert table.refused("Anna holds D labtag 19").rules == ("labtag.turn.reveal",)
    assert table.refused("Anna holds D labtag 20").rules == ("labtag.match.strength",)
    assert table.refused("Anna: 12/7 7/4").rules == ("labtag.turn.reveal", "labtag.special.order")
    assert table.refused("Anna: 12/D 8/4").rules == ("labtag.match.strength",)
    table.play("Anna: 12/D 7/4", "Ben holds  labtag 20")
    assert table.piles == ("12/D", "")


@pytest.mark.rule("labtag.setup.draw", "labtag.ruling.blocked")
def test_a_group_of_unknown_size_leaves_a_card_for_every_other() -> None:
    table = play("all lay 4 cards in 3", "Anna against Ben")
    why = table.refused("Anna: 1/1 2/2 3/3")
    assert why.rules == ("labtag.ruling.blocked", "labtag.setup.groups")
    table.play("Anna: 1/1 2/2", "Ben: 5/5")
    table.play("Ben against Anna: Ben wins", "Anna against Ben")
    assert table.refused("Ben: 1/1 1/1 1/1").rules == ("labtag.ruling.blocked", "labtag.setup.groups")


@pytest.mark.rule("labtag.match.tie_values", "labtag.special.jack")
def test_a_sum_is_not_asked_that_no_group_of_that_size_can_turn() -> None:
    """Three cards with a jack come to 3 at least, a single plain card to 20 at most; a special alone to 1."""
    table = Table(sizes=((3,), (1,))).play("Anna 1 against Ben 1", "Anna holds BD", "Ben: 9/2")
    assert table.over
    assert table.piles == ("", "9/2"), "with a queen the lower sum wins: 2 against 3 at least"
    assert {"labtag.special.jack", "labtag.special.queen"} <= table.cited
    single = Table(sizes=((1,), (1,))).play("Anna 1 against Ben 1", "Anna holds B", "Ben: 9/2")
    assert single.piles == ("", "9/2"), "a jack alone comes to 1"


# Checked after the winner was reported


@pytest.mark.rule("labtag.turn.reveal", "labtag.match.trophy")
def test_a_match_is_checked_after_its_winner_was_reported() -> None:
    table = sparse("Anna against Ben: Ben wins", "check")
    assert table.phase is Revealing
    assert table.view.match_number == 1
    table.play("Anna: 12/7 7/4", "Ben: 30/9")
    assert (table.piles, table.turn, table.face_down) == (("", "30/9"), "Ben", (4, 4))
    assert len(table.lines) == 1, "the point was there already"
    assert table.refused("check").rules == ("not offered",)
    assert GAME.refusal(Table(2).state, Rechecked())


@pytest.mark.rule("labtag.match.strength", "labtag.match.tie_legendary")
def test_a_check_that_ends_otherwise_contradicts_what_was_reported() -> None:
    table = sparse("Anna against Ben: Ben wins", "check", "Anna: 12/7 7/4")
    why = table.refused("Ben: 15/9")
    assert why.rules == ("labtag.match.strength",)
    assert dict(why.text.params).keys() == {"player", "other"}, "who was told to have won is named"
    assert table.refused("Ben: 12/7 7/4").rules[-1] == "labtag.ruling.drawn_match"
    assert table.refused("Anna against Ben: Ben wins").rules == ("not offered",)
    assert table.play("Ben: 20/9").piles == ("", "20/9")


@pytest.mark.rule("labtag.ruling.trophy_choice")
def test_a_trophy_that_has_to_be_chosen_is_one_point_after_a_check_too() -> None:
    table = sparse("Anna against Ben: Ben wins", "check", "Anna: 1/1", "Ben: 9*/9 9/9", "Ben takes 9*/9")
    assert (table.piles, len(table.lines), table.turn) == (("", "9*/9"), 1, "Ben")


# The end


def ended(*, anna: str = "", ben: str = "", words: tuple[str, ...] = (), **house: str) -> Table:
    """Return a table at which the last two groups meet; Anna and Ben then have a trophy each that no player has named."""
    sizes = ((1, 1), (1, 1))
    table = Table(sizes=sizes, piles=(anna, ben), house=dict(house))
    return table.play("Anna against Ben: Anna wins", "Ben against Anna: Ben wins", *words)


@pytest.mark.rule("labtag.final.tie_card", "labtag.ruling.final_tie")
def test_a_tie_asks_for_the_highest_trophies() -> None:
    table = ended()
    assert table.phase is Ranking
    assert table.view.prompt.rules == ("labtag.final.tie_card", "labtag.ruling.final_tie")
    assert (table.view.question.seat, table.view.question.kind) == (0, "labtag")
    table.play("Anna’s pile: labtag 20", "Ben’s pile: labtag 18")
    assert table.places == [(1, "Anna"), (2, "Ben")]
    assert "labtag.final.tie_card" in table.firsts


@pytest.mark.rule("labtag.final.tie_card", "labtag.final.tie_legendary", "labtag.final.draw")
def test_equally_high_trophies_ask_on() -> None:
    table = ended(words=("Anna’s pile: labtag 20", "Ben’s pile: labtag 20"))
    assert table.view.question.kind == "values"
    table.play("Anna’s pile: value 7", "Ben’s pile: value 7")
    assert table.view.question.kind == "legendary"
    assert table.refused("Anna’s pile: legendary 2").rules[0] == "not offered"
    drawn = Table(sizes=((1,), (1,)))
    drawn.step = table.step
    table.play("Anna’s pile: legendary 0", "Ben’s pile: legendary 1")
    assert table.places == [(1, "Ben"), (2, "Anna")]
    drawn.play("Anna’s pile: legendary 0", "Ben’s pile: legendary 0")
    assert "labtag.final.draw" in drawn.firsts


@pytest.mark.rule("labtag.ruling.highest_card", "labtag.ruling.final_tie")
def test_the_house_rule_says_what_is_asked_first() -> None:
    table = ended(highest_card="card_value")
    assert table.view.question.kind == "values"
    table.play("Anna’s pile: value 7", "Ben’s pile: value 9")
    assert table.places == [(1, "Ben"), (2, "Anna")]


@pytest.mark.rule("labtag.final.points")
def test_nothing_is_asked_where_the_points_differ() -> None:
    table = Table(sizes=((1, 1), (1, 1)))
    table.play("Anna against Ben: Anna wins", "Ben against Anna: Anna wins")
    assert table.phase is GameOver
    assert table.places == [(1, "Anna"), (2, "Ben")]
    assert [each.pile.counted for each in table.view.standings] == [None, 0], "unknown is not 0"


@pytest.mark.rule("labtag.final.tie_card")
def test_a_known_trophy_spares_a_question() -> None:
    """Ben's highest is 20/7; Anna has 30/4 and another one: nothing it may be changes that she is ahead."""
    table = Table(sizes=((1, 1), (1, 1)), piles=("30/4", "20/7"))
    table.play("Anna 1 against Ben 1", "Anna: 1/1", "Ben: 2/2", "Ben against Anna: Anna wins")
    assert table.phase is GameOver
    assert table.places == [(1, "Anna"), (2, "Ben")]


@pytest.mark.rule("labtag.match.trophy", "labtag.ruling.final_tie")
def test_no_pile_is_lower_than_a_trophy_that_is_named() -> None:
    table = ended(anna="25/4", ben="1/1")
    assert table.refused("Anna’s pile: labtag 24").rules == ("labtag.ruling.final_tie", "labtag.match.trophy")
    assert table.refused("Anna’s pile: labtag 1000").rules[0] == "not offered"
    assert table.refused("Ben’s pile: labtag 30").rules == ("not offered",), "Anna is asked first"
    assert table.refused("Anna’s pile: value 7").rules == ("not offered",)
    table.play("Anna’s pile: labtag 25", "Ben’s pile: labtag 25")
    assert table.refused("Anna’s pile: value 3").rules == ("labtag.ruling.final_tie", "labtag.match.trophy")
    assert table.why_not(PileTold(5, 1)).rules == ("companion.players",)


@pytest.mark.rule("labtag.turn.reveal", "labtag.final.tie_card")
def test_the_last_match_may_be_checked_while_the_tie_is_open() -> None:
    table = ended()
    table.play("check", "Ben: 18/9", "Anna: 3/3")
    assert table.phase is Ranking
    assert table.piles == ("?", "18/9")
    table.play("Anna’s pile: labtag 18")
    table.play("Anna’s pile: value 8")
    assert table.places == [(1, "Ben"), (2, "Anna")]


# One event, reported twice


@pytest.mark.rule("labtag.turn.choice", "labtag.turn.reveal")
def test_a_sparse_and_a_full_report_of_the_same_moment_are_one_event() -> None:
    start = Table(2).state
    assert GAME.event_key(start, AllLaid(10, 5)) == GAME.event_key(start, Drawn(10, 5))
    laid = sparse().state
    assert GAME.event_key(laid, MatchWon(0, 1, 0)) == GAME.event_key(laid, Picked(0, 1, (1, 2)))
    on = sparse("Anna against Ben").state
    assert GAME.event_key(on, action("Anna: 1/1")) == GAME.event_key(on, action("Anna holds  labtag 1"))
    laying = play("10 cards in 5").state
    assert isinstance(laying.phase, Laying)
    assert GAME.event_key(laying, GroupsLaid(0, (2,) * 5)) != GAME.event_key(laying, GroupsLaid(1, (2,) * 5))
    assert Card(1, 1).legendary is False
