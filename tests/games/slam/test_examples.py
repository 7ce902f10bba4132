"""Every example of the rules, played with the numbers it names."""

import pytest
from games.slam.table import GAME, Table, out, poet, team, two
from lookup.examples import Example, Examples

from companion.games.slam.cards import Special, Trait, Voice
from companion.games.slam.questions import AskBribe, AskContagion, AskDetective, AskNotMale, AskShow, AskVoice
from companion.games.slam.reports.answers import Bribed, ContagionRolled, NotMaleTold, SmartVoted, VoiceChosen
from companion.games.slam.reports.closing import DarlingKept
from companion.games.slam.reports.won import SlamWon

EXAMPLES = Examples("slam")


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


@EXAMPLES.plays("slam.team.example")
@pytest.mark.rule("slam.team.example")
def test_the_comedy_slam(example: Example) -> None:
    humour, style, sum_, *hers, hers_sum, safe, low_humour, low_style, low_sum, again, worse, again_sum = (
        example.numbers
    )
    reimer = poet("Funny Reimer", humour=humour, style=style)
    mitbewohner = poet("Mitbewohner", humour=again, style=worse)
    rap = poet("Rap-Poet", humour=low_humour, style=low_style)
    table = (
        Table("Karl", "Ida")
        .slam("")
        .reveal(team(reimer, mitbewohner), two(poet("Allround-Talent", humour=hers[0], style=hers[1]), rap))
    )
    table.show("humour+style", die=3)
    assert table.values == {"Funny Reimer": sum_, "Allround-Talent": hers_sum, "Rap-Poet": low_sum}
    assert any(said.endswith(f"{again} Humour + {worse} Style = {again_sum}") for said in table.said)
    assert sum(map(len, table.kept.values())) == safe
    assert f"{table.winner} takes the slam" in example.text


@EXAMPLES.plays("slam.adv.style_example", "slam.adv.style_example_b")
def test_style_diversity(example: Example) -> None:
    chosen = Voice.LYRIC if "enters with lyric" in example.text else Voice.PROSE
    table = Table("Julian", "Julius", style_diversity="on").slam()
    table.reveal(
        two(poet("Comedienne", 5, voice=Voice.PROSE), poet("Das Wunderkind", 5, voice=Voice.LYRIC)),
        two(poet("Comedian", 5, voice=Voice.PROSE), poet("Improvisateurin", 5, voice=Voice.EITHER)),
    )
    assert isinstance(table.question, AskVoice)
    table.report(VoiceChosen(1, 1, chosen))
    bonus = example.numbers[-1] if "for Das Wunderkind" in example.text else 0
    assert table.values["Das Wunderkind"] == 5 + bonus
    assert sum(table.values.values()) == 20 + bonus
    assert any("no bonus" in said for said in table.said) == (not bonus)


@EXAMPLES.plays("slam.adv.style_stacks")
def test_two_bonuses_for_the_storyteller(example: Example) -> None:
    own, option = example.numbers
    storyteller = poet("Storytellerin", 5, Trait.STORYTELLER, voice=Voice.PROSE)
    others = [poet(name, 1, voice=Voice.LYRIC) for name in "BCD"]
    for played, bonus in (("on", own + option), ("off", own)):
        table = Table(style_diversity=played).slam().reveal(two(storyteller, others[0]), two(*others[1:]))
        assert table.values["Storytellerin"] == 5 + bonus


@EXAMPLES.plays("slam.card.feminism")
def test_players_who_are_not_male(example: Example) -> None:
    (bonus,) = example.numbers
    table = Table("Karl", "Ida").slam(special=Special.FEMINISM).reveal(two(5, 5), two(5, 5))
    assert isinstance(table.question, AskNotMale)
    table.report(NotMaleTold((1,)))
    assert [table.values[name] for name in ("A1", "A2", "B1", "B2")] == [5, 5, 5 + bonus, 5 + bonus]


@EXAMPLES.plays("slam.card.best_of_example")
def test_two_against_two(example: Example) -> None:
    few, players, bonus, more, of = example.numbers
    assert players == of
    table = Table(*("Julius", "Ida", "Amy", "Karl")[:players]).slam(special=Special.BEST_OF)
    table.reveal(*[two(5, 1)] * players)
    table.report(SmartVoted(((few, 0), (more, 0), *[(0, 0)] * (players - 2))))
    assert (table.values["A1"], table.values["B1"]) == (5, 5 + bonus)
    assert table.said[0] == f"{table.names[0]}, A1: {few} of {players} say smart, no +{bonus}."


