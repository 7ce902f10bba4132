"""Every refusal of Slam!, word for word and with its rules; what the transcripts pin besides are those of the usual course."""

from collections.abc import Callable

import pytest
from attrs import evolve
from games.slam.table import Table, entry, out, poet, team, two

from companion.games.slam.cards import (
    Attribute,
    Bonus,
    Champion,
    GoldEntry,
    Place,
    Poet,
    Slam,
    Source,
    Special,
    Trait,
    Voice,
)
from companion.games.slam.gold import possible
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
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen
from companion.i18n import Renderer
from companion.kernel.report import Report

STYLE, HUMOUR = Attribute.STYLE, Attribute.HUMOUR
VALUES = "slam.ruling.card_values"


def _opened() -> Table:
    return Table().slam()


def _judged() -> Table:
    darling = poet("Liebling", 4, Trait.SCENE_DARLING)
    absent = out(poet("Fern", 4, Trait.SCENE_DARLING))
    return Table().slam().reveal(two(poet("Held", 9, Trait.SCENE_DARLING), 5), two(darling, absent))


def _piles() -> dict[str, list[Poet]]:
    rogue = poet("Hochstapler", 8, Trait.ROGUE)
    sister = poet("Avantgardistin", 7, Trait.AVANTGARDIST)
    return {"Anna": [poet("A", 9), sister, rogue], "Ben": [poet("B", 8), poet("b", 6)]}


def _gold(kind: str = "state", **house: str) -> Table:
    return Table(piles=_piles(), won={"Anna": 5, "Ben": 5}, gold=kind, **house).gold()


def _asked(*traits: Trait, special: Special = Special.NONE, what: str = "style", **house: str) -> Table:
    """Return a table at which Anna's first poet, of these traits, is asked about; Ben has a rogue."""
    entered = poet("Anna eins", 5, *traits, voice=Voice.EITHER)
    return (
        Table(**house)
        .slam(what, special)
        .reveal(two(entered, 3), two(poet("Hochstapler", 5, Trait.ROGUE, humour=9), 3))
    )


def _unknown() -> Table:
    return Table().slam("style+humour").reveal(two(poet("Anna eins", None, style=5), 4), two(3, 2))


def _own() -> Table:
    return Table().slam().reveal(two(9, 9), two(3, 2))


def _third() -> Table:
    return Table().slam().reveal(team(9, 8, 7, action_card=True), two(9, 5))


def _applause() -> Table:
    return Table("Anna", "Ben", "Cem").slam().reveal(two(9, 5), two(9, 5), two(3, 2))


def _over() -> Table:
    return _gold().report(ChampionsRevealed((entry(0, 1), entry(0, 1)))).close()


def _laid(*lineups: object, **more: object) -> PoetsRevealed:
    return PoetsRevealed((*lineups, two(2, 1)), **more)  # type: ignore[arg-type]


def _entered(anna: GoldEntry, ben: GoldEntry | None = None) -> ChampionsRevealed:
    return ChampionsRevealed((anna, ben or entry(0, 1)))


LONG = "x" * 41

