"""Metadata of Letter Jam."""

from typing import Final

from companion.games.letter_jam.house import House
from companion.games.letter_jam.messages import T
from companion.games.letter_jam.numbers import NUMBERS
from companion.kernel.game import Column, Meta
from companion.kernel.house import house_rules

META: Final = Meta(
    id="letter_jam",
    folder="letter_jam",
    title=T("Letter Jam"),
    tagline=T("Nobody sees their own letter"),
    revision=3,
    colour="#a81e3a",
    cooperative=True,
    seats=(NUMBERS.material.fewest, NUMBERS.material.most),
    columns=(
        Column("word", T("Correct word"), NUMBERS.score.letter, "letter_jam.score.word"),
        Column("longer", T("Longer word"), NUMBERS.score.longer, "letter_jam.score.word"),
        Column("greens", T("Green tokens"), NUMBERS.score.green, "letter_jam.score.word"),
        Column("letters", T("Letters of a wrong word"), NUMBERS.score.guessed, "letter_jam.score.wrong"),
    ),
    house_rules=house_rules(House),
    stage_time=180,  # not from the rules: how long to wait for a clue
)
