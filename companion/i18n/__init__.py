"""Localisation: the only place where texts, numbers, dates and lists are rendered for a locale."""

from companion.i18n.catalogs import SOURCE_LOCALE, catalog, language_names, negotiate, region_of
from companion.i18n.render import PLACEHOLDER, Renderer

__all__ = [
    "PLACEHOLDER",
    "SOURCE_LOCALE",
    "Renderer",
    "catalog",
    "language_names",
    "negotiate",
    "region_of",
]
