"""Who wins a match, and why."""

from itertools import product

import pytest
from games.labtag.table import Duel, duel

from companion.games.labtag.match import KINGS_AND_ACES, Outcome
from companion.games.labtag.messages import T
from companion.kernel.explain import Tone
from companion.kernel.text import Player

# Strength and ties


@pytest.mark.rule("labtag.match.strength")
def test_the_greater_strength_wins() -> None:
    match = duel("12/7 7/4", "15/9")
    assert match.winner == "Anna"
    assert match.proof == ["labtag.match.strength"] * 3
    assert duel("15/9", "12/7 7/4").winner == "Ben"


@pytest.mark.rule("labtag.match.strength")
def test_the_proof_names_the_sums() -> None:
    said = [(line.text.message, dict(line.text.params)) for line in duel("12/7 7/4", "15/9").table.step.messages]
    assert said[0][0] == "{player}: LABTAG values {sum} = {total}."
    assert said[0][1]["sum"] == "12 + 7"
    assert said[0][1]["total"] == 19
    assert said[1] == ("{player}: LABTAG value {total}.", said[1][1])
    assert (said[2][1]["a"], said[2][1]["b"]) == (19, 15)


@pytest.mark.rule("labtag.ruling.zero")
def test_a_card_without_strength_is_beaten_by_one() -> None:
    assert duel("0/10", "1/1").winner == "Ben"
    assert duel("0/10", "1/D").winner == "Anna"


@pytest.mark.rule("labtag.match.tie_values", "labtag.ruling.card_value_corner")
def test_card_values_break_the_tie() -> None:
    match = duel("12/7 7/4", "10/8 9/2")
    assert match.winner == "Anna"  # 19 each, 11 against 10
    assert "labtag.match.tie_values" in match.proof


@pytest.mark.rule("labtag.match.tie_values")
@pytest.mark.parametrize("royal", ["B", "D", "K", "A"])
def test_specials_count_one_in_the_tie_break(royal: str) -> None:
    """Both hold the same special and 10 in the flags; the card values are 6 against 5."""
    match = duel(f"5/{royal} 5/5", f"3/{royal} 7/4")
    assert match.winner == "Anna"
    sums = [dict(line.text.params).get("total") for line in match.table.step.messages]
    assert 6 in sums
    assert 5 in sums


@pytest.mark.rule("labtag.match.tie_legendary", "labtag.ruling.legendary")
def test_legendary_cards_break_the_next_tie() -> None:
    match = duel("5*/3 5/3", "5/3 5/3")
    assert match.winner == "Anna"
    assert match.proof[-1] == "labtag.match.tie_legendary"
    assert duel("5*/3 5/3", "5*/3 5*/3").winner == "Ben"


@pytest.mark.rule("labtag.ruling.drawn_match")
def test_level_to_the_end() -> None:
    match = duel("5/3", "5/3")
    assert match.winner is None
    assert match.proof[-1] == "labtag.ruling.drawn_match"
    assert match.table.piles == ("", "")
    assert match.table.state.discarded == 2


@pytest.mark.rule("labtag.ruling.drawn_match")
def test_level_to_the_end_is_won_by_the_player_on_turn() -> None:
    match = duel("5/3", "5/3", drawn_match="turn")
    assert match.winner == "Anna"
    assert duel("5/3", "5/3", drawn_match="nobody").winner is None
    assert match.proof[-2:] == ["labtag.match.tie_legendary", "labtag.ruling.drawn_match"]
    said = match.table.step.messages[match.table.firsts.index("labtag.ruling.drawn_match")]
    assert said.text == T("By the house rule {player} wins, because it is their turn.", player=Player(0))
    assert (said.tone, said.rules) == (Tone.VERDICT, ("labtag.ruling.drawn_match",))
    drawn = [line.text.message for line in match.table.step.messages if "drawn" in line.text.message]
    assert drawn == [], "who is said to win has not drawn"


# Jack and queen


@pytest.mark.rule("labtag.special.jack", "labtag.special.order", "labtag.ruling.jack_and_queen")
@pytest.mark.parametrize(("left", "right"), [("1/9 1/B", "50/8"), ("1/10", "50/2 50/B")])
def test_a_jack_on_either_side_makes_card_values_count(left: str, right: str) -> None:
    match = duel(left, right)  # 10 against 8; 10 against 3
    assert match.winner == "Anna"
    assert match.proof == ["labtag.special.jack"] * 4


