"""The consequences of a report are drawn in full above the buttons on a phone, for the reports with the longest ones."""

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen
from effort import cases
from playwright.sync_api import Browser
from screens.test_consequences import beside, consequences, situations
from ui.conftest import Phone, Program, browser
from ui.drawn import HOOK, Picture, picture
from ui.scenes import NAMES, At, Scene, Stage, preferences
from ui.test_geometry import KEPT, SIZES

from companion.games import games
from companion.kernel.log import Entry, Header
from companion.kernel.record import Record, replay
from companion.tables.tables import Tables

__all__ = ["browser"]

pytestmark = pytest.mark.browser

#: Number of moments checked for each game, unless all are.
FEW: Final = None if os.environ.get("COMPANION_ALL_SCREENS") else 3

GAMES: Final = ("bronzen", "pracherche")


@frozen
class Moment(At):
    """A table in mid-game, right after a report."""

    header: Header | None = None
    entries_before: tuple[Entry, ...] = ()

    def begin(self, tables: Tables, names: tuple[str, ...] = NAMES) -> str:
        """Submit the earlier reports, and the report."""
        assert self.header
        id = tables.begin(self.header)
        tables.library.journal(id).append(*self.entries_before)
        return id


def moments_of(game: str) -> list[tuple[Scene, list[list[str]]]]:
    """Return the moments of a game with the longest consequences, each with its German texts, longest first."""
    found = []
    for (report, phase), (header, entries, moment) in situations(game).items():
        named = evolve(header, seats=NAMES[: len(header.seats)])
        records: list[Record] = []
        replay(games()[game], named, entries, records.append)
        said = lines_of(records[-1], game, report) if consequences(moment) else []
        found.append(
            (Scene(f"{game} {report} {phase}", at=Moment(game, 0, (), header=named, entries_before=(*entries,))), said)
        )
    return sorted(found, key=lambda each: -sum(len(forms[0]) for forms in each[1]))[:FEW]


def lines_of(record: Record, game: str, report: str) -> list[list[str]]:
    """Return the decisions and instructions of a report in German, each in all its forms, without those shown in other words."""
    english, german = consequences(record), consequences(record, "de")
    return [forms for (text, *_), forms in zip(english, german, strict=True) if not beside(text, game, report)]


def reads(seen: Picture, forms: list[str]) -> bool:
    """Return whether one form of a text is drawn without being cut or covered."""
    return any(seen.uncut(text) for text in seen.texts for form in forms if form in text.said)


@cases("text", [130, 100], few=1)
def test_all_consequences_are_in_sight(browser: Browser, tmp_path: Path, text: int) -> None:
    moments = [each for game in GAMES for each in moments_of(game)]
    data = tmp_path / "data"
    data.mkdir()
    stage = Stage(data, tuple(scene for scene, _ in moments))
    assert stage.routes
    program = Program.of_this(data, tmp_path / "server.log").start()
    wide, high = SIZES[0]
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=True, locale="de-DE", reduced_motion="reduce"
    )
    context.add_init_script(HOOK)
    phone = Phone(context.new_page(), program.url, program.data)
    phone.page.goto(program.url)
    hidden: dict[str, Any] = {}
    for scene, said in moments:
        phone.page.evaluate(f"localStorage.setItem('{KEPT}', {json.dumps(preferences(text / 100, scene))})")
        phone.open(stage.routes[scene.name])
        seen = picture(phone)
        if missing := [line for line in said if not reads(seen, line)]:
            hidden[scene.name] = missing
    context.close()
    program.stop()
    assert hidden == {}
