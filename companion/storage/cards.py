"""The cards that a device remembers, as JSON: in a setting of the device, and as the text of an exported file."""

import json
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from attrs import Attribute
from cattrs import ClassValidationError, Converter

from companion.kernel.cards import CardFile, InvalidCard, InvalidFile, JsonForm, missing_fields
from companion.kernel.explain import Refused
from companion.kernel.text import messages
from companion.kernel.text_limits import refuse_unwritable
from companion.storage.limits import OutOfBounds, parsed
from companion.storage.strict_json import exactly, strict_converter

T, N = messages("companion")

C = TypeVar("C")


def write(file: CardFile[C], cards: C) -> str:
    """Return the text of an exported file."""
    content = {"format": file.format, "version": file.version, **to_json(file, cards)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read(file: CardFile[C], text: str) -> C:
    """Return the cards in the text of a file.

    :raises InvalidFile: if it is not a card file of this game, or one of its cards is invalid.
    """
    try:
        raw = parsed(text.removeprefix("\ufeff"))
    except OutOfBounds as beyond:
        raise InvalidFile(beyond.text) from None
    except ValueError:
        raise InvalidFile(T("This is not a card file: it cannot be read as JSON.")) from None
    if not isinstance(raw, dict) or raw.get("format") != file.format:
        raise InvalidFile(T("This is not a card file for {game}: it does not say so.", game=file.title))
    if raw.get("version") != file.version:
        raise InvalidFile(T("This card file needs another version of this program."))
    cards = from_json(file, raw)
    try:
        refuse_unwritable(cards)
    except Refused as refused:
        raise InvalidFile(refused.why.text) from None
    return cards


def extended(file: CardFile[C], known: C, more: C) -> C:
    """Return the known cards with more cards added.

    :raises InvalidFile: if there are too many then.
    """
    cards = file.merged(known, more)
    if not file.fits(cards):
        raise InvalidFile(T("These are too many cards for one device."))
    return cards


def to_json(file: CardFile[C], cards: C) -> Any:
    """Return cards as a JSON object."""
    return _converter(file).unstructure(cards)


def from_json(file: CardFile[C], raw: Any) -> C:
    """Return the cards of a JSON object, all or none; a bare list, the oldest stored form, holds the first kind.

    :raises InvalidFile: if one of them is invalid.
    """
    lists = {file.lists[0]: raw} if isinstance(raw, list) else raw
    if not isinstance(lists, dict) or not lists.keys() & {*file.lists}:
        raise _nothing(file)
    kinds = get_type_hints(file.kind)
    cards = file.kind(*(_cards(file, get_args(kinds[name])[0], lists.get(name, [])) for name in file.lists))
    if not file.fits(cards):
        raise _nothing(file)
    return cards


def _nothing(file: CardFile[Any]) -> InvalidFile:
    return InvalidFile(
        T("This is not a card file for {game}: there are no cards in it that can be read.", game=file.title)
    )


def _cards(file: CardFile[C], kind: type[Any], raw: Any) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise _nothing(file)
    return tuple(_card(file, kind, number, each) for number, each in enumerate(raw, start=1))


def _card(file: CardFile[C], kind: type[Any], number: int, raw: Any) -> Any:
    try:
        card = _converter(file).structure(raw, kind)
        if not (missing := missing_fields(card)):
            return card
        field = missing[0]
    except Exception as error:  # unchecked input can fail in any way
        field = _field(error)
    try:
        name = _text(raw["name"], str)
    except (ValueError, TypeError, KeyError):
        name = ""
    raise InvalidFile(file.wrong(InvalidCard(kind, number, name, field)))


def _field(error: Exception) -> str:
    """Return the field of a card that an error is about; the converter notes it, a validator passes it along."""
    if isinstance(error, ClassValidationError):
        noted, others = error.group_exceptions()
        if noted:
            return noted[0][1].name
        error = others[0]
    return next((part.name for part in error.args if isinstance(part, Attribute)), "")


def _text(value: Any, _: type[str]) -> str:
    """Return a text without blanks around it; a lone surrogate, which JSON can hold, cannot be stored."""
    exactly(value, str).encode()
    return str(value.strip())


@cache
def _converter(file: CardFile[Any]) -> Converter:
    made = strict_converter()
    made.register_structure_hook(str, _text)
    for form in file.forms:
        _register(made, form)
    return made


def _register(made: Converter, form: JsonForm) -> None:
    def is_it(cls: Any) -> bool:
        return bool(cls == form.kind)

    made.register_structure_hook_func(is_it, lambda value, _: form.read(value))
    made.register_unstructure_hook_func(is_it, form.write)