@pytest.mark.rule("labtag.special.jack", "labtag.ruling.jack_and_queen")
def test_two_jacks_are_as_one() -> None:
    assert duel("1/9 1/B", "50/8 50/B").winner == "Anna"  # 10 against 9


@pytest.mark.rule("labtag.special.queen", "labtag.ruling.jack_and_queen")
@pytest.mark.parametrize(("left", "right"), [("12/D 7/4", "15/9"), ("12/3 7/4", "15/D"), ("12/D 7/4", "15/D")])
def test_a_queen_on_either_side_lets_the_lowest_win(left: str, right: str) -> None:
    match = duel(left, right)  # 19 against 15; two queens do not cancel each other
    assert match.winner == "Ben"
    assert match.proof[0] == match.proof[-1] == "labtag.special.queen"


@pytest.mark.rule("labtag.special.order", "labtag.special.jack", "labtag.special.queen")
def test_jack_and_queen_together() -> None:
    match = duel("90/2 9/B", "1/8 1/D")  # card values 3 against 9, and the lowest wins
    assert match.winner == "Anna"
    assert match.proof[:2] == ["labtag.special.jack", "labtag.special.queen"]  # applied in this order


@pytest.mark.rule("labtag.ruling.queen_ties")
@pytest.mark.parametrize(("option", "winner"), [("more", "Anna"), ("turned", "Ben")])
def test_a_tie_with_a_queen(option: str, winner: str) -> None:
    match = duel("5/D 5/8", "10/3", queen_ties=option)  # 10 each; 9 against 3
    assert match.winner == winner
    assert "labtag.ruling.queen_ties" in match.cited


@pytest.mark.rule("labtag.ruling.queen_ties", "labtag.match.tie_legendary")
def test_the_queen_never_turns_legendary_cards() -> None:
    for option in ("more", "turned"):
        assert duel("5/D 5/8", "5/4 5*/5", queen_ties=option).winner is None  # one legendary card each
        assert duel("5*/D 5*/8", "5/4 5*/5", queen_ties=option).winner == "Anna"


@pytest.mark.rule("labtag.ruling.jack_ties")
@pytest.mark.parametrize(("option", "winner"), [("legendary", "Anna"), ("labtag", "Ben")])
def test_a_tie_with_a_jack(option: str, winner: str) -> None:
    match = duel("1/B 2*/5", "9/6", jack_ties=option)  # card values 6 each; 3 against 9; one legendary against none
    assert match.winner == winner
    assert "labtag.ruling.jack_ties" in match.cited


@pytest.mark.rule("labtag.ruling.jack_ties", "labtag.match.tie_legendary")
def test_a_tie_with_a_jack_that_stays_one() -> None:
    assert duel("1/B 8*/5", "9/6", jack_ties="labtag").winner == "Anna"  # 9 each as well, then legendary
    assert duel("1/B 8/5", "9/6", jack_ties="labtag").winner is None


@pytest.mark.rule("labtag.ruling.jack_ties", "labtag.ruling.queen_ties")
def test_a_tie_with_jack_and_queen() -> None:
    # Decision: with both house rules the LABTAG values are the first tie-break, and the queen turns it.
    assert duel("1/B 2/5", "9/D 1/5", jack_ties="labtag", queen_ties="turned").winner == "Anna"
    assert duel("1/B 2/5", "9/D 1/5", jack_ties="labtag").winner == "Ben"
    # and without the one about the jack there is no tie-break that it could turn
    assert duel("1/B 2/5", "9/D 1/5", queen_ties="turned").winner == "Ben"  # legendary


# King and ace

GROUPS = {"none": "5/5", "K": "5/K", "A": "5/A", "A+K": "5/A 1/K"}

#: As the ruling has it: own group, then against none, K, A, A+K.
TABLE = {
    "none": ("ordinary", "loses", "wins", "wins"),
    "K": ("wins", "ordinary", "loses", "loses"),
    "A": ("loses", "wins", "ordinary", "ordinary"),
    "A+K": ("loses", "wins", "ordinary", "ordinary"),
}
CELLS = [(own, other, result) for own, row in TABLE.items() for other, result in zip(TABLE, row, strict=True)]


