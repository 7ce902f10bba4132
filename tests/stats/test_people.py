"""People: who is who across games, renamed and merged, taken back, guests, groups, and two devices."""

from pathlib import Path

import pytest

from companion.kernel.explain import Refused
from companion.stats.people import People
from companion.storage.library import Library
from companion.tables.avatars import Avatar, Avatars


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.open(tmp_path).library


def test_a_person_who_was_never_renamed_is_known_by_the_name_however_it_is_written(library: Library) -> None:
    folk = People(library).folk
    assert folk.id(" ANNA") == folk.id("Anna") != folk.id("Ben")
    assert folk.of("Anna").names == ("Anna",)


def test_a_renamed_person_keeps_the_mark_and_is_offered_under_the_new_name(library: Library) -> None:
    people, marks = People(library), Avatars(library)
    library.remember_players(["Ana", "Ben"])
    marks.give(("Ana",), 0, colour="red", sign="key")
    people.call(("Ana",), "Anna")
    assert people.folk.of("ana") == people.folk.of("Anna")
    assert people.folk.of("Ana").name == "Anna"
    assert {*people.folk.of("Ana").names} == {"Ana", "Anna"}
    assert marks.of(("Anna",)) == (Avatar("red", "key"),)
    assert library.players() == ("Anna", "Ben")


def test_two_who_are_one_have_the_mark_of_who_stays_and_are_two_again_when_that_is_taken_back(library: Library) -> None:
    people, marks = People(library), Avatars(library)
    library.remember_players(["Anna", "Änni"])
    marks.give(("Anna", "Änni"), 0, colour="red")
    marks.give(("Anna", "Änni"), 1, colour="blue")
    before = marks.of(("Anna", "Änni"))
    fact = people.call(("Anna", "Änni"), "Anna")
    assert people.folk.id("Änni") == people.folk.id("Anna")
    assert marks.of(("Änni",)) == (before[0],)
    assert library.players() == ("Anna",)
    (found,) = people.folk.about(people.folk.of("Änni"))
    assert found == fact
    people.take_back(fact.id)
    assert people.folk.id("Änni") != people.folk.id("Anna")
    assert marks.of(("Anna", "Änni")) == before
    assert {*library.players()} == {"Anna", "Änni"}


def test_who_stays_is_who_was_named_first_whenever_they_became_what_they_are(library: Library) -> None:
    people = People(library)
    people.call(("Anna",), "Annika")
    people.call(("Ben",), "Benno")
    people.call(("Benno", "Annika"), "Benno")
    assert {people.folk.id(name) for name in ("Anna", "Annika", "Ben", "Benno")} == {"ben"}


def test_a_name_that_nobody_can_have_is_refused_and_changes_nothing(library: Library) -> None:
    people = People(library)
    with pytest.raises(Refused):
        people.call(("Anna",), " ")
    assert not people.folk.facts


def test_a_guest_is_not_offered_any_more_until_kept_again(library: Library) -> None:
    people = People(library)
    library.remember_players(["Anna", "Tim"])
    people.keep("Tim", as_guest=True)
    assert people.folk.of("Tim").guest
    assert library.players() == ("Anna",)
    people.keep("Tim", as_guest=False)
    assert not people.folk.of("Tim").guest
    assert library.players() == ("Tim", "Anna")


def test_a_group_keeps_its_people_when_they_are_renamed(library: Library) -> None:
    people = People(library)
    people.group(("Anna", "Ben"), "Sunday")
    people.call(("Ben",), "Benno")
    (group,) = people.folk.groups
    assert group.name == "Sunday"
    assert group.people == {people.folk.id("Anna"), people.folk.id("Benno")}
    people.take_back(group.fact)
    assert not people.folk.groups
    with pytest.raises(Refused):
        people.group(("Ben", "Benno"), "Alone")


def test_what_two_devices_know_of_people_comes_together_and_what_was_taken_back_stays_so(tmp_path: Path) -> None:
    one, other = (Library.open(tmp_path / name).library for name in ("one", "other"))
    fact = People(one).call(("Anna",), "Annika")
    other.join(one.everything(), lambda game: game.id)
    People(other).call(("Ben",), "Benno")
    People(one).take_back(fact.id)
    other.join(one.everything(), lambda game: game.id)
    folk = People(other).folk
    assert folk.of("Ben").name == "Benno"
    assert folk.of("Anna").name == "Anna"


@pytest.mark.parametrize(
    "spoilt", [None, 7, [], {"facts": 7}, {"facts": [7, {"id": "a"}, {"names": []}], "struck": {}}]
)
def test_what_the_disk_has_spoilt_is_nobody(library: Library, spoilt: object) -> None:
    library.set_setting("people", spoilt)
    assert not People(library).folk.facts
