"""What a page does to the log of its table, and why that may be refused.

A tap on an offer goes through :meth:`Actions.choose`, :meth:`~Actions.report`, :meth:`~Actions.enter` and
:meth:`~Actions.attempt` to the table's session; "The way of a tap" in CONTRIBUTING has the steps before and after.
"""

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeAlias

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import View
from companion.kernel.log import Act, Change, Event, Redo, Seats, Undo
from companion.kernel.offers import Offer
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.tables.access import WATCHING
from companion.tables.agreement import RULE, NeedsAgreement, Rights
from companion.tables.conflicts import Conflict
from companion.tables.roles import Role
from companion.tables.session import Submitted
from companion.ui.app.context import PageContext
from companion.ui.kit.form import Form
from companion.ui.kit.seat_view import SeatView
from companion.ui.runtime.hooks import use_optional
from companion.ui.runtime.tap_queue import Tap, tap

#: A second tap within this time, in seconds, may be a double tap; see :class:`_Reported`.
DOUBLE_TAP: Final = 0.3

#: Changes the log. It is called with ``None`` first, and again with the conflict if the player insists in spite of it.
Do: TypeAlias = Callable[[Conflict | None], Submitted | None]


@frozen
class Refusal:
    """A refused attempt.

    :param why: the reason.
    :param conflict: if another page was faster, what the player is asked about, and may insist on.
    :param do: the attempt, to be repeated then.
    :param at: when it was refused, on the clock of ``time.monotonic()``.
    """

    why: Explanation
    conflict: Conflict | None
    do: Do | None
    at: float


@frozen
class _Reported:
    """A report of this page, so that a double tap counts once.

    :param at: when it was made, on the clock of ``time.monotonic()``.
    :param tap: the tap that made it.
    :param on_screen: the ids of all controls that were on the page then.
    """

    at: float
    tap: Tap | None
    on_screen: frozenset[int]

    @classmethod
    def now(cls, page: ft.Page) -> "_Reported":
        """Return a report that is made by the current tap."""
        return cls(time.monotonic(), tap(), frozenset(page.session.index))

    def is_doubled_by(self, later: "_Reported", *, again: bool = False) -> bool:
        """Return whether a later report is made by the second half of a double tap.

        That is the very next tap, on the same button or on one that has appeared under the finger since. A tap on
        another button that was there before, or after something else was tapped, is intended.

        :param again: whether the same button may be tapped again at once.
        """
        if not self.tap or not later.tap or later.at - self.at >= DOUBLE_TAP:
            return False
        same = later.tap.control == self.tap.control and not again
        return later.tap.number == self.tap.number + 1 and (same or later.tap.control not in self.on_screen)


@frozen(eq=False)
class Overlay:
    """What one page shows above its table: a form, the list of players or a refusal; and its latest report.

    :param form: the form that is being filled in.
    :param seating: the version of the log at which the list of players was opened.
    :param refused: the last attempt, if it was refused.
    :param latest: a ref to the page's latest report, the same one in every render.
    """

    form: Form | None
    set_form: Callable[[Form | None], None]
    seating: int | None
    set_seating: Callable[[int | None], None]
    refused: Refusal | None
    set_refused: Callable[[Refusal | None], None]
    latest: Any

    def close(self) -> None:
        """Close what lies above the table, and the refusal shown there."""
        self.set_form(None)
        self.set_seating(None)
        self.set_refused(None)


def use_overlay() -> Overlay:
    """Return what lies above the table of the component's page."""
    return Overlay(*use_optional(Form), *use_optional(int), *use_optional(Refusal), ft.use_ref(None))


