"""Facts about Toy coins before it is played."""

from typing import Final

from companion.games.toy_coins.house import House
from companion.games.toy_coins.messages import T
from companion.games.toy_coins.numbers import NUMBERS

from companion.kernel.game import Column, Meta
from companion.kernel.house import house_rules

META: Final = Meta(
    id="toy_coins",
    folder="toy_coins",
    title=T("Toy coins"),
    tagline=T("How many are hidden?"),
    revision=1,
    colour="#8a6d1f",
    seats=(2, 4),
    starter=T("Who names first?"),
    columns=(Column("exact", T("Exact"), NUMBERS.points.exact, "toy_coins.points", pair=T("named and counted")),),
    house_rules=house_rules(House),
)
