"""Pracherche, the ancestor of Bronzen: the higher card wins, equal ranks make war."""
