"""Pracherche, the ancestor of Bronzen: the higher card wins, equal ranks make war."""

from collections.abc import Hashable, Mapping
from typing import Final, TypeAlias, assert_never, get_args

from attrs import evolve, field, frozen

from companion.games.bronzen.actions import Cards, Finish, NextRound
from companion.games.bronzen.cards import Card
from companion.games.bronzen.messages import N, T, card_name
from companion.games.bronzen.model import NUMBERS, SEATS, GameOver, Reveal, RoundOver
from companion.games.bronzen.offers import card_options
from companion.games.bronzen.refusals import impossible_card, miscounted
from companion.kernel.explain import Explanation, Refused, Tone
from companion.kernel.game import Column, Fact, Meta, ScoreLine, Setup, Step, Upcaster
from companion.kernel.offers import Choice, Composite, Number, Offer, Weight
from companion.kernel.setup import house
from companion.kernel.text import Player, Text

META: Final = Meta(
    id="pracherche",
    folder="bronzen",
    title=T("Pracherche"),
    tagline=T("The higher card wins: nothing to think about, everything to talk about"),
    revision=1,
    colour="#7a6a58",
    seats=(2, 2),
    columns=(Column("won", T("Games won"), 1, "pracherche.end"),),
)


# What the players report


@frozen
class Higher:
    """The open card of ``seat`` has the higher rank."""

    seat: int


@frozen
class Equal:
    """The two open cards have the same rank."""


@frozen
class Recount:
    """The players have counted their stacks."""

    stacks: tuple[int, int]


Action: TypeAlias = Higher | Equal | Cards | Recount | NextRound | Finish


# The state


@frozen
class War:
    """Equal ranks lie open: both lay one card face down, if they can, and then one open.

    :param laid: cards each has laid in this trick.
    :param told: the open cards, as far as they were reported.
    """

    laid: int
    told: tuple[Card, ...] = ()


Phase: TypeAlias = Reveal | War | RoundOver | GameOver
PHASES: Final = {Reveal: "reveal", War: "laying", RoundOver: "round_over", GameOver: "round_over"}


@frozen
class State:
    """Everything about a table of Pracherche.

    :param trick: number of the running trick, counted from 1.
    :param stacks: the cards each player holds, without those on the table.
    """

    round: int = 1
    trick: int = 1
    phase: Phase = field(factory=Reveal)
    stacks: tuple[int, int] = (NUMBERS.deck.size, NUMBERS.deck.size)

    @property
    def laid(self) -> int:
        """How many cards each has laid in the running trick."""
        return self.phase.laid if isinstance(self.phase, War) else 0

    @property
    def told(self) -> tuple[Card, ...]:
        """The open cards of the running trick, as far as they were reported."""
        return self.phase.told if isinstance(self.phase, War) else ()

    @property
    def face_down(self) -> int:
        """How many cards each lays face down now (pracherche.war, pracherche.ruling.short_war)."""
        return min(1, min(self.stacks) - 1) if isinstance(self.phase, War) else 0


# What is allowed


def refusal(state: State, action: Action) -> Explanation | None:
    """Return why an action is not allowed now, with the rule that forbids it."""
    match action, state.phase:
        case _, GameOver():
            return _why(T("This game is over. Start a rematch for another one."), "pracherche.end")
        case Higher(seat), _ if seat not in SEATS:
            return _why(T("Pracherche has two players; there is no seat {seat}.", seat=seat), "pracherche.setup")
        case Higher() | Equal() | Cards() | Recount(), RoundOver():
            return _why(T("The round is over. Start the next one first."), "pracherche.end")
        case Cards(cards), _:
            return impossible_card(state.told, cards, "pracherche.setup", "bronzen.ruling.same_card_twice")
        case Recount(), War():
            return _why(T("Cards lie on the table. Play the trick out, then count."), "pracherche.war")
        case Recount(stacks), _:
            return _recount_refusal(stacks)
        case ((NextRound() | Finish()), (Reveal() | War())):
            return _why(T("The round still runs: it ends when somebody has no card left."), "pracherche.end")
        case _:
            return None


def _recount_refusal(stacks: tuple[int, int]) -> Explanation | None:
    """A recount accounts for every card, and nobody has lost yet (pracherche.setup, pracherche.end)."""
    if text := miscounted(*stacks):
        return _why(text, "pracherche.setup")
    if 0 in stacks:
        text = T(
            "With no card left {player} has lost already. Correct the trick that took the last card instead.",
            player=Player(stacks.index(0)),
        )
        return _why(text, "pracherche.end")
    return None


