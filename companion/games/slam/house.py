"""The options of Slam!, and the questions that its rules leave to the table."""

from typing import Final, Literal

from attrs import frozen

from companion.games.slam.cards import Gold
from companion.games.slam.messages import GOLD, T
from companion.games.slam.numbers import NUMBERS
from companion.kernel.house import options

_OFF: Final = T("not played")
_ON: Final = T("played")


@frozen
class House:
    """The house rules and options in force."""

    gold: Literal["state", "team"] = options(
        T("The gold card"), "slam.setup.gold_choice", state=GOLD[Gold.STATE], team=GOLD[Gold.TEAM]
    )
    length: Literal["ten", "nine"] = options(
        T("How many slams?"),
        "slam.ruling.length",
        ten=T("ten and the gold card"),
        nine=T("nine and the gold card"),
    )
    weekday: Literal["off", "on"] = options(T("Option: weekdays"), "slam.adv.weekday", off=_OFF, on=_ON)
    drinking: Literal["off", "on"] = options(T("Option: drinking game"), "slam.adv.drinking", off=_OFF, on=_ON)
    style_diversity: Literal["off", "on"] = options(
        T("Option: style diversity"), "slam.adv.style_diversity", off=_OFF, on=_ON
    )
    open_list: Literal["off", "on"] = options(
        T("Option: spontaneous open list"), "slam.adv.open_list", off=_OFF, on=_ON
    )
    runner_up_poets: Literal["discarded", "kept"] = options(
        T("Runner-up poets who lose the applause"),
        "slam.ruling.runner_up_poets",
        discarded=T("are discarded"),
        kept=T("go to the victory piles as well"),
    )
    own_and_others: Literal["kept", "unless_wins"] = options(
        T("A player’s own poets tied with each other and with others"),
        "slam.ruling.own_and_others",
        kept=T("all go to the victory pile"),
        unless_wins=T("the second is discarded unless it wins"),
    )
    no_second: Literal["applause", "nobody"] = options(
        T("A tie, and nobody has a second poet"),
        "slam.ruling.no_second",
        applause=T("the applause decides"),
        nobody=T("nobody gets the slam"),
    )
    sympathy: Literal["yes", "no"] = options(
        T("Teams pick the better Sympathy"),
        "slam.ruling.sympathy",
        yes=T("yes, like the other attributes"),
        no=T("no, the lower one counts"),
    )
    applause_split: Literal["hand", "call", "repeat"] = options(
        T("Call and lowest hand belong to different players"),
        "slam.ruling.applause_split",
        hand=T("the hand decides"),
        call=T("the call decides"),
        repeat=T("the applause is repeated"),
    )
    void_call: Literal["void", "false"] = options(
        T("Applause with a tie for the lead only"),
        "slam.ruling.void_call",
        void=T("the call is void"),
        false=T("it counts as false"),
    )
    nobody_admitted: Literal["nobody", "next"] = options(
        T("No poet is admitted"),
        "slam.ruling.nobody_admitted",
        nobody=T("nobody gets the slam"),
        next=T("it is added to the next slam"),
    )
    open_tie: Literal["player", "nobody"] = options(
        T("The open list is tied for the lead"),
        "slam.ruling.open_list",
        player=T("the player wins"),
        nobody=T("nobody gets the slam"),
    )
    state_empty: Literal["nobody", "applause"] = options(
        T("Nobody has a poet for the Landesmeisterschaft"),
        "slam.ruling.state_poets",
        nobody=T("nobody gets it"),
        applause=T("the applause decides"),
    )
    avantgardist_alone: Literal["no", "yes"] = options(
        T("The Avantgardist alone as a team in the championship"),
        "slam.ruling.avantgardist_alone",
        no=T("is not enough"),
        yes=T("is enough"),
    )
    final_tie: Literal["shared", "poets"] = options(
        T("A tie at the end"),
        "slam.ruling.final_tie",
        shared=T("the victory is shared"),
        poets=T("more poets on the victory pile win"),
    )
    any_two: Literal["any", "teams"] = options(
        T("Who may enter the team championship?"),
        "slam.ruling.any_two",
        any=T("any two poets of the pile"),
        teams=T("only teams"),
    )

    @property
    def slams(self) -> int:
        """How many slams are played before the gold card (slam.ruling.length)."""
        return NUMBERS.setup.slams if self.length == "ten" else NUMBERS.setup.slams_short

    @property
    def championship(self) -> Gold:
        """The championship of the gold card."""
        return Gold(self.gold)
