"""What lies on a table and is in no log: an open dispute, shared drafts, and answers given before their turn.

It is stored a moment after each change, so that it survives a restart, and is shown by other processes that serve the table. It
counts only for the log it was stored with: after a later entry, an answer may have been entered, a dispute settled, or a seat may
be another player's.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

from attrs import define, field

from companion.kernel.game import Json
from companion.kernel.log import Act, Entry
from companion.storage.codec import entry_from_json, entry_to_json
from companion.storage.errors import StorageError
from companion.storage.library import Library
from companion.storage.merge import MOMENT
from companion.tables import blocking
from companion.tables.session import Dispute, Session

log: Final = logging.getLogger(__name__)


@define(eq=False)
class Moments:
    """The moments of all tables.

    :param library: where they are stored.
    """

    _library: Library
    #: What was stored or read last, by table, and the session's state then.
    _stored: dict[str, Json | None] = field(factory=dict, init=False)
    _seen: dict[str, object] = field(factory=dict, init=False)

    def read(self, table: str, session: Session) -> None:
        """Restore the moment of a table that has just been opened."""
        self._stored[table] = None
        try:
            self._restore(table, session, self._library.setting(f"{MOMENT}{table}"))
        except StorageError:  # the game itself could be read
            log.warning("the moment of the table %s cannot be read", table, exc_info=True)
        self._seen[table] = _state(session)

    def follow(self, sessions: Mapping[str, Session]) -> None:
        """Restore what other processes have stored.

        :raises StorageError: if it cannot be read.
        """
        stored = blocking.call(self._library.settings, MOMENT) if sessions else {}
        for table, session in sessions.items():
            if self._seen.get(table) == _state(session):  # otherwise the moment here is newer
                self._restore(table, session, stored.get(f"{MOMENT}{table}"))
                self._seen[table] = _state(session)

    def write(self, sessions: Mapping[str, Session]) -> None:
        """Store the moments that have changed.

        :raises StorageError: if one cannot be stored; the next call tries again.
        """
        for table, session in [*sessions.items()]:
            if self._seen.get(table) == (state := _state(session)):
                continue
            moment = _to_json(session)
            if moment != self._stored.get(table):
                if moment:
                    blocking.call(self._library.set_setting, f"{MOMENT}{table}", moment)
                else:
                    blocking.call(self._library.forget_setting, f"{MOMENT}{table}")
            self._stored[table], self._seen[table] = moment, state

    def _restore(self, table: str, session: Session, stored: Json | None) -> None:
        if stored == self._stored.get(table):
            return
        self._stored[table] = stored
        try:
            session.restore(*_from_json(stored or {}, session))
        except Exception:  # whatever another version has stored, the game goes on
            log.warning("the moment of the table %s cannot be read", table, exc_info=True)


def _state(session: Session) -> object:
    """Return a value that differs after every change of a moment."""
    return id(session), session.drafts.version, session.dispute, _last(session)


def _last(session: Session) -> str | None:
    """Return the id of the latest entry of the log."""
    return session.record.entries[-1].id if session.record.entries else None


def _to_json(session: Session) -> Json | None:
    dispute = session.dispute and {"rules": [*session.dispute.rules], "id": session.dispute.id}
    answers = {
        str(seat): entry_to_json(Entry(str(seat), answer), session.game.meta.id)
        for seat, answer in session.queued_answers.items()
    }
    moment = {"dispute": dispute, "answers": answers, "drafts": session.drafts.to_json()}
    lying = {key: value for key, value in moment.items() if value}
    return {"after": _last(session), **lying} if lying else None


def _from_json(stored: Json, session: Session) -> tuple[Dispute | None, dict[int, Act], list[Any]]:
    if stored.get("after") != _last(session):
        return None, {}, []
    dispute, answers = stored.get("dispute"), {}
    for seat, raw in stored.get("answers", {}).items():
        answer = entry_from_json(raw, session.game).change
        assert isinstance(answer, Act)
        answers[int(seat)] = answer
    known = dispute and Dispute(tuple(map(str, dispute["rules"])), str(dispute["id"]))
    return known or None, answers, [(str(name), owner, value) for name, owner, value in stored.get("drafts", ())]
