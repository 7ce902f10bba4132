"""Serves the program to this machine's browser or window, and to phones on the same network that hold a key."""
