"""Playing: what a table's screen, whichever the game, needs to show the state and to report what happened."""

import importlib
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any, Generic, TypeAlias, TypeVar, cast

import flet as ft
from attrs import frozen

from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, View
from companion.kernel.log import Act
from companion.kernel.offers import Offer, Weight
from companion.kernel.record import HistoryItem
from companion.kernel.text import Text, messages
from companion.tables.session import Session
from companion.tables.tables import Table
from companion.ui.context import Layout, Why, use_layout, use_page_context
from companion.ui.form import Form
from companion.ui.live import use_maybe, use_value
from companion.ui.reporting import Refusal, Reporting

T, N = messages("companion")


V = TypeVar("V", bound=View, covariant=True)


@frozen(eq=False, slots=False, kw_only=True)
class PlayOf(Reporting, Generic[V]):
    """One page's hands on a game in play, made anew for every drawing; what it has looked up it keeps.

    :param seat: whose view this is; ``None`` is the table's.
    :param layout: the page's size class.
    :param opened: the entry whose line in the history is open.
    :param covered: whether nothing of the table is to be seen beside what is played, since the phone goes to somebody else.
    :param refusal: why the latest attempt on what lies above the table was refused, to be shown there.
    """

    seat: int | None
    layout: Layout
    opened: str | None
    open_line: Callable[[str | None], None]
    covered: bool
    cover: Callable[[bool], None]
    refusal: ft.Control | None = None

    @property
    def roomy(self) -> bool:
        """Whether what matters most may be large."""
        return self.layout != "phone"

    @property
    def meta(self) -> Meta:
        """What is known of the game."""
        return self.session.game.meta

    @property
    def exact(self) -> bool:
        """Whether this device tells of the game exactly, card by card, and not only what the table says aloud anyway."""
        return self.meta.id in self.context.preferences.exactly

    def tell_exactly(self, exact: bool) -> None:
        """Tell of this game exactly from now on, or only the little; what has been told already stays."""
        others = tuple(id for id in self.context.preferences.exactly if id != self.meta.id)
        self.context.prefer(exactly=(*others, self.meta.id) if exact else others)

    @cached_property
    def view(self) -> V:
        """What this seat may see."""
        return cast(V, self.session.view(self.seat))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What this seat may report now."""
        return self.session.offers(self.seat)

    @property
    def told(self) -> tuple[Explanation, ...]:
        """What the referee said last."""
        last = self.session.spoken
        return (last.step if last and last.step else self.session.record.start).messages

    @property
    def now(self) -> tuple[str, ...]:
        """The rules that apply right now: those of the prompt and the notes, then those of what was said last."""
        last = self.session.spoken
        said = (self.view.prompt, *self.view.notes, *(last.step.messages if last and last.step else ()))
        return self.context.app.rules.known(rule for each in said if each.is_for(self.seat) for rule in each.rules)

    def why(self, explanation: Explanation) -> None:
        """Open "why?"."""
        self.context.explain(Why(explanation.rules, explanation.text, self.names, self.table))

    def look_up(self, rule: str) -> None:
        """Open a rule."""
        self.context.explain(Why((rule,), None, self.names, self.table))

    def go_to(self, entry: str) -> None:
        """Show an entry in the history."""
        self.open_line(entry)
        if self.layout == "phone":
            self.context.go(f"/table/{self.table}/history")

    def report(self, action: Any, *, again: bool = False) -> None:
        """Report an action; see :meth:`enter`."""
        self.enter(Act(action), again=again)

    def take(self, offer: Offer, *, again: bool = False) -> None:
        """Do what a tap on an offer means: report it, ask for its fields, or say why it is closed."""
        if offer.closed:
            self.refuse(offer.closed)
        elif offer.fields:
            self.fill(offer)
        else:
            self.report(offer.action(), again=again)

    def offered(self, kind: type) -> tuple[Offer, ...]:
        """Return the offers of one kind of report."""
        return tuple(offer for offer in self.offers if offer.kind is kind)

    def objection(self, action: Any) -> Explanation | None:
        """Return why something could not be reported now."""
        return self.session.game.refusal(self.session.record.state, action)

    def weighing(self, *weights: Weight) -> tuple[Offer, ...]:
        """Return the offers of some weights."""
        return tuple(offer for offer in self.offers if offer.weight in weights)

    def title(self, line: HistoryItem) -> str:
        """Return what a line of the history reports."""
        return self.say(self.session.record.describe(line.action))


#: A game in play, whichever it is; a game's own screen says which view it draws.
Play: TypeAlias = PlayOf[View]


def use_play(at: Table, session: Session) -> Play:
    """Return this page's hands on a table, for the component that draws it."""
    form, set_form = use_maybe(Form)
    seating, set_seating = use_maybe(int)
    refused, set_refused = use_maybe(Refusal)
    opened, open_line = use_maybe(str)
    covered, cover = use_value(False)
    return Play(
        context=use_page_context(),
        at=at,
        session=session,
        version=session.version,
        form=form,
        set_form=set_form,
        seating=seating,
        set_seating=set_seating,
        refused=refused,
        set_refused=set_refused,
        latest=ft.use_ref(None),
        seat=None,
        layout=use_layout(),
        opened=opened,
        open_line=open_line,
        covered=covered,
        cover=cover,
    )


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
