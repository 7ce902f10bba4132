"""The house rules of the free sheet."""

from typing import Final, Literal

from attrs import frozen

from companion.games.free_sheet.messages import T
from companion.games.free_sheet.numbers import NUMBERS
from companion.kernel.house import number, options, words

_END: Final = "free_sheet.ruling.end"


@frozen
class House:
    """The settings of a sheet."""

    name: str = words(T("What are you playing?"), "free_sheet.name", NUMBERS.name.longest)
    wins: Literal["most", "fewest"] = options(
        T("Who wins?"), "free_sheet.ruling.wins", most=T("Most points"), fewest=T("Fewest points")
    )
    end: Literal["open", "rounds", "target"] = options(
        T("When does it end?"),
        _END,
        open=T("Open-ended"),
        rounds=T("Fixed number of rounds"),
        target=T("Target score"),
    )
    dealer: Literal["moves", "nobody"] = options(
        T("Who deals?"), "free_sheet.ruling.dealer", moves=T("Everybody in turn"), nobody=T("Not tracked")
    )
    negative: Literal["allowed", "refused"] = options(
        T("Negative points"), "free_sheet.ruling.negative", allowed=T("Allowed"), refused=T("Not allowed")
    )
    newcomers: Literal["highest", "empty"] = options(
        T("New players when the fewest points win"),
        "free_sheet.ruling.coming",
        offered=False,
        highest=T("Start with the highest total"),
        empty=T("Start with an empty column"),
    )
    rounds: int = number(
        T("Rounds"),
        _END,
        NUMBERS.rounds.fewest,
        NUMBERS.rounds.most,
        NUMBERS.rounds.usual,
        needs=("end", "rounds"),
    )
    target: int = number(
        T("Points to reach"),
        _END,
        NUMBERS.target.fewest,
        NUMBERS.target.most,
        NUMBERS.target.usual,
        needs=("end", "target"),
    )
