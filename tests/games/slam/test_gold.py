"""The gold card: who may enter, what counts, and what it brings."""

from typing import Any

import pytest
from games.slam.table import GAME, Table, entry, poet, team, two

from companion.games.slam.cards import Attribute, Bonus, Champion, GoldEntry, Place, Poet, Trait
from companion.games.slam.judge import kept
from companion.games.slam.model import Asking
from companion.games.slam.questions import AskApplause, AskShow, AskTeam, AskValues
from companion.games.slam.reports.answers import ShowDecided, ValuesTold
from companion.games.slam.reports.closing import FalseApplause, SlamClosed
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, TeamTold
from companion.games.slam.reports.ties import Applauded
from companion.i18n import Renderer
from companion.kernel.record import replay
from companion.storage.codec import read_log

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


@pytest.mark.rule("slam.turn.win", "slam.gold.poets")
def test_what_is_kept_is_said_though_one_player_has_no_poet() -> None:
    piles = {"Anna": [poet("A", 9)], "Ben": [poet("B", 8)]}
    table = Table("Anna", "Ben", "Cem", piles=piles, won={"Anna": 5, "Ben": 5}, gold="state")
    table.gold("style", entry(0), entry(0), entry())
    said = kept(table.state.phase.evidence, table.verdict)
    assert [Renderer("en", table.names).text(one) for one in said][-1] == "All other poets to the discard pile."


@pytest.mark.rule("slam.ruling.nobody_admitted", "slam.end")
def test_the_gold_card_waits_for_no_other() -> None:
    table = gold("state", some("A", 5), some("B", 6), nobody_admitted="next").report(GoldOpened(STYLE))
    out = GoldEntry((Champion(0, admitted=False),))
    table.report(ChampionsRevealed((out, out)))
    assert (table.winner, table.verdict.stays) == (None, False)
    assert not any("next" in said for said in table.said)
    table.close()
    assert (table.state.waiting, table.view.phase) == (0, "end")
    assert table.said == ["Nobody gets this card."]


@pytest.mark.rule("slam.gold.double", "slam.gold.poets", "slam.goal", "slam.end")
def test_the_championship_is_played_from_the_pile_and_counts_two() -> None:
    table = gold("state", some("A", 3, 8), some("B", 7, 2))
    table.report(GoldOpened(STYLE))
    assert "not offered" in table.refused(PoetsRevealed((two(9, 9), two(9, 9))))
    assert "slam.gold.poets" in table.refused(ChampionsRevealed((entry(0, 7), entry(0, 1))))
    assert "slam.gold.poets" in table.refused(ChampionsRevealed((entry(0, 0), entry(0, 1))))
    assert "slam.turn.play" in table.refused(ChampionsRevealed((entry(0), entry(0, 1))))
    assert "not offered" in table.refused(ChampionsRevealed((entry(0, 1),)))
    table.report(ChampionsRevealed((entry(0, 1), entry(0, 1))))
    assert (table.winner, table.values) == ("Anna", {"A0": 3, "A1": 8, "B0": 7, "B1": 2})
    table.close()
    assert table.points == {"Anna": 2, "Ben": 0}
    assert table.piles == {"Anna": ["A1"], "Ben": []}
    assert table.view.phase == "end"


@pytest.mark.rule("slam.gold.poets")
def test_before_the_gold_card_the_pile_waits() -> None:
    table = Table(piles={"Anna": some("A", 1, 2)}).slam()
    assert table.refused(ChampionsRevealed((entry(0, 1), entry()))) == ("not offered",)


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
    assert {"slam.ruling.gold_alone", "slam.gold.state_one"} <= table.cited
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
    assert (table.winner, "slam.gold.team_one" in table.cited) == ("Ben", True)
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
    assert "slam.gold.team_bonus" in table.cited
    able = GoldEntry((Champion(0, bonuses=(Bonus(2),)), Champion(1)), team=True)
    assert gold("team", *piles).gold("style", able, entry(0, 1)).values["A0"] == 6 + 2 + 4
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
    assert "slam.ruling.any_two" not in gold("team", *piles).report(GoldOpened(STYLE)).cited
    gold("team", *piles).gold("style", entry(0, 1), entry(0, 1))


