"""The library of a game's cards: looked through, told anew, changed, removed, and carried to another device."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

import flet as ft
from attrs import evolve, frozen

from companion.kernel.cards import CardFile, WrongFile, unnamed
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

#: So many cards are shown at once; the others on demand.
SHOWN: Final = 40
#: So many lines of the cards' text are shown at once.
LINES: Final = 8


@frozen
class Row:
    """A card in the list.

    :param title: what it is called.
    :param line: what else there is to say in a line.
    :param words: the card in words, for those who listen and where it is about to be removed.
    """

    title: str
    words: str
    line: str = ""
    drawing: ft.Control | None = None


@frozen(eq=False)
class Shelf(Generic[K]):
    """The cards of one kind.

    :param name: what the game's library calls them.
    :param title: what stands above them.
    :param new: what the way to another one says.
    :param row: how a card is shown.
    :param form: what tells a card, from what is known of it, all cards of its kind, and what takes it.
    :param identifier: of its rows.
    :param order: how they stand, if not as they are kept.
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

    :param card: as it is known; ``None`` for a new one.
    """

    shelf: Shelf[Any]
    card: Any


@frozen
class _Said:
    """What became of the last thing that was done.

    :param gone: a card that can be brought back.
    """

    text: Text
    kind: design.NoticeKind = "good"
    gone: _Opened | None = None


@component
def CardLibrary(
    play: AnyPlay, file: CardFile[C], shelves: Sequence[Shelf[Any]], *, counted: Callable[[C], Text], how: Text
) -> ft.Control:
    """All cards of this device, kind by kind.

    :param counted: how many cards these are.
    :param how: what becomes of cards that are known already when others are taken over.
    """
    cards = remembered(play, file)
    opened, open_ = use_optional(_Opened)
    carrying, carry = use_value(False)
    said, say = use_optional(_Said)

    def back() -> None:
        open_(None)
        carry(False)

    def put(shelf: Shelf[Any], gone: Any, new: tuple[Any, ...], what: _Said) -> None:
        # the cards may have become others since they were drawn: every device of a server has the same
        known: Any = remembered(play, file)
        left = evolve(known, **{shelf.name: tuple(card for card in getattr(known, shelf.name) if card != gone)})
        nothing: Any = file.none
        try:
            now = extended(file, left, evolve(nothing, **{shelf.name: new}))
        except WrongFile as error:
            play.context.toast(play.say(error.why))
            return
        if keep(play, file, now):
            say(what)
            play.context.announce(play.say(what.text))
            back()

    def change(shelf: Shelf[Any], old: Any, new: Any) -> None:
        if unnamed(new):
            play.context.toast(play.say(T("Without a name the card is not saved.")))
        else:
            put(shelf, old, (new,), _Said(T("The card was saved.")))

    def remove(shelf: Shelf[Any], old: Any) -> None:
        put(shelf, old, (), _Said(T("The card was deleted."), "info", _Opened(shelf, old)))

    if opened:
        shelf, old = opened.shelf, opened.card
        form = shelf.form(old, getattr(cards, shelf.name), partial(change, shelf, old))
        return _page(play, back, form, f"{shelf.name}-{shelf.row(old).words if old else ''}")
    if carrying:
        return _page(play, back, CarriedCards(play, file, counted=counted, how=how), "carried")

    known = words(play.say(T("Known on this device: {cards}.", cards=counted(cards))), ft.TextThemeStyle.BODY_LARGE)
    away = _link(play, T("To another device"), ft.Icons.IMPORT_EXPORT, lambda: carry(True), "cards-carry")
    listed = [
        Listed(play, shelf, getattr(cards, shelf.name), open_, partial(remove, shelf), key=shelf.name)
        for shelf in shelves
    ]
    told = _told(play, said, lambda gone: change(gone.shelf, None, gone.card))
    return scrolling(*told, known, away, *listed)


def _told(play: AnyPlay, said: _Said | None, bring_back: Callable[[_Opened], None] | None = None) -> list[ft.Control]:
    """Return what became of the last thing that was done, and the way back from it."""
    if said is None:
        return []
    answers: list[ft.Control] = []
    if bring_back and said.gone:
        text, back = play.say(T("Bring it back")), partial(bring_back, said.gone)
        answers.append(design.quiet_button(text, lambda: back(), "bring-back", icon=ft.Icons.UNDO))
    title = play.say(said.text)
    return [design.notice(kind=said.kind, title=title, answers=answers, compact=True, identifier="cards-said")]


@component
def Listed(
    play: AnyPlay,
    shelf: Shelf[K],
    cards: Sequence[K],
    open_card: Callable[[_Opened], None],
    remove: Callable[[K], None],
) -> ft.Control:
    """The cards of one kind: a tap changes one."""
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
    return design.section(title=play.say(shelf.title), trailing=new, controls=rows)


def _page(play: AnyPlay, back: Callable[[], None], content: ft.Control, key: str) -> ft.Control:
    """Return what lies above the list, with the way back to it."""
    button = _link(play, T("Back to all cards"), ft.Icons.ARROW_BACK, back, "cards-back")
    return column(button, as_high_as_needed(content, key=key))


def _link(play: AnyPlay, text: Text, icon: ft.IconData, do: Callable[[], None], identifier: str) -> ft.Control:
    """Return a way to another page; its sign stands in line with what is written above and below."""
    button = design.quiet_button(play.say(text), do, identifier, icon=icon, outlined=False)
    return ft.Row([ft.Container(button, margin=ft.Margin.only(left=-20.0))])


def _row(
    play: AnyPlay, row: Row, identifier: str, change: Callable[[], None], remove: Callable[[], None]
) -> ft.Control:
    said: list[ft.Control] = [words(row.title, ft.TextThemeStyle.TITLE_MEDIUM, lines=1 if row.line else 2)]
    if row.line:
        said.append(soft(row.line, ft.TextThemeStyle.BODY_SMALL, lines=1))
    face = beside(*([row.drawing] if row.drawing else []), lines(*said, expand=True), spacing=theme.Space.m)
    card = pressable(
        drawing(face, label=None),
        padding=4.0,
        on_click=lambda _: change(),
        label=play.say(T("Change: {card}", card=row.words)),
        identifier=identifier,
        radius=theme.Radii.button,
        expand=True,
    )
    away = play.say(T("Delete: {card}", card=row.words))
    bin_ = design.icon_button(ft.Icons.DELETE_OUTLINE, away, remove, f"{identifier}-off")
    return beside(card, bin_, spacing=theme.Space.xs)


@component
def CarriedCards(play: AnyPlay, file: CardFile[C], *, counted: Callable[[C], Text], how: Text) -> ft.Control:
    """The cards of this device to another one and back, as a file or as text."""
    context = play.context
    said, say = use_optional(_Said)
    text, set_text = use_value("")

    def tell(what: _Said) -> None:
        say(what)
        context.announce(play.say(what.text))

    def take_over(content: str) -> None:
        if what := _taken_over(play, file, content, counted):
            tell(what)
            if what.kind == "good":
                set_text("")

    files.use_allowance(LongMessage.TEXT)
    opened = files.use_picker(lambda content: take_over(content.decode("utf-8", errors="replace")))

    async def save() -> None:
        await files.save(f"{file.format}.json", write(file, remembered(play, file)).encode())

    async def copy() -> None:
        await files.copy(write(file, remembered(play, file)))
        tell(_Said(T("Copied.")))

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], object]:
        failed = _Said(T("This device does not allow that here. Use the text field below."), "refusal")
        return files.asked(context, task, partial(tell, failed))

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
        label=play.say(T("Cards as text, to copy or to paste")),
        value=text,
        on_change=lambda event: set_text(event.control.value),
        lines=LINES,
        identifier="cards-text",
    )
    take = design.verdict_button(
        play.say(T("Add these cards")),
        lambda: take_over(text),
        "cards-take",
        sublabel=play.say(how),
        available=bool(text.strip()),
    )
    title = words(play.say(T("To another device")), ft.TextThemeStyle.HEADLINE_SMALL)
    told = _told(play, said)  # in sight after the buttons and after the field
    return scrolling(title, flowing(buttons), *told, field, take, spacing=theme.Space.m)


def _taken_over(play: AnyPlay, file: CardFile[C], content: str, counted: Callable[[C], Text]) -> _Said | None:
    """Take cards over, and return what became of that; nothing if the device said already why it could not keep them."""
    if not content.strip():
        return _Said(T("First open a file, or paste the cards into the text field."), "refusal")
    before = remembered(play, file)
    try:
        now = extended(file, before, read(file, content))
    except WrongFile as error:
        return _Said(T("{why} Nothing was changed.", why=error.why), "refusal")
    if not keep(play, file, now):
        return None
    return _Said(
        N(
            "{n} card is new or changed. Known now: {cards}.",
            "{n} cards are new or changed. Known now: {cards}.",
            n=sum(len({*getattr(now, name)} - {*getattr(before, name)}) for name in file.lists),
            cards=counted(now),
        )
    )
