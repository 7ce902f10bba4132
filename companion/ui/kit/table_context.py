"""The context of one table page: what its seat sees, what it can do, and the room there is.

A board takes a :class:`Play` of its view, such as ``Play[TableView]``; code that draws every game takes an ``AnyPlay``.
A play *is* a :class:`SeatView`, which boards read most; it *has* :class:`Actions` and a :class:`BoardLayout`. Each of the
three can be made and tested alone.
"""

import logging
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final, Self, TypeAlias

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation
from companion.kernel.game import View
from companion.kernel.history import HistoryItem
from companion.kernel.text import Player, Text
from companion.storage.errors import StorageError
from companion.tables.avatars import Avatar
from companion.tables.drafts import DraftStore
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session
from companion.tables.shown_table import SHOWN_TABLE
from companion.tables.tables import Table
from companion.ui.app.back_stack import use_back_step
from companion.ui.app.context import PageContext, Why, use_page_context
from companion.ui.design import player_badge, theme
from companion.ui.kit.actions import Actions, Overlay, use_overlay
from companion.ui.kit.board_layout import BoardLayout
from companion.ui.kit.seat_view import Correction, SeatView, V
from companion.ui.runtime.hooks import use_lasting, use_optional, use_value

log: Final = logging.getLogger("companion.ui")


@frozen(eq=False, slots=False, kw_only=True)
class Play(SeatView[V]):
    """Context of one table page, created for every render; caches lookups.

    :param at: the table.
    :param overlay: the form or list of players that lies above the table, and the last refusal.
    :param open_entry: the entry that is open in the history.
    :param covered: whether only the board is shown, because the phone is being handed to another player.
    :param refusal: the notice of the last refusal, to be shown in what lies above the table.
    :param reopen: opens the board on which an entry was made, to correct it.
    :param list_ref: refers to the list that scrolls on the board.
    :param prompt_ref: refers to the list with the prompt, where that scrolls beside the board.
    :param footer_ref: refers to the buttons.
    """

    context: PageContext
    at: Table
    overlay: Overlay
    open_entry: str | None
    set_open_entry: Callable[[str | None], None]
    covered: bool
    cover: Callable[[bool], None]
    refusal: ft.Control | None = None
    reopen: Callable[[HistoryItem], None] = lambda _: None
    list_ref: Any = None
    prompt_ref: Any = None
    footer_ref: Any = None

    @property
    def table(self) -> str:
        """The table's id."""
        return self.at.stored.id

    @property
    def current(self) -> Session:
        """The game as it stands, also while an earlier entry is being corrected."""
        assert self.at.session
        return self.at.session

    @cached_property
    def actions(self) -> Actions:
        """What the page does to the log."""
        return Actions(self.context, self.table, self, self.overlay)

    @cached_property
    def layout(self) -> BoardLayout:
        """The room for the board."""
        return BoardLayout.of(self.context, self.names)

    @property
    def drafts(self) -> DraftStore:
        """The drafts that only this page sees."""
        return self.session.drafts.of_page(self.context.reporter)

    def correcting(self, correction: Correction) -> Self:
        """Return the context of the board on which an entry is being corrected."""
        return evolve(self, session=correction.session, version=correction.session.version, correction=correction)

    @property
    def exact(self) -> bool:
        """Whether the board is in its exact mode, card by card, or takes only what players announce anyway."""
        return self.correction.exact if self.correction else self.meta.id in self.context.preferences.exactly

    def set_exact(self, exact: bool) -> None:
        """Change the mode of the board: of the correction, or else of this device for the game."""
        if self.correction:
            self.correction.set_exact(exact)
            return
        others = tuple(id for id in self.context.preferences.exactly if id != self.meta.id)
        self.context.prefer(exactly=(*others, self.meta.id) if exact else others)

    # Badges

    @cached_property
    def marks(self) -> tuple[Avatar, ...]:
        """The players' avatars, seat by seat."""
        return self.context.access.marks.of(self.session.names)

    def badge(self, seat: int, *, size: float = player_badge.SIZE) -> ft.Control:
        """Return a player's badge."""
        return player_badge.badge(self.marks[seat], size=size)

    def badge_in(self, text: Text) -> ft.Control | None:
        """Return the badge of the player a text names, if it names exactly one."""
        named = [one.seat for _, one in text.params if isinstance(one, Player)]
        return self.badge(named[0]) if len(named) == 1 else None

    def who(self, seat: int, name: ft.Control) -> ft.Control:
        """Return a player's name behind their badge."""
        return player_badge.marked(self.marks[seat], name)

    # Rules and history

    def why(self, *said: Explanation) -> None:
        """Open "why?" for messages of the referee; of several, the player chooses one."""
        first, *more = map(self.reason, said)
        self.context.explain(Why(each=(first, *more)) if more else first)

    def reason(self, explanation: Explanation) -> Why:
        """Return what "why?" asks about a message."""
        return Why(explanation.rules, explanation.text, self.names, self.table)

    def look_up(self, rule: str) -> None:
        """Open a rule."""
        self.context.explain(Why((rule,), None, self.names, self.table))

    def go_to(self, entry: str) -> None:
        """Show an entry in the history."""
        self.set_open_entry(entry)
        if self.layout.alone:
            self.context.go(f"/table/{self.table}/history")

    def scroll_to_top(self) -> None:
        """Scroll the board to its top, where the prompt and the last messages stand."""
        listed: list[Any] = [each.current for each in (self.list_ref, self.prompt_ref) if each.current is not None]
        for each in listed:
            self.context.soon(partial(each.scroll_to, offset=0.0, duration=theme.Durations.calm))


