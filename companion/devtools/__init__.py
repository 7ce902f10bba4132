"""Tools for those who work on the program: message catalogs and the checks around them."""
