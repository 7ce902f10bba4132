"""The parts of a table's context, each made without a page."""

from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.games import games
from companion.games.free_sheet.reports import Scored
from companion.games.free_sheet.view import TableView
from companion.kernel.log import Act, Header, Undo
from companion.kernel.record import replay
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session
from companion.ui.kit.actions import Actions, Overlay, Refusal
from companion.ui.kit.board_layout import BESIDE, BoardLayout
from companion.ui.kit.form import Form
from companion.ui.kit.seat_view import Correction, SeatView

GAME = games()["free_sheet"]


@pytest.fixture
def session() -> Session:
    """Return a game of Anna and an unnamed player."""
    return Session(replay(GAME, Header("free_sheet", GAME.meta.revision, ("Anna", "")), ()))


def seen(session: Session, locale: str = "en", **more: Any) -> SeatView[TableView]:
    """Return what the table sees."""
    return SeatView(session=session, version=session.version, seat=None, locale=locale, **more)


def test_a_seat_view_needs_no_page(session: Session) -> None:
    view = seen(session)
    assert view.names == ("Anna", "Player 2")
    assert view.view.missing == (0, 1)
    assert {offer.kind for offer in view.offered(Scored)} == {Scored}
    assert view.waiting_for == ()
    assert view.say(view.view.prompt.text) != seen(session, "de").say(view.view.prompt.text)


def test_a_seat_view_waits_for_players_on_other_phones_only(session: Session) -> None:
    asked = session.view(None).asked
    places = PhoneSeats(own=(0,), others=frozenset(asked))
    assert seen(session, places=places, role=Role.SEAT).waiting_for == asked


def test_a_seat_view_in_a_correction_has_the_offer_and_the_report(session: Session) -> None:
    session.submit(Act(Scored(0, "12")))
    assert session.last
    before = session.before(session.last)
    correction = Correction(
        session.last, before, session.version, exact=False, set_exact=print, amend=print, cancel=print
    )
    view = seen(before, correction=correction)
    assert view.corrected_report(Scored) == Scored(0, "12")
    assert view.corrected_report(Undo) is None
    assert view.corrected_offer in view.offered(Scored)


@pytest.mark.parametrize(
    ("layout", "room"),
    [
        (BoardLayout("phone", (390.0, 840.0), 1.0, low=False, alone=True), 390.0 - 24.0),
        (BoardLayout("tablet", (840.0, 390.0), 1.0, low=True, alone=True), 420.0 - 32.0),
        (BoardLayout("desktop", (1200.0, 900.0), 1.0, low=False, alone=False), 1200.0 * BESIDE - 32.0),
    ],
)
def test_a_layout_needs_no_page(layout: BoardLayout, room: float) -> None:
    assert layout.room == pytest.approx(room)
    assert layout.roomy != layout.alone
    assert layout.across(["Anna"] * 9, ft.TextThemeStyle.TITLE_LARGE, 9) <= 9


class Opener:
    """Records the sheets and dialogs it is asked to open."""

    def __init__(self) -> None:
        self.form: Form | None = None
        self.refused: Refusal | None = None
        self.opened = Overlay(
            None, self._form, None, lambda _: None, None, self._refused, SimpleNamespace(current=None)
        )

    def _form(self, form: Form | None) -> None:
        self.form = form

    def _refused(self, refusal: Refusal | None) -> None:
        self.refused = refusal


@pytest.fixture
def opener() -> Opener:
    """Return a recorder of opened sheets and dialogs."""
    return Opener()


def actions(session: Session, opener: Opener, **more: Any) -> Actions:
    """Return the actions of a page that uses only these arguments."""
    page = SimpleNamespace(session=SimpleNamespace(index={}))
    context: Any = SimpleNamespace(page=page, reporter="Anna's", buzz=lambda *_: None, announce=lambda _: None)
    return Actions(context, "table", seen(session, **more), opener.opened)


def test_actions_report_and_show_refusals(session: Session, opener: Opener) -> None:
    actions(session, opener).report(Scored(0, "12"))
    assert session.version == 1
    assert opener.refused is None
    actions(session, opener).report(Scored(0, "12"))
    assert session.version == 1
    assert opener.refused


def test_an_offer_with_fields_opens_its_form(session: Session, opener: Opener) -> None:
    offer = seen(session).offered(Scored)[0]
    actions(session, opener).choose(offer)
    assert opener.form == Form(offer, 0)


def test_a_spectator_reports_nothing(session: Session, opener: Opener) -> None:
    actions(session, opener, role=Role.VIEWER).report(Scored(0, "12"))
    assert session.version == 0
    assert opener.refused
