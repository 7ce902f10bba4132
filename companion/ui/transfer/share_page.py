"""Passing a game on: as codes for the camera of another phone, as a link, or as a file."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.text import Listing, Text, messages
from companion.storage import limits
from companion.storage.backup import SharedGame
from companion.storage.errors import StorageError
from companion.storage.share_link import Chunk, pack, parts
from companion.tables.private_notes import seats_with_private_notes
from companion.tables.roles import Role
from companion.ui import design as drawn
from companion.ui.app import files
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import dead_end, notice, quiet_button, screen
from companion.ui.app.wake_lock import use_awake
from companion.ui.design import theme
from companion.ui.design.base import soft, words
from companion.ui.design.layout import beside, centred, column, flowing, lines, wide
from companion.ui.kit.titles import title_of
from companion.ui.runtime.hooks import component, screen_component, use_optional, use_value
from companion.ui.transfer.file_buttons import file_buttons
from companion.ui.transfer.qr_codes import begin_of_link, code, keeps, tell_way_in, usable, way_in

T, N = messages("companion")

TITLE: Final = T("Send to another device")

#: Most programs that send messages cut a longer link off, in letters.
LONGEST_LINK: Final = 8000
#: Length of a chunk's header.
_HEAD: Final = len(str(Chunk(limits.PARTS, limits.PARTS, "A" * 8, "")))
#: Space beside a code, and the side in pixels beyond which a code is no easier to scan.
_BESIDE: Final = 5 * theme.Space.l
_LARGEST: Final = 520.0

NOT_HERE: Final = T("Games are sent and imported on the device that runs Companion.")


@screen_component
def PassOn() -> ft.Control:
    """The ways from here to another phone, for the game in the address."""
    context = use_page_context()
    id = ft.use_route_params().get("table", "")
    route = f"/pass/{id}"
    if context.role(id) is not Role.HOST:
        return dead_end(context, route, said=NOT_HERE, title=context.say(TITLE))
    try:
        stored = context.access.table(id).stored
        body = WaysOn(context.access.carried(id), key=f"pass-{id}")
    except (Refused, StorageError) as error:
        return dead_end(context, route, said=T("This game cannot be opened."), text=context.say(error.why.text))
    players = context.renderer().show(Listing(context.names(stored.seats)))
    head = lines(
        words(title_of(context, stored), ft.TextThemeStyle.HEADLINE_SMALL),
        soft(players, ft.TextThemeStyle.BODY_LARGE),
    )
    return screen(context, route=route, title=context.say(TITLE), controls=[head, body])


@component
def WaysOn(game: SharedGame) -> ft.Control:
    """QR codes, a link and a file of a game."""
    context = use_page_context()
    said, say = use_optional(Explanation)
    changed, set_changed = use_value(0)
    address = ft.use_memo(lambda: way_in(context), dependencies=[changed])
    packed = ft.use_memo(lambda: pack(game), dependencies=[game])
    use_awake(context)  # the screen is not touched while it is scanned

    def fail(text: Text) -> None:
        say(Explanation(text, ("companion.carry",)))

    notices = [notice(context, said, kind="info", on_dismiss=lambda: say(None), identifier="passed")] if said else []
    sentence = T("The other phone continues where you are. It gets the whole game, private notes included.")
    blocks: list[ft.Control] = [soft(context.say(sentence), ft.TextThemeStyle.BODY_LARGE), *notices]
    if whose := _confided(context, game.id):
        blocks.insert(1, soft(context.say(whose), ft.TextThemeStyle.BODY_LARGE))
    if address:
        begin = begin_of_link(address)
        blocks += [Codes(packed, begin, key=begin), _link(context, f"{begin}{parts(packed, len(packed) * 2)[0]}", fail)]
    others = [_other_programs(context, game)] if context.host else []
    if context.app.lan or not address:
        blocks.append(Address(address or "", lambda: set_changed(lambda n: n + 1), key="address"))
    return column(*blocks, _file(context, game, fail), *others, spacing=theme.Space.xl)


@component
def Codes(packed: bytes, begin: str) -> ft.Control:
    """The codes of a game, one at a time; a tap shows the next one."""
    from companion.qr import room

    context = use_page_context()
    at, show = use_value(0)
    most = room(begin) - _HEAD
    cut = ft.use_memo(lambda: parts(packed, most) if most > 0 else (), dependencies=[begin])
    title = context.say(T("Codes"))
    if not 0 < len(cut) <= limits.PARTS:
        long = context.say(T("This game is too long for codes. Send the file instead."))
        return drawn.section(title, [soft(long, ft.TextThemeStyle.BODY_LARGE)])
    many, part = len(cut), cut[at % len(cut)]
    which = T("Code {n} of {of}", n=part.number, of=many)
    side = min(context.size[0] - _BESIDE, context.size[1] * 0.5, _LARGEST)
    pictured = code(f"{begin}{part}", label=context.say(which), identifier="pass-code", side=side, fine=True)
    how = N(
        "Scan it with the other phone’s camera.",
        "The game takes {n} codes: scan each with the other phone’s camera, in any order. What you have "
        "scanned is kept.",
        n=many,
    )
    rows: list[ft.Control] = [centred(pictured)]
    if many > 1:
        step = [
            drawn.icon_button(icon, context.say(text), partial(show, (at + by) % many), what)
            for by, icon, text, what in (
                (-1, ft.Icons.ARROW_BACK, T("Previous code"), "code-before"),
                (1, ft.Icons.ARROW_FORWARD, T("Next code"), "code-next"),
            )
        ]
        number = words(context.say(which), ft.TextThemeStyle.TITLE_LARGE, align=ft.TextAlign.CENTER)
        rows.append(beside(step[0], wide(number), step[1]))
    rows.append(soft(context.say(how), ft.TextThemeStyle.BODY_MEDIUM))
    return drawn.section(title, [drawn.paper(column(*rows, spacing=theme.Space.m))])


def _link(context: PageContext, link: str, fail: Callable[[Text], None]) -> ft.Control:
    """Return the ways to send a link, if it is not too long for that."""
    if len(link) > LONGEST_LINK:
        return _part(context, T("Link"), [], T("The link is too long for most messages. Send the file instead."))

    async def copy() -> None:
        await files.copy(link)
        context.toast(context.say(T("Copied.")))

    copied = files.asked(context, copy, lambda: fail(T("This device does not allow that here. Send the file instead.")))
    share, paste = context.say(T("Share the link")), context.say(T("Copy the link"))
    buttons = [
        # by the device itself: Safari allows it only at once
        drawn.quiet_button(share, None, "share-link", icon=ft.Icons.SHARE_OUTLINED, action=ft.ShareText(link)),
        drawn.quiet_button(paste, lambda: copied(), "copy-link", icon=ft.Icons.CONTENT_COPY_OUTLINED),
    ]
    return _part(context, T("Link"), [flowing(buttons)])


def _part(context: PageContext, title: Text, ways: list[ft.Control], how: Text | None = None) -> ft.Control:
    said = [soft(context.say(how), ft.TextThemeStyle.BODY_MEDIUM)] if how else []
    return drawn.section(context.say(title), [*ways, *said])


def _confided(context: PageContext, id: str) -> Text | None:
    """Return whose private words a game's log holds, if it holds any."""
    session = context.access.table(id).session
    seats = seats_with_private_notes(session.record) if session else ()
    if not session or not seats:
        return None
    names = context.names(session.names)
    return T("It contains the private notes of {players}.", players=Listing(tuple(names[seat] for seat in seats)))


