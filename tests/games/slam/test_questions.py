"""What the referee asks: in which order, whom, and which report answers it."""

from inspect import isabstract

import pytest
from games.slam.table import GAME, Table, attributes, out, poet, team, two

from companion.games.slam.cards import ENTERED, Attribute, Bonus, Place, Source, Special, Trait, Voice
from companion.games.slam.messages import SOURCE, VOICE, money, reckoned
from companion.games.slam.model import Asking, Question
from companion.games.slam.questions import (
    ORDER,
    AskBribe,
    AskNotMale,
    AskSmart,
    AskVoice,
    EarlyQuestion,
)
from companion.games.slam.reports import REPORTS
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    DetectiveActed,
    NotMaleTold,
    ShowDecided,
    SmartVoted,
    ValuesTold,
    VoiceChosen,
)
from companion.games.slam.reports.base import Answer
from companion.games.slam.reports.closing import DarlingKept, FalseApplause
from companion.games.slam.reports.laying import PoetsRevealed
from companion.games.slam.reports.ties import Applauded
from companion.i18n import Renderer


def _kinds(question: type[Question]) -> set[str]:
    """Return every kind of question that is really asked, by name: of a slotted class a first draft stays in memory."""
    mine = set() if isabstract(question) else {question.__name__}
    return mine.union(*(_kinds(kind) for kind in question.__subclasses__()))


def _asked(special: Special) -> Table:
    """Return a table at which everything is asked that can be asked at a slam of this kind."""
    detective = poet("Detektiv", None, Trait.DETECTIVE, style=5, voice=Voice.EITHER)
    rogue = poet("Hochstapler", 5, Trait.ROGUE, voice=Voice.PROSE)
    sick = poet("Kranke", 5, Trait.CONTAGIOUS, voice=Voice.PROSE)
    briber = poet("Gewissenlose", 5, Trait.UNSCRUPULOUS, voice=Voice.PROSE)
    table = Table(style_diversity="on", open_list="on").slam("", special)
    return table.reveal(two(detective, rogue), two(sick, briber), open_list=poet("Gast", 5, voice=Voice.EITHER))


@pytest.mark.parametrize(
    ("special", "answer", "left_out"),
    [
        (Special.FEMINISM, NotMaleTold((1,)), AskSmart),
        (Special.BEST_OF, SmartVoted(((0, 0), (0, 0), (0,))), AskNotMale),
    ],
)
@pytest.mark.rule("slam.poet.detective", "slam.ruling.style_diversity_order")
def test_the_referee_asks_in_the_order_of_the_table(
    special: Special, answer: NotMaleTold | SmartVoted, left_out: type[Question]
) -> None:
    table = _asked(special)
    answers = (
        DetectiveActed(Place(0, 0), None),
        ContagionRolled(1, 0, 2),
        Bribed(1, 1, (100,)),
        answer,
        VoiceChosen(0, 0, Voice.LYRIC),
        VoiceChosen(None, 0, Voice.PROSE),
        ShowDecided(attributes("message")),
        ValuesTold(0, 0, (Attribute.MESSAGE,), (7,)),
    )
    asked = []
    for report in answers:
        asked.append(type(table.question))
        refused = [other for other in answers if type(other) is not type(report) and not table.refused(other)]
        assert not refused
        table.report(report)
    assert tuple(dict.fromkeys(asked)) == tuple(kind for kind in ORDER if kind is not left_out)
    assert table.winner == "Anna"


def test_each_question_has_one_report_that_answers_it() -> None:
    assert sorted(one.to.__name__ for one in REPORTS if issubclass(one, Answer)) == sorted(_kinds(Question))
    assert {kind.__name__ for kind in ORDER} == _kinds(EarlyQuestion)


@pytest.mark.parametrize(("name", "asked"), [("Kranke", "Kranke is contagious"), ("", "Ben’s poet 2 is contagious")])
def test_a_poet_without_a_name_is_asked_about_by_its_place(name: str, asked: str) -> None:
    sick = poet(name, 5, Trait.CONTAGIOUS)
    table = Table().slam().report(PoetsRevealed((two(3, 2), two(4, sick))))
    assert Renderer("en", table.names).text(table.view.prompt.text) == f"{asked}: roll the die."


def test_where_nobody_stands_there_is_no_poet() -> None:
    evidence = Table().slam("").reveal(two(3, 2), two(5, 4)).state.phase.evidence
    for place in (Place(0, 2), Place(2, 0), Place(None, 0)):
        assert evidence.poet(place) is None
        with pytest.raises(LookupError):
            evidence.standing(place)


