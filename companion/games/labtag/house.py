"""The house rules of LABTAG Schlamboree."""

from typing import Literal

from attrs import frozen

from companion.games.labtag.messages import T
from companion.kernel.house import options


@frozen
class House:
    """The house rules in force."""

    queen_ties: Literal["more", "turned"] = options(
        T("A tie in a match with a queen"),
        "labtag.ruling.queen_ties",
        more=T("More wins the tie-break"),
        turned=T("The first tie-break is reversed too: less wins"),
    )
    jack_ties: Literal["legendary", "labtag"] = options(
        T("A tie in a match with a jack"),
        "labtag.ruling.jack_ties",
        legendary=T("Legendary cards are next"),
        labtag=T("The LABTAG values break the tie"),
    )
    drawn_match: Literal["nobody", "turn"] = options(
        T("A match that stays tied"),
        "labtag.ruling.drawn_match",
        nobody=T("Nobody gets a trophy"),
        turn=T("Won by the player whose turn it is"),
    )
    highest_card: Literal["labtag", "card_value", "free"] = options(
        T("The highest card, for the trophy"),
        "labtag.ruling.highest_card",
        labtag=T("By LABTAG value"),
        card_value=T("By card value"),
        free=T("The winner’s choice"),
    )
