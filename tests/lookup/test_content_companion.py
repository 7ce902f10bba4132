"""Every example of Companion's own rules, played at a table of Bronzen."""

from pathlib import Path

import pytest
from games.bronzen.table import GAME, action
from lookup.examples import Example, Examples
from screens.room import Page, begin, room
from screens.test_seats_on_phones import Phone
from screens.test_settings import Door

from companion.games.bronzen.model import Streak
from companion.games.free_sheet.reports import Finished, Scored
from companion.games.schlafmuetze.model import Colour
from companion.games.schlafmuetze.reports import Laid
from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.log import Act, Header, Leave, Rename, Reseat, Ruling
from companion.kernel.record import replay
from companion.storage.backup import Bundle
from companion.storage.share_link import PartialTransfer, pack, parts
from companion.tables.session import Session

EXAMPLES = Examples("companion")


def session(*words: str) -> Session:
    """Return a table of Anna and Ben at which this has been reported; entries are called 1, 2, 3 …"""
    table = Session(replay(GAME, Header("bronzen", GAME.meta.revision, ("Anna", "Ben")), ()))
    for number, word in enumerate(words, start=1):
        table.submit(Act(action(word)), id=str(number))
    return table


def test_no_example_is_left_out() -> None:
    EXAMPLES.check()


@EXAMPLES.plays("companion.undo")
def test_one_entry_of_several_is_undone(example: Example) -> None:
    later, still = example.numbers
    table = session("Ben wins", *["Anna wins"] * later)
    assert table.record.state.accounts[1].black == 1
    table.undo("1")
    assert table.record.state.accounts[1].black == 0
    assert table.record.state.streak == Streak(0, still)


@EXAMPLES.plays("companion.places")
async def test_a_guess_sheet_opens_on_its_owners_phone_alone(tmp_path: Path, example: Example) -> None:
    assert example
    here, names = room(tmp_path, Door()), ("Anna", "Ben", "Cleo", "Dora")
    id = begin(here, *names, game="letter_jam")
    async with Phone().at(here, id) as bens, Phone().at(here, id) as cleos:
        await bens.sit(1)
        await cleos.sit(2)
        await bens.taps("dealt-5", "telling", "giver-0", "stand-seat-1", "stand-seat-2", "stand-npc-0", "clue-done")
        await cleos.until(lambda: cleos.all("sheets"))
        await cleos.tap("sheets")
        assert cleos.all("key-A")
        assert bens.all("sheet-1")
        assert not bens.all("sheet-2"), "nothing on Ben's phone leads there"


@EXAMPLES.plays("companion.roles")
async def test_a_slam_for_the_wrong_person_is_undone_once_a_third_agrees(tmp_path: Path, example: Example) -> None:
    assert example
    here = room(tmp_path, Door())
    id = begin(here, "Anna", "Ben", "Cleo", game="slam")
    async with Phone().at(here, id) as annas, Phone().at(here, id) as bens, Phone().at(here, id) as cleos:
        for seat, phone in enumerate((annas, bens, cleos)):
            await phone.sit(seat)
        await annas.tap("wins-1")
        await bens.until(lambda: bens.table.version == 1)
        await bens.tap("undo")
        assert bens.table.version == 1
        await cleos.until(lambda: cleos.all("agree"))
        await cleos.tap("agree")
        assert not [line for line in bens.table.record.history if not line.undone]


@EXAMPLES.plays("companion.board")
async def test_the_television_says_what_a_phone_has_reported(tmp_path: Path, example: Example) -> None:
    assert example
    here = room(tmp_path, Door())
    id = begin(here, "Anna", "Ben")
    async with Phone().at(here, id) as annas, Page(here, id, "board", size=(1920, 1080)) as television:
        await annas.sit(0)
        assert not television.all("wins-0")
        await annas.tap("wins-0")
        await television.seen("Anna wins the Einzel.")


@EXAMPLES.plays("companion.redo")
def test_what_is_brought_back_stands_in_its_old_place(example: Example) -> None:
    table = session("Anna wins", "Ben wins", "Anna wins")
    before = table.record.state
    table.undo("2")
    assert table.record.state.streak == Streak(0, 2)
    table.redo("2")
    assert table.record.state == before


