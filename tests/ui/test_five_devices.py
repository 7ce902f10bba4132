"""Four phones and a tablet at one table, each with its own seat: a clue of Letter Jam, a round of Schlafmütze, and a slam."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from ui.conftest import PHONE, TABLET, Phone, Program
from ui.test_login import link_of
from ui.test_login import server as server

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cleo", "Dora")


class Table:
    """The five devices; the tablet runs the server, the phones joined by the link.

    :param phones: makes a device.
    """

    def __init__(self, phones: Callable[..., Phone], server: Program) -> None:
        self.tablet = phones(TABLET, locale="de-DE").open()
        link = link_of(server, self.tablet)
        self.phones = [phones(PHONE, locale="de-DE") for _ in NAMES]
        for phone in self.phones:
            phone.page.goto(link)
            phone.ready()
            assert "key=" not in phone.page.url
        self._door = self.phones[0].page.url.rstrip("/")

    def begin(self, game: str) -> list[Phone]:
        """Set up a game on the tablet, let every phone take a seat, and return the devices, the tablet last."""
        self.tablet.open(f"/new/{game}")
        self.tablet.at("start").first.wait_for(state="attached")
        for seat, name in enumerate(NAMES):
            if not self.tablet.at(f"name-{seat}").count():
                self.tablet.taps("add-seat")
            self.tablet.fill(f"name-{seat}", name)
        if self.tablet.at("first-0").count():
            self.tablet.tap("first-0")
        self.tablet.tap("start")
        self.tablet.at("prompt").first.wait_for(state="attached")
        route = "/table/" + self.tablet.page.url.rsplit("/", 1)[-1]
        for seat, phone in enumerate(self.phones):
            phone.page.goto(self._door + route)
            phone.ready()
            if game == "letter_jam":  # a game with secrets asks, once an evening
                phone.see("Wer bist du?")
                phone.taps(f"place-{seat}")
            phone.at("prompt").first.wait_for(state="attached")
        return [*self.phones, self.tablet]


@pytest.fixture
def table(phones: Callable[..., Phone], server: Program) -> Iterator[Table]:
    """Five devices of one program; checks at the end that none had an error."""
    table = Table(phones, server)
    yield table
    assert [device.errors for device in (*table.phones, table.tablet)] == [[]] * 5


def test_a_round_of_three_games_on_five_devices(table: Table, tmp_path: Path) -> None:
    assert tmp_path
    anna, ben, cleo, dora, tablet = table.begin("letter_jam")
    tablet.taps("dealt-5", "telling", "giver-0", "stand-seat-1", "stand-seat-2", "stand-npc-0", "clue-done")
    ben.taps("sheets", "key-A", "key-R", "key-S", "note-done", "box-1", "key-S", "moves-1", "box-done", "close-sheet")
    cleo.taps("sheets", "key-Q", "note-done", "stays-2", "close-sheet")
    for device in (anna, dora, tablet):
        assert not [text for text in device.texts() if "? A R" in text or "Q ?" in text]
    tablet.taps("next-round")
    for device in (anna, ben, cleo, dora):
        device.see("Ben legt den Buchstaben zurück und stellt Buchstabe 2 auf.")

    # each phone knows its player by now
    anna, ben, cleo, dora, tablet = table.begin("schlafmuetze")
    tablet.taps("goes-on")
    ben.taps("halt")
    cleo.see("„Halt“ gerufen: Ben")
    cleo.taps("author-0", "first-card", "to-the-vote")
    dora.taps("ahead-1")
    cleo.taps("ahead-1")
    anna.see("Warten auf Ben")
    ben.taps("vote-against")
    anna.see("3 dagegen, 0 dafür: Das Wort ist abgelehnt.")
    tablet.taps("goes-on", "out-2")
    anna.taps("holds-3")
    tablet.see("Ben: noch nicht gezählt")
    tablet.taps("holds-5", "holds-2")
    for device in (anna, ben, cleo, dora, tablet):
        device.see("Cleo gewinnt die Runde!")

    anna, ben, cleo, dora, tablet = table.begin("slam")
    anna.taps("wins-1")
    for device in (ben, cleo, dora, tablet):
        device.see("Slam 1 geht an Ben.")
    dora.page.wait_for_timeout(3000)  # a player who has not read it yet is asked to confirm
    dora.taps("undo")
    cleo.taps("agree")
    anna.at("proposal").wait_for(state="detached")
    tablet.see("Slam 1 von 10: Wer hat gewonnen?")
    cleo.taps("wins-2")
    anna.see("Slam 1 geht an Cleo.")
