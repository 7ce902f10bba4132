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

    name: str = words(T("What do you play?"), "free_sheet.name", NUMBERS.name.longest)
    wins: Literal["most", "fewest"] = options(
        T("Who wins?"), "free_sheet.ruling.wins", most=T("most points"), fewest=T("fewest points")
    )
    end: Literal["open", "rounds", "target"] = options(
        T("When does it end?"),
        _END,
        open=T("when you stop"),
        rounds=T("after some rounds"),
        target=T("at a target"),
    )
    dealer: Literal["moves", "nobody"] = options(
        T("Who deals?"), "free_sheet.ruling.dealer", moves=T("everybody in turn"), nobody=T("is not noted")
    )
    negative: Literal["allowed", "refused"] = options(
        T("Negative points"), "free_sheet.ruling.negative", allowed=T("allowed"), refused=T("not allowed")
    )
    newcomers: Literal["highest", "empty"] = options(
        T("Newcomers where the fewest points win"),
        "free_sheet.ruling.coming",
        offered=False,
        highest=T("start with the highest total"),
        empty=T("start with an empty column"),
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
