"""A player joins Schlafmütze between two rounds, leaves it, or comes back."""

import json
from contextlib import suppress
from random import Random

import pytest
from conformance.inside import asked_of, inside
from games.schlafmuetze.table import GAME

from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.model import State, majority
from companion.games.schlafmuetze.phases import GameOver, Opening, RoundOver
from companion.games.schlafmuetze.reports import (
    CannotOpen,
    Doubted,
    Finish,
    Halt,
    HandCounted,
    HandsCounted,
    KeepEveryCard,
    Laid,
    LastCardLaid,
    NextRound,
    NobodyDoubts,
    Stuck,
)
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Amend, Change, Entry, Header, Join, Leave, Redo, Undo
from companion.kernel.record import Record, replay
from companion.kernel.text import Player
from companion.kernel.undo import NoLongerFits
from companion.scoring import ScoreSheet
from companion.storage.codec import entry_from_json, entry_to_json

pytestmark = pytest.mark.rule("schlafmuetze.ruling.coming", "companion.coming")

ROUND = (LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 2, 3)))
#: Dora, who joins, has 3 penalty points as well.
FOUR = (*ROUND, Join(3, "Dora"))
#: A round that Ben wins when Anna has left.
OTHERS = (LastCardLaid(1), NobodyDoubts(), HandsCounted((0, 0, 2, 4)))


def reported(*what: object, **house: str | int) -> Record:
    """Return a table of three at which this has been reported."""
    header = Header("schlafmuetze", GAME.meta.revision, ("Anna", "Ben", "Cleo"), house=house)
    changes = [one if isinstance(one, Change) else Act(one) for one in what]
    replayed = replay(GAME, header, [Entry(str(number), change) for number, change in enumerate(changes, 1)])
    assert replayed.failure is None, replayed.failure.why
    return replayed.record


def test_a_player_who_joins_begins_with_the_most_penalty_points_of_all() -> None:
    record = reported(*ROUND, Join(3, "Dora"))
    assert record.state.totals == ScoreSheet.of_record(record).totals == (0, 2, 3, 3)
    assert record.step
    (point,) = record.step.points
    assert (point.seat, point.round, point.why.rules) == (3, 1, ("schlafmuetze.ruling.coming",))


def test_the_next_round_is_dealt_to_four() -> None:
    record = reported(*ROUND, Join(3, "Dora"), NextRound())
    assert isinstance(record.state.phase, Opening)
    assert record.state.hands == (9,) * 4
    assert record.state.stock == 96 - 4 * 9
    later = reported(*ROUND, Join(3, "Dora"), NextRound(), LastCardLaid(3), NobodyDoubts(), HandsCounted((1, 1, 1, 0)))
    assert later.state.totals == (1, 3, 4, 3)


def refused(record: Record, change: Change) -> tuple[str, ...]:
    """Return the rules for which a table refuses one more change."""
    with pytest.raises(Refused) as wrong:
        record.after(Entry("new", change))
    return wrong.value.why.rules


def test_players_change_between_two_rounds_only() -> None:
    four = reported(*ROUND, Join(3, "Dora"))
    running = reported(*ROUND, Join(3, "Dora"), Leave(0), NextRound())
    assert refused(running, Join(4, "Emil")) == ("schlafmuetze.ruling.coming",)
    assert refused(running, Join(0, "Anna")) == ("schlafmuetze.ruling.coming",)
    assert refused(reported(*ROUND, Join(3, "Dora"), NextRound()), Leave(0)) == ("schlafmuetze.ruling.coming",)
    # three play at least
    assert refused(reported(*ROUND), Leave(0)) == ("companion.coming",)
    assert refused(four.after(Entry("l", Leave(0))), Leave(1)) == ("companion.coming",)


def test_nobody_takes_the_seat_of_another() -> None:
    gone = reported(*FOUR, Leave(1))
    assert refused(gone, Join(1, "Zoe")) == ("companion.coming",)
    assert refused(gone, Join(4, "Ben")) == ("companion.players",)
    assert refused(gone, Join(0, "Anna")) == ("companion.coming",)


def asked(state: State) -> set[Player]:
    """Return every player of whom something may be reported."""
    return set[Player]().union(*map(asked_of, GAME.offers(state, None)))


