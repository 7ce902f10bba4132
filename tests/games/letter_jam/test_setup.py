"""Players, words, the setup card and the non-player stands."""

import pytest
from games.letter_jam.table import GAME, Table, labels, play

from companion.games.letter_jam.messages import stand_name
from companion.games.letter_jam.numbers import NUMBERS, STACKS
from companion.games.letter_jam.places import JOKER, At, Piece, Stand, Tile
from companion.games.letter_jam.reports import Dealt
from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.game import Setup


@pytest.mark.rule("letter_jam.players")
def test_two_to_six_play_together() -> None:
    assert GAME.meta.seats == (2, 6)
    for seats in (1, 7):
        with pytest.raises(Refused):
            GAME.start(Setup(seats))
    assert play("dealt", players=2).refused("Cleo: Anna").rules == ("companion.players",)


@pytest.mark.rule("letter_jam.setup.card", "letter_jam.ruling.setup_cards", "letter_jam.setup.npc")
@pytest.mark.parametrize(
    ("players", "quota", "tokens", "stacks"),
    [
        (2, 3, (6, 2, 3), (7, 8, 9, 10)),
        (3, 2, (6, 2, 3), (7, 8, 9)),
        (4, 1, (4, 6, 1), (7, 8)),
        (5, 1, (5, 5, 1), (7,)),
        (6, 1, (6, 4, 1), ()),
    ],
)
def test_the_setup_cards(players: int, quota: int, tokens: tuple[int, int, int], stacks: tuple[int, ...]) -> None:
    """Decision: the numbers of the cards come from public re-implementations; the rules show them as pictures."""
    table = Table(players)
    assert table.tokens == tokens
    assert quota * players == tokens[0]
    table.play("dealt")
    assert table.tokens == tokens
    assert table.stacks == tuple(size - 1 for size in stacks), "the top card stands"
    assert all(npc.standing and npc.token for npc in table.state.npcs)
    assert len(table.state.places) + len(table.state.npcs) == 6
    assert table.state.stock == 64 - 5 * players - sum(stacks)


@pytest.mark.rule("letter_jam.setup.difficulty")
def test_five_letters_are_offered_first_and_four_to_seven_are_possible() -> None:
    table = Table(3)
    lengths = [dict(offer.given)["lengths"][0] for offer in table.offers if offer.given]
    assert lengths == [4, 5, 6, 7]
    assert [offer.weight.value for offer in table.offers if offer.given] == ["side", "main", "side", "side"]
    for length in (3, 8, 0, -1):
        why = table.refused(Dealt((5, length, 5)))
        assert why.rules[0] == "letter_jam.setup.difficulty"
    assert play("dealt 4").state.places[0].length == 4


@pytest.mark.rule("letter_jam.setup.mixed_lengths")
def test_words_may_have_different_lengths() -> None:
    table = play("dealt 4 7 5", players=3)
    assert [player.length for player in table.state.places] == [4, 7, 5]
    assert [len(table.sheet_of(name).boxes) for name in ("Anna", "Ben", "Cleo")] == [4, 7, 5]
    assert table.state.stock == NUMBERS.material.letters - (4 + 7 + 5) - sum(STACKS[:3])
    assert Table(3).refused("dealt 5 5").rules[0] == "not offered"


@pytest.mark.rule("letter_jam.setup.row", "letter_jam.setup.npc")
def test_the_first_letters_are_stood_up() -> None:
    table = Table(5)
    assert not table.view.stands[:-1], "before the words are dealt only the joker lies there"
    table.play("dealt")
    assert table.at == (0,) * 5
    assert table.view.stands == (*(Stand(At.SEAT, seat) for seat in range(5)), Stand(At.NPC, 0), JOKER)
    assert table.cited >= {"letter_jam.setup.row", "letter_jam.setup.npc"}
    assert table.refused("dealt").rules == ("not offered",)
    assert "letter_jam.setup.npc" not in play("dealt", players=6).cited


@pytest.mark.rule("letter_jam.setup.row")
def test_nothing_can_be_reported_before_the_words_are_dealt() -> None:
    table = Table(4)
    assert table.refused("Anna: 1").rules == ("not offered",)
    assert table.refused("next").rules[-1] == "not offered"
    assert table.refused("enough").rules == ("not offered",)
    assert table.refused("Anna lays 1").rules[0] == "not offered"
    assert table.refused("Anna box 1 E").rules == ("not offered",)
    assert {kind for kind, _ in labels(table.offers)} == {"Dealt"}


@pytest.mark.rule("letter_jam.setup.npc", "letter_jam.setup.card")
def test_before_the_words_are_dealt_the_stacks_are_shown_as_they_will_be() -> None:
    english = Renderer("en", ("Anna", "Ben"))
    stacks = [english.show(fact.value) for fact in Table(2).view.facts if "letter_jam.npc.freed" in fact.rules]
    assert stacks == [f"{size} cards left" for size in STACKS]


@pytest.mark.rule("letter_jam.setup.npc")
def test_all_six_stands_are_in_use_and_have_names() -> None:
    table = play("dealt", players=2)
    names = [stand_name(stand).message for stand in table.view.stands]
    assert names == ["{player}"] * 2 + ["Stand {n}"] * 4 + ["Joker"]


def test_places_are_written_as_they_are_read() -> None:
    for text in ("seat-0", "npc-3", "bonus-1", "joker"):
        assert Stand.from_text(text).to_text() == text
    for text in ("own-4", "bonus-0", "joker"):
        assert Tile.from_text(text).to_text() == text
    for wrong in ("", "seat", "seat--1", "joker-1", "table-1", "npc-x", "own-1"):
        with pytest.raises(ValueError, match=r"no place|not a valid"):
            Stand.from_text(wrong)
    with pytest.raises(ValueError, match="one joker"):
        Stand(At.JOKER, 1)
    with pytest.raises(ValueError, match="one joker"):
        Tile(Piece.JOKER, 1)
    with pytest.raises(ValueError, match=">= 0"):
        Tile(Piece.OWN, -1)


@pytest.mark.rule("letter_jam.ruling.letters")
def test_the_letters_of_the_english_edition_are_the_deck() -> None:
    counts = NUMBERS.english
    assert sum(counts.values()) == NUMBERS.material.letters
    assert set(counts) | set(NUMBERS.grey["english"]) == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert Table(2).view.grey == "JQVXY"
    assert Table(2, edition="english").view.grey == "JQVXZ"
