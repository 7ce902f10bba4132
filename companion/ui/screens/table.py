"""The table: what is expected now, the buttons for it, the state at a glance; sheet and history beside it where there is room."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import evolve

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Amend, PrivateNote, Redo, Undo
from companion.kernel.offers import Offer, Weight
from companion.kernel.record import AMEND_RULE, HistoryItem
from companion.kernel.text import Text, messages
from companion.storage.library import Shelf
from companion.storage.trouble import StorageError
from companion.tables.overtaken import Overtaken
from companion.tables.session import Dispute
from companion.tables.tables import Table
from companion.tables.visitors import Role
from companion.ui import parts, theme
from companion.ui.awake import use_awake
from companion.ui.brief import brief
from companion.ui.context import PageContext, Why, use_page_context
from companion.ui.dialogs import attempt as guarded
from companion.ui.dialogs import use_above
from companion.ui.finish import crown, high_points
from companion.ui.finish import places as places_of
from companion.ui.form import OfferForm
from companion.ui.frame import HOME, bar, dead_end, more_button, view
from companion.ui.hearing import use_hearing
from companion.ui.keys import BACK, CLOSE, KEYS, REDO, SEARCH, UNDO, Key, use_keys
from companion.ui.layers import OutOfSight, use_layer
from companion.ui.live import (
    component,
    screen_component,
    still,
    use_latest,
    use_live,
    use_maybe,
    use_once,
    use_same,
    use_value,
)
from companion.ui.pane import LATEST, PROMPT, WHY, fitting_rows, in_rows, notes, offer_button, pane
from companion.ui.parts.layout import column, flowing, hairline
from companion.ui.parts.measure import lines_of
from companion.ui.play import Correction, Play, in_sight, reopening, table_screen, use_play
from companion.ui.reach import digits_of, first_stop, go_to_first_stop
from companion.ui.reporting import Refusal
from companion.ui.rule import reminder
from companion.ui.screens.agreement import Asked
from companion.ui.screens.clock import CLOCK, ClockStrip, SetClock
from companion.ui.screens.dispute import DisputePane
from companion.ui.screens.history import UNFIT, HistoryPane, Trouble, correcting, said_lines, unfit
from companion.ui.screens.places import MINE, PHONES, PlacesPane, WhoAreYou, to_ask
from companion.ui.screens.players import PlayersPane
from companion.ui.screens.sheet import SheetPane, tells_more
from companion.ui.screens.table_rules import RulesPane

T, N = messages("companion")

#: So many buttons or fewer stand under the thumb.
FEW: Final = 6

#: What has a button of its own.
OFFERED: Final = (Weight.MAIN, Weight.SIDE)

#: What is said of a game that does not lie among the running ones; it can be played on all the same.
AWAY: Final = {
    Shelf.ARCHIVED: T("This game was archived."),
    Shelf.DELETED: T("This game lies in the bin."),
}

#: So much of the width a strip with a sign and a cross takes besides its words, in pixels.
_AROUND: Final = 2 * theme.Space.l + 24.0 + theme.Space.xs + 2 * theme.Space.s + theme.Space.target

#: What a phone shows one at a time: what stands in the address, what it is called, its sign.
TABS: Final = {
    "": (T("Table"), ft.Icons.STYLE_OUTLINED),
    "sheet": (T("Sheet"), ft.Icons.TABLE_CHART_OUTLINED),
    "history": (T("History"), ft.Icons.HISTORY),
    "rules": (T("Rules"), ft.Icons.MENU_BOOK_OUTLINED),
}


@screen_component
def TablePage() -> ft.Control:
    """One table, from its address."""
    context, tab = use_page_context(), ft.use_route_params().get("tab") or ""

    def draw(table: Table) -> ft.Control:
        if context.role(table.stored.id) is Role.VIEWER:
            from companion.ui.screens.board import BigBoard

            return BigBoard(table, key=f"board-{table.stored.id}")
        return OpenTable(table, tab, key=f"open-{table.stored.id}")

    return reached(draw)


def reached(draw: Callable[[Table], ft.Control]) -> ft.Control:
    """Return what is drawn of the table in the address, or why it cannot be opened."""
    context, id = use_page_context(), ft.use_route_params().get("table", "")
    use_live(context.access.at(id))
    try:
        table = context.access.table(id)
    except (Refused, StorageError) as error:
        return _unreadable(context, id, error.why)
    return draw(table) if table.session else _unreadable(context, id, table.problem)


def _unreadable(context: PageContext, id: str, why: Explanation | None) -> ft.View:
    text = context.say(why.text if why else T("There is no such table."))
    delete = None
    with suppress(Refused, StorageError):  # a table that cannot be read now cannot be deleted either
        if context.role(id) is Role.HOST and id in context.access.all.library.ids():
            into_bin = partial(context.go, f"/delete/{id}")
            delete = parts.quiet_button(context.say(T("Delete")), into_bin, "delete", outlined=False)
    return dead_end(context, f"/table/{id}", said=T("This game cannot be opened."), text=text, also=delete)


@screen_component
def OpenTable(table: Table, tab: str) -> ft.Control:
    """A table that is being played at: follows its session, reports for this page."""
    assert table.session
    play = use_play(table, table.session)
    turned, met = play.alone and bool(tab), ft.use_ref(False)
    met.current = met.current or not turned
    play = evolve(play, covered=play.covered and not turned)
    clocks = play.context.access.clocks
    use_live(play.session, play.context.pulse, play.context.access.at(play.table))
    placing, place = use_value(False)
    timing, time_it = use_value(False)
    use_hearing(play)
    use_device(play)
    _use_top(play, in_sight=not turned)
    play, trouble, forget_it = _use_correction(play, tab)
    _use_first_stop(play, in_sight=not turned)
    use_keys(play.context.keys, lambda: _keys(play, tab))
    covered = bool(play.form or play.opened or play.seating is not None or trouble)
    shown = _refusal(play, play.refused, above=covered) if play.refused else None
    play = evolve(play, refusal=shown if covered else None)
    title, content = (UNFIT, trouble(play)) if trouble else _above(_drawn(play), shown)
    use_above(play.context, title, content, forget_it if trouble else play.close)
    seated = PlacesPane(play, lambda: place(False), key="places") if placing else None
    use_above(play.context, PHONES if play.role is Role.HOST else MINE, seated, lambda: place(False), grows=True)
    use_above(
        play.context,
        CLOCK,
        SetClock(play, lambda: time_it(False), key="set-clock") if timing else None,
        lambda: time_it(False),
    )
    refusal = None if covered else shown or _proposed(play)
    clock = [ClockStrip(play, key="clock")] if clocks.of(play.table) else []
    notices = [] if play.covered else [*clock, *_notices(play)]
    if play.alone:
        inside = _under(_one_at_a_time(play, tab, met=met.current), notices, refusal, _free(play, tab))
    else:
        inside = _beside(play, tab, notices, refusal)
    name = table.stored.name or play.say(play.meta.title)
    appbar = bar(
        play.context, name, back="/", actions=_bar_actions(play, tab, lambda: place(True), lambda: time_it(True))
    )
    tabs = use_same(lambda: _tabs(play, tab) if play.alone else None, play.context, play.table, tab)
    around = (None, None) if play.covered else (appbar, tabs)
    return view(address(play.table), around[0], ft.SafeArea(inside, expand=True), around[1])


def _keys(play: Play, tab: str) -> list[Key]:
    """Return what the keys do at a table: take back, look up, and tell what happened."""
    if play.covered:
        return []
    say, session = play.say, play.session

    def correct(kind: type[Undo] | type[Redo], what: Text | None) -> None:
        if what:
            play.correct(kind)

    def look_up() -> None:
        play.context.keys.sought = True
        play.context.go(address(play.table, "rules"))

    keys = [
        Key(UNDO, say(T("Undo")), lambda: correct(Undo, session.undoes_for(play.seat))),
        Key(REDO, say(T("Redo")), lambda: correct(Redo, session.redoes)),
        # where there is a line for it already, the key is its own
        *([] if session.dispute or tab == "rules" else [Key(SEARCH, say(T("Search the rules")), look_up)]),
    ]
    if play.refused:
        keys.append(Key(BACK, say(CLOSE), lambda: play.refuse(None)))
    elif tab:
        keys.append(Key(BACK, say(CLOSE), lambda: play.context.go(address(play.table))))
    if session.dispute or to_ask(play) or (play.alone and tab):
        return keys  # the buttons of the game are not in sight
    return [*digits_of(play.context, play.foot), *keys]


def use_device(play: Play) -> None:
    """Give the page the game's colour, and keep the screen awake until the game has ended."""
    context, colour = play.context, play.meta.colour
    ft.use_effect(lambda: context.tint(colour), dependencies=[colour], cleanup=lambda: context.tint(None))
    use_awake(context, not play.session.is_over)


