"""The card library of a game: the cards of this device, to be added, changed, deleted, exported and imported."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

import flet as ft
from attrs import evolve, frozen

from companion.kernel.cards import CardFile, InvalidFile, missing_fields
from companion.kernel.text import Text, messages
from companion.storage.cards import extended, read, write
from companion.tables.message_size import LongMessage
from companion.ui import design
from companion.ui.app import files
from companion.ui.design import theme
from companion.ui.design.base import drawing, pressable, soft, words
from companion.ui.design.layout import as_high_as_needed, beside, centred, column, flowing, lines, scrolling
from companion.ui.kit.remembered_cards import keep, remembered
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_optional, use_value

T, N = messages("companion")

C = TypeVar("C")
K = TypeVar("K")

#: The number of cards that are listed at first; a button lists the others.
SHOWN: Final = 40
#: The lines of the text field for exported cards that are in sight.
LINES: Final = 8


@frozen
class Row:
    """How the list shows a card.

    :param title: the name of the card.
    :param words: the card in words, for screen readers.
    :param line: a second line.
    :param drawing: a picture in front of the title.
    """

    title: str
    words: str
    line: str = ""
    drawing: ft.Control | None = None


@frozen(eq=False)
class Shelf(Generic[K]):
    """The cards of one kind, as a game declares them.

    :param name: the field of the game's cards that holds them.
    :param title: the heading above them.
    :param new: the text of the button that adds a card.
    :param row: returns how the list shows a card.
    :param form: returns the form of a card, given the card or ``None`` for a new one, all cards of its kind, and the
        function that saves the filled-in card.
    :param identifier: what the identifiers of the rows begin with.
    :param order: the sort key of the list; in stored order by default.
    """

    name: str
    title: Text
    new: Text
    row: Callable[[K], Row]
    form: Callable[[K | None, tuple[K, ...], Callable[[K], None]], ft.Control]
    identifier: str
    order: Callable[[K], Any] | None = None


@frozen
class _Opened:
    """A card whose form is open.

    :param card: the card before any change; ``None`` for a new one.
    """

    shelf: Shelf[Any]
    card: Any


@frozen
class _Result:
    """The message about the last action.

    :param deleted: the card that was deleted and can be restored.
    """

    text: Text
    kind: design.NoticeKind = "good"
    deleted: _Opened | None = None


@component
def CardLibrary(
    play: AnyPlay, file: CardFile[C], shelves: Sequence[Shelf[Any]], *, counted: Callable[[C], Text], how: Text
) -> ft.Control:
    """All cards of this device, kind by kind.

    :param counted: returns the text that says how many cards there are.
    :param how: says what an import does with cards that are known already.
    """
    cards = remembered(play, file)
    opened, open_ = use_optional(_Opened)
    exporting, export = use_value(False)
    result, set_result = use_optional(_Result)

    def back() -> None:
        open_(None)
        export(False)

    def put(shelf: Shelf[Any], old: Any, new: tuple[Any, ...], what: _Result) -> None:
        # read again: all devices of a server share the cards, and another one may have changed them
        known: Any = remembered(play, file)
        left = evolve(known, **{shelf.name: tuple(card for card in getattr(known, shelf.name) if card != old)})
        nothing: Any = file.empty
        try:
            now = extended(file, left, evolve(nothing, **{shelf.name: new}))
        except InvalidFile as error:
            play.context.toast(play.say(error.why))
            return
        if keep(play, file, now):
            set_result(what)
            play.context.announce(play.say(what.text))
            back()

    def change(shelf: Shelf[Any], old: Any, new: Any) -> None:
        if missing_fields(new):
            play.context.toast(play.say(T("Without a name the card is not saved.")))
        else:
            put(shelf, old, (new,), _Result(T("The card was saved.")))

    def remove(shelf: Shelf[Any], old: Any) -> None:
        put(shelf, old, (), _Result(T("The card was deleted."), "info", _Opened(shelf, old)))

    if opened:
        shelf, old = opened.shelf, opened.card
        form = shelf.form(old, getattr(cards, shelf.name), partial(change, shelf, old))
        return _page(play, back, form, f"{shelf.name}-{shelf.row(old).words if old else ''}")
    if exporting:
        return _page(play, back, CarriedCards(play, file, counted=counted, how=how), "carried")

    known = words(play.say(T("Known on this device: {cards}.", cards=counted(cards))), ft.TextThemeStyle.BODY_LARGE)
    away = _link(play, T("To another device"), ft.Icons.IMPORT_EXPORT, lambda: export(True), "cards-carry")
    listed = [
        Listed(play, shelf, getattr(cards, shelf.name), open_, partial(remove, shelf), key=shelf.name)
        for shelf in shelves
    ]
    notice = _notice(play, result, lambda deleted: change(deleted.shelf, None, deleted.card))
    return scrolling(*notice, known, away, *listed)


def _notice(
    play: AnyPlay, result: _Result | None, bring_back: Callable[[_Opened], None] | None = None
) -> list[ft.Control]:
    """Return the message about the last action, with the button that restores a deleted card."""
    if result is None:
        return []
    answers: list[ft.Control] = []
    if bring_back and result.deleted:
        text, back = play.say(T("Restore")), partial(bring_back, result.deleted)
        answers.append(design.quiet_button(text, lambda: back(), "bring-back", icon=ft.Icons.UNDO))
    title = play.say(result.text)
    return [design.notice(result.kind, title, "cards-said", answers=answers, compact=True)]


@component
def Listed(
    play: AnyPlay,
    shelf: Shelf[K],
    cards: Sequence[K],
    open_card: Callable[[_Opened], None],
    remove: Callable[[K], None],
) -> ft.Control:
    """The cards of one kind; a tap on a card opens its form."""
    every, show_all = use_value(False)
    ordered = sorted(cards, key=shelf.order) if shelf.order else cards
    shown = ordered if every else ordered[:SHOWN]
    name = shelf.identifier
    rows = [
        _row(play, shelf.row(card), f"{name}-{at}", partial(open_card, _Opened(shelf, card)), partial(remove, card))
        for at, card in enumerate(shown)
    ]
    if len(shown) < len(ordered):
        more = play.say(T("Show all {n} cards", n=len(ordered)))
        rows.append(centred(design.quiet_button(more, lambda: show_all(True), f"{name}-all")))
    add = partial(open_card, _Opened(shelf, None))
    new = design.quiet_button(play.say(shelf.new), add, f"{name}-new", icon=ft.Icons.ADD)
    rows.append(ft.Container(height=theme.Space.s))
    return design.section(play.say(shelf.title), rows, trailing=new)


def _page(play: AnyPlay, back: Callable[[], None], content: ft.Control, key: str) -> ft.Control:
    """Return a page in the place of the list, with the button that leads back to it."""
    button = _link(play, T("Back to all cards"), ft.Icons.ARROW_BACK, back, "cards-back")
    return column(button, as_high_as_needed(content, key=key))


def _link(play: AnyPlay, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return the button that opens another page; its icon is aligned with the text above and below."""
    button = design.quiet_button(play.say(text), do, identifier, icon=icon, outlined=False)
    return ft.Row([ft.Container(button, margin=ft.Margin.only(left=-20.0))])