@pytest.mark.rule("slam.ruling.any_two", "slam.ruling.one_poet_sister")
def test_where_only_teams_enter_the_sisters_come_without_a_third_poet() -> None:
    table = gold("team", [SISTER, poet("A1", 20)], some("B", 9, 8), any_two="teams").report(GoldOpened(STYLE))
    # Decision: a second card beside the Avantgardist and her sister would be a single poet
    assert table.refused(ChampionsRevealed((entry(0, 1, sister=0), entry(0, 1, team=True)))) == ("slam.ruling.any_two",)
    assert table.view.possible[0] == (GoldEntry(), entry(0, sister=0), entry(0, 1, team=True))
    table.report(ChampionsRevealed((entry(0, sister=0), entry(0, 1, team=True))))
    # 5 − 3 Style and 4 for the team, against 9 and 4
    assert (table.winner, table.values) == ("Ben", {"Avantgardistin": 6, "B0": 13})
    usual = gold("team", [SISTER, poet("A1", 20)], some("B", 9, 8)).report(GoldOpened(STYLE))
    assert "slam.turn.play" in usual.refused(ChampionsRevealed((entry(0, sister=0), entry(0, 1))))


@pytest.mark.rule("slam.ruling.gold_alone", "slam.ruling.any_two")
@pytest.mark.parametrize(("there", "winner"), [(True, "Anna"), (False, None)])
def test_where_only_teams_enter_a_walkover_needs_a_team(there: bool, winner: str | None) -> None:
    table = gold("team", some("A", 6, 3), some("B", 9), any_two="teams").report(GoldOpened(STYLE))
    assert table.question == AskTeam(0)
    assert {"slam.ruling.gold_alone", "slam.ruling.any_two"} <= {*table.view.prompt.rules}
    assert table.refused(TeamTold(1, there)) == ("not offered",)
    assert "not offered" in table.refused(TeamTold(7, there))
    assert table.refused(SlamClosed()) == ("not offered",)
    table.report(TeamTold(0, there))
    assert (table.winner, table.kept) == (winner, {"Anna": [], "Ben": []})
    assert table.close().points == {"Anna": 2 if there else 0, "Ben": 0}
    assert table.piles == {"Anna": ["A0", "A1"], "Ben": ["B0"]}


@pytest.mark.rule("slam.ruling.gold_alone", "slam.ruling.any_two", "slam.poet.avantgardist")
def test_a_team_that_is_known_is_not_asked_about() -> None:
    # the Avantgardist has her sister
    assert gold("team", [SISTER, *some("A", 3)], some("B", 9), any_two="teams").report(GoldOpened()).winner == "Anna"
    # a team that has won lies on the pile
    table = Table(gold="team", any_two="teams", won={"Ben": 9}).put(number=10, lost=0)
    table.slam().reveal(team(9, 8), two(5, 4)).report(GoldOpened())
    assert (table.state.teams, table.winner) == (((0, 0, 1),), "Anna")
    # by the usual ruling any two may enter
    assert gold("team", some("A", 6, 3), some("B", 9)).report(GoldOpened()).winner == "Anna"


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
def test_values_not_entered_when_a_poet_won_are_entered_for_the_gold_card() -> None:
    table = Table(piles={"Anna": [poet("A", style=9)], "Ben": [poet("B", style=8)]}, gold="state")
    table.gold("humour")
    assert "slam.ruling.card_values" in table.refused(
        ChampionsRevealed((GoldEntry((Champion(0, values=(9, 0, 99, 0, 0)),)), entry(0)))
    )
    table.report(ChampionsRevealed((GoldEntry((Champion(0, values=(9, 0, 3, 0, 0)),)), entry(0))))
    assert (table.winner, table.values) == ("Anna", {"A": 3, "B": 0})


