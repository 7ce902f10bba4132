"""Checks the catalogs. Babel's own check ignores brace placeholders."""

from collections.abc import Iterator, Mapping

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError

from companion.devtools.catalogs import path_of, read, targets, templates
from companion.i18n import PLACEHOLDER


def catalog_problems() -> Iterator[str]:
    """Yield the problems of the catalogs of every locale."""
    wanted = templates()
    for locale in targets():
        for domain, template in wanted.items():
            path = path_of(locale, domain)
            where = f"{locale}/{domain}.po"
            if not path.exists():
                yield f"{where}: is missing; run update"
                continue
            try:
                catalog = read(path, locale)
            except (PoFileError, ValueError) as error:
                yield f"{where}: cannot be read: {error}"
                continue
            yield from (f"{where}: {problem}" for problem in problems_of(catalog, template))


def problems_of(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """Yield the problems of one catalog.

    :param template: messages it should translate.
    """
    assert catalog.locale
    plurals = get_plural(catalog.locale)
    if (catalog.num_plurals, catalog.plural_expr) != (plurals.num_plurals, plurals.plural_expr):
        yield f"Plural-Forms should be: {plurals.plural_forms}"
    have, need = _by_key(catalog), _by_key(template)
    yield from (f"{_name(need[key])} is not in the catalog; run update" for key in need if key not in have)
    yield from (f"{_name(have[key])} is no longer used; run update --prune" for key in have if key not in need)
    for message in catalog.obsolete.values():
        yield f"{_name(message)} is obsolete; run update --prune"
    for message in have.values():
        for problem in _message_problems(message, catalog.num_plurals):
            yield f"{_name(message)}: {problem}"


def _message_problems(message: Message, num_plurals: int) -> Iterator[str]:
    ids, strings = _forms(message.id), _forms(message.string)
    if message.fuzzy:
        yield "is fuzzy"
    if not all(strings):
        yield "is not translated"
        return
    if len(strings) != (num_plurals if message.pluralizable else 1):
        yield f"has {len(strings)} plural forms instead of {num_plurals}"
    allowed = set().union(*map(_placeholders, ids))
    for index, string in enumerate(strings):
        # "one card" needs no number
        needed = _placeholders(ids[0]) - {"n"} if message.pluralizable and index == 0 else _placeholders(ids[-1])
        if unknown := _placeholders(string) - allowed:
            yield f"has placeholders the source lacks: {', '.join(sorted(unknown))}"
        if missing := needed - _placeholders(string):
            yield f"lacks placeholders of the source: {', '.join(sorted(missing))}"
        if set("\"'") & set(string):
            yield "has typewriter quotes; write the marks of the language"


def _by_key(catalog: Catalog) -> Mapping[object, Message]:
    return {(message.context, _forms(message.id)): message for message in catalog if message.id}


def _forms(value: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value or "",)


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def _name(message: Message) -> str:
    return repr(message.context or _forms(message.id)[0])