def test_the_next_round_is_dealt_to_those_who_stay() -> None:
    record = reported(*FOUR, Leave(0), NextRound())
    state = record.state
    assert (state.hands, state.stock) == ((0, 10, 10, 10), 96 - 3 * 10)
    assert state.everybody == (1, 2, 3)
    assert (state.left_of(3), state.left_of(0), state.clockwise(0)) == (1, 1, (1, 2, 3))
    why = GAME.refusal(state, LastCardLaid(0))
    assert why
    assert why.rules == ("companion.coming",)
    assert Player(0) not in asked(state)


def test_a_dealer_who_leaves_passes_the_deal_to_the_next_player() -> None:
    dealer = reported(*FOUR).state.phase.dealer
    assert reported(*FOUR, Leave(dealer), NextRound()).state.dealer == (dealer + 1) % 4
    assert reported(*FOUR, Leave((dealer + 1) % 4), NextRound()).state.dealer == dealer
    # and the deal goes round without a player who left
    later = reported(
        *FOUR, Leave(2), NextRound(), LastCardLaid(1), NobodyDoubts(), HandsCounted((1, 0, 0, 4)), NextRound()
    )
    assert (dealer, later.state.dealer) == (1, 3)


def test_who_left_holds_nothing_votes_on_nothing_and_draws_nothing() -> None:
    four = (*FOUR, Leave(2), NextRound())
    voting = reported(*four, Halt(), Doubted((0,), 1)).state
    assert (voting.voters(voting.phase), majority(len(voting.voters(voting.phase)))) == ((0, 1, 3), 2)
    stuck = reported(*four, KeepEveryCard(), Laid(1, 0, Colour.RED), Stuck()).state
    assert stuck.hands == (11, 9, 0, 11)
    passed = reported(*four, CannotOpen(1), CannotOpen(3)).state
    assert passed.phase == Opening(0, 2)
    assert reported(*four, CannotOpen(1), CannotOpen(3), CannotOpen(0)).state.hands == (11, 11, 0, 11)
    counted = reported(*four, LastCardLaid(1), NobodyDoubts(), HandCounted(0, 2), HandCounted(3, 4)).state
    assert counted.phase.hands == (2, 0, 0, 4)
    assert counted.phase.sleepy == (3,)
    hands = GAME.refusal(reported(*four, LastCardLaid(1), NobodyDoubts()).state, HandsCounted((2, 0, 1, 4)))
    assert hands
    assert hands.rules == ("companion.coming",)


def test_a_player_who_left_wins_nothing_however_few_penalty_points_they_have() -> None:
    record = reported(*FOUR, Leave(0), NextRound(), *OTHERS, Finish())
    assert record.state.totals == (0, 2, 5, 7)
    assert [(rank.place, rank.seat) for rank in ScoreSheet.of_record(record).ranking] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 0),
    ]
    prompt = GAME.view(record.state, None).prompt.text
    assert dict(prompt.params) == {"player": Player(1), "n": 2}
    high_points = reported(*FOUR, Leave(0), NextRound(), *OTHERS, NextRound(), *OTHERS, Finish()).highlights()
    assert high_points
    assert Player(0) not in [*inside(high_points)]


def test_two_who_are_level_play_on_but_not_with_a_player_who_left() -> None:
    house: dict[str, str | int] = {"target": 5, "tie": "one_more"}
    level = reported(*FOUR, Leave(0), NextRound(), LastCardLaid(3), NobodyDoubts(), HandsCounted((0, 1, 2, 0)), **house)
    assert level.state.totals == (0, 3, 5, 3)
    assert isinstance(level.state.phase, RoundOver), "Anna would be alone in front"
    once = (*FOUR, NextRound(), LastCardLaid(3), NobodyDoubts(), HandsCounted((3, 1, 6, 0)))
    # the target was reached, though by a player who is gone when the tie is broken
    last = reported(*once, Leave(2), NextRound(), LastCardLaid(0), NobodyDoubts(), HandsCounted((0, 1, 0, 1)), **house)
    assert isinstance(last.state.phase, GameOver)


def test_a_loser_who_was_to_deal_is_no_dealer_once_gone() -> None:
    lost = reported(*FOUR, NextRound(), LastCardLaid(1), NobodyDoubts(), HandsCounted((1, 0, 2, 4)), deal="loser")
    assert lost.state.phase.dealer == 3
    assert lost.after(Entry("l", Leave(3))).state.phase.dealer == 0
    assert reported(*FOUR, Leave(0), NextRound(), *OTHERS, deal="loser").state.phase.dealer == 3