@pytest.mark.rule("slam.ruling.card_values", "slam.gold.poets")
def test_a_value_that_was_not_entered_is_asked_for_and_no_zero() -> None:
    """Both won with Style, the gold card asks for Humour: that is no tie of nothing against nothing."""
    table = gold("state", [poet("A", None, style=9)], [poet("B", None, style=8)]).gold("humour", entry(0), entry(0))
    assert table.question == AskValues(Place(0, 0), (Attribute.HUMOUR,))
    assert table.view.verdict is None
    asked = Renderer("en", table.names).explain(table.view.prompt)
    assert asked == "A: what does the card say for Humour? Nobody has entered it yet."
    assert "slam.ruling.card_values" in table.view.prompt.rules
    assert table.refused(SlamClosed()) == ("not offered",)
    assert table.refused(ValuesTold(1, 0, (Attribute.HUMOUR,), (3,))) == ("not offered",)
    assert table.refused(ValuesTold(0, 0, (Attribute.STYLE,), (3,))) == ("slam.ruling.card_values",)
    assert table.refused(ValuesTold(0, 0, (Attribute.HUMOUR,), (21,))) == ("slam.ruling.card_values",)
    assert table.refused(ValuesTold(0, 0, (Attribute.HUMOUR,), ())) == ("slam.ruling.card_values",)
    table.report(ValuesTold(0, 0, (Attribute.HUMOUR,), (0,)))
    assert table.question == AskValues(Place(1, 0), (Attribute.HUMOUR,))
    table.report(ValuesTold(1, 0, (Attribute.HUMOUR,), (2,)))
    assert (table.winner, table.values) == ("Ben", {"A": 0, "B": 2})


@pytest.mark.rule("slam.ruling.card_values")
def test_a_zero_that_was_entered_is_one() -> None:
    table = gold("state", [poet("A", 0, style=9)], [poet("B", None, humour=0)]).gold("humour", entry(0), entry(0))
    assert table.question == AskApplause((0, 1))


@pytest.mark.rule("slam.ruling.card_values", "slam.ruling.gold_alone")
def test_only_those_who_compete_are_asked_about() -> None:
    piles = ([poet("A", None, style=9), poet("A1", 5), poet("A2", 4)], [poet("B", None, style=8)])
    # Anna chooses two whose values are known, and Ben's poet competes
    chosen = gold("state", *piles).gold("humour", entry(1, 2), entry(0))
    assert chosen.question == AskValues(Place(1, 0), (Attribute.HUMOUR,))
    # no player needs the values of one who is not admitted, nor of the one who is left alone by that
    out = GoldEntry((Champion(0, admitted=False),))
    alone = gold("state", [poet("A", None, style=9)], piles[1]).gold("humour", entry(0), out)
    assert alone.winner == "Anna"
    assert "A competes alone, so the values do not matter." in alone.said
    walkover = gold("state", [], piles[1]).report(GoldOpened())
    assert walkover.winner == "Ben"


@pytest.mark.rule("slam.ruling.card_values", "slam.turn.show")
def test_only_what_counts_is_asked_for() -> None:
    both = (Attribute.HUMOUR, Attribute.STYLE)
    table = gold("state", [poet("A", None, humour=3)], [poet("B", 5)]).gold("", entry(0), entry(0))
    assert table.question == AskShow()
    table.report(ShowDecided(both))
    assert table.question == AskValues(Place(0, 0), (Attribute.STYLE,))
    assert table.report(ValuesTold(0, 0, (Attribute.STYLE,), (8,))).values == {"A": 11, "B": 10}


