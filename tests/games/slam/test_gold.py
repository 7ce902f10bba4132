"""The gold card: who may enter, what counts, and what it brings."""

from typing import Any

import pytest
from games.slam.table import Table, entry, poet, two

from companion.games.slam.actions import Applauded, ChampionsRevealed, FalseApplause, GoldOpened, PoetsRevealed
from companion.games.slam.cards import Attribute, Champion, Entry, Poet, Trait
from companion.games.slam.model import AskApplause

STYLE = (Attribute.STYLE,)
ROGUE = poet("Rogue", 9, Trait.ROGUE)
SISTER = poet("Avantgardistin", 5, Trait.AVANTGARDIST)


def gold(kind: str, *piles: list[Poet], **house: str) -> Table:
    """Return a table before its gold card, with poets on the victory piles."""
    names = ("Anna", "Ben", "Cem", "Dana")[: len(piles)]
    return Table(*names, piles=dict(zip(names, piles, strict=True)), gold=kind, **house)


def some(name: str, *values: int) -> list[Poet]:
    """Return poets of a pile, called A, A1, A2 …"""
    return [poet(f"{name}{number}", value) for number, value in enumerate(values)]


@pytest.mark.rule("slam.ruling.nobody_admitted", "slam.end")
def test_the_gold_card_waits_for_no_other() -> None:
    table = gold("state", some("A", 5), some("B", 6), nobody_admitted="next").report(GoldOpened(STYLE))
    out = Entry((Champion(0, admitted=False),))
    table.report(ChampionsRevealed((out, out)))
    assert (table.winner, table.verdict.stays) == (None, False)
    assert not any("next" in said for said in table.said)
    table.close()
    assert (table.state.waiting, table.view.over) == (0, True)
    assert table.said == ["Nobody gets this card."]


@pytest.mark.rule("slam.gold.double", "slam.gold.poets", "slam.goal", "slam.end")
def test_the_championship_is_played_from_the_pile_and_counts_two() -> None:
    table = gold("state", some("A", 3, 8), some("B", 7, 2))
    table.report(GoldOpened(STYLE))
    assert "slam.gold.poets" in table.refused(PoetsRevealed((two(9, 9), two(9, 9))))
    assert "slam.gold.poets" in table.refused(ChampionsRevealed((entry(0, 7), entry(0, 1))))
    assert "slam.gold.poets" in table.refused(ChampionsRevealed((entry(0, 0), entry(0, 1))))
    assert "slam.turn.play" in table.refused(ChampionsRevealed((entry(0), entry(0, 1))))
    assert "slam.gold.poets" in table.refused(ChampionsRevealed((entry(0, 1),)))
    table.report(ChampionsRevealed((entry(0, 1), entry(0, 1))))
    assert (table.winner, table.values) == ("Anna", {"A0": 3, "A1": 8, "B0": 7, "B1": 2})
    table.close()
    assert table.points == {"Anna": 2, "Ben": 0}
    assert table.piles == {"Anna": ["A1"], "Ben": []}
    assert table.view.over


@pytest.mark.rule("slam.gold.poets")
def test_before_the_gold_card_the_pile_waits() -> None:
    table = Table(piles={"Anna": some("A", 1, 2)}).slam()
    assert table.refused(ChampionsRevealed((entry(0, 1), entry()))) == ("slam.gold.poets",)


@pytest.mark.rule("slam.gold.poets")
def test_bonuses_of_an_earlier_slam_are_gone() -> None:
    table = gold("state", [poet("A", 5, bonus=4)], [poet("B", 6)]).gold("style", entry(0), entry(0))
    assert table.winner == "Ben"


@pytest.mark.rule("slam.gold.state_one", "slam.tie.no_second")
def test_with_a_single_winning_poet_the_runner_up_title_is_left_to_others() -> None:
    table = gold("state", some("A", 8), some("B", 8, 1), some("C", 7, 7)).gold(
        "style", entry(0), entry(0, 1), entry(0, 1)
    )
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A0"], "Ben": ["B0", "B1"], "Cem": []})
    assert table.close().piles["Anna"] == ["A0"]


