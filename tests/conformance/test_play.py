"""The laws of play: offers are allowed, refusals give a reason, and the sheet adds up."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from conformance.inside import check, check_offer, check_verdict, judged
from conformance.material import check_conserved, sheet_of
from conformance.walks import LONG_WALKS, Position, Tape, completed, tapes, walk
from effort import at_leisure
from hypothesis import given

from companion.kernel.explain import Explanation
from companion.kernel.game import Step
from companion.kernel.log import PrivateNote
from companion.kernel.offers import Offer
from companion.kernel.record import AnyGame
from companion.kernel.text import Text
from companion.lookup import rulebook
from companion.lookup.rules import ANY_PHASE

pytestmark = pytest.mark.thorough

#: How many fillings of an offer's fields are tried before it counts as one that no player can fill.
FILLINGS = 200


def offers_at(game: AnyGame, position: Position) -> dict[Offer, None]:
    """Return what anybody may report, each offer once."""
    return dict.fromkeys(offer for seat in position.seats for offer in game.offers(position.state, seat))


@given(tape=tapes(longest=160))
def test_offers_keep_their_word(game: AnyGame, tape: Tape) -> None:
    """An open offer leads on, a closed one is refused for the reason it shows, and only the end offers nothing."""
    random = Random(0)
    for position in walk(game, tape):
        offers = offers_at(game, position)
        open_offers = [offer for offer in offers if not offer.closed]
        assert bool(open_offers) != game.is_over(position.state), "a dead end, or offers after the end"
        assert offers if open_offers else not offers
        for offer in offers:
            check_offer(offer)
            fillings = (completed(offer, Tape(random.randbytes(64))) for _ in range(FILLINGS if offer.fields else 1))
            first = next(fillings)
            assert game.event_key(position.state, first) is not None, f"no event key: {first}"
            verdicts = (judged(game, position.state, action) for action in (first, *fillings))
            if not offer.closed:
                assert any(isinstance(verdict, Step) for verdict in verdicts), f"nobody can report {offer}"
            elif not offer.fields:
                assert next(verdicts) == offer.closed
            else:
                assert not any(isinstance(verdict, Step) for verdict in verdicts), f"closed, but not refused: {offer}"


@given(tape=tapes())
def test_all_that_is_said_rests_on_rules(game: AnyGame, tape: Tape) -> None:
    """Views, verdicts, points and names can be rendered, cite rules that exist, and stand in a phase the rules know."""
    phases = {phase for rule in rulebook().rules(game.meta.id) for phase in rule.phases} | {ANY_PHASE}
    for position in walk(game, tape):
        check(position.step.messages, position.step.points)
        for line in position.step.points:
            check_verdict(line.why)
        if position.action is not None:
            check(game.describe(position.action))
        views = [game.view(position.state, seat) for seat in position.seats]
        for view in (view for number, view in enumerate(views) if view not in views[:number]):
            check(view)
            assert all(said.rules for said in (view.prompt, *view.notes))
            assert view.phase in phases


@given(tape=tapes())
def test_who_is_asked_alone_answers_and_who_answers_ahead_waits(game: AnyGame, tape: Tape) -> None:
    """Only who sits there is asked, and only while something is open; an answer given ahead is refused before its turn."""
    for position in walk(game, tape):
        seats = [seat for seat in position.seats if seat is not None]
        asked = game.view(position.state, None).asked
        assert {*asked} <= {*seats}
        assert len({*asked}) == len(asked)
        assert not (asked and game.is_over(position.state))
        ahead = getattr(game, "early_offers", None)
        for seat in seats if ahead else ():
            for offer in ahead(position.state, seat):
                assert seat not in asked, "whoever is on turn answers now"
                check_offer(offer)
                assert isinstance(judged(game, position.state, offer.action()), Explanation)


@given(tape=tapes())
def test_a_private_note_is_nobody_elses_business(game: AnyGame, tape: Tape) -> None:
    """A note changes only the view and the offers of its writer, and its label does not depend on its text."""
    called: dict[tuple[type, int], Text] = {}
    for before, now in pairwise(walk(game, tape)):
        note = now.action
        if not isinstance(note, PrivateNote):
            continue
        for seat in now.seats:
            if seat != note.seat:
                assert game.view(now.state, seat) == game.view(before.state, seat)
                assert game.offers(now.state, seat) == game.offers(before.state, seat)
        assert not now.step.points
        assert not now.step.messages
        name = game.describe(note)
        assert called.setdefault((type(note), note.seat), name) == name


@given(tape=tapes())
def test_the_sheet_adds_up(game: AnyGame, tape: Tape) -> None:
    """Cells sum to rounds, rounds to totals; more points never rank lower; nothing on the table is lost or made."""
    columns = {column.id: column for column in game.meta.columns}
    steps: list[Step[Any]] = []
    for position in walk(game, tape):
        steps.append(position.step)
        seats = range(position.setup.seats)
        sheet = sheet_of(game, len(seats), steps)
        check_conserved(game, position.state, sheet)
        for line in position.step.points:
            assert line.seat in seats
            assert 1 <= line.round <= sheet.rounds
            assert line.points % columns[line.column].worth == 0, f"no whole stroke: {line}"
        if position.step.points:
            for seat in seats:
                rounds = [sheet.points(seat=seat, round=number) for number in range(1, sheet.rounds + 1)]
                cells = [sheet.points(seat=seat, column=column) for column in columns]
                assert sheet.totals[seat] == sum(rounds) == sum(cells)
            best = sorted(sheet.totals, reverse=not sheet.lowest_wins)
            assert [rank.total for rank in sheet.ranking] == best
            places = [rank.place for rank in sheet.ranking]
            assert places == [1 + best.index(total) for total in best] or game.view(position.state, None).ranks
            assert all(place == 1 + sum(other < place for other in places) for place in places)


@at_leisure
def test_every_action_happens_and_every_game_can_end(game: AnyGame) -> None:
    """Some walk comes to the end, and no kind of action exists that no walk ever takes."""
    missing = set(game.actions)
    ended = False
    for seed in range(LONG_WALKS):
        for position in walk(game, Tape(Random(seed).randbytes(2500))):
            missing.discard(type(position.action))
            ended = ended or game.is_over(position.state)
        if ended and not missing:
            return
    pytest.fail(f"ended: {ended}; never happened: {[kind.__name__ for kind in missing]}")
