"""The messages of the game."""

from companion.kernel.text import messages

T, N = messages("toy_coins")
