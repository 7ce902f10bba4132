"""Fixtures of the tests of screens."""

from pathlib import Path

import pytest
from screens.room import Room, room


@pytest.fixture
def here(tmp_path: Path) -> Room:
    """Return a room with an empty library."""
    return room(tmp_path)