def _use_top(play: Play, *, in_sight: bool) -> None:
    """Bring the table back to its top whenever something was told: what it means for the hands stands there."""
    before = ft.use_ref(play.session.version)

    def rise() -> None:
        if not in_sight:
            return  # it rises when it is turned to
        if before.current != play.session.version:
            play.rise()
        before.current = play.session.version

    ft.use_effect(rise, dependencies=[play.session.version, in_sight])


def _use_first_stop(play: Play, *, in_sight: bool) -> None:
    """Let the keyboard begin at what happens most, whenever somebody comes to what is played or to an entry to correct."""
    anew = (in_sight, play.exact, play.correction and play.correction.line.entry.id)

    def begin() -> None:
        if in_sight:
            play.context.soon(partial(go_to_first_stop, play.foot))

    ft.use_effect(begin, dependencies=[*anew])


def _use_correction(play: Play, tab: str) -> tuple[Play, Callable[[Play], ft.Control] | None, Callable[[], None]]:
    """Let an entry be told again on its own screen.

    :return: the hands on the table; what names the later entries that a correction would break, if it does; and what
        takes that away, so that it can be told in another way.
    """
    opened, put = use_maybe(Correction)
    trouble, set_trouble = use_maybe(Trouble)
    how = reopening(play.meta)

    def leave() -> None:
        put(None)
        set_trouble(None)
        play.close()

    def forget_it() -> None:
        set_trouble(None)
        play.close()

    def done() -> None:
        back = opened.back if opened else ""
        leave()
        if back:
            play.context.go(address(play.table, back))

    correct = correcting(play, set_trouble, done)

    def mend(action: Any) -> None:
        if opened and how.same(opened.line.action, action):
            done()
        elif opened and isinstance(action, PrivateNote):
            text = T("An entry is being corrected here. Notes are written when that is done.")
            play.refuse(Explanation(text, (AMEND_RULE,)))
        elif opened:
            correct(Amend(opened.line.entry.id, action), seen=opened.seen, typed=True)

    def turn(exactly: bool) -> None:
        put(evolve(opened, exactly=exactly) if opened else None)

    def reopen(line: HistoryItem) -> None:
        anew = Correction(
            line,
            play.session.before(line),
            play.session.version,
            exactly=how.exactly(line.action),
            turn=turn,
            mend=mend,
            leave=leave,
            back=tab if play.alone else "",
        )
        put(anew)
        play.open_line(None)
        then = play.correcting(anew)
        if type(line.action) not in how.pages and (offer := then.told_offer) and offer.fields:
            then.fill(offer)
        if anew.back:
            play.context.go(address(play.table))

    use_layer(play.context.layers, opened, leave)
    correction = evolve(opened, turn=turn, mend=mend) if opened else None
    play = evolve(play, reopen=reopen, correction=correction)
    named = partial(unfit, trouble=trouble, correct=correct, back=leave) if trouble else None
    return play, named, forget_it