#: A play of any game.
AnyPlay: TypeAlias = Play[View]


def use_play(at: Table, session: Session) -> AnyPlay:
    """Return the context of this page for a table."""
    overlay = use_overlay()
    entry, open_entry = use_optional(str)
    covered, cover = use_value(False)
    context = use_page_context()
    places = places_of(context, at.stored.id, session)
    _use_shown_table(at.stored.id)
    return Play(
        session=session,
        version=session.version,
        seat=places.seat,
        locale=context.locale,
        places=places,
        role=context.role(at.stored.id) or Role.VIEWER,
        context=context,
        at=at,
        overlay=overlay,
        open_entry=entry,
        set_open_entry=open_entry,
        covered=covered,
        cover=cover,
        list_ref=ft.use_ref(None),
        prompt_ref=ft.use_ref(None),
        footer_ref=ft.use_ref(None),
    )


def _use_shown_table(table: str) -> None:
    """Let the server know which table the page shows."""
    shown = SHOWN_TABLE.get()

    def show() -> Callable[[], None] | None:
        if shown is None:
            return None
        shown.id = table
        return lambda: setattr(shown, "id", None)

    use_lasting(show, table)


def places_of(context: PageContext, table: str, session: Session) -> PhoneSeats:
    """Return the seating of a table from this page's view; the device that runs the program is the table's own."""
    seating, phone = context.access.seating, None if context.is_own_machine else context.preferences.phone
    try:
        places = seating.seen_by(phone, table, session.record)
        playing = context.role(table) is not Role.VIEWER and not session.is_over
        if phone and playing and not places.answered and seating.recall(phone, table, session.record):
            places = seating.seen_by(phone, table, session.record)
            context.access.changed(table)
    except StorageError:
        log.warning("the places at a table cannot be read", exc_info=True)
        return PhoneSeats()
    return evolve(places, answered=places.answered or context.is_own_machine)


def use_part(play: AnyPlay, there: object, close: Callable[[], None]) -> None:
    """Let the phone's back gesture close a part of a board, and scroll to the top when one is opened or closed.

    :param there: the part that is open, if any.
    """
    use_back_step(play.context.back_stack, there, close)
    before = ft.use_ref(there)

    def begin() -> None:
        if before.current != there:
            play.scroll_to_top()
        before.current = there

    ft.use_effect(begin, dependencies=[there])
