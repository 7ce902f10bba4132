"""Playing: what a table's screen, whichever the game, needs to show the state and to report what happened."""

import importlib
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any, Protocol, TypeAlias

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, View
from companion.kernel.log import Act
from companion.kernel.offers import Offer, Weight
from companion.kernel.record import HistoryItem
from companion.kernel.text import Text, messages
from companion.storage.trouble import StorageError
from companion.tables.overtaken import Overtaken
from companion.tables.session import Session, Submitted
from companion.ui.context import Layout, PageContext, Why

T, N = messages("companion")


class Attempt(Protocol):
    """Does something to the log."""

    def __call__(self, do: Callable[[Overtaken | None], Submitted | None]) -> bool:
        """Do it, unless it is the second tap of two in a moment, and tell whether it was done.

        :param do: gets what whoever taps has been asked and insists on, if they do.
        """


@frozen(eq=False, slots=False)
class Play:
    """One page's hands on a game in play, made anew for every drawing; what it has looked up it keeps.

    :param seat: whose view this is; ``None`` is the table's.
    :param table: the table's id.
    :param enter: reports an event seen at the shown version, or when its form was opened; a refusal appears on the screen.
        With ``again=True`` the same button is meant each time it is tapped, however quickly, as for votes and chips.
    :param attempt: does something to the log; what speaks against it appears on the screen.
    :param fill: opens the form of an offer with fields, or of any offer in place of an entry.
    :param refuse: shows why something is not possible, or takes that away again.
    :param fail: shows why something could not be stored, and reads the table anew if another program went on with it.
    :param go_to: shows an entry in the history.
    :param refusal: why the latest attempt on what lies above the table was refused, to be shown there.
    """

    context: PageContext
    table: str
    session: Session
    seat: int | None
    layout: Layout
    enter: Callable[..., None]
    attempt: "Attempt"
    fill: Callable[[Offer], None]
    refuse: Callable[[Explanation | None], None]
    fail: Callable[[StorageError], None]
    go_to: Callable[[str], None]
    refusal: ft.Control | None = None

    @property
    def meta(self) -> Meta:
        """What is known of the game."""
        return self.session.game.meta

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names; in a log written by hand somebody may have none, and is called by the seat."""
        return self.context.names(self.session.names)

    @cached_property
    def view(self) -> Any:
        """What this seat may see."""
        return self.session.view(self.seat)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What this seat may report now."""
        return self.session.offers(self.seat)

    @property
    def now(self) -> tuple[str, ...]:
        """The rules that apply right now: those of the prompt and the notes, then those of what was said last."""
        last = self.session.spoken
        said = (self.view.prompt, *self.view.notes, *(last.step.messages if last and last.step else ()))
        return self.context.app.rules.known(rule for each in said if each.is_for(self.seat) for rule in each.rules)

    def say(self, text: Text) -> str:
        """Return a text in the page's language, with the players' names."""
        return self.context.say(text, self.names)

    def why(self, explanation: Explanation) -> None:
        """Open "why?"."""
        self.context.explain(Why(explanation.rules, explanation.text, self.names, self.table))

    def look_up(self, rule: str) -> None:
        """Open a rule."""
        self.context.explain(Why((rule,), None, self.names, self.table))

    def report(self, action: Any, *, again: bool = False) -> None:
        """Report an action; see ``enter``."""
        self.enter(Act(action), again=again)

    def take(self, offer: Offer, *, again: bool = False) -> None:
        """Do what a tap on an offer means: report it, ask for its fields, or say why it is closed; see ``enter``."""
        if offer.closed:
            self.refuse(offer.closed)
        elif offer.fields:
            self.fill(offer)
        else:
            self.report(offer.action(), again=again)

    def weighing(self, *weights: Weight) -> tuple[Offer, ...]:
        """Return the offers of some weights."""
        return tuple(offer for offer in self.offers if offer.weight in weights)

    def title(self, line: HistoryItem) -> str:
        """Return what a line of the history reports."""
        return self.say(self.session.record.describe(line.action))


def stretch(view: View) -> Text:
    """Return what this stretch of a game is called: the round of the sheet, unless the game has a name of its own."""
    return view.heading or T("Round {round}", round=view.round)


#: A component that draws a game's table.
TableScreen: TypeAlias = Callable[..., ft.Control]


@cache
def table_screen(meta: Meta) -> TableScreen | None:
    """Return a game's own table screen, if it has one; loaded late, since it is the only part of a game that draws."""
    module = f"companion.games.{meta.folder}.table"
    if find_spec(module) is None:
        return None
    screens: dict[str, TableScreen] = importlib.import_module(module).TABLES
    return screens.get(meta.id)
