"""The reports of Bronzen, in the order in which they are offered."""

from typing import Final

from companion.games.bronzen.reports.answers import Double, GiveUp
from companion.games.bronzen.reports.between import Exchange, Recount
from companion.games.bronzen.reports.marks import Drawn, KeepPoints, KeepTricks, Mark
from companion.games.bronzen.reports.meetings import Cards, Color, Counter, DoubleC, Einzel, Jay
from companion.games.bronzen.reports.rounds import Finish, NextRound

REPORTS: Final = (
    Mark,
    Drawn,
    Einzel,
    Color,
    Counter,
    DoubleC,
    Jay,
    Cards,
    Double,
    GiveUp,
    Exchange,
    Recount,
    KeepPoints,
    KeepTricks,
    NextRound,
    Finish,
)
