"""Functions that several reports of Bronzen share: doubles, prompts, points and the end of a round."""

from collections.abc import Hashable

from attrs import frozen

from companion.games.bronzen.cards import RULE_OF, Special
from companion.games.bronzen.chips import LADDER
from companion.games.bronzen.decks import face_down_then_up, replaced
from companion.games.bronzen.messages import N, T, chips_of
from companion.games.bronzen.model import GameOver, Laying, Reveal, RoundOver, State, Tally, Trick
from companion.games.bronzen.numbers import NUMBERS
from companion.kernel.explain import Explanation, Tone, why
from companion.kernel.report import Effects, Report
from companion.kernel.text import Player, Text

_DOUBLES = (
    ("double_1", NUMBERS.points.double_1),
    ("double_2", NUMBERS.points.double_2),
    ("double_3", NUMBERS.points.double_3),
)


def event(state: State, *more: Hashable) -> Hashable:
    """Return a key that identifies the current event, to reject duplicate reports."""
    return (state.round, state.trick, state.running.laid, state.running.doubles, type(state.phase), *more)


def refuse_trick(state: State) -> Explanation | None:
    """Refuse what belongs to single tricks where only the points are entered (bronzen.ruling.keeping).

    The first trick of a round is accepted: it starts to enter every trick.
    """
    if not isinstance(state.phase, Tally) or state.known:
        return None
    return why(T("At this table you enter only the points, not each trick."), "bronzen.ruling.keeping")


def enter_every_trick(effects: Effects[State]) -> None:
    """Enter every trick from now on (bronzen.ruling.keeping)."""
    if isinstance(effects.state.phase, Tally):
        effects.change(every_trick=True, phase=Reveal())
        effects.say(T("From now on you enter every trick."), "bronzen.ruling.keeping")


class BronzenReport(Report[State]):
    """A report that counts once in the current event."""

    __slots__ = ()

    def event_key(self, state: State) -> Hashable:
        return event(state)


def cannot_double(state: State, trick: Trick, seat: int) -> Explanation | None:
    """Return why a player cannot double: no double, no chip or no card is left.

    Rules: bronzen.double.ladder, bronzen.double.no_chip, bronzen.ruling.double_last_card.
    """
    doubled = trick.doubles[seat]
    if doubled == len(LADDER):
        text = T("{player} has doubled {n} times; there is no further double.", player=Player(seat), n=doubled)
        return why(text, "bronzen.double.ladder")
    chip = LADDER[doubled]
    if not state.accounts[seat].count(chip):
        text = T(
            "{player} cannot double: that takes {chips} on the account.", player=Player(seat), chips=chips_of(chip)
        )
        return why(text, "bronzen.double.no_chip", "bronzen.ruling.no_forced_double")
    if state.house.double_last_card == "forbidden" and state.stacks[seat].total == 1:
        text = T(
            "{player} has one card left. By the house rule nobody doubles with the last card.", player=Player(seat)
        )
        return why(text, "bronzen.ruling.double_last_card")
    return None


def call_for(effects: Effects[State], trick: Trick, wanted: int, doubler: int | None = None) -> None:
    """Ask both players to lay cards.

    :param wanted: cards face down that the situation calls for.
    :param doubler: the player who doubled, if cards are laid for a double.
    """
    phase = Laying(trick, wanted, doubler)
    effects.change(phase=phase)
    effects.add(laying_prompt(effects.state, phase))


def laying_prompt(state: State, phase: Laying) -> Explanation:
    """Return the instruction to lay cards.

    Rules: bronzen.color … bronzen.jay, bronzen.double.cards, bronzen.showdown.short.
    """
    number = state.face_down
    rule = "bronzen.double.cards" if phase.doubler is not None else RULE_OF[phase.trick.specials[-1]]
    rules = (rule,) if number == phase.wanted else ("bronzen.showdown.short", "bronzen.ruling.shortage", rule)
    return Explanation(face_down_then_up(number), rules, Tone.TODO)


def announce_shuffle(effects: Effects[State], seat: int, cards: int, rule: str) -> None:
    """Add the message that a bunker becomes the hand stack."""
    text = N(
        "{player} takes the bunker ({n} card) as the new hand stack.",
        "{player} shuffles the bunker ({n} cards) into a new hand stack.",
        n=cards,
        player=Player(seat),
    )
    effects.todo(text, "bronzen.term.bunker", rule)


