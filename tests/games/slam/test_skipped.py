"""Skipped questions have no later effect: not after a false applause, at the gold card, or on the sheet.

A game is played twice with the same hidden truth: once with every question asked, once only with those that matter.
"""

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any, Final, TypeVar

import pytest
from attrs import evolve, field, frozen
from effort import effort
from games.slam import lineups
from games.slam.table import GAME, NAMES, Table, attributes, poet, two

from companion.games.slam import gold, possible_results
from companion.games.slam.cards import ATTRIBUTES, FACES, Gold, Lineup, Place, Poet, Special, Trait, Voice, with_values
from companion.games.slam.model import Asking, GameOver, Revealing, State
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.possible_results import darlings
from companion.games.slam.questions import (
    AskApplause,
    AskBribe,
    AskContagion,
    AskDetective,
    AskNotMale,
    AskOwnTie,
    AskRunnerUp,
    AskShow,
    AskSmart,
    AskTeam,
    AskValues,
    AskVoice,
)
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
from companion.games.slam.reports.opening import GoldOpened, SlamOpened, TeamTold
from companion.games.slam.reports.ties import Applauded, OwnTieChosen, RunnerUpChosen
from companion.games.slam.reports.won import GoldWon, SlamWon
from companion.kernel.report import Report

GAMES: Final = effort(few=16, many=400)

X = TypeVar("X")


@frozen
class Truth:
    """The hidden facts and the decisions of all players, independent of the questions asked.

    :param rogues: for each poet's name, whom a detective of that name disqualifies.
    """

    seed: int
    rogues: dict[str, str | None] = field(factory=dict)

    def of(self, what: Hashable, ways: Sequence[X]) -> X:
        """Return one of several options, always the same one for the same subject."""
        return Random(f"{self.seed} {what}").choice(ways)

    def first(self, what: Hashable, among: Sequence[X]) -> X:
        """Return the first candidate in an order that does not depend on the set of candidates."""
        return min(among, key=lambda one: Random(f"{self.seed} {what} {one}").random())

    def answer(self, state: State, phase: Asking) -> Report[State]:
        """Return the true answer to the open question."""
        evidence, question = phase.evidence, phase.question
        players = len(state.players)
        match question:
            case AskDetective(detective, candidates):
                target = self.rogues.get(evidence.standing(detective).name)
                rogue = next((one for one in candidates if evidence.standing(one).name == target), None)
                return DetectiveActed(detective, rogue)
            case AskContagion(Place(int(seat), card)):
                return ContagionRolled(seat, card, self.of((question, state.number), (1, *FACES)))
            case AskBribe(Place(int(seat), card)):
                lowest = self.of((question, state.number), NUMBERS.bribe.cents)
                return Bribed(seat, card, (lowest,) * (players - 1))
            case AskNotMale():
                return NotMaleTold(tuple(seat for seat in state.players if self.of(("male", seat), (True, False))))
            case AskSmart():
                votes = [[self.of(("smart", one.name), (0, players)) for one in row] for row in evidence.rows]
                return SmartVoted(tuple(map(tuple, votes)))
            case AskVoice(Place(seat, card) as place):
                voice = self.of(("voice", evidence.standing(place).name), (Voice.LYRIC, Voice.PROSE))
                return VoiceChosen(seat, card, voice)
            case AskShow():
                return ShowDecided((self.of(("show", state.number), ATTRIBUTES),))
            case AskValues(Place(seat, card) as place, wanted):
                name = evidence.standing(place).name
                return ValuesTold(seat, card, wanted, tuple(self.of((name, one), range(4, 9)) for one in wanted))
            case AskOwnTie(seat, cards, stage):
                return OwnTieChosen(seat, self.first((stage, seat, state.number), cards))
            case AskRunnerUp(seat, cards):
                return RunnerUpChosen(seat, self.first(("runner-up", seat, state.number), cards))
            case AskApplause(seats):
                winner = self.first(("applause", state.number), seats)
                return Applauded(winner, winner)
            case AskTeam(seat):
                return TeamTold(seat, self.of("team", (True, False)))
        raise AssertionError(question)