@pytest.mark.rule("slam.gold.state_one", "slam.ruling.gold_alone")
def test_without_winning_poets_one_cannot_take_part() -> None:
    table = gold("state", [], some("B", 1))
    table.report(GoldOpened())
    assert table.winner == "Ben"
    assert {"slam.ruling.gold_alone", "slam.gold.state_one"} <= table.told
    assert "slam.ruling.void_call" in table.refused(FalseApplause((0,)))
    table.close()
    assert (table.points, table.piles["Ben"]) == ({"Anna": 0, "Ben": 2}, ["B0"])
    three = gold("state", [], some("B", 1), some("C", 5, 4))
    three.report(GoldOpened(STYLE))
    assert "slam.gold.state_one" in three.refused(ChampionsRevealed((entry(0), entry(0), entry(0, 1))))
    assert three.report(ChampionsRevealed((entry(), entry(0), entry(0, 1)))).winner == "Cem"


@pytest.mark.rule("slam.gold.rogues", "slam.ruling.state_poets")
def test_rogues_stay_out_of_the_landesmeisterschaft_only() -> None:
    table = gold("state", [ROGUE, *some("A", 5)], some("B", 6, 1))
    table.report(GoldOpened(STYLE))
    assert "slam.gold.rogues" in table.refused(ChampionsRevealed((entry(0, 1), entry(0, 1))))
    assert table.report(ChampionsRevealed((entry(1), entry(0, 1)))).winner == "Ben"
    team = gold("team", [ROGUE, *some("A", 5)], some("B", 6, 1)).gold("style", entry(0, 1), entry(0, 1))
    assert team.winner == "Anna"


@pytest.mark.rule("slam.ruling.state_poets", "slam.gold.state_one")
@pytest.mark.parametrize("choice", ["nobody", "applause"])
def test_nobody_has_a_poet_for_the_landesmeisterschaft(choice: str) -> None:
    table = gold("state", [ROGUE], [], state_empty=choice)
    table.report(GoldOpened())
    if choice == "applause":
        assert table.question == AskApplause((0, 1))
        table.report(Applauded(1, 1))
    assert table.winner == ("Ben" if choice == "applause" else None)
    assert table.close().points == {"Anna": 0, "Ben": 2 if choice == "applause" else 0}


@pytest.mark.rule("slam.gold.team_one", "slam.ruling.gold_alone")
def test_the_team_championship_needs_two_poets() -> None:
    table = gold("team", some("A", 9), some("B", 1, 1))
    table.report(GoldOpened())
    assert (table.winner, "slam.gold.team_one" in table.told) == ("Ben", True)
    three = gold("team", some("A", 9), some("B", 1, 1), some("C", 2, 2))
    three.report(GoldOpened(STYLE))
    assert "slam.gold.team_one" in three.refused(ChampionsRevealed((entry(0), entry(0, 1), entry(0, 1))))
    nobody = gold("team", some("A", 9), [])
    assert nobody.report(GoldOpened()).winner is None


@pytest.mark.rule("slam.gold.team_bonus", "slam.ruling.any_two", "slam.team.cherry_pick")
def test_an_experienced_team_gets_four() -> None:
    piles = (some("A", 6, 3), some("B", 9, 8))
    table = gold("team", *piles).gold("style", entry(0, 1, team=True), entry(0, 1))
    assert table.values == {"A0": 10, "B0": 9, "B1": 8}
    assert (table.winner, table.kept["Anna"]) == ("Anna", ["A0", "A1"])
    assert "slam.gold.team_bonus" in table.told
    state = gold("state", *piles).gold("style", entry(0, 1, team=True), entry(0, 1))
    assert state.values["A0"] == 6


@pytest.mark.rule("slam.gold.team_bonus", "slam.poet.avantgardist")
def test_the_avantgardist_with_her_sister_gets_four_too() -> None:
    table = gold("team", [SISTER, *some("A", 1)], some("B", 9, 8)).gold(
        "style+message", entry(0, 1, sister=0), entry(0, 1)
    )
    assert table.values["Avantgardistin"] == 5 - 3 + 5 + 3 + 4
    assert "slam.poet.avantgardist" in gold("team", some("A", 1, 2), some("B", 9, 8)).report(GoldOpened(STYLE)).refused(
        ChampionsRevealed((entry(0, 1, sister=0), entry(0, 1)))
    )
    assert "slam.ruling.one_poet_sister" in gold("team", [SISTER, *some("A", 1)], some("B", 9, 8)).report(
        GoldOpened(STYLE)
    ).refused(ChampionsRevealed((entry(0, 1, team=True, sister=0), entry(0, 1))))


