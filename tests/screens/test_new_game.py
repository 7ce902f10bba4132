"""A new game, from the first tap to the table."""

import asyncio
import json
from dataclasses import fields
from pathlib import Path
from unittest.mock import patch

import pytest
from effort import at_leisure
from flet.controls.services.semantics_service import AccessibilityFeatures
from harness import Screen
from screens.room import PHONE, TABLET, Page, Room, begin, full, room
from screens.test_players import grounds

from companion.kernel.text import messages
from companion.storage.errors import StorageError, storage
from companion.storage.library import Shelf
from companion.ui.app.context import AppContext
from companion.ui.design.player_badge import GROUND
from companion.ui.setup import random_pick
from companion.ui.setup.plan import Plan
from companion.ui.shell import main_of

T, N = messages("companion")


def header(here: AppContext) -> dict[str, object]:
    """Return the stored header of the only running game."""
    (stored,) = here.tables.shelf(Shelf.OPEN)
    first: dict[str, object] = json.loads(here.tables.library.export(stored.id).splitlines()[0])
    return first


async def test_the_first_game_starts_in_three_taps(here: Room) -> None:
    async with Screen(main_of(here), locale="en") as screen:
        await screen.tap("play-bronzen")
        await screen.tap("start")
        assert not here.tables.shelf(Shelf.OPEN), "only the players know who is older"
        await screen.tap("first-1")
        await screen.tap("start")
        (stored,) = here.tables.shelf(Shelf.OPEN)
        assert screen.view()["route"] == f"/table/{stored.id}"
        assert stored.seats == ("Player 1", "Player 2")
        assert header(here)["first"] == 1


async def test_a_group_is_seated_by_a_tap_and_unseated_by_another(here: Room) -> None:
    begin(here, "Anna", "Bo")
    here.tables.people.group(("Anna", "Bo", "Cem"), "Sunday")
    here.tables.people.call(("Bo",), "Bodo")
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        assert screen.all("known-Bodo"), "a renamed player is offered by the new name"
        await screen.tap("group-Sunday")
        assert [screen.field(f"name-{seat}")["value"] for seat in range(3)] == ["Anna", "Bodo", "Cem"]
        await screen.tap("group-Sunday")
        assert not screen.field("name-0")["value"]


async def test_who_played_together_is_seated_by_a_tap(here: Room) -> None:
    begin(here, "Anna", "Bo", "Cem", "Dora", game="slam")
    begin(here, "Anna", "Bo", "Cem", "Dora", game="labtag")
    begin(here, "Anna", "Emil")
    here.tables.people.keep("Emil", as_guest=True)
    async with Screen(main_of(here), route="/new/schlafmuetze", locale="en") as screen:
        assert not screen.all("together-1"), "the same people are one group, and guests are not offered"
        await screen.tap("together-0")
        assert [screen.field(f"name-{seat}")["value"] for seat in range(4)] == ["Anna", "Bo", "Cem", "Dora"]
        await screen.tap("start")
    assert here.tables.last_played()["schlafmuetze"].seats == ("Anna", "Bo", "Cem", "Dora")
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        assert not screen.all("together-0"), "they are too many"


async def test_enter_leads_to_the_next_name_and_never_starts_a_game(here: Room) -> None:
    async with Screen(main_of(here), route="/new/labtag", locale="en", width=1180, height=820) as screen:
        assert screen.field("name-0")["autofocus"]
        for seat, name in enumerate(("Anna", "Bo", "Cem")):
            await screen.until(lambda seat=seat: screen.focus == f"name-{seat}")  # type: ignore[misc]
            await screen.enter(f"name-{seat}", name, submit=True)
        assert screen.field("name-3")["autofocus"], "who enters names gets another seat"
        await screen.enter("name-3", "", submit=True)
        assert not screen.all("name-4"), "an empty line is the end"
        assert not here.tables.shelf(Shelf.OPEN)
        await screen.tap("start")
    assert header(here)["seats"] == ["Anna", "Bo", "Cem"]


