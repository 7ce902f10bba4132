"""Teams, the Avantgardist with her sister, and what counts when they are tied."""

import pytest
from games.slam.table import Table, out, poet, team, two

from companion.games.slam.cards import Bonus, Place, Poet, Source, Special, Trait, Voice
from companion.games.slam.questions import AskNotMale
from companion.games.slam.reports.answers import DetectiveActed
from companion.games.slam.reports.laying import PoetsRevealed


def comedy_slam() -> Table:
    """Return the table of the rules' example; the die has said Humour + Style."""
    karl = team(poet("Funny Reimer", humour=10, style=8), poet("Berühmter Mitbewohner", humour=10, style=7))
    ida = two(poet("Allround-Talent", humour=9, style=9), poet("Rap Poet", humour=2, style=8))
    return Table("Karl", "Ida").slam("", name="Comedy Slam").reveal(karl, ida).show("humour+style", die=3)


@pytest.mark.rule("slam.poet.detective", "slam.ruling.partner_out")
@pytest.mark.parametrize("disqualified", [Place(0, 2), Place(1, 0)])
def test_a_team_stays_one_when_somebody_else_is_disqualified(disqualified: Place) -> None:
    rogue, detective = poet("Hochstapler", 9, Trait.ROGUE), poet("Detektiv", 1, Trait.DETECTIVE)
    thief = poet("Diebin", 3, Trait.ROGUE)
    table = Table("Anna", "Ben", "Cem").slam()
    table.reveal(team(7, 6, rogue, action_card=True), two(thief, 2), two(detective, 1))
    table.report(DetectiveActed(Place(2, 0), disqualified))
    assert table.values["A1"] == 7
    assert "A2" not in table.values


@pytest.mark.rule("slam.team.example", "slam.team.cherry_pick", "slam.team.win_both", "slam.team.runner_up")
def test_the_comedy_slam_of_the_rules() -> None:
    table = comedy_slam()
    assert table.values == {"Funny Reimer": 18, "Allround-Talent": 18, "Rap Poet": 10}
    assert table.winner == "Karl"
    assert table.kept == {"Karl": ["Funny Reimer", "Berühmter Mitbewohner"], "Ida": ["Allround-Talent"]}
    assert "Runner-up title, Karl, Funny Reimer & Berühmter Mitbewohner: 10 Humour + 7 Style = 17" in table.said
    assert "Runner-up title, Ida, Rap Poet: 2 Humour + 8 Style = 10" in table.said
    assert table.close().points == {"Karl": 1, "Ida": 0}


@pytest.mark.rule("slam.team.cherry_pick", "slam.team.win_both")
def test_a_team_has_the_better_of_each() -> None:
    table = Table().slam("message+humour").reveal(team(poet("X", message=9), poet("Y", humour=8)), two(16, 8))
    assert table.values["X"] == 17
    other = Table().slam("message").reveal(team(poet("X", message=9), poet("Y", humour=8)), two(8, 1))
    assert (other.winner, other.kept["Anna"]) == ("Anna", ["X", "Y"])


@pytest.mark.rule("slam.ruling.sympathy", "slam.team.cherry_pick")
@pytest.mark.parametrize(("choice", "value"), [("yes", 9), ("no", 2)])
def test_sympathy_of_a_team(choice: str, value: int) -> None:
    table = Table(sympathy=choice).slam("sympathy").reveal(team(9, 2), two(5, 1))
    # Decision: where Sympathy is not picked, the lower one of the two counts
    assert table.values["A1"] == value


@pytest.mark.rule("slam.ruling.team_abilities", "slam.team.cherry_pick")
def test_abilities_of_a_team_are_picked_too() -> None:
    one = Poet("X", (5, 0, 0, 0, 0), bonuses=(Bonus(2), Bonus(-1, Source.SLAM)))
    other = Poet("Y", (4, 0, 0, 0, 0), bonuses=(Bonus(3),))
    assert Table().slam().reveal(team(one, other), two(1, 1)).values["X"] == 8


@pytest.mark.rule("slam.ruling.team_runner_up_bonus", "slam.ruling.team_runner_up", "slam.team.runner_up")
def test_bonuses_stay_when_a_team_competes_again() -> None:
    one = Poet("X", (7, 0, 0, 0, 0), bonuses=(Bonus(2),))
    table = Table().slam().reveal(team(one, poet("Y", style=3)), two(9, 4))
    assert "Runner-up title, Anna, X & Y: 3 Style + 2 ability = 5" in table.said
    assert table.winner == "Anna"


@pytest.mark.rule("slam.team.conditions")
def test_one_partner_who_may_enter_is_enough() -> None:
    table = Table().slam().reveal(team(out(9), 3), two(8, 1))
    assert (table.winner, table.kept["Anna"]) == ("Anna", ["A1", "A2"])
    none = Table().slam().reveal(team(out(9), out(3)), two(8, 1))
    assert none.winner == "Ben"
    assert Table().slam().reveal(two(out(9), 3), two(8, 1)).winner == "Ben"


