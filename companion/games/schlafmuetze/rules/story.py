"""What is told on the way from one state to the next."""

from attrs import evolve

from companion.games.schlafmuetze import phases
from companion.games.schlafmuetze.cards import NUMBERS
from companion.games.schlafmuetze.messages import N, T
from companion.games.schlafmuetze.model import State, plus
from companion.kernel.explain import Explanation, Tone
from companion.kernel.game import ScoreLine, Step
from companion.kernel.text import Player, Text


class Story:
    """Tells one action: the state as it changes, what is said and scored on the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: list[Explanation] = []
        self.points: list[ScoreLine] = []

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self.said), tuple(self.points))

    def tell(self, text: Text, *rules: str, tone: Tone = Tone.VERDICT) -> None:
        self.said.append(Explanation(text, rules, tone))

    def latest_by(self, before: phases.Phase) -> int | None:
        """Return who laid the latest card, as far as that is known."""
        if self.state.latest:
            return self.state.latest.seat
        return before.seat if isinstance(before, phases.LastCard) else None

    def unkept(self) -> None:
        """Cards may have been laid that nobody tells."""
        self.state = evolve(self.state.forgotten(), phase=phases.Running())

    def take_chip(self, seat: int, *rules: str) -> None:
        """A chip from the middle, whether one is left there or not (schlafmuetze.ruling.chips)."""
        number = int(NUMBERS.wrong.chips)
        if self.state.middle < number:
            if self.state.house.chips == "cap":
                text = T("The middle has no chip left for {player}.", player=Player(seat))
                self.tell(text, "schlafmuetze.ruling.chips")
                return
            text = T("The middle is empty. Use something else as a chip; it counts all the same.")
            self.tell(text, "schlafmuetze.ruling.chips", tone=Tone.TODO)
        self.state = evolve(self.state, chips=plus(self.state.chips, (seat,), number))
        self.tell(N("{player} takes a chip.", "{player} takes {n} chips.", n=number, player=Player(seat)), *rules)
