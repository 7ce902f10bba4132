"""Schlafmütze as the program plays it."""

from collections.abc import Hashable, Mapping
from typing import Any, Final, get_args

from companion.games.schlafmuetze import offers, refusals, rules, view, words
from companion.games.schlafmuetze.actions import Action, Doubted
from companion.games.schlafmuetze.meta import META
from companion.games.schlafmuetze.model import House, State
from companion.games.schlafmuetze.phases import GameOver
from companion.games.schlafmuetze.revisions import UPCASTERS
from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, Setup, Step, Upcaster
from companion.kernel.offers import Offer
from companion.kernel.setup import house
from companion.kernel.text import Text


class Schlafmuetze:
    """The word game Schlafmütze for three to eight."""

    meta: Final[Meta] = META
    actions: Final[tuple[type[Action], ...]] = get_args(Action)
    upcasters: Final[Mapping[int, Upcaster]] = UPCASTERS

    def start(self, setup: Setup) -> Step[State]:
        options: dict[str, Any] = house(META, setup)
        return rules.begin(House(**options), setup.seats, dealer=setup.first)

    def offers(self, state: State, seat: int | None) -> tuple[Offer, ...]:
        return offers.offers(state)

    def refusal(self, state: State, action: Action) -> Explanation | None:
        return refusals.refusal(state, action)

    def apply(self, state: State, action: Action) -> Step[State]:
        return rules.apply(state, action)

    def view(self, state: State, seat: int | None) -> view.TableView:
        return view.view(state)

    def is_over(self, state: State) -> bool:
        return isinstance(state.phase, GameOver)

    def describe(self, action: Action) -> Text:
        return view.describe(action)

    def remarks(self, action: Action) -> tuple[Explanation, ...]:
        """Return what the word check finds in a doubted word (schlafmuetze.combine.forms)."""
        if not isinstance(action, Doubted):
            return ()
        found = words.check(action.first_word, action.second_word, action.compound)
        return words.findings(found) if found else ()

    def event_key(self, state: State, action: Action) -> Hashable:
        return rules.event_key(state, action)
