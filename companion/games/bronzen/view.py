"""The view of a game of Bronzen."""

from collections.abc import Iterator
from typing import Final, assert_never

from attrs import frozen

from companion.games.bronzen.chips import LADDER, Chip, Chips
from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import CHIPS, N, T, chips_of
from companion.games.bronzen.model import (
    Decided,
    GameOver,
    Laying,
    Reveal,
    RoundOver,
    Stack,
    State,
    Streak,
    Tally,
    Trick,
)
from companion.games.bronzen.shared import laying_prompt, outstanding, result
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Listing, Player

PHASES: Final = {
    Tally: "tally",
    Reveal: "reveal",
    Laying: "laying",
    Decided: "decided",
    RoundOver: "round_over",
    GameOver: "round_over",
}


@frozen
class Stake:
    """Points the running trick would bring a player."""

    seat: int
    points: int
    why: Explanation


@frozen(kw_only=True)
class TableView(View):
    """The view of a game of Bronzen; the same for all, as nothing is secret.

    :param trick: the number of the current trick among those that were entered.
    :param stacks: ``None`` where only the points are entered, like ``accounts``.
    :param face_down: cards each player lays face down now; ``None`` if none are laid.
    :param winning: the player who is winning while the other decides.
    :param chip: the chip the losing player may double with.
    :param goes_first: the player who lays first if both hesitate; ``None`` if the referee does not know who won the last trick.
    :param stakes: what the current trick would bring each player.
    """

    trick: int
    running: Trick
    stacks: tuple[Stack, Stack] | None
    accounts: tuple[Chips, Chips] | None
    streak: Streak | None
    face_down: int | None
    winning: int | None
    chip: Chip | None
    goes_first: int | None
    stakes: tuple[Stake, ...]
    totals: tuple[int, int]
    round_winner: int | None
    over: bool


def view(state: State) -> TableView:
    """Return the view of a state."""
    phase = state.phase
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(phase)],
        round=state.round,
        facts=_facts(state),
        notes=tuple(_notes(state)),
        trick=state.trick,
        running=state.running,
        stacks=state.stacks if state.every_trick else None,
        accounts=state.accounts if state.every_trick else None,
        streak=state.streak,
        face_down=state.face_down if isinstance(phase, Laying) else None,
        winning=phase.winning if isinstance(phase, Decided) else None,
        chip=LADDER[phase.trick.doubles[phase.losing]] if isinstance(phase, Decided) else None,
        goes_first=_goes_first(state),
        stakes=tuple(_stakes(state)),
        totals=state.totals,
        round_winner=phase.winner if isinstance(phase, RoundOver | GameOver) else None,
        over=isinstance(phase, GameOver),
        asked=(phase.losing,) if isinstance(phase, Decided) else (),
    )


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Tally():
            text = T("Who gets a tally mark?")
            return Explanation(text, ("bronzen.setup.score_table", "bronzen.ruling.keeping"), Tone.TODO)
        case Reveal():
            text = T("Reveal the top cards. Who wins, or what came up?")
            return Explanation(text, ("bronzen.reveal", "bronzen.order.simultaneous"), Tone.TODO)
        case Laying() as phase:
            return laying_prompt(state, phase)
        case Decided() as phase:
            chip = LADDER[phase.trick.doubles[phase.losing]]
            text = T(
                "{player} is losing: double with {chips}, or give up the trick?",
                player=Player(phase.losing),
                chips=chips_of(chip),
            )
            return Explanation(text, ("bronzen.double.who", "bronzen.double.ladder"), Tone.TODO)
        case RoundOver(winner):
            if winner is None:
                return Explanation(T("The round is a draw."), ("bronzen.ruling.both_short",))
            text = T("{player} has bronzed {other}!", player=Player(winner), other=Player(1 - winner))
            return Explanation(text, ("bronzen.bronzen.points", "bronzen.goal"))
        case GameOver():
            return Explanation(result(state.totals), ("bronzen.score.rounds", "bronzen.ruling.rounds"))
        case _:
            assert_never(state.phase)


