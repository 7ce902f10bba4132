"""The metadata of Slam!, available without loading the game."""

from typing import Final

from companion.games.slam.house import House
from companion.games.slam.messages import T
from companion.games.slam.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_rules

META: Final = Meta(
    id="slam",
    folder="slam",
    title=T("Slam!"),
    tagline=T("Two poets each, one stage, one gold card"),
    revision=4,
    colour="#b8860b",
    seats=(NUMBERS.setup.players_low, NUMBERS.setup.players_high),
    starter=T("Who is the youngest?"),
    by_lot=False,
    columns=(
        Column("slams", T("Slams"), NUMBERS.points.slam, "slam.goal"),
        Column("gold", T("Gold card"), NUMBERS.points.gold, "slam.gold.double"),
    ),
    house_rules=house_rules(House),
    round_name=T("Slam"),
    stage_time=300,  # no rule names a time: this is the usual one at a poetry slam
)
