"""The questions of Toy race that the table may decide."""

from typing import Literal

from attrs import frozen
from companion.games.toy_race.messages import T

from companion.kernel.house import options


@frozen
class House:
    """The house rules in force."""

    length: Literal["short", "long"] = options(
        T("How long is the race?"), "toy_race.ruling.length", short=T("short"), long=T("long")
    )
