"""The house rules of Bronzen."""

from typing import Literal

from attrs import frozen

from companion.games.bronzen.messages import T
from companion.kernel.house import number, options


@frozen
class House:
    """The house rules in force; ``keeping`` is the initial value and can change during a game."""

    keeping: Literal["points", "tricks"] = options(
        T("What do you enter?"),
        "bronzen.ruling.keeping",
        points=T("Only the points"),
        tricks=T("Every trick"),
    )
    length: Literal["open", "rounds", "target"] = options(
        T("Length of the game"),
        "bronzen.ruling.rounds",
        open=T("Open-ended"),
        rounds=T("Fixed number of rounds"),
        target=T("Target score"),
    )
    pending_streak: Literal["book", "forfeit"] = options(
        T("A streak still running when the round ends"),
        "bronzen.ruling.pending_streak",
        book=T("Booked for the winner"),
        forfeit=T("Forfeited"),
    )
    bank: Literal["unlimited", "limited"] = options(
        T("Chips in the bank"),
        "bronzen.ruling.bank_limit",
        unlimited=T("Unlimited"),
        limited=T("Limited for each colour"),
    )
    chips: Literal["reset", "carry"] = options(
        T("Chips after a round"),
        "bronzen.ruling.chips_next_round",
        reset=T("Go back to the bank"),
        carry=T("Stay on the account"),
    )
    jays: Literal["each", "once"] = options(
        T("Several Jays in one trick"),
        "bronzen.ruling.several_jays",
        each=T("All count"),
        once=T("Count only once"),
    )
    exact_count: Literal["showdown", "keeps_points"] = options(
        T("A player has just enough cards"),
        "bronzen.ruling.very_last_card",
        showdown=T("Showdown: surviving it brings no points"),
        keeps_points=T("Points are kept, but nobody may double"),
    )
    one_card_chip: Literal["chip", "no_chip"] = options(
        T("An Einzel with the last card"),
        "bronzen.ruling.one_card_einzel",
        chip=T("Brings a chip"),
        no_chip=T("Brings no chip"),
    )
    double_last_card: Literal["allowed", "forbidden"] = options(
        T("Doubling with one card left"),
        "bronzen.ruling.double_last_card",
        allowed=T("Allowed"),
        forbidden=T("Forbidden"),
    )
    both_short: Literal["reshuffle", "drawn"] = options(
        T("Both play the last card and nobody wins"),
        "bronzen.ruling.both_short",
        reshuffle=T("Both take their cards back"),
        drawn=T("The round is a draw"),
    )
    rounds: int = number(T("Rounds"), "bronzen.ruling.rounds", 1, 20, 3, needs=("length", "rounds"))
    target: int = number(T("Points to reach"), "bronzen.ruling.rounds", 5, 500, 50, needs=("length", "target"))
    bank_black: int = number(T("Black chips"), "bronzen.ruling.bank_limit", 1, 200, 30, needs=("bank", "limited"))
    bank_green: int = number(T("Green chips"), "bronzen.ruling.bank_limit", 0, 200, 20, needs=("bank", "limited"))
    bank_red: int = number(T("Red chips"), "bronzen.ruling.bank_limit", 0, 200, 10, needs=("bank", "limited"))
