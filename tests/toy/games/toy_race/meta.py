"""Facts about Toy race before it is played."""

from typing import Final

from companion.games.toy_race.house import House
from companion.games.toy_race.messages import T
from companion.games.toy_race.numbers import NUMBERS

from companion.kernel.game import Column, Meta
from companion.kernel.house import house_rules

META: Final = Meta(
    id="toy_race",
    folder="toy_race",
    title=T("Toy race"),
    tagline=T("First to the goal"),
    revision=1,
    colour="#2f6f4f",
    seats=(2, 4),
    starter=T("Who rolled highest?"),
    columns=(
        Column("win", T("Goal"), NUMBERS.points.win, "toy_race.points"),
        Column("lead", T("Lead"), NUMBERS.points.lead, "toy_race.points"),
    ),
    house_rules=house_rules(House),
)
