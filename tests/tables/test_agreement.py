"""Whose agreement a change needs: names of seats on other phones need their owners', however the change is entered."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import games
from companion.kernel.explain import Refused
from companion.kernel.log import Change, Header, Join, Leave, Redo, Rename, Reseat, Undo
from companion.storage.library import Library
from companion.tables.agreement import NeedsAgreement, Proposal, Rights
from companion.tables.drafts import DraftKey
from companion.tables.roles import Role
from companion.tables.seat_tokens import new_phone
from companion.tables.session import Session
from companion.tables.tables import Tables

NAMES = ("Anna", "Ben", "Cleo")


class Desk:
    """A table at which Ben and Cleo have phones of their own."""

    def __init__(self, folder: Path) -> None:
        self.tables = Tables(Library.open(folder).library, games())
        self.id = self.tables.begin(Header("slam", games()["slam"].meta.revision, NAMES))
        self.phones = {name: new_phone() for name in ("Ben", "Cleo", "nobody")}
        for seat, name in ((1, "Ben"), (2, "Cleo")):
            self.tables.seating.take(self.phones[name], self.id, self.session.record, seat)

    @property
    def session(self) -> Session:
        session = self.tables.table(self.id).session
        assert session
        return session

    def rights(self, name: str, role: Role = Role.SEAT, page: str = "") -> Rights:
        places = self.tables.seating.seen_by(self.phones[name], self.id, self.session.record)
        return Rights(role, places, page or name)

    def asked(self, *changes: Change, by: str = "Cleo", role: Role = Role.SEAT) -> Proposal | None:
        """Return the proposal if the changes need agreement; ``None`` if they are entered."""
        try:
            self.session.correct(*changes, rights=self.rights(by, role))
        except NeedsAgreement as question:
            return question.proposal
        return None


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def undo_of(change: Change) -> Callable[[Desk], Change]:
    def entered(desk: Desk) -> Change:
        return Undo((desk.session.submit(change).entry.id,))

    return entered


def redo_of(change: Change) -> Callable[[Desk], Change]:
    def entered(desk: Desk) -> Change:
        id = desk.session.submit(change).entry.id
        desk.session.undo(id)
        return Redo((id,))

    return entered


@pytest.mark.parametrize(
    "way",
    [
        lambda _: Rename((1,), ("Bert",)),
        lambda _: Rename((0, 1), ("Ben", "Anna")),
        lambda _: Reseat(("Anna", "Cleo"), 0),
        lambda _: Reseat(("Anna", "Bert", "Cleo"), 0),
        undo_of(Rename((1,), ("Bert",))),
        redo_of(Rename((1,), ("Bert",))),
        redo_of(Reseat(("Anna", "Cleo"), 0)),
    ],
)
def test_no_way_leads_past_the_owner_of_a_name(desk: Desk, way: Callable[[Desk], Change]) -> None:
    change, before = way(desk), desk.session.version
    proposal = desk.asked(change)
    assert proposal
    assert proposal.owner == 1
    assert desk.asked(change, role=Role.SCOREKEEPER)
    assert desk.session.version == before
    desk.session.propose(proposal)
    for name in ("Cleo", "nobody"):
        with pytest.raises(Refused) as refused:
            desk.session.agree(proposal, desk.rights(name))
        assert refused.value.why.rules == ("companion.places",)
    assert desk.session.agree(proposal, desk.rights("Ben"))


def test_a_seat_that_only_looks_like_the_same_is_not_taken_away_either(desk: Desk) -> None:
    entries = [desk.session.submit(change).entry.id for change in (Reseat(NAMES[::2], 0), Reseat(NAMES, 0))]
    desk.tables.seating.take(desk.phones["nobody"], desk.id, desk.session.record, 1)
    assert desk.asked(Undo(tuple(entries))), "the names stay, the player called Ben is another one"


@pytest.mark.parametrize(
    "change",
    [Rename((0,), ("Ann",)), Rename((2,), ("Clea",)), Reseat(("Cleo", "Anna", "Ben"), 0), Join(3, "Dora"), Leave(1)],
)
def test_nobody_is_asked_where_nobody_elses_name_changes(desk: Desk, change: Change) -> None:
    assert desk.asked(change) is None


def test_the_host_changes_every_name(desk: Desk) -> None:
    assert desk.asked(Rename((1,), ("Bert",)), by="nobody", role=Role.HOST) is None


def test_another_players_entry_takes_another_seat(desk: Desk) -> None:
    entry = desk.session.submit(Join(3, "Dora"), by=1).entry.id
    proposal = desk.asked(Undo((entry,)))
    assert proposal
    desk.session.propose(proposal)
    for name, page in (("Cleo", "Cleo"), ("Cleo", "another page"), ("nobody", "nobody")):
        with pytest.raises(Refused) as refused:
            desk.session.agree(proposal, desk.rights(name, page=page))
        assert refused.value.why.rules == ("companion.roles",)
    with pytest.raises(Refused):
        desk.session.withdraw(proposal, desk.rights("nobody"))
    assert desk.session.agree(proposal, desk.rights("Ben"))


def test_a_draft_does_not_go_to_who_takes_the_seat(desk: Desk) -> None:
    own, drafts = DraftKey[str]("draft").of(1), desk.session.drafts
    drafts.set(own, "Ben's")
    drafts.of_page("Ben's page").set(own, "Ben's")
    desk.session.submit(Rename((1,), ("Bert",)))
    desk.session.submit(Join(3, "Dora"))
    assert drafts.get(own), "they sit as they did"
    desk.session.undo()
    drafts.set(own, "Ben's")
    desk.session.submit(Reseat(("Cleo", "Anna", "Bert"), 0))
    assert not drafts.get(own)
    assert not drafts.of_page("Ben's page").get(own)


def test_what_a_phone_keeps_for_its_players_is_no_other_phones(desk: Desk) -> None:
    seating, record = desk.tables.seating, desk.session.record
    before = desk.rights("Ben").places.secret
    seating.free(desk.id, record, 1)
    seating.take(desk.phones["nobody"], desk.id, record, 1)
    assert desk.rights("nobody").places.own == (1,)
    assert desk.rights("nobody").places.secret != before
