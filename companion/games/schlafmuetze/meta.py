"""What is known of Schlafmütze before anybody plays it."""

from typing import Final

from companion.games.schlafmuetze.cards import NUMBERS
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import House
from companion.kernel.game import Column, HouseNumber, HouseRule, Meta, RuleOption
from companion.kernel.text import Text


def _rule(key: str, title: Text, rule: str, *options: tuple[str, Text]) -> HouseRule:
    return HouseRule(key, title, rule, tuple(RuleOption(*option) for option in options))


META: Final = Meta(
    id="schlafmuetze",
    folder="schlafmuetze",
    title=T("Schlafmütze"),
    tagline=T("Two words make one – be faster than everybody else"),
    revision=2,
    colour="#27407a",
    seats=(NUMBERS.players.fewest, NUMBERS.players.most),
    starter=T("Who deals first?"),
    lowest_wins=True,
    columns=(
        Column("cards", T("Cards in hand"), NUMBERS.score.card, "schlafmuetze.score.minus"),
        Column("chips", T("Chips"), NUMBERS.score.chip, "schlafmuetze.score.minus"),
    ),
    house_rules=(
        _rule(
            "keeping",
            T("What is told to the app?"),
            "schlafmuetze.ruling.keeping",
            ("every_card", T("every card")),
            ("referee_only", T("only what needs a referee")),
        ),
        _rule(
            "length",
            T("How long is the game?"),
            "schlafmuetze.ruling.length",
            ("target", T("Up to a number of minus points")),
            ("open", T("Open: as many rounds as you like")),
        ),
        _rule(
            "votes",
            T("Who votes on a doubted word?"),
            "schlafmuetze.ruling.vote",
            ("all", T("everybody")),
            ("not_author", T("everybody but the one who laid it")),
        ),
        _rule(
            "names_colour",
            T("Who names the colour after a rejected word?"),
            "schlafmuetze.ruling.after_rejection",
            ("previous", T("who was pausing before that card")),
            ("author", T("who laid the card, and then pauses")),
        ),
        _rule(
            "first_rejected",
            T("The first word of the round is rejected"),
            "schlafmuetze.ruling.first_card_rejected",
            ("left", T("the player to the left opens")),
            ("dealer", T("the dealer tries again")),
        ),
        _rule(
            "new_colour",
            T("The new colour after a rejected word"),
            "schlafmuetze.ruling.new_colour",
            ("differs", T("must be another one")),
            ("may_repeat", T("may be the same again")),
        ),
        _rule(
            "chips",
            T("More chips are due than there are"),
            "schlafmuetze.ruling.chips",
            ("count_on", T("counting goes on")),
            ("cap", T("nobody gets more")),
        ),
        _rule(
            "nobody_opens",
            T("Nobody can lay the first card"),
            "schlafmuetze.ruling.nobody_opens",
            ("draw", T("all draw a card")),
            ("redeal", T("the cards are dealt anew")),
        ),
        _rule(
            "wrong_card",
            T("Wrong colour, or laid in the own pause"),
            "schlafmuetze.ruling.wrong_card",
            ("no_penalty", T("the card goes back")),
            ("chip", T("the card goes back, and it costs a chip")),
        ),
        _rule(
            "deal",
            T("Who deals the next round?"),
            "schlafmuetze.ruling.dealer",
            ("clockwise", T("the next one clockwise")),
            ("loser", T("who lost the round")),
        ),
        _rule(
            "tie",
            T("A tie at the end"),
            "schlafmuetze.ruling.game_end",
            ("shared", T("the win is shared")),
            ("one_more", T("one more round")),
        ),
    ),
    house_numbers=(
        HouseNumber(
            "target",
            T("Minus points to play to"),
            "schlafmuetze.setup.target",
            5,
            300,
            House().target,
            ("length", "target"),
        ),
    ),
)
