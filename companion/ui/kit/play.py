"""Playing: what a table's screen, whichever the game, needs to show the state and to report what happened."""

import logging
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar, cast

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation
from companion.kernel.game import Meta, View
from companion.kernel.log import Act
from companion.kernel.offers import Offer, Weight
from companion.kernel.record import HistoryItem
from companion.kernel.text import Player, Text, messages
from companion.storage.errors import StorageError
from companion.tables.avatars import Avatar
from companion.tables.drafts import DraftStore
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session
from companion.tables.tables import Table
from companion.ui.app.back_stack import use_back_step
from companion.ui.app.context import Layout, PageContext, Why, use_layout, use_page_context
from companion.ui.design import player_badge as drawn
from companion.ui.design import theme
from companion.ui.design.text_fit import across
from companion.ui.kit.form import Form
from companion.ui.kit.game_screen import GameScreen, screen_of
from companion.ui.kit.group_lines import group_lines
from companion.ui.kit.reporting import Refusal, Reporting
from companion.ui.runtime.hooks import use_optional, use_value

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")


#: How much of a wide page what is played takes.
BESIDE: Final = 0.6

V = TypeVar("V", bound=View, covariant=True)
A = TypeVar("A")


@frozen(eq=False)
class Correction:
    """An entry that is told again, on the screen on which it was told, with what was told.

    :param line: the entry as it stands in the history.
    :param session: the game as it was then; nothing is entered into it.
    :param seen: the version of the table whoever corrects has seen.
    :param exactly: whether the screen tells exactly.
    :param turn: lets it tell exactly, or only the little.
    :param mend: puts another report into the place of the entry's.
    :param leave: leaves the entry as it is.
    :param back: the part of the table from which a phone came to it.
    """

    line: HistoryItem
    session: Session
    seen: int
    exact: bool
    set_exact: Callable[[bool], None]
    amend: Callable[[Any], None]
    cancel: Callable[[], None]
    back: str = ""


