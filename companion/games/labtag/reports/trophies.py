"""The trophy of a match and its report."""

from collections.abc import Hashable, Iterable
from typing import Final

from attrs import evolve, frozen

from companion.games.labtag.cards import Card, Tally
from companion.games.labtag.match import alike, trophies
from companion.games.labtag.messages import T, card_name
from companion.games.labtag.model import GameOver, Match, State, Trophy, Won
from companion.games.labtag.numbers import NUMBERS
from companion.games.labtag.shared import event, next_turn
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.offers import Offer
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Listing, Player, Text

#: A game is a single round.
ROUND: Final = 1


def end_match(effects: Effects[State], current: Match, winner: int | None, won: Won | None = None) -> None:
    """Discard the cards and give the winner a trophy (labtag.match.trophy, labtag.ruling.drawn_match).

    :param won: the reported result, if the match is only checked.
    """
    if won is None:
        sizes = [_lying(effects.state, current, seat) for seat in current.seats]
        effects.change(matches=effects.state.matches + 1)
        effects.state = effects.state.discarding(*sizes)
    checkable = None in current.cards and not any(isinstance(known, Tally) for known in current.cards)
    effects.change(last=Won(current, winner) if checkable and winner is not None else None, equal=None)
    if winner is None:
        effects.todo(T("All revealed cards are discarded."), "labtag.match.trophy")
        next_turn(effects, current.seats[0])
        return
    known = current.known(winner)
    if not isinstance(known, tuple):
        trophy(effects, current, winner, None, scored=won is not None)
        return
    cards = trophies(known, effects.state.house)
    if alike(cards, effects.state.house):
        trophy(effects, current, winner, cards[0], scored=won is not None)
        effects.change(equal=(winner, cards) if len(cards) > 1 else None)
    else:
        effects.change(phase=Trophy(current, winner, cards, scored=won is not None))


def how_it_ended(current: Match, winner: int | None) -> Text:
    """Return a short text with the winner of a match, or that it is drawn."""
    one, other = current.seats
    if winner is None:
        return T("{player} and {other}: draw", player=Player(one), other=Player(other))
    loser = other if winner == one else one
    return T("{player} wins against {other}", player=Player(winner), other=Player(loser))


def _lying(state: State, current: Match, seat: int) -> int | None:
    known, group = current.known(seat), current.group(seat)
    if isinstance(known, tuple):
        return len(known)
    return None if group is None else state.places[seat].groups[group].size


def trophy(effects: Effects[State], current: Match, seat: int, card: Card | None, *, scored: bool) -> None:
    """Put a card on the winner's victory pile and score a point for it (labtag.match.trophy, labtag.final.points).

    :param card: the card; ``None`` if it is not named.
    :param scored: whether the trophy is a point already, and only named now.
    """
    rules = ("labtag.match.trophy", "labtag.ruling.highest_card", "labtag.final.points")
    text = (
        T(
            "{player} wins and puts {card} face down on the victory pile; the rest is discarded.",
            player=Player(seat),
            card=card_name(card),
        )
        if card
        else T(
            "{player} wins and puts their highest card face down on the victory pile; the rest is discarded.",
            player=Player(seat),
        )
    )
    message = effects.say(text, *rules, tone=Tone.TODO)
    place = effects.state.places[seat]
    if scored:
        effects.state = effects.state.with_place(seat, evolve(place, pile=(*place.pile[:-1], card)))
    else:
        effects.score(seat, ROUND, "trophies", NUMBERS.points.trophy, message)
        effects.state = effects.state.with_place(seat, evolve(place, pile=(*place.pile, card))).discarding(-1)
    next_turn(effects, current.seats[0])


@frozen
class TrophyChosen(Report[State]):
    """The winner of the match has chosen the card for the own victory pile (labtag.match.trophy)."""

    continues = True

    seat: int
    card: Card

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Trophy):
            rules = ("labtag.match.trophy", "labtag.ruling.trophy_choice")
            for card in state.phase.cards:
                yield Offer(cls, card_name(card), rules, (("seat", state.phase.winner), ("card", card)))

    def refusal(self, state: State) -> Explanation | None:
        """Allow a choice only to the winner, among that player's highest cards.

        Rules: labtag.ruling.trophy_choice, labtag.ruling.highest_card.
        Decision: after the last match, one of several equal cards is no longer named, as the game is over.
        """
        if stranger := refuse_unknown_seat(state.seats, self.seat):
            return stranger
        phase = state.phase
        if isinstance(phase, Trophy):
            winner, cards = phase.winner, phase.cards
        elif state.equal and not isinstance(phase, GameOver):
            winner, cards = state.equal
        else:
            return NOT_OFFERED
        if self.seat != winner:
            text = T("{player} has won the match and chooses the trophy.", player=Player(winner))
            return why(text, "labtag.ruling.trophy_choice", "labtag.match.trophy")
        if self.card not in cards:
            text = T(
                "The trophy must be one of the winner’s highest cards: {cards}.",
                cards=Listing(tuple(map(card_name, cards))),
            )
            return why(text, "labtag.match.trophy", "labtag.ruling.highest_card")
        return None

    def apply(self, effects: Effects[State]) -> None:
        """Score the trophy, or name it among several equal cards (labtag.final.points)."""
        phase = effects.state.phase
        if isinstance(phase, Trophy):
            trophy(effects, phase.match, self.seat, self.card, scored=phase.scored)
            return
        place = effects.state.places[self.seat]
        effects.state = effects.state.with_place(self.seat, evolve(place, pile=(*place.pile[:-1], self.card)))
        effects.change(equal=None)
        effects.say(self.describe(), "labtag.match.trophy", "labtag.ruling.trophy_choice")

    def describe(self) -> Text:
        return T("{player}’s trophy: {card}", player=Player(self.seat), card=card_name(self.card))

    def event_key(self, state: State) -> Hashable:
        return event(state, state.equal) if state.equal else event(state)