@frozen(eq=False, slots=False)
class Actions:
    """What one page does to the log of a table, as of one render.

    :param table: the table's id.
    :param seat_view: what the page's seat sees.
    :param overlay: what lies above the table.
    """

    context: PageContext
    table: str
    seat_view: SeatView[View]
    overlay: Overlay

    @cached_property
    def rights(self) -> Rights:
        """The page's rights to correct entries without agreement."""
        return Rights(self.seat_view.role, self.seat_view.places, self.context.reporter)

    # Above the table

    def open_form(self, offer: Offer) -> None:
        """Open the form of an offer; in a correction it contains the entered values."""
        session, correction = self.seat_view.session, self.seat_view.correction
        entered = offer.values_of(correction.line.action) if correction else None
        if offer not in session.offers(self.seat_view.seat):  # only the entry's own seat may see its data
            entered = None
        self.overlay.set_form(Form(offer, session.version, entered))

    def change_players(self) -> None:
        """Open the list of players."""
        self.overlay.set_seating(self.seat_view.session.version)

    def refuse(self, why: Explanation | None, *, conflict: Conflict | None = None, do: Do | None = None) -> None:
        """Show why something is not possible; ``None`` hides the last refusal."""
        self.overlay.set_refused(Refusal(why, conflict, do, time.monotonic()) if why else None)
        if why:
            self.context.buzz("heavy_impact")
            self.context.announce(self.seat_view.say(why.text))

    def fail(self, error: StorageError) -> None:
        """Show why something could not be stored; reload the table if another program has changed it."""
        if isinstance(error, ChangedElsewhere):
            self.context.access.reload(self.table)
        self.refuse(error.why)

    # Reports

    def choose(self, offer: Offer, *, again: bool = False) -> None:
        """Handle a tap on an offer: report it, open its form, or show why it is closed.

        :param again: see :meth:`attempt`.
        """
        if offer.closed:
            self.refuse(offer.closed)
        elif offer.fields:
            self.open_form(offer)
        else:
            self.report(offer.action(), again=again)

    def report(self, action: Any, *, again: bool = False) -> None:
        """Enter a report; in a correction, put it in the place of the corrected one. See :meth:`enter`."""
        if self.seat_view.correction:
            self.seat_view.correction.amend(action)
        else:
            self.enter(Act(action), again=again)

    def enter(self, event: Event, *, again: bool = False) -> None:
        """Enter an event, as of the version that was drawn or at which its form was opened; see :meth:`attempt`.

        The form stays until the event is accepted. After a refusal the player has seen the current version.
        """
        form, set_form, session = self.overlay.form, self.overlay.set_form, self.seat_view.session

        def submit(conflict: Conflict | None) -> Submitted:
            version = form.version if form else self.seat_view.version
            try:
                done = self._insisted(conflict) or session.submit(
                    event, by=self.seat_view.seat, expected_version=version, page=self.context.reporter
                )
            except Conflict:
                raise
            except Refused:
                if form:
                    set_form(evolve(form, version=session.version))
                raise
            set_form(None)
            return done

        self.attempt(submit, again=again)

    def correct(self, kind: type[Undo] | type[Redo]) -> None:
        """Undo the latest report or correction, or redo the latest undo."""
        do = self.seat_view.session.undo if kind is Undo else self.seat_view.session.redo
        by, version, page, rights = self.seat_view.seat, self.seat_view.version, self.context.reporter, self.rights
        self.attempt(
            lambda conflict: self._insisted(conflict) or do(by=by, expected_version=version, page=page, rights=rights)
        )

    def submit(
        self, conflict: Conflict | None, *changes: Change, seen: int, without: frozenset[str] = frozenset()
    ) -> Submitted:
        """Correct the log within the page's rights, by all of the changes or none; see :meth:`attempt`.

        :param conflict: the conflict on which the player insists.
        :param seen: the version of the log that the player has seen.
        :param without: the ids of later entries that are dropped.
        """
        return self._insisted(conflict) or self.seat_view.session.correct(
            *changes,
            by=self.seat_view.seat,
            expected_version=seen,
            page=self.context.reporter,
            rights=self.rights,
            without=without,
        )

    def change_seats(self, change: Seats | None, named: tuple[str, ...]) -> None:
        """Change the players, their names or their number.

        :param change: the change; ``None`` if nothing was changed.
        :param named: the names that were typed, to be remembered.
        """

        def submit(_: Conflict | None) -> Submitted:
            assert change
            try:
                return self.context.access.seat(
                    self.table,
                    change,
                    expected_version=self.overlay.seating,
                    page=self.context.reporter,
                    named=named,
                    rights=self.rights,
                )
            except Refused:
                self.change_players()
                raise

        if change is None or self.attempt(submit):
            self.overlay.close()

    # Attempts

    def attempt(self, do: Do, conflict: Conflict | None = None, *, again: bool = False) -> bool:
        """Change the log unless this is the second half of a double tap; show why it is refused, if it is.

        :param conflict: the conflict on which the player insists.
        :param again: whether the same button may be tapped in quick succession, as for votes and chips.
        :return: whether it was done.
        """
        latest, reported = self.overlay.latest, _Reported.now(self.context.page)
        if latest.current and latest.current.is_doubled_by(reported, again=again):
            latest.current = evolve(reported, at=latest.current.at)
            return False
        latest.current = reported
        if self.seat_view.role is Role.VIEWER:
            self.refuse(Explanation(WATCHING, (RULE,)))
            return False
        try:
            do(conflict)
        except NeedsAgreement as question:
            return self._propose(question)
        except Conflict as question:
            self.refuse(question.why, conflict=question, do=do)
            return False
        except Refused as error:
            self.refuse(error.why)
            return False
        except StorageError as error:
            self.fail(error)
            return False
        self.overlay.set_refused(None)
        self.context.buzz()
        return True

    def is_double_tap(self) -> bool:
        """Return whether this is the second half of a double tap on a report, for buttons that report nothing."""
        latest = self.overlay.latest.current
        return bool(latest and latest.is_doubled_by(_Reported.now(self.context.page)))

    def insist(self) -> None:
        """Repeat the refused attempt despite its conflict; the button may have appeared under a double tap."""
        refused = self.overlay.refused
        if refused and refused.do and time.monotonic() - refused.at >= 2 * DOUBLE_TAP:
            self.attempt(refused.do, refused.conflict)

    def _propose(self, question: NeedsAgreement) -> bool:
        """Ask the other phones to agree to a correction."""
        try:
            self.seat_view.session.propose(question.proposal)
        except Refused as error:
            self.refuse(error.why)
            return False
        self.overlay.set_refused(None)
        self.context.announce(self.seat_view.say(question.why.text))
        return True

    def _insisted(self, conflict: Conflict | None) -> Submitted | None:
        if not conflict:
            return None
        return self.seat_view.session.insist(
            conflict, by=self.seat_view.seat, page=self.context.reporter, rights=self.rights
        )

    # The table as a whole

    def repair(self) -> None:
        """Strike out the unreadable end of the log, so that the game can go on."""

        def strike_out(_: Conflict | None) -> Submitted:
            done = self.seat_view.session.repair()
            self.context.access.changed(self.table)  # the list of tables showed the error
            return done

        self.attempt(strike_out)

    def go_on_in_a_copy(self) -> None:
        """Go on in a copy of the readable part of the log."""
        try:
            self.context.go(f"/table/{self.context.access.go_on(self.table)}")
        except (Refused, StorageError) as error:
            self.refuse(error.why)

    def restore(self) -> None:
        """Bring an archived table back."""
        self.context.access.restore(self.table)
        self.context.access.changed(self.table)
