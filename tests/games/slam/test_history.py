"""What the history says of each report, in a few words."""

import pytest
from games.slam.table import GAME, NAMES, attributes, entry, poet, team, two

from companion.games.slam.cards import Place, Voice
from companion.games.slam.model import State
from companion.games.slam.reports import (
    REPORTS,
    Applauded,
    Bribed,
    ChampionsRevealed,
    ContagionRolled,
    DarlingKept,
    DetectiveActed,
    FalseApplause,
    GoldOpened,
    NotMaleTold,
    OwnTieChosen,
    PoetsRevealed,
    RunnerUpChosen,
    ShowDecided,
    SlamClosed,
    SlamOpened,
    SmartVoted,
    ValuesTold,
    VoiceChosen,
)
from companion.i18n import Renderer
from companion.kernel.report import Report

SUM = attributes("humour+style")

SAID: tuple[tuple[Report[State], str], ...] = (
    (SlamOpened("Comedy Slam", SUM), "Comedy Slam is on"),
    (SlamOpened("", SUM), "A slam: Humour + Style"),
    (SlamOpened(), "A slam is on"),
    (GoldOpened(), "The gold card"),
    (
        PoetsRevealed((team(poet("A"), poet("B"), poet("C")), two(poet("D"), 1))),
        "Poets: A & B and C · D and Poet 2",
    ),
    (PoetsRevealed((team(poet("A")),)), "Poets: A"),
    (ChampionsRevealed((entry(0),)), "The poets for the gold card"),
    (DetectiveActed(Place(0, 0), None), "The detective looks away"),
    (DetectiveActed(Place(0, 0), Place(1, 0)), "The detective disqualifies a rogue"),
    (ContagionRolled(0, 0, 3), "Contagion: a 3"),
    (Bribed(1, 0, (5,)), "Ben bribes"),
    (NotMaleTold(()), "All are male"),
    (NotMaleTold((0, 2)), "Not male: Anna and Cem"),
    (SmartVoted(()), "Vote on smart clothes"),
    (VoiceChosen(0, 0, Voice.PROSE), "Performs prose"),
    (ShowDecided(SUM), "The show: Humour + Style"),
    (ValuesTold(0, 0, SUM, (7, 8)), "Values told: 7 Humour + 8 Style"),
    (ValuesTold(0, 0, SUM, (7,)), "Values told: 7 Humour"),
    (OwnTieChosen(1, 0), "Ben chooses between own poets"),
    (RunnerUpChosen(1, 0), "Ben chooses for the runner-up title"),
    (Applauded(1, 1), "Applause: Ben was first"),
    (Applauded(0, 1), "Applause: Anna called, Ben had the hand lowest"),
    (FalseApplause((0, 1)), "False applause: Anna and Ben"),
    (DarlingKept(0, 1), "Anna keeps a scene darling"),
    (SlamClosed(), "Cards put away"),
)


@pytest.mark.parametrize(("report", "said"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_what_the_history_says(report: Report[State], said: str) -> None:
    assert Renderer("en", NAMES).text(GAME.describe(report)) == said


def test_no_report_is_left_out() -> None:
    assert {type(report) for report, _ in SAID} == {*REPORTS}
