"""What is known of LABTAG Schlamboree before anybody plays it."""

from typing import Final

from companion.games.labtag.cards import NUMBERS
from companion.games.labtag.messages import T
from companion.kernel.game import Column, HouseRule, Meta, RuleOption

META: Final = Meta(
    id="labtag",
    folder="labtag",
    title=T("LABTAG Schlamboree"),
    tagline=T("Groups face down, matches won by the flag, and four specials that turn everything"),
    revision=1,
    colour="#1f7a4d",
    seats=(NUMBERS.players.fewest, NUMBERS.players.most),
    starter=T("Who was drawn to start?"),
    columns=(Column("trophies", T("Trophies"), NUMBERS.points.trophy, "labtag.final.points"),),
    house_rules=(
        HouseRule(
            "queen_ties",
            T("A tie in a match with a queen"),
            "labtag.ruling.queen_ties",
            (
                RuleOption("more", T("more wins the tie-break")),
                RuleOption("turned", T("the first tie-break is turned too: less wins")),
            ),
        ),
        HouseRule(
            "jack_ties",
            T("A tie in a match with a jack"),
            "labtag.ruling.jack_ties",
            (
                RuleOption("legendary", T("legendary cards are next")),
                RuleOption("labtag", T("the LABTAG values break the tie")),
            ),
        ),
        HouseRule(
            "drawn_match",
            T("A match that is level to the end"),
            "labtag.ruling.drawn_match",
            (
                RuleOption("nobody", T("brings nobody a trophy")),
                RuleOption("turn", T("is won by the player on turn")),
            ),
        ),
        HouseRule(
            "highest_card",
            T("The highest card, for the trophy"),
            "labtag.ruling.highest_card",
            (
                RuleOption("labtag", T("by the LABTAG value")),
                RuleOption("card_value", T("by the card value")),
                RuleOption("free", T("is the winner’s free choice")),
            ),
        ),
    ),
)