@frozen(eq=False, slots=False, kw_only=True)
class PlayOf(Reporting, Generic[V]):
    """One page's hands on a game in play, made anew for every drawing; what it has looked up it keeps.

    :param layout: the page's size class.
    :param opened: the entry whose line in the history is open.
    :param covered: whether nothing of the table is to be seen beside what is played, since the phone goes to somebody else.
    :param refusal: why the latest attempt on what lies above the table was refused, to be shown there.
    :param reopen: opens the screen on which an entry was told, to correct it.
    :param correction: the entry that is corrected on this screen.
    :param seen: refers to what scrolls on the table, so that it can be brought back to its top.
    :param asked: refers to what to do next, where that scrolls beside the table.
    :param foot: refers to the buttons that are drawn.
    """

    layout: Layout
    open_entry: str | None
    set_open_entry: Callable[[str | None], None]
    covered: bool
    cover: Callable[[bool], None]
    refusal: ft.Control | None = None
    reopen: Callable[[HistoryItem], None] = lambda _: None
    correction: Correction | None = None
    list_ref: Any = None
    prompt_ref: Any = None
    footer_ref: Any = None

    @property
    def roomy(self) -> bool:
        """Whether what matters most may be large."""
        return not self.alone

    @property
    def alone(self) -> bool:
        """Whether one part of the table is shown at a time."""
        return self.context.alone

    @property
    def room(self) -> float:
        """How wide what is played is within, in pixels."""
        wide = self.context.size[0]
        if self.context.low:
            wide /= 2  # the buttons stand beside it
        elif not self.alone:
            wide *= BESIDE
        return wide - 2 * (theme.Space.m if self.layout == "phone" else theme.Space.l)

    def across(
        self,
        texts: Iterable[str],
        style: ft.TextThemeStyle,
        most: int,
        *,
        around: float = 2 * theme.Space.m,
        gap: float = theme.Space.s,
        least: float = 0.0,
    ) -> int:
        """Return how many things with these texts stand in a row on the table; see :func:`companion.ui.design.text_fit.across`."""
        scale = self.context.scale
        return across(texts, style, room=self.room, scale=scale, most=most, around=around, gap=gap, least=least)

    def names_across(self, style: ft.TextThemeStyle, most: int) -> int:
        """Return how many places of players stand in a row, each with its mark and name."""
        return self.across(self.names, style, most, around=2 * theme.Space.m + theme.Space.s + drawn.SIZE)

    @cached_property
    def marks(self) -> tuple[Avatar, ...]:
        """Everybody's colour and sign, seat by seat."""
        return self.context.access.marks.of(self.session.names)

    def badge(self, seat: int, *, size: float = drawn.SIZE) -> ft.Control:
        """Return a player's mark."""
        return drawn.badge(self.marks[seat], size=size)

    def badge_in(self, text: Text) -> ft.Control | None:
        """Return the mark of the one player a text names."""
        named = [one.seat for _, one in text.params if isinstance(one, Player)]
        return self.badge(named[0]) if len(named) == 1 else None

    def who(self, seat: int, name: ft.Control) -> ft.Control:
        """Return a player's name behind their mark."""
        return drawn.marked(self.marks[seat], name)

    @property
    def meta(self) -> Meta:
        """What is known of the game."""
        return self.session.game.meta

    @property
    def screen(self) -> GameScreen:
        """How the game is drawn."""
        return screen_of(self.meta)

    @property
    def exact(self) -> bool:
        """Whether this device tells of the game exactly, card by card, and not only what the table says aloud anyway."""
        return self.correction.exact if self.correction else self.meta.id in self.context.preferences.exactly

    def set_exact(self, exact: bool) -> None:
        """Tell of this game exactly from now on, or only the little; what has been told already stays."""
        if self.correction:
            self.correction.set_exact(exact)
            return
        others = tuple(id for id in self.context.preferences.exactly if id != self.meta.id)
        self.context.prefer(exactly=(*others, self.meta.id) if exact else others)

    @property
    def drafts(self) -> DraftStore:
        """The drafts that only this page sees."""
        return self.session.drafts.of_page(self.context.reporter)

    @cached_property
    def view(self) -> V:
        """What this seat may see."""
        return cast(V, self.session.view(self.seat))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The offers for this seat; for a correction that the table cannot report itself, those of a seat that can."""
        offers = self.session.offers(self.seat)
        if self.correction and self.seat is None and not _fitting(offers, self.correction):
            seats = range(len(self.session.names))
            return next((own for own in map(self.session.offers, seats) if _fitting(own, self.correction)), offers)
        return offers

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats on other phones of which one alone answers what is asked now, or that let all wait; this page does."""
        asked = self.view.asked or self.screen.waits_for(self.session)
        waits = self.role is Role.SEAT and not self.correction and self.places.others.issuperset(asked)
        return asked if waits else ()

    @property
    def last_messages(self) -> tuple[Explanation, ...]:
        """What the referee said last, and below it what the group has decided since."""
        last = self.session.last_message_item
        said = last.step if last and last.step else self.session.record.start
        return (*said.messages, *(line for ruled in self.session.rulings if ruled.step for line in ruled.step.messages))

    @property
    def last_conclusions(self) -> tuple[Explanation, ...]:
        """What of that has decided something, without what was only compared for it."""
        last = self.session.last_message_item
        return self.session.record.line_of(last).decided if last else ()

    @property
    def current_rules(self) -> tuple[str, ...]:
        """The rules that apply right now: those of the prompt and the notes, then those of what was said last."""
        last = self.session.last_message_item
        said = (self.view.prompt, *self.view.notes, *(last.step.messages if last and last.step else ()))
        return self.context.app.rules.known(rule for each in said if each.is_for(self.seat) for rule in each.rules)

    def lines(self, said: Iterable[Explanation]) -> list[Explanation]:
        """Return what this seat may read of what is said, like lines as one."""
        return group_lines((line for line in said if line.is_for(self.seat)), self.screen.grouped)

    def why(self, *said: Explanation) -> None:
        """Open "why?" about what the referee said: of several lines it lets choose one."""
        first, *more = map(self.reason, said)
        self.context.explain(Why(each=(first, *more)) if more else first)

    def reason(self, explanation: Explanation) -> Why:
        """Return what "why?" asks about something the referee said."""
        return Why(explanation.rules, explanation.text, self.names, self.table)

    def look_up(self, rule: str) -> None:
        """Open a rule."""
        self.context.explain(Why((rule,), None, self.names, self.table))

    def go_to(self, entry: str) -> None:
        """Show an entry in the history."""
        self.set_open_entry(entry)
        if self.alone:
            self.context.go(f"/table/{self.table}/history")

    def corrected_report(self, kind: type[A]) -> A | None:
        """Return what was told before on this screen, if it is a report of some kind that is told again."""
        told = self.correction and self.correction.line.action
        return told if isinstance(told, kind) else None

    def correcting(self, correction: Correction) -> Self:
        """Return the hands on the screen of an entry that is corrected."""
        return evolve(self, session=correction.session, version=correction.session.version, correction=correction)

    def report(self, action: Any, *, again: bool = False) -> None:
        """Report an action, or put it into the place of the entry that is corrected; see :meth:`enter`."""
        if self.correction:
            self.correction.amend(action)
        else:
            self.enter(Act(action), again=again)

    def open_form(self, offer: Offer) -> None:
        """Open the form of an offer, with what was told before if it is told again."""
        told = offer.values_of(self.correction.line.action) if self.correction else None
        if offer not in self.session.offers(self.seat):  # only the entry's own seat may see its data
            told = None
        self.set_form(Form(offer, self.session.version, told))

    def choose(self, offer: Offer, *, again: bool = False) -> None:
        """Do what a tap on an offer means: report it, ask for its fields, or say why it is closed."""
        if offer.closed:
            self.refuse(offer.closed)
        elif offer.fields:
            self.open_form(offer)
        else:
            self.report(offer.action(), again=again)

    @cached_property
    def corrected_offer(self) -> Offer | None:
        """The offer by which the entry that is corrected was told: of several the one that leaves least to choose."""
        if not self.correction:
            return None
        return min(_fitting(self.offers, self.correction), key=lambda offer: len(offer.fields), default=None)

    def offered(self, kind: type) -> tuple[Offer, ...]:
        """Return the offers of one kind of report."""
        return tuple(offer for offer in self.offers if offer.kind is kind)

    def scroll_to_top(self) -> None:
        """Bring what is played back to its top: there stands what is next, and what was said means for the hands."""
        listed: list[Any] = [each.current for each in (self.list_ref, self.prompt_ref) if each.current is not None]
        for each in listed:
            self.context.soon(partial(each.scroll_to, offset=0.0, duration=theme.Durations.calm))

    def refusal_of(self, action: Any) -> Explanation | None:
        """Return why something could not be reported now."""
        return self.session.game.refusal(self.session.record.state, action)

    def offers_of(self, *weights: Weight) -> tuple[Offer, ...]:
        """Return the offers of some weights."""
        return tuple(offer for offer in self.offers if offer.weight in weights)

    def title(self, line: HistoryItem) -> str:
        """Return what a line of the history reports."""
        return self.say(self.session.record.headline(line))


