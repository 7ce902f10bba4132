"""What the referee still knows when the table switches between reporting every card and reporting only disputes."""

import json
from typing import Any

import pytest
from games.schlafmuetze.table import Table, play

from companion.games import games
from companion.games.schlafmuetze.cards import Colour
from companion.games.schlafmuetze.fields import hands
from companion.games.schlafmuetze.phases import Naming, Opening, RoundOver, Running, Voting
from companion.games.schlafmuetze.reports import Stuck
from companion.kernel.offers import Choice, Number
from companion.kernel.record import replay
from companion.kernel.text import Text
from companion.storage.codec import read_log

REFEREE: dict[str, str | int] = {"keeping": "referee_only"}
AUTHOR: dict[str, str | int] = {"names_colour": "author"}


def three(*words: str, **position: Any) -> Table:
    """Return a table of three at which this has been reported."""
    return play(*words, seats=3, **position)


# From every card to the referee alone


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
def test_the_first_word_stays_the_first() -> None:
    table = three("Anna red at 12", "referee only", "halt", "Ben doubts Anna's first", "votes nnn")
    assert (table.phase, table.asked, table.hands) == (Opening, "Ben", (10, 10, 10))
    # the circle that was laid is still there, too
    assert three("circle YGBRYGBRYGBR", "referee only", "every card").top(12) == "yellow"
    assert table.play("every card").top(12) == "red"


@pytest.mark.rule(
    "schlafmuetze.ruling.after_rejection", "schlafmuetze.ruling.new_colour", "schlafmuetze.ruling.keeping"
)
def test_only_the_table_knows_where_a_card_lies_that_may_not_have_been_entered() -> None:
    reported = ("Anna red at 12", "Ben blue at 12", "referee only")
    # Decision: others may have laid since, so Ben's word need not belong to the card entered last. The pile and the
    # demanded colour of a card that was not entered are unknown.
    for later in (
        three(*reported, "halt", "Cleo doubts Ben", "votes nnn"),
        three(*reported, "halt", "Ben doubts Cleo", "votes nnn"),
        three(*reported, "goes on", "halt", "Cleo doubts Ben"),
    ):
        later = later if later.phase is Naming else later.play("votes nnn")
        assert (later.namer, later.allowed) == (None, {"red", "blue", "green", "yellow"})
    # "another card lies" is said once; after that single cards are not reported
    assert three(*reported, "goes on").refused("goes on") == {"schlafmuetze.ruling.keeping"}


@pytest.mark.rule("schlafmuetze.ruling.latest_card", "schlafmuetze.doubt.halt", "schlafmuetze.ruling.keeping")
def test_a_call_that_came_before_the_card_reported_last() -> None:
    table = three("Anna red at 12", "Ben blue at 12", "referee only", "halt", "Cleo doubts Anna's first")
    assert "schlafmuetze.doubt.halt" in table.cited
    assert table.play("votes nnn").asked == "Ben"
    assert table.hands == (10, 10, 10)
    # whether Anna's first word or a later one is meant has to be said
    table = three("Anna red at 12", "Ben blue at 12", "referee only", "halt")
    assert table.view.either == (0,)
    assert three("Anna red at 12", "referee only", "halt").view.either == (0,)
    assert table.play("Cleo doubts Anna", "votes nnn").phase is Naming


@pytest.mark.rule("schlafmuetze.ruling.stuck_colours", "schlafmuetze.stuck.again", "schlafmuetze.ruling.keeping")
def test_tried_colours_stay_tried() -> None:
    stuck = ("Anna red at 12", "stuck", "name blue", "referee only")
    for again in ("stuck", "stuck on blue"):
        table = three(*stuck, again)
        assert table.refused("name red") == {"schlafmuetze.stuck.again", "schlafmuetze.ruling.stuck_colours"}
        # no player can have laid a card since the colour was named, so hands, pause and circle are known
        assert (table.hands, table.namer, table.allowed) == ((9, 12, 12), "Anna", {"green", "yellow"})
    # chips are recounted with or without the cards
    table = three(*stuck, "recount Ben - 2", "recount Cleo 9 0")
    assert (table.chips, table.hands) == ((0, 2, 0), (9, 11, 9))
    # another colour is demanded: a card lies that no player reported, and the colours count anew
    assert three(*stuck, "stuck on green").allowed == {"red", "blue", "yellow"}
    # with no colour left the hands are counted, as ever where they are not kept
    table = three(*stuck, "stuck", "name green", "stuck", "stuck", "counted 9 13 13")
    assert table.phase is RoundOver


