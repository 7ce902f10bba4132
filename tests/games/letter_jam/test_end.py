"""The end: words, replacements, the group's verdict, and the score."""

import pytest
from attrs import evolve
from games.letter_jam.table import ALL, NAMES, SCORE, Table, ended, labels, laid, play

from companion.games.letter_jam.places import Piece, Tile
from companion.games.letter_jam.reports import WordCounts, WordLaid
from companion.games.letter_jam.scoring import team_score, verdict
from companion.lookup import rulebook


@pytest.mark.rule("letter_jam.end.agreed")
def test_all_may_agree_between_two_rounds() -> None:
    table = play("dealt", "Anna: Ben")
    why = table.refused("enough")
    assert why.rules == ("not offered",)
    table.play("next", "enough")
    assert table.phase == "laying"
    assert table.view.team is None, "nobody has scored yet"
    assert table.cited >= {"letter_jam.end.agreed", "letter_jam.end.word"}
    assert table.refused("Anna: Ben").rules == ("not offered",)
    assert table.refused("Ben on").rules == ("not offered",)
    assert table.refused("enough").rules == ("not offered",)


@pytest.mark.rule("letter_jam.end.word")
def test_everybody_lays_a_word() -> None:
    table = ended(players=3)
    own = [offer for offer in labels(table.offers) if offer[0] == "WordLaid"]
    assert own[::2] == [("WordLaid", 0), ("WordLaid", 1), ("WordLaid", 2)]
    assert table.refused("Anna reveals").rules == ("letter_jam.end.reveal", "letter_jam.end.word")
    laid(table, ALL, "5 4 3 2 1")
    assert table.phase == "laying"
    table.play("Anna lays 2 1 3 4 5", "Cleo lays " + ALL)
    assert table.phase == "revealing"
    # Decision: until the first word lies open anybody may still rearrange.
    table.play("Anna lays " + ALL, "Ben reveals")
    why = table.refused("Anna lays 2 1 3 4 5")
    assert why.rules == ("letter_jam.end.reveal", "letter_jam.end.replace")
    assert table.refused("Anna reveals").rules[0] == "letter_jam.end.reveal"
    assert table.refused(WordCounts(0)).rules == ("not offered",)


@pytest.mark.rule("letter_jam.end.word", "letter_jam.end.replace")
def test_a_card_lies_in_one_place_of_one_word() -> None:
    table = ended(bonus=("M", "O"))
    for wrong in ("1 2 3 3 4", "1 2 3 4 *  *", "1 2 3 4 +M +M"):
        assert table.refused(f"Anna lays {wrong}").rules == ("letter_jam.end.replace",)
    assert table.refused("Anna lays 1 2 3 4 6").rules[0] == "letter_jam.end.word"
    strange = table.refused(WordLaid(0, (Tile(Piece.BONUS, 2),)))
    assert (strange.text.message, strange.rules) == ("There is no such bonus letter.", ("letter_jam.end.replace",))
    assert table.refused("Anna lays").rules == ("letter_jam.end.word",)
    table.play("Anna lays 1 2 +O 4 5")
    assert table.refused("Ben lays 1 2 +O 4 5").rules == ("letter_jam.end.replace",)
    table.play("Anna lays 1 2 3 4 5", "Ben lays 1 2 +O 4 *")
    taken = table.refused("Anna lays 1 2 3 4 *")
    assert taken.rules == ("letter_jam.end.replace",)
    assert taken.text.message == "{player} uses that card already; each serves one word only."
    assert [table.state.user(tile) for tile in table.state.tiles] == [None, 1, 1]


@pytest.mark.rule("letter_jam.end.replace", "letter_jam.end.word")
def test_the_example_of_a_replaced_letter() -> None:
    """T, S, H, R, T makes no word; with a bonus O on the H it is TROST."""
    table = ended(bonus=("O",))
    for box, letter in enumerate("TSHRT", start=1):
        table.play(f"Anna box {box} {letter}")
    table.play("Anna lays 1 4 +O 2 5")
    assert table.sheet_of("Anna").word == "TROST"
    assert [word and word.text for word in table.view.words] == ["", None], "nobody else reads it yet"
    table.play("Ben lays " + ALL, "Anna reveals")
    assert table.view.words[0] is not None
    assert table.view.words[0].text == "TROST"


@pytest.mark.rule("letter_jam.score.example", "letter_jam.score.word", "letter_jam.end.longer")
def test_the_example_of_the_score() -> None:
    """PIRAT made PRIMAT with a bonus M and two greens left: 15 + 1 + 2 = 18."""
    table = ended(bonus=("M",), greens=2)
    for box, letter in enumerate("PIRAT", start=1):
        table.play(f"Anna box {box} {letter}")
    laid(table, "1 3 2 +M 4 5", ALL).play("Anna reveals", "Anna counts")
    assert table.points["Anna"] == {"word": 5 * SCORE.letter, "longer": SCORE.longer, "greens": 2 * SCORE.green}
    said = next(e.text for e in table.step.messages if "letter_jam.score.example" in e.rules)
    assert {name: value for name, value in said.params if name != "player"} == {
        "word": 5 * SCORE.letter,
        "longer": SCORE.longer,
        "greens": 2 * SCORE.green,
        "points": 5 * SCORE.letter + SCORE.longer + 2 * SCORE.green,
    }
    assert table.view.words[0] is not None
    assert table.view.words[0].text == "PRIMAT"
    assert table.view.points == (5 * SCORE.letter + SCORE.longer + 2 * SCORE.green, 0)


