"""Screens of their own: home, settings, unknown addresses."""