def _why(text: Text, *rules: str) -> Explanation:
    return Explanation(text, rules)


# What follows


def apply(state: State, action: Action) -> Step[State]:
    """Return what an action leads to.

    :raises Refused: if it is not allowed now.
    """
    if why := refusal(state, action):
        raise Refused(why)
    match action:
        case Higher(seat):
            return _win(_lay(state), seat)
        case Equal():
            return _war(_lay(state), state.told)
        case Cards((left, right)):
            if left.rank == right.rank:
                return _war(_lay(state), (*state.told, left, right))
            return _win(_lay(state), 0 if left.rank > right.rank else 1)
        case Recount(stacks):
            text = T("The cards are counted: all {n} are there.", n=NUMBERS.deck.both)
            return Step(evolve(state, stacks=stacks), (_why(text, "pracherche.setup"),))
        case NextRound():
            text = T("Round {n}: both shuffle their own {cards} cards.", n=state.round + 1, cards=NUMBERS.deck.size)
            return Step(State(round=state.round + 1), (Explanation(text, ("pracherche.setup",), Tone.TODO),))
        case Finish():
            assert isinstance(state.phase, RoundOver)
            over = evolve(state, phase=GameOver(state.phase.winner))
            return Step(over, (_why(T("The game is over."), "pracherche.end"),))
        case _:
            assert_never(action)


def _lay(state: State) -> State:
    """Let both lay what is due, the open card last; until it is known who wins, that is a war."""
    number = state.face_down + 1
    left, right = state.stacks
    return evolve(state, stacks=(left - number, right - number), phase=War(state.laid + number, state.told))


def _win(state: State, winner: int) -> Step[State]:
    """The higher card wins all that lies there (pracherche.reveal, pracherche.rank, pracherche.war)."""
    cards = len(SEATS) * state.laid
    text = T("{player} wins {cards} cards and puts them under the stack.", player=Player(winner), cards=cards)
    rules = ("pracherche.reveal", "pracherche.rank", "pracherche.ruling.card_order")
    told = Explanation(text, rules, Tone.TODO)
    if not state.stacks[1 - winner]:
        return _end(state, winner, told)
    return Step(evolve(_give(state, winner), phase=Reveal(), trick=state.trick + 1), (told,))


def _war(state: State, told: tuple[Card, ...]) -> Step[State]:
    """Equal ranks: both lay again, unless somebody cannot (pracherche.war, pracherche.ruling.short_war)."""
    equal = _why(T("Equal ranks: war!"), "pracherche.war")
    empty = [seat for seat in SEATS if not state.stacks[seat]]
    if not empty:
        war = evolve(state, phase=War(state.laid, told))
        return Step(war, (equal, laying_prompt(war)))
    if len(empty) == 1:
        text = T("{player} has no card left for the war.", player=Player(empty[0]))
        return _end(state, 1 - empty[0], equal, _why(text, "pracherche.ruling.short_war"))
    text = T("Nobody has a card left for the war: both take their own cards back, shuffle and reveal anew.")
    again = evolve(state, stacks=(state.laid, state.laid), phase=Reveal(), trick=state.trick + 1)
    return Step(again, (equal, Explanation(text, ("pracherche.ruling.short_war",), Tone.TODO)))


def _give(state: State, winner: int) -> State:
    stacks = list(state.stacks)
    stacks[winner] += len(SEATS) * state.laid
    return evolve(state, stacks=(stacks[0], stacks[1]))


def _end(state: State, winner: int, *told: Explanation) -> Step[State]:
    """Somebody has no card left: the other has won the round (pracherche.end)."""
    text = T("{other} has no card left: {player} wins the game.", other=Player(1 - winner), player=Player(winner))
    why = _why(text, "pracherche.end")
    over = evolve(_give(state, winner), phase=RoundOver(winner))
    return Step(over, (*told, why), (ScoreLine(winner, state.round, "won", 1, why),))


# What the players see


@frozen
class TableView:
    """A table of Pracherche as everybody sees it; nothing in this game is secret."""

    prompt: Explanation
    phase: str
    round: int
    facts: tuple[Fact, ...]
    notes: tuple[Explanation, ...] = ()
    heading: Text | None = None
    ranks: tuple[int, ...] | None = None


