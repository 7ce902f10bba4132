"""Companion, the referee at the table for physical card and word games."""