@pytest.mark.rule("letter_jam.score.word", "letter_jam.setup.mixed_lengths")
def test_the_original_length_counts() -> None:
    table = laid(ended(length=7, greens=1), "1 2 3 4 5 6 7", "1 2 3 4 5 6 7").play("Ben reveals", "Ben counts")
    assert table.points["Ben"] == {"word": 7 * SCORE.letter, "greens": SCORE.green}


@pytest.mark.rule("letter_jam.score.wrong", "letter_jam.ruling.green_bonus", "letter_jam.ruling.covered_letters")
def test_a_wrong_word_brings_its_own_letters_that_were_right() -> None:
    """Decision: nothing for bonus letters and covered letters, nothing for greens."""
    table = laid(ended(bonus=("M",), greens=2), "1 2 +M * 5", ALL).play("Anna reveals")
    assert table.refused("Anna fails 4").rules == ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
    assert table.refused("Anna fails -1").rules[0] == "letter_jam.score.wrong"
    table.play("Anna fails 3", "Ben reveals", "Ben fails 0")
    assert table.points == {"Anna": {"letters": 3 * SCORE.guessed}, "Ben": {}}
    assert table.phase == "over"


@pytest.mark.rule("letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")
def test_a_shorter_word_is_a_wrong_word() -> None:
    table = ended().play("Anna lays 1 2 3 4")
    assert table.cited >= {"letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word"}
    table.play("Ben lays " + ALL, "Anna reveals")
    assert table.refused("Anna counts").rules == ("letter_jam.end.no_shorter", "letter_jam.ruling.shorter_word")
    assert labels(table.offers) == [("WordFails", 0)]
    assert labels(table.offers, closed=True) == [("WordCounts", 0)]
    assert table.play("Anna fails 4").points["Anna"] == {"letters": 4 * SCORE.guessed}


@pytest.mark.rule("letter_jam.ruling.counting_greens")
def test_only_greens_that_could_be_taken_count() -> None:
    """Decision: with reds left the centre is locked and does not count; leaves do, no matter who could take from them."""
    table = play("dealt", "enough", players=4)
    assert table.tokens == (4, 6, 1)
    for name in NAMES[:4]:
        table.play(f"{name} lays {ALL}")
    table.play("Anna reveals", "Anna counts")
    assert table.points["Anna"] == {"word": 5 * SCORE.letter, "greens": 6 * SCORE.green}


@pytest.mark.rule("letter_jam.ruling.counting_greens", "letter_jam.ruling.greens")
def test_house_rules_on_locked_greens() -> None:
    def greens(**house: str) -> int:
        table = play("dealt", "enough", players=2, **house)
        laid(table, ALL, ALL).play("Anna reveals", "Anna counts")
        return table.points["Anna"].get("greens", 0)

    assert greens() == 0
    assert greens(greens="free") == 2
    assert greens(locked_greens="count") == 5
    assert greens(greens="free", locked_greens="count") == 5


@pytest.mark.rule("letter_jam.score.verdict", "letter_jam.ruling.verdict_scale")
@pytest.mark.parametrize(
    ("players", "scale"),
    [
        (2, (8, 17, 26, 35, 43)),
        (3, (13, 25, 37, 49, 61)),
        (4, (16, 32, 48, 64, 80)),
        (5, (20, 40, 60, 80, 100)),
        (6, (23, 46, 69, 92, 115)),
    ],
)
def test_the_verdict_scale(players: int, scale: tuple[int, ...]) -> None:
    """Decision: one public source; its rule says that it is not confirmed, the screen does not."""
    names = ("edible", "tasty", "yummy", "delicious", "supersweet")
    assert [verdict(players, bound) for bound in scale] == list(names)
    assert [verdict(players, bound - 1) for bound in scale] == [None, *names[:-1]]
    said = team_score(evolve(play("dealt", players=players).state, points=(scale[-1], *(0,) * (players - 1))))
    assert "confirmed" not in said.text.message
    assert said.rules == ("letter_jam.score.verdict", "letter_jam.ruling.verdict_scale")
    (scale_rule,) = (rule for rule in rulebook().all if rule.id == "letter_jam.ruling.verdict_scale")
    assert "not confirmed" in scale_rule.text.message


@pytest.mark.rule("letter_jam.score.verdict", "letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
@pytest.mark.parametrize(
    ("players", "right", "won"), [(2, 2, True), (2, 1, False), (3, 2, False), (4, 3, True), (4, 2, False), (6, 5, True)]
)
def test_the_team_wins_when_nearly_everybody_has_a_word(players: int, right: int, won: bool) -> None:
    """Decision: all, or all but one from four players on."""
    table = play("dealt", "enough", players=players)
    for name in NAMES[:players]:
        table.play(f"{name} lays {ALL}")
    for seat, name in enumerate(NAMES[:players]):
        table.play(f"{name} reveals", f"{name} counts" if seat < right else f"{name} fails 2")
    assert table.phase == "over"
    assert ("you win" in table.view.prompt.text.message) == won
    assert table.over
    assert table.offers == ()
    total = sum(sum(points.values()) for points in table.points.values())
    assert total == sum(table.view.points)
    assert table.refused("Anna: Ben").rules == ("letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
    assert table.refused("Anna box 1 E").rules == ("letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
    assert (
        table.refused("next").rules
        == table.refused("Anna reveals").rules
        == ("letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
    )


@pytest.mark.rule("letter_jam.end.tokens")
def test_the_last_token_ends_the_clues() -> None:
    table = Table(4).play("dealt")
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        table.clues(name, using="*")
    table.clues("Anna", times=6, using="*")
    assert table.tokens == (0, 0, 1)
    assert table.phase == "choosing"
    table.play("Ben: Anna", "Anna on E", "next")
    assert table.phase == "laying"
    assert table.cited >= {"letter_jam.end.tokens", "letter_jam.advance.no_return"}
