"""No question is asked all of whose answers lead to the same books, and none is left out that would have mattered."""

from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve
from effort import effort
from games.slam.lineups import revealed
from games.slam.material import BOOKS
from games.slam.table import Table, attributes, out, poet, team, two

from companion.games.slam import possible_results
from companion.games.slam.cards import Attribute, Place, Special, Trait, Voice
from companion.games.slam.judge import Judgement
from companion.games.slam.model import Asking, Evidence, Judged, Question, State, Verdict
from companion.games.slam.possible_results import TRIALS, consequences
from companion.games.slam.questions import (
    AskBribe,
    AskContagion,
    AskOwnTie,
    AskRunnerUp,
    AskShow,
    AskSmart,
    AskValues,
    JudgementQuestion,
    due,
)
from companion.games.slam.reports.opening import SlamOpened
from companion.games.slam.reports.ties import OwnTieChosen
from companion.games.slam.shared import judge
from companion.kernel.report import Effects

WALKS = effort(few=10, many=80)
REPORTS = 12


def _open(state: State, evidence: Evidence) -> JudgementQuestion | Verdict:
    """Return what no player has reported, whether or not it matters, or how the slam ends once all is reported."""
    if question := due(state, evidence):
        return question
    outcome = Judgement(state, evidence).verdict()
    assert isinstance(outcome, Verdict | JudgementQuestion)
    return outcome


def _answered_by_chance(state: State, evidence: Evidence, random: Random) -> Hashable:
    """Return the books of a slam of which everything is reported, by chance."""
    while not isinstance(outcome := _open(state, evidence), Verdict):
        state, evidence = random.choice([*outcome.all_answers(state, evidence)])
    return consequences(state, evidence, outcome)


def _all_endings(state: State, evidence: Evidence, left: Iterator[int]) -> Hashable:
    """Return which answers lead to which books, one after the other; it gives up when nothing is left."""
    outcome = _open(state, evidence)
    if isinstance(outcome, Verdict):
        next(left)
        return consequences(state, evidence, outcome)
    endings = tuple(_all_endings(*answered, left) for answered in outcome.all_answers(state, evidence))
    return endings[0] if len({*endings}) == 1 else (outcome, endings)


def _walk(seed: int) -> Iterator[tuple[State, Asking | Judged]]:
    """Yield what is asked of a stage by chance, each question answered by chance, and the verdict."""
    random = Random(seed)
    table = revealed(random, open_values=random.choice((0, 0, 0, 0, 1, 3)), seats=random.choice((2, 2, 3)))
    state: Any = table.state
    while True:
        yield state, state.phase
        if isinstance(state.phase, Judged):
            return
        answered, evidence = random.choice([*state.phase.question.representative_answers(state, state.phase.evidence)])
        effects = Effects(answered)
        judge(effects, evidence)
        state = effects.state


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(WALKS))
def test_what_is_asked_matters_and_what_is_not_asked_does_not(seed: int) -> None:
    """The exception: where there are more ways to an end than are tried, and no bound decides, it is asked to be sure."""
    random = Random(-seed)
    for state, phase in _walk(seed):
        evidence = phase.evidence
        if isinstance(phase, Judged):
            verdict = consequences(state, evidence, phase.verdict)
            for _ in range(REPORTS):
                assert _answered_by_chance(state, evidence, random) == verdict
            return
        question = phase.question
        assert isinstance(question, JudgementQuestion)
        try:
            left = iter(range(TRIALS))
            endings = {_all_endings(*answered, left) for answered in question.representative_answers(state, evidence)}
        except (StopIteration, RuntimeError):  # more ways than are tried
            continue
        assert len(endings) > 1, f"{question} makes no difference"
        books_after = {
            BOOKS["slam"](_after(*answered)) for answered in question.representative_answers(state, evidence)
        }
        assert len(books_after) > 1


def _after(state: State, evidence: Evidence) -> State:
    effects = Effects(state)
    judge(effects, evidence)
    return effects.state


