"""What single slams and poets do: votes, bribes, contagion, styles."""

import pytest
from games.slam.table import Table, out, poet, team, two

from companion.games.slam.assistants import bribe_bounds, smart
from companion.games.slam.cards import Place, Special, Trait, Voice
from companion.games.slam.questions import AskApplause, AskBribe, AskContagion, AskDetective, AskVoice
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    DetectiveActed,
    NotMaleTold,
    SmartVoted,
    VoiceChosen,
)
from companion.games.slam.reports.closing import DarlingKept, FalseApplause

LYRIC, PROSE, EITHER = Voice.LYRIC, Voice.PROSE, Voice.EITHER


@pytest.mark.rule("slam.card.feminism")
def test_players_who_are_not_male() -> None:
    table = Table("Karl", "Ida").slam("style", Special.FEMINISM).reveal(two(7, 1), two(7, 2))
    assert "slam.card.feminism" in table.refused(NotMaleTold((1, 1)))
    assert "not offered" in table.refused(NotMaleTold((4,)))
    table.report(NotMaleTold((1,)))
    assert table.values == {"A1": 7, "A2": 1, "B1": 8, "B2": 3}
    assert table.winner == "Ida"
    # asked once in a game
    table.close().slam("style", Special.FEMINISM).reveal(two(poet("X", 7), 1), two(poet("Y", 7), poet("Z", 2)))
    assert table.winner == "Ida"


@pytest.mark.rule("slam.card.best_of", "slam.card.best_of_example", "slam.ruling.smart_vote")
def test_the_best_of_slam_of_the_rules() -> None:
    julius = two(poet("Frühaufsteherin", 5), out(0))
    ida, amy = two(poet("Spalterin", 5), out(0)), two(poet("Rap-Poetin", 6), out(0))
    karl = two(poet("Melancholikerin", 6), out(0))
    table = Table("Julius", "Ida", "Amy", "Karl").slam("style", Special.BEST_OF).reveal(julius, ida, amy, karl)
    assert "slam.card.best_of" in table.noted
    assert "not offered" in table.refused(SmartVoted(((4, 0), (4, 0), (0, 0))))
    assert "not offered" in table.refused(SmartVoted(((5, 0), (4, 0), (0, 0), (2, 0))))
    table.report(SmartVoted(((4, 0), (4, 0), (0, 0), (2, 0))))
    assert table.values == {"Frühaufsteherin": 7, "Spalterin": 7, "Rap-Poetin": 6, "Melancholikerin": 6}
    assert (smart(2, 4), smart(3, 4), smart(2, 3), smart(1, 2)) == (False, True, True, False)


@pytest.mark.rule("slam.poet.scene_darling")
def test_the_scene_darling_of_the_rules() -> None:
    darling = poet("Bühnenbrecher", 5, Trait.SCENE_DARLING)
    mine = [poet("Team 1", 1), poet("Team 2", 1), poet("Tied", 1)]
    table = Table("Ole", "Kira", piles={"Ole": mine}, won={"Ole": 1})
    table.slam("message").reveal(two(darling, 3), two(poet("Allround-Talent", message=9, bonus=-2), 1))
    assert (table.winner, table.values["Allround-Talent"]) == ("Kira", 7)
    table.report(DarlingKept(0, 0))
    # one own slam, not three poets
    assert any("Ole has won 1 slam;" in said for said in table.said)
    assert "slam.poet.scene_darling" in table.refused(DarlingKept(0, 0))
    assert table.close().piles["Ole"] == ["Team 1", "Team 2", "Tied", "Bühnenbrecher"]


