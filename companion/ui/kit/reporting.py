"""Reporting: how a page tells its table what happened, and what speaks against it."""

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeAlias

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Event, Redo, Seats, Undo
from companion.kernel.offers import Offer
from companion.kernel.text import Text
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.tables.access import WATCHING
from companion.tables.agreement import RULE, NeedsAgreement, Rights
from companion.tables.conflicts import Conflict
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session, Submitted
from companion.tables.tables import Table
from companion.ui.app.context import PageContext
from companion.ui.kit.form import Form
from companion.ui.runtime.tap_queue import Tap, tap

#: A finger that bounces comes back within so many seconds; see :class:`_Reported`.
DOUBLE_TAP: Final = 0.3

#: Does something to the log; it gets what whoever taps has been asked and insists on, if they do.
Do: TypeAlias = Callable[[Conflict | None], Submitted | None]


@frozen
class Refusal:
    """Why something was not done.

    :param asked: what may be insisted on, if anything.
    :param do: what was attempted.
    :param at: when it was refused.
    """

    why: Explanation
    asked: Conflict | None
    do: Do | None
    at: float


@frozen
class _Reported:
    """A report of this page, so that a double tap counts once.

    :param at: when it was made, on the clock of ``time.monotonic()``.
    :param tap: the tap that made it.
    :param on_screen: the numbers of all controls that were there for this tap.
    """

    at: float
    tap: Tap | None
    on_screen: frozenset[int]

    @classmethod
    def now(cls, page: ft.Page) -> "_Reported":
        """Return a report that is made by the present tap."""
        return cls(time.monotonic(), tap(), frozenset(page.session.index))

    def is_doubled_by(self, later: "_Reported", *, again: bool = False) -> bool:
        """Return whether a later report is made by the second half of a double tap.

        That is the very next tap, on the same button or on one that has come below the finger since. A tap on another button
        that was there before, or after something else was tapped, is meant.

        :param again: whether the same button may be meant again at once.
        """
        if not self.tap or not later.tap or later.at - self.at >= DOUBLE_TAP:
            return False
        same = later.tap.control == self.tap.control and not again
        return later.tap.number == self.tap.number + 1 and (same or later.tap.control not in self.on_screen)


