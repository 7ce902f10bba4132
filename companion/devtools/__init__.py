"""Tools for those who work on the program: catalogs, checks, figures, the drawing of the imports, and new games."""