def _proposed(play: Play) -> ft.Control | None:
    """Return the question whether a correction is right, which lies on the table so that nothing moves under a finger."""
    proposal = None if play.covered else play.session.proposal
    return Asked(play, proposal, key=f"asked-{proposal.at}") if proposal else None


def _drawn(play: Play) -> Play:
    """Return the hands on what is played: the game as it is, or as it was when the entry was told that is corrected."""
    return play.correcting(play.correction) if play.correction else play


def _played(play: Play, *, turned: bool = False) -> ft.Control:
    """Return the game's own screen, or the dispute for which the table stands still.

    :param turned: whether all that is out of sight.
    """
    if to_ask(play) and not play.session.dispute:
        return WhoAreYou(play, key="who-are-you")
    dispute = DisputePane(play, play.session.dispute, key="dispute") if play.session.dispute else None
    return _lying_under(dispute, partial(_game_screen, play), deeper=turned)


def _game_screen(play: Play) -> ft.Control:
    screen_of_game = table_screen(play.meta) or GenericTable
    # what is half entered for some players, or of another moment, is nothing for others
    moment = f"-{play.correction.line.entry.id}" if play.correction else ""
    return screen_of_game(_drawn(play), key=f"table-{play.table}-{play.session.seating}{moment}")


def _lying_under(
    above: ft.Control | None, draw: Callable[[], ft.Control], *, drawn: bool = True, deeper: bool = False
) -> ft.Control:
    """Return what is looked at now, and under it what it hides, which stays there with what is half told.

    :param above: what hides it, if anything does.
    :param drawn: whether what it hides has been in sight.
    :param deeper: whether all that is out of sight.
    """
    under = ft.Container(OutOfSight(deeper or bool(above), draw), visible=not above, key="under") if drawn else None
    return ft.Stack([each for each in (under, above) if each], fit=ft.StackFit.EXPAND)


