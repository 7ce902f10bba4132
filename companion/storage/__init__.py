"""Storage: the log as JSON Lines, and the library of all games in one SQLite file."""
