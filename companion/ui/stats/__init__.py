"""Played games, people and statistics."""
