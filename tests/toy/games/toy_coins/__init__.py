"""Toy coins: every player hides coins and names the sum, the smallest game with a secret."""

from companion.games.toy_coins.game import ToyCoins

GAMES = (ToyCoins(),)
