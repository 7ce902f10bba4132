"""Metadata of Schlafmütze."""

from typing import Final

from companion.games.schlafmuetze.house import House
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_numbers, house_rules

META: Final = Meta(
    id="schlafmuetze",
    folder="schlafmuetze",
    title=T("Schlafmütze"),
    tagline=T("One word out of two, and quickly"),
    revision=4,
    colour="#27407a",
    seats=(NUMBERS.players.fewest, NUMBERS.players.most),
    starter=T("Who deals first?"),
    lowest_wins=True,
    columns=(
        Column("cards", T("Cards in hand"), NUMBERS.score.card, "schlafmuetze.score.minus"),
        Column("chips", T("Chips"), NUMBERS.score.chip, "schlafmuetze.score.minus"),
    ),
    house_rules=house_rules(House),
    house_numbers=house_numbers(House),
)
