"""The end of the game: the ranking with its tie-breaks."""

from collections.abc import Iterable
from itertools import combinations, groupby, zip_longest

from attrs import frozen

from companion.games.labtag.cards import FLAGS, UNKNOWN, VALUES, Card, Kind, Tally
from companion.games.labtag.house import House
from companion.games.labtag.match import height
from companion.games.labtag.messages import N, T, card_name
from companion.games.labtag.model import Place
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player, Text


@frozen
class Pile:
    """The known content of a player's victory pile.

    :param reported: other reported facts of the pile.
    """

    seat: int
    cards: int
    known: tuple[Card, ...]
    reported: Tally
    house: House

    @property
    def points(self) -> int:
        """One point for each card."""
        return self.cards * NUMBERS.points.trophy

    @property
    def whole(self) -> bool:
        """Whether every card is named."""
        return len(self.known) == self.cards

    @property
    def best(self) -> Card | None:
        """The highest card that is named."""
        return max(self.known, key=lambda card: height(card, self.house), default=None)

    @property
    def order(self) -> tuple[Kind, Kind]:
        """The values of the highest card in the order in which they are compared (labtag.ruling.final_tie)."""
        return ("values", "labtag") if self.house.highest_card == "card_value" else ("labtag", "values")

    def value(self, kind: Kind) -> int | None:
        """Return a value of the highest card; ``None`` if unknown."""
        if self.whole:
            return _value(self.best, kind) if self.best else 0
        return self.reported.sum(kind)

    def least(self, kind: Kind) -> int:
        """Return a lower bound for a value of the highest card, from the named cards."""
        first = self.order[0]
        if self.best and (kind == first or self.value(first) == _value(self.best, first)):
            return _value(self.best, kind)
        return FLAGS.start if kind == "labtag" else min(VALUES.start, NUMBERS.value.special)

    @property
    def legendary(self) -> tuple[int, int]:
        """The fewest and the most legendary cards there may be."""
        named = sum(card.legendary for card in self.known)
        if self.reported.legendary is not None and not self.whole:
            return self.reported.legendary, self.reported.legendary
        return named, named + self.cards - len(self.known)

    @property
    def counted(self) -> int | None:
        """The number of legendary cards; ``None`` if unknown."""
        least, most = self.legendary
        return least if least == most else None

    @property
    def unnamed(self) -> bool:
        """Whether there are cards, but nothing is known of the highest one."""
        return bool(self.cards) and self.best is None and all(self.value(kind) is None for kind in self.order)

    @property
    def shown(self) -> Text | None:
        """The known part of the highest card; ``None`` if there is no card."""
        if not self.cards:
            return None
        if self.best and (self.whole or self.reported == UNKNOWN):
            return card_name(self.best)
        flag, value = self.value("labtag"), self.value("values")
        return T("{labtag}/{value}", labtag="?" if flag is None else flag, value="?" if value is None else value)


def _value(card: Card, kind: Kind) -> int:
    return card.labtag if kind == "labtag" else card.points


def piles(places: Iterable[Place], house: House) -> tuple[Pile, ...]:
    """Return the victory piles."""
    return tuple(Pile(seat, len(each.pile), each.known, each.highest, house) for seat, each in enumerate(places))


@frozen
class Question:
    """A question about a victory pile, to settle a tie."""

    seat: int
    kind: Kind


def question(all_piles: tuple[Pile, ...]) -> Question | None:
    """Return the next question about a pile that is level in points with another (labtag.ruling.final_tie)."""
    for one, other in combinations(all_piles, 2):
        if one.cards == other.cards and isinstance(unknown := compared(one, other), Question):
            return unknown
    return None