async def test_the_first_line_of_a_game_of_the_tables_own_is_its_name(here: Room) -> None:
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        assert screen.focus == "house-name"
        await screen.enter("house-name", "Skat", submit=True)
        await screen.until(lambda: screen.focus == "name-0")


async def test_where_a_tap_seats_players_no_keyboard_covers_them(here: Room) -> None:
    begin(here, "Anna", "Bo", game="slam")
    async with Screen(main_of(here), route="/new/labtag", locale="en") as phone:
        assert phone.focus is None
    async with Screen(main_of(here), route="/new/labtag", locale="en", width=1400, height=900) as computer:
        assert computer.focus == "name-0"


async def test_a_seat_is_dragged_to_another_place_by_its_sign(here: Room) -> None:
    async with Screen(main_of(here), route="/new/free_sheet", locale="en") as screen:
        for seat, name in enumerate(("Anna", "Bo")):
            await screen.enter(f"name-{seat}", name)
        await screen.tap("add-seat")
        await screen.enter("name-2", "Cem")
        dragged, target = screen.of("Draggable")[2], screen.of("DragTarget")[0]
        at = {"x": 1.0, "y": 1.0}
        await screen.event(target, "accept", {"src_id": dragged["_i"], "l": at, "g": at})
        await screen.tap("start")
    assert header(here)["seats"] == ["Cem", "Anna", "Bo"]


def test_the_starting_player_stays_when_seats_are_moved() -> None:
    plan = Plan(("Anna", "Bo", "Cem", "Dora"), first=1)
    for seat in range(4):
        for to in range(4):
            moved = plan.moved(seat, to)
            assert moved.names[to] == plan.names[seat]
            assert moved.names[moved.first] == "Bo"
            assert [name for name in moved.names if name != plan.names[seat]] == [
                name for name in plan.names if name != plan.names[seat]
            ]
    assert plan.moved(1, 4) == plan