def test_a_returning_player_has_no_fewer_penalty_points_than_anybody() -> None:
    record = reported(*FOUR, Leave(0), NextRound(), *OTHERS, Join(0, "anna"))
    assert (record.names[0], record.gone, record.state.gone) == ("Anna", frozenset(), frozenset())
    assert record.state.totals == ScoreSheet.of_record(record).totals == (7, 2, 5, 7)
    assert record.step
    assert [said.rules[0] for said in record.step.messages] == ["companion.coming", "schlafmuetze.ruling.coming"]
    assert record.after(Entry("n", Act(NextRound()))).state.hands == (9,) * 4
    # a player who has more than all others keeps that
    most = (*FOUR, NextRound(), LastCardLaid(1), NobodyDoubts(), HandsCounted((1, 0, 2, 20)), Leave(3), NextRound())
    own = reported(*most, LastCardLaid(1), NobodyDoubts(), HandsCounted((1, 0, 2, 0)), Join(3, "Dora"))
    assert own.state.totals == (2, 2, 7, 23)
    assert own.step
    assert own.step.points == ()


def test_undone_it_is_as_if_nobody_had_gone_or_come_back() -> None:
    before = reported(*FOUR)
    gone = reported(*FOUR, Leave(0), Undo(("5",)))
    assert (gone.state, gone.gone) == (before.state, frozenset())
    again = gone.after(Entry("r", Redo(("5",))))
    assert (again.state, again.gone) == (reported(*FOUR, Leave(0)).state, {0})
    back = reported(*FOUR, Leave(0), Join(0, "Anna"), Undo(("6",)))
    assert (back.state, back.gone) == (again.state, {0})
    # what was reported of three does not fit four
    with pytest.raises(NoLongerFits):
        reported(*FOUR, Leave(0), NextRound(), *OTHERS).after(Entry("u", Undo(("5",))))


def test_what_came_before_is_corrected_though_somebody_has_left_since() -> None:
    record = reported(*FOUR, Leave(0), NextRound(), *OTHERS, Amend("3", HandsCounted((0, 5, 1))))
    assert record.state.totals == (0, 5, 3, 9), "Dora began with Ben's five"
    assert record.gone == {0}


def _change(record: Record, chance: Random) -> Change:
    """Return a player's coming or going, as it may occur to a table."""
    there, gone = [*record.state.everybody], [*record.gone]
    return chance.choice(
        [
            Join(len(record.names), f"P{record.version}"),
            *map(Leave, there),
            *(Join(seat, record.names[seat]) for seat in gone),
        ]
    )


def _round(record: Record, chance: Random) -> list[Change]:
    """Return a round that a player wins, from the deal on."""
    there = record.state.everybody
    winner = chance.choice(there)
    hands = tuple(chance.randint(1, 3) if seat in there and seat != winner else 0 for seat in range(len(record.names)))
    return [*map(Act, (NextRound(), LastCardLaid(winner), NobodyDoubts(), HandsCounted(hands)))]


@pytest.mark.parametrize("seed", range(12))
def test_however_they_come_and_go_every_card_is_dealt_and_every_point_counts(seed: int) -> None:
    """Changes are tried before each of eight rounds; the whole log is then replayed from JSON."""
    chance, record = Random(seed), reported(*ROUND)
    for _ in range(8):
        for _ in range(4):
            with suppress(Refused):  # too few, or too many
                record = record.after(Entry(str(record.version + 1), _change(record, chance)))
        for change in _round(record, chance):
            record = record.after(Entry(str(record.version + 1), change))
            state = record.state
            if isinstance(state.phase, Opening):
                assert sum(state.hands) + state.stock == 96
                assert {seat for seat, cards in enumerate(state.hands) if not cards} == record.gone
                assert state.dealer not in record.gone
            assert state.gone == record.gone
            assert not {Player(seat) for seat in record.gone} & asked(state)
        assert record.state.totals == ScoreSheet.of_record(record).totals
        assert len({*record.state.best} & record.gone) == 0
    lines = [entry_to_json(entry, "schlafmuetze") for entry in record.entries]
    again = replay(GAME, record.header, [entry_from_json(json.loads(json.dumps(line)), GAME) for line in lines])
    assert again.record == record
    assert record.gone or len(record.names) > 3