@EXAMPLES.plays("slam.poet.scene_darling")
def test_a_scene_darling(example: Example) -> None:
    poets, value, malus, total, after = example.numbers
    table = Table("Ole", "Kira", won={"Ole": 1}, piles={"Ole": [poet(name) for name in "ABCD"[:poets]]})
    darling = poet("Bühnenbrecher", 2, Trait.SCENE_DARLING)
    table.slam("message").reveal(two(darling, 1), two(poet("Allround-Talent", value, bonus=-malus), 3))
    assert (table.winner, table.values["Allround-Talent"]) == ("Kira", total)
    table.report(DarlingKept(0, 0))
    assert any("has won 1 slam;" in said for said in table.said)
    table.close()
    assert (len(table.piles["Ole"]), table.state.slams[0]) == (after, 1)


@EXAMPLES.plays("slam.poet.contagious")
@pytest.mark.rule("slam.poet.contagious")
def test_contagion(example: Example) -> None:
    own, die, left, first, second, first_left, second_left, other = example.numbers
    table = Table("Anna", "Ben", "Cem").slam()
    table.reveal(two(poet("Melancholikerin", own, Trait.CONTAGIOUS), other), two(first, second), two(1, 1))
    assert isinstance(table.question, AskContagion)
    table.report(ContagionRolled(0, 0, die))
    assert [table.values[name] for name in ("Melancholikerin", "A2", "B1", "B2")] == [
        left,
        other,
        first_left,
        second_left,
    ]
    assert table.kept["Anna"] == ["A2"]


@EXAMPLES.plays("slam.tie.no_second")
@pytest.mark.rule("slam.tie.no_second")
def test_no_second_poet(example: Example) -> None:
    lead, bens, annas = example.numbers
    table = Table().slam().reveal(two(lead, annas), two(lead, out(bens)))
    assert (table.winner, table.kept) == ("Anna", {"Anna": ["A1", "A2"], "Ben": ["B1"]})
    assert "slam.tie.no_second" in table.cited


@EXAMPLES.plays("slam.poet.unscrupulous_example")
def test_both_bribes(example: Example) -> None:
    small, less, opponents, bonus, euros, cents, transfer, above, more = example.numbers
    names = ("Romy", "Karl", "Ida")[: 1 + opponents]
    assert 100 * euros + cents > 100 * above
    for gifts, points in (
        ((100 * small, 100 * less), bonus),
        ((100 * euros + cents, 100 * transfer), more),
    ):
        table = Table(*names).slam()
        table.reveal(two(poet("Der Gewissenlose", 3, Trait.UNSCRUPULOUS), 1), *[two(5, 1)] * opponents)
        assert isinstance(table.question, AskBribe)
        table.report(Bribed(0, 0, gifts))
        assert table.values["Der Gewissenlose"] == 3 + points


@EXAMPLES.plays("slam.poet.not_admitted_no_effect")
def test_a_rogue_who_is_too_old(example: Example) -> None:
    assert "cannot disqualify anybody" in example.text
    bildmaler, rogue = poet("Bildmaler", 9, Trait.ROGUE, Trait.DETECTIVE), poet("Dieb", 2, Trait.ROGUE)
    for who, question in ((out(bildmaler), AskShow), (bildmaler, AskDetective)):
        table = Table().slam("").reveal(two(who, poet("A", 1, humour=4)), two(rogue, 3))
        assert isinstance(table.question, question)


@EXAMPLES.plays("slam.ruling.coming")
def test_a_player_who_leaves_keeps_the_slams_and_comes_last(example: Example) -> None:
    slams, each = example.numbers
    table = Table("Anna", "Ben").report(*[SlamWon(seat) for seat in range(slams)])
    assert table.state.totals == (each,) * 2
    table.step = GAME.joined(table.state)
    table.names = ("Anna", "Ben", "Cem")
    table.report(SlamWon(2))
    table.step = GAME.left(table.state, 0)
    assert table.state.totals == (each,) * 3
    assert table.state.places == (3, 1, 1)