REFUSED: tuple[tuple[Callable[[], Table], Report[State], str, tuple[str, ...]], ...] = (
    # the card
    (Table, SlamOpened(LONG), "This name is too long: at most 40 letters.", (VALUES,)),
    (Table, SlamOpened(glass=(0,)), "A die shows one to six.", ("slam.adv.drinking",)),
    (Table, SlamOpened(die=7), "A die shows one to six.", ("slam.turn.die",)),
    (Table, SlamOpened(attributes=(STYLE, STYLE)), "Each attribute counts once: enter it once.", ("slam.turn.show",)),
    (lambda: Table(won={"Anna": 10}), GoldOpened(die=-1), "A die shows one to six.", ("slam.turn.die",)),
    (lambda: Table(won={"Anna": 10}), GoldOpened(glass=(7,)), "A die shows one to six.", ("slam.adv.drinking",)),
    # poets of the hand
    (_opened, _laid(), "Everybody plays: passing is not allowed.", ("slam.turn.play",)),
    (
        _opened,
        _laid(two(2, 1), open_list=poet("Gast", 5)),
        "The open list is not played at this table: enter no poet for it.",
        ("slam.adv.open_list", "slam.adv.combine"),
    ),
    (
        _opened,
        PoetsRevealed((two(), two())),
        "Passing is not allowed: say who lays poets. Only a player without any sits the slam out.",
        ("slam.turn.play", "slam.ruling.short_hand"),
    ),
    (
        _opened,
        _laid(team(2)),
        "A team is two poet cards: Anna lays fewer, so enter no team.",
        ("slam.team.cherry_pick", "slam.ruling.short_hand"),
    ),
    (
        _opened,
        _laid(two(1, 2, 3, 4, action_card=True)),
        "Anna plays three poets at most: take the others back.",
        ("slam.poet.third",),
    ),
    (
        _opened,
        _laid(two(1, 2, 3)),
        "Anna has no third poet: that needs a Spontaneous buddy who takes part, or an action card.",
        ("slam.poet.third",),
    ),
    (
        _opened,
        _laid(two(1, 2, out(poet("Kumpel", 3, Trait.BUDDY)))),
        "Anna has no third poet: that needs a Spontaneous buddy who takes part, or an action card.",
        ("slam.poet.third",),
    ),
    (
        _opened,
        _laid(team(poet("Avantgardistin", 1, Trait.AVANTGARDIST, sister=True), 2)),
        "A team is two poet cards; the sister is not one.",
        ("slam.ruling.one_poet_sister", "slam.poet.avantgardist"),
    ),
    (
        _opened,
        _laid(two(poet("A", 1, sister=True), 2)),
        "Only the Avantgardist has a sister: let this poet come alone.",
        ("slam.poet.avantgardist",),
    ),
    (_opened, _laid(two(21, 2)), "A poet’s values are entered from 0 to 20.", (VALUES,)),
    (_opened, _laid(two(-1, 2)), "A poet’s values are entered from 0 to 20.", (VALUES,)),
    (_opened, _laid(two(poet(LONG, 1), 2)), "This name is too long: at most 40 letters.", (VALUES,)),
    (_opened, _laid(two(poet("A", 1, bonus=-21), 2)), "An adjustment is 20 points at most.", (VALUES,)),
    (
        _opened,
        _laid(two(evolve(poet("A", 1), bonuses=(Bonus(1, words=LONG),)), 2)),
        "An adjustment is 20 points at most.",
        (VALUES,),
    ),
    *(
        (
            _opened,
            _laid(two(evolve(poet("A", 1), bonuses=(Bonus(1, source),)), 2)),
            "The app works this bonus out itself: leave it out.",
            (rule,),
        )
        for source, rule in (
            (Source.SMART, "slam.card.best_of"),
            (Source.NOT_MALE, "slam.card.feminism"),
            (Source.BRIBE, "slam.poet.unscrupulous"),
            (Source.CONTAGION, "slam.poet.contagious"),
            (Source.STYLE_DIVERSITY, "slam.adv.style_diversity"),
            (Source.STORYTELLER, "slam.poet.storyteller"),
            (Source.EXPERIENCED, "slam.gold.team_bonus"),
        )
    ),
    (
        _opened,
        _laid(two(poet("A", 1), poet("A", 2))),
        "A is on the stage twice: say who is really in one of the places.",
        ("slam.turn.play",),
    ),
    (
        lambda: Table(open_list="on").slam(),
        _laid(two(poet("A", 1), 2), open_list=poet("A", 2)),
        "A is on the stage twice: say who is really in one of the places.",
        ("slam.turn.play",),
    ),
    (
        lambda: Table(piles={"Ben": [poet("A")]}).slam(),
        _laid(two(poet("A", 1), 2)),
        "A lies on a victory pile already: enter another poet, or correct the earlier slam.",
        ("slam.turn.win",),
    ),
    # poets of the piles
    *(
        (
            _gold,
            _entered(wrong),
            "Not all of these lie on Anna’s victory pile: choose different poets from there.",
            ("slam.gold.state_one", "slam.gold.poets"),
        )
        for wrong in (entry(0, 3), entry(-1, 0), entry(0, 0))
    ),
    (
        lambda: Table(piles={"Anna": [poet("A", 9)], "Ben": [poet("B", 8)]}, gold="state").gold(),
        _entered(entry(), entry(0)),
        "Anna plays 1 poet from the victory pile.",
        ("slam.gold.state_one", "slam.gold.poets", "slam.turn.play"),
    ),
    (
        _gold,
        _entered(entry(0, 2)),
        "Hochstapler is a rogue: no entry to the Landesmeisterschaft. Choose another poet.",
        ("slam.gold.rogues", "slam.ruling.state_poets"),
    ),
    (
        _gold,
        _entered(entry(0, 1, sister=0)),
        "Only the Avantgardist has a sister: let this poet come alone.",
        ("slam.poet.avantgardist",),
    ),
    (
        _gold,
        _entered(entry(0, 1, team=True, sister=1)),
        "A team is two poet cards; the sister is not one.",
        ("slam.ruling.one_poet_sister",),
    ),
    (
        _gold,
        _entered(entry(0, team=True)),
        "A team is two poet cards; the sister is not one.",
        ("slam.ruling.one_poet_sister",),
    ),
    (
        _gold,
        _entered(entry(1, sister=1)),
        "Anna plays 2 poets from the victory pile.",
        ("slam.gold.state_one", "slam.gold.poets", "slam.turn.play"),
    ),
    (
        lambda: _gold("team"),
        _entered(entry(1, sister=1)),
        "Anna plays 2 poets from the victory pile.",
        ("slam.gold.team_one", "slam.gold.poets", "slam.turn.play"),
    ),
    (
        lambda: _gold("team", any_two="teams"),
        _entered(entry(0, 1)),
        "By the house rule only teams enter the team championship: two partners, or the Avantgardist with her sister.",
        ("slam.ruling.any_two",),
    ),
    (
        lambda: _gold(any_two="teams"),
        _entered(entry()),
        "Anna plays 2 poets from the victory pile.",
        ("slam.gold.state_one", "slam.gold.poets", "slam.turn.play"),
    ),
    (
        lambda: Table("Anna", "Ben", "Cem", piles=_piles(), won={"Anna": 5, "Ben": 5}, gold="state").gold(),
        ChampionsRevealed((entry(0, 1), entry(0, 1), GoldEntry((Champion(0),)))),
        "Not all of these lie on Cem’s victory pile: choose different poets from there.",
        ("slam.gold.state_one", "slam.gold.poets"),
    ),
    (
        _gold,
        _entered(GoldEntry((Champion(0, values=(1, 2, 3, 4, 21)), Champion(1)))),
        "A poet’s values are entered from 0 to 20.",
        (VALUES,),
    ),
    (
        _gold,
        _entered(GoldEntry((Champion(0, bonuses=(Bonus(21),)), Champion(1)))),
        "An adjustment is 20 points at most.",
        (VALUES,),
    ),
    # answers
    *(
        (
            lambda: _asked(Trait.UNSCRUPULOUS),
            Bribed(0, 0, (300,), bonus),
            "For this lowest gift the card can only give +1 to +4.",
            ("slam.ruling.bribe_steps", "slam.poet.unscrupulous"),
        )
        for bonus in (0, 5)
    ),
    *(
        (
            lambda: _asked(special=Special.FEMINISM),
            NotMaleTold(seats),
            "Name players at this table, each once.",
            ("slam.card.feminism",),
        )
        for seats in ((0, 0),)
    ),
    (lambda: _asked(what=""), ShowDecided(()), "Say which attribute counts, or which sum.", ("slam.turn.show",)),
    (
        lambda: _asked(what=""),
        ShowDecided((STYLE, STYLE)),
        "Each attribute counts once: enter it once.",
        ("slam.turn.show",),
    ),
    (lambda: _asked(what=""), ShowDecided((STYLE,), 7), "A die shows one to six.", ("slam.turn.die",)),
    (_unknown, ValuesTold(0, 0, (STYLE,), (5,)), "Enter one value each: Humour.", (VALUES,)),
    (_unknown, ValuesTold(0, 0, (HUMOUR,), (5, 5)), "Enter one value each: Humour.", (VALUES,)),
    (_unknown, ValuesTold(0, 0, (HUMOUR,), (21,)), "A poet’s values are entered from 0 to 20.", (VALUES,)),
    (
        _unknown,
        ValuesTold(0, 0, (HUMOUR, HUMOUR), (5, 5)),
        "Each attribute counts once: enter it once.",
        ("slam.turn.show",),
    ),
    # ties
    *(
        (
            _applause,
            report,
            "Cem is not tied, so their call and hand have no effect: say which of the tied players was first.",
            ("slam.ruling.false_applause", "slam.tie.applause"),
        )
        for report in (Applauded(2, 0), Applauded(0, 2))
    ),
    # the verdict
    *(
        (
            _judged,
            FalseApplause(callers),
            "Name the players who called, each once.",
            ("slam.tie.false_applause", "slam.ruling.void_call"),
        )
        for callers in ((), (0, 0), (2,), (-1,), (0, 2))
    ),
    (
        lambda: _judged().report(FalseApplause((1,))),
        FalseApplause((1,)),
        "Ben is not in this slam any more.",
        ("slam.tie.false_applause", "slam.ruling.void_call"),
    ),
    (
        lambda: _applause().report(Applauded(0, 0)),
        FalseApplause((2,)),
        "There was a tie: the applause was due, so nobody is out.",
        ("slam.tie.applause", "slam.tie.false_applause", "slam.ruling.void_call"),
    ),
    (
        lambda: Table().slam().reveal(two(9, 5), two(9, 4)),
        FalseApplause((0,)),
        "There was a tie for the lead but none for the runner-up title: the call has no effect.",
        ("slam.ruling.void_call", "slam.tie.false_applause"),
    ),
    (
        _own,
        FalseApplause((0,)),
        "The slam is not judged yet: only then can you say whether the call was false.",
        ("slam.tie.false_applause", "slam.ruling.void_call"),
    ),
    *(
        (
            _judged,
            DarlingKept(seat, card),
            "This poet is not a scene darling and goes where the verdict says.",
            ("slam.poet.scene_darling",),
        )
        for seat, card in ((0, 1), (0, 2), (1, -1))
    ),
    (_judged, DarlingKept(2, 0), "There is no seat 2.", ("companion.players",)),
    (
        _judged,
        DarlingKept(1, 1),
        "This poet did not take part, so has no effect and is discarded.",
        ("slam.turn.not_admitted",),
    ),
    (
        _judged,
        DarlingKept(0, 0),
        "Anna has not lost this slam: only after a lost one does a scene darling stay.",
        ("slam.poet.scene_darling",),
    ),
    (
        lambda: _judged().report(DarlingKept(1, 0)),
        DarlingKept(1, 0),
        "This poet goes to the victory pile anyway.",
        ("slam.poet.scene_darling",),
    ),
    (
        _over,
        SlamOpened(),
        "This game is over. Tap “Rematch” to play again.",
        ("slam.goal", "slam.end", "slam.ruling.final_tie"),
    ),
)


