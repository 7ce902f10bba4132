"""Extracts the messages and merges them into the .po files of every locale."""

import tomllib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion import resources
from companion.devtools.sources import message_calls, sources, sources_of
from companion.i18n import SOURCE_LOCALE
from companion.lookup import load, rulebook

#: Translated parts of a rule.
_TRANSLATED: Final = frozenset({"title", "text", "example", "keywords"})

#: Header lines left out: they change with every run or repeat what version control knows.
_CHURN: Final = (b'"Project-Id', b'"Report-', b'"POT-', b'"PO-Rev', b'"Last-T', b'"Language-Team', b'"Generated-By')


def templates(game: str | None = None) -> dict[str, Catalog]:
    """Return the messages of the code and the texts of the rules, by domain.

    :param game: the folder of the only game to read, which may be an installed one; by default the program and all its games.
    """
    found: dict[str, Catalog] = {}
    own = resources.rules_folders(resources.OWN)
    folders = own if game is None else {game: resources.rules_folders()[game]}
    for source in sources() if game is None else sources_of(game):
        for message in message_calls(source):
            ids = tuple(id for id in message.ids if id)
            if ids and len(ids) == len(message.ids):
                _of(found, source.domain).add(ids if len(ids) > 1 else ids[0], locations=[(source.name, message.line)])
    for folder, path in sorted(folders.items()):
        for place, rule in enumerate(load(folder, path), start=1):
            for text in rule.texts:
                # the rule's index serves as line number, to keep the texts in order
                location = (f"rules_data/{folder}/rules.toml", place)
                _of(found, folder).add(text.message, locations=[location], context=text.context)
    return found


def targets() -> tuple[str, ...]:
    """Return the locales to translate into."""
    return tuple(locale for locale in resources.locales() if locale != SOURCE_LOCALE)


def path_of(locale: str, domain: str) -> Path:
    """Return the path of a catalog; a new one belongs into the checkout, or into the package of an installed game."""
    root = resources.data_root(domain) or resources.OWN[-1]
    default = root / "translations" / locale / "LC_MESSAGES" / f"{domain}.po"
    return resources.catalogs(locale).get(domain, default)


def read(path: Path, locale: str) -> Catalog:
    """Return a catalog.

    :raises PoFileError: if the file is malformed.
    """
    with path.open("rb") as file:
        return read_po(file, locale=locale, domain=path.stem, abort_invalid=True)


def written(catalog: Catalog, *, prune: bool = False) -> bytes:
    """Return a catalog as a .po file, in the order of the sources, without line numbers and dates.

    :param prune: omit messages that are no longer used.
    """
    file = BytesIO()
    write_po(file, catalog, width=0, sort_by_file=True, include_lineno=False, ignore_obsolete=prune)
    return b"".join(line for line in file.getvalue().splitlines(keepends=True) if not line.startswith(_CHURN))


def merged(locale: str, domain: str, template: Catalog) -> Catalog:
    """Return the catalog of a domain, updated from its template.

    A message that returns gets its old translation back.

    :raises PoFileError: if the current file is malformed.
    """
    path = path_of(locale, domain)
    catalog = read(path, locale) if path.exists() else Catalog(locale, domain)
    for message in catalog.obsolete.values():
        catalog[message.id] = message
    catalog.obsolete.clear()
    catalog.update(template, no_fuzzy_matching=True)
    for key in [key for key, message in catalog.obsolete.items() if not any(message.string or ())]:
        del catalog.obsolete[key]
    catalog.header_comment = f"# {Locale.parse(locale).english_name} messages of {domain}."
    catalog.fuzzy = False
    return catalog


def update(locales: Iterable[str] = (), domains: Iterable[str] = (), *, prune: bool = False) -> list[Path]:
    """Update catalogs from the sources and return the paths of those that have changed.

    :param locales: locales to update, default all; catalogs of a new one are created.
    :param domains: domains to update, default all of the program; an installed game must be named.
    :param prune: remove messages that are no longer used; otherwise they are kept as comments.
    :raises PoFileError: if a catalog is malformed.
    """
    changed = []
    wanted = set(domains)
    found = templates()
    for domain in wanted & resources.installed_games().keys():
        found |= templates(domain)
    for locale in tuple(locales) or targets():
        for domain, template in found.items():
            if not wanted or domain in wanted:
                changed += _write(path_of(locale, domain), written(merged(locale, domain, template), prune=prune))
    return changed


def fill(locale: str, file: Path) -> list[str]:
    """Update catalogs, fill in translations from a file, and return the problems found.

    :param locale: language of the file.
    :param file: ``[[rule]]`` entries as in ``rules.toml``, with an id and the translated parts; and tables
        ``[messages.DOMAIN]`` of ``"source" = "translation"``, with a list of all forms where there is a plural.
    :raises PoFileError: if a catalog is malformed.
    """
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    catalogs = {domain: merged(locale, domain, template) for domain, template in templates().items()}
    problems = []
    for domain, source, translation, context in _translations(given):
        message = catalogs[domain].get(source, context) if domain in catalogs else None
        forms = 1 if isinstance(translation, str) else len(translation)
        if message is None:
            problems.append(f"{domain} has no {context or repr(source)}")
        elif forms != (catalogs[domain].num_plurals if message.pluralizable else 1):
            problems.append(f"{context or repr(source)} does not have {forms} forms")
        else:
            message.string = translation.strip() if isinstance(translation, str) else tuple(translation)
            message.flags.discard("fuzzy")
    for domain, catalog in catalogs.items():
        _write(path_of(locale, domain), written(catalog))
    return problems


def _translations(given: dict[str, Any]) -> Iterator[tuple[str, str, str | list[str], str | None]]:
    """Yield domain, source, translation and context of every entry of a file for :func:`fill`."""
    for domain, messages in given.get("messages", {}).items():
        for source, translation in messages.items():
            yield domain, source, translation, None
    rules = {rule.id: rule for rule in rulebook().all}
    for entry in given.get("rule", []):
        rule = rules.get(entry["id"])
        texts = {text.context: text for text in rule.texts} if rule else {}
        for part in sorted(entry.keys() & _TRANSLATED):
            context = f"{entry['id']} {part}"
            source = texts[context].message if context in texts else ""
            yield rule.folder if rule else "rules_data", source, entry[part], context


def _of(found: dict[str, Catalog], domain: str) -> Catalog:
    return found.setdefault(domain, Catalog(domain=domain, fuzzy=False, header_comment=f"# Messages of {domain}."))


def _write(path: Path, content: bytes) -> list[Path]:
    if path.exists() and path.read_bytes() == content:
        return []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return [path]