@pytest.mark.rule("slam.poet.scene_darling", "slam.turn.not_admitted", "slam.ruling.open_list")
def test_when_a_scene_darling_does_not_stay() -> None:
    darling = poet("Darling", 5, Trait.SCENE_DARLING)
    assert "slam.poet.scene_darling" in Table().slam().reveal(two(4, 3), two(9, 1)).refused(DarlingKept(0, 0))
    assert "slam.poet.scene_darling" in Table().slam().reveal(two(darling, 9), two(8, 1)).refused(DarlingKept(0, 0))
    assert "slam.turn.not_admitted" in Table().slam().reveal(two(out(darling), 3), two(8, 1)).refused(DarlingKept(0, 0))
    assert "slam.poet.scene_darling" in Table().slam().reveal(two(darling, 3), two(5, 4)).refused(DarlingKept(0, 0))
    left = Table().slam().reveal(two(darling, 3), two(9, 1)).report(FalseApplause((0,)))
    assert "slam.turn.not_admitted" in left.refused(DarlingKept(0, 0))
    lost = Table(open_list="on").slam().reveal(two(darling, 3), two(4, 1), open_list=poet("Gast", 9))
    assert lost.report(DarlingKept(0, 0)).close().piles == {"Anna": ["Darling"], "Ben": []}


@pytest.mark.rule("slam.poet.contagious")
def test_contagion_hits_the_left_neighbour_and_spares_the_own_second() -> None:
    ill = poet("Melancholikerin", 8, Trait.CONTAGIOUS)
    table = Table("Anna", "Ben", "Cem").slam().reveal(two(5, 4), two(ill, 7), two(7, 6))
    assert table.question == AskContagion(Place(1, 0))
    assert "not offered" in table.refused(ContagionRolled(1, 0, 7))
    assert "not offered" in table.refused(ContagionRolled(0, 0, 1))
    well = Table("Anna", "Ben", "Cem").slam().reveal(two(5, 4), two(ill, 7), two(7, 6)).report(ContagionRolled(1, 0, 2))
    assert well.values["Melancholikerin"] == 8
    table.report(ContagionRolled(1, 0, 1))
    assert table.values == {"A1": 5, "A2": 4, "Melancholikerin": 6, "B2": 7, "C1": 6, "C2": 5}
    assert (table.winner, table.kept["Ben"]) == ("Ben", ["B2"])


@pytest.mark.rule("slam.poet.contagious", "slam.poet.not_admitted_no_effect", "slam.turn.not_admitted")
def test_who_is_not_admitted_infects_nobody() -> None:
    ill = poet("Melancholikerin", 8, Trait.CONTAGIOUS)
    assert Table().slam().reveal(two(out(ill), 7), two(6, 6)).winner == "Anna"


@pytest.mark.rule("slam.poet.not_admitted_no_effect", "slam.poet.detective")
def test_a_rogue_not_admitted_is_never_asked() -> None:
    painter = out(poet("Bildmaler", 5, Trait.ROGUE))
    briber = out(poet("Der Gewissenlose", 5, Trait.UNSCRUPULOUS))
    table = Table().slam().reveal(two(painter, briber), two(poet("Detektiv", 5, Trait.DETECTIVE), 1))
    assert table.winner == "Ben"


@pytest.mark.rule("slam.poet.detective")
def test_a_detective_may_disqualify_one_rogue_or_look_away() -> None:
    rogue = poet("Diebin", 9, Trait.ROGUE)
    lineups = (
        two(rogue, poet("Der Gewissenlose", 8, Trait.UNSCRUPULOUS)),
        two(poet("Detektiv", 5, Trait.DETECTIVE), 1),
    )
    table = Table().slam().reveal(*lineups)
    assert table.question == AskDetective(Place(1, 0), (Place(0, 0), Place(0, 1)))
    assert "not offered" in table.refused(DetectiveActed(Place(1, 0), Place(1, 1)))
    assert "not offered" in table.refused(DetectiveActed(Place(1, 1), None))
    table.report(DetectiveActed(Place(1, 0), Place(0, 1)))
    assert (table.winner, table.kept["Anna"]) == ("Anna", ["Diebin"])
    away = Table().slam().reveal(*lineups).report(DetectiveActed(Place(1, 0), None))
    assert away.question == AskBribe(Place(0, 1))


def romy(*gifts: int, bonus: int | None = None) -> Table:
    """Return a table at which Romy plays Der Gewissenlose against Karl and Ida and gives them something."""
    briber = poet("Der Gewissenlose", 3, Trait.UNSCRUPULOUS)
    table = Table("Romy", "Karl", "Ida").slam().reveal(two(briber, 1), two(7, 1), two(6, 1))
    return table.report(Bribed(0, 0, gifts, bonus))


