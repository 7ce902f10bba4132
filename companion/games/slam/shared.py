"""Shared parts of the reports of Slam!: their order, the judgement, and the fields of cards."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from attrs import evolve

from companion.games.slam.cards import ATTRIBUTES, FACES, Attribute
from companion.games.slam.judge import losers
from companion.games.slam.messages import ATTRIBUTE, T
from companion.games.slam.model import Asking, Booking, Evidence, GameOver, Judged, Revealing, State, Verdict
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.possible_results import darlings, judged, reckoning
from companion.games.slam.questions import TieQuestion
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Number, Option, Several
from companion.kernel.report import Effects


def upcoming(state: State) -> int | None:
    """Return the number of the card that may be turned up now, counted from 1.

    While the cards of a judged slam are on the table it is the next one: turning it up puts them away.
    """
    match state.phase:
        case Booking():
            return state.number
        case Judged(evidence, _) if not evidence.slam.gold:
            return state.number + 1
        case _:
            return None


def event(state: State) -> Hashable:
    """Return a key of the current moment of the game; used to reject duplicate reports."""
    phase = state.phase
    match phase:
        case Asking(evidence, question):
            return (state.number, Asking, question, evidence.callers)
        case Judged(evidence, _):
            return (state.number, Judged, evidence.callers, evidence.kept)
        case Booking() | Revealing() | GameOver():
            return (state.number, type(phase))


def opening_event(state: State) -> Hashable:
    """Return a key of turning up the next card, the same whether or not the cards before it were put away."""
    number = upcoming(state)
    return event(state) if number is None else (number, Booking)


def judge(effects: Effects[State], evidence: Evidence) -> None:
    """Judge the slam, or ask the next question."""
    outcome = judged(effects.state, evidence)
    if isinstance(outcome, Verdict):
        # after a false applause, poets stay kept only if this verdict allows it too
        kept = tuple(place for place in evidence.kept if place in darlings(effects.state, evidence, outcome))
        evidence = evolve(evidence, kept=kept)
        effects.change(phase=Judged(evidence, outcome))
        effects.add(*outcome.proof, *losers(evidence, outcome))
        return
    if isinstance(outcome, TieQuestion):
        effects.add(*reckoning(effects.state, evidence))
    effects.change(phase=Asking(evidence, outcome))


# Fields of card entries, and why a value is refused

_ATTRIBUTE: Final = Choice(
    "attribute", T("Attribute"), tuple(Option(attribute, ATTRIBUTE[attribute]) for attribute in ATTRIBUTES)
)


def attributes_field(low: int) -> Several:
    """Return the field for the attributes that count.

    :param low: the minimum number of attributes.
    """
    return Several("attributes", T("What counts? (empty: the show decides)"), _ATTRIBUTE, low, 2)


def attributes_refusal(attributes: Sequence[Attribute]) -> Explanation | None:
    """A slam asks for one attribute or a sum of different ones (slam.turn.show)."""
    if len({*attributes}) == len(attributes):
        return None
    return why(T("Each attribute counts once: enter it once."), "slam.turn.show")


def die_refusal(die: int) -> Explanation | None:
    """A die has six faces; 0 means none (slam.turn.die)."""
    return None if die in (0, *FACES) else why(T("A die shows one to six."), "slam.turn.die")


def value_fields(wanted: Iterable[Attribute]) -> tuple[Number, ...]:
    """Return a field for each value that is read off a card."""
    entry = NUMBERS.entry
    return tuple(Number(one.value, ATTRIBUTE[one], entry.low, entry.high, entry.usual) for one in wanted)


def values_refusal(values: Iterable[int | None]) -> Explanation | None:
    """Values are read off the card (slam.ruling.card_values); ``None`` leaves one open."""
    low, high = NUMBERS.entry.low, NUMBERS.entry.high
    if all(value is None or low <= value <= high for value in values):
        return None
    text = T("A poet’s values are entered from {low} to {high}.", low=low, high=high)
    return why(text, "slam.ruling.card_values")


def name_refusal(name: str) -> Explanation | None:
    """A card's name has limited length (slam.ruling.card_values)."""
    if len(name) <= NUMBERS.entry.name:
        return None
    return why(T("This name is too long: at most {n} letters.", n=NUMBERS.entry.name), "slam.ruling.card_values")
