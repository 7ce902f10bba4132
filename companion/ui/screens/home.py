"""Home: running games first, the button for a new one, finished and archived games below."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import field, frozen

from companion.kernel.explain import Explanation
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import LONGEST_WORD
from companion.storage.errors import StorageError
from companion.storage.library import Shelf, Stored
from companion.tables.access import Access
from companion.tables.roles import Grant, Role
from companion.tables.session import Session
from companion.tables.tables import Table
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt, use_above
from companion.ui.app.scaffold import WIDE, further, grid, more_button, notice, page_with_foot, quiet_button, view
from companion.ui.design import theme
from companion.ui.design.base import drawing, heading, pressable, pressable_row, soft, words
from companion.ui.design.layout import beside, centred, column, flowing, lines, wide
from companion.ui.design.player_badge import badge, marked
from companion.ui.design.text_fit import width_of
from companion.ui.kit.final_ranking import outcome, winners
from companion.ui.kit.titles import meta_of, names_of, stretch, title_of
from companion.ui.runtime.hooks import component, screen_component, use_live, use_optional, use_value
from companion.ui.setup.choose import Again, GamePapers, last_played
from companion.ui.table.invite import Phones, said_aloud
from companion.ui.transfer.install_link import taking
from companion.ui.transfer.qr_codes import code

T, N = messages("companion")

PHONES: Final = T("Phones at this table")

#: Number of running games shown before "more"; each is replayed when it is first shown,
#: as are as many games that may be running or finished.
SHOWN: Final = 8

#: Smallest width of the cards of running games, and the width of a line besides name and total.
_PHONE: Final = 390.0
_MARKED: Final = 36.0

#: Width of the leader's icon.
_LEADS: Final = 24.0

#: Number of games that can be begun once more beside the running ones.
AGAIN: Final = 2

#: Number of finished games shown before "more".
FINISHED: Final = 3

#: Size of winners' avatars in the list of finished games, and their largest number.
_BADGE: Final = 20.0
_BADGES: Final = 3

#: For so long games are counted at a time beside the screen, in seconds.
AT_ONCE: Final = 0.05

#: Size of the program's name. It does not grow with the type, since it shares its line with three buttons.
WORDMARK: Final = 23.5


@screen_component
def Home() -> ft.Control:
    """Where the program begins."""
    context = use_page_context()
    here = ft.use_route_location() == "/"
    phones, show_phones = use_value(False)
    use_above(context, PHONES, Phones() if phones else None, lambda: show_phones(False), grows=True)
    ft.use_effect(lambda: context.tint(None) if here else None, dependencies=[here])
    return view("/", _bar(context, lambda: show_phones(True)), HomeBody(here, lambda: show_phones(True)))


def _bar(context: PageContext, phones: Callable[[], None]) -> ft.AppBar:
    phone = context.layout == "phone"
    # no SVG: before that is drawn, its pixels are read back from the graphics card, and the whole page waits
    mark = drawing(ft.Image(src=f"{context.app.assets}icons/icon-108.png", width=36.0, height=36.0), label=None)
    name = ft.Text(
        "Companion",
        font_family=theme.SERIF,
        size=WORDMARK if phone else WORDMARK * 1.3,
        color=ft.Colors.ON_SURFACE,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    wordmark = heading(name, identifier="wordmark")
    buttons: list[tuple[Text, ft.IconData, Callable[[], None], str]] = [
        (T("Rules"), ft.Icons.MENU_BOOK_OUTLINED, lambda: context.go("/rules"), "rules"),
        (PHONES, ft.Icons.QR_CODE_2, phones, "phones"),
        (T("Settings"), ft.Icons.SETTINGS_OUTLINED, lambda: context.go("/settings"), "settings"),
    ]
    actions = [
        design.icon_button(icon, context.say(text), do, what)
        for text, icon, do, what in buttons
        if context.app.lan or what != "phones"
    ]
    return ft.AppBar(
        title=beside(*([] if context.huge and phone else [mark]), wide(wordmark)),
        automatically_imply_leading=False,
        toolbar_height=68.0,
        actions=[*actions, ft.Container(width=theme.Space.xs)],
    )


@component
def HomeBody(here: bool, phones: Callable[[], None]) -> ft.Control:
    """The shelves; rendered when the screen is first shown, and updated only while it is on top.

    Otherwise each phone at a table would render all games below it after every change of any of them.

    :param here: whether this screen is on top.
    :param phones: opens the page about phones.
    """
    context = use_page_context()
    tables = context.access
    use_live(tables if here else None)
    seen: Any = ft.use_ref(False)
    naming, rename = use_optional(Stored)
    most, show_more = use_value(SHOWN)
    many_finished, show_finished = use_value(FINISHED)
    archive_opened, open_archive = use_value(False)

    def dismiss() -> None:
        context.app.notice = None
        context.redraw()

    renaming = RenameField(naming, lambda: rename(None), key=f"rename-{naming.id}") if naming else None
    use_above(context, T("What is this game called?"), renaming, lambda: rename(None))
    seen.current = seen.current or here
    shelves = _Shelves.read(tables, most) if seen.current else _Shelves()
    _use_counting(context, len(shelves.kept) > len(shelves.over))
    if not seen.current:
        return ft.Container(expand=True)
    controls: list[ft.Control] = []
    if context.host and context.app.notice:  # it names a folder of the host's, who alone can do something about it
        controls.append(notice(context, context.app.notice, kind="warning", on_dismiss=dismiss, identifier="notice"))
    if shelves.trouble:
        controls.append(design.notice("refusal", context.say(shelves.trouble.text), "unreadable"))
    running, ended = shelves.split()
    if context.lan and not context.alone:
        (only,) = running if len(running) == 1 else (None,)
        controls.append(Joining(only.id if only else None, phones, key="joining"))
    if running:
        drawn = [RunningGame(stored, rename, here, key=stored.id) for stored in running[:most]]
        # unknown games may be running
        left = len(shelves.kept) - len(ended) - len(drawn)
        shown = [grid(drawn, context.layout), *further(context, left, SHOWN, lambda: show_more(most + SHOWN), "more")]
        again = _again(context, {stored.id for stored in shelves.kept if not shelves.over.get(stored.id)})
        controls += [design.section(context.say(T("Games in progress")), shown)] if ended or again else shown
        controls += again
    elif context.role():
        controls.append(_empty(context))
    if ended:
        controls.append(_ended(context, ended, many_finished, rename, show_finished))
    controls += _elsewhere(context, shelves, archive_opened, lambda: open_archive(not archive_opened))
    return page_with_foot(
        controls, [_new_game(context)] if running and context.role() else (), width=WIDE, foot_width=480.0
    )


@frozen
class _Shelves:
    """The games on the home screen.

    :param over: whether a kept game is over, by id, where that is known.
    """

    kept: tuple[Stored, ...] = ()
    archived: tuple[Stored, ...] = ()
    over: Mapping[str, bool] = field(factory=dict)
    binned: int = 0
    trouble: Explanation | None = None

    @classmethod
    def read(cls, tables: Access, most: int) -> "_Shelves":
        """Return the games that a page may see.

        :param most: the number of running games it shows.
        """
        try:
            kept, archived = map(tables.shelf, (Shelf.OPEN, Shelf.ARCHIVED))
            return cls(kept, archived, binned=tables.binned(), over=tables.over(kept, most))
        except StorageError as error:
            return cls(trouble=error.why)

    def split(self) -> tuple[list[Stored], list[Stored]]:
        """Return the running and the finished games."""
        running, ended = ([stored for stored in self.kept if self.over.get(stored.id) is so] for so in (False, True))
        return running, ended


def _again(context: PageContext, running: Collection[str]) -> list[ft.Control]:
    """Return the buttons that begin what was played last once more, with the same players, besides the running games."""
    if not context.role():
        return []
    games = context.access.games
    last = [stored for stored in last_played(context).values() if stored.game in games and stored.id not in running]
    return (
        [
            column(
                *(
                    design.coloured(
                        games[stored.game].meta.colour,
                        design.striped(Again(stored, titled=True, key=f"again-{stored.id}")),
                    )
                    for stored in last[:AGAIN]
                ),
                spacing=theme.Space.s,
            )
        ]
        if last
        else []
    )


def _ended(
    context: PageContext,
    ended: Sequence[Stored],
    most: int,
    rename: Callable[[Stored], None],
    show: Callable[[int], None],
) -> ft.Control:
    """Return the finished games."""
    finished = [
        *(_finished(context, stored, rename) for stored in ended[:most]),
        *further(context, len(ended) - most, SHOWN, lambda: show(most + SHOWN), "more-finished"),
    ]
    return design.section(context.say(T("Finished games")), finished, spacing=theme.Space.xs)


def _elsewhere(context: PageContext, shelves: _Shelves, opened: bool, flip: Callable[[], None]) -> list[ft.Control]:
    """Return the ways to statistics, archive, bin, and the games of the phone itself."""
    controls: list[ft.Control] = []
    if shelves.kept or shelves.archived:
        text, to = T("Game nights, players, statistics"), partial(context.go, "/evenings")
        controls.append(centred(quiet_button(context, text, to, "evenings", icon=ft.Icons.INSIGHTS)))
    if shelves.archived:
        many = context.say(N("{n} game", "{n} games", n=len(shelves.archived)))
        inside = [_put_away(context, stored) for stored in shelves.archived] if opened else []
        title = context.say(T("Archived"))
        controls.append(design.fold(title, many, opened, flip, "shelf-archived", controls=inside))
    if shelves.binned:
        text, to = N("Bin: {n} game", "Bin: {n} games", n=shelves.binned), partial(context.go, "/bin")
        controls.append(centred(quiet_button(context, text, to, "bin", icon=ft.Icons.DELETE_OUTLINE, outlined=False)))
    if not context.is_own_machine and (home := taking(context)):
        controls.append(centred(home))
    return controls


#: Side of the QR code beside the games in pixels.
QR_SIDE: Final = 132.0


@component
def Joining(table: str | None, more: Callable[[], None]) -> ft.Control:
    """The way in for the other phones, on the first screen.

    :param table: where the code leads, if there is only one running game.
    :param more: opens all about it.
    """
    context = use_page_context()
    use_live(context.app.lan.changed if context.app.lan else None)
    title = words(context.say(T("Everybody on their own phone")), ft.TextThemeStyle.TITLE_LARGE)
    about = quiet_button(context, PHONES, more, "join-more", icon=ft.Icons.QR_CODE_2, outlined=False)
    to = Grant(Role.SEAT, context.access.evening(table)) if table else None
    try:
        way = context.app.lan.invitation(f"/table/{table}" if table else "/", to) if context.app.lan else None
    except StorageError:
        way = None
    if way is None:
        invitation = T("The others scan a code, take a seat, and see what only they may see.")
        text = lines(title, soft(context.say(invitation), ft.TextThemeStyle.BODY_MEDIUM), expand=True)
        return design.paper(beside(text, about), padding=theme.Space.l)
    label = context.say(T("QR code of the link {link}", link=way.links[0]))
    scan = T("Scan the code, take a seat.")
    text = lines(
        title,
        words(context.say(scan), ft.TextThemeStyle.BODY_LARGE),
        words(context.say(said_aloud(way)), ft.TextThemeStyle.BODY_LARGE),
        ft.Row([about]),
        expand=True,
    )
    pictured = code(way.links[0], label=label, identifier="join-qr", side=QR_SIDE)
    return design.paper(beside(pictured, text, spacing=theme.Space.l), padding=theme.Space.l)


def _use_counting(context: PageContext, wanted: bool) -> None:
    """Find out which games have ended, in the background, and render again as they are found.

    The summaries are stored, so that this happens once per game.
    """
    _, counted = use_value(0)

    async def go_on() -> None:
        left = 1
        while left:
            await asyncio.sleep(0.01)
            try:
                left = context.access.count(AT_ONCE)
            except StorageError:  # then those stay out of sight that are hard to read
                return
            counted(lambda before: before + 1)

    def begin() -> None:
        if wanted:
            context.page.run_task(go_on)

    ft.use_effect(begin, dependencies=[wanted])


def _new_game(context: PageContext) -> ft.Control:
    return design.verdict_button(
        context.say(T("New game")),
        lambda: context.go("/new"),
        "new-game",
        leading=ft.Icon(ft.Icons.ADD, size=28.0, color=ft.Colors.ON_PRIMARY),
        emphasis="primary",
    )


def _empty(context: PageContext) -> ft.Control:
    promise = T("The cards stay in your hands. Companion keeps the score, knows the rules, and says why.")
    question = heading(words(context.say(T("What are you playing?")), ft.TextThemeStyle.HEADLINE_MEDIUM))
    promised = soft(context.say(promise), ft.TextThemeStyle.BODY_MEDIUM)
    to_guide = partial(context.go, "/read/companion/quick")
    guide = quiet_button(context, T("Guide"), to_guide, "guide", icon=ft.Icons.MENU_BOOK_OUTLINED)
    return column(question, GamePapers(), promised, centred(guide), spacing=theme.Space.m)


# ---------------------------------------------------------------- One game


@component
def RunningGame(stored: Stored, rename: Callable[[Stored], None], here: bool) -> ft.Control:
    """The card of a running game; a tap opens it.

    :param here: whether this screen is on top; below a table it need not follow every tap.
    """
    context = use_page_context()
    table, problem = _open(context, stored)
    session = table.session if table else None
    use_live(session if here else None)
    now = table.stored if table else stored
    meta = meta_of(context, stored)
    title = title_of(context, stored)
    rows: list[ft.Control] = [words(title, ft.TextThemeStyle.TITLE_LARGE, lines=3)]
    if stored.name and meta:
        rows.append(words(context.say(meta.title), ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.PRIMARY))
    rows.append(soft(_when(context, now, session), ft.TextThemeStyle.BODY_SMALL))
    head = beside(design.card_back("small"), lines(*rows, spacing=1.0, expand=True), spacing=theme.Space.m)
    inside = [
        ft.Container(head, padding=ft.Padding.only(right=theme.Space.target)),
        _standing(context, stored, session),
        *([_warning(context.say(problem.text))] if problem else []),
    ]
    around = ft.Padding.only(left=theme.Space.m, top=theme.Space.m, right=theme.Space.m, bottom=theme.Space.l)
    tap = pressable(
        column(*inside, spacing=theme.Space.m),
        lambda _: context.go(f"/table/{stored.id}"),
        f"game-{stored.id}",
        padding=around,
        align=ft.Alignment.TOP_LEFT,
    )
    menu = ft.Container(_menu(context, stored, session, rename), right=2.0, top=6.0)
    paper = design.striped(ft.Stack([tap, menu]))
    return design.coloured(meta.colour, paper) if meta else paper


def _warning(text: str) -> ft.Control:
    sign = ft.Icon(ft.Icons.WARNING_AMBER, size=20.0, color=ft.Colors.SECONDARY)
    return beside(sign, wide(words(text, ft.TextThemeStyle.BODY_MEDIUM, color=ft.Colors.SECONDARY)), top=True)


def _open(context: PageContext, stored: Stored) -> tuple[Table | None, Explanation | None]:
    """Return a game, replayed as far as possible, and its problem."""
    try:
        table = context.access.table(stored.id)
    except StorageError as error:
        return None, error.why
    return table, table.problem


def _finished(context: PageContext, stored: Stored, rename: Callable[[Stored], None]) -> ft.Control:
    """Return a finished game with its winners and menu."""
    table, _ = _open(context, stored)
    session = table.session if table else None
    if session is None:  # its file has been spoilt since it was counted
        return RunningGame(stored, rename, True, key=stored.id)
    names = context.names(session.names)
    won, marks = winners(session), context.access.marks.of(session.names)
    cup = ft.Icons.EMOJI_EVENTS if won else ft.Icons.STAR_OUTLINE
    about = T("{game} · {ago}", game=title_of(context, stored), ago=context.ago(stored.changed))
    text = lines(
        words(context.say(outcome(session), names), ft.TextThemeStyle.TITLE_MEDIUM),
        soft(_ranked(context, session, names), ft.TextThemeStyle.BODY_SMALL),
        soft(context.say(about), ft.TextThemeStyle.BODY_SMALL),
        expand=True,
    )
    badges = [badge(marks[seat], size=_BADGE) for seat in won[:_BADGES]]
    whose = [beside(*badges, spacing=2.0, tight=True)] if badges else []
    if context.large:  # words need all the width
        whose, text = [], lines(*whose, text, spacing=theme.Space.xs, expand=True)
    line = beside(ft.Icon(cup, size=22.0, color=ft.Colors.PRIMARY), *whose, text)
    tap = pressable_row(line, lambda: context.go(f"/table/{stored.id}"), f"game-{stored.id}")
    row = beside(wide(tap), _menu(context, stored, session, rename))
    meta = session.game.meta
    return design.coloured(meta.colour, row)


def _ranked(context: PageContext, session: Session, names: Sequence[str]) -> str:
    """Return the players of a finished game with their points, by their places."""
    renderer, ranking = context.renderer(), session.sheet.ranking
    if session.game.meta.cooperative:
        return renderer.list(names)
    return " · ".join(f"{names[rank.seat]}\u00a0{renderer.number(rank.total)}" for rank in ranking)


def _when(context: PageContext, stored: Stored, session: Session | None) -> str:
    ago = context.ago(stored.changed)
    if session is None:
        return ago
    state = T("Finished") if session.is_over else stretch(session.game.meta, session.view(None))
    return context.say(T("{state} · {ago}", state=state, ago=ago))


def _standing(context: PageContext, stored: Stored, session: Session | None) -> ft.Control:
    """Return the players and their totals; the leader comes first, and winners have a trophy.

    A cooperative group has one total.
    """
    given = session.names if session else stored.seats
    names = context.names(given)
    called = [
        marked(mark, words(name, ft.TextThemeStyle.BODY_LARGE), size=20.0)
        for mark, name in zip(context.access.marks.of(given), names, strict=True)
    ]
    totals = session.sheet.totals if session else ()
    if session and session.game.meta.cooperative:
        return _together(context, called, sum(totals))
    leaders = {rank.seat for rank in session.sheet.ranking if rank.place == 1} if session else set()
    first = leaders if len(leaders) < len(names) else set()
    over = bool(session and session.is_over)
    places = [
        _place(
            context,
            name,
            context.renderer().number(totals[seat]) if totals else None,
            first=seat in first if first else None,
            over=over,
        )
        for seat, name in enumerate(called)
    ]
    numbers = [context.renderer().number(total) for total in totals]
    if len(places) <= 3 or context.large or not _fit_in_half(context, names, numbers):
        return lines(*places)
    half = (len(places) + 1) // 2
    left, right = (lines(*places[start : start + half], expand=True) for start in (0, half))
    return beside(left, right, spacing=theme.Space.xl, top=True)


def _fit_in_half(context: PageContext, names: Iterable[str], numbers: Iterable[str]) -> bool:
    """Return whether names and totals fit in two columns on a phone, or on a card of that width."""
    half = (min(context.size[0], _PHONE) - 2 * theme.Space.l - 2 * theme.Space.m - theme.Space.xl) / 2
    longest = max(width_of(name, ft.TextThemeStyle.BODY_LARGE, context.scale) for name in names)
    widest = max((width_of(number, ft.TextThemeStyle.HEADLINE_SMALL, context.scale) for number in numbers), default=0.0)
    return longest + widest + _MARKED + _LEADS <= half


def _together(context: PageContext, names: list[ft.Control], points: int) -> ft.Control:
    """Return a cooperative group and its total."""
    number = words(context.renderer().number(points), ft.TextThemeStyle.DISPLAY_SMALL, color=ft.Colors.PRIMARY, lines=1)
    number.semantics_label = context.say(T("Together: {points}", points=points))
    return beside(wide(flowing(names, spacing=theme.Space.m, apart=theme.Space.xs)), number)


def _place(context: PageContext, name: ft.Control, total: str | None, *, first: bool | None, over: bool) -> ft.Control:
    """Return a player's name and total.

    :param first: whether the player leads; ``None`` while nobody does.
    """
    ink = ft.Colors.PRIMARY if first else ft.Colors.ON_SURFACE
    before: list[ft.Control] = []
    if first and over:
        won = context.say(T("has won"))
        before = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=18.0, color=ink, semantics_label=won)]
    elif first:
        lead = words(context.say(T("{place}.", place=1)), ft.TextThemeStyle.TITLE_MEDIUM, color=ink, lines=1)
        lead.semantics_label = context.say(T("in the lead"))
        before = [lead]
    number = words(total, ft.TextThemeStyle.HEADLINE_SMALL, color=ink, lines=1) if total is not None else None
    if number and context.large:
        return design.ranked(before[0] if before else ft.Container(), name, number)
    # all names begin below each other
    place = (
        [] if first is None else [ft.Container(beside(*before, spacing=0.0), width=_LEADS * max(1.0, context.scale))]
    )
    row = [wide(beside(*place, wide(name), spacing=0.0))]
    return beside(*row, *([number] if number else []))


def _menu(
    context: PageContext, stored: Stored, session: Session | None, rename: Callable[[Stored], None]
) -> ft.Control:
    access = context.access

    def move(away: Callable[[str], None], done: Text) -> None:
        away(stored.id)
        access.changed(stored.id)

        def back() -> None:
            access.restore(stored.id)
            access.changed(stored.id)

        context.toast(context.say(done), action=context.say(T("Undo")), on_action=attempt(context, back))

    def again() -> None:
        context.go(f"/table/{access.rematch(stored.id)}")

    title = title_of(context, stored)
    archived = T("“{game}” was archived.", game=title)
    entries: list[tuple[Text, ft.IconData, Callable[[], Any], str]] = [
        (T("Rematch"), ft.Icons.REPLAY, again, "rematch"),
        (T("Rename"), ft.Icons.EDIT_OUTLINED, lambda: rename(stored), "rename"),
        (T("Send to another device"), ft.Icons.QR_CODE_2, lambda: context.go(f"/pass/{stored.id}"), "pass"),
        (T("Archive"), ft.Icons.ARCHIVE_OUTLINED, lambda: move(access.archive, archived), "archive"),
        (T("Delete"), ft.Icons.DELETE_OUTLINE, lambda: context.go(f"/delete/{stored.id}"), "delete"),
    ]
    # guests cannot archive games of others; and an unreadable game cannot be played
    role = context.role(stored.id)
    closed = {
        *(() if session else ("rematch", "pass")),
        *(() if role is Role.HOST else ("pass", "archive", "delete")),
        *(("rematch", "rename") if role is Role.VIEWER else ()),
    }
    entries = [entry for entry in entries if entry[-1] not in closed]
    if not entries[1:]:
        return ft.Container()

    def item(text: Text, icon: ft.IconData, do: Callable[[], Any], what: str) -> ft.PopupMenuItem:
        named = words(context.say(text), ft.TextThemeStyle.BODY_LARGE)
        line = beside(ft.Icon(icon, size=22.0), named, spacing=theme.Space.m, tight=True)
        content = ft.Semantics(content=line, identifier=f"{what}-{stored.id}")
        return ft.PopupMenuItem(content=content, height=52.0, on_click=attempt(context, do))

    items = [item(*entry) for entry in entries]
    return more_button(context, context.say(T("More for “{game}”", game=title)), items, f"menu-{stored.id}", under=True)


def _put_away(context: PageContext, stored: Stored) -> ft.Control:
    def back() -> None:
        context.access.restore(stored.id)
        context.access.changed(stored.id)
        context.announce(context.say(T("“{game}” was restored.", game=title_of(context, stored))))

    players = Listing(context.names(names_of(context, stored)))
    about = context.say(T("{players} · {ago}", players=players, ago=context.ago(stored.changed)))
    texts = lines(
        words(title_of(context, stored), ft.TextThemeStyle.TITLE_MEDIUM),
        soft(about, ft.TextThemeStyle.BODY_SMALL),
        expand=True,
    )
    look_at = pressable_row(texts, lambda: context.go(f"/table/{stored.id}"), f"game-{stored.id}")
    if context.role(stored.id) is not Role.HOST:
        return beside(wide(look_at))
    restore = quiet_button(context, T("Restore"), back, f"restore-{stored.id}", outlined=False)
    return beside(wide(look_at), restore)


# ---------------------------------------------------------------- Its name


@component
def RenameField(stored: Stored, close: Callable[[], None]) -> ft.Control:
    """A text field for the game's name; without one it has the title of the game."""
    context = use_page_context()
    value, set_value = use_value(stored.name or "")
    trouble, set_trouble = use_optional(Explanation)

    def save() -> None:
        context.access.rename(stored.id, value.strip() or None)
        close()
        context.access.changed(stored.id)

    meta = meta_of(context, stored)
    field = design.text_input(
        context.say(T("Name")),
        value,
        set_value,
        "game-name",
        hint=context.say(meta.title) if meta else stored.game,
        on_submit=attempt(context, save, set_trouble),
        error=context.say(trouble.text) if trouble else None,
        longest=LONGEST_WORD,
        focus=True,
    )
    buttons = ft.Row(
        [
            quiet_button(context, T("Cancel"), close, "cancel", outlined=False),
            quiet_button(context, T("Save"), attempt(context, save, set_trouble), "save-name"),
        ],
        alignment=ft.MainAxisAlignment.END,
        wrap=True,
        spacing=theme.Space.s,
    )
    return column(field, buttons, spacing=theme.Space.l)