# Positions


@pytest.mark.rule("slam.turn.show", "slam.turn.win")
def test_a_leader_beyond_reach_needs_no_more_values() -> None:
    """What is printed goes to 20: who has more by an adjustment leads, whatever no player has reported of the others."""
    star = poet("Star", None, style=20, bonus=1)
    table = Table("Anna", "Ben", "Cem", "Dana").slam("style")
    table.reveal(two(star, 3), *(two(poet(f"{name}1", None), poet(f"{name}2", None)) for name in "BCD"))
    assert (table.winner, table.kept["Anna"]) == ("Anna", ["Star"])
    assert any(
        said.startswith("Not asked, because it cannot change how the slam ends: Style of B1,") for said in table.said
    )
    assert "Ben, B1: ? Style = ?" in table.said
    assert "slam.ruling.card_values" in table.cited
    # 20 alone may still be tied
    level = Table().slam("style").reveal(two(poet("Star", None, style=20), 3), two(poet("B1", None), 4))
    assert level.question == AskValues(Place(1, 0), (Attribute.STYLE,))


@pytest.mark.rule("slam.turn.show")
def test_what_cannot_be_tried_to_its_end_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def table() -> Table:
        return Table().slam("style").reveal(two(poet("A1", None), 3), two(poet("B1", None), 4))

    asked = table().question
    monkeypatch.setattr(possible_results, "TRIALS", 0)
    assert asked is not None
    assert table().question == asked


@pytest.mark.rule("slam.ruling.only_tied", "slam.ruling.card_values")
def test_a_second_poet_whose_first_cannot_be_tied_is_not_asked_about() -> None:
    table = Table().slam("style+humour")
    low = poet("Low", None, style=1, bonus=-1)
    table.reveal(two(poet("A1", 15), poet("A2", None, style=20)), two(poet("B1", 14), low))
    # Low has 20 at most and cannot reach 30; A2 may have 40
    assert table.question == AskValues(Place(0, 1), (Attribute.HUMOUR,))


@pytest.mark.rule("slam.turn.show", "slam.turn.die", "slam.adv.drinking")
def test_the_show_is_asked_for_where_it_decides_or_somebody_drinks() -> None:
    lineups = two(9, 1), two(poet("B1", 8, humour=10), 2)
    assert Table().slam("").reveal(*lineups).question == AskShow()
    lineups = two(9, 1), two(8, 2)
    assert Table().slam("").reveal(*lineups).winner == "Anna"
    # a glass behind the die of the show says who drinks
    assert Table(drinking="on").slam("", glass=(3, 4)).reveal(*lineups).question == AskShow()
    assert Table(drinking="off").slam("", glass=(3, 4)).reveal(*lineups).winner == "Anna"


@pytest.mark.rule("slam.adv.style_diversity", "slam.ruling.style_diversity_order")
def test_with_two_of_each_lyric_or_prose_does_not_matter() -> None:
    voices = [poet("L", 7, voice=Voice.LYRIC), poet("P", 6, voice=Voice.PROSE)]
    more = [poet("l", 7, voice=Voice.LYRIC), poet("p", 6, voice=Voice.PROSE), poet("E", 7, voice=Voice.EITHER)]
    table = Table(style_diversity="on").slam().reveal(two(*voices), two(*more, action_card=True))
    assert (table.winner, table.kept["Ben"]) == ("Ben", ["l", "E"])
    assert any("whether E performs lyric or prose" in said for said in table.said)


@pytest.mark.rule("slam.card.best_of", "slam.poet.unscrupulous", "slam.poet.contagious", "slam.card.feminism")
@pytest.mark.parametrize(
    ("special", "trait", "kind"),
    [(Special.BEST_OF, (), AskSmart), (Special.NONE, (Trait.UNSCRUPULOUS,), AskBribe), (Special.NONE, (Trait.CONTAGIOUS,), AskContagion)],
)  # fmt: skip
def test_clothes_gifts_and_dice_are_asked_for_where_they_reach_the_lead(
    special: Special, trait: tuple[Trait, ...], kind: type[Question]
) -> None:
    def stage(lead: int) -> Table:
        return Table("Anna", "Ben", "Cem").slam("style", special).reveal(
            two(poet("A1", 9, *trait), 2), two(lead, 2), two(1, 1)
        )  # fmt: skip

    assert stage(2).winner == "Anna"
    assert isinstance(stage(9 - (kind is AskSmart)).question, kind)


