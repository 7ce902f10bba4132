"""The view of a table of Schlafmütze."""

from collections.abc import Iterator
from typing import Final, assert_never

from attrs import frozen

from companion.games.schlafmuetze.cards import COLOURS, Card, Colour
from companion.games.schlafmuetze.doubtable import authors, doubtable, either
from companion.games.schlafmuetze.messages import COLOUR_NAMES, N, T, tops
from companion.games.schlafmuetze.model import State
from companion.games.schlafmuetze.phases import (
    Counting,
    Disputed,
    GameOver,
    Halted,
    LastCard,
    Naming,
    Opening,
    Phase,
    RoundOver,
    Running,
    Voting,
)
from companion.kernel.explain import Explanation, Tone, note, todo
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player, Text

PHASES: Final[dict[type, str]] = {
    Opening: "opening",
    Running: "running",
    LastCard: "last_card",
    Halted: "doubt",
    Voting: "doubt",
    Disputed: "dispute",
    Naming: "naming",
    Counting: "round_over",
    RoundOver: "round_over",
    GameOver: "round_over",
}


@frozen
class Lying:
    """A card that can be doubted.

    :param under: the card it was combined with.
    """

    seat: int
    pile: int
    card: Card
    under: Card


@frozen(kw_only=True)
class TableView(View):
    """The view of a game of Schlafmütze; the same for all, as the hands are not part of it.

    :param doubtable: the cards that can be doubted, latest first; empty where cards are not reported.
    :param authors: the players whose word may be doubted, while the game is halted.
    :param either: the players for whom the table has to choose between the first word of the round and a later one.
    :param voters: the voters in order, during a vote.
    """

    everybody: tuple[int, ...]
    state_phase: Phase
    every_card: bool
    circle: tuple[Card, ...]
    hands: tuple[int, ...] | None
    stock: int
    chips: tuple[int, ...]
    middle: int
    colour: Colour | None
    pausing: int | None
    dealer: int
    doubtable: tuple[Lying, ...]
    authors: tuple[int, ...]
    either: tuple[int, ...]
    laying: tuple[int, ...]
    voters: tuple[int, ...]
    totals: tuple[int, ...]


def view(state: State) -> TableView:
    """Return the view, built from scratch."""
    phase = state.phase
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.round,
        facts=_facts(state),
        notes=tuple(_notes(state)),
        everybody=state.everybody,
        state_phase=phase,
        every_card=state.every_card,
        circle=state.circle,
        hands=state.hands,
        stock=state.stock,
        chips=state.chips,
        middle=state.middle,
        colour=state.colour,
        pausing=state.pausing,
        dealer=state.dealer,
        doubtable=_lying(state),
        authors=authors(state, phase) if isinstance(phase, Halted) else (),
        either=either(state, phase) if isinstance(phase, Halted) else (),
        laying=state.laying,
        voters=state.voters(phase) if isinstance(phase, Voting) else (),
        asked=_asked(state),
        totals=state.totals,
    )


def _lying(state: State) -> tuple[Lying, ...]:
    found = []
    table = state
    for latest in doubtable(state) if state.every_card else ():
        if latest.seat is None or latest.pile is None:
            break
        found.append(Lying(latest.seat, latest.pile, table.circle[latest.pile], latest.under))
        table = table.with_top(latest.pile, latest.under)
    return tuple(found)


def _asked(state: State) -> tuple[int, ...]:
    """Return the only players whose answer is expected: the next voter, or the player who names a colour."""
    phase = state.phase
    if isinstance(phase, Voting):
        return (state.voter(phase),)
    return (phase.by,) if isinstance(phase, Naming) and phase.by is not None else ()