@pytest.mark.rule("slam.ruling.avantgardist_alone", "slam.gold.team_one")
def test_the_avantgardist_alone() -> None:
    no = gold("team", [SISTER], some("B", 9, 8))
    assert no.report(GoldOpened()).winner == "Ben"
    yes = gold("team", [SISTER], some("B", 9, 8), avantgardist_alone="yes")
    yes.report(GoldOpened((Attribute.MESSAGE,)))
    assert "slam.gold.team_one" in yes.refused(ChampionsRevealed((entry(0), entry(0, 1))))
    assert yes.report(ChampionsRevealed((entry(0, sister=0), entry(0, 1)))).winner == "Anna"


@pytest.mark.rule("slam.ruling.any_two")
def test_only_teams_by_the_house_rule() -> None:
    piles: tuple[Any, ...] = (some("A", 6, 3), some("B", 9, 8))
    table = gold("team", *piles, any_two="teams").report(GoldOpened(STYLE))
    assert table.refused(ChampionsRevealed((entry(0, 1, team=True), entry(0, 1)))) == ("slam.ruling.any_two",)
    # Decision: who has two poets but no team among them stays out
    assert table.report(ChampionsRevealed((entry(), entry(0, 1, team=True)))).winner == "Ben"
    assert "slam.ruling.any_two" not in gold("team", *piles).report(GoldOpened(STYLE)).told
    gold("team", *piles).gold("style", entry(0, 1), entry(0, 1))


@pytest.mark.rule("slam.ruling.any_two", "slam.ruling.one_poet_sister")
def test_where_only_teams_enter_the_sisters_come_without_a_third_poet() -> None:
    table = gold("team", [SISTER, poet("A1", 20)], some("B", 9, 8), any_two="teams").report(GoldOpened(STYLE))
    # Decision: a second card beside the Avantgardist and her sister would be a single poet
    assert table.refused(ChampionsRevealed((entry(0, 1, sister=0), entry(0, 1, team=True)))) == ("slam.ruling.any_two",)
    assert table.view.possible[0] == (Entry(), entry(0, sister=0), entry(0, 1, team=True))
    table.report(ChampionsRevealed((entry(0, sister=0), entry(0, 1, team=True))))
    # 5 − 3 Style and 4 for the team, against 9 and 4
    assert (table.winner, table.values) == ("Ben", {"Avantgardistin": 6, "B0": 13})
    usual = gold("team", [SISTER, poet("A1", 20)], some("B", 9, 8)).report(GoldOpened(STYLE))
    assert "slam.turn.play" in usual.refused(ChampionsRevealed((entry(0, sister=0), entry(0, 1))))


@pytest.mark.rule("slam.gold.team_bonus", "slam.ruling.team_runner_up_bonus")
def test_the_four_count_again_for_the_runner_up_title() -> None:
    table = gold("team", some("A", 6, 3), some("B", 10, 6)).gold("style", entry(0, 1, team=True), entry(0, 1))
    assert "Runner-up title, Anna, A0 & A1: 3 Style + 4 experienced team = 7" in table.said
    assert table.winner == "Anna"


@pytest.mark.rule("slam.gold.poets", "slam.tie.false_applause")
def test_a_false_caller_loses_the_poets_of_the_pile() -> None:
    table = gold("state", some("A", 9, 1), some("B", 5, 4)).gold("style", entry(0, 1), entry(0, 1))
    table.report(FalseApplause((0,)))
    assert table.winner == "Ben"
    assert table.close().piles == {"Anna": [], "Ben": ["B0"]}


@pytest.mark.rule("slam.gold.poets", "slam.ruling.card_values")
def test_values_nobody_told_when_a_poet_won_are_told_for_the_gold_card() -> None:
    table = Table(piles={"Anna": [poet("A", style=9)], "Ben": [poet("B", style=8)]}, gold="state")
    table.gold("humour")
    assert "slam.ruling.card_values" in table.refused(
        ChampionsRevealed((Entry((Champion(0, values=(9, 0, 99, 0, 0)),)), entry(0)))
    )
    table.report(ChampionsRevealed((Entry((Champion(0, values=(9, 0, 3, 0, 0)),)), entry(0))))
    assert (table.winner, table.values) == ("Anna", {"A": 3, "B": 0})
