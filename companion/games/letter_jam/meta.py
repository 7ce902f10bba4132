"""What is known of Letter Jam before anybody plays it."""

from typing import Final

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.model import NUMBERS
from companion.kernel.game import Column, HouseRule, Meta, RuleOption

META: Final = Meta(
    id="letter_jam",
    folder="letter_jam",
    title=T("Letter Jam"),
    tagline=T("Words of letters all can see, except the own one"),
    revision=2,
    colour="#a81e3a",
    cooperative=True,
    seats=(NUMBERS.material.fewest, NUMBERS.material.most),
    columns=(
        Column("word", T("Correct word"), NUMBERS.score.letter, "letter_jam.score.word"),
        Column("longer", T("Extra letters"), NUMBERS.score.longer, "letter_jam.score.word"),
        Column("greens", T("Green tokens"), NUMBERS.score.green, "letter_jam.score.word"),
        Column("letters", T("Letters of a wrong word"), NUMBERS.score.guessed, "letter_jam.score.wrong"),
    ),
    house_rules=(
        HouseRule(
            "greens",
            T("Green tokens on leaves, with two or three players"),
            "letter_jam.ruling.greens",
            (
                RuleOption("free", T("can be taken at any time")),
                RuleOption("locked", T("wait until all red ones are gone")),
            ),
        ),
        HouseRule(
            "stock",
            T("When the stock is empty"),
            "letter_jam.ruling.empty_stock",
            (
                RuleOption("empty", T("nothing more is drawn")),
                RuleOption("reshuffle", T("the box is shuffled into a new one")),
            ),
        ),
        HouseRule(
            "locked_greens",
            T("Locked green tokens in the score"),
            "letter_jam.ruling.counting_greens",
            (RuleOption("no", T("do not count")), RuleOption("count", T("count like the others"))),
        ),
        HouseRule(
            "edition",
            T("Letters of the edition"),
            "letter_jam.ruling.letters",
            (RuleOption("german", T("German")), RuleOption("english", T("English"))),
        ),
    ),
)