def _notes(state: State) -> Iterator[Explanation]:
    """Yield further notes before cards are laid: a showdown, a shortage of cards, a bunker to shuffle."""
    if isinstance(state.phase, Reveal | Laying):
        yield from _showdown(state)
        if isinstance(state.phase, Laying) and state.face_down < state.phase.wanted:
            short = min(SEATS, key=lambda seat: state.stacks[seat].total)
            text = T(
                "{wanted} should go face down, but {player} does not have enough: both lay as many as {player} can.",
                wanted=state.phase.wanted,
                player=Player(short),
            )
            yield Explanation(text, ("bronzen.showdown.short", "bronzen.ruling.shortage"), Tone.NOTE)
        yield from _shuffles(state)


def _showdown(state: State) -> Iterator[Explanation]:
    last = state.last_card_of
    if len(last) == len(SEATS):
        text = T("Showdown: both lay the last card. A clear win takes everything; nobody doubles.")
        yield Explanation(text, ("bronzen.ruling.both_short", "bronzen.showdown.no_doubling"), Tone.WARNING)
    elif last:
        text = T(
            "Showdown: {player} lays the last card and must win it clearly. Nobody doubles.", player=Player(last[0])
        )
        rules = (
            "bronzen.showdown.clear_win",
            "bronzen.showdown.short",
            "bronzen.ruling.very_last_card",
            "bronzen.showdown.no_doubling",
        )
        yield Explanation(text, rules, Tone.WARNING)


def _shuffles(state: State) -> Iterator[Explanation]:
    for seat, stack in enumerate(state.stacks):
        if not stack.needs_shuffle(state.face_down + 1):
            continue
        if stack.hand:
            text = T(
                "{player} lays the rest of the hand stack ({hand}), shuffles the bunker ({bunker}) into a new one and goes on.",
                player=Player(seat),
                hand=stack.hand,
                bunker=stack.bunker,
            )
        else:
            text = T(
                "{player} first shuffles the bunker ({bunker}) into a new hand stack.",
                player=Player(seat),
                bunker=stack.bunker,
            )
        yield Explanation(text, ("bronzen.term.bunker", "bronzen.ruling.reshuffle_mid_trick"), Tone.TODO)


def order_note(state_view: TableView) -> Explanation:
    """Return the player who lays first in case of a dispute (bronzen.order.dispute)."""
    if state_view.goes_first is None:
        text = T("Cards are laid at the same time. If somebody must go first: the winner of the last trick.")
    else:
        text = T(
            "Cards are laid at the same time. If somebody must go first: {player}.",
            player=Player(state_view.goes_first),
        )
    return Explanation(text, ("bronzen.order.dispute", "bronzen.order.simultaneous"), Tone.NOTE)


def _goes_first(state: State) -> int | None:
    if isinstance(state.phase, Laying) and state.phase.doubler is not None:
        return state.phase.doubler
    return state.older if state.last_winner is None and not state.unreported else state.last_winner


def _stakes(state: State) -> Iterator[Stake]:
    """Yield the points that the trick would bring each player.

    Rules: bronzen.jay.points, bronzen.double.points, bronzen.showdown.survived.
    """
    for seat in SEATS:
        due = outstanding(state, state.running, seat)
        if due and seat != state.pointless:
            points = sum(each.points for each in due)
            text = N(
                "{n} point if {player} wins this trick.",
                "{n} points if {player} wins this trick.",
                n=points,
                player=Player(seat),
            )
            rules = tuple(rule for each in due for rule in each.rules)
            yield Stake(seat, points, Explanation(text, rules, Tone.NOTE))


def _facts(state: State) -> tuple[Fact, ...]:
    facts = [Fact(T("Round"), state.round, rules=("bronzen.score.rounds",))]
    if not state.every_trick:
        return tuple(facts)
    if not state.unreported:
        facts.append(Fact(T("Trick"), state.trick, rules=("bronzen.term.trick",)))
    for seat in SEATS:
        facts.append(Fact(T("Hand stack"), state.stacks[seat].hand, seat, ("bronzen.setup.hand_stack",)))
        facts.append(Fact(T("Bunker"), state.stacks[seat].bunker, seat, ("bronzen.term.bunker",)))
        chips = Listing(tuple(T("{n} {chip}", n=state.accounts[seat].count(chip), chip=CHIPS[chip]) for chip in LADDER))
        facts.append(Fact(T("Account"), chips, seat, ("bronzen.term.account",)))
    if state.streak:
        facts.append(Fact(T("Interim account"), state.streak.chips, state.streak.seat, ("bronzen.term.interim",)))
    return tuple(facts)
