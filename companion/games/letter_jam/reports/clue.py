"""How a clue is given, or none is needed any more."""

from collections.abc import Hashable, Iterable
from typing import assert_never

from attrs import evolve, frozen

from companion.games.letter_jam.messages import TOKENS, N, T, stand_name
from companion.games.letter_jam.model import Clue, State
from companion.games.letter_jam.numbers import NUMBERS
from companion.games.letter_jam.phases import Choosing, Deciding, Laying, Over, Preparing, Revealing
from companion.games.letter_jam.places import JOKER, At, Stand, Token
from companion.games.letter_jam.rules import OfPlayer, event, lay_words, no_more_clues, not_dealt, over
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Several, Weight
from companion.kernel.report import Report, Story
from companion.kernel.text import Listing, Player, Text


def _not_choosing(state: State) -> Explanation | None:
    """Return why no clue is waited for."""
    match state.phase:
        case Choosing():
            return None
        case Preparing():
            return not_dealt()
        case Deciding():
            text = T("A clue lies on the table. First everybody notes it and decides.")
            return why(text, "letter_jam.advance.wait", "letter_jam.round.chips_back")
        case Laying() | Revealing():
            return no_more_clues()
        case Over():
            return over()
        case _:
            assert_never(state.phase)


@frozen
class ClueGiven(OfPlayer):
    """A player has laid the numbered chips (letter_jam.clue.chips, letter_jam.clue.token).

    :param stands: where chip 1, chip 2 and so on lie.
    :param one_letter: whether the joker, if it has several chips, stands for the same letter each time.
    """

    seat: int
    stands: tuple[Stand, ...]
    one_letter: bool = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if not isinstance(state.phase, Choosing):
            return
        for one in state.seats:
            options = tuple(
                Option(stand, stand_name(stand, state.bonus)) for stand in state.stands if stand != Stand(At.SEAT, one)
            )
            chip = Choice("stand", T("Next chip"), options)
            chips = Several("stands", T("The chips in order"), chip, 1, NUMBERS.clue.most)
            label = T("{player} gives the clue", player=Player(one))
            rules = ("letter_jam.clue.chips", "letter_jam.clue.token")
            yield Offer(cls, label, rules, (("seat", one),), (chips,), closed=_no_token(state, one))

    def closed(self, state: State) -> Explanation | None:
        """It needs a token, visible letters and a joker of one meaning (letter_jam.clue.own_letter, letter_jam.joker)."""
        if wrong := _not_choosing(state) or _no_token(state, self.seat):
            return wrong
        if not 1 <= len(self.stands) <= NUMBERS.clue.most:
            text = T("A clue has at least one letter; here it has at most {most}.", most=NUMBERS.clue.most)
            return why(text, "letter_jam.clue.chips", "letter_jam.clue.longer")
        if Stand(At.SEAT, self.seat) in self.stands:
            text = T("{player} cannot see the own letter, so no chip goes there.", player=Player(self.seat))
            return why(text, "letter_jam.clue.own_letter")
        for stand in self.stands:
            if not state.shows(stand):
                return why(T("No letter stands there: {where}.", where=stand_name(stand)), "letter_jam.clue.chips")
        if not self.one_letter and self.stands.count(JOKER) > 1:
            text = T("In one clue the joker stands for one letter only, however often it is used.")
            return why(text, "letter_jam.joker")
        return None

    def tell(self, story: Story[State]) -> None:
        """The giver takes a token; whose letter is in the clue notes it (letter_jam.tokens.red_first, letter_jam.sheet.note)."""
        before, player = story.state, Player(self.seat)
        token = before.token_for(self.seat)
        if token is None:
            raise LookupError(f"no token for seat {self.seat}: this report should have been refused")
        marks = tuple(mark for stand in self.stands if (mark := before.shows(stand)))
        clue = Clue(len(before.clues) + 1, self.seat, token, marks)
        helped = tuple(one for one in before.seats if clue.uses(one))
        story.state = _taken(before, self.seat, token)
        for one in helped:
            story.state = story.state.with_place(one, evolve(story.state.places[one], clued=True))
        undecided = (None,) * len(before.places)
        story.change(clues=(*before.clues, clue), phase=Deciding(undecided, undecided))
        story.todo(T("{player} takes {token}.", player=player, token=TOKENS[token]), *_token_rules(before, token))
        story.tell(clue.sayable.text, "letter_jam.talk.allowed")
        if helped:
            players = Listing(tuple(map(Player, helped)))
            text = T("{players}: note the clue, with a question mark for the own letter.", players=players)
            story.todo(text, "letter_jam.sheet.note", "letter_jam.sheet.hold")
        if len(clue.marks) > NUMBERS.material.chips:
            text = T(
                "There are {chips} chips: for the further letters {player} says beside which stand they would lie.",
                chips=NUMBERS.material.chips,
                player=player,
            )
            story.todo(text, "letter_jam.clue.longer")
        if before.reds_left and not story.state.reds_left:
            text = N(
                "That was the last red token: {n} green one is now open.",
                "That was the last red token: {n} green ones are now open.",
                n=story.state.centre + (before.leaves if before.leaves_locked else 0),
            )
            story.tell(text, "letter_jam.tokens.centre", "letter_jam.ruling.unlocking")

    def describe(self) -> Text:
        return N(
            "{player}: clue of {n} letter",
            "{player}: clue of {n} letters",
            n=len(self.stands),
            player=Player(self.seat),
        )


