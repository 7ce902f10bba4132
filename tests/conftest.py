"""What all tests share: Hypothesis profiles, and a toy game mounted beside the real ones."""

import os

from hypothesis import HealthCheck, settings
from toy.mount import mount

# walks are drawn as one block of bytes, and the laws of a game may take their time on a slow machine
settings.register_profile(
    "fast",
    deadline=None,
    max_examples=25,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", settings.get_profile("fast"), max_examples=1500, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))

# before anything is collected: the laws are parametrised by the games found
mount()
