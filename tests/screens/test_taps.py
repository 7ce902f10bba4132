"""Quick taps, 80 ms apart or all at once as after a network loss: none is lost, none counts twice."""

import asyncio
from pathlib import Path
from random import Random
from typing import Final

import pytest
from effort import at_leisure, cases, effort
from games.bronzen.table import action
from screens.room import Page, Room, begin, room, submit
from screens.test_labtag import group, table

from companion.games.labtag.card_library import FILE, Collection
from companion.games.labtag.cards import SPECIALS, VALUES, Card
from companion.games.labtag.model import Choosing
from companion.games.labtag.reports import Picked
from companion.games.schlafmuetze.phases import Voting
from companion.games.slam.cards import ATTRIBUTES
from companion.kernel.log import Act
from companion.storage.cards import to_json
from companion.ui.kit import actions

FOUR: Final = ("Anna", "Ben", "Cleo", "Dora")

#: Turns of the event loop between two taps: all at once, in the middle of a redraw, after 80 ms.
TURNS: Final = cases("turns", [0, 2, 60, 1, 3, 5], few=1)
#: Double tap interval at a table without other pages.
GUARD: Final = actions.DOUBLE_TAP


def dealt(random: Random, size: int) -> str:
    """Return a valid group: no special twice."""
    corners = random.sample([*map(str, tuple(VALUES)[:10]), *(special.value for special in SPECIALS)], size)
    return " ".join(f"{random.randrange(100)}{random.choice(('', '', '*'))}/{corner}" for corner in corners)


@TURNS
async def test_cards_on_the_keypad(tmp_path: Path, turns: int) -> None:
    random, sizes = Random(turns), (3, 2, 2, 2, 1)
    tried = effort(few=2, many=len(sizes))
    count = 0
    here = room(tmp_path)
    # some are known, so that the row of known cards appears and disappears while typing
    here.tables.library.set_setting(
        FILE.setting, to_json(FILE, Collection(tuple(Card(number, 3) for number in range(0, 99, 7))))
    )
    for _ in range(effort(few=1, many=3)):
        laid = " ".join(map(str, sizes))
        words = ("10 cards in 5", f"Anna lays {laid}", f"Ben lays {laid}")
        async with Page(here, table(here, *words), pause=GUARD) as page:
            for number, size in enumerate(sizes[:tried]):
                turn = page.state.phase.turn
                page.table.submit(Act(Picked(turn, number, (1 - turn, number))))
                await page.settle()
                groups = [dealt(random, size) for _ in range(2)]
                await page.rush(*group(" ".join(groups)), "enter-cards", turns=turns)
                entered = [line.action.cards for line in page.table.record.history[-2:]]
                assert entered == [tuple(map(Card.from_text, each.split())) for each in groups]
                count += 2 * size
                if not isinstance(page.state.phase, Choosing):
                    break
            assert not page.errors()
    assert count


@TURNS
async def test_votes(tmp_path: Path, turns: int) -> None:
    for seed in range(effort(few=1, many=6)):
        random = Random(seed)
        votes = [random.choice("yn") for _ in FOUR]
        here = room(tmp_path / str(seed))
        house = {"keeping": "every_card", "asking": "everything"}  # all four vote, regardless of the other votes
        async with Page(here, begin(here, *FOUR, game="schlafmuetze", house=house), pause=GUARD) as page:
            await page.rush("pile-1", "lay-0-red", turns=60)
            await page.rush("pile-4", "lay-1-blue", turns=60)
            await page.taps("halt", "author-1", "doubter-2", "to-the-vote")
            assert isinstance(page.state.phase, Voting)
            await asyncio.sleep(GUARD)  # the two buttons are new to the user
            before = page.table.version
            await page.rush(*("vote-against" if vote == "n" else "vote-valid" for vote in votes), turns=turns)
            cast = [line.action.against for line in page.table.record.history[before:]]
            assert cast == [vote == "n" for vote in votes][: len(cast)]
            assert not isinstance(page.state.phase, Voting)


