"""How much a test takes upon itself: little on every run, much with ``COMPANION_THOROUGH`` set (``-m thorough``)."""

import os

#: Whether there is time.
THOROUGH = "COMPANION_THOROUGH" in os.environ


def effort(*, few: int, many: int) -> int:
    """Return how often something is tried.

    :param few: enough to notice what is broken.
    :param many: enough to find what is rarely broken.
    """
    return many if THOROUGH else few
