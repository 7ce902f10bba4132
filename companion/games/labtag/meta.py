"""Metadata of LABTAG Schlamboree."""

from typing import Final

from companion.games.labtag.house import House
from companion.games.labtag.messages import T
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_rules

META: Final = Meta(
    id="labtag",
    folder="labtag",
    title=T("LABTAG Schlamboree"),
    tagline=T("Groups face down, and specials that turn the tables"),
    revision=1,
    colour="#1f7a4d",
    seats=(NUMBERS.players.fewest, NUMBERS.players.most),
    starter=T("Who starts?"),
    columns=(Column("trophies", T("Trophies"), NUMBERS.points.trophy, "labtag.final.points"),),
    house_rules=house_rules(House),
)
