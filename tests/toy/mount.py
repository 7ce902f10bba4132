"""Mounts a sixth game beside the others, without a change to any of their files."""

from pathlib import Path

from companion import games, resources

HERE = Path(__file__).resolve().parent


def mount() -> None:
    """Let the toy race be found like any other game; calling it again is harmless."""
    if HERE in resources.ROOTS:
        return
    resources.ROOTS.append(HERE)
    games.__path__.append(str(HERE / "games"))
    games.games.cache_clear()