@pytest.mark.rule("slam.poet.unscrupulous", "slam.poet.unscrupulous_example", "slam.ruling.bribe_steps")
def test_both_bribes_of_the_rules() -> None:
    assert romy(100, 200).values["Der Gewissenlose"] == 4
    paid = romy(502, 1000)
    assert (paid.values["Der Gewissenlose"], paid.winner) == (8, "Romy")


@pytest.mark.rule("slam.poet.unscrupulous", "slam.ruling.bribe_steps")
def test_more_than_five_euros_begins_a_cent_later() -> None:
    assert romy(500, 1000).values["Der Gewissenlose"] == 4
    assert romy(501, 501).values["Der Gewissenlose"] == 8
    assert romy(300, 300, bonus=3).values["Der Gewissenlose"] == 6
    # what is more than five euros begins at 5.01: with 5.00 the last step is not reached, with 0.99 not even the first
    assert [bribe_bounds(cents) for cents in (99, 300, 500, 501)] == [(0, 0), (1, 4), (1, 4), (5, 5)]


@pytest.mark.rule("slam.poet.unscrupulous_zero")
def test_giving_nothing_is_always_allowed() -> None:
    table = romy(0, 1000)
    assert table.values["Der Gewissenlose"] == 3
    assert "slam.poet.unscrupulous_zero" in table.cited


@pytest.mark.rule("slam.poet.unscrupulous")
def test_bribes_that_cannot_be() -> None:
    briber = poet("Der Gewissenlose", 3, Trait.UNSCRUPULOUS)
    table = Table("Romy", "Karl", "Ida").slam().reveal(two(briber, 1), two(7, 1), two(6, 1))
    assert table.question == AskBribe(Place(0, 0))
    assert "not offered" in table.refused(Bribed(0, 0, (100,)))
    assert "not offered" in table.refused(Bribed(0, 0, (-1, 0)))
    assert "not offered" in table.refused(Bribed(1, 0, (0, 0)))
    assert "slam.ruling.bribe_steps" in table.refused(Bribed(0, 0, (0, 0), 1))
    assert "slam.ruling.bribe_steps" in table.refused(Bribed(0, 0, (600, 600), 6))
    assert "slam.ruling.bribe_steps" in table.refused(Bribed(0, 0, (500, 600), 5))


def improvised(voice: Voice) -> Table:
    """Return the table of the style diversity examples, with what the Improvisateurin performs."""
    julian = two(poet("Comedienne", 7, voice=PROSE), poet("Wunderkind", 6, voice=LYRIC))
    julius = two(poet("Comedian", 7, voice=PROSE), poet("Improvisateurin", 5, voice=EITHER))
    table = Table("Julian", "Julius", style_diversity="on").slam().reveal(julian, julius)
    assert table.question == AskVoice(Place(1, 1))
    return table.report(VoiceChosen(1, 1, voice))


@pytest.mark.rule("slam.adv.style_diversity", "slam.adv.style_example")
def test_with_lyric_nobody_is_alone() -> None:
    assert improvised(LYRIC).values == {"Comedienne": 7, "Wunderkind": 6, "Comedian": 7, "Improvisateurin": 5}


@pytest.mark.rule("slam.adv.style_diversity", "slam.adv.style_example_b")
def test_with_prose_the_wunderkind_is_the_only_lyric_poet() -> None:
    table = improvised(PROSE)
    assert table.values == {"Comedienne": 7, "Wunderkind": 8, "Comedian": 7, "Improvisateurin": 5}
    assert table.winner == "Julian"
    assert "slam.adv.style_diversity" in table.cited


@pytest.mark.rule("slam.adv.style_diversity", "slam.turn.not_admitted")
def test_poets_not_admitted_do_not_count_for_style() -> None:
    lyric, prose = poet("L", 5, voice=LYRIC), poet("P", 5, voice=PROSE)
    gone = out(poet("G", 5, voice=LYRIC))
    table = Table(style_diversity="on").slam().reveal(two(lyric, gone), two(prose, poet("Q", 1, voice=PROSE)))
    assert table.values == {"L": 7, "P": 5, "Q": 1}
    assert Table().slam().reveal(two(lyric, gone), two(prose, poet("Q", 1, voice=PROSE))).values["L"] == 5