def _above(play: Play, refused: ft.Control | None) -> tuple[Text | str, ft.Control | None]:
    """Return what lies above the table: the form of an offer or the players, with the reason why the last try was refused."""
    if play.form:
        offer, told = play.form.offer, play.form.told
        # the answers to one offer are none to another
        form = partial(OfferForm, offer, play.say, play.report, refused, told, whose=play.badge_in, key=repr(offer))
        return (T("Correct this entry"), form(titled=True)) if play.correction else (play.say(offer.label), form())
    seating = play.seating is not None
    return T("Players"), PlayersPane(play, play.change_seats, refused, key="players") if seating else None


def _one_at_a_time(play: Play, tab: str, *, met: bool) -> ft.Control:
    """Return what a phone shows: the table itself, or a part of it, behind which the table stays.

    :param met: whether the table itself has been shown.
    """
    part = _part(play, tab)
    return _lying_under(part, partial(_played, play, turned=bool(part)), drawn=met)


def _part(play: Play, tab: str) -> ft.Control | None:
    """Return the part of a table that a phone shows in the place of the table itself, if it has turned to one."""
    match tab:
        case "sheet":
            return _scrolling(SheetPane(play))
        case "history":
            return _scrolling(_history(play), theme.Space.m)
        case "rules":
            return _scrolling(RulesPane(play))
        case _:
            return None


def _beside(play: Play, tab: str, notices: list[ft.Control], refusal: ft.Control | None) -> ft.Control:
    """Return the table with its sheet and its history beside it, or with the rules."""
    if tab == "rules":
        side = _scrolling(RulesPane(play))
    else:
        papers = [parts.paper(content=reminder(play.context, id), padding=theme.Space.m) for id in _in_sight(play)]
        # a sheet without points tells nothing
        if tells_more(play) and (not papers or any(play.session.sheet.totals)):
            papers.insert(0, SheetPane(play))
        above = [ft.Container(_scrolling(column(*papers), theme.Space.m), expand=5), hairline()] if papers else []
        history = ft.Container(_scrolling(_history(play)), expand=4, key="history")
        side = ft.Column([*above, history], spacing=0.0, expand=True)
    played = _under(_played(play), notices, refusal)
    between = ft.VerticalDivider(width=1.0, color=ft.Colors.OUTLINE_VARIANT)
    row: list[ft.Control] = [ft.Container(_read_together(played), expand=3)]
    if not play.covered:
        row += [between, ft.Container(_read_together(side), expand=2)]
    return ft.Row(row, spacing=0.0, expand=True)