#: What is refused because it is not offered: at another moment, or with a value that no offer has.
NOT_OFFERED: tuple[tuple[Callable[[], Table], Report[State]], ...] = (
    (_opened, SlamOpened()),
    (lambda: Table(won={"Anna": 10}), SlamOpened()),
    (lambda: Table(won={"Anna": 8}), GoldOpened()),
    (Table, _laid(two(2, 1))),
    (_gold, _laid(two(2, 1))),
    (_opened, ChampionsRevealed(())),
    (_gold, ChampionsRevealed(())),
    (_judged, DetectiveActed(Place(0, 0), None)),
    (lambda: _asked(Trait.DETECTIVE), DetectiveActed(Place(1, 0), None)),
    (lambda: _asked(Trait.DETECTIVE), DetectiveActed(Place(0, 0), Place(0, 1))),
    (_own, DetectiveActed(Place(0, 0), None)),
    (lambda: _asked(Trait.CONTAGIOUS), ContagionRolled(0, 0, 7)),
    (lambda: _asked(Trait.CONTAGIOUS), ContagionRolled(0, 1, 1)),
    (lambda: _asked(Trait.CONTAGIOUS), ContagionRolled(2, 0, 1)),
    (lambda: _asked(Trait.UNSCRUPULOUS), Bribed(0, 0, (1, 1))),
    *((lambda: _asked(Trait.UNSCRUPULOUS), Bribed(0, 0, (cents,))) for cents in (-1, 100001)),
    (lambda: _asked(Trait.UNSCRUPULOUS), Bribed(0, 1, (1,))),
    (_own, NotMaleTold(())),
    (lambda: _asked(special=Special.BEST_OF), SmartVoted(((0, 0),))),
    *((lambda: _asked(special=Special.BEST_OF), SmartVoted(((0, 0), (0, votes)))) for votes in (-1, 3)),
    (_own, SmartVoted(())),
    (lambda: _asked(Trait.STORYTELLER), VoiceChosen(0, 0, Voice.PROSE)),
    (lambda: _asked(Trait.STORYTELLER), VoiceChosen(0, 1, Voice.EITHER)),
    (_own, ShowDecided((STYLE,))),
    (_unknown, ValuesTold(0, 1, (HUMOUR,), (5,))),
    (_unknown, SlamClosed()),
    (lambda: _asked(what=""), SlamClosed()),
    (_own, OwnTieChosen(1, 0)),
    (_own, OwnTieChosen(0, 2)),
    (_own, OwnTieChosen(2, 0)),
    (_third, OwnTieChosen(0, 0)),
    *((_third, RunnerUpChosen(seat, card)) for (seat, card) in ((1, 0), (0, 1))),
    (_own, RunnerUpChosen(0, 0)),
    (_applause, Applauded(0, 3)),
    (_own, Applauded(0, 0)),
    (lambda: _asked(special=Special.FEMINISM), NotMaleTold((2,))),
)