def _fitting(offers: Iterable[Offer], correction: Correction) -> list[Offer]:
    """Return the offers with which the corrected entry could have been reported."""
    return [offer for offer in offers if offer.values_of(correction.line.action) is not None]


#: A game in play, whichever it is; a game's own screen says which view it draws.
Play: TypeAlias = PlayOf[View]


def use_play(at: Table, session: Session) -> Play:
    """Return this page's hands on a table, for the component that draws it."""
    form, set_form = use_optional(Form)
    seating, set_seating = use_optional(int)
    refused, set_refused = use_optional(Refusal)
    opened, open_line = use_optional(str)
    covered, cover = use_value(False)
    context = use_page_context()
    places = places_of(context, at.stored.id, session)
    return Play(
        context=context,
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
        seat=places.seat,
        places=places,
        role=context.role(at.stored.id) or Role.VIEWER,
        layout=use_layout(),
        open_entry=opened,
        set_open_entry=open_line,
        covered=covered,
        cover=cover,
        list_ref=ft.use_ref(None),
        prompt_ref=ft.use_ref(None),
        footer_ref=ft.use_ref(None),
    )


def places_of(context: PageContext, table: str, session: Session) -> PhoneSeats:
    """Return who sits where at a table, as a page sees it: on the device that runs the program it is the table's own."""
    seating, phone = context.access.seating, None if context.host else context.preferences.phone
    try:
        places = seating.seen_by(phone, table, session.record)
    except StorageError:
        log.warning("the places at a table cannot be read", exc_info=True)
        return PhoneSeats()
    return evolve(places, told=places.told or context.host)


def stretch(meta: Meta, view: View) -> Text:
    """Return what this stretch of a game is called: the round of the sheet, unless the game has a name of its own."""
    return view.heading or round_called(meta, view.round)


def round_called(meta: Meta, round: int) -> Text:
    """Return what a round of a game's sheet is called."""
    if meta.round_name:
        return T("{called} {number}", called=meta.round_name, number=round)
    return T("Round {round}", round=round)


def use_part(play: Play, there: object, close: Callable[[], None]) -> None:
    """Let the phone's back gesture leave a part of a table, which begins at its top.

    :param there: which part is open, if any is.
    """
    use_back_step(play.context.back_stack, there, close)
    before = ft.use_ref(there)

    def begin() -> None:
        if before.current != there:
            play.scroll_to_top()
        before.current = there

    ft.use_effect(begin, dependencies=[there])