def _in_sight(play: Play) -> tuple[str, ...]:
    """Return the rules that are to be read beside the table, as far as they are known."""
    return () if play.session.is_over else play.context.app.rules.known(in_sight(play.meta, play.view))


def _read_together(shown: ft.Control) -> ft.Control:
    """Let a screen reader read one side to its end before it begins with the other."""
    return ft.Semantics(content=shown, container=True)


def _history(play: Play) -> ft.Control:
    return HistoryPane(play, play.opened, play.open_line)


def _scrolling(content: ft.Control, padding: float = theme.Space.l) -> ft.Control:
    return ft.ListView([content], padding=padding, expand=True)


def _under(
    played: ft.Control, notices: list[ft.Control], refusal: ft.Control | None, beside: float = 0.0
) -> ft.Control:
    """Return what is played on below the notices; a refusal lies on it, so that nothing moves away from under a finger.

    :param beside: how much of the right side it leaves free: on a low page the buttons stand there.
    """
    laid: list[ft.Control] = [ft.Container(played, key="pane")]
    if refusal:
        laid.append(
            ft.Container(refusal, top=theme.Space.s, left=theme.Space.m, right=beside or theme.Space.m, key="refusal")
        )
    stack = ft.Stack(laid, fit=ft.StackFit.EXPAND, expand=True)
    return ft.Column([*notices, stack], spacing=0.0, expand=True)


def _free(play: Play, tab: str) -> float:
    """Return how much of the right side nothing may lie on, in pixels."""
    return play.context.size[0] / 2 if play.context.low and not tab else 0.0


def _tabs(play: Play, tab: str) -> ft.NavigationBar | None:
    """Return the way to the other parts of a table, at the foot; where the page is low, it stands in the bar."""
    if play.context.low:
        return None

    def turn(event: Any) -> None:
        play.context.go(address(play.table, list(TABS)[event.control.selected_index]))

    return ft.NavigationBar(
        selected_index=list(TABS).index(tab) if tab in TABS else 0,
        on_change=turn,
        destinations=[
            ft.NavigationBarDestination(icon=icon, label=play.context.say(name)) for name, icon in TABS.values()
        ],
    )


def address(table: str, tab: str = "") -> str:
    """Return the address of a part of a table."""
    return "/".join(("/table", table, *filter(None, [tab])))


def _bar_actions(play: Play, tab: str, place: Callable[[], None], time_it: Callable[[], None]) -> list[ft.Control]:
    """Undo, always in the same place, a dispute, the rules, and what is rarely needed; redo comes after an undo."""
    context, session = play.context, play.session
    undoes, redoes = session.undoes_for(play.seat), session.redoes
    told = play.say(T("Undo: {what}", what=undoes) if undoes else T("Nothing to undo"))

    def stop(_: Overtaken | None) -> None:
        session.stop(Dispute(play.now))

    def disagree() -> None:
        if session.dispute or play.attempt(stop):
            context.go(address(play.table))

    latest = use_latest(disagree=disagree)
    disputing = use_same(
        lambda: parts.icon_button(
            ft.Icons.GAVEL, context.say(T("We disagree")), lambda: latest.disagree(), "disagree-now"
        ),
        context,
    )

    buttons = []
    if redoes:
        again = play.say(T("Redo: {what}", what=redoes))
        buttons.append(parts.icon_button(ft.Icons.REDO, again, lambda: play.correct(Redo), "redo"))
    hint = play.say(T("Undo")) if play.layout == "phone" else told
    undo = parts.icon_button(ft.Icons.UNDO, told, lambda: play.correct(Undo) if undoes else None, "undo", hint=hint)
    buttons += [
        ft.Container(undo, opacity=1.0 if undoes else 0.35),
        disputing,
    ]
    return [*buttons, *use_same(lambda: _ways(play, tab), context, play.table, tab), _menu(play, place, time_it)]


