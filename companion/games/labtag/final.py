"""The end of the game: who is ahead of whom, and by which tie-break."""

from itertools import groupby, zip_longest

from attrs import frozen

from companion.games.labtag.cards import Card
from companion.games.labtag.house import House
from companion.games.labtag.match import height
from companion.games.labtag.messages import N, T, card_name
from companion.games.labtag.numbers import NUMBERS
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Player, Text


@frozen
class Standing:
    """A player's place at the end.

    :param place: 1 for the winner; players who are level to the end share it.
    :param points: one for each card on the victory pile.
    :param highest: the highest card of the pile.
    """

    seat: int
    place: int
    points: int
    highest: Card | None
    legendary: int


def standings(piles: tuple[tuple[Card, ...], ...], house: House) -> tuple[Standing, ...]:
    """Return everybody's place (labtag.final.points, labtag.final.tie_card, labtag.final.tie_legendary)."""
    keys = [_key(pile, house) for pile in piles]
    order = sorted(range(len(piles)), key=lambda seat: keys[seat], reverse=True)
    found = []
    for seat in order:
        pile = piles[seat]
        place = 1 + sum(key > keys[seat] for key in keys)
        highest = max(pile, key=lambda card: height(card, house)) if pile else None
        points = len(pile) * NUMBERS.points.trophy
        found.append(Standing(seat, place, points, highest, sum(card.legendary for card in pile)))
    return tuple(found)


def _key(pile: tuple[Card, ...], house: House) -> tuple[int, tuple[int, ...], int]:
    highest = max((height(card, house) for card in pile), default=())
    return len(pile), highest, sum(card.legendary for card in pile)


def result(ranked: tuple[Standing, ...]) -> Explanation:
    """Return who wins the game."""
    best = [each for each in ranked if each.place == 1]
    points = best[0].points
    if len(best) > 1:
        players = Listing(tuple(Player(each.seat) for each in best))
        text = N(
            "The game is drawn between {players}, with {n} point each.",
            "The game is drawn between {players}, with {n} points each.",
            n=points,
            players=players,
        )
        return Explanation(text, ("labtag.final.draw", "labtag.final.points"))
    text = N(
        "{player} wins the game with {n} point.",
        "{player} wins the game with {n} points.",
        n=points,
        player=Player(best[0].seat),
    )
    return Explanation(text, ("labtag.final.points", "labtag.goal"))


def proof(ranked: tuple[Standing, ...], house: House) -> tuple[Explanation, ...]:
    """Return for every tie in points which tie-break settles it, from the first place on."""
    lines: list[Explanation] = []
    groups = [tuple(group) for _, group in groupby(ranked, key=lambda each: each.place)]
    for level, lower in zip_longest(groups, groups[1:]):
        if len(level) > 1:
            players = Listing(tuple(Player(each.seat) for each in level))
            text = T("{players} are level in everything: a draw.", players=players)
            lines.append(Explanation(text, ("labtag.final.draw", "labtag.ruling.final_tie")))
        if lower and lower[0].points == level[0].points:
            lines.append(_settled(level[-1], lower[0], house))
    return tuple(lines)


def _settled(above: Standing, below: Standing, house: House) -> Explanation:
    assert above.highest
    assert below.highest
    names = {"player": Player(above.seat), "other": Player(below.seat), "points": above.points}
    ruling = "labtag.ruling.final_tie"
    text: Text
    if height(above.highest, house) != height(below.highest, house):
        text = T(
            "{player} and {other} have {points} each; the highest card decides: {high} beats {low}, so {player} is ahead.",
            **names,
            high=card_name(above.highest),
            low=card_name(below.highest),
        )
        return Explanation(text, ("labtag.final.tie_card", ruling, "labtag.ruling.highest_card"))
    text = T(
        "{player} and {other} have {points} each and equally high cards; legendary cards decide: {more} against {fewer}, so {player} is ahead.",
        **names,
        more=above.legendary,
        fewer=below.legendary,
    )
    return Explanation(text, ("labtag.final.tie_legendary", ruling, "labtag.ruling.legendary"))
