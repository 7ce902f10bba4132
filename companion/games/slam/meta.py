"""What is known of Slam! before anybody plays it."""

from typing import Final

from companion.games.slam.cards import NUMBERS, Gold
from companion.games.slam.messages import GOLD, T
from companion.kernel.game import Column, HouseRule, Meta, RuleOption
from companion.kernel.text import Text

_OFF: Final = RuleOption("off", T("not played"))
_ON: Final = RuleOption("on", T("played"))


def _option(key: str, title: Text, rule: str) -> HouseRule:
    return HouseRule(key, title, rule, (_OFF, _ON))


def _house(key: str, title: Text, rule: str, *options: tuple[str, Text]) -> HouseRule:
    return HouseRule(key, title, rule, tuple(RuleOption(id, name) for id, name in options))


META: Final = Meta(
    id="slam",
    folder="slam",
    title=T("Slam!"),
    tagline=T("Two poets each, one stage, and a gold card that counts double"),
    revision=2,
    colour="#b8860b",
    seats=(NUMBERS.setup.players_low, NUMBERS.setup.players_high),
    starter=T("Who is the youngest?"),
    columns=(
        Column("slams", T("Slams"), NUMBERS.points.slam, "slam.goal"),
        Column("gold", T("Gold card"), NUMBERS.points.gold, "slam.gold.double"),
    ),
    house_rules=(
        HouseRule(
            "gold",
            T("The gold card"),
            "slam.setup.gold_choice",
            tuple(RuleOption(kind.value, GOLD[kind]) for kind in Gold),
        ),
        _house(
            "length",
            T("How many slams?"),
            "slam.ruling.length",
            ("ten", T("ten and the gold card")),
            ("nine", T("nine and the gold card")),
        ),
        _option("weekday", T("Option: weekdays"), "slam.adv.weekday"),
        _option("drinking", T("Option: drinking game"), "slam.adv.drinking"),
        _option("style_diversity", T("Option: style diversity"), "slam.adv.style_diversity"),
        _option("open_list", T("Option: spontaneous open list"), "slam.adv.open_list"),
        _house(
            "runner_up_poets",
            T("Runner-up poets who lose the applause"),
            "slam.ruling.runner_up_poets",
            ("discarded", T("are discarded")),
            ("kept", T("go to the victory piles as well")),
        ),
        _house(
            "own_and_others",
            T("Own poets tied with each other and with others"),
            "slam.ruling.own_and_others",
            ("kept", T("all go to the victory pile")),
            ("unless_wins", T("the second is discarded unless it wins")),
        ),
        _house(
            "no_second",
            T("A tie, and nobody has a second poet"),
            "slam.ruling.no_second",
            ("applause", T("the applause decides")),
            ("nobody", T("nobody gets the slam")),
        ),
        _house(
            "sympathy",
            T("Teams pick the better Sympathy"),
            "slam.ruling.sympathy",
            ("yes", T("yes, like the other attributes")),
            ("no", T("no, the lower one counts")),
        ),
        _house(
            "applause_split",
            T("Call and hand are not the same player’s"),
            "slam.ruling.applause_split",
            ("hand", T("the hand decides")),
            ("call", T("the call decides")),
            ("repeat", T("the applause is repeated")),
        ),
        _house(
            "void_call",
            T("Applause with a tie for the lead only"),
            "slam.ruling.void_call",
            ("void", T("the call is void")),
            ("false", T("it counts as false")),
        ),
        _house(
            "nobody_admitted",
            T("No poet is admitted"),
            "slam.ruling.nobody_admitted",
            ("nobody", T("nobody gets the slam")),
            ("next", T("it is added to the next slam")),
        ),
        _house(
            "open_tie",
            T("The open list is tied for the lead"),
            "slam.ruling.open_list",
            ("player", T("the player wins")),
            ("nobody", T("nobody gets the slam")),
        ),
        _house(
            "state_empty",
            T("Nobody has a poet for the Landesmeisterschaft"),
            "slam.ruling.state_poets",
            ("nobody", T("nobody gets it")),
            ("applause", T("the applause decides")),
        ),
        _house(
            "avantgardist_alone",
            T("The Avantgardist alone as a team in the championship"),
            "slam.ruling.avantgardist_alone",
            ("no", T("is not enough")),
            ("yes", T("is enough")),
        ),
        _house(
            "final_tie",
            T("A tie at the end"),
            "slam.ruling.final_tie",
            ("shared", T("the victory is shared")),
            ("poets", T("more poets on the victory pile win")),
        ),
        _house(
            "any_two",
            T("Who may enter the team championship?"),
            "slam.ruling.any_two",
            ("any", T("any two poets of the pile")),
            ("teams", T("only teams")),
        ),
    ),
)
