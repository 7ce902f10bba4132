"""What a game's board is made of."""
