"""What several players or stands do alike, in one line."""

from typing import Final

from companion.games.letter_jam.messages import T
from companion.kernel.text import Listing, Text
from companion.ui.kit.group_lines import Filled, GroupedLine, several


def _stood_up(lines: tuple[Filled, ...]) -> Text:
    """The letters go by number, since not everybody is as far."""
    moved = Listing(tuple(T("{player} (letter {n})", player=line["player"], n=line["n"]) for line in lines))
    return T("{players}: the letter goes back, the next one goes up.", players=moved)


def _unknown(lines: tuple[Filled, ...]) -> Text:
    return T("{players}: the letter goes back, the next one goes up.", players=several(lines))


def _next_cards(lines: tuple[Filled, ...]) -> Text:
    return T("{stands}: discard the letters, put up the next card of each stack.", stands=several(lines, "stand"))


def _from_stock(lines: tuple[Filled, ...]) -> Text:
    return T("{stands}: discard the letters, put up a card from the stock each.", stands=several(lines, "stand"))


TOGETHER: Final = {
    "{player} puts the letter back and stands up letter {n}.": GroupedLine(_stood_up, differ=("player", "n")),
    "{player} puts the letter back and stands up the next one.": GroupedLine(_unknown),
    "{stand}: discard the letter, put up the next card of its stack.": GroupedLine(_next_cards, differ=("stand",)),
    "{stand}: discard the letter, put up a card from the stock.": GroupedLine(_from_stock, differ=("stand",)),
}
