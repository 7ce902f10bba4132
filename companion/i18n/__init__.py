"""Languages: renders texts, numbers, dates and lists for a locale. The only place where sentences are finished."""

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