def _file(context: PageContext, game: SharedGame, fail: Callable[[Text], None]) -> ft.Control:
    """Return the ways to pass on the game's log; every program for logs reads it, and ours anyway."""
    name, whose = f"{game.game}-{date.today().isoformat()}.jsonl", _confided(context, game.id)
    # readers of logs ignore comment lines
    said = ["# " + " ".join(context.say(whose).split())] if whose else []
    content = "".join(f"{line}\n" for line in (*said, *game.lines)).encode()
    refused = partial(fail, T("This device does not allow that here."))
    buttons = file_buttons(context, TITLE, lambda: (name, content), "{}-game", refused)
    how = T("The other phone opens it under “Settings → Import”.")
    return _part(context, T("File"), [flowing(buttons)], how)


def _other_programs(context: PageContext, game: SharedGame) -> ft.Control:
    """Return the way to the forms that other programs and paper take."""
    how = T("Its scores for spreadsheets and BG Stats, its sheet to print or to paste into a message.")
    to = partial(context.go, f"/papers/{game.id}")
    way = quiet_button(context, T("Choose a format"), to, "papers", icon=ft.Icons.TABLE_CHART_OUTLINED)
    return _part(context, T("Export (CSV, Excel, BG Stats)"), [ft.Row([way])], how)


@component
def Address(now: str, changed: Callable[[], None]) -> ft.Control:
    """A field for the address of the static site, which opens shared games; once there is one, only on request."""
    context = use_page_context()
    opened, open_ = use_value(not now)
    typed, write = use_value(now)
    wrong, set_wrong = use_value(False)

    def keep() -> None:
        address = usable(typed)
        set_wrong(address is None)
        if address:
            tell_way_in(context, address)
            write(address)
            open_(False)
            changed()

    if not opened:
        way = quiet_button(context, T("Another address"), lambda: open_(True), "other-address", outlined=False)
        return ft.Row([way])
    field = drawn.text_input(
        context.say(T("Address of Companion in a browser")),
        typed,
        write,
        "pocket-address",
        on_submit=attempt(context, keep),
        error=context.say(T("This is not an address like https://example.org/companion/")) if wrong else None,
    )
    save = quiet_button(context, T("Save"), keep, "keep-address")
    how = T(
        "A code or link opens Companion in the other phone’s browser. Enter its address here: that phone "
        "shows it at the top."
    )
    sentences = [how]
    if now and not keeps(now):
        sentences.append(
            T("From this address the other phone cannot keep anything: it can only play while this computer is there.")
        )
    return drawn.section(
        context.say(T("Codes and links")),
        [*(soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM) for text in sentences), field, ft.Row([save])],
        spacing=theme.Space.m,
    )