@frozen
class Script:
    """A scripted end of a game with two slams and the gold card: the cards, the calls of Schinken, the darlings."""

    truth: Truth
    house: dict[str, str]
    slams: tuple[tuple[SlamOpened, PoetsRevealed], ...]
    gold: GoldOpened

    @classmethod
    def by_chance(cls, seed: int) -> "Script":
        random = Random(seed)
        seats = random.choice((2, 3, 3, 4))
        house = {
            **lineups.house(random),
            "length": "nine",
            "open_list": random.choice(("off", "off", "on")),
            "style_diversity": random.choice(("off", "on")),
            "any_two": random.choice(("any", "teams")),
            "final_tie": random.choice(("shared", "poets")),
        }
        slams = []
        for number in (1, 2):
            plain = random.choice((True, False))  # ties come up where little else is asked
            what = random.choice(("style", "style+message", "sympathy" if plain else ""))
            special = Special.NONE if plain else random.choice((Special.NONE, *Special))
            open_values = 0 if plain else random.choice((0, 0, 2, 6))
            dealt = [lineups.lineup(random, seat, plain=plain, open_values=open_values) for seat in range(seats)]
            laid = [_renamed(one, number, random, plain=plain) for one in dealt]
            if not any(one.poets for one in laid):
                laid[0] = two(poet(f"A1-{number}", 5))
            guest = None
            if house["open_list"] == "on":
                guest = lineups.poet(random, f"Gast{number}", plain=True, open_values=0)
            revealed = PoetsRevealed(tuple(laid), guest, zeros_told=True)
            slams.append((SlamOpened(attributes=attributes(what), special=special), revealed))
        return cls(
            _truth(seed, slams), house, tuple(slams), GoldOpened(attributes(random.choice(("style", "humour", ""))))
        )

    def table(self) -> Table:
        """Return the table before the last two slams."""
        table = Table(*NAMES[: len(self.slams[0][1].lineups)], **self.house)
        championship = self.truth.of("gold", [one.value for one in Gold])
        return table.put(number=8, lost=7, house=evolve(table.state.house, gold=championship))

    def played(self, table: Table) -> Iterator[Hashable]:
        """Play to the end, and yield the relevant results after each step."""
        for opened, revealed in self.slams:
            table.report(opened, revealed)
            yield from self.judged(table)
        table.report(self.gold)
        if isinstance(table.state.phase, Revealing):
            self.champions(table)
        yield from self.judged(table)
        assert isinstance(table.state.phase, GameOver)
        yield table.points, table.state.places

    def judged(self, table: Table) -> Iterator[Hashable]:
        """Answer the questions, keep darlings, play the calls of Schinken, and put the cards away."""
        for call in range(3):
            self.answer(table)
            phase: Any = table.state.phase
            yield phase.verdict.winner, phase.verdict.piles, phase.verdict.tie, phase.verdict.stays, phase.evidence.kept
            self.keep_darlings(table)
            yield table.state.phase.evidence.kept  # type: ignore[union-attr]
            callers = self._callers(table.state, phase.verdict.winner, call)
            if callers and not GAME.refusal(table.state, FalseApplause(callers)):
                table.report(FalseApplause(callers))
            else:
                break
        self.answer(table)
        table.report(SlamClosed())
        self.answer(table)
        yield table.piles, table.state.slams, table.state.gold, table.state.waiting, table.state.last_winner

    def _callers(self, state: State, winner: int | None, call: int) -> tuple[int, ...]:
        """Return who calls Schinken: the winner, whose leaving changes most, more often than others."""
        ways = {seat: 2 if seat == winner else 5 for seat in state.players}
        return tuple(seat for seat, n in ways.items() if self.truth.of((seat, state.number, call), range(n)) == 0)

    def champions(self, table: Table) -> None:
        """Reveal the champions of all players for the gold card."""
        state = table.state
        entries = (self.truth.of(("enters", seat), gold.possible(state, seat)) for seat in range(state.seats))
        table.report(ChampionsRevealed(tuple(entries)))

    def keep_darlings(self, table: Table) -> None:
        """Let scene darlings stay, or not."""
        phase: Any = table.state.phase
        for place in darlings(table.state, phase.evidence, phase.verdict):
            kept = DarlingKept(place.seat or 0, place.card)
            if self.truth.of(("darling", place, table.state.number), (True, False)) and not GAME.refusal(
                table.state, kept
            ):
                table.report(kept)

    def answer(self, table: Table) -> None:
        """Answer all that is asked."""
        while isinstance(phase := table.state.phase, Asking):
            table.report(self.truth.answer(table.state, phase))


