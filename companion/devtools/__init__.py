"""Tools for developers: catalogs, checks, code figures, the diagram of the imports, and new games."""
