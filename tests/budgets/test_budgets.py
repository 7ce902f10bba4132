"""The usual course of each game can be reported within its budget of taps, without typing."""

import json
from pathlib import Path

import pytest
from screens.room import Page, begin, room, submit

from budgets.course import Course, courses
from companion.storage.library import Shelf


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.name)
async def test_a_usual_course_within_its_budget(tmp_path: Path, course: Course) -> None:
    here = room(tmp_path)
    table = begin(here, *course.names, game=course.game, house=course.house)
    submit(here, table, *course.before)
    kept = json.dumps({"exactly": [course.game] if course.exactly else []})
    route = {"route": "/"} if course.from_home else {}
    async with Page(here, table, services={"get": kept}, **route) as page:
        for tap in course.taps:
            what, _, text = tap.partition("=")
            await (page.enter(what, text) if text else page.tap(what))
    session = here.tables.table(here.tables.shelf(Shelf.OPEN)[0].id).session
    assert session
    assert course.done(session)
    assert len(course.taps) <= course.limit
    assert not course.letters
