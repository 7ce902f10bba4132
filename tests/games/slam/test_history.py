"""What the history says of each report, in a few words."""

import pytest
from games.slam.table import GAME, NAMES, attributes, entry, poet, team, two

from companion.games.slam import reports
from companion.games.slam.cards import Place, Voice
from companion.games.slam.model import State
from companion.i18n import Renderer
from companion.kernel.report import Report

SUM = attributes("humour+style")

SAID: tuple[tuple[Report[State], str], ...] = (
    (reports.SlamOpened("Comedy Slam", SUM), "Comedy Slam is on"),
    (reports.SlamOpened("", SUM), "A slam: Humour + Style"),
    (reports.SlamOpened(), "A slam is on"),
    (reports.GoldOpened(), "The gold card"),
    (
        reports.PoetsRevealed((team(poet("A"), poet("B"), poet("C")), two(poet("D"), 1))),
        "Anna: A & B and C · Ben: D and Poet 2",
    ),
    (reports.PoetsRevealed((team(poet("A")),)), "Anna: A"),
    (reports.PoetsRevealed(()), "nothing"),
    (reports.PoetsRevealed((two(), two(poet("D")))), "Anna: nobody · Ben: D"),
    (reports.ChampionsRevealed((entry(0),)), "The poets for the gold card"),
    (reports.DetectiveActed(Place(0, 0), None), "The detective looks away"),
    (reports.DetectiveActed(Place(0, 0), Place(1, 0)), "The detective disqualifies a rogue"),
    (reports.ContagionRolled(0, 0, 3), "Anna: contagion, a 3"),
    (reports.Bribed(1, 0, (5,)), "Ben bribes"),
    (reports.NotMaleTold(()), "All are male"),
    (reports.NotMaleTold((0, 2)), "Not male: Anna and Cem"),
    (reports.SmartVoted(()), "Vote on smart clothes"),
    (reports.VoiceChosen(0, 0, Voice.PROSE), "Anna: performs prose"),
    (reports.ShowDecided(SUM), "The show: Humour + Style"),
    (reports.ShowDecided(()), "The show: nothing"),
    (reports.ValuesTold(0, 0, SUM, (7, 8)), "Anna, values entered: 7 Humour + 8 Style"),
    (reports.ValuesTold(0, 0, SUM, (7,)), "Anna, values entered: 7 Humour"),
    (reports.OwnTieChosen(1, 0), "Ben chooses between their own poets"),
    (reports.RunnerUpChosen(1, 0), "Ben chooses for the runner-up title"),
    (reports.Applauded(1, 1), "Applause: Ben was first"),
    (reports.Applauded(0, 1), "Applause: Anna called, Ben had the hand lowest"),
    (reports.FalseApplause((0, 1)), "False applause: Anna and Ben"),
    (reports.DarlingKept(0, 1), "Anna keeps a scene darling"),
    (reports.SlamClosed(), "Cards put away"),
    (reports.SlamWon(1), "Ben wins the slam"),
    (reports.SlamWon(1, cards=2), "Ben wins the slam: 2 poets"),
    (reports.SlamWon(1, poets=(poet("A"), poet("B"))), "Ben wins the slam: A and B"),
    (reports.SlamWon(1, 2, (poet("A"),)), "Ben wins the slam: A and 1 other poet"),
    (reports.SlamWon(None), "Nobody wins the slam"),
    (reports.SlamWon(None, waits=True), "Nobody was admitted"),
    (reports.GoldWon(0), "Anna wins the gold card"),
    (reports.GoldWon(None), "Nobody wins the gold card"),
    (reports.TieTold((0, 1)), "A tie: Anna and Ben"),
    (reports.SecondTold(0, 7), "Runner-up title, Anna: 7"),
    (reports.SecondTold(0, None), "Anna has no second poet"),
    (reports.EnteringTold(0, 2), "Poets for the gold card, Anna: 2"),
    (reports.PileCounted(0, 4), "Anna’s victory pile: 4 poets"),
    (reports.TeamTold(1, True), "Ben has a team for the gold card"),
    (reports.TeamTold(1, False), "Ben has no team for the gold card"),
)


@pytest.mark.parametrize(("report", "said"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_what_the_history_says(report: Report[State], said: str) -> None:
    assert Renderer("en", NAMES).text(GAME.describe(report)) == said


def test_no_report_is_left_out() -> None:
    assert {type(report) for report, _ in SAID} == {*reports.REPORTS}
