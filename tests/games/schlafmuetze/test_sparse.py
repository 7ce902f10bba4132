"""Rounds told card by card, told little, and told now more and now less: they end with the same points."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from attrs import define, evolve
from effort import effort
from games.schlafmuetze.material import books
from games.schlafmuetze.table import Table, play
from games.schlafmuetze.twin import Round

from companion.games import games
from companion.games.schlafmuetze import reports
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.doubtable import doubtable
from companion.games.schlafmuetze.game import Schlafmuetze
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import (
    Counting,
    Disputed,
    GameOver,
    LastCard,
    Naming,
    Opening,
    RoundOver,
    Running,
    Voting,
)
from companion.kernel.game import ScoreLine, Setup
from companion.kernel.record import replay
from companion.storage.codec import read_log

GAME = Schlafmuetze()
LITTLE: dict[str, str | int] = {"keeping": "referee_only"}
#: Reports after which a round that does not end is left.
LONGEST = 300


@define
class Telling:
    """A game as it is told at some table, with the points it leads to."""

    state: State
    points: list[ScoreLine]

    def tell(self, *told: Any) -> None:
        """Report one after the other; every one of them has to be allowed."""
        for report in told:
            refused = GAME.refusal(self.state, report)
            assert refused is None, f"{report} is refused: {refused}"
            step = GAME.apply(self.state, report)
            self.state = step.state
            self.points += step.points

    @property
    def sheet(self) -> set[tuple[int, str, int]]:
        return {(line.seat, line.column, line.points) for line in self.points}


def begun(seats: int, keeping: str, **house: str | int) -> Telling:
    """Return a game that has begun."""
    return Telling(GAME.start(Setup(seats, 0, {"length": "open", "keeping": keeping, **house})).state, [])


def exact_round(seed: int, **house: str | int) -> tuple[int, list[Any]]:
    """Return a round of which every card is told, and how many play it; an empty one if it has no end."""
    random = Random(seed)
    seats = random.randint(3, 5)
    twin = Round(random, seats, house["names_colour"] == "author", False, every=True, changing=False)
    told: list[Any] = []
    for report in twin.play():
        if len(told) > LONGEST:
            return seats, []
        if report is not None:
            told.append(report)
    return seats, told if twin.over else []


def stands(told: Sequence[Any], before: State, report: Any) -> bool:
    """Tell whether the first word stands where single cards are not told: all have agreed on a later card since."""
    first = isinstance(report, reports.Doubted) and any(
        card.first and card.seat == report.author for card in doubtable(before)
    )
    return first and any(isinstance(earlier, reports.Agreed) for earlier in told)


def asked(state: State, report: Any) -> bool:
    """Tell whether the referee still asks for a report: not for votes after the decision, nor for the only colour left."""
    if isinstance(report, reports.Voted):
        return GAME.refusal(state, report) is None
    return isinstance(state.phase, Naming) or not isinstance(report, reports.ColourNamed | reports.NoColourLeft)


class Sparse:
    """Tells what is told card by card with fewer words, and each time as few as the dice want.

    :param random: the dice.
    :param changing: whether now and then every card is told for a while.
    """

    def __init__(self, random: Random, game: Telling, *, changing: bool) -> None:
        self.random, self.game, self.changing = random, game, changing
        self.doubt: Any = None
        self.late = False

    def follow(self, before: State, report: Any, after: State, ahead: Sequence[Any]) -> None:
        """Tell what has happened between two states of the exact game.

        :param ahead: what will be told next: "Halt!" comes before anybody says that a card lies which goes back for it.
        """
        called = len(ahead) > 1 and isinstance(ahead[1], reports.Doubted)
        self.late = isinstance(report, reports.Laid) and called and ahead[1].author != report.seat
        if self.changing and not isinstance(report, reports.Halt) and self.random.random() < 0.1:
            self.change(before)
        if self.game.state.every_card:
            if asked(self.game.state, report):
                self.game.tell(report)
        else:
            self.game.tell(*self.fewer(before, report, after))
        self.catch_up(after)

    def change(self, exact: State) -> None:
        """Tell more or less from now on."""
        here = self.game.state
        if (
            not isinstance(here.phase, Opening | Running)
            or type(here.phase) is not type(exact.phase)
            or exact.claimed is not None
        ):
            return
        if here.every_card:
            self.game.tell(reports.KeepRefereeOnly())
        elif isinstance(exact.phase, Opening):
            self.game.tell(reports.KeepEveryCard())
        elif exact.hands and exact.colour and exact.pausing is not None:
            self.game.tell(reports.KeepEveryCard(exact.hands, exact.pausing, exact.colour))

    def fewer(self, before: State, report: Any, after: State) -> Iterator[Any]:
        """Yield what a table that tells little says of it."""
        opening = isinstance(self.game.state.phase, Opening)
        match report:
            case reports.Laid(seat=seat):
                if isinstance(after.phase, LastCard):
                    yield reports.LastCardLaid(seat)
                elif opening:
                    if self.random.random() < 0.5:
                        yield reports.GoesOn()
                elif (self.game.state.colour or self.game.state.told_colour) and not self.late:
                    yield reports.GoesOn()
            case reports.Halt():
                # whether the first word is meant or a later one of the same player has to be told before
                if opening and len(list(before.unwound())) > 1:
                    yield reports.GoesOn()
                yield report
            case reports.Doubted():
                first = any(card.seat == report.author and card.first for card in doubtable(before))
                self.doubt = reports.Doubted(report.doubters, report.author, first=first)
                if self.random.random() < 0.5:
                    yield self.doubt
                    self.doubt = None
            case reports.Voted(against=against) if self.doubt:
                told, self.doubt = self.doubt, None
                doubters = () if against and self.random.random() < 0.5 else told.doubters
                yield reports.AllAgree(told.author, doubters=doubters, first=told.first, against=against)
            case reports.Voted():
                if asked(self.game.state, report):
                    yield report
            case reports.SpeedDispute():
                if opening:
                    yield reports.GoesOn()
                yield reports.SpeedDispute(latest=isinstance(self.game.state.phase, LastCard))
            case reports.Agreed(seat=seat):
                assert isinstance(self.game.state.phase, Disputed)
                last = isinstance(self.game.state.phase.before, LastCard)
                yield reports.Agreed(seat if last or self.random.random() < 0.5 else None)
            case reports.Stuck():
                if opening:
                    yield reports.GoesOn()
                yield reports.Stuck(report.colour)
            case reports.ColourNamed() | reports.NobodyDoubts():
                if not isinstance(report, reports.NobodyDoubts) or self.random.random() < 0.5:
                    yield report
            case _:
                yield report

    def catch_up(self, after: State) -> None:
        """Answer what only the table knows, and count the hands at the end."""
        state = self.game.state
        if isinstance(state.phase, Naming) and isinstance(after.phase, Running | RoundOver | GameOver):
            left = after.colour in state.phase.allowed and isinstance(after.phase, Running)
            self.game.tell(reports.ColourNamed(after.colour) if left and after.colour else reports.NoColourLeft())
            state = self.game.state
        if isinstance(after.phase, RoundOver | GameOver) and isinstance(state.phase, Counting | LastCard):
            hands = after.phase.hands
            if isinstance(state.phase, Counting) and self.random.random() < 0.5:
                self.game.tell(reports.HandsCounted(hands))
                return
            seats = [seat for seat in state.everybody if seat != after.phase.winner]
            self.random.shuffle(seats)
            self.game.tell(*(reports.HandCounted(seat, hands[seat]) for seat in seats))


def same_points(seed: int, *, changing: bool) -> bool:
    """Hold a round that is told with fewer words against the round told card by card; return whether it came to an end."""
    random = Random(seed)
    house: dict[str, str | int] = {
        "names_colour": random.choice(["previous", "previous", "author"]),
        "chips": random.choice(["count_on", "cap"]),
    }
    seats, told = exact_round(seed, **house)
    exact = begun(seats, "every_card", **house)
    sparse = Sparse(random, begun(seats, "referee_only", **house), changing=changing)
    for number, report in enumerate(told, start=1):
        if isinstance(report, reports.Voted | reports.ColourNamed | reports.NoColourLeft) and not asked(
            exact.state, report
        ):
            continue
        before = exact.state
        if stands(told[:number], before, report):
            return False
        exact.tell(report)
        sparse.follow(before, report, exact.state, told[number : number + 2])
    assert sparse.game.sheet == exact.sheet, seed
    assert sparse.game.state.totals == exact.state.totals
    return bool(told)


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.score.minus", "schlafmuetze.ruling.settled")
@pytest.mark.thorough
@pytest.mark.parametrize("changing", [False, True], ids=["little", "now_more_now_less"])
def test_fewer_words_lead_to_the_same_points(changing: bool) -> None:
    ended = [same_points(seed, changing=changing) for seed in range(effort(few=60, many=400))]
    assert sum(ended) > len(ended) / 3


# All are of one mind


@pytest.mark.rule("schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters", "schlafmuetze.ruling.settled")
def test_all_agree_that_a_card_goes_back() -> None:
    for house in (LITTLE, {}):
        cards = ("goes on",) if house else ("Anna red at 12", "Ben blue at 4")
        agreed = play(*cards, "halt", "all reject Ben", house=house)
        voted = play(*cards, "halt", "Cleo doubts Ben", "votes nnn", house=house)
        # who doubted does not matter: it costs no chip
        assert (books(agreed.state), agreed.chips) == (books(voted.state), (0, 1, 0, 0))
        assert "schlafmuetze.ruling.settled" in agreed.told
    assert play("halt", "all reject Anna", house=LITTLE).asked == "Ben"
    assert play("goes on", "halt", "all reject Anna's first", house=LITTLE).asked == "Ben"
    late = play("goes on", "Ben out", "halt", "all reject Dora", house=LITTLE)
    assert "schlafmuetze.doubt.halt" in late.told


@pytest.mark.rule("schlafmuetze.doubt.upheld", "schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.chips")
def test_all_agree_that_a_word_stands() -> None:
    table = play("goes on", "halt", house=LITTLE)
    # without knowing who doubted, nobody knows who pays
    assert table.why_not(reports.AllAgree(1, against=False)).rules == ("schlafmuetze.doubt.halt",)
    assert table.refused("all uphold Ben against Ben") == {"schlafmuetze.ruling.doubt_closed"}
    assert table.play("all uphold Ben against Cleo+Dora").chips == (0, 0, 1, 1)
    assert table.phase is Running
    assert play("Ben out", "halt", "all uphold Ben against Cleo", house=LITTLE).phase is Counting
    assert play("goes on", house=LITTLE).refused("all reject Ben") == {"schlafmuetze.doubt.halt"}
    exact = ("Anna red at 12", "Ben blue at 4", "Cleo green at 5", "halt")
    assert play(*exact).refused("all reject Anna") == {"schlafmuetze.ruling.latest_card"}
    assert play(*exact, "all uphold Ben against Dora").refused("halt") == {
        "schlafmuetze.ruling.doubt_closed",
    }


@pytest.mark.rule("schlafmuetze.doubt.vote")
def test_a_doubt_told_on_two_phones_counts_once() -> None:
    state = play("goes on", "halt", house=LITTLE).state
    keys = {
        GAME.event_key(state, report)
        for report in (
            reports.Doubted((2,), 1),
            reports.AllAgree(1, against=True),
            reports.AllAgree(1, (2,), against=False),
        )
    }
    assert len(keys) == 1


@pytest.mark.rule("schlafmuetze.combine.forms")
def test_words_are_checked_where_all_agree_as_well() -> None:
    report = reports.AllAgree(1, first_word="Land", second_word="Bild", compound="Landschaftsbild", against=True)
    assert GAME.remarks(report) == GAME.remarks(reports.Doubted((2,), 1, "Land", "Bild", "Landschaftsbild")) != ()


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.ruling.vote", "schlafmuetze.doubt.vote")
@pytest.mark.parametrize(
    ("votes", "house", "decided"),
    [
        ("nn", "all", False),
        ("nnn", "all", True),
        ("yy", "all", True),
        ("ny", "all", False),
        ("nny", "all", False),
        ("yny", "all", True),
        ("nn", "not_author", True),
        ("yn", "not_author", False),
        ("yy", "not_author", True),
    ],
)
def test_a_vote_ends_when_it_is_decided(votes: str, house: str, decided: bool) -> None:
    doubt = ("goes on", "halt", "Cleo doubts Ben", f"votes {votes}")
    assert (play(*doubt, house=LITTLE | {"votes": house}).phase is not Voting) == decided
    # as in games that began when all were asked
    assert play(*doubt, house=LITTLE | {"votes": house, "asking": "everything"}).phase is Voting


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.doubt.vote", "schlafmuetze.ruling.new_colour")
def test_a_log_by_hand_may_tell_what_is_settled() -> None:
    """Nothing of it changes anything, and once something else has happened nobody tells it any more."""
    lone: dict[str, Any] = {"circle": "RBBBBBBBBBBB", "seats": 5}
    voted = ("Anna blue at 2", "Cleo blue at 2", "halt", "Dora doubts Cleo", "Dora no", "Emil no", "Anna no")
    table = play(*voted, **lone)
    assert (table.phase, table.colour) == (Running, "red")
    assert table.refused("name blue") == {"schlafmuetze.colour.forced"}
    late = play(*voted, "Ben yes", "name red", "Cleo yes", **lone)
    assert evolve(late.state, settled=None) == evolve(table.state, settled=None)
    assert late.told == {"schlafmuetze.doubt.vote", "schlafmuetze.ruling.settled"}
    assert late.refused("Dora no") == {"schlafmuetze.doubt.vote"}
    on = play(*voted, "Ben blue at 12", **lone)
    assert on.refused("Ben yes") == {"schlafmuetze.doubt.vote"}
    assert on.refused("name red") == {"schlafmuetze.colour.forced"}


# The end of a round


@pytest.mark.rule("schlafmuetze.score.minus", "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")
def test_hands_are_counted_one_by_one() -> None:
    table = play("Ben out", "Anna holds 4", house=LITTLE)
    # nobody counts while somebody doubts
    assert table.state.phase == Counting(1, (4, 0, None, None))
    assert table.refused("Ben holds 1") == {"schlafmuetze.end.out"}
    assert table.refused("Cleo holds 0") == {"schlafmuetze.end.out"}
    assert table.refused("Cleo holds 40") == {"schlafmuetze.ruling.recount", "schlafmuetze.cards"}
    assert table.why_not(reports.HandCounted(4, 1)).rules == ("schlafmuetze.setup.players",)
    assert table.refused("halt") == {"schlafmuetze.score.minus"}
    # what was counted wrong is counted anew, chips as well
    table.play("Anna holds 3", "recount Cleo - 2", "Cleo holds 5", "Dora holds 9")
    assert table.phase is RoundOver
    assert table.points == {"Anna": {"cards": 3}, "Ben": {}, "Cleo": {"cards": 5, "chips": 2}, "Dora": {"cards": 9}}
    assert table.refused("Anna holds 3") == {"schlafmuetze.goal.round"}
    # told all at once they are told anew
    assert play("Ben out", "Anna holds 4", "counted 3 0 1 1", house=LITTLE).points["Anna"] == {"cards": 3}


@pytest.mark.rule("schlafmuetze.ruling.recount", "schlafmuetze.score.minus")
def test_hands_that_are_known_are_not_counted() -> None:
    table = play("Anna red at 12", "Ben blue at 4", hands=(5, 1, 5, 5))
    assert table.refused("Anna holds 4") == {"schlafmuetze.ruling.recount", "schlafmuetze.ruling.keeping"}
    assert play("goes on", house=LITTLE).refused("Anna holds 4") == {"schlafmuetze.score.minus"}


@pytest.mark.rule("schlafmuetze.score.minus")
def test_one_hand_counted_on_two_phones_counts_once() -> None:
    out, counting = play("Ben out", house=LITTLE).state, play("Ben out", "Cleo holds 2", house=LITTLE).state
    anna = reports.HandCounted(0, 4)
    assert GAME.event_key(out, anna) == GAME.event_key(counting, reports.HandCounted(0, 5))
    assert GAME.event_key(out, anna) != GAME.event_key(out, reports.HandCounted(2, 4))
    anew = play("Ben out", "Anna holds 2", house=LITTLE).state
    assert GAME.event_key(out, anna) != GAME.event_key(anew, anna)


# What is not asked


@pytest.mark.rule("schlafmuetze.ruling.settled", "schlafmuetze.ruling.new_colour")
def test_the_only_colour_left_counts_as_named() -> None:
    lone: dict[str, Any] = {"circle": "RBBBBBBBBBBB"}
    table = play("Anna blue at 2", "stuck", **lone)
    assert (table.phase, table.colour) == (Running, "red")
    assert "schlafmuetze.ruling.settled" in table.told
    table = play("Anna blue at 2", "Cleo blue at 2", "halt", "all reject Cleo", **lone)
    assert (table.phase, table.colour, table.pausing) == (Running, "red", "Anna")
    # which colours show is known at the table only
    assert play("goes on", "stuck on red", "name blue", "stuck", "name green", "stuck", house=LITTLE).allowed == {
        "yellow"
    }
    assert play("Anna blue at 2", "stuck", **lone, house={"asking": "everything"}).phase is Naming


@pytest.mark.rule("schlafmuetze.ruling.wrong_card", "schlafmuetze.speed.dispute_agreed")
def test_nobody_asks_whose_card_it_is_where_it_does_not_matter() -> None:
    table = play("goes on", house=LITTLE)
    assert table.report(reports.WrongCard()).state == play("goes on", "Ben wrong", house=LITTLE).state
    chip = play("goes on", house=LITTLE | {"wrong_card": "chip"})
    assert chip.why_not(reports.WrongCard()).rules == ("schlafmuetze.ruling.wrong_card",)
    # nor where no chip is left that it could cost
    empty: dict[str, Any] = {"chips": (16, 0, 0, 0), "house": LITTLE | {"wrong_card": "chip", "chips": "cap"}}
    assert play("goes on", **empty).report(reports.WrongCard()).chips == (16, 0, 0, 0)
    halted = play("goes on", "halt", **empty)
    assert {field.name for offer in halted.offers if offer.kind is reports.AllAgree for field in offer.fields} == {
        "first_word",
        "second_word",
        "compound",
    }
    assert halted.report(reports.AllAgree(1, against=False)).phase is Running
    disputed = ("goes on", "who first? others")
    table = play(*disputed, house=LITTLE)
    assert [offer.fields for offer in table.offers if offer.kind is reports.Agreed] == [()]
    assert table.report(reports.Agreed()).state == play(*disputed, "Ben first", house=LITTLE).state
    for where in (play("Anna red at 12", "who first? others"), play("Ben out", "who first? latest", house=LITTLE)):
        assert where.why_not(reports.Agreed()).rules == ("schlafmuetze.speed.dispute_agreed",)


# How much is told


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_a_new_game_is_told_little_until_a_card_is_told() -> None:
    fresh = GAME.start(Setup(4)).state
    assert not fresh.every_card
    for first in (
        reports.Laid(0, 0, Colour.RED),
        reports.TopTold(1, Colour.BLUE, "EIS"),
        reports.CircleTold(tuple(Colour) * 3),
    ):
        step = GAME.apply(fresh, first)
        assert step.state.every_card
        assert step.state.circle_known
        assert step.messages[0].rules == ("schlafmuetze.ruling.keeping",)


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_nothing_is_asked_where_no_card_was_laid_since() -> None:
    def ways(table: Table) -> list[Any]:
        return [offer for offer in table.offers if offer.kind is reports.KeepEveryCard]

    told = ("Anna red at 12", "Ben blue at 4")
    table = play(*told, "referee only")
    same, other = ways(table)
    assert not same.fields
    assert table.report(same.action()).state == play(*told).state
    # the form for other cards begins with what was told
    assert [part.default for part in other.fields[0].parts] == [8, 8, 9, 9]
    # another card lies by now, or nothing was told: nothing is presumed
    disputed = play("goes on", "who first? others", "Ben first", house=LITTLE)
    for unknown in (play(*told, "referee only", "goes on"), disputed):
        (form,) = ways(unknown)
        assert [part.default for part in form.fields[0].parts] == [None] * 4
    # a colour that was named since holds as well
    (same, _) = ways(play(*told, "stuck", "name green", "referee only"))
    assert same.value("colour") is Colour.GREEN


@pytest.mark.rule("schlafmuetze.ruling.keeping")
@pytest.mark.parametrize(("revision", "exactly"), [(1, True), (2, True), (3, False), (4, False)])
def test_an_older_log_that_says_nothing_tells_every_card(revision: int, exactly: bool) -> None:
    header = {"game": "schlafmuetze", "revision": revision, "seats": ["Anna", "Ben", "Cleo"]}
    log = read_log(json.dumps(header), games())
    record = replay(log.game, log.header, log.entries).record
    assert record.state.every_card == exactly
    assert record.state.house.asking == ("everything" if exactly else "open")
    for keeping in ("every_card", "referee_only"):
        log = read_log(json.dumps(header | {"setup": {"keeping": keeping}}), games())
        assert replay(log.game, log.header, log.entries).record.state.every_card == (keeping == "every_card")


@pytest.mark.rule("schlafmuetze.ruling.keeping")
def test_how_much_is_told_is_no_choice_at_setup() -> None:
    assert {rule.key for rule in GAME.meta.house_rules} - {rule.key for rule in GAME.meta.choices} == {
        "keeping",
        "asking",
        "recall",
    }