def _ways(play: Play, tab: str) -> list[ft.Control]:
    """Return the ways to the other parts of a table, where they stand in the bar."""
    context = play.context
    ways = []
    for part in list(TABS) if context.low else [] if play.alone else ["rules"]:
        if part or tab:
            name, icon = TABS[part]
            to = partial(context.go, address(play.table, "" if part == tab else part))
            ways.append(parts.icon_button(icon, context.say(name), to, part or "table", selected=part == tab))
    return ways


def _menu(play: Play, place: Callable[[], None], time_it: Callable[[], None]) -> ft.Control:
    """Return what is rarely needed: the game's own rare offers, the players, the way to another phone, the settings."""
    drawn, context = _drawn(play), play.context
    entries: list[tuple[Text, ft.IconData | None, Callable[[], None]]] = [
        *(
            (offer.label, ft.Icons.CHECK if offer == drawn.told_offer else None, partial(drawn.take, offer))
            for offer in drawn.weighing(Weight.RARE)
        ),
        (T("Players"), ft.Icons.PEOPLE_OUTLINE, play.change_players),
        (T("Big board"), ft.Icons.TV, lambda: context.go(address(play.table, "board"))),
    ]
    if whose := _phones(play):
        entries.append((whose, ft.Icons.PHONELINK, place))
    if context.host:
        entries.append((T("Pass on"), ft.Icons.QR_CODE_2, lambda: context.go(f"/pass/{play.table}")))
    if play.role is not Role.VIEWER:
        entries.append((CLOCK, ft.Icons.TIMER_OUTLINED, time_it))
    if play.layout != "phone":
        entries.append((KEYS, ft.Icons.HELP_OUTLINE, context.show_keys))
    entries.append((T("Settings"), ft.Icons.SETTINGS_OUTLINED, lambda: context.go("/settings")))
    if play.role is Role.HOST and play.session.version:  # far from undo, and last
        entries.append((T("Start over"), ft.Icons.DELETE_OUTLINE, lambda: context.go(f"/delete/{play.table}/again")))
    latest = use_latest(do=[do for *_, do in entries])
    return Menu(tuple((play.say(text), icon) for text, icon, _ in entries), latest, key="menu")


@still
def Menu(entries: tuple[tuple[str, ft.IconData | None], ...], latest: Any) -> ft.Control:
    """The three dots, which hardly ever change.

    :param entries: what each entry is called, and its sign.
    :param latest: holds what they do.
    """
    context = use_page_context()
    items = [
        ft.PopupMenuItem(content=said, icon=icon, on_click=lambda _, number=number: latest.do[number]())
        for number, (said, icon) in enumerate(entries)
    ]
    return more_button(context, context.say(T("More")), items, "more")


def _phones(play: Play) -> Text | None:
    """Return what the way to the phones at the table is called, if there are any: on each its own place."""
    if play.role is Role.HOST:
        return PHONES if play.context.app.lan else None
    return MINE if play.context.app.lan else None


