"""Writes the transcripts: whole games, one for every way to end, and the sheet each must lead to.

Run ``python -m games.slam.write_transcripts`` in ``tests``. The games and the sheets are written by hand.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen
from games.slam.table import attributes, entry, poet, team, two
from games.transcript import write_sheets

from companion.games.slam.cards import UNKNOWN, Champion, GoldEntry, Lineup, Place, Poet, Special, Trait, Voice
from companion.games.slam.model import State
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    DetectiveActed,
    NotMaleTold,
    ShowDecided,
    SmartVoted,
    ValuesTold,
    VoiceChosen,
)
from companion.games.slam.reports.closing import DarlingKept, FalseApplause, SlamClosed
from companion.games.slam.reports.counted import EnteringTold, PileCounted, SecondTold
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened, TeamTold
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.kernel.log import Act, Entry
from companion.kernel.report import Report
from companion.storage.codec import dump, entry_to_json

FOLDER: Final = Path(__file__).parent / "transcripts"
GOLD: Final = GoldOpened(attributes("performance"))
CLOSE: Final = SlamClosed()


@frozen
class Transcript:
    """A whole game.

    :param totals: slams and gold points of each seat at the end.
    :param champions: who wins.
    :param rests_on: a rule the referee cites at the gold card or at the end.
    :param revision: the revision of the rulings it was made under.
    """

    name: str
    seats: tuple[str, ...]
    actions: Sequence[Report[State]]
    totals: tuple[tuple[int, int], ...]
    champions: tuple[int, ...]
    rests_on: str
    house: dict[str, str] = field(factory=dict)
    revision: int = 1


def simple(number: int, winner: int, seats: int = 2) -> list[Report[State]]:
    """Return a slam that a seat wins clearly with a poet of its own name, worth the number of the slam."""
    lineups: list[Lineup] = []
    for seat in range(seats):
        best = poet(f"{'ABCDEF'[seat]}{number}", 9 if seat == winner else 5, performance=number)
        lineups.append(two(best, poet(f"{'abcdef'[seat]}{number}", 1)))
    return [SlamOpened(f"Slam {number}", attributes("style")), PoetsRevealed(tuple(lineups)), CLOSE]


def slams(*winners: int, seats: int = 2, first: int = 1) -> list[Report[State]]:
    """Return slams that these seats win one after the other."""
    return [action for number, seat in enumerate(winners, start=first) for action in simple(number, seat, seats)]


def in_style_only(slams: Sequence[Report[State]]) -> list[Report[State]]:
    """Return slams of whose poets only the style was reported."""
    return [
        evolve(
            action,
            lineups=tuple(
                evolve(one, poets=tuple(evolve(poet, values=(poet.values[0], *UNKNOWN[1:])) for poet in one.poets))
                for one in action.lineups
            ),
            zeros_told=True,
        )
        if isinstance(action, PoetsRevealed)
        else action
        for action in slams
    ]


def nobody(number: int) -> list[Report[State]]:
    """Return a slam with no player admitted."""
    none = tuple(
        two(poet(f"{name}{number}", 5, admitted=False), poet(f"{name.lower()}{number}", 5, admitted=False))
        for name in "AB"
    )
    return [SlamOpened(f"Slam {number}", attributes("style")), PoetsRevealed(none), CLOSE]


def of_all_sorts() -> list[Report[State]]:
    """Return ten slams in which everything happens that can: Karl gets four, Ida three, Romy two, one goes to no player."""
    prose = partial(poet, voice=Voice.PROSE)
    karl = team(prose("Funny Reimer", humour=10, style=8), prose("Berühmter Mitbewohner", humour=10, style=7))
    ida = two(prose("Allround-Talent", humour=9, style=9, performance=6), prose("Rap Poet", humour=2, style=8))
    free = poet("Improvisateurin", 4, voice=Voice.EITHER)
    return [
        # Karl by the runner-up title of his team
        SlamOpened("Comedy Slam"),
        PoetsRevealed((karl, ida, two(prose("Komikerin", 3), prose("Neuling", 2)))),
        ShowDecided(attributes("humour+style"), 3),
        CLOSE,
        # Romy after Karl's false applause
        SlamOpened("Club Slam", attributes("style"), glass=(1, 2, 3, 4, 5, 6)),
        PoetsRevealed((two(prose("K2", 9), prose("k2", 1)), two(prose("I2", 7), prose("i2", 1)), two(prose("R2", 8, performance=9), prose("r2", 1)))),
        FalseApplause((0,)),
        CLOSE,
        # Ida by the applause
        SlamOpened("Tie Slam", attributes("message")),
        PoetsRevealed((two(prose("K3", 9), prose("k3", 4)), two(prose("I3", 9), prose("i3", 4)), two(prose("R3", 5), prose("r3", 4)))),
        Applauded(0, 1),
        CLOSE,
        # the bribe, contagion and a detective: Romy
        SlamOpened("Rogue Slam", attributes("style")),
        PoetsRevealed(
            (
                two(prose("Detektiv", 5, Trait.DETECTIVE), prose("k4", 1)),
                two(prose("Hochstapler", 9, Trait.ROGUE), prose("Melancholikerin", 5, Trait.CONTAGIOUS)),
                two(prose("Der Gewissenlose", 4, Trait.UNSCRUPULOUS), prose("r4", 1)),
            )
        ),
        DetectiveActed(Place(0, 0), Place(1, 0)),
        ContagionRolled(1, 1, 1),
        Bribed(2, 0, (502, 1000)),
        CLOSE,
        # Ida, at the feminism slam
        SlamOpened("Feminismus-Slam", attributes("message"), Special.FEMINISM),
        PoetsRevealed((two(prose("K5", 7), prose("k5", 1)), two(prose("I5", 7), prose("i5", 2)), two(prose("R5", 6), prose("r5", 1)))),
        NotMaleTold((1, 2)),
        CLOSE,
        # Karl, at the best-of slam, and Ida keeps a scene darling
        SlamOpened("Best-Of-Slam", attributes("style"), Special.BEST_OF),
        PoetsRevealed(
            (
                two(prose("K6", 7), prose("k6", 1)),
                two(prose("Bühnenbrecher", 6, Trait.SCENE_DARLING), prose("i6", 2)),
                two(prose("R6", 7), prose("r6", 1)),
            )
        ),
        SmartVoted(((2, 0), (1, 0), (1, 0))),
        DarlingKept(1, 0),
        CLOSE,
        # style diversity: the only lyric poet, Karl
        SlamOpened("Style Slam", attributes("style")),
        PoetsRevealed(
            (
                two(poet("Wunderkind", 6, voice=Voice.LYRIC), prose("K7", 1)),
                two(prose("I7", 7), free),
                two(prose("R7", 5), prose("r7", 1)),
            )
        ),
        VoiceChosen(1, 1, Voice.PROSE),
        CLOSE,
        # the open list: no player
        SlamOpened("Open Slam", attributes("style")),
        PoetsRevealed((two(prose("K8", 7), prose("k8", 1)), two(prose("I8", 7), prose("i8", 2)), two(prose("R8", 6), prose("r8", 1))), poet("Gast", 9, voice=Voice.LYRIC)),
        CLOSE,
        # own poets: Karl
        SlamOpened("Own Slam", attributes("style")),
        PoetsRevealed((two(prose("K9", 9), prose("k9", 9)), two(prose("I9", 7), prose("i9", 2)), two(prose("R9", 6), prose("r9", 1)))),
        OwnTieChosen(0, 1),
        CLOSE,
        # Ida
        SlamOpened("Last Slam", attributes("style")),
        PoetsRevealed((two(prose("K10", 4), prose("k10", 1)), two(prose("I10", 7), prose("i10", 2)), two(prose("R10", 6), prose("r10", 1)))),
        CLOSE,
    ]  # fmt: skip


def staged(
    number: int,
    seats: int,
    entered: Mapping[int, Lineup],
    what: str = "style",
    *,
    guest: Poet | None = None,
    **card: Any,
) -> list[Report[State]]:
    """Return a slam with what some seats lay; the others lay poets who have no chance.

    :param guest: the poet of the open list.
    :param card: what else the slam card says.
    """
    lyric = partial(poet, voice=Voice.LYRIC)
    weak = (two(lyric(f"{name}{number}", 2), lyric(f"{name.lower()}{number}", 1)) for name in "ABCDE")
    lineups = tuple(entered.get(seat, other) for seat, other in zip(range(seats), weak, strict=False))
    return [SlamOpened(f"Slam {number}", attributes(what), **card), PoetsRevealed(lineups, guest, zeros_told=True)]


def ties() -> list[Report[State]]:
    """Return ten slams with a tie each, or something like it: Karl gets four, Ida four, Romy one, one goes to no player."""
    slam = partial(staged, seats=3)
    pair = poet("K1", 9), poet("k1", 8)
    other = poet("K2", 9), poet("k2", 8)
    sister = poet("Avantgardistin", 5, Trait.AVANTGARDIST, message=6, sister=True)
    return [
        # Karl's team competes again with its worse value, then his third poet
        *slam(1, entered={0: team(*pair, poet("K-1", 7), action_card=True), 1: two(poet("I1", 9), poet("i1", 7))}),
        RunnerUpChosen(0, 0),
        CLOSE,
        *slam(2, entered={0: team(*other, poet("K-2", 5), action_card=True), 1: two(poet("I2", 9), poet("i2", 7))}),
        RunnerUpChosen(0, 2),
        CLOSE,
        # Karl's own poets are tied with Ida's too: all three are safe
        *slam(3, entered={0: two(poet("K3", 9), poet("k3", 9)), 1: two(poet("I3", 9), poet("i3", 8))}),
        CLOSE,
        # no player has a second poet
        *slam(
            4,
            entered={
                0: two(poet("K4", 9), poet("k4", 9, admitted=False)),
                1: two(poet("I4", 9), poet("i4", 9, admitted=False)),
            },
        ),
        Applauded(1, 1),
        CLOSE,
        # Karl chooses between equal second poets
        *slam(
            5,
            entered={
                0: two(poet("K5", 9), poet("k5", 5), poet("K-5", 5), action_card=True),
                1: two(poet("I5", 9), poet("i5", 4)),
            },
        ),
        OwnTieChosen(0, 2),
        CLOSE,
        # only Ida has a second poet
        *slam(6, entered={0: two(poet("K6", 9), poet("k6", 9, admitted=False)), 1: two(poet("I6", 9), poet("i6", 4))}),
        CLOSE,
        # the Avantgardist competes again without what her sister brought
        *slam(7, entered={2: two(sister, poet("r7", 1)), 1: two(poet("I7", 9), poet("i7", 5))}, what="message"),
        CLOSE,
        # all three called
        *slam(8, entered={0: two(poet("K8", 9), poet("k8", 1))}),
        FalseApplause((0, 2)),
        FalseApplause((1,)),
        CLOSE,
        # the applause between two of three, call and hand apart
        *slam(9, entered={seat: two(poet(f"X{seat}", 9), poet(f"x{seat}", 4 + (seat < 2))) for seat in range(3)}),
        Applauded(0, 1),
        CLOSE,
        # a detective who looks away, a die without consequence, and gifts between the steps
        *slam(
            10,
            entered={
                0: two(poet("Detektiv", 5, Trait.DETECTIVE), poet("Melancholiker", 6, Trait.CONTAGIOUS)),
                2: two(poet("Der Gewissenlose", 4, Trait.UNSCRUPULOUS), poet("r10", 1)),
            },
        ),
        DetectiveActed(Place(0, 0), None),
        ContagionRolled(0, 1, 3),
        Bribed(2, 0, (300, 1000), 1),
        CLOSE,
    ]


def by_house_rules() -> list[Report[State]]:
    """Return nine slams that end otherwise than by the rulings: Karl gets three, Ida two with the card that waited, Romy one."""
    slam = partial(staged, seats=5)
    out = partial(poet, admitted=False)
    prose = partial(poet, voice=Voice.PROSE)
    nobody = {seat: two(out(f"{name}5", 5), out(f"{name.lower()}5", 5)) for seat, name in enumerate("ABCDE")}
    return [
        # the applause is repeated, and all runner-up poets are kept
        *slam(1, entered={0: two(poet("K1", 9), poet("k1", 5)), 1: two(poet("I1", 9), poet("i1", 5))}),
        Applauded(0, 1),
        Applauded(0, 0),
        CLOSE,
        # one of Karl's own poets is safe, the other has to win
        *slam(2, entered={0: two(poet("K2", 9), poet("k2", 9)), 1: two(poet("I2", 9), poet("i2", 8))}),
        OwnTieChosen(0, 1),
        CLOSE,
        # no player has a second poet: no player gets the slam
        *slam(3, entered={0: two(poet("K3", 9), out("k3", 9)), 1: two(poet("I3", 9), out("i3", 9))}),
        CLOSE,
        # the team's lower sympathy counts, so Romy wins
        *slam(
            4,
            entered={
                0: team(poet("K4", 4, sympathy=9), poet("k4", 4, sympathy=5)),
                2: two(poet("Avantgardistin", 4, Trait.AVANTGARDIST, sympathy=7), poet("r4", 1)),
            },
            what="sympathy",
        ),
        CLOSE,
        # no player is admitted: the card waits
        *slam(5, entered=nobody),
        CLOSE,
        # Karl called where the lead was tied, which counts as false: Ida gets both
        *slam(6, entered={0: two(poet("K6", 9), poet("k6", 5)), 1: two(poet("I6", 9), poet("i6", 4))}),
        FalseApplause((0,)),
        CLOSE,
        # the open list is tied, with one player and with two
        *slam(7, entered={0: two(poet("K7", 9), poet("k7", 5))}, guest=poet("Gast", 9)),
        CLOSE,
        *slam(
            8,
            entered={0: two(poet("K8", 9), poet("k8", 5)), 1: two(poet("I8", 9), poet("i8", 5))},
            guest=poet("Gästin", 9),
        ),
        CLOSE,
        # a storyteller is the only prose poet, glasses on cards and dice, and no player knew what would count
        *slam(
            9,
            entered={
                0: two(prose("Geschichtenerzähler", 6, Trait.STORYTELLER, Trait.MARTINI), poet("k9", 1)),
                1: two(poet("I9", None, humour=7, voice=Voice.EITHER), poet("i9", 1, voice=Voice.EITHER)),
            },
            what="",
            glass=(3, 4),
            die=2,
            guest=poet("", None, voice=Voice.EITHER),
        ),
        VoiceChosen(0, 1, Voice.LYRIC),
        VoiceChosen(1, 0, Voice.LYRIC),
        VoiceChosen(1, 1, Voice.LYRIC),
        VoiceChosen(None, 0, Voice.LYRIC),
        ShowDecided(attributes("message"), 4),
        ValuesTold(1, 0, attributes("message"), (7,)),
        ValuesTold(None, 0, attributes("message"), (3,)),
        CLOSE,
    ]


def with_a_guest() -> list[Report[State]]:
    """Return ten slams with the open list and weekdays: Karl gets four, Ida five, one goes to no player."""
    slam = partial(staged, seats=2)
    return [
        # the guest wins, is tied with one player, and with both
        *slam(1, entered={}, guest=poet("Gast", 9)),
        CLOSE,
        *slam(2, entered={0: two(poet("K2", 9), poet("k2", 4), poet("K-2", 5), action_card=True)}, guest=poet("G2", 9)),
        CLOSE,
        *slam(
            3, entered={0: two(poet("K3", 9), poet("k3", 5)), 1: two(poet("I3", 9), poet("i3", 5))}, guest=poet("G3", 9)
        ),
        Applauded(1, 0),
        CLOSE,
        # one of a team has no time, so neither competes
        *slam(4, entered={0: team(poet("K4", 9), poet("k4", 9, free=False)), 1: two(poet("I4", 5), poet("i4", 1))}),
        CLOSE,
        # a team at the feminism slam; one of its poets is not admitted
        *slam(
            5,
            entered={0: team(poet("K5", 9), poet("k5", 9, admitted=False)), 1: team(poet("I5", 5), poet("i5", 6))},
            special=Special.FEMINISM,
        ),
        NotMaleTold(()),
        CLOSE,
        # a team with a rogue is exposed and leaves its partner alone
        *slam(
            6,
            entered={
                0: team(poet("K6", 9, Trait.ROGUE), poet("k6", 8)),
                1: two(poet("Detektivin", 5, Trait.DETECTIVE), poet("Kommissarin", 4, Trait.DETECTIVE)),
            },
        ),
        DetectiveActed(Place(1, 0), Place(0, 0)),
        CLOSE,
        # a contagious poet of the left neighbour, the guest's clothes, and a darling of the scene
        *slam(
            7,
            entered={
                0: two(poet("K7", 6), poet("Liebling", 5, Trait.SCENE_DARLING)),
                1: two(poet("Kranker", 6, Trait.CONTAGIOUS), poet("i7", 7)),
            },
            special=Special.BEST_OF,
            guest=poet("G7", 4),
        ),
        ContagionRolled(1, 1 - 1, 1),
        SmartVoted(((0, 0), (0, 1), (2,))),
        DarlingKept(0, 1),
        CLOSE,
        # the Unscrupulous gives nothing, and a buddy brings a third poet
        *slam(
            8,
            entered={
                0: two(poet("Kumpel", 6, Trait.BUDDY), poet("k8", 5), poet("Mitgebracht", 7)),
                1: two(poet("Der Gewissenlose", 6, Trait.UNSCRUPULOUS), poet("i8", 1)),
            },
        ),
        Bribed(1, 0, (0,)),
        CLOSE,
        # who competes alone wins whatever the values are
        *slam(
            9,
            entered={
                0: two(poet("K9", 9, admitted=False), poet("k9", 9, admitted=False)),
                1: two(poet("I9", None), poet("i9", 9, admitted=False)),
            },
        ),
        CLOSE,
        # a team of the lyric and the undecided, with what the card gives
        *slam(
            10,
            entered={
                0: team(poet("Teampoet", 5, Trait.TEAM_POET, voice=Voice.LYRIC), poet("k10", 6, voice=Voice.EITHER, bonus=2)),
                1: two(poet("I10", 7, Trait.STORYTELLER, voice=Voice.PROSE, bonus=-1), poet("i10", 1, voice=Voice.PROSE)),
            },
        ),
        CLOSE,
    ]  # fmt: skip


def with_few_questions() -> list[Report[State]]:
    """Return nine slams that Karl wins, each put away by the next card, in which only what matters is asked."""
    slam = partial(staged, seats=2)
    return [
        # of three own poets two go on
        *slam(1, entered={0: two(poet("K1", 9), poet("k1", 9), poet("K-1", 9), action_card=True), 1: two(poet("I1", 9), poet("i1", 3))}),
        OwnTieChosen(0, 2),
        OwnTieChosen(0, 0),
        # the open list is tied with two of his and takes no third; then with one, and he chooses between equal seconds
        *slam(2, entered={0: two(poet("K2", 9), poet("k2", 5), poet("K-2", 9), action_card=True)}, guest=poet("Gast", 9)),
        *slam(3, entered={0: two(poet("K3", 9), poet("k3", 5), poet("K-3", 5), action_card=True)}, guest=poet("Gästin", 9)),
        OwnTieChosen(0, 2),
        # Ida has no card left, then one
        *slam(4, entered={1: two()}),
        *slam(5, entered={0: two(poet("K5", 9), poet("k5", 2)), 1: two(poet("I5", 8))}),
        # whatever the show asks for, and whatever stands on Ida's cards
        *slam(6, entered={0: two(poet("K6", 9), poet("k6", 2))}, what=""),
        *slam(7, entered={0: two(poet("K7", None, style=20, bonus=1), poet("k7", 2)), 1: two(poet("I7", None), poet("i7", None))}),
        # no player is asked for clothes that reach no player, but for those that do
        *slam(8, entered={0: two(poet("K8", 9), poet("k8", 2))}, special=Special.BEST_OF),
        *slam(9, entered={0: two(poet("K9", 9), poet("k9", 2)), 1: two(poet("I9", 8), poet("i9", 2))}, special=Special.BEST_OF),
        SmartVoted(((2, 0), (1, 0))),
    ]  # fmt: skip


def with_few_questions_house() -> dict[str, str]:
    """Return the house rules under which only teams enter the gold card."""
    return {"length": "nine", "open_list": "on", "gold": "team", "any_two": "teams"}


TRANSCRIPTS: Final = (
    Transcript(
        "landesmeisterschaft",
        ("Anna", "Ben"),
        [*slams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1), GOLD, ChampionsRevealed((entry(3, 4), entry(3, 4))), CLOSE],
        ((5, 0), (5, 2)),
        (1,),
        "slam.gold.double",
    ),
    Transcript(
        "close_behind",
        ("Anna", "Ben"),
        [
            *slams(0, 1, 0, 1, 0, 1, 0, 0),
            *slams(0, first=9),
            *nobody(10),
            GOLD,
            ChampionsRevealed((entry(0, 1), entry(1, 2))),
            CLOSE,
        ],
        ((6, 0), (3, 2)),
        (0,),
        "slam.end",
    ),
    Transcript(
        "shared_by_two",
        ("Anna", "Ben"),
        [*slams(0, 1, 0, 1, 0, 1, 0, 1, 0, 0), GOLD, ChampionsRevealed((entry(0, 1), entry(2, 3))), CLOSE],
        ((6, 0), (4, 2)),
        (0, 1),
        "slam.gold.poets",
    ),
    Transcript(
        "more_poets_win",
        ("Anna", "Ben"),
        [*slams(0, 1, 0, 1, 0, 1, 0, 1, 0, 0), GOLD, ChampionsRevealed((entry(0, 1), entry(2, 3))), CLOSE],
        ((6, 0), (4, 2)),
        (0,),
        "slam.gold.poets",
        {"final_tie": "poets"},
    ),
    Transcript(
        "walkover",
        ("Anna", "Ben"),
        [*slams(*[0] * 9), GOLD, CLOSE],
        ((9, 2), (0, 0)),
        (0,),
        "slam.ruling.gold_alone",
        {"length": "nine"},
    ),
    Transcript(
        "nobody_at_the_gold_card",
        ("Anna", "Ben"),
        [*(action for number in range(1, 11) for action in nobody(number)), GOLD, CLOSE],
        ((0, 0), (0, 0)),
        (0, 1),
        "slam.ruling.state_poets",
    ),
    Transcript(
        "applause_for_the_gold_card",
        ("Anna", "Ben"),
        [*(action for number in range(1, 10) for action in nobody(number)), GOLD, Applauded(1, 1), CLOSE],
        ((0, 0), (9, 2)),
        (1,),
        "slam.ruling.state_poets",
        {"length": "nine", "state_empty": "applause", "nobody_admitted": "next"},
    ),
    Transcript(
        "team_championship",
        ("Anna", "Ben", "Cem"),
        [
            *slams(0, 1, 0, 1, 0, 1, 0, 1, 2, 2, seats=3),
            GOLD,
            ChampionsRevealed((entry(2, 3, team=True), entry(2, 3), entry(0, 1))),
            CLOSE,
        ],
        ((4, 2), (4, 0), (2, 0)),
        (0,),
        "slam.gold.team_bonus",
        {"gold": "team"},
    ),
    Transcript(
        "values_told_at_the_gold_card",
        ("Anna", "Ben"),
        [
            *in_style_only(slams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1)),
            GoldOpened(),
            ChampionsRevealed((entry(3, 4), entry(3, 4))),
            ShowDecided(attributes("humour"), 3),
            *(
                ValuesTold(seat, card, attributes("humour"), (humour,))
                for seat, card, humour in ((0, 0, 3), (0, 1, 8), (1, 0, 0), (1, 1, 7))
            ),
            CLOSE,
        ],
        ((5, 2), (5, 0)),
        (0,),
        "slam.ruling.card_values",
        revision=2,
    ),
    Transcript(
        "of_all_sorts",
        ("Karl", "Ida", "Romy"),
        [*of_all_sorts(), GOLD, ChampionsRevealed((entry(0, 1), entry(0, 1), entry(0))), CLOSE],
        ((4, 0), (3, 2), (2, 0)),  # Romy and Ida are tied for the gold card, and Romy has one poet
        (1,),
        "slam.tie.no_second",
        {"style_diversity": "on", "drinking": "on", "open_list": "on", "weekday": "on"},
    ),
    Transcript(
        "ties",
        ("Karl", "Ida", "Romy"),
        [*ties(), GOLD, ChampionsRevealed((entry(0, 1), entry(0, 2), entry(0, 1, sister=0))), CLOSE],
        ((4, 2), (4, 0), (1, 0)),
        (0,),
        "slam.tie.first",
        revision=2,
    ),
    Transcript(
        "by_house_rules",
        ("Karl", "Ida", "Romy", "Enno", "Lina"),
        [
            *by_house_rules(),
            GOLD,
            ChampionsRevealed((entry(0, 1, team=True), entry(0, 1, team=True), entry(0, sister=0), entry(), entry())),
            Applauded(1, 1),
            CLOSE,
        ],
        ((3, 0), (2, 2), (1, 0), (0, 0), (0, 0)),
        (1,),
        "slam.tie.applause",
        {
            "gold": "team",
            "length": "nine",
            "drinking": "on",
            "open_list": "on",
            "runner_up_poets": "kept",
            "own_and_others": "unless_wins",
            "no_second": "nobody",
            "sympathy": "no",
            "applause_split": "repeat",
            "void_call": "false",
            "nobody_admitted": "next",
            "open_tie": "nobody",
            "final_tie": "poets",
            "any_two": "teams",
            "avantgardist_alone": "yes",
        },
        revision=2,
    ),
    Transcript(
        "team_walkover",
        ("Karl", "Ida"),
        [*with_few_questions(), GOLD, TeamTold(0, True), CLOSE],
        ((9, 2), (0, 0)),
        (0,),
        "slam.ruling.gold_alone",
        with_few_questions_house(),
        revision=3,
    ),
    Transcript(
        "no_team_for_the_gold_card",
        ("Karl", "Ida"),
        [*with_few_questions(), GOLD, TeamTold(0, False), CLOSE],
        ((9, 0), (0, 0)),
        (0,),
        "slam.ruling.any_two",
        with_few_questions_house(),
        revision=3,
    ),
    Transcript(
        "with_a_guest",
        ("Karl", "Ida"),
        [*with_a_guest(), GOLD, ChampionsRevealed((entry(0, 1), entry(0, 1))), Applauded(0, 1), CLOSE],
        ((4, 2), (5, 0)),
        (0,),
        "slam.ruling.applause_split",
        {"open_list": "on", "weekday": "on", "applause_split": "call", "drinking": "on"},
        revision=2,
    ),
    Transcript(
        "at_a_glance",
        ("Anna", "Ben", "Cleo", "Dora"),
        [
            *(SlamWon(1), SlamWon(0, cards=2), SlamWon(1), SlamWon(None), SlamWon(3, also=(2,))),
            *(TieTold((0, 2)), SecondTold(0, 8), SecondTold(2, 9)),
            *(TieTold((1, 2, 3)), SecondTold(1, 7), SecondTold(2, None), SecondTold(3, 7), Applauded(3, 3)),
            *(TieTold((0, 1)), SecondTold(0, None), SecondTold(1, None), Applauded(1, 0)),
            *(TieTold((0, 2)), SecondTold(0, 4), SlamWon(2)),
            *(SlamWon(1), GoldWon(2)),
        ],
        # Anna gets two, Ben three, Cleo two and the gold card, Dora two, one goes to no player
        ((2, 0), (3, 0), (2, 2), (2, 0)),
        (2,),
        "slam.gold.double",
        revision=3,
    ),
    Transcript(
        "from_little_to_much",
        ("Anna", "Ben", "Cleo"),
        [
            *(
                SlamWon(0),
                SlamWon(1, cards=1),
                *simple(3, 1, 3)[:2],
            ),  # what is judged is put away by what is reported next
            *(SlamWon(2, poets=(poet("Rap-Poet", 4, Trait.ROGUE),)), *simple(5, 0, 3)),
            *(SlamOpened("Slam 6", attributes("style")), SlamWon(0)),
            *(*staged(7, 3, {0: two(poet("K7", 9), poet("k7", 5)), 1: two(poet("I7", 9), poet("i7", 5))}), SlamWon(1)),
            *(TieTold((0, 1)), SecondTold(0, 9), SecondTold(1, 8)),
            *(SlamWon(None), GoldOpened(attributes("performance"))),
            *(
                EnteringTold(0, 2),
                EnteringTold(1, 2),
            ),
            ChampionsRevealed(
                (
                    GoldEntry((Champion(1), Champion(2, poet=poet("Wunderkind", performance=3)))),
                    GoldEntry((Champion(1), Champion(2))),
                    GoldEntry(),
                )
            ),
            ValuesTold(1, 1, attributes("performance"), (9,)),
            CLOSE,
        ],
        ((4, 0), (3, 2), (1, 0)),
        (1,),
        "slam.gold.double",
        {"length": "nine"},
        revision=3,
    ),
    Transcript(
        "walkover_at_a_glance",
        ("Anna", "Ben"),
        [*[SlamWon(0, poets=(poet(f"A{number}", 5),)) for number in range(9)], GoldWon(0)],
        ((9, 2), (0, 0)),
        (0,),
        "slam.ruling.gold_alone",
        {"length": "nine"},
        revision=3,
    ),
    Transcript(
        "nobody_at_a_glance",
        ("Anna", "Ben"),
        [*[SlamWon(None, waits=True)] * 9, GoldWon(None)],
        ((0, 0), (0, 0)),
        (0, 1),
        "slam.ruling.state_poets",
        {"length": "nine", "nobody_admitted": "next"},
        revision=3,
    ),
    Transcript(
        "tie_for_the_gold_card",
        ("Anna", "Ben"),
        [
            *(SlamWon(seat) for seat in (0, 0, 0, 1, 0, 1, 1, 1, 0, 1)),
            *(TieTold((0, 1)), SecondTold(0, 3), SecondTold(1, None)),
        ],
        ((5, 2), (5, 0)),
        (0,),
        "slam.tie.no_second",
        {"final_tie": "poets"},
        revision=3,
    ),
    Transcript(
        "counted_at_the_end",
        ("Anna", "Ben"),
        [*(SlamWon(seat) for seat in (0, 1, 0, 1, 0, 0, 1, 0, None)), GoldWon(1), PileCounted(0, 6), PileCounted(1, 5)],
        ((5, 0), (3, 2)),
        (0,),
        "slam.ruling.final_tie",
        {"final_tie": "poets", "length": "nine"},
        revision=3,
    ),
)


def log_of(transcript: Transcript) -> str:
    """Return the log of a transcript as it stands in a file."""
    header: dict[str, Any] = {
        "format": 1,
        "game": "slam",
        "revision": transcript.revision,
        "seats": [*transcript.seats],
    }
    lines = [dump(header | {"setup": transcript.house})]
    for action in transcript.actions:
        raw = entry_to_json(Entry("", Act(action)), "slam")
        del raw["id"]
        if transcript.revision == 1:  # that could leave no value open
            raw.pop("zeros_told", None)
            raw.pop("untold_as_zero", None)
        if transcript.revision < 3:
            raw.pop("by_revision_2", None)
        if transcript.revision < 4:
            raw.pop("by_revision_3", None)
        if transcript.revision < 4 and raw["kind"] == "slam.tie_told":
            raw.pop("also", None)
        lines.append(dump(raw))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the transcripts that are not written yet: a log stays as it was reported once."""
    FOLDER.mkdir(exist_ok=True)
    for one in TRANSCRIPTS:
        log = FOLDER / f"{one.name}.jsonl"
        if not log.exists():
            log.write_text(log_of(one), encoding="utf-8")
    sheets = {
        one.name: {"totals": one.totals, "champions": one.champions, "rests_on": one.rests_on} for one in TRANSCRIPTS
    }
    write_sheets(FOLDER.parent, sheets)


if __name__ == "__main__":
    main()
