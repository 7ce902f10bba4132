"""The examples of the rules are true: each is laid out as a position, and what its text says must come out, in each language."""

import re
from collections.abc import Callable

import pytest
from games.letter_jam.table import ALL, NAMES, Table, ended, laid, play

from companion.games.letter_jam.model import Sayable
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.places import JOKER, At, Stand, Token
from companion.games.letter_jam.reports import ClueGiven
from companion.i18n import Renderer
from companion.lookup import rulebook

LANGUAGES = {"en": "english", "de": "german"}
Example = Callable[["Said"], None]

EXAMPLES: dict[str, Example] = {}
#: Examples that no position can decide, and why.
UNDECIDED = {
    "letter_jam.talk.forbidden": "what is said aloud is heard by the players alone",
    "letter_jam.clue.any_word": "whether a clue is a word is nobody's business but the players'",
}

_NUMBERS = {
    **dict.fromkeys(("no", "kein"), 0),
    **dict.fromkeys(("one", "ein"), 1),
    **dict.fromkeys(("two", "zwei"), 2),
    **dict.fromkeys(("three", "drei"), 3),
    **dict.fromkeys(("four", "vier"), 4),
    **dict.fromkeys(("five", "fünf"), 5),
    **dict.fromkeys(("six", "sechs"), 6),
}


class Said:
    """An example as a language has it."""

    def __init__(self, text: str, language: str) -> None:
        self.text, self.language = text, language

    @property
    def numbers(self) -> list[int]:
        """Its numbers, written as digits or as words."""
        found = re.findall(r"\d+|\w+", self.text.lower())
        return [
            int(word) if word.isdecimal() else _NUMBERS[word] for word in found if word.isdecimal() or word in _NUMBERS
        ]

    @property
    def words(self) -> list[str]:
        """Its words in capitals, and clues as they are noted."""
        return re.findall(r"(?<![\w?])[A-ZÄ?][A-ZÄ?*]+(?!\w)", self.text)

    @property
    def letters(self) -> list[str]:
        """Its single letters."""
        return re.findall(r"(?<![\w?])[A-Z](?!\w)", self.text)


