"""Highlights of a finished game of Letter Jam."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.letter_jam.messages import N, T
from companion.games.letter_jam.model import State
from companion.games.letter_jam.view import view
from companion.kernel.history import HistoryLine
from companion.kernel.text import Player, Text
from companion.scoring.highlights import SEVERAL, most, scored


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the best word, the longest clue and the player with the most clues."""
    if not history or not history[-1].item.step:
        return
    state = history[-1].item.step.state
    yield from _best_word(history, state)
    if state.clues:
        clue = max(state.clues, key=lambda clue: clue.letters)
        yield N(
            "Longest clue: {n} letter, by {player}",
            "Longest clue: {n} letters, by {player}",
            n=clue.letters,
            player=Player(clue.giver),
        )
    giver = most(Counter(clue.giver for clue in state.clues))
    if giver and giver[1] >= SEVERAL:
        yield T("Most clues: {player} with {n}", player=Player(giver[0]), n=giver[1])


def _best_word(history: Sequence[HistoryLine], state: State) -> Iterator[Text]:
    points = Counter[int]()
    for line in scored(history):
        points[line.seat] += line.points
    if not (best := most(points)):
        return
    seat, n = best
    laid = view(state, None).words[seat]
    if laid and laid.word.right and laid.text.isalpha():
        yield T("Best word: {word}, by {player}, {n} points", word=laid.text, player=Player(seat), n=n)
    else:
        yield N("Best word: {player} with {n} point", "Best word: {player} with {n} points", n=n, player=Player(seat))