@pytest.mark.rule("slam.team.conditions", "slam.card.feminism", "slam.ruling.partner_out")
def test_at_the_feminism_slam_neither_may_be_male() -> None:
    table = Table("Anna", "Ben", "Cem").slam("style", Special.FEMINISM).reveal(team(out(9), 3), two(8, 1), two(8, 1))
    assert isinstance(table.question, AskNotMale)
    assert table.values == {"B1": 8, "B2": 1, "C1": 8, "C2": 1}
    assert "slam.team.conditions" in Table().slam("style", Special.FEMINISM).noted


@pytest.mark.rule("slam.team.lyric_prose")
def test_the_partner_of_the_team_poet_is_lyric() -> None:
    partner = poet("Partner", 1, voice=Voice.EITHER)
    team_poet = poet("Team-Poet", 1, Trait.TEAM_POET, voice=Voice.LYRIC)
    lyric, prose = poet("Lyric", 5, voice=Voice.LYRIC), poet("Prose", 5, voice=Voice.PROSE)
    table = Table(style_diversity="on").slam().reveal(team(team_poet, partner), two(lyric, prose))
    # three lyric poets, one prose poet, and no question about the partner
    assert table.values == {"Team-Poet": 1, "Lyric": 5, "Prose": 7}


@pytest.mark.rule("slam.poet.avantgardist", "slam.ruling.one_poet_sister")
def test_the_sister_comes_to_one_poet_and_not_to_a_team_of_two() -> None:
    both = poet("Die Avantgardistin", 5, Trait.AVANTGARDIST, sister=True)
    assert "slam.ruling.one_poet_sister" in Table().slam().refused(PoetsRevealed((team(both, 5), two(3, 4))))


@pytest.mark.rule("slam.poet.avantgardist", "slam.ruling.one_poet_sister")
def test_the_avantgardist_alone_or_with_her_sister() -> None:
    alone = poet("Die Avantgardistin", 5, Trait.AVANTGARDIST)
    both = poet("Die Avantgardistin", 5, Trait.AVANTGARDIST, sister=True)
    for what, value in (("message", 8), ("humour", 8), ("style", 2), ("sympathy", 2), ("performance", 5)):
        assert Table().slam(what).reveal(two(alone, 1), two(1, 1)).values["Die Avantgardistin"] == 5
        assert Table().slam(what).reveal(two(both, 1), two(1, 1)).values["Die Avantgardistin"] == value
    # no second card: her owner plays another poet beside her
    assert len(Table().slam().reveal(two(both, 4), two(1, 1)).values) == 4
    wrong = poet("Der Philosoph", 5, sister=True)
    assert Table().slam().refused(PoetsRevealed((two(wrong, 1), two(1, 1)))) == ("slam.poet.avantgardist",)


@pytest.mark.rule("slam.ruling.third_or_team", "slam.poet.avantgardist")
@pytest.mark.parametrize(("second", "winner", "kept"), [(9, "Anna", ["A", "A2"]), (1, "Ben", ["A"])])
def test_the_avantgardist_tied_with_her_sister(second: int, winner: str, kept: list[str]) -> None:
    # with her sister 5 + 3 Message and 5 − 3 Style; her worse values are 5 and 2
    both = poet("A", 5, Trait.AVANTGARDIST, sister=True)
    mine = two(both, poet("A2", style=second))
    table = Table().slam("style+message").reveal(mine, two(poet("B", style=5, message=5), poet("C", style=8)))
    assert (table.values["A"], table.winner) == (10, winner)
    strong = Table().slam("message").reveal(two(both, 1), two(8, 4))
    assert (strong.winner, strong.kept["Anna"]) == ("Anna", ["A"])
    assert table.kept["Anna"] == kept


@pytest.mark.rule("slam.ruling.partner_out", "slam.poet.detective")
def test_a_partner_exposed_by_a_detective_leaves_the_other_alone() -> None:
    # Decision: a detective takes one card out; its partner then competes alone
    rogue = poet("Der Hochstapler", 9, Trait.ROGUE)
    table = Table().slam().reveal(team(rogue, 3), two(poet("Detektiv", 5, Trait.DETECTIVE), 1))
    table.report(DetectiveActed(Place(1, 0), Place(0, 0)))
    assert table.values == {"A2": 3, "Detektiv": 5, "B2": 1}


@pytest.mark.rule("slam.team.conditions", "slam.poet.third")
def test_a_third_poet_is_admitted_for_itself() -> None:
    table = Table().slam().reveal(team(5, 4, out(9), action_card=True), two(3, 2))
    assert table.values == {"A1": 5, "B1": 3, "B2": 2}
    table = Table().slam().reveal(team(out(5), out(4), 9, action_card=True), two(3, 2))
    assert table.values == {"A3": 9, "B1": 3, "B2": 2}
