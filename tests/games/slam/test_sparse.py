"""Results reported at a glance: the same points as by the cards, and nothing that is not known."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from attrs import frozen
from conformance.material import check_conserved, sheet_of
from conformance.walks import Tape, completed, setup_of
from effort import effort
from games.slam.table import GAME
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.slam.judge import Judgement
from companion.games.slam.model import Asking, GameOver, Judged, State
from companion.games.slam.possible_results import possible_results
from companion.games.slam.questions import AskApplause, AskNotMale
from companion.games.slam.reports.answers import NotMaleTold
from companion.games.slam.reports.closing import SlamClosed
from companion.games.slam.reports.counted import PileCounted, SecondTold
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold, WithoutPoets
from companion.games.slam.tied import AskSecond
from companion.games.slam.unknown_piles import AskPile
from companion.kernel.game import Setup, Step
from companion.kernel.report import Report
from companion.kernel.text import Player

LONGEST = 400


@frozen
class Exact:
    """One slam reported by the cards.

    :param before: the state in which it was reported.
    :param judged: what it came to, the cards still on the table.
    :param after: the state once the cards were put away, or the next card turned up.
    """

    before: State
    actions: tuple[Report[State], ...]
    judged: Judged
    after: State

    @property
    def winner(self) -> int | None:
        return self.judged.verdict.winner

    def glance(self, *, counted: bool) -> Report[State]:
        """Return who has won it, with those who keep poets as well; the number of poets only if it was counted."""
        if self.judged.evidence.slam.gold:
            return GoldWon(self.winner)
        grown = [len(after) - len(before) for before, after in zip(self.before.piles, self.after.piles, strict=True)]
        also = tuple(seat for seat, more in enumerate(grown) if more and seat != self.winner)
        cards = grown[self.winner] if counted and self.winner is not None else None
        return SlamWon(self.winner, cards, also=also, waits=self.judged.verdict.stays)

    @property
    def tied(self) -> tuple[int, ...]:
        """Who was tied for the lead, where a player won by the runner-up title or the applause."""
        evidence, verdict = self.judged.evidence, self.judged.verdict
        rules = {rule for line in verdict.proof for rule in line.rules}
        if verdict.winner is None or not {"slam.tie.first", "slam.tie.applause"} & rules or not any(evidence.rows):
            return ()
        ahead = possible_results(self.before, evidence)
        leading = Judgement(ahead.state, ahead.evidence).leading()
        tied = tuple(sorted({one.seat for one in leading if one.seat is not None}))
        return tied if self.seconds is not None else ()

    @property
    def seconds(self) -> dict[int, int] | None:
        """What each of the tied had for the runner-up title, as the proof says it; ``None`` where no player was asked."""
        found: dict[int, int] = {}
        for line in self.judged.verdict.proof:
            params = dict(line.text.params)
            if line.text.message.startswith("Runner-up title") and isinstance(who := params["player"], Player):
                total = params["total"]
                if not isinstance(total, int):
                    return None
                found[who.seat] = max(total, found.get(who.seat, total))
        return found


def played(setup: Setup, tape: Tape, steps: list[Step[State]]) -> Iterator[Exact]:
    """Play by the cards to the end of the game, and yield each slam.

    :param steps: where all that it led to is kept.
    """
    step: Step[State] = GAME.start(setup)
    before, actions = step.state, list[Report[State]]()
    for _ in range(LONGEST):
        offers = [
            one for one in GAME.offers(step.state, None) if not issubclass(one.kind, WithoutPoets) and not one.closed
        ]
        for _ in range(20):
            action = completed(tape.pick(offers), tape)
            if GAME.refusal(step.state, action) is None:
                break
        else:
            action = next(one for one in (completed(offer, Tape(b"")) for offer in offers) if _fits(step.state, one))
        now = GAME.apply(step.state, action)
        # the last phase in which this slam was judged; the next card may be judged as soon as it is turned up
        if now.state.number != before.number or isinstance(now.state.phase, GameOver):
            judged = step.state.phase
            assert isinstance(judged, Judged)
            closed = isinstance(action, SlamClosed)
            yield Exact(before, (*actions, *([action] if closed else [])), judged, now.state)
            before, actions = now.state, [] if closed else [action]
        else:
            actions.append(action)
        step = now
        steps.append(now)
        if isinstance(now.state.phase, GameOver):
            return


def _fits(state: State, action: Report[State]) -> bool:
    return GAME.refusal(state, action) is None


class Twin:
    """The same game, reported with less."""

    def __init__(self, setup: Setup, not_male: NotMaleTold) -> None:
        self.seats = setup.seats
        self.steps = [GAME.start(setup)]
        self.not_male = not_male

    @property
    def state(self) -> State:
        return self.steps[-1].state

    def report(self, *actions: Report[State]) -> None:
        for action in actions:
            self.answer(NotMaleTold if isinstance(action, NotMaleTold) else None)
            if isinstance(action, NotMaleTold) and self.state.not_male is not None:
                continue
            self.steps.append(GAME.apply(self.state, action))
            check_conserved(GAME, self.state, sheet_of(GAME, self.seats, self.steps))

    def answer(self, next: type | None) -> None:
        """Report who is not male if no player has been asked yet, because that slam was reported at a glance."""
        phase = self.state.phase
        if isinstance(phase, Asking) and isinstance(phase.question, AskNotMale) and next is None:
            self.steps.append(GAME.apply(self.state, self.not_male))

    def settle(self, slam: Exact) -> None:
        """Tell a tie: who is tied, and what decides."""
        self.report(TieTold(slam.tied))
        while isinstance(phase := self.state.phase, Asking):
            if isinstance(phase.question, AskSecond):
                seat = phase.question.seat
                assert slam.seconds is not None
                self.report(SecondTold(seat, slam.seconds.get(seat)))
            elif isinstance(phase.question, AskApplause):
                assert slam.winner is not None
                assert slam.winner in phase.question.seats
                self.report(Applauded(slam.winner, slam.winner))
            else:
                break

    def count(self, state: State) -> None:
        """Tell how many poets lie on the piles where that decides a place."""
        while isinstance(phase := self.state.phase, Asking) and isinstance(phase.question, AskPile):
            self.report(PileCounted(phase.question.seat, len(state.piles[phase.question.seat])))


def points(steps: Sequence[Step[State]]) -> list[tuple[int, int, str, int]]:
    """Return what stands on the sheet."""
    return sorted((one.seat, one.round, one.column, one.points) for step in steps for one in step.points)


def not_male_in(slams: Sequence[Exact]) -> NotMaleTold:
    found = [action for slam in slams for action in slam.actions if isinstance(action, NotMaleTold)]
    return found[0] if found else NotMaleTold(())


@pytest.mark.thorough
@pytest.mark.rule("slam.turn.win", "slam.goal", "slam.tie.first", "slam.ruling.final_tie")
@settings(max_examples=effort(few=2, many=8))
@given(data=st.data())
def test_a_game_reported_with_less_ends_with_the_same_sheet(data: Any) -> None:
    """Of some slams no more is reported than who has won, of others the tie and what decides it, of the rest everything."""
    tape = Tape(data.draw(st.binary(min_size=40, max_size=500)))
    setup = setup_of(GAME.meta, tape)
    steps: list[Step[State]] = []
    slams = [*played(setup, tape, steps)]
    if not slams or not isinstance(slams[-1].after.phase, GameOver):
        return
    twin = Twin(setup, not_male_in(slams))
    kept = data.draw(st.lists(st.sampled_from(("glance", "counted", "tie", "exact")), min_size=12, max_size=12))
    whole = True
    for slam, how in zip(slams, kept, strict=False):
        if how == "tie" and slam.tied and not _changed(slam):
            twin.settle(slam)
            whole = False
        elif how == "exact" and (whole or not slam.judged.evidence.slam.gold):
            twin.report(*slam.actions)
        else:
            twin.report(slam.glance(counted=how == "counted"))
            whole = False
    if isinstance(twin.state.phase, Judged):
        twin.report(slams[-1].actions[-1])
    end = slams[-1].after
    twin.count(end)
    assert isinstance(twin.state.phase, GameOver)
    assert points(twin.steps) == points(steps)
    assert twin.state.places == end.places
    for seat in range(setup.seats):
        heap = twin.state.heap(seat)
        assert heap.low <= len(end.piles[seat])
        assert heap.high is None or len(end.piles[seat]) <= heap.high


def _changed(slam: Exact) -> bool:
    """Return whether more happened than a tie: callers who left, darlings that stayed."""
    return bool(slam.judged.evidence.callers or slam.judged.evidence.kept)