@pytest.mark.rule("slam.poet.unscrupulous")
def test_the_briber_gives_clockwise_from_the_left() -> None:
    assert [*AskBribe(Place(1, 0)).opponents(range(4))] == [2, 3, 0]


def test_an_answer_is_reported_once() -> None:
    """Two phones report the same; two darlings or two false calls are reported each."""
    table = Table().slam().reveal(two(9, 5), two(9, 5))
    assert isinstance(table.state.phase, Asking)
    before = table.state
    assert GAME.event_key(before, Applauded(0, 0)) == GAME.event_key(before, Applauded(1, 1))
    after = table.report(Applauded(0, 0)).state
    assert GAME.event_key(before, Applauded(0, 0)) != GAME.event_key(after, Applauded(0, 0))
    assert GAME.event_key(after, FalseApplause((0,))) != GAME.event_key(after, FalseApplause((1,)))
    assert GAME.event_key(after, DarlingKept(0, 1)) != GAME.event_key(after, DarlingKept(1, 1))


def test_a_repeated_applause_is_another_one() -> None:
    table = Table(applause_split="repeat").slam().reveal(two(9, 5), two(9, 5))
    before = table.state
    table.report(Applauded(0, 1))
    assert GAME.event_key(before, Applauded(0, 0)) != GAME.event_key(table.state, Applauded(0, 0))


@pytest.mark.rule("slam.card.feminism", "slam.card.best_of", "slam.turn.not_admitted")
@pytest.mark.parametrize("special", [Special.FEMINISM, Special.BEST_OF])
def test_nothing_is_asked_where_nobody_takes_part(special: Special) -> None:
    table = Table().slam("style", special).reveal(two(out(5), out(4)), two(out(3), out(2)))
    assert table.winner is None


@pytest.mark.rule("slam.team.lyric_prose")
def test_a_third_poet_beside_the_team_poet_settles_lyric_or_prose_alone() -> None:
    """Only the team poet's partner follows; a third one who is a team poet too is no player's partner."""
    prose = poet("Storyteller", 3, Trait.STORYTELLER, voice=Voice.PROSE)
    either = [poet(name, 3, Trait.TEAM_POET, voice=Voice.EITHER) for name in "ABC"]
    table = Table().slam().reveal(team(*either, action_card=True), two(prose, poet("D", 1, voice=Voice.LYRIC)))
    assert table.question == AskVoice(Place(0, 2))


@pytest.mark.rule("slam.team.lyric_prose")
@pytest.mark.parametrize(
    ("as_team", "trait", "asked"),
    [(True, (Trait.TEAM_POET,), False), (True, (), True), (False, (Trait.TEAM_POET,), True)],
)
def test_only_beside_a_team_poet_in_a_team_lyric_or_prose_is_settled(
    as_team: bool, trait: tuple[Trait, ...], asked: bool
) -> None:
    pair = poet("A", 3, voice=Voice.EITHER), poet("B", 3, *trait, voice=Voice.LYRIC)
    others = poet("C", 5, Trait.STORYTELLER, voice=Voice.PROSE), poet("D", 5, voice=Voice.LYRIC)
    table = Table().slam().reveal(two(*pair, team=as_team), two(*others))
    assert (isinstance(table.state.phase, Asking) and table.question == AskVoice(Place(0, 0))) is asked


def test_every_voice_and_what_is_entered_has_a_name() -> None:
    assert [VOICE[voice].message for voice in Voice] == ["lyric", "prose", "lyric/prose"]
    assert [SOURCE[source].message for source in ENTERED] == ["ability", "slam card", "adjustment"]


@pytest.mark.parametrize(
    ("bonus", "said"),
    [
        (Bonus(2, Source.SMART), "5 Style + 2 smart clothes"),
        (Bonus(0, Source.OTHER), "5 Style + 0 adjustment"),
        (Bonus(-1, words="late"), "5 Style − 1 late"),
    ],
)
def test_how_points_come_together(bonus: Bonus, said: str) -> None:
    assert Renderer("en", ()).text(reckoned([(Attribute.STYLE, 5)], [bonus])) == said


@pytest.mark.rule("slam.poet.unscrupulous")
@pytest.mark.parametrize(
    ("cents", "said"), [(0, "0 €"), (99, "0.99 €"), (500, "5 €"), (501, "5.01 €"), (1990, "19.90 €")]
)
def test_an_amount_of_money(cents: int, said: str) -> None:
    assert Renderer("en", ()).text(money(cents)) == said
