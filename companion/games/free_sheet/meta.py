"""Metadata of the free sheet."""

from typing import Final

from companion.games.free_sheet.house import House
from companion.games.free_sheet.messages import T
from companion.games.free_sheet.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_name, house_numbers, house_rules

META: Final = Meta(
    id="free_sheet",
    folder="free_sheet",
    title=T("Any other game"),
    tagline=T("A score sheet for whatever you play"),
    revision=2,
    colour="#4f5d75",
    seats=(NUMBERS.players.fewest, NUMBERS.players.most),
    starter=T("Who deals first?"),
    starter_needs=("dealer", "moves"),
    columns=(Column("points", T("Points"), 1, "free_sheet.points"),),
    house_rules=house_rules(House),
    house_numbers=house_numbers(House),
    house_name=house_name(House),
    by_house=True,
)
