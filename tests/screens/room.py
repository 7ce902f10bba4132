"""A room with an empty library, and a page at one of its tables; shared by the tests of screens."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import pytest
from effort import cases
from games.bronzen.table import action
from harness import Node, Screen

from companion.games import games
from companion.i18n import Renderer
from companion.kernel.log import Act, Entry, Header
from companion.kernel.text import Text, messages
from companion.lookup import rulebook
from companion.storage.errors import StorageError, storage
from companion.storage.library import Library
from companion.tables import last_seen
from companion.tables.session import Session
from companion.tables.tables import Tables
from companion.ui.app.context import AppContext, Lan
from companion.ui.kit import actions
from companion.ui.shell import main_of

T, _ = messages("companion")

PHONE: Final = (390, 844)
TABLET: Final = (1180, 820)

#: The cards with the referee's last message, and its reasons.
_SAID: Final = ("said", "proof")

#: For tests of the layout.
SIZES: Final = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


#: For a long test: always on the phone, and in the thorough run on the tablet too.
on_each_size: Final = cases("size", [PHONE, TABLET], few=1, ids=["phone", "tablet"])


#: Gives seat 0 the black and green chip and seat 1 the two of each colour of the rules' example.
#: Seat 1 wins 25 Einzels, seat 0 four; then seat 1 one more, whose chip is booked when the Color comes up.
WON_IN_THE_EXAMPLE: Final = tuple(map(action, (*["Ben wins"] * 25, *["Anna wins"] * 4, "Ben wins")))
CHIPS_OF_THE_EXAMPLE: Final = (
    *["chips-1", *["exchange-0"] * 8, *["exchange-1"] * 2, "close"],
    *["chips-0", "exchange-0", "close"],
)


Room: TypeAlias = AppContext


def room(folder: Path, lan: Lan | None = None) -> AppContext:
    """Return a room with an empty library."""
    return AppContext(Tables(Library.open(folder).library, games()), rulebook(), folder, lan)


def full(*_: object) -> Any:
    """Fail to store, as on a full disk."""
    raise StorageError(storage(T("There is no space left on this device.")))


def picked(content: bytes) -> dict[str, Any]:
    """Return the services of a device on which the user picks this file."""
    return {"pick_files": [{"id": 0, "name": "file", "size": len(content), "bytes": content}]}


def german(text: Text) -> str:
    """Return a message as the German catalog has it, at a table of Anna and Bo."""
    return Renderer("de", ("Anna", "Bo")).text(text)


def begin(here: AppContext, *names: str, game: str = "bronzen", **setup: Any) -> str:
    """Begin a game and return its id; without house rules, every trick of Bronzen is entered."""
    seats = names or ("Anna", "Bo")
    if game == "bronzen":
        setup.setdefault("house", {"keeping": "tricks"})
    return here.tables.begin(Header(game, games()[game].meta.revision, seats, **setup))


def submit(here: AppContext, table: str, *reports: Any) -> None:
    """Submit reports before a test begins: rendering each tap takes a hundred times longer."""
    session = here.tables.table(table).session
    assert session
    for report in reports:
        session.submit(Act(report))


def resume(here: AppContext, header: Header, entries: Sequence[Entry]) -> str:
    """Return the id of a table with these entries."""
    id = here.tables.begin(header)
    here.tables.library.journal(id).append(*entries)
    return id


class Page(Screen):
    """A page at a table, for a user who taps and reads faster than a person can.

    :param table: the table's id; without it the page begins at ``route``.
    :param tab: the part of the table that is shown first on a phone.
    :param pause: seconds within which a second tap is ignored as a double tap.
    :param reading: seconds after which the text on the screen counts as read.
    """

    def __init__(
        self,
        here: AppContext,
        table: str = "",
        tab: str = "",
        *,
        size: tuple[int, int] = PHONE,
        locale: str = "en",
        pause: float = 0.0,
        reading: float = 0.0,
        **more: Any,
    ) -> None:
        route = more.pop("route", "/".join(("/table", table, *filter(None, [tab]))))
        super().__init__(main_of(here), width=size[0], height=size[1], locale=locale, route=route, **more)
        self.room = here
        self._english = locale.startswith("en")
        self.id = table
        self._pace = ExitStack()
        self._patches = (patch.object(actions, "DOUBLE_TAP", pause), patch.object(last_seen, "READING", reading))

    async def __aenter__(self) -> "Page":
        """Open the page."""
        with ExitStack() as pace:
            for each in self._patches:
                pace.enter_context(each)
            await super().__aenter__()
            self._pace = pace.pop_all()
        return self

    async def __aexit__(self, *error: Any) -> None:
        """Close the page."""
        with self._pace:
            await super().__aexit__(*error)

    @property
    def table(self) -> Session:
        """The game in play."""
        session = self.room.tables.table(self.id).session
        assert session
        return session

    @property
    def state(self) -> Any:
        """The state of the game in play."""
        return self.table.record.state

    async def taps(self, *what: str) -> None:
        """Tap several controls in order."""
        for each in what:
            await self.tap(each)

    async def ask_why(self, line: str) -> None:
        """Ask for the reason of a line; if there are several lines, choose it first."""
        cards = [(card, self.said(self.find(card))) for card in _SAID if self.all(card)]
        card, said = next(((card, said) for card, said in cards if line in said), (line, [line]))
        await self.tap(card)
        if len(said) > 1:
            await self.tap(f"why-{said.index(line)}")

    async def tab(self, number: int) -> None:
        """Open the table (0), the sheet (1) or the history (2) on a phone."""
        await self.tap(self.of("NavigationBarDestination")[number])

    async def menu(self, text: str) -> None:
        """Choose from the menu in the bar."""
        (item,) = [node for node in self.nodes() if node.get("_c") == "PopupMenuItem" and node.get("content") == text]
        await self._do(item, "click", {}, None)

    async def sit(self, seat: int | None) -> None:
        """Say whose phone it is, in answer to the question or in the menu; ``None`` shares it with the whole table."""
        if self.all("who"):
            await self.tap("place-shared" if seat is None else f"place-{seat}")
            return
        await self.menu("My seat" if self._english else german(T("My seat")))
        await self.taps(*(["place-shared"] if seat is None else [f"mine-{seat}", "close"]))

    def label(self, identifier: str) -> str:
        """Return the accessible name of a control: its own label, or those of its contents."""
        node = self.find(identifier)
        return str(node.get("label") or " ".join(text for text in self.said(node)))

    def said(self, node: Node) -> list[str]:
        """Return the texts and labels in a control, from top to bottom."""
        names = ("label", "value", "content", "semantics_label", "tooltip")
        return [
            each[name]
            for each in self.within(node)
            for name in names
            # the value of a radio button is not visible text
            if isinstance(each.get(name), str) and each[name] and (each["_c"], name) != ("Radio", "value")
        ]

    def said_last(self) -> list[str]:
        """Return the referee's last message, line by line, and its reasons."""
        return [line for card in _SAID if self.all(card) for line in self.said(self.find(card))]

    def announced(self) -> list[str]:
        """Return the screen reader announcements, in order."""
        return [str(call.args["message"]) for call in self.calls if call.name == "announce_message"]

    async def seen(self, text: str) -> None:
        """Wait until a text from another page is shown.

        :raises ScreenFault: if it does not appear.
        """
        await self.until(lambda: self.visible(text))

    def errors(self) -> list[Node]:
        """Return the controls of render errors."""
        return self.all("render-error")
