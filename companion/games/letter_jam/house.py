"""The house rules of Letter Jam."""

from typing import Literal

from attrs import frozen

from companion.games.letter_jam.messages import T
from companion.kernel.house import options


@frozen
class House:
    """The house rules in force."""

    greens: Literal["locked", "free"] = options(
        T("Green tokens on leaves, with two or three players"),
        "letter_jam.ruling.greens",
        locked=T("Locked until all red ones are gone"),
        free=T("Free once your own red ones are gone"),
    )
    stock: Literal["empty", "reshuffle"] = options(
        T("When the stock is empty"),
        "letter_jam.ruling.empty_stock",
        empty=T("Nothing more is drawn"),
        reshuffle=T("The box is shuffled into a new one"),
    )
    locked_greens: Literal["no", "count"] = options(
        T("Locked green tokens in the score"),
        "letter_jam.ruling.counting_greens",
        no=T("Do not count"),
        count=T("Count like the others"),
    )
    edition: Literal["german", "english"] = options(
        T("Letters of the edition"),
        "letter_jam.ruling.letters",
        spoken={"de": "german", "en": "english"},
        german=T("German"),
        english=T("English"),
    )
