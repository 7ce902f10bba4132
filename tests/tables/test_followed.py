"""Another program changes the library while this one shows it: what is shown follows, and nothing is mixed."""

import pytest
from attrs import evolve
from games.bronzen.table import action
from postgres import Opener, settled

from companion.games import games
from companion.kernel.log import Act, Header
from companion.storage.backup import Bundle
from companion.storage.errors import ChangedElsewhere, StorageError
from companion.tables.drafts import DraftKey
from companion.tables.session import Session
from companion.tables.tables import Tables

WON, LOST = action("Anna wins"), action("Ben wins")


@pytest.fixture
def here(open_library: Opener) -> Tables:
    """The tables of the program that runs."""
    return Tables(open_library(), games())


@pytest.fixture
def there(open_library: Opener, here: Tables) -> Tables:
    """Those of another program with the same games, such as the command line's."""
    return Tables(open_library(), games())


def begin(tables: Tables) -> str:
    """Begin a game and report once."""
    id = tables.begin(Header("bronzen", games()["bronzen"].meta.revision, ("Anna", "Ben")))
    session_of(tables, id).submit(Act(WON))
    return id


def session_of(tables: Tables, id: str) -> Session:
    """Return the session of a table."""
    session = tables.table(id).session
    assert session
    return session


def test_a_log_that_was_replaced_by_one_as_long_takes_nothing_more(here: Tables, there: Tables) -> None:
    """The entry would go on where another game stands, whose number of entries is the same."""
    id = begin(here)
    shown = session_of(here, id)
    session_of(there, id).submit(Act(LOST))
    (game,) = there.library.everything().games
    header, _, second = game.lines
    another = evolve(game, lines=(header, second.replace('"base": 1', '"base": 0')))
    there.replace(Bundle((another,)))
    with pytest.raises(ChangedElsewhere):
        shown.submit(Act(WON))
    assert there.library.carried(id).lines == another.lines


def test_replaced_games_are_read_anew_and_every_listener_is_notified(here: Tables, there: Tables) -> None:
    id, kept = begin(here), begin(here)
    untouched, announced = session_of(here, kept), []
    old = session_of(here, id)
    here.subscribe(lambda: announced.append(1))
    settled()
    here.follow()
    assert not announced, "one's own writing is no news"
    mine = there.library.everything()
    session_of(there, id).submit(Act(LOST))
    typed = DraftKey[str]("typed")
    old.drafts.of_page("Anna's").set(typed, "12")
    settled()
    here.follow()
    assert announced
    assert session_of(here, id) is not old
    assert session_of(here, id).drafts.of_page("Anna's").get(typed) == "12", "nobody has to type that again"
    assert session_of(here, id).version == 2
    assert session_of(here, kept) is untouched, "a table nobody has touched goes on, with its dispute and its undo"
    there.replace(Bundle(tuple(game for game in mine.games if game.id == kept)))
    settled()
    here.follow()
    with pytest.raises(StorageError):
        here.table(id)
    session_of(here, kept).submit(Act(WON))
    assert len(there.library.everything().games) == 1