def compared(one: Pile, other: Pile) -> int | Question:
    """Compare two piles: positive if the first is ahead, negative if the second is, 0 if level; or the question that decides it.

    Rules: labtag.final.points, labtag.final.tie_card, labtag.final.tie_legendary.
    """
    if one.cards != other.cards or not one.cards:
        return one.cards - other.cards
    for kind in one.order:
        left, right = one.value(kind), other.value(kind)
        if left is None and (right is None or one.least(kind) <= right):
            return Question(one.seat, kind)
        if right is None and (left is None or other.least(kind) <= left):
            return Question(other.seat, kind)
        if left != right:
            return (one.least(kind) if left is None else left) - (other.least(kind) if right is None else right)
    (left_least, left_most), (right_least, right_most) = one.legendary, other.legendary
    if left_least > right_most or right_least > left_most:
        return left_least - right_least
    unsure = next((pile for pile in (one, other) if pile.counted is None), None)
    return Question(unsure.seat, "legendary") if unsure else 0


@frozen
class Standing:
    """A player's place at the end; level players share it."""

    place: int
    pile: Pile

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.pile.seat


def standings(all_piles: tuple[Pile, ...]) -> tuple[Standing, ...]:
    """Return the ranking, once no question is left."""

    def ahead_of(pile: Pile) -> int:
        return sum(isinstance(ahead := compared(other, pile), int) and ahead > 0 for other in all_piles)

    found = (Standing(1 + ahead_of(pile), pile) for pile in all_piles)
    return tuple(sorted(found, key=lambda each: each.place))


def result(ranked: tuple[Standing, ...]) -> Explanation:
    """Return who wins the game."""
    best = [each for each in ranked if each.place == 1]
    points = best[0].pile.points
    if len(best) > 1:
        players = Listing(tuple(Player(each.seat) for each in best))
        text = N(
            "Draw between {players} with {n} trophy each.",
            "Draw between {players} with {n} trophies each.",
            n=points,
            players=players,
        )
        return Explanation(text, ("labtag.final.draw", "labtag.final.points"))
    text = N(
        "{player} wins the game with {n} trophy.",
        "{player} wins the game with {n} trophies.",
        n=points,
        player=Player(best[0].seat),
    )
    return Explanation(text, ("labtag.final.points", "labtag.goal"))


def proof(ranked: tuple[Standing, ...]) -> tuple[Explanation, ...]:
    """Return for every tie in points which tie-break settles it, from the first place on."""
    lines: list[Explanation] = []
    groups = [tuple(group) for _, group in groupby(ranked, key=lambda each: each.place)]
    for level, lower in zip_longest(groups, groups[1:]):
        if len(level) > 1:
            players = Listing(tuple(Player(each.seat) for each in level))
            text = T("{players} are tied in everything: a draw.", players=players)
            lines.append(Explanation(text, ("labtag.final.draw", "labtag.ruling.final_tie")))
        if lower and lower[0].pile.points == level[0].pile.points:
            lines.append(_settled(level[-1].pile, lower[0].pile))
    return tuple(lines)


def _settled(above: Pile, below: Pile) -> Explanation:
    names = {"player": Player(above.seat), "other": Player(below.seat), "points": above.points}
    ruling = "labtag.ruling.final_tie"
    if any(above.value(kind) != below.value(kind) for kind in above.order):
        assert above.shown
        assert below.shown
        text = T(
            "{player} and {other} are tied at {points}; {player} has the highest card: {high} beats {low}.",
            **names,
            high=above.shown,
            low=below.shown,
        )
        return Explanation(text, ("labtag.final.tie_card", ruling, "labtag.ruling.highest_card"))
    rules = ("labtag.final.tie_legendary", ruling, "labtag.ruling.legendary")
    if above.counted is None or below.counted is None:
        text = T(
            "{player} and {other} are tied at {points}, with equally high cards; legendary cards decide for "
            "{player}: at least {more} against at most {fewer}.",
            **names,
            more=above.legendary[0],
            fewer=below.legendary[1],
        )
        return Explanation(text, rules)
    text = T(
        "{player} and {other} are tied at {points}, with equally high cards; legendary cards decide for "
        "{player}: {more} against {fewer}.",
        **names,
        more=above.counted,
        fewer=below.counted,
    )
    return Explanation(text, rules)