@frozen(eq=False, slots=False, kw_only=True)
class Reporting:
    """What one page does to the log of a table, and what stands in its way, as of one drawing.

    :param version: of the log that is drawn.
    :param seat: whose page it is; ``None`` is the table's.
    :param places: who sits where, as this page sees it.
    :param role: what it may do.
    :param form: the form that is being filled in.
    :param seating: the version that whoever is changing the players has seen.
    :param refused: why the latest attempt was not done.
    :param latest: the page's latest report, the same holder at every drawing.
    """

    context: PageContext
    at: Table
    session: Session
    version: int
    seat: int | None
    places: PhoneSeats
    role: Role
    form: Form | None
    set_form: Callable[[Form | None], None]
    seating: int | None
    set_seating: Callable[[int | None], None]
    refused: Refusal | None
    set_refused: Callable[[Refusal | None], None]
    latest: Any

    @property
    def table(self) -> str:
        """The table's id."""
        return self.at.stored.id

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names; in a log written by hand somebody may have none, and is called by the seat."""
        return self.context.names(self.session.names)

    def say(self, text: Text) -> str:
        """Return a text in the page's language, with the players' names."""
        return self.context.say(text, self.names)

    @cached_property
    def rights(self) -> Rights:
        """The page's rights to correct entries without agreement."""
        return Rights(self.role, self.places, self.context.reporter)

    @property
    def others(self) -> frozenset[int]:
        """The seats whose entries this page does not correct without agreement (companion.roles)."""
        return self.rights.others

    # What is shown

    def open_form(self, offer: Offer) -> None:
        """Open the form of an offer."""
        self.set_form(Form(offer, self.session.version))

    def change_players(self) -> None:
        """Open the list of players."""
        self.set_seating(self.session.version)

    def close(self) -> None:
        """Close what was opened above the table, and what was refused there."""
        self.set_form(None)
        self.set_seating(None)
        self.set_refused(None)

    def refuse(self, why: Explanation | None, *, asked: Conflict | None = None, do: Do | None = None) -> None:
        """Show why something is not possible, or take that away again."""
        self.set_refused(Refusal(why, asked, do, time.monotonic()) if why else None)
        if why:
            self.context.buzz("heavy_impact")
            self.context.announce(self.say(why.text))

    def fail(self, error: StorageError) -> None:
        """Show why something could not be stored, and read the table anew if another program went on with it."""
        if isinstance(error, ChangedElsewhere):
            self.context.access.reload(self.table)
        self.refuse(error.why)

    # What is done

    def attempt(self, do: Do, asked: Conflict | None = None, *, again: bool = False) -> bool:
        """Do something to the log, unless it is the second tap of two in a moment; whatever speaks against it is shown.

        :param asked: what whoever taps has been asked and insists on.
        :param again: whether the same button is meant each time it is tapped, however quickly, as for votes and chips.
        :return: whether it was done.
        """
        reported = _Reported.now(self.context.page)
        if self.latest.current and self.latest.current.is_doubled_by(reported, again=again):
            self.latest.current = evolve(reported, at=self.latest.current.at)
            return False
        self.latest.current = reported
        if self.role is Role.VIEWER:
            self.refuse(Explanation(WATCHING, (RULE,)))
            return False
        try:
            do(asked)
        except NeedsAgreement as question:
            return self.attempt_to_propose(question)
        except Conflict as question:
            self.refuse(question.why, asked=question, do=do)
            return False
        except Refused as error:
            self.refuse(error.why)
            return False
        except StorageError as error:
            self.fail(error)
            return False
        self.set_refused(None)
        self.context.buzz()
        return True

    def attempt_to_propose(self, question: NeedsAgreement) -> bool:
        """Ask the other phones to agree to a correction."""
        try:
            self.session.propose(question.proposal)
        except Refused as error:
            self.refuse(error.why)
            return False
        self.set_refused(None)
        self.context.announce(self.say(question.why.text))
        return True

    def insist(self) -> None:
        """Do all the same what the referee has asked about; its button may have come up under a finger that taps twice."""
        refused = self.refused
        if refused and refused.do and time.monotonic() - refused.at >= 2 * DOUBLE_TAP:
            self.attempt(refused.do, refused.asked)

    def enter(self, event: Event, *, again: bool = False) -> None:
        """Report an event, seen at the shown version or when its form was opened; see :meth:`attempt`.

        What was filled in stays until it is accepted. Whoever has read why the rules refuse it may try again.
        """

        def submit(asked: Conflict | None) -> Submitted:
            seen = self.form.seen if self.form else self.version
            try:
                done = self._insisted(asked) or self.session.submit(
                    event, by=self.seat, expected_version=seen, page=self.context.reporter
                )
            except Conflict:
                raise
            except Refused:
                if self.form:
                    self.set_form(evolve(self.form, seen=self.session.version))
                raise
            self.set_form(None)
            return done

        self.attempt(submit, again=again)

    def correct(self, kind: type[Undo] | type[Redo]) -> None:
        """Undo the latest report or correction, or bring back the one undone last."""
        do = self.session.undo if kind is Undo else self.session.redo
        by, version, page, rights = self.seat, self.version, self.context.reporter, self.rights
        self.attempt(
            lambda asked: self._insisted(asked) or do(by=by, expected_version=version, page=page, rights=rights)
        )

    def change_seats(self, change: Seats | None, named: tuple[str, ...]) -> None:
        """Let others play, or under other names, or one more or less.

        :param change: what was changed; ``None`` if nothing was.
        :param named: the names that were typed, to be remembered.
        """

        def submit(_: Conflict | None) -> Submitted:
            assert change
            tables = self.context.access
            try:
                return tables.seat(
                    self.table,
                    change,
                    expected_version=self.seating,
                    page=self.context.reporter,
                    named=named,
                    rights=self.rights,
                )
            except Refused:
                self.change_players()
                raise

        if change is None or self.attempt(submit):
            self.close()

    def repair(self) -> None:
        """Strike out what cannot be read of the log, and go on."""

        def strike_out(_: Conflict | None) -> Submitted:
            done = self.session.repair()
            self.context.access.changed(self.table)  # the list of all tables showed the error
            return done

        self.attempt(strike_out)

    def go_on_in_a_copy(self) -> None:
        """Go on in a copy of what can be read of the log."""
        try:
            self.context.go(f"/table/{self.context.access.go_on(self.table)}")
        except (Refused, StorageError) as error:
            self.refuse(error.why)

    def restore(self) -> None:
        """Take a table back that was put away."""
        self.context.access.restore(self.table)
        self.context.access.changed(self.table)

    def _insisted(self, asked: Conflict | None) -> Submitted | None:
        if not asked:
            return None
        return self.session.insist(asked, by=self.seat, page=self.context.reporter, rights=self.rights)