@pytest.mark.rule("slam.players", "slam.turn.play", "slam.ruling.card_values")
@pytest.mark.parametrize(("position", "report"), NOT_OFFERED)
def test_what_is_not_offered_is_refused(position: Callable[[], Table], report: Report[State]) -> None:
    assert position().refused(report) == ("not offered",)


@pytest.mark.rule("slam.players", "slam.turn.play", "slam.ruling.card_values")
@pytest.mark.parametrize(("position", "report", "said", "rules"), REFUSED)
def test_a_refusal_says_why(
    position: Callable[[], Table], report: Report[State], said: str, rules: tuple[str, ...]
) -> None:
    table = position()
    why = table.why_not(report)
    assert (Renderer("en", table.names).text(why.text), why.rules) == (said, rules)


@pytest.mark.parametrize(
    ("position", "report"),
    [
        (Table, SlamOpened("x" * 40, (STYLE, HUMOUR), Special.NONE, (1, 6), 6)),
        (_opened, _laid(two(poet("x" * 40, 20, bonus=-20), 0))),
        (_opened, _laid(two(poet("Kumpel", 3, Trait.BUDDY), 2, 3))),
        (_opened, _laid(two(poet("Avantgardistin", 3, Trait.AVANTGARDIST, sister=True), 2))),
        (lambda: _asked(Trait.UNSCRUPULOUS), Bribed(0, 0, (100000,))),
        (lambda: _asked(Trait.UNSCRUPULOUS), Bribed(0, 0, (0,), 0)),
        (lambda: _asked(special=Special.BEST_OF), SmartVoted(((0, 2), (0, 0)))),
        (lambda: _gold("team"), _entered(entry(0, 2))),
        (lambda: _gold("team", any_two="teams"), _entered(entry(1, sister=1), entry(0, 1, team=True))),
        (lambda: _gold("team", any_two="teams"), _entered(entry(), entry())),
        (lambda: _gold(any_two="teams"), _entered(entry(0, 1))),
    ],
)
def test_the_limits_themselves_are_allowed(position: Callable[[], Table], report: Report[State]) -> None:
    position().report(report)


def test_the_usual_way_to_enter_is_named_first() -> None:
    table = _gold()
    assert possible(table.state, 1) == (entry(0, 1), entry(0, 1, team=True))
    assert [one.sister for one in possible(table.state, 0)[0].champions] == [False, False]


@pytest.mark.parametrize("source", [Source.ABILITY, Source.SLAM, Source.OTHER])
def test_what_is_entered_rests_on_the_cards(source: Source) -> None:
    table = Table().slam().reveal(two(evolve(poet("A", 5), bonuses=(Bonus(2, source),)), 1), two(3, 2))
    (line,) = (said for said in table.step.messages if "= 7" in Renderer("en", table.names).text(said.text))
    assert line.rules == ("slam.turn.show", VALUES)


def test_a_slam_card_has_its_glasses_in_order() -> None:
    table = Table().report(SlamOpened(glass=(4, 1, 4)))
    assert table.state.phase.slam == Slam(glass=(1, 4))
