"""Reports of Schlafmütze by part of the game; every player may enter all of them."""

from typing import Final

from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.reports.colours import ColourNamed, NoColourLeft, Stuck
from companion.games.schlafmuetze.reports.counting import KeepEveryCard, KeepRefereeOnly, Recount, StockCounted
from companion.games.schlafmuetze.reports.disputes import Agreed, NotAgreed, SpeedDispute
from companion.games.schlafmuetze.reports.doubts import AllAgree, Doubted, Halt, Voted
from companion.games.schlafmuetze.reports.ending import Finish, HandCounted, HandsCounted, NextRound
from companion.games.schlafmuetze.reports.laying import CannotOpen, GoesOn, Laid, LastCardLaid, NobodyDoubts, WrongCard
from companion.games.schlafmuetze.reports.setting import CircleTold, TopTold
from companion.kernel.report import Report

#: In the order in which they are offered: frequent events, rare events, corrections.
REPORTS: Final[tuple[type[Report[State]], ...]] = (
    NobodyDoubts,
    Laid,
    GoesOn,
    Halt,
    CannotOpen,
    Stuck,
    SpeedDispute,
    LastCardLaid,
    WrongCard,
    CircleTold,
    TopTold,
    Doubted,
    AllAgree,
    Voted,
    Agreed,
    NotAgreed,
    ColourNamed,
    NoColourLeft,
    HandsCounted,
    HandCounted,
    Recount,
    StockCounted,
    NextRound,
    Finish,
    KeepEveryCard,
    KeepRefereeOnly,
)
