"""Metadata of Bronzen."""

from typing import Final

from companion.games.bronzen.cards import Special
from companion.games.bronzen.house import House
from companion.games.bronzen.messages import SPECIALS, T
from companion.games.bronzen.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_numbers, house_rules

META: Final = Meta(
    id="bronzen",
    folder="bronzen",
    title=T("Bronzen"),
    tagline=T("Two decks, five situations, one double"),
    revision=2,
    colour="#9a5a22",
    seats=(2, 2),
    starter=T("Who is older?"),
    by_lot=False,
    columns=(
        Column("einzel", T("Einzel"), NUMBERS.points.einzel, "bronzen.einzel.points"),
        Column("double_1", T("1× Double"), NUMBERS.points.double_1, "bronzen.double.points"),
        Column("double_2", T("2× Double"), NUMBERS.points.double_2, "bronzen.double.points"),
        Column("double_3", T("3× Double"), NUMBERS.points.double_3, "bronzen.double.points"),
        Column("jay", SPECIALS[Special.JAY], NUMBERS.points.jay, "bronzen.jay.points"),
        Column("bronzen", T("Bronzen"), NUMBERS.points.bronzen, "bronzen.bronzen.points"),
    ),
    house_rules=house_rules(House),
    house_numbers=house_numbers(House),
)
