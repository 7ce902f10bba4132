"""What is known of Bronzen before anybody plays it."""

from typing import Final

from companion.games.bronzen.cards import Special
from companion.games.bronzen.messages import SPECIALS, T
from companion.games.bronzen.model import NUMBERS, House
from companion.kernel.game import Column, HouseNumber, HouseRule, Meta, RuleOption

_DEFAULTS: Final = House()


def _number(key: str, title: object, rule: str, low: int, high: int, needs: tuple[str, str]) -> HouseNumber:
    return HouseNumber(key, title, rule, low, high, getattr(_DEFAULTS, key), needs)  # type: ignore[arg-type]


META: Final = Meta(
    id="bronzen",
    folder="bronzen",
    title=T("Bronzen"),
    tagline=T("Two decks, five situations, and a double at the right time"),
    revision=1,
    colour="#9a5a22",
    seats=(2, 2),
    starter=T("Who is older?"),
    columns=(
        Column("einzel", T("Einzel"), NUMBERS.points.einzel, "bronzen.einzel.points"),
        Column("double_1", T("1× Double"), NUMBERS.points.double_1, "bronzen.double.points"),
        Column("double_2", T("2× Double"), NUMBERS.points.double_2, "bronzen.double.points"),
        Column("double_3", T("3× Double"), NUMBERS.points.double_3, "bronzen.double.points"),
        Column("jay", SPECIALS[Special.JAY], NUMBERS.points.jay, "bronzen.jay.points"),
        Column("bronzen", T("Bronzen"), NUMBERS.points.bronzen, "bronzen.bronzen.points"),
    ),
    house_rules=(
        HouseRule(
            "length",
            T("Length of the game"),
            "bronzen.ruling.rounds",
            (
                RuleOption("open", T("Open: as many rounds as you like")),
                RuleOption("rounds", T("A number of rounds")),
                RuleOption("target", T("Up to a number of points")),
            ),
        ),
        HouseRule(
            "pending_streak",
            T("A streak still pending when the round ends"),
            "bronzen.ruling.pending_streak",
            (RuleOption("book", T("is booked for the winner")), RuleOption("forfeit", T("is forfeited"))),
        ),
        HouseRule(
            "bank",
            T("Chips in the bank"),
            "bronzen.ruling.bank_limit",
            (RuleOption("unlimited", T("unlimited")), RuleOption("limited", T("a limit per colour"))),
        ),
        HouseRule(
            "chips",
            T("Chips after a round"),
            "bronzen.ruling.chips_next_round",
            (RuleOption("reset", T("go back to the bank")), RuleOption("carry", T("are kept"))),
        ),
        HouseRule(
            "jays",
            T("Several Jays in one trick"),
            "bronzen.ruling.several_jays",
            (RuleOption("each", T("count each")), RuleOption("once", T("count once"))),
        ),
        HouseRule(
            "exact_count",
            T("The cards come out exactly"),
            "bronzen.ruling.very_last_card",
            (
                RuleOption("showdown", T("is a showdown: no points for who survives")),
                RuleOption("keeps_points", T("keeps the points and only bars doubling")),
            ),
        ),
        HouseRule(
            "one_card_chip",
            T("An Einzel with the last card"),
            "bronzen.ruling.one_card_einzel",
            (RuleOption("chip", T("brings a chip")), RuleOption("no_chip", T("brings no chip"))),
        ),
        HouseRule(
            "double_last_card",
            T("Doubling with one card left"),
            "bronzen.ruling.double_last_card",
            (RuleOption("allowed", T("allowed")), RuleOption("forbidden", T("forbidden"))),
        ),
        HouseRule(
            "both_short",
            T("Both play the last card and nobody wins"),
            "bronzen.ruling.both_short",
            (RuleOption("reshuffle", T("both take their cards back")), RuleOption("drawn", T("the round is drawn"))),
        ),
    ),
    house_numbers=(
        _number("rounds", T("Rounds"), "bronzen.ruling.rounds", 1, 20, ("length", "rounds")),
        _number("target", T("Points to reach"), "bronzen.ruling.rounds", 5, 500, ("length", "target")),
        _number("bank_black", T("Black chips"), "bronzen.ruling.bank_limit", 1, 200, ("bank", "limited")),
        _number("bank_green", T("Green chips"), "bronzen.ruling.bank_limit", 0, 200, ("bank", "limited")),
        _number("bank_red", T("Red chips"), "bronzen.ruling.bank_limit", 0, 200, ("bank", "limited")),
    ),
)