@pytest.mark.rule("slam.ruling.own_and_others", "slam.tie.own")
def test_which_own_poet_goes_first_matters_only_if_the_second_may_lose() -> None:
    alone = Table(own_and_others="unless_wins").slam().reveal(two(9, 9), two(9, 3))
    assert (alone.winner, alone.kept) == ("Anna", {"Anna": ["A1", "A2"], "Ben": ["B1"]})
    both = Table(own_and_others="unless_wins").slam().reveal(two(9, 9), two(9, 9))
    assert both.question == AskOwnTie(0, (0, 1), "lead")


@pytest.mark.rule("slam.ruling.third_or_team", "slam.team.runner_up")
def test_team_or_third_poet_matters_only_if_one_of_them_wins() -> None:
    lineup = team(poet("A1", style=9), poet("A2", style=2), 3, action_card=True)
    table = Table().slam().reveal(lineup, two(9, 5))
    assert (table.winner, table.kept) == ("Ben", {"Anna": ["A1", "A2"], "Ben": ["B1", "B2"]})
    assert any("whether Anna’s team or third poet competes again" in said for said in table.said)
    assert isinstance(Table().slam().reveal(lineup, two(9, 3)).question, AskRunnerUp)


@pytest.mark.rule("slam.poet.detective", "slam.poet.scene_darling")
def test_a_detective_is_asked_where_a_darling_would_have_to_go() -> None:
    def stage(*traits: Trait) -> Table:
        rogue = poet("Hochstapler", 1, Trait.ROGUE, *traits)
        return Table().slam().reveal(two(9, poet("Detektiv", 1, Trait.DETECTIVE)), two(rogue, 2))

    assert stage().winner == "Anna"
    assert isinstance(stage(Trait.SCENE_DARLING).state.phase, Asking)


@pytest.mark.rule("slam.tie.false_applause", "slam.ruling.card_values")
def test_after_a_false_call_is_asked_what_matters_then() -> None:
    star = poet("Star", None, style=20, bonus=1)
    table = Table("Anna", "Ben", "Cem").slam("style")
    table.reveal(two(star, 3), two(poet("B1", None), out(1)), two(poet("C1", None), out(1)))
    assert table.winner == "Anna"
    (offer,) = (offer for offer in table.offers if offer.kind.__name__ == "FalseApplause")
    assert table.report(offer.action({"callers": (0,)})).question == AskValues(Place(1, 0), (Attribute.STYLE,))


@pytest.mark.rule("slam.tie.own")
def test_a_verdict_on_what_is_unknown_holds_when_it_is_put_away() -> None:
    table = Table().slam("").reveal(two(9, 9), two(poet("B1", None, style=8), out(2)))
    assert isinstance(table.question, AskShow | AskValues)
    complete = Table().slam("").reveal(two(9, 9), two(8, 2))
    assert complete.question == AskOwnTie(0, (0, 1), "lead")
    complete.report(OwnTieChosen(0, 1), SlamOpened(attributes=attributes("style")))
    assert (complete.points, complete.piles) == ({"Anna": 1, "Ben": 0}, {"Anna": ["A2"], "Ben": []})


def test_a_verdict_of_revision_2_asks_for_everything() -> None:
    complete = evolve(Table().slam("").reveal(two(9, 1), two(8, 2)).state.phase.evidence, by_revision_2=True)
    state = Table().slam("").state
    effects = Effects(state)
    judge(effects, complete)
    assert effects.state.phase.question == AskShow()  # type: ignore[union-attr]
