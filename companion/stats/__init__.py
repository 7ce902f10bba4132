"""Statistics over past games: which names are one person, the result of each game, and figures derived from the logs."""
