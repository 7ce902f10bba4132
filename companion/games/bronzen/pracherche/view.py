"""The view of a game of Pracherche; nothing in this game is secret."""

from typing import Final, assert_never

from attrs import frozen

from companion.games.bronzen.decks import SEATS
from companion.games.bronzen.messages import T
from companion.games.bronzen.numbers import NUMBERS
from companion.games.bronzen.pracherche.model import GameOver, Reveal, RoundOver, State, War
from companion.games.bronzen.pracherche.reports import laying_prompt
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import Fact, View
from companion.kernel.text import Player

PHASES: Final = {Reveal: "reveal", War: "laying", RoundOver: "round_over", GameOver: "round_over"}


@frozen(kw_only=True)
class TableView(View):
    """The view of a game of Pracherche; the same for all.

    :param stacks: each player's cards as last reported; unreported tricks may have been played since.
    :param round_winner: the winner of the round.
    """

    stacks: tuple[int, int]
    round_winner: int | None
    over: bool

    @property
    def counted(self) -> bool:
        """Whether cards were counted or won since the round began; each player begins with a whole deck."""
        return set(self.stacks) != {NUMBERS.deck.size}


def view(state: State) -> TableView:
    """Return the view of a state."""
    facts = [Fact(T("Round"), state.round), Fact(T("Trick"), state.trick, rules=("bronzen.term.trick",))]
    facts += [Fact(T("Stack"), state.stacks[seat], seat, ("pracherche.setup", "pracherche.end")) for seat in SEATS]
    if laid := state.running.laid:
        facts.append(Fact(T("Cards on the table"), len(SEATS) * laid, rules=("pracherche.war",)))
    return TableView(
        prompt=_prompt(state),
        phase=PHASES[type(state.phase)],
        round=state.round,
        facts=tuple(facts),
        stacks=state.stacks,
        round_winner=state.phase.winner if isinstance(state.phase, RoundOver | GameOver) else None,
        over=isinstance(state.phase, GameOver),
    )


def _prompt(state: State) -> Explanation:
    match state.phase:
        case Reveal():
            return Explanation(T("Reveal the top cards. Whose is higher?"), ("pracherche.reveal",), Tone.TODO)
        case War():
            return laying_prompt(state)
        case RoundOver(winner):
            return Explanation(
                T("{player} wins the round with all the cards.", player=Player(winner)), ("pracherche.end",)
            )
        case GameOver():
            return Explanation(T("The game is over."), ("pracherche.end",))
        case _:
            assert_never(state.phase)
