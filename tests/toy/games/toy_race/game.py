"""Toy race as the program plays it."""

from companion.games.toy_race.house import House
from companion.games.toy_race.messages import N
from companion.games.toy_race.meta import META
from companion.games.toy_race.model import GameOver, Running, State, goal
from companion.games.toy_race.reports import Advanced, Finished, NextRound, Passed
from companion.games.toy_race.view import view

from companion.kernel.game import View
from companion.kernel.report import Effects, GameOfReports


class ToyRace(GameOfReports[State, House]):
    """A race for two to four."""

    meta = META
    house = House
    reports = (Advanced, Passed, NextRound, Finished)
    over = GameOver

    def begin(self, house: House, seats: int, first: int) -> Effects[State]:
        """Every player stands side by side (toy_race.goal)."""
        effects = Effects(State(goal(house), (0,) * seats, Running(first)))
        steps = effects.state.goal
        effects.say(N("It is one step to the goal.", "It is {n} steps to the goal.", n=steps), "toy_race.goal")
        return effects

    def view(self, state: State, seat: int | None) -> View:
        return view(state)
