"""The options of Slam!, and the questions that its rules leave to the table."""

from typing import Final, Literal

from attrs import frozen

from companion.games.slam.cards import Gold
from companion.games.slam.messages import GOLD, T
from companion.games.slam.numbers import NUMBERS
from companion.kernel.house import options

_OFF: Final = T("Not played")
_ON: Final = T("Played")


@frozen
class House:
    """The house rules and options in force."""

    gold: Literal["state", "team"] = options(
        T("The gold card"), "slam.setup.gold_choice", state=GOLD[Gold.STATE], team=GOLD[Gold.TEAM]
    )
    length: Literal["ten", "nine"] = options(
        T("How many slams?"),
        "slam.ruling.length",
        ten=T("Ten and the gold card"),
        nine=T("Nine and the gold card"),
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
        discarded=T("Discarded"),
        kept=T("Go to the victory piles as well"),
    )
    own_and_others: Literal["kept", "unless_wins"] = options(
        T("A player’s own poets tied with each other and with others"),
        "slam.ruling.own_and_others",
        kept=T("All go to the victory pile"),
        unless_wins=T("The second is discarded unless it wins"),
    )
    no_second: Literal["applause", "nobody"] = options(
        T("A tie, and nobody has a second poet"),
        "slam.ruling.no_second",
        applause=T("The applause decides"),
        nobody=T("Nobody gets the slam"),
    )
    sympathy: Literal["yes", "no"] = options(
        T("Teams pick the better Sympathy"),
        "slam.ruling.sympathy",
        yes=T("Yes, like the other attributes"),
        no=T("No, the lower one counts"),
    )
    applause_split: Literal["hand", "call", "repeat"] = options(
        T("Call and lowest hand belong to different players"),
        "slam.ruling.applause_split",
        hand=T("The hand decides"),
        call=T("The call decides"),
        repeat=T("The applause is repeated"),
    )
    void_call: Literal["void", "false"] = options(
        T("Applause with a tie for the lead only"),
        "slam.ruling.void_call",
        void=T("The call has no effect"),
        false=T("It counts as false"),
    )
    nobody_admitted: Literal["nobody", "next"] = options(
        T("No poet is admitted"),
        "slam.ruling.nobody_admitted",
        nobody=T("Nobody gets the slam"),
        next=T("It is added to the next slam"),
    )
    open_tie: Literal["player", "nobody"] = options(
        T("The open list is tied for the lead"),
        "slam.ruling.open_list",
        player=T("The player wins"),
        nobody=T("Nobody gets the slam"),
    )
    state_empty: Literal["nobody", "applause"] = options(
        T("Nobody has a poet for the Landesmeisterschaft"),
        "slam.ruling.state_poets",
        nobody=T("Nobody gets it"),
        applause=T("The applause decides"),
    )
    avantgardist_alone: Literal["no", "yes"] = options(
        T("The Avantgardist alone as a team in the championship"),
        "slam.ruling.avantgardist_alone",
        no=T("Not enough"),
        yes=T("Enough"),
    )
    final_tie: Literal["shared", "poets"] = options(
        T("A tie at the end"),
        "slam.ruling.final_tie",
        shared=T("Shared victory"),
        poets=T("More poets on the victory pile win"),
    )
    any_two: Literal["any", "teams"] = options(
        T("Who may enter the team championship?"),
        "slam.ruling.any_two",
        any=T("Any two poets from the pile"),
        teams=T("Only teams"),
    )

    @property
    def slams(self) -> int:
        """How many slams are played before the gold card (slam.ruling.length)."""
        return NUMBERS.setup.slams if self.length == "ten" else NUMBERS.setup.slams_short

    @property
    def championship(self) -> Gold:
        """The championship of the gold card."""
        return Gold(self.gold)