def view(state: State) -> TableView:
    """Return the table as everybody sees it, built from nothing."""
    facts = [Fact(T("Round"), state.round), Fact(T("Trick"), state.trick, rules=("bronzen.term.trick",))]
    facts += [Fact(T("Stack"), state.stacks[seat], seat, ("pracherche.setup", "pracherche.end")) for seat in SEATS]
    if state.laid:
        facts.append(Fact(T("Cards on the table"), len(SEATS) * state.laid, rules=("pracherche.war",)))
    return TableView(_prompt(state), PHASES[type(state.phase)], state.round, tuple(facts))


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Reveal():
            return Explanation(T("Reveal the top cards. Whose is higher?"), ("pracherche.reveal",), Tone.TODO)
        case War():
            return laying_prompt(state)
        case RoundOver(winner) | GameOver(winner):
            assert winner is not None
            return _why(T("{player} has won all the cards.", player=Player(winner)), "pracherche.end")
        case _:
            assert_never(state.phase)


def laying_prompt(state: State) -> Explanation:
    """Return what both lay in a war (pracherche.war, pracherche.ruling.short_war)."""
    if state.face_down:
        text = N("Both lay {n} card face down, then one open.", "Both lay {n} cards face down, then one open.", n=1)
        return Explanation(text, ("pracherche.war",), Tone.TODO)
    text = T("Both lay one card open, none face down.")
    return Explanation(text, ("pracherche.ruling.short_war", "pracherche.war"), Tone.TODO)


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now; both players may report everything."""
    match state.phase:
        case Reveal():
            return (*_meetings(state), _recount(state))
        case War():
            return _meetings(state)
        case RoundOver():
            return (
                Offer(NextRound, T("Next round"), ("pracherche.setup",)),
                Offer(Finish, T("End the game"), ("pracherche.end",), weight=Weight.SIDE),
            )
        case GameOver():
            return ()
        case _:
            assert_never(state.phase)


def _meetings(state: State) -> tuple[Offer, ...]:
    options = card_options(state.told)
    parts = tuple(Choice(str(seat), T("{player}’s card", player=Player(seat)), options) for seat in SEATS)
    cards = Composite("cards", T("The two open cards"), parts)
    names = [T("{player} wins", player=Player(seat)) for seat in SEATS]
    higher = (Offer(Higher, names[seat], ("pracherche.reveal", "pracherche.rank"), (("seat", seat),)) for seat in SEATS)
    equal = Offer(Equal, T("Equal ranks"), ("pracherche.war",))
    told = Offer(Cards, T("Tell the cards"), ("pracherche.rank",), fields=(cards,), weight=Weight.SIDE)
    return (*higher, equal, told)


def _recount(state: State) -> Offer:
    parts = tuple(
        Number(str(seat), T("{player}", player=Player(seat)), 1, NUMBERS.deck.both - 1, state.stacks[seat])
        for seat in SEATS
    )
    stacks = Composite("stacks", T("Stack"), parts)
    return Offer(Recount, T("Recount the cards"), ("pracherche.setup",), fields=(stacks,), weight=Weight.RARE)


def describe(action: Action) -> Text:
    """Return what an action reports, in a few words."""
    match action:
        case Higher(seat):
            return T("{player} wins", player=Player(seat))
        case Equal():
            return T("Equal ranks")
        case Cards((left, right)):
            return T("{left} against {right}", left=card_name(left), right=card_name(right))
        case Recount():
            return T("The cards are recounted")
        case NextRound():
            return T("Next round")
        case Finish():
            return T("End of the game")
        case _:
            assert_never(action)


class Pracherche:
    """The card game Pracherche for two."""

    meta: Final[Meta] = META
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    upcasters: Final[Mapping[int, Upcaster]] = {}

    def start(self, setup: Setup) -> Step[State]:
        house(META, setup)
        text = T("Both shuffle their own {n} cards.", n=NUMBERS.deck.size)
        return Step(State(), (Explanation(text, ("pracherche.setup",), Tone.TODO),))

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return offers(state)

    def refusal(self, state: State, action: Action) -> Explanation | None:
        return refusal(state, action)

    def apply(self, state: State, action: Action) -> Step[State]:
        return apply(state, action)

    def view(self, state: State, seat: int | None) -> TableView:
        return view(state)

    def is_over(self, state: State) -> bool:
        return isinstance(state.phase, GameOver)

    def describe(self, action: Action) -> Text:
        return describe(action)

    def event_key(self, state: State, action: Action) -> Hashable:
        place = (state.round, state.trick, state.laid, type(state.phase))
        return (*place, state.stacks) if isinstance(action, Recount) else place
