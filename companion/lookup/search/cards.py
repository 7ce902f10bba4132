"""Recognises two cards in a question and what they have in common: seven of hearts and seven of spades have the same rank."""

from collections.abc import Collection, Iterable, Sequence, Set
from typing import Final

from attrs import frozen

_NOTHING: Final[frozenset[str]] = frozenset()


@frozen
class Cards:
    """The words for cards in a language, as stems.

    :param numbers: the words for each rank that is a number and may also be a count.
    :param courts: the words for each of the other ranks.
    :param jokers: the words for a card without a suit.
    :param suits: the words for each suit, common mistakes included.
    :param twice: words that double the card they stand beside.
    :param same_rank: stems added for two cards of the same rank.
    :param same_suit: stems added for two cards of the same suit.
    :param same_card: stems added for twice the same card.
    :param higher: stems added for two cards without anything in common.

    >>> cards = Cards(numbers=[{"7"}], courts=[{"jack"}], suits=[{"heart"}, {"spade"}], same_suit=frozenset({"suit"}))
    >>> cards.meant([{"heart"}, {"jack"}, {"and"}, {"heart"}, {"7"}])[2:]
    (frozenset(), frozenset({'suit'}), frozenset({'suit'}))
    """

    numbers: Collection[Set[str]] = ()
    courts: Collection[Set[str]] = ()
    jokers: Set[str] = _NOTHING
    suits: Collection[Set[str]] = ()
    twice: Set[str] = _NOTHING
    same_rank: frozenset[str] = _NOTHING
    same_suit: frozenset[str] = _NOTHING
    same_card: frozenset[str] = _NOTHING
    higher: frozenset[str] = _NOTHING

    def meant(self, asked: Sequence[Set[str]]) -> tuple[frozenset[str], ...]:
        """Return the additional stems for each word of a question.

        :param asked: the possible stems of each word.
        """
        suits = [_which(self.suits, word) for word in asked]
        ranks = [_which((*self.numbers, *self.courts, self.jokers), word) for word in asked]
        twice = [bool(word & self.twice) for word in asked]
        if _many(suits) < 2:
            for at in range(len(asked) - 1):
                if self._counts(at, asked, ranks, suits):  # "two kings" are no two and a king
                    ranks[at] = None
        two = any(said and rank is None for said, rank in zip(twice, ranks, strict=True))
        meant = self._common(_cards(ranks, two=two), _cards(suits, two=two))
        named = zip(ranks, suits, twice, strict=True)
        return tuple(meant if said or (rank, suit) != (None, None) else _NOTHING for rank, suit, said in named)

    def _counts(
        self, at: int, asked: Sequence[Set[str]], ranks: Sequence[int | None], suits: Sequence[int | None]
    ) -> bool:
        """Return whether a number is a count of the next word."""
        number = any(asked[at] & words for words in self.numbers)
        after_suit = at > 0 and suits[at - 1] is not None
        following = ranks[at + 1] if suits[at + 1] is None else suits[at + 1]
        return number and not after_suit and following is not None and not asked[at] & asked[at + 1]

    def _common(self, ranks: Sequence[int], suits: Sequence[int]) -> frozenset[str]:
        """Return the stems added for two cards; empty unless there are two."""
        joker = len(self.numbers) + len(self.courts)
        match ranks, suits:
            case [one, other], _ if one == other:
                if one == joker:
                    return _NOTHING
                return self.same_card if len(suits) == 2 and len(set(suits)) == 1 else self.same_rank
            case (([_, _] | [_] | []), [one, other]) if one == other:
                return self.same_suit
            case [one, other], _ if suits or max(one, other) >= len(self.numbers):
                return self.higher
            case _:
                return _NOTHING


def _which(groups: Iterable[Set[str]], word: Set[str]) -> int | None:
    """Return which of several groups a word belongs to."""
    return next((nth for nth, group in enumerate(groups) if group & word), None)


def _cards(found: Iterable[int | None], *, two: bool) -> list[int]:
    """Return the recognised cards; one may stand for both."""
    said = [one for one in found if one is not None]
    return said * 2 if two and len(said) == 1 else said


def _many(found: Iterable[int | None]) -> int:
    return sum(one is not None for one in found)