# Points


@frozen
class Due:
    """Points that a trick brings its winner."""

    column: str
    points: int
    text: Text
    rules: tuple[str, ...]


def outstanding(state: State, trick: Trick, winner: int) -> tuple[Due, ...]:
    """Return the points a trick brings its winner (bronzen.jay.points, bronzen.double.points)."""
    jays, doubled = trick.specials.count(Special.JAY), trick.doubles[1 - winner]
    once = state.house.jays == "once"
    return (*([jays_due(winner, jays, once=once)] if jays else []), *([double_due(winner, doubled)] if doubled else []))


def streak_due(seat: int, chips: int) -> Due:
    """Return the points of a streak: every full five chips bring some (bronzen.einzel.points, bronzen.ruling.streak_points)."""
    points = chips // NUMBERS.streak.chips * NUMBERS.points.einzel
    text = T("{chips} chips at once: {points} points for {player}.", chips=chips, points=points, player=Player(seat))
    return Due("einzel", points, text, ("bronzen.einzel.points", "bronzen.ruling.streak_points"))


def jays_due(winner: int, jays: int, *, once: bool) -> Due:
    """Return the points of a trick's Jays.

    :param once: whether the house rule counts several only once (bronzen.ruling.several_jays).
    """
    once = once and jays > 1
    points = (1 if once else jays) * NUMBERS.points.jay
    if once:
        text = T(
            "{points} points for {player}: {jays} Jays came up, which by the house rule count once.",
            jays=jays,
            points=points,
            player=Player(winner),
        )
    else:
        text = N(
            "{points} points for {player}: a Jay came up in this trick.",
            "{points} points for {player}: {n} Jays came up in this trick.",
            n=jays,
            points=points,
            player=Player(winner),
        )
    rules = ("bronzen.jay.points", "bronzen.ruling.several_jays") if jays > 1 else ("bronzen.jay.points",)
    return Due("jay", points, text, rules)


def double_due(winner: int, doubled: int) -> Due:
    """Return the points of the loser's doubles, those of the highest one (bronzen.ruling.highest_double).

    :param doubled: how often the loser doubled.
    """
    column, points = _DOUBLES[doubled - 1]
    text = N(
        "1 point for {player}: {other} had doubled once.",
        "{n} points for {player}: {other} had doubled {times} times.",
        n=points,
        player=Player(winner),
        other=Player(1 - winner),
        times=doubled,
    )
    return Due(column, points, text, ("bronzen.double.points", "bronzen.ruling.highest_double"))


def bronzen_due(winner: int) -> Due:
    """Return the points for winning the round (bronzen.bronzen.points, bronzen.goal)."""
    points = NUMBERS.points.bronzen
    text = T(
        "{other} has no card left: {player} gets {points} points for the Bronzen.",
        other=Player(1 - winner),
        player=Player(winner),
        points=points,
    )
    return Due("bronzen", points, text, ("bronzen.bronzen.points", "bronzen.goal"))


def score(effects: Effects[State], seat: int, due: Due) -> None:
    """Score points and end a game whose target is reached (bronzen.ruling.rounds)."""
    message = effects.say(due.text, *due.rules)
    effects.score(seat, effects.state.round, due.column, due.points, message)
    totals = effects.state.totals
    effects.change(totals=replaced(totals, seat, totals[seat] + due.points))


# The end of a round


def end_round(effects: Effects[State], winner: int | None) -> None:
    """Close the round, and the game if the agreed length is reached (bronzen.score.rounds, bronzen.ruling.rounds)."""
    state, house = effects.state, effects.state.house
    if (house.length == "rounds" and state.round >= house.rounds) or (
        house.length == "target" and max(state.totals) >= house.target
    ):
        effects.change(phase=GameOver(winner))
        effects.say(
            T("The agreed length is reached: the game is over."), "bronzen.ruling.rounds", "bronzen.score.rounds"
        )
    else:
        effects.change(phase=RoundOver(winner))


def result(totals: tuple[int, int]) -> Text:
    """Return how the game has ended."""
    best, other = max(totals), min(totals)
    if best == other:
        return N("The game is over: both have {n} point.", "The game is over: both have {n} points.", n=best)
    return T(
        "{player} wins the game, {points} to {other}.", player=Player(totals.index(best)), points=best, other=other
    )
