"""The laws hold for every game that is found."""

import pytest

from companion.games import games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law once for each game, under the game's id."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games().values(), ids=games())
