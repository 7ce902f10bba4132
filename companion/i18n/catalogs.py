"""The message catalogs, read from their .po files on first use, and the languages there are."""

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
    """Return the catalog of a domain, an empty one if there is none or it cannot be read.

    The .po files themselves travel with the program: one path in a checkout, a wheel and a packaged app, and nothing
    that could be older than its source. Only in a browser, where to read them takes half a second, they are compiled before.
    """
    path = resources.catalogs(locale).get(domain)
    if path is None:
        return NullTranslations()
    try:
        return GNUTranslations(BytesIO(path.read_bytes() if path.suffix == ".mo" else compiled(path, locale, domain)))
    except Exception:  # whatever is wrong with a translation, the table plays on in English
        _log.exception("The catalog %s cannot be read.", path)
        return NullTranslations()


def compiled(path: Path, locale: str, domain: str) -> bytes:
    """Return a catalog the way gettext reads it.

    :param path: of its .po file.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as po:
        read = read_po(po, locale=locale, domain=domain)
    # ours say no date; Babel would put in the present one, and the same catalog would not be the same bytes
    read.creation_date = read.revision_date = datetime.fromtimestamp(0, UTC)
    made = BytesIO()
    write_mo(made, read)
    return made.getvalue()


def negotiate(wanted: Iterable[str]) -> str:
    """Return the locale that suits somebody best; English if none does.

    :param wanted: locales as browsers and systems write them, the preferred one first.

    >>> negotiate(["en-GB", "de"])
    'en'
    """
    from babel import negotiate_locale

    plain = [locale.partition(".")[0].replace("-", "_") for locale in wanted]
    return negotiate_locale(plain, resources.locales()) or SOURCE_LOCALE


def region_of(wanted: Iterable[str]) -> str:
    """Return where a device is at home, as far as one of its locales says so.

    :param wanted: locales as browsers and systems write them, the preferred one first.

    >>> region_of(["de", "en-GB", "en-US"]), region_of(["en"])
    ('GB', '')
    """
    parts = (part for locale in wanted for part in re.split("[-_]", locale.partition(".")[0])[1:])
    return next((part for part in parts if len(part) == 2 and part.isupper()), "")


def language_names() -> dict[str, str]:
    """Return every language there is by its locale, called as its speakers call it."""
    from babel import Locale

    names = {locale: Locale.parse(locale).get_display_name(locale) or locale for locale in resources.locales()}
    # in a list of choices a name begins with a capital in every language ("français" in running text)
    return {locale: name[:1].upper() + name[1:] for locale, name in names.items()}