def example(rule: str) -> Callable[[Example], Example]:
    """Mark what shows a rule's example."""

    def taken(check: Example) -> Example:
        EXAMPLES[rule] = check
        return check

    return taken


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_example_is_left_out(language: str) -> None:
    with_example = {rule.id for rule in rulebook().rules("letter_jam") if rule.example}
    assert set(EXAMPLES) | set(UNDECIDED) == with_example | {"letter_jam.score.example"}
    assert not set(EXAMPLES) & set(UNDECIDED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", EXAMPLES)
def test_the_example_is_true(rule: str, language: str) -> None:
    found = rulebook().rule(rule)
    EXAMPLES[rule](Said(Renderer(language, ()).text(found.example or found.text), language))


def spelled(word: str, seen: dict[str, str]) -> str:
    """Return how a clue is laid by a player who sees these letters at these stands."""
    return " ".join(seen[letter] for letter in word)


def cards(given: str, word: str, bonus: str = "") -> str:
    """Return how a word is laid of the given letters and a bonus letter."""
    left, tiles = list(given), []
    for letter in word:
        if letter in left:
            tiles.append(str(left.index(letter) + 1))
            left[left.index(letter)] = ""
        else:
            assert letter == bonus
            tiles.append(f"+{letter}")
    return " ".join(tiles)


def noted(given: str, *, bonus: tuple[str, ...] = (), greens: int = 1) -> Table:
    """Return a table at the end, with Anna's guesses in the boxes of her sheet."""
    table = ended(bonus=bonus, greens=greens)
    for box, letter in enumerate(given, start=1):
        table.play(f"Anna box {box} {letter}")
    return table


@example("letter_jam.setup.word")
def _tiger(said: Said) -> None:
    (word,), (length,) = said.words, said.numbers
    assert length == len(word)
    assert play(f"dealt {length}", players=2).state.places[1].length == length


@example("letter_jam.round.look")
def _visible_letters(said: Said) -> None:
    seen = dict(zip(said.letters, NAMES[1:], strict=True))
    for word in said.words:
        clue = play("dealt", f"Anna: {spelled(word, seen)}", players=6).state.clue
        assert len(clue.marks) == len(word)


@example("letter_jam.talk.allowed")
def _five_facts(said: Said) -> None:
    assert re.search("with the joker|mit Joker", said.text)
    facts = play("dealt", "Anna: Ben Cleo Dora 1 * Ben").sayable
    assert facts == Sayable(*said.numbers, joker=True)


@example("letter_jam.clue.chips")
def _chips_beside_stands(said: Said) -> None:
    word, at = said.words[0], {"stand two": "2", "Halter zwei": "2"}
    chips = re.findall(r"(Ben|Cleo|Dora|stand two|Halter zwei) (\d)", said.text)
    assert [int(number) for _, number in chips] == list(range(1, len(word) + 1))
    stands = [at.get(stand, stand) for stand, _ in chips]
    seen = dict(zip(said.letters, dict.fromkeys(stands), strict=True))
    assert spelled(word, seen) == " ".join(stands)
    clue = play("dealt", f"Anna: {' '.join(stands)}").state.clue
    assert clue.stands[1] == Stand(At.NPC, 1)
    assert clue.stands[0] == clue.stands[4] == Stand(At.SEAT, 1)


@example("letter_jam.clue.double_letter")
def _same_letter_twice(said: Said) -> None:
    (word,) = said.words
    seen = {letter: f"{number}" for number, letter in enumerate(sorted(set(word) - {"R"}), start=1)}
    assert said.numbers[0] == 2, "so many cards show it"
    if said.language == "en":
        assert said.numbers[1] == word.count("R")
    one = spelled(word, {**seen, "R": "Ben"}).split()
    spread = one[::-1]
    spread[spread.index("Ben")] = "Cleo"
    for stands in (one, spread[::-1]):
        clue = play("dealt", f"Anna: {' '.join(stands)}", players=3).state.clue
        assert len(clue.marks) == len(word)


@example("letter_jam.clue.umlaut")
def _umlauts_are_two_letters(said: Said) -> None:
    (umlaut, word), (length,) = said.words, said.numbers
    assert umlaut.replace("Ä", "AE") == word
    assert len(word) == length
    table = play("dealt", "Anna: Ben 1 2 Cleo")
    assert table.sayable.letters == length
    assert table.refused("Ben on Ä").rules[0] == "letter_jam.clue.umlaut"


@example("letter_jam.sheet.note")
def _noted_with_a_question_mark(said: Said) -> None:
    word, line = said.words
    assert line.count("?") == word.count(word[0])
    stands = dict(zip(dict.fromkeys(line.replace("?", "").replace("*", "")), ("Cleo", "Dora", "1", "2"), strict=True))
    table = play("dealt", "Anna: " + " ".join({"?": "Ben", "*": "*"}.get(sign) or stands[sign] for sign in line))
    table.play(f"Ben notes 1 {line}")
    assert table.sheet_of("Ben").rows[0].letters == line
    assert all(sign in ("?", "*", letter) for sign, letter in zip(line, word, strict=True))
    joker = said.letters[0]
    assert {letter for sign, letter in zip(line, word, strict=True) if sign == "*"} == {joker}


@example("letter_jam.sheet.guess")
def _guesses_drop_out(said: Said) -> None:
    (first, second), (*guesses, left) = said.words, said.letters
    assert left in guesses
    grey = NUMBERS.grey[LANGUAGES[said.language]]
    assert not set(guesses) & set(grey), "no card has a grey letter"
    table = play("dealt", "Anna: Ben Cleo 1 2", f"Ben notes 1 {first} {''.join(guesses)}", "next")
    table.play("Cleo: Ben Dora 1 2", f"Ben notes 2 {second} {left}")
    assert [(row.letters, row.guesses) for row in table.sheet_of("Ben").rows] == [
        (first, "".join(guesses)),
        (second, left),
    ]


@example("letter_jam.joker")
def _joker_is_one_letter(said: Said) -> None:
    word, (letter, other) = said.words[0], (said.letters[-2], said.letters[-1])
    assert word[0] == word[4] == letter != other
    assert other in word
    same = (JOKER, *(Stand(At.SEAT, seat) for seat in (1, 2, 1)), JOKER)
    assert play("dealt").report(ClueGiven(0, same)).sayable.joker
    two = ClueGiven(0, (JOKER, Stand(At.SEAT, 1), JOKER), one_letter=False)
    assert play("dealt").refused(two).rules == ("letter_jam.joker",)


@example("letter_jam.tokens.red_first")
def _red_first(said: Said) -> None:
    assert said.text.startswith("Ben")
    table = play("dealt").clues("Ben")
    assert table.state.places[1].reds == 1
    table.clues("Ben")
    assert table.state.clue.token is Token.LEAF


@example("letter_jam.tokens.two")
def _red_ones_of_two(said: Said) -> None:
    anna, ben = said.numbers
    table = play("dealt", players=2).clues("Anna", times=anna).clues("Ben", times=ben)
    assert [table.state.token_for(seat) for seat in (0, 1)] == [None, Token.RED]
    assert table.clues("Ben").state.token_for(0) is Token.LEAF


@example("letter_jam.tokens.three")
def _red_ones_of_three(said: Said) -> None:
    (reds,) = said.numbers
    table = play("dealt", players=3).clues("Cleo", times=reds)
    assert [table.state.token_for(seat) for seat in range(3)] == [Token.RED, Token.RED, None]
    table.clues("Anna", times=reds).clues("Ben", times=reds).clues("Cleo")
    assert table.state.clue.token is Token.LEAF


@example("letter_jam.tokens.no_green")
def _only_dora(said: Said) -> None:
    assert "Dora" in said.text
    table = play("dealt")
    for name in NAMES[:3]:
        table.clues(name, using="*")
    table.clues("Anna", times=6, using="*")
    assert table.tokens == (1, 0, 1)
    assert [NAMES[seat] for seat in table.state.givers] == ["Dora"]


@example("letter_jam.bonus.guess")
def _bonus_letter_won(said: Said) -> None:
    (letter,) = set(said.letters)
    table = play("dealt").letters_done("Cleo").play("Anna: Cleo", f"Cleo guesses {letter} right", "next")
    assert table.state.bonus == (letter,)


@example("letter_jam.end.replace")
def _trost(said: Said) -> None:
    *given, bonus, covered = said.letters
    (word,) = said.words
    table = noted("".join(given), bonus=(bonus,)).play(f"Anna lays {cards(''.join(given), word, bonus)}")
    assert table.sheet_of("Anna").word == word
    assert sorted(word.replace(bonus, covered)) == sorted(given)


@example("letter_jam.end.longer")
def _primat(said: Said) -> None:
    (given, word), (bonus,) = said.words, said.letters
    table = laid(noted(given, bonus=(bonus,)), cards(given, word, bonus), ALL).play("Anna reveals", "Anna counts")
    assert table.points["Anna"]["longer"] == len(word) - len(given) == 1


@example("letter_jam.end.any_word")
def _pirat(said: Said) -> None:
    given, word = said.words
    table = laid(noted(given), cards(given, word), ALL).play("Anna reveals")
    assert table.view.words[0]
    assert table.view.words[0].text == word
    assert table.play("Anna counts").points["Anna"]["word"] == 3 * len(given)


@example("letter_jam.score.example")
def _eighteen(said: Said) -> None:
    (given, word), (bonus,) = said.words, said.letters
    length, greens, *parts, total = said.numbers
    assert length == len(given)
    table = laid(noted(given, bonus=(bonus,), greens=greens), cards(given, word, bonus), ALL)
    table.play("Anna reveals", "Anna counts")
    assert list(table.points["Anna"].values()) == parts
    assert table.view.points[0] == total
    assert table.view.words[0]
    assert table.view.words[0].worth
    assert table.view.words[0].worth.calculation == f"{' + '.join(map(str, parts))} = {total}"
