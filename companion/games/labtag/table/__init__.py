"""The board of the game; ``screen.SCREENS`` registers it."""
