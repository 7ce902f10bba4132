"""Import from other devices and programs, with a preview."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft
from attrs import frozen

from companion.exchange.import_preview import ImportPreview, is_importable
from companion.exchange.import_preview import read as read_papers
from companion.exchange.import_preview import take as take_from_papers
from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Text, messages
from companion.scoring import ScoreSheet
from companion.storage.backup import Bundle, SharedGame
from companion.storage.errors import StorageError
from companion.storage.share_link import PartialTransfer
from companion.tables import incoming_game
from companion.tables.incoming_game import IncomingGame
from companion.tables.message_size import LongMessage
from companion.tables.tables import Tables
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import HOME, dead_end, notice, quiet_button, screen
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, column, hairline, lines, wide
from companion.ui.kit.titles import stretch
from companion.ui.runtime.hooks import component, screen_component, use_live, use_optional, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.transfer.previews import Previews
from companion.ui.transfer.share_page import NOT_HERE

T, N = messages("companion")

TITLE: Final = T("Import")


_NOTHING_SAID: Final[tuple[Text, ...]] = ()


@frozen(eq=False)
class _Found:
    """A received file or text.

    :param what: a backup, a game, an incomplete game, or the games of another program.
    :param collected: the chunks of the game, which are deleted with it.
    """

    what: Bundle | IncomingGame | PartialTransfer | ImportPreview
    collected: PartialTransfer | None = None


@screen_component
def Bring() -> ft.Control:
    """The import page."""
    context = use_page_context()
    part = ft.use_route_params().get("part") or ""
    route = f"/bring/{part}" if part else "/bring"
    if not context.host:
        return dead_end(context, route, said=NOT_HERE, title=context.say(TITLE))
    return screen(context, route=route, title=context.say(TITLE), controls=[Brought(part, key=f"bring-{part}")])


@component
def Brought(part: str) -> ft.Control:
    """The received content, its preview, and ways to import something.

    :param part: a chunk of a game, from the address.
    """
    context = use_page_context()
    found, find = use_optional(_Found)
    trouble, set_trouble = use_optional(Explanation)
    done, finish = use_value(_NOTHING_SAID)
    text, write = use_value("")
    importing = _Importing(context, found, find, set_trouble, finish, write)
    use_live(context.app.arrivals)
    ft.use_effect(partial(importing.begin, part), dependencies=[])
    ft.use_effect(importing.read_arrival, dependencies=[context.app.brought is None])
    files.use_allowance(LongMessage.TEXT)
    opened = files.use_picker(importing.read)
    shown: list[ft.Control] = []
    if trouble:
        shown.append(
            notice(context, trouble, kind="refusal", on_dismiss=lambda: set_trouble(None), identifier="bring-refused")
        )
    if done:
        home = quiet_button(context, HOME, lambda: context.go("/"), "home")
        title, *unread = map(context.say, done)
        below = "\n".join(unread) or None
        shown.append(design.notice("good", title, "brought", text=below, answers=[home]))
    shown.append(Unfolding(importing.preview(), found, key="preview"))
    field = design.text_input(context.say(T("Paste a link or a log")), text, write, "bring-text", lines=4)
    file = context.say(T("Open a file"))
    view = attempt(context, lambda: importing.read(text.encode(), typed=True))
    ways = [
        ft.Row([design.quiet_button(file, None, "bring-open", icon=ft.Icons.FOLDER_OPEN_OUTLINED, action=opened)]),
        field,
        ft.Row([quiet_button(context, T("View"), view, "bring-look")]),
    ]
    title = context.say(T("A file or a link") if not found else T("Something else"))
    return column(*shown, design.section(title, ways, spacing=theme.Space.m), spacing=theme.Space.xl)


@frozen(eq=False)
class _Importing:
    """Reading and importing of content, for one rendering of the page."""

    context: PageContext
    found: _Found | None
    find: Callable[[_Found | None], None]
    set_trouble: Callable[[Explanation | None], None]
    finish: Callable[[tuple[Text, ...]], None]
    write: Callable[[str], None]

    @property
    def tables(self) -> Tables:
        """All tables of the device."""
        return self.context.access.all

    # Reading

    def begin(self, part: str) -> None:
        """Read the chunk in the address, or else show content that is waiting."""
        if part:
            if self.read(part.encode(), typed=True):
                self.context.go("/bring")  # the part is kept: the address need not carry it any longer
        elif self.context.app.brought is None:
            try:
                self._find_waiting()
            except StorageError as error:
                self._refuse(error.why)

    def read_arrival(self) -> None:
        """Read content with which the app was opened."""
        content, self.context.app.brought = self.context.app.brought, None
        if content is not None:
            self.read(content)

    def read(self, content: bytes, *, typed: bool = False) -> bool:
        """Show received content; return whether it can be read."""
        self.set_trouble(None)
        self.finish(())
        try:
            self._find(content, typed=typed)
        except StorageError as error:
            self._refuse(error.why)
            return False
        self.write("")
        return True

    def _find(self, content: bytes, *, typed: bool) -> None:
        if is_importable(content):
            self.find(_Found(read_papers(content, self.tables)))
            return
        what = incoming_game.read(content, self.tables, typed=typed)
        if isinstance(what, SharedGame):
            self.find(_Found(incoming_game.look_at(what, self.tables, self.context.say)))
        elif what:
            self.find(_Found(what))
        else:
            self._find_waiting()

    def _find_waiting(self) -> None:
        """Show received content that was neither imported nor discarded."""
        collected = next(iter(incoming_game.waiting(self.tables.library).values()), None)
        if not collected:
            self.find(None)
        elif collected.missing:
            self.find(_Found(collected))
        else:
            try:
                game = incoming_game.look_at(collected.game(), self.tables, self.context.say)
                self.find(_Found(game, collected))
            except StorageError:
                # the game is unusable; its codes can be scanned again
                incoming_game.forget(self.tables.library, collected)
                raise

    def _refuse(self, why: Explanation) -> None:
        self.set_trouble(why)
        self.context.announce(self.context.say(why.text))

    # Importing

    def preview(self) -> ft.Control:
        """Return the preview of the content, or what can be imported."""
        found, discard = self.found, self._discard
        match found.what if found else None:
            case IncomingGame() as game:
                return _game(self.context, game, partial(self._take_game, game), discard)
            case Bundle() as backup:
                return Everything(backup, self._finish, discard, key=str(id(backup)))
            case ImportPreview() as papers:
                return Previews(papers, partial(self._take_papers, papers), discard, key=str(id(papers)))
            case PartialTransfer() as collected:
                return _missing(self.context, collected, discard)
            case None:
                return soft(self.context.say(HOW), ft.TextThemeStyle.BODY_LARGE)

    def _discard(self) -> None:
        found = self.found
        if found and (collected := found.what if isinstance(found.what, PartialTransfer) else found.collected):
            incoming_game.forget(self.tables.library, collected)
        self.find(None)

    def _finish(self, result: Text, *unread: Text) -> None:
        self._discard()
        self.finish((result, *unread))
        self.context.announce(self.context.say(result))

    def _take_game(self, incoming: IncomingGame) -> None:
        joined = self.tables.join(Bundle((incoming.game,)), self.context.say)
        if joined.binned:  # opening a deleted game means restoring it
            self.tables.library.restore(*joined.binned)
            self.tables.changed()
        self._discard()
        self.context.go(f"/table/{joined.games[incoming.game.id]}")

    def _take_papers(self, papers: ImportPreview) -> None:
        take_from_papers(papers, self.tables, self.context.say)
        self._finish(papers.said)


HOW: Final = T(
    "A game somebody shares with you, a backup from another device, or games from another program: a "
    "table (CSV) or a BG Stats file. You see it before it is imported."
)


# ---------------------------------------------------------------- One game


def _game(context: PageContext, came: IncomingGame, take: Callable[[], None], leave: Callable[[], None]) -> ft.Control:
    """Return the preview of a game: title, progress, points, effect, and buttons."""
    record, name = came.record, came.game.name
    game, meta = record.game, record.game.meta
    state = T("Finished") if game.is_over(record.state) else stretch(meta, game.view(record.state, None))
    entries = N("{n} entry", "{n} entries", n=len(record.entries))
    about = T("{state} · {entries} · {ago}", state=state, entries=entries, ago=context.ago(came.game.changed))
    called = words(context.say(meta.title), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY)
    head = lines(
        words(name or context.say(meta.title), ft.TextThemeStyle.HEADLINE_SMALL),
        *([called] if name else []),
        soft(context.say(about), ft.TextThemeStyle.BODY_MEDIUM),
    )
    button = design.verdict_button(
        context.say(T("Open") if came.would.known else T("Import this")),
        attempt(context, take),
        "take-game",
        sublabel=context.say(_becomes(came)),
        emphasis="primary",
    )
    leave_it = quiet_button(context, T("Cancel"), leave, "leave-game", outlined=False)
    sheet = ft.Container(column(head, hairline(), *_sheet(context, came), spacing=theme.Space.m), padding=theme.Space.l)
    paper = design.coloured(meta.colour, design.striped(sheet))
    return column(
        paper,
        button,
        ft.Row([leave_it], alignment=ft.MainAxisAlignment.END),
        spacing=theme.Space.m,
    )


def _sheet(context: PageContext, came: IncomingGame) -> list[ft.Control]:
    """Return the totals, and the points of each round."""
    score, number = ScoreSheet.of_record(came.record), context.renderer().number
    rows: list[ft.Control] = []
    for seat, name in enumerate(context.names(came.record.names)):
        rounds = [number(score.points(seat=seat, round=each)) for each in range(1, score.rounds + 1)]
        terms = [soft(" + ".join(rounds), ft.TextThemeStyle.BODY_MEDIUM)] if score.rounds > 1 else []
        who = lines(words(name, ft.TextThemeStyle.BODY_LARGE), *terms)
        total = words(number(score.totals[seat]), ft.TextThemeStyle.HEADLINE_SMALL)
        rows.append(beside(wide(who), total, spacing=theme.Space.m))
    return rows


def _becomes(came: IncomingGame) -> Text:
    """Return what would become of a game."""
    would = came.would
    cases = (
        (came.further, T("This game is already here, and has more entries here.")),
        (would.known, T("This game is already here, complete.")),
        (would.binned, T("This game was deleted here. It is restored from the bin.")),
        (would.longer, T("This game is here already; the new entries are added.")),
        (would.apart, T("This game was continued here and elsewhere: both versions are kept.")),
    )
    return next((text for holds, text in cases if holds), T("This game is not here yet."))


def _missing(context: PageContext, collected: PartialTransfer, leave: Callable[[], None]) -> ft.Control:
    """Return the list of missing chunks."""
    have, missing = len(collected.parts), tuple(map(context.renderer().number, collected.missing))
    title = T("{n} of {of} codes scanned.", n=have, of=collected.of)
    left = N(
        "Code {codes} is missing. Scan it with this phone’s camera; what you have scanned is kept.",
        "The codes {codes} are missing. Scan them with this phone’s camera, in any order; what you have "
        "scanned is kept.",
        n=len(missing),
        codes=Listing(missing),
    )
    away = quiet_button(context, T("Discard"), leave, "leave-game")
    return design.notice("info", context.say(title), "codes-missing", text=context.say(left), answers=[away])


# ---------------------------------------------------------------- Everything


@component
def Everything(everything: Bundle, took: Callable[..., None], leave: Callable[[], None]) -> ft.Control:
    """The preview of a backup, to be merged or to replace everything."""
    context = use_page_context()
    tables = context.access.all
    asked, ask = use_value(False)

    def join() -> None:
        unread = tables.unread(everything)
        took(tables.join(everything, context.say).said, *unread)

    def replace() -> None:
        unread = tables.unread(everything)
        tables.replace(everything)
        took(T("Done. What was here before is set aside; you can restore it in the settings."), *unread)

    def meta_title(game: str) -> Text | str:
        known = tables.games.get(game)
        return known.meta.title if known else game

    kinds: dict[str, int] = {}
    for game in everything.games:
        kinds[game.game] = kinds.get(game.game, 0) + 1
    counts = [T("{game}: {n}", game=meta_title(game), n=count) for game, count in kinds.items()]
    head = lines(
        words(context.say(N("{n} game", "{n} games", n=len(everything.games))), ft.TextThemeStyle.HEADLINE_SMALL),
        *(soft(context.say(each), ft.TextThemeStyle.BODY_LARGE) for each in counts),
        spacing=theme.Space.xs,
    )
    if asked:
        warning = design.notice(
            "warning",
            context.say(T("Replace everything here with this?")),
            "replace-asked",
            text=context.say(
                T("All games, names and cards of this device are set aside. You can restore them in the settings.")
            ),
            answers=[
                quiet_button(context, T("Replace everything"), replace, "replace-yes"),
                quiet_button(context, T("Cancel"), lambda: ask(False), "replace-no"),
            ],
        )
        return column(design.paper(head), warning, spacing=theme.Space.m)
    buttons = [
        design.verdict_button(
            context.say(T("Merge with what is here")),
            attempt(context, join),
            "join",
            sublabel=context.say(T("What is here already is recognised; nothing is lost.")),
            emphasis="primary",
        ),
        design.verdict_button(
            context.say(T("Replace everything here")),
            lambda: ask(True),
            "replace",
            sublabel=context.say(T("What is here is set aside.")),
        ),
    ]
    leave_it = quiet_button(context, T("Cancel"), leave, "leave-everything", outlined=False)
    return column(
        design.paper(head), *buttons, ft.Row([leave_it], alignment=ft.MainAxisAlignment.END), spacing=theme.Space.m
    )
