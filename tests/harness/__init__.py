"""Drives Flet screens without a browser: ``Screen`` inside the test's process, ``RawClient`` over the network.

Both speak Flet's own protocol and keep the tree of controls that a phone would have. They touch internals of the pinned
Flet version.
"""

from harness.mirror import Mirror, Node, ScreenFault
from harness.raw import RawClient
from harness.screen import Call, Screen

__all__ = ["Call", "Mirror", "Node", "RawClient", "Screen", "ScreenFault"]