@pytest.mark.rule("slam.ruling.card_values", "slam.team.cherry_pick")
def test_both_partners_of_a_team_are_asked_about() -> None:
    pair = [poet("A", None, style=9), poet("A1", None, style=1)]
    table = gold("team", pair, some("B", 5, 4)).gold("humour", entry(0, 1, team=True), entry(0, 1))
    asked = []
    while isinstance(table.state.phase, Asking):
        question = table.question
        assert isinstance(question, AskValues)
        asked.append(question.place)
        table.report(ValuesTold(0, question.place.card, question.attributes, (len(asked),)))
    assert asked == [Place(0, 0), Place(0, 1)]
    assert table.values == {"A": 2 + 4, "B0": 5, "B1": 4}


@pytest.mark.rule("slam.ruling.card_values")
def test_what_is_entered_at_the_gold_card_adds_to_what_was_entered_before() -> None:
    table = gold("state", [poet("A", None, style=9)], [poet("B", 8)])
    entered = GoldEntry((Champion(0, values=(None, None, 3, None, None)),))
    assert table.gold("humour+style", entered, entry(0)).values == {"A": 12, "B": 16}


@pytest.mark.rule("slam.ruling.card_values", "slam.turn.show")
def test_an_unknown_value_is_asked_for_in_a_usual_slam_too() -> None:
    table = Table().slam("humour").reveal(two(poet("A", None), 1), two(2, 1))
    assert table.question == AskValues(Place(0, 0), (Attribute.HUMOUR,))
    table.report(ValuesTold(0, 0, (Attribute.HUMOUR,), (7,)))
    assert table.winner == "Anna"
    assert table.close().state.piles[0][0].values == (None, None, 7, None, None)


@pytest.mark.rule("slam.ruling.card_values")
@pytest.mark.parametrize(("zeros_told", "known"), [(False, (9, None, None, None, None)), (True, (9, 0, 0, 0, 0))])
def test_a_zero_for_which_a_slam_does_not_ask_is_unknown_unless_it_was_entered(zeros_told: bool, known: Any) -> None:
    table = Table().slam("style")
    table.report(PoetsRevealed((two(poet("A", style=9), 1), two(2, 1)), zeros_told=zeros_told)).close()
    assert table.state.piles[0][0].values == known


@pytest.mark.rule("slam.ruling.card_values")
def test_a_championship_of_an_old_log_stays_as_it_was_judged() -> None:
    """Revision 1 counted what no player had reported as 0; what it has judged is not judged anew, what comes later is."""
    slam = (
        '{"kind":"slam.slam_opened","attributes":["style"]}\n'
        '{"kind":"slam.poets_revealed","lineups":[{"poets":[{"values":[%d,0,0,0,0]},{"values":[1,0,0,0,0]}]},'
        '{"poets":[{"values":[5,0,0,0,0]},{"values":[2,0,0,0,0]}]}]}\n'
        '{"kind":"slam.slam_closed"}\n'
    )
    begun = '{"game":"slam","revision":1,"seats":["A","B"],"setup":{"length":"nine"}}\n'
    begun += "".join(slam % (9 if number % 2 else 3) for number in range(9))
    begun += '{"kind":"slam.gold_opened","attributes":["humour"]}\n'
    entries = '[{"champions":[{"pick":0},{"pick":1}]},{"champions":[{"pick":0},{"pick":1}]}]'
    scored = begun + f'{{"kind":"slam.champions_revealed","entries":{entries}}}\n'
    old = read_log(scored, {"slam": GAME})
    assert old.error is None
    record = replay(old.game, old.header, old.entries).record
    assert isinstance(record.state.phase.question, AskApplause), "nothing against nothing, as it was then"
    now = f'{{"kind":"slam.champions_revealed","entries":{entries},"revision":2}}\n'
    new = read_log(begun + now, {"slam": GAME})
    assert new.error is None
    record = replay(new.game, new.header, new.entries).record
    assert record.state.phase.question == AskValues(Place(0, 0), (Attribute.HUMOUR,))