@EXAMPLES.plays("companion.amend")
def test_an_amended_entry_puts_the_streak_right(example: Example) -> None:
    *_, chips = example.numbers
    table = session("Anna wins", "Anna wins", "Ben wins", "Anna wins")
    assert table.record.state.streak == Streak(0, 1)
    table.amend("3", action("Anna wins"))
    assert table.record.state.streak == Streak(0, chips)


@EXAMPLES.plays("companion.overtaken")
def test_two_phones_report_one_einzel(example: Example) -> None:
    table = session()
    table.submit(Act(action("Ben wins")), by=0, expected_version=0)
    with pytest.raises(Refused) as refused:
        table.submit(Act(action("Ben wins")), by=1, expected_version=0)
    assert refused.value.why.rules == (example.rule,)
    assert table.record.state.streak == Streak(1, 1)


@EXAMPLES.plays("companion.players")
def test_a_name_is_mended_and_a_seat_taken_away(example: Example, tmp_path: Path) -> None:
    tables = room(tmp_path).tables
    game = tables.games["schlafmuetze"]
    id = tables.begin(Header("schlafmuetze", game.meta.revision, ("Anna", "Ben", "Dora", "Emil")))
    tables.seat(id, Rename((2,), ("Dana",)), named=("Dana",))
    tables.seat(id, Reseat(("Anna", "Ben", "Dana")))
    table = tables.table(id).session
    assert table
    assert table.names == ("Anna", "Ben", "Dana")
    assert "Dana" in tables.library.players()
    assert "Dora" not in tables.library.players()
    table.submit(Act(Laid(0, 0, Colour.BLUE)))
    with pytest.raises(Refused) as refused:
        tables.seat(id, Reseat(("Anna", "Ben", "Dana", "Emil")))
    assert refused.value.why.rules == (example.rule,)


@EXAMPLES.plays("companion.coming")
def test_who_leaves_comes_behind_those_who_stay(example: Example, tmp_path: Path) -> None:
    left_with, rounds, ben, cem, *places = example.numbers
    tables = room(tmp_path).tables
    id = tables.begin(Header("free_sheet", tables.games["free_sheet"].meta.revision, ("Anna", "Ben", "Cem")))
    table = tables.table(id).session
    assert table
    for round in range(rounds):
        for seat, points in enumerate((left_with if round else 0, 0, 0)):
            table.submit(Act(Scored(seat, str(points))))
    done = tables.seat(id, Leave(0))
    assert example.rule in {rule for said in done.messages for rule in said.rules}
    table.submit(Act(Scored(1, str(ben))))
    table.submit(Act(Scored(2, str(cem))))
    table.submit(Act(Finished()))
    assert {rank.seat: rank.place for rank in table.sheet.ranking} == dict(zip((1, 2, 0), places, strict=True))
    again = tables.table(tables.rematch(id)).session
    assert again
    assert again.names == ("Ben", "Cem")


@EXAMPLES.plays("companion.dispute")
def test_a_ruling_is_offered_again_in_the_next_game(example: Example, tmp_path: Path) -> None:
    tables = room(tmp_path).tables
    first, second = (tables.begin(Header("bronzen", GAME.meta.revision, ("Anna", "Ben"))) for _ in range(2))
    session = tables.table(first).session
    assert session
    session.submit(Ruling("A card on the floor", "It goes back into the stack."))
    (precedent,) = tables.precedents(second)
    assert precedent.settled.decision == "It goes back into the stack."
    assert not precedent.here


@EXAMPLES.plays("companion.carry")
def test_a_game_goes_on_from_its_codes_on_another_phone(example: Example, tmp_path: Path) -> None:
    (codes,) = example.numbers
    here, there = (room(tmp_path / name).tables for name in ("anna", "ben"))
    id = here.begin(Header("bronzen", GAME.meta.revision, ("Anna", "Ben")))
    for word in ("Anna wins", "Ben wins", "Anna wins"):
        here.table(id).session.submit(Act(action(word)))
    packed = pack(here.library.everything().games[0])
    cut = parts(packed, -(-len(packed) * 8 // 5 // codes) + 1)
    assert len(cut) == codes
    collected = PartialTransfer(codes, cut[0].mark)
    for part in reversed(cut):
        collected = collected.with_part(part)
    there.join(Bundle((collected.game(),)), Renderer("en").text)
    session = there.table(id).session
    assert session.record == here.table(id).session.record
    session.submit(Act(action("Ben wins")))
