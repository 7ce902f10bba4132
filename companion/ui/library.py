"""The library of a game's cards: looked through, told anew, changed, removed, and carried to another device."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

import flet as ft
from attrs import evolve, frozen

from companion.kernel.cards import CardFile, WrongFile, untold
from companion.kernel.text import Text, messages
from companion.storage.cards import extended, read, write
from companion.ui import parts, theme
from companion.ui.cards import keep, remembered
from companion.ui.live import component, use_maybe, use_value
from companion.ui.parts.base import drawing, pressable, soft, words
from companion.ui.parts.layout import beside, centred, column, flowing, lines, scrolling
from companion.ui.play import Play

T, N = messages("companion")
log: Final = logging.getLogger("companion.ui")

C = TypeVar("C")
K = TypeVar("K")

#: So many cards are shown at once; the others on demand.
SHOWN: Final = 40
#: A browser may never answer whether it has copied something.
PATIENCE: Final = 3.0
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
    kind: parts.NoticeKind = "good"
    gone: _Opened | None = None


@component
def CardLibrary(
    play: Play, file: CardFile[C], shelves: Sequence[Shelf[Any]], *, counted: Callable[[C], Text], how: Text
) -> ft.Control:
    """All cards of this device, kind by kind.

    :param counted: how many cards these are.
    :param how: what becomes of cards that are known already when others are taken over.
    """
    cards = remembered(play, file)
    opened, open_ = use_maybe(_Opened)
    carrying, carry = use_value(False)
    said, say = use_maybe(_Said)
    all_shown, show_all = use_value(frozenset[str]())

    def back() -> None:
        open_(None)
        carry(False)

    def put(shelf: Shelf[Any], gone: Any, new: tuple[Any, ...], what: _Said) -> None:
        if _put(play, file, shelf.name, gone, new):
            say(what)
            play.context.announce(play.say(what.text))
            back()

    def change(shelf: Shelf[Any], old: Any, new: Any) -> None:
        if untold(new):
            back()
        else:
            put(shelf, old, (new,), _Said(T("The card is kept.")))

    def remove(shelf: Shelf[Any], old: Any) -> None:
        put(shelf, old, (), _Said(T("The card is removed."), "info", _Opened(shelf, old)))

    if opened:
        shelf, old = opened.shelf, opened.card
        form = shelf.form(old, getattr(cards, shelf.name), partial(change, shelf, old))
        return _page(play, back, form, f"{shelf.name}-{shelf.row(old).words if old else ''}")
    if carrying:
        return _page(play, back, CarriedCards(play, file, counted=counted, how=how), "carried")

    controls = [_told(play, said, change)] if said else []
    known = words(play.say(T("Known on this device: {cards}.", cards=counted(cards))), ft.TextThemeStyle.BODY_LARGE)
    away, icon = play.say(T("To another device")), ft.Icons.IMPORT_EXPORT
    to_device = parts.quiet_button(away, lambda: carry(True), "cards-carry", icon=icon, outlined=False)
    controls += [known, ft.Row([to_device])]
    for shelf in shelves:
        whole = shelf.name in all_shown
        show = partial(show_all, all_shown | {shelf.name})
        found = getattr(cards, shelf.name)
        controls.append(_shelf(play, shelf, found, open_, partial(remove, shelf), None if whole else show))
    return scrolling(*controls, ft.Container(height=theme.Space.l))


def _put(play: Play, file: CardFile[C], kind: str, gone: Any, new: tuple[Any, ...]) -> bool:
    """Put cards in the place of one, and tell whether that was possible."""
    # the cards may have become others since they were drawn: every device of a server has the same
    known: Any = remembered(play, file)
    nothing: Any = file.none
    left = evolve(known, **{kind: tuple(card for card in getattr(known, kind) if card != gone)})
    try:
        now = extended(file, left, evolve(nothing, **{kind: new}))
    except WrongFile as error:
        play.context.toast(play.say(error.why))
        return False
    return keep(play, file, now)


def _page(play: Play, back: Callable[[], None], content: ft.Control, key: str) -> ft.Control:
    """Return what lies above the list, with the way back to it."""
    text, icon = play.say(T("Back to all cards")), ft.Icons.ARROW_BACK
    button = parts.quiet_button(text, back, "cards-back", icon=icon, outlined=False)
    return column(ft.Row([button]), ft.Container(content, expand=True, key=key), expand=True)


def _told(play: Play, said: _Said, change: Callable[[Shelf[Any], Any, Any], None]) -> ft.Control:
    """Return what became of the last thing that was done, with the way back from a card that was removed."""
    gone = said.gone
    return parts.notice(
        kind=said.kind,
        title=play.say(said.text),
        why_text=play.say(T("Bring it back")),
        on_why=partial(change, gone.shelf, None, gone.card) if gone else None,
        identifier="card-said",
    )


def _shelf(
    play: Play,
    shelf: Shelf[K],
    found: Sequence[K],
    open_: Callable[[_Opened], None],
    remove: Callable[[K], None],
    show_all: Callable[[], None] | None,
) -> ft.Control:
    """Return the cards of one kind, and the way to a new one.

    :param show_all: shows them all; ``None`` if they are.
    """
    ordered = sorted(found, key=shelf.order) if shelf.order else found
    shown = ordered[:SHOWN] if show_all else ordered
    name = shelf.identifier
    rows = [
        _row(play, shelf.row(card), f"{name}-{at}", partial(open_, _Opened(shelf, card)), partial(remove, card))
        for at, card in enumerate(shown)
    ]
    if show_all and len(shown) < len(ordered):
        every = play.say(T("Show all {n} cards", n=len(ordered)))
        rows.append(centred(parts.quiet_button(every, show_all, f"{name}-all")))
    new = parts.quiet_button(
        play.say(shelf.new), partial(open_, _Opened(shelf, None)), f"{name}-new", icon=ft.Icons.ADD
    )
    return parts.section(title=play.say(shelf.title), trailing=new, controls=rows)


def _row(play: Play, row: Row, identifier: str, change: Callable[[], None], remove: Callable[[], None]) -> ft.Control:
    said: list[ft.Control] = [words(row.title, ft.TextThemeStyle.TITLE_MEDIUM, lines=1)]
    if row.line:
        said.append(soft(row.line, ft.TextThemeStyle.BODY_SMALL, lines=1))
    face = beside(*([row.drawing] if row.drawing else []), lines(*said, expand=True), spacing=theme.Space.m)
    card = pressable(
        ft.Container(drawing(face, label=None), padding=4.0),
        on_click=lambda _: change(),
        label=play.say(T("Change: {card}", card=row.words)),
        identifier=identifier,
        radius=theme.Radii.button,
    )
    card.expand = True
    away = play.say(T("Remove: {card}", card=row.words))
    bin_ = parts.icon_button(ft.Icons.DELETE_OUTLINE, away, remove, f"{identifier}-off")
    return beside(card, bin_, spacing=theme.Space.xs)


@component
def CarriedCards(play: Play, file: CardFile[C], *, counted: Callable[[C], Text], how: Text) -> ft.Control:
    """The cards of this device to another one and back, as a file or as text."""
    context = play.context
    said, say = use_maybe(_Said)
    text, set_text = use_value("")

    def tell(what: _Said) -> None:
        say(what)
        context.announce(play.say(what.text))

    def take_over(content: str) -> None:
        done = _taken_over(play, file, content, counted)
        if done:
            tell(done)
            if done.kind == "good":
                set_text("")

    def run(task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        refused = _Said(T("This device does not allow that here. Use the text field below."), "refusal")
        context.page.run_task(_guarded, task, partial(tell, refused))

    async def save() -> None:
        content = write(file, remembered(play, file)).encode()
        await ft.FilePicker().save_file(file_name=f"{file.format}.json", src_bytes=content)

    async def load() -> None:
        for picked in await ft.FilePicker().pick_files(with_data=True):
            take_over((picked.bytes or b"").decode("utf-8", errors="replace"))

    async def copy() -> None:
        await asyncio.wait_for(ft.Clipboard().set(write(file, remembered(play, file))), PATIENCE)
        tell(_Said(T("Copied.")))

    def show() -> None:
        set_text(write(file, remembered(play, file)))

    ways: list[tuple[Text, ft.IconData, Callable[[], None], str]] = [
        (T("Save as a file"), ft.Icons.DOWNLOAD, lambda: run(save), "cards-save"),
        (T("Open a file"), ft.Icons.FOLDER_OPEN_OUTLINED, lambda: run(load), "cards-open"),
        (T("Copy"), ft.Icons.COPY_OUTLINED, lambda: run(copy), "cards-copy"),
        (T("Show as text"), ft.Icons.NOTES, show, "cards-show"),
    ]
    buttons = [parts.quiet_button(play.say(title), do, name, icon=icon) for title, icon, do, name in ways]
    field = parts.text_input(
        label=play.say(T("Cards as text, to copy or to paste")),
        value=text,
        on_change=lambda event: set_text(event.control.value),
        lines=LINES,
        identifier="cards-text",
    )
    take = parts.verdict_button(
        play.say(T("Take these cards over")),
        lambda: take_over(text),
        "cards-take",
        sublabel=play.say(how),
        available=bool(text.strip()),
    )
    controls = [flowing(buttons), field, take]
    if said:  # in sight after the buttons and after the field
        kept = parts.notice(kind=said.kind, title=play.say(said.text), compact=True, identifier="cards-said")
        controls.insert(1, kept)
    title = words(play.say(T("To another device")), ft.TextThemeStyle.HEADLINE_SMALL)
    return scrolling(title, *controls, spacing=theme.Space.m)


async def _guarded(task: Callable[[], Coroutine[Any, Any, None]], on_refusal: Callable[[], None]) -> None:
    try:
        await task()
    except Exception:
        log.info("the device refused a file or its clipboard", exc_info=True)
        on_refusal()


def _taken_over(play: Play, file: CardFile[C], content: str, counted: Callable[[C], Text]) -> _Said | None:
    """Take the cards of a text over, and return what became of it; ``None`` if the device could not keep them."""
    if not content.strip():
        return _Said(T("First open a file, or paste the cards into the text field."), "refusal")
    before = remembered(play, file)
    try:
        now = extended(file, before, read(file, content))
    except WrongFile as error:
        return _Said(T("{why} Nothing was changed.", why=error.why), "refusal")
    if not keep(play, file, now):
        return None
    new = sum(len({*getattr(now, name)} - {*getattr(before, name)}) for name in file.lists)
    what = N(
        "{n} card is new or changed. Known now: {cards}.",
        "{n} cards are new or changed. Known now: {cards}.",
        n=new,
        cards=counted(now),
    )
    return _Said(what)
