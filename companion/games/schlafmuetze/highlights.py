"""Highlights of a finished game of Schlafmütze."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.phases import GameOver, RoundOver
from companion.kernel.history import HistoryLine
from companion.kernel.text import Player, Text
from companion.scoring.highlights import SEVERAL, longest_lead, most


def highlights(history: Sequence[HistoryLine]) -> Iterator[Text]:
    """Yield the winner of the most rounds, the most cards left in hand and the longest lead."""
    rounds = [over for line in history if (over := _ended(line))]
    won = Counter(over.winner for over in rounds if over.winner is not None)
    if (winner := most(won)) and winner[1] >= SEVERAL:
        yield T("Most rounds won: {player} with {n}", player=Player(winner[0]), n=winner[1])
    held = [(cards, seat) for over in rounds for seat, cards in enumerate(over.hands) if cards]
    if held:
        cards, seat = max(held, key=lambda hand: hand[0])
        yield N(
            "Sleepiest of all: {player} with {n} card in hand",
            "Sleepiest of all: {player} with {n} cards in hand",
            n=cards,
            player=Player(seat),
        )
    if history:
        yield from longest_lead(history, history[0].before.seats, lowest_wins=True)


def _ended(line: HistoryLine) -> RoundOver | GameOver | None:
    after = line.item.step.state.phase if line.item.step else None
    before = line.before.phase
    ended = isinstance(after, RoundOver | GameOver) and not isinstance(before, RoundOver | GameOver)
    return after if ended else None