@pytest.mark.rule("slam.ruling.style_diversity_order", "slam.adv.style_diversity")
@pytest.mark.parametrize(("youngest", "winner", "first"), [(2, None, 2), (0, None, 0), (0, 1, 2), (1, 2, 0)])
def test_free_choosers_choose_in_order(youngest: int, winner: int | None, first: int) -> None:
    free = [two(poet(f"{name}1", 5, voice=EITHER), poet(f"{name}2", 5, voice=PROSE)) for name in "ABC"]
    table = Table("Anna", "Ben", "Cem", first=youngest, style_diversity="on").put(last_winner=winner)
    table.slam().reveal(*free)
    for seat in range(first, first + 2):
        assert table.question == AskVoice(Place(seat % 3, 0))
        assert "not offered" in table.refused(VoiceChosen((seat + 1) % 3, 0, LYRIC))
        assert "not offered" in table.refused(VoiceChosen(seat % 3, 0, EITHER))
        table.report(VoiceChosen(seat % 3, 0, LYRIC))
    # with two of each no player can be alone any more, whatever the last one performs
    assert table.question == AskApplause((0, 1, 2))
    assert any("whether" in said for said in table.said)


@pytest.mark.rule("slam.ruling.style_diversity_order")
def test_a_missing_style_is_entered_before_any_is_chosen() -> None:
    """A player who chooses freely knows by then what is printed on the others' cards."""
    lineups = (two(poet("Free", 5, voice=EITHER), out(1)), two(poet("Plain", 5), poet("Prose", 5, voice=PROSE)))
    table = Table(style_diversity="on").slam().reveal(*lineups)
    assert table.question == AskVoice(Place(1, 0))
    assert table.report(VoiceChosen(1, 0, LYRIC)).question == AskVoice(Place(0, 0))


@pytest.mark.rule("slam.poet.storyteller", "slam.adv.style_stacks")
def test_the_storyteller_with_and_without_the_option() -> None:
    teller = poet("Storytellerin", 5, Trait.STORYTELLER, voice=PROSE)
    lyric = [poet(f"L{n}", 5, voice=LYRIC) for n in range(3)]
    lineups = (two(teller, lyric[0]), two(lyric[1], lyric[2]))
    assert Table().slam().reveal(*lineups).values["Storytellerin"] == 7
    assert Table(style_diversity="on").slam().reveal(*lineups).values["Storytellerin"] == 9
    prose = (two(teller, lyric[0]), two(lyric[1], poet("P", 5, voice=PROSE)))
    assert Table().slam().reveal(*prose).values["Storytellerin"] == 5


@pytest.mark.rule("slam.poet.storyteller", "slam.adv.style_diversity")
def test_a_style_nobody_entered_is_asked_for() -> None:
    teller = poet("Storytellerin", 5, Trait.STORYTELLER, voice=PROSE)
    table = Table().slam().reveal(two(teller, out(1)), two(6, out(1)))
    assert table.question == AskVoice(Place(1, 0))
    assert table.report(VoiceChosen(1, 0, LYRIC)).values["Storytellerin"] == 7


@pytest.mark.rule("slam.ruling.style_diversity_order", "slam.adv.style_diversity")
def test_a_team_gets_the_bonus_once() -> None:
    pair = team(poet("L", 5, voice=LYRIC), poet("P", 5, voice=PROSE))
    table = Table(style_diversity="on").slam().reveal(pair, two(out(1), out(1)))
    assert table.values == {"L": 7}


@pytest.mark.rule("slam.poet.contagious", "slam.tie.false_applause")
def test_who_is_out_for_a_false_call_infects_nobody() -> None:
    table = Table("Anna", "Ben", "Cem").slam()
    table.reveal(two(poet("Kranker", 9, Trait.CONTAGIOUS), 1), two(9, 5), two(4, 3)).report(ContagionRolled(0, 0, 1))
    assert (table.values["Kranker"], table.values["B1"]) == (7, 8)
    assert table.report(FalseApplause((0,))).values == {"B1": 9, "B2": 5, "C1": 4, "C2": 3}