def _no_token(state: State, seat: int) -> Explanation | None:
    """Return why a player cannot give a clue now (letter_jam.tokens.no_green)."""
    if state.token_for(seat):
        return None
    able = Listing(tuple(map(Player, state.givers)))
    if state.leaves_locked and state.leaves:
        text = T(
            "By the house rule all green tokens wait until the red ones are gone. The clue must come from {players}.",
            players=able,
        )
        return why(text, "letter_jam.ruling.greens", "letter_jam.tokens.no_green")
    text = T(
        "{player} has taken all own red tokens, and no green one is available. The clue must come from {players}.",
        player=Player(seat),
        players=able,
    )
    return why(text, "letter_jam.tokens.no_green", "letter_jam.tokens.centre")


def _taken(state: State, seat: int, token: Token) -> State:
    """Return the state after a player took a token from the setup card (letter_jam.clue.token)."""
    place = state.places[seat]
    match token:
        case Token.RED:
            return state.with_place(seat, evolve(place, reds=place.reds + 1))
        case Token.LEAF:
            state = evolve(state, leaves=state.leaves - 1)
        case Token.CENTRE:
            state = evolve(state, centre=state.centre - 1)
        case _:
            assert_never(token)
    return state.with_place(seat, evolve(place, greens=place.greens + 1))


def _token_rules(state: State, token: Token) -> tuple[str, ...]:
    """Return the rules that say which token it is."""
    if token is Token.CENTRE:
        return "letter_jam.tokens.centre", "letter_jam.clue.token", "letter_jam.ruling.tokens_order"
    if state.card.disputed and token is Token.LEAF:
        return "letter_jam.ruling.greens", "letter_jam.clue.token"
    own = {2: "letter_jam.tokens.two", 3: "letter_jam.tokens.three"}
    return own.get(len(state.places), "letter_jam.tokens.red_first"), "letter_jam.clue.token"


@frozen
class EndAgreed(Report[State]):
    """All agree that no more clues are needed (letter_jam.end.agreed)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Choosing):
            yield Offer(cls, T("No more clues needed"), ("letter_jam.end.agreed",), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        """They agree between two rounds only (letter_jam.ruling.tokens_order)."""
        if isinstance(state.phase, Deciding):
            text = T("First this round is brought to its end.")
            return why(text, "letter_jam.ruling.tokens_order", "letter_jam.end.agreed")
        return _not_choosing(state)

    def tell(self, story: Story[State]) -> None:
        lay_words(story, agreed=True)

    def describe(self) -> Text:
        return T("No more clues needed")

    def event_key(self, state: State) -> Hashable:
        return event(state)
