"""Letter Jam as the program plays it."""

from collections.abc import Hashable, Mapping
from typing import Any, Final, get_args

from companion.games.letter_jam import offers, refusals, rules, view
from companion.games.letter_jam.actions import Action
from companion.games.letter_jam.meta import META
from companion.games.letter_jam.model import House, State
from companion.games.letter_jam.phases import Over
from companion.games.letter_jam.revisions import UPCASTERS
from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, Setup, Step, Upcaster
from companion.kernel.offers import Offer
from companion.kernel.setup import house
from companion.kernel.text import Text


class LetterJam:
    """The cooperative word game Letter Jam for two to six."""

    meta: Final[Meta] = META
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    upcasters: Final[Mapping[int, Upcaster]] = UPCASTERS

    def start(self, setup: Setup) -> Step[State]:
        options: dict[str, Any] = house(META, setup)
        return rules.begin(House(**options), setup.seats)

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return offers.offers(state, seat)

    def refusal(self, state: State, action: Action) -> Explanation | None:
        return refusals.refusal(state, action)

    def apply(self, state: State, action: Action) -> Step[State]:
        return rules.apply(state, action)

    def view(self, state: State, seat: int | None) -> view.TableView:
        return view.view(state, seat)

    def is_over(self, state: State) -> bool:
        return isinstance(state.phase, Over)

    def describe(self, action: Action) -> Text:
        return view.describe(action)

    def event_key(self, state: State, action: Action) -> Hashable:
        return rules.event_key(state, action)
