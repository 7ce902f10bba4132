"""What the history says of each report, in a few words."""

from typing import Any

import pytest
from games.slam.table import GAME, NAMES, Table, attributes, entry, poet, team, two

from companion.games.slam.cards import Champion, GoldEntry, Place, Special, Trait, Unnamed, Voice
from companion.games.slam.model import State
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
from companion.games.slam.reports.closing import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.reports.counted import EnteringTold, PileCounted, SecondTold
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened, TeamTold
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
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
        "Anna: A & B and C · Ben: D and Poet 2",
    ),
    (PoetsRevealed((team(poet("A")),)), "Anna: A"),
    (PoetsRevealed(()), "nothing"),
    (PoetsRevealed((two(), two(poet("D")))), "Anna: nobody · Ben: D"),
    (ChampionsRevealed((entry(0),)), "The poets for the gold card"),
    (DetectiveActed(Place(0, 0), None), "The detective looks away"),
    (DetectiveActed(Place(0, 0), Place(1, 0)), "The detective disqualifies a rogue"),
    (ContagionRolled(0, 0, 3), "Anna: contagion, a 3"),
    (Bribed(1, 0, (5,)), "Ben bribes"),
    (NotMaleTold(()), "All are male"),
    (NotMaleTold((0, 2)), "Not male: Anna and Cem"),
    (SmartVoted(()), "Vote on smart clothes"),
    (VoiceChosen(0, 0, Voice.PROSE), "Anna: performs prose"),
    (ShowDecided(SUM), "The show: Humour + Style"),
    (ShowDecided(()), "The show: nothing"),
    (ValuesTold(0, 0, SUM, (7, 8)), "Anna, values entered: 7 Humour + 8 Style"),
    (ValuesTold(0, 0, SUM, (7,)), "Anna, values entered: 7 Humour"),
    (OwnTieChosen(1, 0), "Ben chooses between their own poets"),
    (RunnerUpChosen(1, 0), "Ben chooses for the runner-up title"),
    (Applauded(1, 1), "Applause: Ben was first"),
    (Applauded(0, 1), "Applause: Anna called first, Ben had the lowest hand"),
    (FalseApplause((0, 1)), "False applause: Anna and Ben"),
    (DarlingKept(0, 1), "Anna keeps a scene darling"),
    (SlamClosed(), "Cards put away"),
    (SlamWon(1), "Ben wins the slam"),
    (SlamWon(1, cards=2), "Ben wins the slam: 2 poets"),
    (SlamWon(1, poets=(poet("A"), poet("B"))), "Ben wins the slam: A and B"),
    (SlamWon(1, 2, (poet("A"),)), "Ben wins the slam: A and 1 other poet"),
    (SlamWon(None), "Nobody wins the slam"),
    (SlamWon(None, waits=True), "Nobody was admitted"),
    (GoldWon(0), "Anna wins the gold card"),
    (GoldWon(None), "Nobody wins the gold card"),
    (TieTold((0, 1)), "A tie: Anna and Ben"),
    (SecondTold(0, 7), "Runner-up title, Anna: 7"),
    (SecondTold(0, None), "Anna has no second poet"),
    (EnteringTold(0, 2), "Poets for the gold card, Anna: 2"),
    (PileCounted(0, 4), "Anna’s victory pile: 4 poets"),
    (TeamTold(1, True), "Ben has a team for the gold card"),
    (TeamTold(1, False), "Ben has no team for the gold card"),
)


@pytest.mark.parametrize(("report", "said"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_what_the_history_says(report: Report[State], said: str) -> None:
    assert Renderer("en", NAMES).text(GAME.describe(report)) == said


def test_no_report_is_left_out() -> None:
    assert {type(report) for report, _ in SAID} == {*REPORTS}


def title(table: Table, report: Report[State]) -> str:
    """Return what the history says once a report was made at a table."""
    said = GAME.history(report, table.state, GAME.apply(table.state, report)).title
    return Renderer("en", table.names).text(said)


def test_for_the_gold_card_it_names_the_poets_of_the_victory_piles() -> None:
    stars = [poet("Star", 5, Trait.AVANTGARDIST), poet("Moon", 4)]
    piles: dict[str, list[Any]] = {"Anna": stars, "Ben": [Unnamed(), Unnamed()], "Cem": [Unnamed(), poet("Sun", 3)]}
    table = Table("Anna", "Ben", "Cem", "Dana", piles=piles, gold="state").put(entering=(2, 2, 2, 0)).gold()
    sister = entry(0, 1, sister=0)
    named = GoldEntry((Champion(0, poet=poet("Mars", 2)), Champion(1)))
    report = ChampionsRevealed((sister, entry(0, 1), named, entry()))
    said = title(table, report)
    assert said == "Anna: Star with her sister and Moon · Ben: 2 poets · Cem: Mars and Sun · Dana: nobody"


def test_it_names_whose_clothes_are_smart() -> None:
    table = Table(*NAMES[:3], open_list="on").slam("style", Special.BEST_OF)
    table.reveal(two(5, 5), two(4, 3), two(2, 1), open_list=poet("Open", 1))
    assert title(table, SmartVoted(((3, 1), (2, 2), (0, 0), (2,)))) == (
        "Smart clothes: Anna, A1 · Ben, B1 · Ben, B2 · open list, Open"
    )
    assert title(table, SmartVoted(((1, 1), (0, 0), (0, 0), (0,)))) == "Nobody in smart clothes"


def test_it_names_the_rogue_and_whose_it_is() -> None:
    table = Table().slam().reveal(two(poet("Rogue", 9, Trait.ROGUE), 1), two(poet("D", 1, Trait.DETECTIVE), 1))
    act, away = (DetectiveActed(Place(1, 0), rogue) for rogue in (Place(0, 0), None))
    assert title(table, act) == "The detective disqualifies a rogue: Anna, Rogue"
    assert title(table, away) == "The detective looks away"