def _renamed(lineup: Lineup, number: int, random: Random, *, plain: bool) -> Lineup:
    """Return a line-up with unique names that raises questions more often.

    :param plain: whether values are close, so that many are tied; otherwise there are more detectives and rogues.
    """
    some = (Trait.DETECTIVE,), (Trait.ROGUE,)
    more: tuple[tuple[Trait, ...], ...] = ((),) if plain else ((), *some)

    def changed(one: Poet) -> Poet:
        known = {each: value for each in ATTRIBUTES if (value := one.value(each)) is not None}
        values = with_values({each: 5 + value % 2 for each, value in known.items()}) if plain else one.values
        traits = (*one.traits, *random.choice(more))
        return evolve(one, name=f"{one.name}-{number}", values=values, traits=traits)

    return evolve(lineup, poets=tuple(map(changed, lineup.poets)))


def _truth(seed: int, slams: Sequence[tuple[SlamOpened, PoetsRevealed]]) -> Truth:
    """Return a truth in which every detective chooses a rogue of the same slam, or none."""
    random, rogues = Random(seed), dict[str, str | None]()
    for _, revealed in slams:
        poets = [one for lineup in revealed.lineups for one in lineup.poets]
        targets = [None, *(one.name for one in poets if one.is_rogue)]
        rogues |= {one.name: random.choice(targets) for one in poets}
    return Truth(seed, rogues)


def _differing(seeds: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the games that end differently when every question is asked."""
    found = []
    for seed in seeds:
        script = Script.by_chance(seed)
        few = [*script.played(script.table())]
        with monkeypatch.context() as patch:
            for name in ("_decided", "_no_difference", "_same_results"):
                patch.setattr(possible_results, name, lambda *_: False)
            everything = [*script.played(script.table())]
        if few != everything:
            found.append(seed)
    return found


@pytest.mark.rule("slam.tie.false_applause", "slam.poet.detective", "slam.poet.scene_darling", "slam.gold.poets")
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_what_is_not_asked_changes_nothing_later(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _differing(range(part * GAMES // 4, (part + 1) * GAMES // 4), monkeypatch) == []


@frozen
class Seen:
    """A state with an open question, and the result of the cards in the end."""

    asking: State
    winner: int | None
    piles: tuple[tuple[str, ...], ...]

    def reported(self) -> State:
        """Return the state after the winner is entered at a glance."""
        report = GoldWon(self.winner) if self.asking.is_gold else SlamWon(self.winner)
        assert GAME.refusal(self.asking, report) is None, (self.asking.phase, self.winner)
        return GAME.apply(self.asking, report).state

    @classmethod
    def by_chance(cls, seed: int) -> Iterator["Seen"]:
        """Yield every moment of a game at which the winner can be entered at a glance."""
        script = Script.by_chance(seed)
        table = script.table()
        for opened, revealed in script.slams:
            table.report(opened, revealed)
            yield from cls._until_judged(script, table)
        table.report(script.gold)
        if isinstance(table.state.phase, Revealing):
            script.champions(table)
            yield from cls._until_judged(script, table)

    @classmethod
    def _until_judged(cls, script: Script, table: Table) -> Iterator["Seen"]:
        asking = []
        while isinstance(phase := table.state.phase, Asking):
            asking.append(table.state)
            table.report(script.truth.answer(table.state, phase))
        winner = table.verdict.winner
        script.keep_darlings(table)
        table.report(SlamClosed())
        piles = tuple(tuple(one.name for one in pile) for pile in table.state.piles)
        yield from (cls(state, winner, piles) for state in asking)


@pytest.mark.rule("slam.turn.win", "slam.tie.first", "slam.poet.scene_darling", "slam.gold.poets")
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_only_who_has_won_forgets_nothing_and_counts_nothing_unknown(part: int) -> None:
    for seed in range(part * GAMES // 4, (part + 1) * GAMES // 4):
        for seen in Seen.by_chance(seed):
            reported = seen.reported()
            for seat, names in enumerate(seen.piles):
                heap, named = reported.heap(seat), [one.name for one in reported.piles[seat] if one.name]
                assert heap.low <= len(names), (seed, seen.asking.phase, seat)
                assert heap.high is None or len(names) <= heap.high, (seed, seen.asking.phase, seat)
                assert seen.asking.is_gold or {*named} <= {*names}, (seed, seen.asking.phase, seat)
