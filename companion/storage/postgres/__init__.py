"""Rooms in a PostgreSQL database: the statements of a library for one room, and the numbered migrations."""
