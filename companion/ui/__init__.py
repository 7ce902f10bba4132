"""The screens, drawn in Flet from what a game offers and shows."""
