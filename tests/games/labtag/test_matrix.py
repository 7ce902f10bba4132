"""Every combination of specials against every other: who wins, and by which rules, worked out a second time.

The engine reads a table of kings and aces and adds up by and by; here each match is settled by the sentences of the
rules, in their order B, D, K, A, so that two ways of thinking have to agree.
"""

from itertools import combinations, product

import pytest
from effort import at_leisure
from games.labtag.table import cards, duel

from companion.games.labtag.cards import SPECIALS

HELD = [frozenset(each) for number in range(5) for each in combinations((s.value for s in SPECIALS), number)]


def written(held: frozenset[str], plain: str, *, golden: bool) -> str:
    """Return a group: its specials, low and perhaps golden, and a plain card."""
    return " ".join([*(f"1{'*' if golden else ''}/{letter}" for letter in sorted(held)), plain])


def settled(left: str, right: str, mine: frozenset[str], theirs: frozenset[str]) -> tuple[int, str]:
    """Return by the sentences of the rules who wins (1 Anna, -1 Ben, 0 no player) and the deciding rule."""
    kings = ["K" in held and "A" not in held for held in (mine, theirs)]  # an ace cancels the own king
    aces = ["A" in held for held in (mine, theirs)]
    if aces[0] != aces[1]:
        sign = 1 if aces[0] else -1
        return (sign if any(kings) else -sign), "labtag.special.ace"
    if kings[0] != kings[1]:
        return (1 if kings[0] else -1), "labtag.special.king"
    jack, queen = "B" in mine | theirs, "D" in mine | theirs
    groups = cards(left), cards(right)
    flags = [sum(card.labtag for card in group) for group in groups]
    values = [sum(1 if card.special else int(card.corner) for card in group) for group in groups]
    golden = [sum(card.golden or card.corner in "DKA" for card in group) for group in groups]
    strength = values if jack else flags
    if strength[0] != strength[1]:
        sign = 1 if strength[0] > strength[1] else -1
        if queen:
            return -sign, "labtag.special.queen"
        return sign, "labtag.special.jack" if jack else "labtag.match.strength"
    if not jack and values[0] != values[1]:
        return (1 if values[0] > values[1] else -1), "labtag.match.tie_values"
    if golden[0] != golden[1]:
        return (1 if golden[0] > golden[1] else -1), "labtag.match.tie_legendary"
    return 0, "labtag.ruling.drawn_match"


@at_leisure
@pytest.mark.rule(
    *("labtag.special.jack", "labtag.special.queen", "labtag.special.king", "labtag.special.ace"),
    *("labtag.special.two_aces", "labtag.special.own_king", "labtag.special.all_four", "labtag.special.order"),
)
@pytest.mark.parametrize(("left", "right"), [("9/2", "3/8"), ("3/8", "9/2"), ("5/5", "5/5")])
@pytest.mark.parametrize("golden", [False, True])
def test_all_combinations_of_specials(left: str, right: str, golden: bool) -> None:
    """256 matches each: strong with a low card value, weak with a high one, level; golden specials or plain."""
    for mine, theirs in product(HELD, HELD):
        groups = written(mine, left, golden=golden), written(theirs, right, golden=False)
        sign, rule = settled(*groups, mine, theirs)
        match = duel(*groups)
        assert match.winner == {1: "Anna", -1: "Ben", 0: None}[sign], groups
        deciding = [each for each in match.proof if each != "labtag.ruling.jack_and_queen"][-1]
        assert deciding == rule, (groups, match.proof)


#: What a group of a special alone does against neither king nor ace, a king, and an ace; strengths 9 against 3.
BY_HAND = {
    ("B", "none"): ("Ben", "labtag.special.jack"),
    ("B", "K"): ("Ben", "labtag.special.king"),
    ("B", "A"): ("Anna", "labtag.special.ace"),
    ("D", "none"): ("Ben", "labtag.special.queen"),
    ("D", "K"): ("Ben", "labtag.special.king"),
    ("D", "A"): ("Anna", "labtag.special.ace"),
    ("K", "none"): ("Anna", "labtag.special.king"),
    ("K", "K"): ("Anna", "labtag.match.strength"),
    ("K", "A"): ("Ben", "labtag.special.ace"),
    ("A", "none"): ("Ben", "labtag.special.ace"),
    ("A", "K"): ("Anna", "labtag.special.ace"),
    ("A", "A"): ("Anna", "labtag.match.strength"),
    ("BDKA", "none"): ("Ben", "labtag.special.ace"),
    ("BDKA", "K"): ("Anna", "labtag.special.ace"),
    ("BDKA", "A"): ("Anna", "labtag.special.queen"),
}


@pytest.mark.rule(
    "labtag.special.jack",
    "labtag.special.queen",
    "labtag.special.king",
    "labtag.special.ace",
    "labtag.special.all_four",
)
@pytest.mark.parametrize(("held", "other"), BY_HAND)
@pytest.mark.parametrize("gold", ["", "*"])
def test_each_special_against_king_ace_and_neither(held: str, other: str, gold: str) -> None:
    """Gold touches nothing but legendary ties and the trophy."""
    winner, rule = BY_HAND[held, other]
    if held == "BDKA":
        left, right = f"10{gold}/B 10/D 10/K 10/A", {"none": "1/2 1/9", "K": "1/K 1/9", "A": "1/A 1/9"}[other]
    else:
        left, right = f"8{gold}/{held} 1/2", {"none": "2/9 1/3", "K": "2/K 1/9", "A": "2/A 1/9"}[other]
    match = duel(left, right)
    assert match.winner == winner
    assert match.proof[-1] == rule or match.proof[-2:] == [rule, "labtag.ruling.jack_and_queen"]