async def test_names_and_the_starting_player_are_passed_to_the_table(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.enter("name-0", "Anna ")
        await screen.enter("name-1", "Bo")
        await screen.tap("first-1")
        await screen.tap("start")
    assert header(here)["seats"] == ["Anna", "Bo"]
    assert header(here)["first"] == 1
    assert here.tables.library.players() == ("Anna", "Bo")


async def test_the_starting_player_is_asked_only_if_it_matters(here: Room) -> None:
    async with Screen(main_of(here), route="/new/letter_jam", locale="en") as screen:
        assert not screen.all("first-0")
        assert not screen.all("draw")
        await screen.tap("start")
    assert header(here)["game"] == "letter_jam"


async def test_an_unnamed_player_is_called_by_the_seat_in_the_pages_language(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="de") as screen:
        await screen.enter("name-1", "Bo")
        await screen.tap("first-0")
        await screen.tap("start")
    assert header(here)["seats"] == ["Spieler 1", "Bo"]
    assert header(here)["language"] == "de"


async def test_two_players_of_the_same_name_are_refused_kindly(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.enter("name-0", "Anna")
        await screen.enter("name-1", " anna")
        await screen.tap("first-0")
        assert "This name is taken already." in screen.texts()
        await screen.tap("start")
        assert screen.all("same-name")
        assert not here.tables.shelf(Shelf.OPEN)
        await screen.enter("name-1", "Bo")
        assert not screen.all("same-name")
        await screen.tap("start")
    assert header(here)["seats"] == ["Anna", "Bo"]


async def test_a_name_may_not_equal_that_of_an_empty_seat(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.enter("name-0", "Player 2")
        await screen.tap("start")
        assert screen.all("same-name")
    assert not here.tables.shelf(Shelf.OPEN)


async def test_remembered_players_are_seated_and_unseated_by_a_tap(here: Room) -> None:
    here.tables.library.remember_players(("Anna", "Bo", "Cem"))
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.tap("known-Cem")
        await screen.tap("known-Anna")
        assert screen.field("name-0")["value"] == "Cem"
        assert screen.field("name-1")["value"] == "Anna"
        assert screen.find("known-Cem")["checked"]
        assert not screen.find("known-Bo").get("checked")
        await screen.tap("known-Cem")
        await screen.tap("known-Bo")
        assert screen.field("name-0")["value"] == "Bo"


async def test_the_starting_player_stays_when_seats_are_added_removed_and_moved(here: Room) -> None:
    async with Screen(main_of(here), route="/new/toy_race", locale="en") as screen:
        assert not screen.all("remove-0")
        await screen.tap("add-seat")
        for seat, name in enumerate(("Anna", "Bo", "Cem")):
            await screen.enter(f"name-{seat}", name)
        await screen.tap("first-2")
        await screen.tap("up-2")
        assert screen.field("name-1")["value"] == "Cem"
        assert screen.find("first-1")["checked"]
        await screen.tap("remove-0")
        assert not screen.all("name-2")
        assert screen.find("first-0")["checked"]
        await screen.tap("start")
    assert header(here)["seats"] == ["Cem", "Bo"]


@pytest.mark.parametrize(("game", "question"), [("bronzen", "Who is older?"), ("slam", "Who is the youngest?")])
async def test_who_is_older_is_said_and_neither_drawn_nor_assumed(game: str, question: str, tmp_path: Path) -> None:
    async with Screen(main_of(room(tmp_path)), route=f"/new/{game}", locale="en") as screen:
        assert screen.visible(f"Still missing: {question}")
        assert not any(screen.find(f"first-{seat}")["checked"] for seat in (0, 1))
        assert not screen.all("draw")
        await screen.tap("first-0")
        assert not screen.visible("Still missing")
        assert [screen.find(f"first-{seat}")["checked"] for seat in (0, 1)] == [True, False]


async def test_the_starting_player_is_drawn_visibly(here: Room) -> None:
    async with Screen(main_of(here), route="/new/labtag", locale="en") as screen:
        await screen.tap("draw")
        await screen.until(lambda: screen.visible("Picked: "), timeout=5.0)
        drawn = next(text for text in screen.texts() if text.startswith("Picked: ")).removeprefix("Picked: Player ")
        assert screen.find(f"first-{int(drawn) - 1}")["checked"]
        await screen.tap("start")
    assert header(here)["first"] == int(drawn) - 1


async def test_one_of_several_fingers_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_pick, "STEADY", 0.02)
    monkeypatch.setattr(random_pick, "STEPS", (0.001,) * 3)
    many: list[int] = []
    monkeypatch.setattr(random_pick.secrets, "randbelow", lambda n: many.append(n) or 1)
    here = room(tmp_path)
    async with Screen(main_of(here), route="/new/labtag", locale="en") as screen:

        async def finger(seat: int, what: str) -> None:
            await screen.event(
                next(n for n in screen.within(screen.find(f"finger-{seat}")) if n.get("on_pan_down")), what
            )

        await screen.enter("name-0", "Anna")
        await screen.enter("name-1", "Bo")
        await screen.tap("lay-fingers")
        await finger(0, "pan_down")
        await finger(1, "pan_down")
        await finger(0, "pan_cancel")
        await asyncio.sleep(0.05)
        assert not many, "no lot is drawn while a finger is missing"
        await finger(0, "pan_down")
        await screen.until(lambda: screen.visible("Picked: Bo"))
        assert many == [2]
        await finger(0, "pan_end")
        await finger(1, "pan_end")
        assert screen.visible("Picked: Bo"), "it stays for all to see"
        await finger(0, "pan_down")
        await finger(1, "pan_down")
        await screen.until(lambda: many == [2, 2])
        await screen.tap("close")
        await screen.tap("start")
    assert header(here)["first"] == 1


async def test_with_reduced_motion_the_draw_is_shown_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_pick, "STEPS", (60.0,))
    names = [each.name for each in fields(AccessibilityFeatures)]
    services = {"get_accessibility_features": dict.fromkeys(names, False) | {"disable_animations": True}}
    async with Screen(main_of(room(tmp_path)), route="/new/labtag", locale="en", services=services) as screen:
        await screen.tap("draw")
        await screen.until(lambda: screen.visible("Picked: "))


async def test_house_rules_and_their_numbers(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        assert screen.visible("Standard rules")
        assert not screen.all("house-length-open")
        await screen.tap("house-rules")
        assert not screen.all("number-rounds")
        await screen.tap("house-length-rounds")
        await screen.tap("number-rounds-more")
        await screen.tap("house-length-target")
        assert not screen.all("number-rounds")
        before = here.tables.games["bronzen"].meta.house_numbers[1].default
        await screen.tap("number-target-more10")
        await screen.tap("number-target-less")
        assert str(before + 9) in screen.texts()
        await screen.tap("house-jays-once")
        assert screen.visible("2 changes to the rules")
        await screen.tap("first-0")
        await screen.tap("start")
    assert header(here)["setup"] == {"length": "target", "target": before + 9, "jays": "once"}


async def test_questions_of_the_table_are_not_in_the_set_up(here: Room) -> None:
    # a device may have stored the answer in another version
    here.tables.library.set_setting("setup.schlafmuetze", {"house": {"keeping": "every_card", "votes": "not_author"}})
    async with Screen(main_of(here), route="/new/schlafmuetze", locale="en") as screen:
        await screen.tap("house-rules")
        assert screen.all("house-votes")
        assert not screen.all("house-keeping")
        assert screen.visible("1 change to the rules")
        await screen.tap("start")
    assert header(here)["setup"] == {"votes": "not_author"}


async def test_a_house_number_stops_at_its_limits(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.tap("house-rules")
        await screen.tap("house-length-rounds")
        for _ in range(here.tables.games["bronzen"].meta.house_numbers[0].default - 1):
            await screen.tap("number-rounds-less")
        (less,) = [node for node in screen.of("TextButton") if node.get("disabled")]
        assert less


async def test_the_last_choices_of_a_game_are_remembered(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.tap("house-rules")
        await screen.tap("house-jays-once")
        await screen.tap("first-0")
        await screen.tap("start")
        await screen.go("/new/bronzen")
        assert screen.visible("1 change to the rules")
        await screen.tap("house-rules")
        await screen.tap("house-reset")
        assert screen.visible("Standard rules")


async def test_a_remembered_option_that_was_removed_is_ignored(here: Room) -> None:
    here.tables.library.set_setting(
        "setup.bronzen", {"seats": 7, "house": {"jays": "thrice", "gone": 3, "rounds": "x"}}
    )
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        assert screen.visible("Standard rules")
        await screen.tap("first-0")
        await screen.tap("start")
    assert header(here)["seats"] == ["Player 1", "Player 2"]


async def test_why_shows_the_rule(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.tap("house-rules")
        await screen.tap("why-jays")
        assert screen.all("why-rule")


async def test_a_full_disk_loses_nothing_that_was_typed(here: Room, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.enter("name-0", "Anna")
        await screen.tap("first-0")
        with monkeypatch.context() as broken:
            broken.setattr(here.tables.library, "create", full)
            await screen.tap("start")
        assert "There is no space left on this device." in screen.texts()
        assert screen.field("name-0")["value"] == "Anna"
        await screen.tap("start")
    assert header(here)["seats"] == ["Anna", "Player 2"]


async def test_an_unknown_game_leads_back_to_the_games(here: Room) -> None:
    async with Screen(main_of(here), route="/new/chess", locale="en") as screen:
        assert screen.visible("chess")
        await screen.tap("all-games")
        assert screen.all("play-bronzen")


async def test_a_double_tap_begins_one_game(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.tap("first-0")
        await asyncio.gather(screen.tap("start"), screen.tap("start"))
        assert header(here)["game"] == "bronzen"


async def test_two_quick_taps_seat_two_players(here: Room) -> None:
    here.tables.library.remember_players(["Anna", "Bo"])
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await asyncio.gather(screen.tap("known-Anna"), screen.tap("known-Bo"))
        await screen.tap("first-0")
        await screen.tap("start")
        assert header(here)["seats"] == ["Anna", "Bo"]


def test_text_for_a_removed_seat_does_not_restore_it() -> None:
    plan = Plan(("Anna", "Bo", "")).without_seat(2)
    assert plan.named(2, "C") == plan


@at_leisure
async def test_only_named_players_play(here: Room) -> None:
    """After a game of eight, three names make a game of three."""
    eight = tuple("ABCDEFGH")
    async with Screen(main_of(here), route="/new/schlafmuetze", locale="en") as screen:
        fewest = here.tables.games["schlafmuetze"].meta.seats[0]
        for _ in range(len(eight) - fewest):
            await screen.tap("add-seat")
        for seat, name in enumerate(eight):
            await screen.enter(f"name-{seat}", name)
        assert screen.visible("8 players: A, B, C, D, E, F, G, and H")
        await screen.tap("start")
        await screen.go("/new/schlafmuetze")
        # no more seats than the game needs are offered, and who played is one tap away
        assert not screen.all(f"name-{fewest}")
        assert screen.all("known-H")
        while not screen.all("name-5"):
            await screen.tap("add-seat")
        for seat, name in ((0, "Anna"), (2, "Bo"), (5, "Cem")):
            await screen.enter(f"name-{seat}", name)
        assert screen.visible("3 players: Anna, Bo, and Cem")
        assert screen.visible("Empty seat")
        await screen.tap("start")
    latest, *_ = here.tables.shelf(Shelf.OPEN)
    assert latest.seats == ("Anna", "Bo", "Cem")


async def test_missing_players_are_counted_and_not_remembered(here: Room) -> None:
    async with Screen(main_of(here), route="/new/letter_jam", locale="de") as screen:
        assert screen.visible("2 Personen")
        await screen.tap("add-seat")
        assert screen.visible("2 Personen")
        await screen.enter("name-2", "Anna")
        assert screen.visible("2 Personen: Spieler 1 und Anna")
        await screen.tap("start")
    assert header(here)["seats"] == ["Spieler 1", "Anna"]
    assert here.tables.library.players() == ("Anna",)


async def test_the_starting_player_is_one_of_the_players(here: Room) -> None:
    async with Screen(main_of(here), route="/new/toy_race", locale="en") as screen:
        await screen.tap("add-seat")
        await screen.tap("add-seat")
        for seat, name in ((1, "Bo"), (3, "Dana")):
            await screen.enter(f"name-{seat}", name)
        assert not screen.all("first-0")
        await screen.tap("first-3")
        await screen.tap("start")
    assert (header(here)["seats"], header(here)["first"]) == (["Bo", "Dana"], 1)


async def test_an_invalid_name_is_refused_with_the_reason(here: Room) -> None:
    async with Screen(main_of(here), route="/new/bronzen", locale="en") as screen:
        await screen.enter("name-0", "An\u202ena")
        assert screen.visible("A name cannot contain invisible characters. Please leave them out.")
        await screen.tap("start")
        assert screen.all("same-name")
        await screen.enter("name-0", "A" * 41)
        assert screen.visible("This name is too long: at most 40 letters.")
        await screen.tap("start")
    assert not here.tables.shelf(Shelf.OPEN)


async def test_the_last_players_are_seated_by_one_tap(here: Room) -> None:
    begin(here, "Anna", "Bo", game="slam", first=1, house={"length": "nine"})
    begin(here, "Cem", "Dora")
    async with Screen(main_of(here), locale="en", route="/new") as screen:
        texts = screen.texts()
        assert texts.index("Bronzen") < texts.index("Slam!") < texts.index("Letter Jam")
        assert not screen.all("again-letter_jam")
        await screen.tap("again-slam")
        table = screen.view()["route"].rsplit("/", 1)[1]
    session = here.tables.table(table).session
    assert session
    header = session.record.header
    assert (header.game, header.seats, header.first, header.house) == ("slam", ("Anna", "Bo"), 1, {"length": "nine"})


async def test_of_many_last_players_the_first_are_named(here: Room) -> None:
    begin(here, "Anna", "Bo", "Cem", "Dora", "Emil", game="slam")
    async with Page(here, route="/new") as screen:
        assert screen.label("again-slam") == "Rematch: Anna, Bo, Cem, and 2 others"
        marks = here.tables.marks.of(("Anna", "Bo", "Cem"))
        assert grounds(screen, "again-slam") == [GROUND[mark.colour][0] for mark in marks]
        assert [text for text in screen.said(screen.find("again-slam")) if text in ("Bo", "Cem", "Dora")] == [
            "Bo",
            "Cem",
        ]
        # taglines are left out for players who know the game: so six games fit on a phone
        taglines = [here.tables.games[id].meta.tagline.message for id in ("slam", "bronzen")]
        assert [screen.visible(tagline) for tagline in taglines] == [False, True]


@pytest.mark.parametrize(
    ("size", "named", "marks", "rest"), [(PHONE, 1, 5, ["+\u00a03"]), (TABLET, 3, 3, ["+\u00a05"])]
)
async def test_on_a_phone_players_without_room_are_a_mark_or_a_count(
    here: Room, size: tuple[int, int], named: int, marks: int, rest: list[str]
) -> None:
    eight = ("Mareike", "Jan-Ole", "Anna-Katharina", "Ben", "Maximilian", "Hildegard", "Friederike", "Tim")
    begin(here, *eight, game="schlafmuetze")
    async with Page(here, route="/new", size=size) as screen:
        assert screen.label("again-schlafmuetze") == "Rematch: Mareike, Jan-Ole, Anna-Katharina, and 5 others"
        said = screen.said(screen.find("again-schlafmuetze"))
        assert [name for name in said if name in eight] == [*eight[:named]]
        assert [text for text in said if text[:1] == "+"] == rest
        assert len(grounds(screen, "again-schlafmuetze")) == marks


async def test_an_unreadable_game_offers_no_rematch(here: Room) -> None:
    begin(here)
    with patch.object(here.tables, "last_played", side_effect=StorageError(storage(T("No room.")))):
        async with Screen(main_of(here), locale="en", route="/new") as screen:
            assert screen.all("play-bronzen")
            assert not screen.all("again-bronzen")


async def test_the_edition_follows_the_pages_language(here: Room) -> None:
    async def edition(locale: str, *taps: str) -> object:
        async with Screen(main_of(here), route="/new/letter_jam", locale=locale) as screen:
            for each in taps:
                await screen.tap(each)
            await screen.tap("start")
        session = here.tables.table(here.tables.shelf(Shelf.OPEN)[0].id).session
        assert session
        return session.record.state.house.edition

    assert await edition("de") == "german"
    assert await edition("en") == "english"
    assert await edition("en", "house-rules", "house-edition-german") == "german"
    assert await edition("en") == "german", "the choice is remembered"
    assert await edition("de") == "german"
    assert await edition("en") == "english"


@pytest.mark.parametrize("locale", ["de", "en"])
async def test_the_edition_in_the_pages_language_is_not_a_house_rule(here: Room, locale: str) -> None:
    same, none = {
        "de": ("Alles wie in den Regeln", "Keine: Ihr spielt nach den Regeln und unseren Auslegungen."),
        "en": ("Standard rules", "None: you play by the rules and our rulings."),
    }[locale]
    async with Page(here, route="/new/letter_jam", locale=locale) as page:
        assert same in page.said(page.find("house-rules"))
        await page.taps("house-rules", "house-stock-reshuffle")
        assert same not in page.said(page.find("house-rules"))
        await page.taps("house-reset", "start")
        page.id = here.tables.shelf(Shelf.OPEN)[0].id
        assert page.state.house.edition == {"de": "german", "en": "english"}[locale]
        await page.go(f"/table/{page.id}/rules")
        assert page.visible(none)
    async with Page(here, page.id, "rules", locale={"de": "en", "en": "de"}[locale]) as page:
        assert not page.all("house-edition"), "it is the table's language that counts, not the reader's"