@TURNS
async def test_chips(here: Room, turns: int) -> None:
    table = begin(here)
    submit(here, table, *map(action, (*["Ben wins"] * 25, "Anna wins")))
    async with Page(here, table, pause=GUARD) as page:
        await page.tap("chips-1")
        before, chips = page.table.version, page.state.accounts[1].black
        await page.rush(*["exchange-0"] * (chips // 3), turns=turns)
        assert page.table.version == before + chips // 3
        assert not page.all("refused")


@at_leisure
@TURNS
async def test_stands_and_letters(here: Room, turns: int) -> None:
    for seed in range(effort(few=1, many=6)):
        stands = [Random(seed).choice(("seat-1", "seat-2", "seat-3", "npc-0", "npc-1")) for _ in range(6)]
        async with Page(here, begin(here, *FOUR, game="letter_jam"), pause=GUARD) as page:
            await page.taps("dealt-5", "telling", "giver-0")
            await page.rush(*(f"stand-{stand}" for stand in stands), "chip-back", "clue-done", turns=turns)
            assert [stand.to_text() for stand in page.state.clue.stands] == [f"{stand}" for stand in stands[:-1]]


@at_leisure
@TURNS
async def test_values_of_a_poet(tmp_path: Path, turns: int) -> None:
    for seed in range(effort(few=1, many=6)):
        numbers = [Random(seed).randint(1, 9) for _ in range(5)]
        here = room(tmp_path / str(seed))
        async with Page(here, begin(here, "Anna", "Ben", game="slam"), pause=GUARD) as page:
            await page.taps("telling", "attribute-style", "open-slam", "next-poet", "poet-more")
            await page.rush(*(f"number-{number}" for number in numbers), "number-more", turns=turns)
            shown = [page.label(f"value-{attribute.value}").split()[-1] for attribute in ATTRIBUTES]
            assert shown == [str(number) for number in (*numbers[:4], numbers[4] + 1)]


@pytest.mark.parametrize(
    ("game", "names", "before", "taps", "steady"),
    [
        ("bronzen", FOUR[:2], (), ("wins-0", "jay", "undo"), ("undo", "more", "wins-0", "jay")),
        (
            "schlafmuetze",
            FOUR,
            ("telling",),
            ("pile-1", "lay-0-red", "pile-4", "lay-1-blue", "undo"),
            ("halt", "undo", "more"),
        ),
        ("schlafmuetze", FOUR, ("out-1",), ("holds-4", "holds-5", "undo"), ("holds-1", "holds-4", "holds-5", "hand-2")),
        (
            "labtag",
            FOUR[:2],
            ("telling", "drawn", "laid", "laid", "group-0-0", "group-1-0"),
            ("digit-2", "digit-1", "value-3", "digit-1", "value-4", "rub-out", "value-K"),
            ("digit-1", "digit-0", "value-1", "value-A", "golden", "rub-out", "enter-cards", "collection"),
        ),
        (
            "letter_jam",
            FOUR,
            ("dealt-5", "telling", "giver-0"),
            ("stand-seat-0", "stand-seat-1", "stand-npc-0", "chip-back"),
            ("stand-seat-1", "stand-npc-0", "stand-joker", "chip-back", "clue-done"),
        ),
        (
            "letter_jam",
            FOUR,
            (
                "dealt-5",
                "telling",
                "giver-0",
                "stand-seat-1",
                "clue-done",
                "next-round",
                "end-proposed",
                "end-agreed",
                "lay-0",
            ),
            ("tile-own-0", "tile-own-0", "tile-own-1", "tile-joker", "tile-back"),
            ("tile-own-0", "tile-own-1", "tile-joker", "word-cancel"),
        ),
        (
            "slam",
            FOUR[:2],
            ("telling", "attribute-style", "open-slam", "next-poet", "poet-more"),
            ("number-4", "number-9", "number-more", "value-style", "number-3"),
            ("number-1", "number-10", "number-more", "value-style", "value-sympathy"),
        ),
    ],
)
async def test_a_button_that_stays_is_the_same_control(
    here: Room,
    game: str,
    names: tuple[str, ...],
    before: tuple[str, ...],
    taps: tuple[str, ...],
    steady: tuple[str, ...],
) -> None:
    async with Page(here, begin(here, *names, game=game)) as page:
        await page.taps(*before)
        made: dict[str, int] = {}
        for tap in ("", *taps):
            if tap:
                await page.tap(tap)
            for each in filter(page.all, steady):
                ((node, *_),) = page.tap_events(each)
                # a new control under the finger would miss the tap
                assert made.setdefault(each, node["_i"]) == node["_i"], f"{each} is a new control after {tap}"
        assert made
