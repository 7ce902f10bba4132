"""The team's score."""

from typing import Final

from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.numbers import NUMBERS, SETUP_CARDS
from companion.kernel.explain import Explanation
from companion.kernel.game import ScoreLine
from companion.kernel.text import Player, Text

#: The only round of the score sheet: a game is scored once.
SCORED_ROUND: Final = 1

#: The grades of letter_jam.ruling.verdict_scale, the lowest first.
VERDICTS: Final = {
    "edible": T("edible"),
    "tasty": T("tasty"),
    "yummy": T("yummy"),
    "delicious": T("delicious"),
    "supersweet": T("supersweet"),
}


def worth(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """Return the points of a judged word by column (letter_jam.score.word, letter_jam.score.wrong)."""
    word, length, score = state.word(seat), state.places[seat].length, NUMBERS.score

    def line(column: str, points: int, text: Text, *rules: str) -> ScoreLine:
        return ScoreLine(seat, SCORED_ROUND, column, points, Explanation(text, rules))

    if not word.right:
        text = N("{n} own letter guessed right", "{n} own letters guessed right", n=word.letters)
        rules = ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters")
        return (line("letters", score.guessed * word.letters, text, *rules),)
    longer, greens = (word.length or 0) - length, state.scoring_greens
    return (
        line(
            "word",
            score.letter * length,
            T("{factor} × {length} letters of the word you were given", factor=score.letter, length=length),
            "letter_jam.score.word",
        ),
        line(
            "longer",
            score.longer * longer,
            N("{n} letter more than you were given", "{n} letters more than you were given", n=longer),
            "letter_jam.score.word",
            "letter_jam.end.longer",
        ),
        line(
            "greens",
            score.green * greens,
            N("{n} green token still available", "{n} green tokens still available", n=greens),
            "letter_jam.score.word",
            "letter_jam.ruling.green_bonus",
            "letter_jam.ruling.counting_greens",
        ),
    )


def worth_text(state: State, seat: int) -> Explanation:
    """Return the message that explains the points of a judged word."""
    brought = [line.points for line in worth(state, seat)]
    if len(brought) == 1:
        text = N(
            "{player}’s word does not count: {n} point for the letters guessed right.",
            "{player}’s word does not count: {n} points for the letters guessed right.",
            n=brought[0],
            player=Player(seat),
        )
        return Explanation(
            text, ("letter_jam.score.wrong", "letter_jam.ruling.covered_letters", "letter_jam.ruling.correctness")
        )
    word, longer, greens = brought
    text = T(
        "{player}’s word counts: {word} + {longer} + {greens} = {points} points.",
        player=Player(seat),
        word=word,
        longer=longer,
        greens=greens,
        points=sum(brought),
    )
    rules = (
        "letter_jam.score.word",
        "letter_jam.ruling.correctness",
        "letter_jam.score.example",
        "letter_jam.ruling.green_bonus",
        "letter_jam.ruling.counting_greens",
    )
    return Explanation(text, rules)


def outcome(state: State) -> tuple[Explanation, ...]:
    """Return the messages about the team's result (letter_jam.end.won, letter_jam.score.verdict)."""
    seats, right = len(state.places), sum(bool(word and word.right) for word in state.words)
    missing = NUMBERS.won.missing if seats >= NUMBERS.won.from_players else 0
    rules = ("letter_jam.end.won", "letter_jam.ruling.nearly_everyone")
    if right == seats:
        won = Explanation(T("Everybody has a word: you win!"), rules)
    elif right >= seats - missing:
        text = T("{right} of {all} have a word: you win!", right=right, all=seats)
        won = Explanation(text, rules)
    else:
        won = Explanation(
            T("{right} of {all} have a word. If you had fun, that is enough.", right=right, all=seats), rules
        )
    return won, team_score(state)


def team_score(state: State) -> Explanation:
    """Return the team's total, its calculation and its grade (letter_jam.score.verdict)."""
    points = sum(state.points)
    calculation = " + ".join(map(str, state.points))
    reached = verdict(len(state.places), points)
    if reached:
        text = T(
            "Together {calculation} = {points} points: {verdict}.",
            calculation=calculation,
            points=points,
            verdict=VERDICTS[reached],
        )
    else:
        text = N(
            "Together {calculation} = {n} point; the lowest grade starts at {first}.",
            "Together {calculation} = {n} points; the lowest grade starts at {first}.",
            n=points,
            calculation=calculation,
            first=state.card.edible,
        )
    return Explanation(text, ("letter_jam.score.verdict", "letter_jam.ruling.verdict_scale"))


def verdict(seats: int, points: int) -> str | None:
    """Return the highest grade that a team has reached (letter_jam.ruling.verdict_scale).

    >>> verdict(2, 16), verdict(2, 17), verdict(2, 7)
    ('edible', 'tasty', None)
    """
    reached = [mark for mark, bound in zip(VERDICTS, SETUP_CARDS[seats].scale, strict=True) if points >= bound]
    return reached[-1] if reached else None