@pytest.mark.rule("schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.keeping")
def test_a_colour_named_after_a_rejection_and_the_card_before_it() -> None:
    rejected = (
        "Anna red at 12",
        "Ben blue at 12",
        "halt",
        "Cleo doubts Ben",
        "votes nnn",
        "name green",
        "referee only",
    )
    table = three(*rejected, "halt", "Cleo doubts Anna", "votes nnn")
    assert (table.phase, table.asked) == (Opening, "Ben")
    # Anna pauses, so another's word is that of a card just laid on green
    table = three(*rejected, "halt", "Anna doubts Cleo", "votes nnn")
    assert (table.namer, table.allowed) == ("Anna", {"red", "blue", "yellow"})
    table.play("name blue", "every card 9 10 10 Anna blue", "halt", "Cleo doubts Anna")


@pytest.mark.rule("schlafmuetze.ruling.new_colour", "schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.keeping")
def test_a_doubted_word_need_not_be_that_of_the_card_entered_last() -> None:
    # Cleo lays on red and Ben on blue, not entered. Ben's word is rejected: green was not demanded before it.
    table = three("Anna green at 12", "Ben red at 12", "referee only", "halt", "all reject Ben")
    assert table.allowed == {"red", "blue", "green", "yellow"}
    assert (table.hands, table.pausing, table.namer) == (None, None, None)
    table.play("name green")


@pytest.mark.rule(
    "schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.latest_card", "schlafmuetze.speed.dispute_agreed"
)
def test_an_agreement_does_not_make_the_first_word_stand() -> None:
    # Ben and Cleo lay at once. Ben's card is agreed on and goes back: Anna's first word is the latest again.
    agreed = ("goes on", "who first? others", "Ben first")
    rejected = ("halt", "all reject Ben", "name green", "halt")
    table = three(*agreed, *rejected, "all reject Anna first", house=REFEREE)
    assert (table.phase, table.asked, table.hands) == (Opening, "Ben", (10, 10, 10))
    # the same after a second agreement on the card that lies on Anna's
    table = three(*agreed, "who first? others", "Cleo first", "halt", "all reject Anna first", house=REFEREE)
    assert (table.phase, table.asked) == (Opening, "Ben")
    # a card entered before it may have gone back instead
    table = three("Anna red at 12", "Ben blue at 12", "referee only", *agreed[1:], "halt", "all reject Ben", "name red")
    table.play("every card 9 9 10 Cleo red")
    assert table.top(12) == "?"


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
def test_the_first_card_is_known_by_counting() -> None:
    words = (
        "halt",
        "all reject Cleo",
        "name red",
        "halt",
        "all reject Ben",
        "name yellow",
        "every card 9 10 10 Ben yellow",
    )
    laid = ("Anna red at 12", "Ben blue at 12", "Cleo green at 12", "referee only")
    table = three(*laid, *words, "halt", "all reject Anna", house=AUTHOR)
    assert (table.phase, table.asked) == (Opening, "Ben")
    # the pausing player is unknown, but the known hands still show that one card lies
    table = three(
        "goes on", "every card 9 9 10 Ben red", "halt", "all reject Ben", "name green", "referee only", house=REFEREE
    )
    assert table.play("goes on", "halt", "all reject Anna first").phase is Opening


@pytest.mark.rule("schlafmuetze.stuck.draw", "schlafmuetze.ruling.keeping")
def test_hands_are_unknown_once_somebody_unknown_has_not_drawn() -> None:
    rejected = ("goes on", "every card 8 9 10 Ben red", "halt", "Cleo doubts Ben", "votes nnn", "name green")
    table = three(*rejected, "referee only", house=REFEREE)
    assert (table.hands, table.pausing) == ((8, 10, 10), None)
    table.play("stuck on green", "name red")
    assert (table.hands, table.state.stock) == (None, 64)


@pytest.mark.rule("schlafmuetze.ruling.first_card_rejected", "schlafmuetze.doubt.halt", "schlafmuetze.ruling.keeping")
def test_a_card_laid_after_the_call_goes_back_unseen() -> None:
    # Cleo's word is rejected, and Anna's green card was laid after the call: only Anna's first card is left.
    laid = ("Anna red at 12", "Cleo yellow at 12", "Anna green at 12", "referee only")
    table = three(*laid, "halt", "Anna doubts Cleo", "votes nnn", "name yellow")
    table.play("who first? others", "Ben first", "halt", "Ben doubts Anna's first", "votes nnn")
    assert (table.phase, table.asked) == (Opening, "Ben")


# And back


@pytest.mark.rule("schlafmuetze.doubt.halt", "schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.keeping")
def test_a_rightful_halt_at_the_first_card() -> None:
    table = three("goes on", "every card 9 10 10 Anna red", "halt", "Ben doubts Anna", "votes nnn", house=REFEREE)
    assert (table.phase, table.asked, table.hands, table.top(12)) == (Opening, "Ben", (10, 10, 10), "red")


