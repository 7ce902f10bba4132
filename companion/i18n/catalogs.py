"""Message catalogs, read from their .po files on first use, and the available languages."""

import logging
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from companion import resources

#: The language of the messages in the code; it needs no catalog.
SOURCE_LOCALE: Final = "en"

_log = logging.getLogger(__name__)


@cache
def catalog(locale: str, domain: str) -> NullTranslations:
    """Return the catalog of a domain; an empty one if it is missing or cannot be read.

    The program ships the .po files: one path in a checkout, a wheel and a packaged app, and nothing that could be older
    than its source. Only the web build ships compiled catalogs, since parsing takes half a second in a browser.
    """
    path = resources.catalogs(locale).get(domain)
    if path is None:
        return NullTranslations()
    try:
        return GNUTranslations(BytesIO(path.read_bytes() if path.suffix == ".mo" else compiled(path, locale, domain)))
    except Exception:  # a broken translation must not stop a game
        _log.exception("The catalog %s cannot be read.", path)
        return NullTranslations()


def compiled(path: Path, locale: str, domain: str) -> bytes:
    """Return a catalog compiled for gettext.

    :param path: path of the .po file.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as po:
        read = read_po(po, locale=locale, domain=domain)
    # our catalogs have no dates; Babel would insert the current one, and builds would not be reproducible
    read.creation_date = read.revision_date = datetime.fromtimestamp(0, UTC)
    made = BytesIO()
    write_mo(made, read)
    return made.getvalue()


def negotiate(wanted: Iterable[str]) -> str:
    """Return the best available locale, English if none matches.

    :param wanted: locales as browsers and systems write them, preferred first.

    >>> negotiate(["en-GB", "de"])
    'en'
    """
    from babel import negotiate_locale

    plain = [locale.partition(".")[0].replace("-", "_") for locale in wanted]
    return negotiate_locale(plain, resources.locales()) or SOURCE_LOCALE


def region_of(wanted: Iterable[str]) -> str:
    """Return the region of a device's locales, or an empty string if none names one.

    :param wanted: locales as browsers and systems write them, preferred first.

    >>> region_of(["de", "en-GB", "en-US"]), region_of(["en"])
    ('GB', '')
    """
    parts = (part for locale in wanted for part in re.split("[-_]", locale.partition(".")[0])[1:])
    return next((part for part in parts if len(part) == 2 and part.isupper()), "")


def language_names() -> dict[str, str]:
    """Return the available languages by locale, each with its name in that language."""
    from babel import Locale

    names = {locale: Locale.parse(locale).get_display_name(locale) or locale for locale in resources.locales()}
    # CLDR's names are for running text ("français"); a list of choices capitalises them
    return {locale: name[:1].upper() + name[1:] for locale, name in names.items()}
