"""The reports of Slam!, in the order of their offers."""

from typing import Final

from companion.games.slam.model import State
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
from companion.kernel.report import Report

REPORTS: Final[tuple[type[Report[State]], ...]] = (
    SlamOpened,
    GoldOpened,
    PoetsRevealed,
    ChampionsRevealed,
    DetectiveActed,
    ContagionRolled,
    Bribed,
    NotMaleTold,
    SmartVoted,
    VoiceChosen,
    ShowDecided,
    ValuesTold,
    OwnTieChosen,
    RunnerUpChosen,
    Applauded,
    SecondTold,
    EnteringTold,
    PileCounted,
    TeamTold,
    SlamClosed,
    DarlingKept,
    FalseApplause,
    SlamWon,
    GoldWon,
    TieTold,
)