def _notices(play: Play) -> list[ft.Control]:
    """What stands above the table: that its log cannot be read to its end, or that it was put away; and the way on."""
    failure, stored = play.session.failure, play.at.stored
    shown: list[ft.Control] = []

    def warn(title: Text, way: Text, do: Callable[[], None], identifier: str, text: Text | None = None) -> None:
        shown.append(
            parts.notice(
                kind="warning",
                kind_label=play.say(T("Warning")),
                title=play.say(title),
                text=play.say(text) if text else None,
                why_text=play.say(way),
                on_why=do,
                identifier=identifier,
            )
        )

    if failure:
        title = T("The log can be read up to entry {n}.", n=failure.number - 1)
        warn(title, T("Strike out the rest and go on"), play.repair, "repair", failure.why.text)
    elif play.at.problem:
        warn(play.at.problem.text, T("Go on in a copy of what can be read"), play.go_on_in_a_copy, "problem")
    if away := AWAY.get(stored.shelf):
        shown.append(
            parts.notice(
                kind="info",
                title=play.say(away),
                why_text=play.say(T("Restore")) if play.role is Role.HOST else None,
                on_why=guarded(play.context, play.restore),
                identifier="put-away",
            )
        )
    if play.session.is_over and (later := play.context.access.next(play.table)):
        shown.append(
            parts.notice(
                kind="info",
                title=play.say(T("The next game has begun.")),
                why_text=play.say(T("Go there")),
                on_why=lambda _: play.context.go(address(later)),
                identifier="next-game",
            )
        )
    if play.correction:
        asked, was = _corrected(play, play.correction.line)
        told = parts.notice(
            kind="info",
            title=asked,
            text=was,
            dismiss_label=play.say(T("Leave it as it is")),
            on_dismiss=play.correction.leave,
            identifier="corrected-entry",
        )
        shown.append(told)
    around = ft.Padding.only(left=theme.Space.m, right=theme.Space.m, top=theme.Space.s)
    return [ft.Container(control, padding=around) for control in shown]


def _corrected(play: Play, line: HistoryItem) -> tuple[str, str | None]:
    """Return which entry is corrected and what was told of it: as much of that as stays readable where there is little room."""
    record = play.session.record
    n, what = record.number(line.entry), record.headline(line)
    asked = play.say(T("Entry {n}: what was it really?", n=n))
    if not (play.context.layout == "phone" or play.context.large or play.context.low):
        return asked, play.say(T("It says: “{what}”.", what=what))
    _, size, _, spacing = theme.TYPE["title_medium"]
    size = size * play.context.scale + spacing
    wide = play.room * (2 if play.context.low else 1) - _AROUND
    most = (lines_of(asked, size, wide) or 1) + (not play.context.low)
    pieces = play.say(what).split(" ")
    for end in range(len(pieces), 0, -1):
        shown = " ".join(pieces[:end]).rstrip(",.;:") + " …" if end < len(pieces) else " ".join(pieces)
        told = play.say(T("Entry {n}: “{what}”?", n=n, what=shown))
        if (lines_of(told, size, wide) or most + 1) <= most:
            return told, None
    return asked, None


def _refusal(play: Play, refused: Refusal, *, above: bool) -> ft.Control:
    """Return why something was not done, with the rule behind it, or the question whether it is meant all the same."""

    def dismiss() -> None:
        play.refuse(None)

    answers = (
        [
            parts.quiet_button(play.say(refused.asked.yes), play.insist, "insist"),
            parts.quiet_button(play.say(T("No")), dismiss, "let-it-be"),
        ]
        if refused.asked
        else []
    )
    return parts.notice(
        kind="warning" if answers else "refusal",
        kind_label=play.say(T("Question") if answers else T("Not possible")),
        title=play.say(refused.why.text),
        why_text=play.say(WHY),
        on_why=lambda _: play.why(refused.why),
        dismiss_label=None if above else play.say(T("Close")),
        on_dismiss=dismiss,
        answers=answers,
        identifier="refused",
    )


def told_card(
    play: Play, *shown: Text, said: Iterable[Explanation] | None = None, proof: bool = False
) -> list[ft.Control]:
    """Return what the referee said last, line by line; a tap asks why.

    :param shown: what stands elsewhere on the page, as the prompt does.
    :param said: what is shown in the place of all that was said last.
    :param proof: whether it only led to what was said: where there is little room, the buttons come before it.
    """
    elsewhere = (play.view.prompt.text, *shown)
    told = play.lines(line for line in (play.told if said is None else said) if line.text not in elsewhere)
    if not told:
        return []
    key, identifier = ("led-to-it", "proof") if proof else (LATEST, "said")
    shown_lines = said_lines(play, told, identifier, [brief(play, line) for line in told])
    shown_lines.key = key
    return [shown_lines]


