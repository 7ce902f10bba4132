"""Serves the program to this machine's browser or window, and to phones on the same network that hold a key."""

from companion.qr import qr_png, qr_svg, qr_terminal
from companion.server.launch import run
from companion.server.network import PortInUse
from companion.server.server import Invitation, Server

__all__ = ["Invitation", "PortInUse", "Server", "qr_png", "qr_svg", "qr_terminal", "run"]
