"""The race as the program plays it."""

from collections.abc import Hashable, Mapping
from typing import Any, Final, get_args

from companion.kernel.explain import Explanation
from companion.kernel.game import Column, HouseRule, Json, Meta, RuleOption, Setup, Step, Upcaster
from companion.kernel.offers import Offer
from companion.kernel.setup import house
from companion.kernel.text import Text, messages

from . import rules, view
from .model import NUMBERS, Action, GameOver, Running, State

T, N = messages("toy_race")

META: Final = Meta(
    id="toy_race",
    folder="toy_race",
    title=T("Race"),
    tagline=T("First to the goal"),
    revision=2,
    colour="#2f6f4f",
    seats=(2, 4),
    starter=T("Who rolled highest?"),
    columns=(
        Column("win", T("Goal"), NUMBERS.points.win, "toy_race.points"),
        Column("lead", T("Lead"), 1, "toy_race.points"),
    ),
    house_rules=(
        HouseRule(
            "length",
            T("How long is the race?"),
            "toy_race.ruling.length",
            (RuleOption("short", T("short")), RuleOption("long", T("long"))),
        ),
    ),
)


class Race:
    """A race for two to four."""

    meta: Final[Meta] = META
    actions: Final[tuple[type[Action], ...]] = get_args(Action)

    @property
    def upcasters(self) -> Mapping[int, Upcaster]:
        return {1: _from_moved}

    def start(self, setup: Setup) -> Step[State]:
        length = house(META, setup)["length"]
        goal = int(getattr(NUMBERS.goal, str(length)))
        told = Explanation(N("It is one step to the goal.", "It is {n} steps to the goal.", goal), ("toy_race.goal",))
        return Step(State(goal, (0,) * setup.seats, Running(setup.first)), (told,))

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return view.offers(state)

    def refusal(self, state: State, action: Action) -> Explanation | None:
        return rules.refusal(state, action)

    def apply(self, state: State, action: Action) -> Step[State]:
        return rules.apply(state, action)

    def view(self, state: State, seat: int | None) -> view.RaceView:
        return view.view(state)

    def is_over(self, state: State) -> bool:
        return isinstance(state.phase, GameOver)

    def describe(self, action: Action) -> Text:
        return view.describe(action)

    def event_key(self, state: State, action: Action) -> Hashable:
        """A turn is one event, and so is the end of a round."""
        return state.round, state.phase


def _from_moved(header: Json, entries: list[Json]) -> tuple[Json, list[Json]]:
    """Revision 1 called the action "moved" and its steps "squares"."""
    return header, [_renamed(entry) for entry in entries]


def _renamed(raw: dict[str, Any]) -> dict[str, Any]:
    if "action" in raw:
        return raw | {"action": _renamed(raw["action"])}
    if raw.get("kind") != "toy_race.moved":
        return raw
    kept = {name: value for name, value in raw.items() if name != "squares"}
    return kept | {"kind": "toy_race.advanced", "steps": raw["squares"]}
