"""When a report fits: in which phases, and what is waited for in the others."""

from typing import Final, assert_never

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.model import State
from companion.kernel.explain import Explanation
from companion.kernel.text import Player, Text


def why(text: Text, *rules: str) -> Explanation:
    """Return a verdict."""
    return Explanation(text, rules)


_UNDISPUTED: Final = T("It is not in question whose card was first. If it is, stop the game first.")
_NO_NAMING: Final = T("No new colour is called for: the card laid last decides.")
_STILL_RUNNING: Final = T("The round runs until a hand is empty or no colour helps.")

#: By action: the phases in which it can be reported, and why it cannot be while nothing else is waited for; there is
#: no such reason where it can be reported both before and after the first card.
_WHEN: Final[dict[type, tuple[tuple[type, ...], Explanation | None]]] = {
    actions.CircleTold: (
        (phases.Opening,),
        why(
            T("The circle is told before the first card. A single pile can be put right at any time."),
            "schlafmuetze.setup.circle",
        ),
    ),
    actions.TopTold: ((phases.Opening, phases.Running, phases.LastCard), None),
    actions.Laid: ((phases.Opening, phases.Running), None),
    actions.CannotOpen: (
        (phases.Opening,),
        why(
            T("The first card of the round lies already. If nobody can lay another, report that."),
            "schlafmuetze.start.pass_left",
            "schlafmuetze.stuck.draw",
        ),
    ),
    actions.GoesOn: ((phases.Opening, phases.Running), None),
    actions.LastCardLaid: (
        (phases.Running,),
        why(T("The first card of the round is nobody's last one."), "schlafmuetze.end.out"),
    ),
    actions.NobodyDoubts: (
        (phases.LastCard,),
        why(
            T("Nobody has laid the last card yet. A word that nobody doubts simply stands."),
            "schlafmuetze.ruling.last_card_doubted",
        ),
    ),
    actions.WrongCard: (
        (phases.Running,),
        why(
            T("Nobody pauses and no colour is demanded before the first card lies."),
            "schlafmuetze.ruling.wrong_card",
        ),
    ),
    actions.Halt: ((phases.Opening, phases.Running, phases.LastCard), None),
    actions.Doubted: (
        (phases.Halted,),
        why(T("Nobody has called “Halt”. Whoever doubts a word calls first."), "schlafmuetze.doubt.halt"),
    ),
    actions.Voted: (
        (phases.Voting,),
        why(T("Nobody votes now. First somebody doubts a word."), "schlafmuetze.doubt.vote"),
    ),
    actions.SpeedDispute: (
        (phases.Running, phases.LastCard),
        why(T("The first card is laid at leisure: nobody races for it."), "schlafmuetze.start.dealer"),
    ),
    actions.Agreed: ((phases.Disputed,), why(_UNDISPUTED, "schlafmuetze.speed.dispute_agreed")),
    actions.NotAgreed: ((phases.Disputed,), why(_UNDISPUTED, "schlafmuetze.speed.dispute_open")),
    actions.Stuck: (
        (phases.Running,),
        why(
            T("The first card is still missing: each in turn lays it or cannot."),
            "schlafmuetze.start.pass_left",
        ),
    ),
    actions.ColourNamed: ((phases.Naming,), why(_NO_NAMING, "schlafmuetze.colour.forced")),
    actions.NoColourLeft: ((phases.Naming,), why(_NO_NAMING, "schlafmuetze.stuck.end")),
    actions.HandsCounted: (
        (phases.Counting,),
        why(T("Hands are counted at the end of the round."), "schlafmuetze.score.minus"),
    ),
    actions.Recount: (
        (phases.Running, phases.LastCard),
        why(
            T("Before the first card lies the hands are as they were dealt. Put the cards right instead."),
            "schlafmuetze.ruling.recount",
        ),
    ),
    actions.StockCounted: (
        (phases.Running, phases.LastCard),
        why(
            T("Before the first card lies the stock is what the deal has left. Put the cards right instead."),
            "schlafmuetze.ruling.recount",
        ),
    ),
    actions.KeepEveryCard: ((phases.Opening, phases.Running, phases.RoundOver), None),
    actions.KeepRefereeOnly: ((phases.Opening, phases.Running, phases.RoundOver), None),
    actions.NextRound: ((phases.RoundOver,), why(_STILL_RUNNING, "schlafmuetze.end.out")),
    actions.Finish: ((phases.RoundOver,), why(_STILL_RUNNING, "schlafmuetze.end.out")),
}


def untimely(state: State, action: actions.Action) -> Explanation | None:
    when, reason = _WHEN[type(action)]
    return None if isinstance(state.phase, when) else _awaited(state) or reason


def _awaited(state: State) -> Explanation | None:
    """Return what has to happen before anything else."""
    match state.phase:
        case phases.Opening() | phases.Running():
            return None
        case phases.LastCard(seat):
            text = T("{player} has laid the last card. First: does anybody doubt the word?", player=Player(seat))
            return why(text, "schlafmuetze.ruling.last_card_doubted", "schlafmuetze.end.out")
        case phases.Halted():
            return why(T("The game is halted. First: whose word is doubted, and by whom?"), "schlafmuetze.doubt.halt")
        case phases.Voting() as voting:
            voter = state.voter(voting)
            text = T("The vote is not over: {player} is next.", player=Player(voter))
            return why(text, "schlafmuetze.doubt.vote")
        case phases.Disputed():
            text = T("First settle whose card was first, or that you do not agree.")
            return why(text, "schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.dispute_open")
        case phases.Naming():
            return why(T("First a new colour is named; until then nobody lays a card."), "schlafmuetze.colour.forced")
        case phases.Counting():
            return why(T("The round is over. First count the cards in every hand."), "schlafmuetze.score.minus")
        case phases.RoundOver():
            return why(T("The round is over. Start the next one first."), "schlafmuetze.goal.round")
        case phases.GameOver():
            return why(T("This game is over. Start a rematch for another one."), "schlafmuetze.goal.game")
        case _:
            assert_never(state.phase)
