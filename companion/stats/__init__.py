"""The evenings that were: who is who across games, what became of each game, and the figures folded from them."""
