"""The messages sent to a page contain none of the secrets of another seat."""

import asyncio
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conformance.walks import Tape, walk
from effort import effort
from screens.listening import Listener, Twins, difference, play_twin, twins
from screens.room import begin
from screens.test_seats_on_phones import Phone, hall
from screens.test_seats_together import POETS
from screens.test_slam import table as slam_table

from companion.games import games
from companion.kernel.record import AnyGame
from companion.kernel.text import messages
from companion.tables.roles import Grant, Role

T, _ = messages("companion")

#: Number of walks searched for one with secrets.
_WALKS = 40
_ATTEMPTS = 8


@cache
def with_secrets(game: AnyGame, *, reports: int, many: int) -> tuple[Twins, ...]:
    """Return pairs of variants that differ for some seat, but not for the reader."""
    found: list[Twins] = []
    for seed in range(_WALKS):
        pair = twins(game, Tape(Random(f"{game.meta.id} {seed}").randbytes(2000)), reports)
        if pair.secrets > 1:
            found.append(pair)
        if len(found) == many or (seed == 4 and not found and not has_secrets(game)):
            break
    return tuple(found)


@cache
def has_secrets(game: AnyGame) -> bool:
    """Return whether a game ever has data that only some seats may see."""
    walks = (Tape(Random(f"{game.meta.id} {seed}").randbytes(800)) for seed in range(effort(few=2, many=12)))
    return any(
        game.view(at.state, seat) != game.view(at.state, None) or any(said.seats for said in at.step.messages)
        for tape in walks
        for at in walk(game, tape)
        for seat in at.seats
    )


def leak(folder: Path, game: AnyGame, pair: Twins) -> str:
    """Return the content that only one of two pages receives, also in a second run: transient frames depend on timing."""
    got: list[set[str]] = [set(), set()]
    for attempt in range(_ATTEMPTS):
        one, other = (asyncio.run(play_twin(folder / f"{attempt}{which}", game, pair, which)) for which in (0, 1))
        for all_of_it, page in zip(got, (one, other), strict=True):
            all_of_it |= page.sent_texts
        if held := difference(one, other):
            return held
        if got[0] == got[1]:
            return ""
    return f"only one page got {sorted(got[0] ^ got[1])}"


@pytest.mark.thorough
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_page_receives_no_secrets_of_another_seat(game: AnyGame, tmp_path: Path) -> None:
    """Not on the table, nor in the history, where its lines are opened, nor where rules are looked up."""
    for number, pair in enumerate(with_secrets(game, reports=effort(few=8, many=30), many=effort(few=1, many=2))):
        assert not leak(tmp_path / str(number), game, pair), pair


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_secrets_are_found_in_games_that_have_them(game: AnyGame) -> None:
    """Without secrets the test is empty: of hidden groups and hands only the public sizes are entered."""
    assert bool(with_secrets(game, reports=8, many=1)) is has_secrets(game)


def test_the_secrets_of_letter_jam_are_found_and_slam_has_none() -> None:
    assert has_secrets(games()["letter_jam"])
    assert not has_secrets(games()["slam"])


def test_a_leak_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check detects a history that reveals the letter written into a box."""
    letter_jam = games()["letter_jam"]
    (pair,) = with_secrets(letter_jam, reports=8, many=1)  # so it does have secrets
    kind = next(type(one) for one, other in pair.reports if one != other)
    monkeypatch.setattr(kind, "describe", lambda self: T("{what} is told", what=str(self)))
    assert leak(tmp_path, letter_jam, pair)


async def laid(folder: Path, *poets: str) -> list[Listener]:
    """Let Karl lay poets on his phone, and return what Ida's phone and the board of the table get of it."""
    here, karls, idas = hall(folder), Phone(), Phone()
    id = slam_table(here, cards=POETS)
    for name, phone in (("karl", karls), ("ida", idas)):
        phone.kept["companion.preferences"] = f'{{"exactly": ["slam"], "phone": "{name}"}}'
    board = Grant(Role.VIEWER, id)
    async with (
        karls.at(here, id) as karl,
        Listener(here, id, host=False, services=_keeping(idas)) as ida,
        Listener(here, id, passes=(board,), route=f"/table/{id}/board") as middle,
    ):
        await karl.sit(0)
        await ida.sit(1)
        await karl.taps("attribute-humour", "open-slam", "next-poet", *poets)
        for page in (ida, middle):
            await page.rest()
        await ida.tap("next-poet")
        await ida.rest()
        return [ida, middle]


def _keeping(phone: Phone) -> dict[str, Any]:
    return {"get": lambda args: phone.kept.get(args["key"]), "set": lambda args: True}


def test_face_down_poets_are_not_sent_to_other_pages(tmp_path: Path) -> None:
    one = asyncio.run(laid(tmp_path / "one", "Karla Kolumna", "Rap Poet"))
    other = asyncio.run(laid(tmp_path / "other", "Der Komiker", "Ute"))
    for mine, theirs in zip(one, other, strict=True):
        assert not difference(mine, theirs)
        assert mine.sent_texts == theirs.sent_texts
    assert any("2 poets, face down" in text for text in one[0].sent_texts)


async def answered(folder: Path, answer: str) -> list[Listener]:
    """Let Cleo vote before her turn, and return what Anna's phone and the board of the table get of it."""
    here, bens, cleos, annas = hall(folder), Phone(), Phone(), Phone()
    id = begin(here, "Anna", "Ben", "Cleo", game="schlafmuetze")
    for name, phone in (("ben", bens), ("cleo", cleos), ("anna", annas)):
        phone.kept["companion.preferences"] = f'{{"phone": "{name}"}}'
    async with (
        bens.at(here, id) as ben,
        cleos.at(here, id) as cleo,
        Listener(here, id, host=False, services=_keeping(annas)) as anna,
        Listener(here, id, passes=(Grant(Role.VIEWER, id),), route=f"/table/{id}/board") as middle,
    ):
        for page, seat in ((ben, 1), (cleo, 2), (anna, 0)):
            await page.sit(seat)
        await ben.taps("goes-on", "halt", "author-0", "first-card", "to-the-vote")
        await cleo.until(lambda: cleo.all(answer))
        await cleo.tap(answer)
        for page in (anna, middle):
            await page.rest()
        assert cleo.all("take-back"), "the answer is in"
        return [anna, middle]


def test_early_votes_are_not_sent_to_other_pages(tmp_path: Path) -> None:
    one = asyncio.run(answered(tmp_path / "one", "ahead-0"))
    other = asyncio.run(answered(tmp_path / "other", "ahead-1"))
    for mine, theirs in zip(one, other, strict=True):
        assert not difference(mine, theirs)
        assert mine.sent_texts == theirs.sent_texts