def _row(
    play: AnyPlay, row: Row, identifier: str, change: Callable[[], None], remove: Callable[[], None]
) -> ft.Control:
    text: list[ft.Control] = [words(row.title, ft.TextThemeStyle.TITLE_MEDIUM, lines=1 if row.line else 2)]
    if row.line:
        text.append(soft(row.line, ft.TextThemeStyle.BODY_SMALL, lines=1))
    face = beside(*([row.drawing] if row.drawing else []), lines(*text, expand=True), spacing=theme.Space.m)
    card = pressable(
        drawing(face, label=None),
        lambda _: change(),
        identifier,
        padding=4.0,
        label=play.say(T("Change: {card}", card=row.words)),
        radius=theme.Radii.button,
        expand=True,
    )
    away = play.say(T("Delete: {card}", card=row.words))
    bin_ = design.icon_button(ft.Icons.DELETE_OUTLINE, away, remove, f"{identifier}-off")
    return beside(card, bin_, spacing=theme.Space.xs)


@component
def CarriedCards(play: AnyPlay, file: CardFile[C], *, counted: Callable[[C], Text], how: Text) -> ft.Control:
    """The export and import of the cards of this device, as a file or as text."""
    context = play.context
    result, set_result = use_optional(_Result)
    text, set_text = use_value("")

    def show(what: _Result) -> None:
        set_result(what)
        context.announce(play.say(what.text))

    def add(content: str) -> None:
        if what := _imported(play, file, content, counted):
            show(what)
            if what.kind == "good":
                set_text("")

    files.use_allowance(LongMessage.TEXT)
    opened = files.use_picker(lambda content: add(content.decode("utf-8", errors="replace")))

    async def save() -> None:
        await files.save(f"{file.format}.json", write(file, remembered(play, file)).encode())

    async def copy() -> None:
        await files.copy(write(file, remembered(play, file)))
        show(_Result(T("Copied.")))

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], object]:
        failed = _Result(T("This device does not allow that here. Use the text field below."), "refusal")
        return files.asked(context, task, partial(show, failed))

    def button(title: Text, icon: ft.IconData, do: Callable[[], object], identifier: str) -> ft.Control:
        return design.quiet_button(play.say(title), lambda: do(), identifier, icon=icon)

    buttons = [
        button(T("Save as a file"), ft.Icons.DOWNLOAD, run(save), "cards-save"),
        design.quiet_button(
            play.say(T("Open a file")), None, "cards-open", icon=ft.Icons.FOLDER_OPEN_OUTLINED, action=opened
        ),
        button(T("Copy"), ft.Icons.CONTENT_COPY_OUTLINED, run(copy), "cards-copy"),
        button(T("Show as text"), ft.Icons.NOTES, lambda: set_text(write(file, remembered(play, file))), "cards-show"),
    ]
    field = design.text_input(
        play.say(T("Cards as text, to copy or to paste")), text, set_text, "cards-text", lines=LINES
    )
    take = design.verdict_button(
        play.say(T("Import these cards")),
        lambda: add(text),
        "cards-take",
        sublabel=play.say(how),
        available=bool(text.strip()),
    )
    title = words(play.say(T("To another device")), ft.TextThemeStyle.HEADLINE_SMALL)
    notice = _notice(play, result)  # in sight after the buttons and after the field
    return scrolling(title, flowing(buttons), *notice, field, take, spacing=theme.Space.m)


def _imported(play: AnyPlay, file: CardFile[C], content: str, counted: Callable[[C], Text]) -> _Result | None:
    """Import the cards of a file's text, and return the message; ``None`` if the page says already why they cannot be stored."""
    if not content.strip():
        return _Result(T("Open a file first, or paste the cards into the text field."), "refusal")
    before = remembered(play, file)
    try:
        now = extended(file, before, read(file, content))
    except InvalidFile as error:
        return _Result(T("{why} Nothing was changed.", why=error.why), "refusal")
    if not keep(play, file, now):
        return None
    return _Result(
        N(
            "{n} card is new or changed. Known now: {cards}.",
            "{n} cards are new or changed. Known now: {cards}.",
            n=sum(len({*getattr(now, name)} - {*getattr(before, name)}) for name in file.lists),
            cards=counted(now),
        )
    )