@pytest.mark.rule(
    "labtag.ruling.kings_and_aces",
    "labtag.special.king",
    "labtag.special.ace",
    "labtag.special.own_king",
    "labtag.special.two_aces",
)
@pytest.mark.parametrize(("own", "other", "result"), CELLS, ids=[f"{own}-{other}" for own, other, _ in CELLS])
@pytest.mark.parametrize("strong", [True, False])
def test_kings_and_aces_cell_by_cell(own: str, other: str, result: str, strong: bool) -> None:
    """At every strength that is not ordinary."""
    mine, theirs = ("90/2", "1/2") if strong else ("1/2", "90/2")
    match = duel(f"{GROUPS[own]} {mine}", f"{GROUPS[other]} {theirs}")
    expected = {"wins": "Anna", "loses": "Ben", "ordinary": "Anna" if strong else "Ben"}[result]
    assert match.winner == expected
    assert KINGS_AND_ACES[own, other] is Outcome(result)


@pytest.mark.rule("labtag.ruling.kings_and_aces")
def test_the_table_is_fair() -> None:
    """What wins for one loses for the other."""
    turned = {Outcome.WINS: Outcome.LOSES, Outcome.LOSES: Outcome.WINS, Outcome.ORDINARY: Outcome.ORDINARY}
    for own, other in product(TABLE, repeat=2):
        assert KINGS_AND_ACES[own, other] is turned[KINGS_AND_ACES[other, own]]


@pytest.mark.rule("labtag.special.king")
def test_two_kings_cancel_each_other() -> None:
    match = duel("5/K", "9/K")
    assert match.winner == "Ben"
    assert match.proof[0] == "labtag.special.king"
    assert match.proof[-1] == "labtag.match.strength"


@pytest.mark.rule("labtag.special.two_aces")
def test_two_aces_leave_it_to_the_strength() -> None:
    match = duel("9/A", "5/A")
    assert match.winner == "Anna"
    assert match.proof[0] == "labtag.special.two_aces"
    assert duel("9/A 1/D", "5/A").winner == "Ben"  # a queen still counts


@pytest.mark.rule("labtag.special.own_king")
def test_an_ace_cancels_the_own_king() -> None:
    match = duel("50/K 50/A", "1/2")
    assert match.winner == "Ben"
    assert match.proof[0] == "labtag.special.own_king"


@pytest.mark.rule("labtag.special.order", "labtag.ruling.jack_and_queen")
def test_jack_and_queen_do_not_touch_what_a_king_or_an_ace_decides() -> None:
    king = duel("5/K 5/D 5/B", "1/1")
    assert king.winner == "Anna"
    assert king.proof == ["labtag.special.king", "labtag.ruling.jack_and_queen"]
    assert duel("90/A 90/9", "1/D 1/B").winner == "Ben"


# All four


def all_four(right: str) -> Duel:
    """Return the match of a group with all four specials."""
    return duel("10/B 10/D 10/K 10/A", right)  # LABTAG values 40, card values 4


@pytest.mark.rule("labtag.special.all_four")
@pytest.mark.parametrize("right", ["1/1", "99/9", "1/B", "1/D", "1/B 1/D"])
def test_all_four_lose_by_the_ace(right: str) -> None:
    match = all_four(right)
    assert match.winner == "Ben"
    assert "labtag.special.all_four" in match.cited


@pytest.mark.rule("labtag.special.all_four")
@pytest.mark.parametrize("right", ["1/K", "99/K 99/9", "1/K 1/D 1/B"])
def test_all_four_win_against_a_king_without_an_ace(right: str) -> None:
    assert all_four(right).winner == "Anna"


@pytest.mark.rule("labtag.special.all_four")
@pytest.mark.parametrize(
    ("right", "winner"),
    [
        ("1/A 1/9", "Anna"),  # 4 against 10: the lowest sum of card values wins
        ("99/A 99/2", "Ben"),  # 4 against 3
        ("99/A 99/K", "Ben"),  # 4 against 2: the king is cancelled, so it is a group with an ace
        ("99/A", "Ben"),
    ],
)
def test_all_four_against_an_ace(right: str, winner: str) -> None:
    match = all_four(right)
    assert match.winner == winner
    assert "labtag.special.jack" in match.proof
    assert "labtag.special.queen" in match.proof
    assert "labtag.special.all_four" in match.cited


@pytest.mark.rule("labtag.special.all_four", "labtag.ruling.drawn_match")
def test_all_four_on_both_sides() -> None:
    match = all_four("20/B 20/D 20/K 20/A")  # card values 4 each, three legendary cards each
    assert match.winner is None
    assert all_four("20/B 20/D 20/K 20*/A").winner is None  # a golden ace counts once
    assert all_four("20*/B 20/D 20/K 20/A").winner == "Ben"
