"""The reports of LABTAG Schlamboree, in the order in which they are offered."""

from typing import Final

from companion.games.labtag.model import State
from companion.games.labtag.reports.matches import MatchWon, Picked, Rechecked
from companion.games.labtag.reports.ranking import PileTold
from companion.games.labtag.reports.setup import AllLaid, Drawn, GroupsLaid
from companion.games.labtag.reports.trophies import TrophyChosen
from companion.games.labtag.reports.turning import Revealed, Summed
from companion.kernel.report import Report

REPORTS: Final[tuple[type[Report[State]], ...]] = (
    Drawn,
    GroupsLaid,
    AllLaid,
    Picked,
    Revealed,
    Summed,
    MatchWon,
    Rechecked,
    TrophyChosen,
    PileTold,
)
