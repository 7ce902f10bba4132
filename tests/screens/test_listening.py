"""Whoever listens to all that a page gets finds nothing of what another seat alone may see."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from conformance.walks import Tape
from effort import effort
from screens.listening import Twins, difference, heard, twins

from companion.games import games
from companion.kernel.record import AnyGame
from companion.kernel.text import messages

T, _ = messages("companion")

#: So many walks are looked at for one with secrets in it.
_WALKS = 40
_ATTEMPTS = 4


def with_secrets(game: AnyGame, *, reports: int, many: int) -> list[Twins]:
    """Return games that are told twice, so that somebody sees a difference and the reader none."""
    found: list[Twins] = []
    for seed in range(_WALKS):
        told = twins(game, Tape(Random(f"{game.meta.id} {seed}").randbytes(2000)), reports)
        if told.secrets > 1:
            found.append(told)
        if len(found) == many or (seed == 4 and not found):  # a game without secrets
            break
    return found


def leak(folder: Path, game: AnyGame, told: Twins) -> str:
    """Return what only one of two pages gets, also when it is told again: what is drawn in passing is partly chance."""
    got: list[set[str]] = [set(), set()]
    for attempt in range(_ATTEMPTS):
        one, other = (asyncio.run(heard(folder / f"{attempt}{which}", game, told, which)) for which in (0, 1))
        for all_of_it, page in zip(got, (one, other), strict=True):
            all_of_it |= page.heard
        if held := difference(one, other):
            return held
        if got[0] == got[1]:
            return ""
    return f"only one page got {sorted(got[0] ^ got[1])}"


@pytest.mark.thorough
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_page_gets_nothing_of_what_another_seat_alone_may_see(game: AnyGame, tmp_path: Path) -> None:
    """Not on the table, nor in the history, where its lines are opened, nor where rules are looked up."""
    for number, told in enumerate(with_secrets(game, reports=effort(few=8, many=40), many=effort(few=1, many=3))):
        assert not leak(tmp_path / str(number), game, told), told


def test_what_is_said_aloud_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A history that told what is written into a box would be noticed."""
    letter_jam = games()["letter_jam"]
    (told,) = with_secrets(letter_jam, reports=8, many=1)  # so it does have secrets
    kind = next(type(one) for one, other in told.told if one != other)
    monkeypatch.setattr(kind, "describe", lambda self: T("{what} is told", what=str(self)))
    assert leak(tmp_path, letter_jam, told)
