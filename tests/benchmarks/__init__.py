"""How fast the companion is, each time against something bare that does the least of the same; see ``__main__``."""