@pytest.mark.rule("schlafmuetze.doubt.halt", "schlafmuetze.stuck.draw", "schlafmuetze.ruling.keeping")
def test_a_rightful_halt_at_a_later_card() -> None:
    table = three("goes on", "every card 8 9 10 Ben red", "halt", "Cleo doubts Ben", "votes nnn", house=REFEREE)
    # who was pausing before Ben and which colour was demanded, no player has reported
    assert (table.namer, table.allowed, table.hands) == (None, {"red", "blue", "green", "yellow"}, (8, 10, 10))
    table.play("name green")
    assert table.refused("stuck") == {"schlafmuetze.stuck.draw", "schlafmuetze.pause"}
    (offer,) = (offer for offer in table.offers if offer.kind is Stuck)
    assert [field.name for field in offer.fields if isinstance(field, Choice)] == ["pausing"]
    table.report(Stuck(pausing=0)).play("name blue")
    assert (table.hands, table.pausing) == ((8, 11, 11), "Anna")
    assert table.why_not(Stuck(Colour.GREEN)).rules == ("schlafmuetze.colour.forced",)
    assert three("Anna red at 12").why_not(Stuck(pausing=1)).rules == ("schlafmuetze.pause", "schlafmuetze.stuck.draw")


@pytest.mark.rule(
    "schlafmuetze.ruling.stuck_colours", "schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.keeping"
)
def test_tried_colours_stay_tried_on_the_way_back() -> None:
    stuck = ("goes on", "stuck on red", "name blue")
    table = three(*stuck, "every card 9 11 11 Anna blue", house=REFEREE)
    assert table.refused("halt") == {"schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.latest_card"}
    table.play("stuck")
    assert table.refused("name red") == {"schlafmuetze.stuck.again", "schlafmuetze.ruling.stuck_colours"}
    # another colour is demanded, so a card was laid since
    table = three(*stuck, "every card 9 10 11 Ben green", "halt", "Anna doubts Ben", house=REFEREE)
    assert table.phase is Voting
    assert three(*stuck, "every card 9 10 11 Ben green", "stuck", house=REFEREE).allowed == {"red", "blue", "yellow"}


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.after_rejection")
def test_there_and_back_nothing_is_lost() -> None:
    there_and_back = ("referee only", "every card 9 9 10 Ben blue")
    table = three("Anna red at 12", "Ben blue at 4", *there_and_back)
    assert table.state == three("Anna red at 12", "Ben blue at 4").state
    # hands that differ imply cards that no player reported
    table = three("Anna red at 12", "Ben blue at 4", "referee only", "every card 9 9 9 Cleo blue")
    assert table.top(4) == "?"
    assert table.play("halt", "Anna doubts Cleo", "votes nnn").namer is None


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.latest_card")
def test_what_was_reported_before_a_rejected_card_holds_only_if_nothing_else_was_laid() -> None:
    reported = ("Anna red at 12", "Ben blue at 12", "referee only")
    rejected = ("halt", "Ben doubts Anna", "votes nnn", "name green")
    # only Anna's card lay there, and it went back: Ben's is the latest, as it was reported
    table = three(*reported, *rejected, "every card 9 9 10 Ben green", "halt")
    assert (table.view.authors, table.top(12)) == ((1,), "blue")
    # Cleo's card lies on it, which no player reported
    table = three(*reported, *rejected, "every card 9 9 9 Cleo green", "halt")
    assert (table.view.authors, table.top(12)) == ((2,), "?")
    # a card that was said to lie on it has gone back: as far as anybody has reported, it lies on top again
    table = three(
        *reported, "goes on", "halt", "Anna doubts Cleo", "votes nnn", "name green", "every card 9 9 10 Ben green"
    )
    assert table.top(12) == "blue"
    # cards that were reported may have gone back, down to the first one
    table = three(*reported, *rejected, "halt", "Cleo doubts Anna's first", "votes nnn")
    assert (table.phase, table.asked) == (Opening, "Ben")
    # another card of Ben's went back: whether the one that was reported still lies, no player has said
    table = three(
        *reported, "goes on", "halt", "Anna doubts Ben", "votes nnn", "name green", "every card 9 9 10 Ben green"
    )
    assert table.top(12) == "?"


# Where single cards are not reported


@pytest.mark.rule("schlafmuetze.ruling.new_colour", "schlafmuetze.ruling.keeping")
def test_the_card_before_a_rejected_one_was_not_laid_on_the_new_colour() -> None:
    rejected = ("goes on", "halt", "Cleo doubts Ben", "votes nnn", "name blue", "halt")
    table = three(*rejected, "Cleo doubts Anna", "votes nnn", house=REFEREE)
    assert table.allowed == {"red", "blue", "green", "yellow"}
    # if it was a new card after all and nothing else shows, blue stays
    assert table.play("no colour left").colour == "blue"
    # Ben's rejected card is back in his hand, so his word is that of a new one, laid on blue
    assert "schlafmuetze.ruling.new_colour" in three(*rejected, "Cleo doubts Ben", "votes nnn", house=REFEREE).refused(
        "name blue"
    )
    # under the house rule he pauses, and the card before may be anybody's
    table = three(*rejected, "Cleo doubts Ben", "votes nnn", house=REFEREE | AUTHOR)
    assert table.allowed == {"red", "blue", "green", "yellow"}