def prompt(
    play: Play,
    *,
    text: Text | None = None,
    lines: list[str] | None = None,
    leading: ft.Control | None = None,
    key: str = PROMPT,
) -> ft.Control:
    """Return the line that says what the players do next.

    :param text: what is next after a first tap of several, which the game knows nothing of.
    :param key: by what it is known among the others of a pane, if it does not go before them.
    """
    said, context = play.view.prompt, play.context
    large = play.roomy and not context.large
    return Prompt(context, play.say(text or said.text), tuple(lines or ()), leading, play.reason(said), large, key=key)


@still
def Prompt(
    context: PageContext, text: str, lines: tuple[str, ...], leading: ft.Control | None, reason: Why, large: bool
) -> ft.Control:
    """The line that says what the players do next."""
    return parts.prompt_card(
        text=text,
        lines=lines,
        leading=leading,
        why_text=context.say(WHY),
        on_why=lambda _: context.explain(reason),
        large=large,
        upright=context.huge,
        identifier=PROMPT,
    )


def finish(play: Play, ranking: ft.Control | None = None, *more: ft.Control, gold: bool = False) -> list[ft.Control]:
    """Return how a game has ended: who has won, everybody's place, and its high points.

    :param ranking: shows the places in the way of the game.
    :param more: what a game shows besides, before the high points.
    :param gold: whether it was won with a gold card.
    """
    return [*crown(play, gold=gold), prompt(play), ranking or places_of(play), *more, *high_points(play)]


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one with the same people, or home."""
    context = play.context
    once = use_once()

    def rematch() -> None:
        try:
            once(lambda: context.go(address(context.access.rematch(play.table))))
        except StorageError as error:
            play.fail(error)
        except Refused as error:
            play.refuse(error.why)

    ways = [
        parts.verdict_button(context.say(T("Rematch")), rematch, "rematch", emphasis="primary"),
        parts.verdict_button(context.say(HOME), lambda: context.go("/"), "home"),
    ]
    return first_stop(column(*fitting_rows(play, ways, len(ways))))


@component
def GenericTable(play: Play) -> ft.Control:
    """Any game, played from its prompt, notes, facts and offers alone."""
    across = 2 if play.layout == "phone" else min(len(play.names), 4)
    places = [_place(play, seat, mine) for seat in range(len(play.names)) if (mine := _facts(play, seat))]
    shared = _facts(play, None)
    offers = play.weighing(*OFFERED)
    buttons = fitting_rows(play, [_offer(play, offer, number) for number, offer in enumerate(offers)], 2)
    foot = GameOverButtons(play) if play.session.is_over else column(*buttons)
    middle = [
        *in_rows(places, across),
        *(finish(play) if play.session.is_over else [prompt(play)]),
        *told_card(play),
        *notes(play),
        *([flowing(shared, spacing=theme.Space.xl, apart=10.0)] if shared else []),
    ]
    return pane(play, middle, foot, scrolls=len(offers) > FEW)


def _offer(play: Play, offer: Offer, number: int) -> ft.Control:
    main = offer.weight is Weight.MAIN
    return offer_button(play, offer, f"offer-{number}", emphasis="tonal" if main else "plain", large=play.roomy)


def _facts(play: Play, seat: int | None) -> list[ft.Control]:
    """Return what is to be seen of a player, or of the table."""
    show = play.context.renderer(play.names).show
    return [
        parts.value_fact(value=value, caption=label, label=f"{label}: {value}")
        for label, value in ((play.say(fact.label), show(fact.value)) for fact in play.view.facts if fact.seat == seat)
    ]


def _place(play: Play, seat: int, facts: list[ft.Control]) -> ft.Control:
    return parts.player_tile(name=play.names[seat], badge=play.badge(seat), facts=facts, identifier=f"player-{seat}")
