"""The usual course of each game can be reported within its budget of taps, without typing."""

import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from screens.room import Page, begin, room, submit
from screens.test_settings import Door

from budgets.course import FOUR, Course, courses
from companion.games import games
from companion.storage.library import Shelf

#: Taps from home to a new game of four known people: the game, the people, perhaps the youngest, and the start.
NEW_GAME = 5
#: Taps from home to the next game of the group that played one last.
AGAIN = 1


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.name)
async def test_a_usual_course_within_its_budget(tmp_path: Path, course: Course) -> None:
    here = room(tmp_path, Door())
    table = begin(here, *course.names, game=course.game, house=course.house)
    submit(here, table, *course.before)
    kept = json.dumps({"exactly": [course.game] if course.exactly else []})
    route = {"route": "/"} if course.from_home else {}
    async with AsyncExitStack() as stack:
        pages = {}
        for seat in course.seats:
            page = Page(here, table, host=not course.phones, services={"get": kept}, **route)
            pages[seat] = await stack.enter_async_context(page)
            if course.phones:
                await page.sit(seat)
        for step in course.steps:
            page = pages[step.seat]
            await (page.enter(step.what, step.text) if step.text else page.tap(step.what))
    session = here.tables.table(here.tables.shelf(Shelf.OPEN)[0].id).session
    assert session
    assert course.done(session)
    assert len(course.taps) <= course.limit
    assert not course.letters


@pytest.mark.parametrize("game", sorted(id for id, game in games().items() if game.meta.seats[1] >= len(FOUR)))
async def test_a_new_game_of_four_known_people_within_its_budget(tmp_path: Path, game: str) -> None:
    here = room(tmp_path)
    begin(here, *FOUR, game="labtag" if game != "labtag" else "slam")
    taps = ["new-game", f"play-{game}", "together-0"]
    async with Page(here, route="/") as page:
        for tap in taps:
            await page.tap(tap)
        if page.visible("Still missing"):
            taps.append("first-1")
            await page.tap("first-1")
        await page.tap("start")
    assert here.tables.last_played()[game].seats == FOUR
    assert len([*taps, "start"]) <= NEW_GAME


@pytest.mark.parametrize("game", sorted(games()))
async def test_a_known_group_plays_again_within_its_budget(tmp_path: Path, game: str) -> None:
    here = room(tmp_path)
    names = FOUR[: games()[game].meta.seats[1]]
    here.tables.library.archive(before := begin(here, *names, game=game))
    begin(here, "Emil", "Fay", "Gus", game="labtag" if game != "labtag" else "slam")
    taps = [f"again-{game}"]
    async with Page(here, route="/") as page:
        for tap in taps:
            await page.tap(tap)
    (now,) = [stored for stored in here.tables.shelf(Shelf.OPEN) if stored.seats == names]
    assert now.id != before
    assert len(taps) <= AGAIN
