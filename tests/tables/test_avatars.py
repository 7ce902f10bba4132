"""Every player's colour and sign: theirs, remembered, and never two alike at one table."""

from itertools import combinations
from pathlib import Path

import pytest
from exchange.room import begin, bring, device, say

from companion.exchange.import_preview import ImportPreview
from companion.games import games
from companion.kernel.log import Header
from companion.storage.library import Library
from companion.tables.avatars import COLOURS, SIGNS, Avatar, Avatars
from companion.tables.tables import Tables
from companion.ui.design.player_badge import GROUND, SIGN
from companion.ui.design.theme import contrast, roles

EIGHT = ("Anna", "Bo", "Cem", "Dora", "Emil", "Fee", "Gil", "Hanne")


def marks_in(folder: Path) -> Avatars:
    """Return the marks of the library in a folder."""
    return Avatars(Library.open(folder).library)


def test_no_two_at_a_table_share_a_colour_or_a_sign(tmp_path: Path) -> None:
    marks = marks_in(tmp_path)
    marks.keep(("Anna", "Bo"))
    marks.keep(("Bo", "Cem", "Anna"))
    assert most_seats() <= len(COLOURS)
    assert most_seats() <= len(SIGNS)
    for names in (EIGHT, tuple(reversed(EIGHT)), ("", "", "Cem")):
        given = marks.of(names)
        assert len({mark.colour for mark in given}) == len({mark.sign for mark in given}) == len(names)


def most_seats() -> int:
    """Return how many play at the largest table there is."""
    return max(game.meta.seats[1] for game in games().values())


def test_a_mark_is_theirs_at_the_next_table_too(tmp_path: Path) -> None:
    tables = Tables(Library.open(tmp_path).library, games())
    tables.begin(Header("slam", games()["slam"].meta.revision, ("Anna", "Bo", "Cem")))
    first = dict(zip(("Anna", "Bo", "Cem"), tables.marks.of(("Anna", "Bo", "Cem")), strict=True))
    again = Avatars(Library.open(tmp_path).library)
    assert again.of(("Dora", " cem", "ANNA"))[1:] == (first["Cem"], first["Anna"])
    assert again.of(("Dora",))[0] not in first.values(), "who is new gets what nobody has yet"


def test_who_takes_anothers_colour_gives_theirs_for_it(tmp_path: Path) -> None:
    marks, names = marks_in(tmp_path), ("Anna", "Bo", "")
    marks.keep(names)
    anna, bo, _ = marks.of(names)
    marks.give(names, 0, colour=bo.colour)
    assert marks.of(names)[:2] == (Avatar(bo.colour, anna.sign), Avatar(anna.colour, bo.sign))
    marks.give(names, 1, sign="key")
    assert marks.of(names)[1] == Avatar(anna.colour, "key")


def test_two_with_the_same_meet_and_one_of_them_lends_another(tmp_path: Path) -> None:
    marks = marks_in(tmp_path)
    for name in ("Anna", "Bo"):
        marks.give((name,), 0, colour="red", sign="key")
    anna, bo = marks.of(("Anna", "Bo"))
    assert anna == Avatar("red", "key")
    assert bo.colour != "red"
    assert bo.sign != "key"
    assert marks.of(("Bo",)) == (Avatar("red", "key"),), "their own stays theirs"


@pytest.mark.parametrize("kept", [None, 3, {"anna": None}, {"anna": ["red"]}, {"anna": ["beige", "key"]}])
def test_what_the_disk_has_spoilt_is_given_anew(tmp_path: Path, kept: object) -> None:
    library = Library.open(tmp_path).library
    library.set_setting("marks", kept)
    (mark,) = Avatars(library).of(("Anna",))
    assert mark.colour in COLOURS
    assert mark.sign in SIGNS


#: What a colour becomes for viewers who lack the cones for red or for green, after Viénot, Brettel and Mollon: red, green, blue.
BLIND = {
    "red": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "green": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "neither": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def seen(colour: str, kind: str) -> tuple[float, ...]:
    """Return the light of a colour that a player sees."""
    light = [(int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5)]
    return tuple(sum(share * part for share, part in zip(row, light, strict=True)) ** (1 / 2.2) for row in BLIND[kind])


@pytest.mark.parametrize("kind", BLIND)
def test_nobody_takes_one_colour_for_another(kind: str) -> None:
    grounds = [seen(ground, kind) for ground, _, _ in GROUND.values()]
    apart = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in combinations(grounds, 2)]
    assert min(apart) > 0.1


def test_every_sign_is_read_on_every_colour_on_paper_and_felt() -> None:
    assert {*GROUND} == {*COLOURS}
    assert {*SIGN} == {*SIGNS}
    assert min(contrast(ground, ink) for ground, _, ink in GROUND.values()) >= 4.5
    for dark in (False, True):
        found = roles(None, dark=dark)
        assert contrast(found["outline"], found["surface_container_low"]) >= 3.0, "the rim of a badge"


def test_what_comes_in_changes_no_marks(tmp_path: Path) -> None:
    def shown() -> list[tuple[Avatar, ...]]:
        return [here.marks.of(names) for names in (("Anna", "Bo"), ("Cem", "Bo"), ("Emil",), ("Fee",))]

    def table(*rows: str) -> ImportPreview:
        return bring(here, "\n".join(rows))

    here = device(tmp_path / "here")
    here.library.remember_players(["Emil", "Fee"])
    table("Runde;Anna;Bo", "1;3;4")
    before = shown()
    here.marks.keep_each(("Anna", "Bo"))
    assert shown() == before, "nor does looking back"
    there = device(tmp_path / "there")
    for names in (("Emil", "Gil"), ("Cem", "Anna", "Dora")):
        begin(there, *names)
    here.join(there.library.everything(), say)
    table("Runde;Cem;Bo", "1;3;4")
    assert shown()[:1] + shown()[2:] == before[:1] + before[2:]
    assert shown()[1][1] == before[0][1]