# Messages


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Opening(asked):
            text = T("{player} lays the first card, at leisure, on any pile.", player=Player(asked))
            return todo(text, "schlafmuetze.start.dealer", "schlafmuetze.start.pass_left")
        case Running():
            return _running(state)
        case LastCard(seat):
            text = T("{player} is out of cards! Does anybody doubt the word?", player=Player(seat))
            return todo(text, "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")
        case Halted():
            return todo(T("Halt! Who doubts whose word?"), "schlafmuetze.doubt.halt", "schlafmuetze.doubt.vote")
        case Voting(author=author) as voting:
            voter = state.voter(voting)
            text = T("{voter}: is {author}'s word valid?", voter=Player(voter), author=Player(author))
            if voter == author:
                text = T("{voter}: is your word valid?", voter=Player(voter))
            return todo(text, "schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")
        case Disputed():
            text = T("Whose card was first? You must all agree.")
            return todo(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.dispute_open")
        case Naming(cause, by):
            text = T("The pausing player names a new colour.")
            if by is not None:
                text = T("{player} names a new colour.", player=Player(by))
            return todo(text, cause.value, "schlafmuetze.ruling.new_colour")
        case Counting(winner):
            if winner is None:
                text = T("Nobody can go on. Count all hands.")
                return todo(text, "schlafmuetze.stuck.end", "schlafmuetze.score.minus")
            text = T("{player} wins the round. Count the other hands.", player=Player(winner))
            return todo(text, "schlafmuetze.goal.round", "schlafmuetze.score.minus")
        case RoundOver(winner):
            if winner is None:
                return Explanation(T("The round is over: nobody could go on."), ("schlafmuetze.stuck.end",))
            return Explanation(T("{player} wins the round!", player=Player(winner)), ("schlafmuetze.goal.round",))
        case GameOver():
            return Explanation(_result(state), ("schlafmuetze.score.title", "schlafmuetze.goal.game"))
        case _:
            assert_never(state.phase)


def _running(state: State) -> Explanation:
    rules = ("schlafmuetze.colour.forced", "schlafmuetze.pause", "schlafmuetze.speed.first_card")
    if state.claimed is not None:
        text = T("{player}'s card stays: which one is it?", player=Player(state.claimed))
        return todo(text, "schlafmuetze.speed.dispute_agreed")
    if state.colour is None:
        return todo(T("The game is on: the first card counts."), *rules)
    colour = COLOUR_NAMES[state.colour]
    if state.tried:
        return todo(T("Can anybody lay on {colour}?", colour=colour), "schlafmuetze.stuck.again", *rules)
    if state.pausing is None:
        return todo(T("The next card goes on {colour}.", colour=colour), *rules)
    text = T("Next on {colour}! {player} pauses.", colour=colour, player=Player(state.pausing))
    return todo(text, *rules)


def _result(state: State) -> Text:
    winners = tuple(map(Player, state.best))
    best = state.totals[state.best[0]]
    if len(winners) == 1:
        return N(
            "{player} wins the game with {n} penalty point.",
            "{player} wins the game with {n} penalty points.",
            n=best,
            player=winners[0],
        )
    return N(
        "{players} share the win with {n} penalty point.",
        "{players} share the win with {n} penalty points.",
        n=best,
        players=Listing(winners),
    )


def _notes(state: State) -> Iterator[Explanation]:
    match state.phase:
        case Opening():
            turn = tuple(COLOUR_NAMES[card.colour] for card in state.circle[: len(COLOURS)] if card.colour)
            if turn:
                text = T("The circle from twelve o'clock: {colours}, and so on.", colours=Listing(turn))
                yield note(text, "schlafmuetze.setup.circle", "schlafmuetze.ruling.circle_order")
        case Running():
            if last := tuple(Player(seat) for seat, cards in enumerate(state.hands or ()) if cards == 1):
                text = N(
                    "One card left: {players}.", "One card left each: {players}.", n=len(last), players=Listing(last)
                )
                yield Explanation(text, ("schlafmuetze.end.out", "schlafmuetze.doubt.tip"), Tone.WARNING)
        case Halted() | Voting():
            text = T(
                "The compound must make sense; plural and linking letters are fine, parts that change a word are not.",
                brief=T("The compound must make sense."),
            )
            yield note(
                text,
                "schlafmuetze.combine.sense",
                "schlafmuetze.combine.forms",
                "schlafmuetze.combine.no_derivation",
                "schlafmuetze.combine.two_words",
            )
        case RoundOver(hands=hands, sleepy=sleepy) | GameOver(hands=hands, sleepy=sleepy):
            text = N(
                "Schlafmütze: {players} ({n} card)",
                "Schlafmütze: {players} ({n} cards)",
                n=max(hands),
                players=Listing(tuple(map(Player, sleepy))),
            )
            yield note(text, "schlafmuetze.score.title", "schlafmuetze.ruling.title")
    if state.middle <= 0:
        yield note(T("No chips are left in the middle."), "schlafmuetze.ruling.chips")


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [
        Fact(T("Round"), state.round, rules=("schlafmuetze.score.sheet",)),
        Fact(T("Stock"), state.stock, rules=("schlafmuetze.setup.hands",)),
        Fact(T("Chips in the middle"), max(0, state.middle), rules=("schlafmuetze.setup.chips",)),
    ]
    if state.colour:
        facts.append(Fact(T("Lay on"), COLOUR_NAMES[state.colour], rules=("schlafmuetze.colour.forced",)))
    if state.pausing is not None:
        facts.append(Fact(T("Pauses"), Player(state.pausing), rules=("schlafmuetze.pause",)))
    if state.every_card:
        facts.append(Fact(T("Circle"), tops(state.circle), rules=("schlafmuetze.combine.piles",)))
    for seat in range(state.seats):
        if seat in state.everybody:
            if state.hands is not None:
                facts.append(Fact(T("Cards"), state.hands[seat], seat, ("schlafmuetze.setup.hands",)))
            facts.append(Fact(T("Chips"), state.chips[seat], seat, ("schlafmuetze.setup.chips",)))
        facts.append(Fact(T("Penalty points"), state.totals[seat], seat, ("schlafmuetze.score.sheet",)))
    return tuple(facts)
