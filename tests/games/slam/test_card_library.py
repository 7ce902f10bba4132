"""The card library: kept as JSON, carried along as a file, wrong files refused as a whole."""

import json

import pytest

from companion.games.slam.assistants import Busy, Day
from companion.games.slam.card_library import FILE, Gender, Library, PoetCard, SlamCard, learned
from companion.games.slam.cards import Attribute, Special, Trait, Voice
from companion.i18n import Renderer
from companion.kernel.cards import InvalidFile
from companion.storage.cards import from_json, read, to_json, write

POET = PoetCard(
    "Rap-Poetin", (8, 2, 2, 9, 5), Voice.LYRIC, (Trait.ROGUE,), Gender.FEMALE, "Rap Poet", 2, (Busy(4, True), Busy(6))
)
SLAM = SlamCard("Special Slam", (), Special.BEST_OF, (3, 4, 5, 6), True, Day.TOMORROW)


@pytest.mark.rule("slam.ruling.card_values")
def test_cards_survive_a_file() -> None:
    kept = Library((POET, PoetCard("Zoë")), (learned(SLAM, 3, (Attribute.HUMOUR, Attribute.STYLE)),))
    assert read(FILE, write(FILE, kept)) == kept
    assert from_json(FILE, json.loads(json.dumps(to_json(FILE, kept)))) == kept


@pytest.mark.rule("slam.ruling.card_values")
def test_newer_cards_take_the_place_of_older_ones_and_nothing_else_is_lost() -> None:
    old = Library((PoetCard("A"), PoetCard("B", bonus=1)), (SLAM,))
    new = FILE.merged(old, Library((PoetCard("B", bonus=2), PoetCard("C"))))
    assert [(card.name, card.bonus) for card in new.poets] == [("A", 0), ("B", 2), ("C", 0)]
    assert new.slams == (SLAM,)


@pytest.mark.rule("slam.ruling.card_values")
def test_a_poet_comes_to_the_table_as_printed() -> None:
    poet = POET.as_played()
    assert (poet.name, poet.values, poet.traits) == ("Rap-Poetin", (8, 2, 2, 9, 5), (Trait.ROGUE,))
    assert [bonus.amount for bonus in poet.bonuses] == [2]


@pytest.mark.rule("slam.ruling.card_values")
def test_a_value_that_was_not_entered_is_unknown_and_is_no_zero() -> None:
    card = PoetCard("Komiker", (None, None, 9, 0, None))
    assert card.as_played().unknown((Attribute.HUMOUR, Attribute.PERFORMANCE)) == ()
    assert card.as_played().unknown((Attribute.HUMOUR, Attribute.STYLE)) == (Attribute.STYLE,)
    assert read(FILE, write(FILE, Library((card,)))).poets == (card,)
    assert from_json(FILE, {"poets": [{"name": "A", "values": {"style": 3}}]}).poets[0].values[:2] == (3, None)


@pytest.mark.rule("slam.ruling.card_values")
def test_values_and_bonuses_of_a_card_are_those_that_can_be_entered() -> None:
    for bonus in (-20, 20):
        assert PoetCard("A", (0, 20, None, 1, 2), bonus=bonus).bonus == bonus
        with pytest.raises(ValueError, match="bonus"):
            PoetCard("A", bonus=bonus + (1 if bonus > 0 else -1))
    for value in (-1, 21):
        with pytest.raises(ValueError, match="value"):
            PoetCard("A", (0, 0, 0, 0, value))


@pytest.mark.rule("slam.turn.die")
def test_a_slam_card_is_found_by_its_name_and_knows_faces_of_a_die_only() -> None:
    known = Library(slams=(SLAM, SlamCard("Comedy Slam")))
    assert known.slam("Special Slam") == SLAM
    assert known.slam("Comedy Slam") == SlamCard("Comedy Slam", club=False)
    assert known.slam("Poetry Slam") is None
    for die in (0, 7):
        with pytest.raises(ValueError, match="face of the die"):
            learned(SLAM, die, (Attribute.STYLE,))


def test_poets_are_printed_as_partners_on_one_card_or_on_both() -> None:
    known = Library((PoetCard("A", partner="B"), PoetCard("B"), PoetCard("C")))
    assert known.partners("A", "B")
    assert known.partners("B", "A")
    assert not known.partners("A", "C")
    assert not known.partners("C", "")


def test_two_thousand_cards_of_a_kind_are_a_library_and_more_are_none() -> None:
    cards = tuple(PoetCard(f"Poet {number}") for number in range(2001))
    assert FILE.fits(Library(cards[1:]))
    assert not FILE.fits(Library(cards))


@pytest.mark.rule("slam.ruling.card_values")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        '{"format": "labtag-cards", "version": 1}',
        '{"format": "slam-cards", "version": 2}',
        '{"format": "slam-cards", "version": 1, "poets": {}}',
        '{"format": "slam-cards", "version": 1, "poets": ["Rap Poet"]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": " "}]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "values": {"style": 99}}]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "values": [1, 2]}]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "voice": "opera"}]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "traits": "rogue"}]}',
        '{"format": "slam-cards", "version": 1, "poets": [{"name": "A", "busy": [{"day": 7}]}]}',
        '{"format": "slam-cards", "version": 1, "slams": [{"name": "A", "glass": [7]}]}',
        '{"format": "slam-cards", "version": 1, "slams": [{"name": "A", "day": "someday"}]}',
        '{"format": "slam-cards", "version": 1, "slams": [{"name": "A", "club": 1}]}',
        '{"format": "slam-cards", "version": 1, "slams": [{"name": "A", "shows": {"x": []}}]}',
        '{"format": "slam-cards", "version": 1, "slams": [{"name": "\\ud800"}]}',
    ],
)
def test_a_wrong_file_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, text)
    assert wrong.value.why.message


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ('"poets": [{"name": ""}]', "A card in the file has no name that can be read."),
        ('"poets": [{"name": "A", "voice": "opera"}]', "Something is wrong with the poet “A” in the file."),
        ('"slams": [{"name": "A", "club": 1}]', "Something is wrong with the slam “A” in the file."),
    ],
)
def test_the_wrong_card_is_named(cards: str, said: str) -> None:
    with pytest.raises(InvalidFile) as wrong:
        read(FILE, f'{{"format": "slam-cards", "version": 1, {cards}}}')
    assert Renderer("en", ()).text(wrong.value.why) == said