@pytest.mark.rule(
    "schlafmuetze.ruling.first_card_rejected", "schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.keeping"
)
def test_the_first_word_after_a_later_one_was_rejected() -> None:
    rejected = ("goes on", "halt", "Cleo doubts Ben", "votes nnn", "name blue")
    table = three(*rejected, "halt", "Cleo doubts Anna's first", "votes nnn", house=REFEREE)
    assert (table.phase, table.asked, table.hands) == (Opening, "Ben", (10, 10, 10))
    # it stands, and the colour that was named since still counts
    table = three(*rejected, "halt", "Cleo doubts Anna's first", "votes yyy", house=REFEREE)
    assert (table.phase, table.colour) == (Running, "blue")
    # a card lies on blue and is rejected as well
    table = three(*rejected, "goes on", "halt", "Anna doubts Cleo", "votes nnn", "name red", house=REFEREE)
    assert table.play("halt", "Cleo doubts Anna's first", "votes nnn").phase is Opening
    # two cards lie on it
    table = three(*rejected, "goes on", "stuck on green", "name red", "halt", house=REFEREE)
    assert table.refused("Cleo doubts Anna's first") == {"schlafmuetze.ruling.latest_card"}


# Older logs


def replayed(revision: int, *entries: dict[str, Any], setup: dict[str, Any] | None = None) -> Any:
    """Replay a log of three players; return the failure and the last state."""
    header = {"game": "schlafmuetze", "revision": revision, "seats": ["Anna", "Ben", "Cleo"], "setup": setup or {}}
    lines = (json.dumps(entry | {"kind": "schlafmuetze." + entry["kind"]}) for entry in entries)
    log = read_log("\n".join((json.dumps(header), *lines)), games())
    assert log.error is None
    replay_of_log = replay(log.game, log.header, log.entries)
    return replay_of_log.failure, replay_of_log.record.state


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.settled")
@pytest.mark.parametrize("revision", [3, 4])
def test_logs_of_revision_3_end_as_they_did(revision: int) -> None:
    cards = [
        {"kind": "laid", "seat": 0, "pile": 0, "colour": "green"},
        {"kind": "laid", "seat": 1, "pile": 0, "colour": "red"},
    ]
    _, state = replayed(
        revision,
        *cards,
        {"kind": "keep_referee_only"},
        {"kind": "halt"},
        {"kind": "all_agree", "author": 1, "against": True},
        setup={"keeping": "every_card"},
    )
    assert state.hands == ((9, 10, 10) if revision == 3 else None)
    failure, _ = replayed(
        revision,
        {"kind": "halt"},
        {"kind": "doubted", "doubters": [2], "author": 1},
        {"kind": "voted", "seat": 2, "against": False},
        {"kind": "voted", "seat": 0, "against": False},
        {"kind": "goes_on"},
        {"kind": "voted", "seat": 1, "against": True},
    )
    assert (failure is None) == (revision == 3)


@pytest.mark.rule("schlafmuetze.ruling.keeping")
@pytest.mark.parametrize("revision", [1, 2])
def test_logs_of_revision_1_end_as_they_did(revision: int) -> None:
    failure, _ = replayed(
        revision,
        {"kind": "laid", "seat": 0, "pile": 0, "colour": "red"},
        {"kind": "stuck"},
        {"kind": "colour_named", "colour": "blue"},
        {"kind": "keep_referee_only"},
        {"kind": "stuck", "colour": "blue"},
        {"kind": "colour_named", "colour": "red"},
    )
    assert (failure is None) == (revision == 1)
    failure, _ = replayed(
        revision,
        {"kind": "goes_on"},
        {"kind": "stuck", "colour": "red"},
        {"kind": "colour_named", "colour": "blue"},
        {"kind": "keep_every_card", "hands": [9, 11, 11], "pausing": 0, "colour": "blue"},
        {"kind": "stuck"},
        {"kind": "colour_named", "colour": "red"},
        setup=REFEREE,
    )
    assert (failure is None) == (revision == 1)


@pytest.mark.rule("schlafmuetze.ruling.keeping", "schlafmuetze.ruling.recount")
def test_a_hand_that_was_counted_larger_than_it_can_be_can_still_be_reported() -> None:
    table = play(seats=3).state
    for one in hands(Text("schlafmuetze", "Cards"), table, (30, *[None] * (table.seats - 1))).parts:
        assert isinstance(one, Number)
        assert one.default is None or one.default <= one.high
