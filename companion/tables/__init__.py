"""Sessions: the games in play, what each page has seen of them, and what becomes of what two report at once."""
