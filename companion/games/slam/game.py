"""Slam! as the program plays it."""

from collections.abc import Hashable, Mapping
from typing import Any, Final, get_args

from companion.games.slam import rules, view
from companion.games.slam.actions import Action
from companion.games.slam.describe import describe
from companion.games.slam.meta import META
from companion.games.slam.model import GameOver, House, State
from companion.games.slam.offers import offers
from companion.games.slam.refusals import refusal
from companion.games.slam.upcasting import untold_as_zero
from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, Setup, Step, Upcaster
from companion.kernel.offers import Offer
from companion.kernel.setup import house
from companion.kernel.text import Text


class Slam:
    """The card game Slam! for two to six."""

    meta: Final[Meta] = META
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    upcasters: Final[Mapping[int, Upcaster]] = {1: untold_as_zero}

    def start(self, setup: Setup) -> Step[State]:
        options: dict[str, Any] = house(META, setup)
        return rules.begin(House(**options), setup.seats, setup.first)

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return offers(state)

    def refusal(self, state: State, action: Action) -> Explanation | None:
        return refusal(state, action)

    def apply(self, state: State, action: Action) -> Step[State]:
        return rules.apply(state, action)

    def view(self, state: State, seat: int | None) -> view.TableView:
        return view.view(state)

    def is_over(self, state: State) -> bool:
        return isinstance(state.phase, GameOver)

    def describe(self, action: Action) -> Text:
        return describe(action)

    def event_key(self, state: State, action: Action) -> Hashable:
        return rules.event_key(state, action)
