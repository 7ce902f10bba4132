"""The table: what is expected now, the buttons for it, the state at a glance; sheet and history beside it where there is room."""

import time
from collections.abc import Callable
from typing import Any, Final

import flet as ft
from attrs import evolve, frozen

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Event, Rename, Reseat
from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Text, messages
from companion.storage.library import Shelf
from companion.storage.trouble import ChangedElsewhere, StorageError
from companion.tables.overtaken import Overtaken
from companion.tables.session import Dispute, Submitted
from companion.tables.tables import Table
from companion.ui import parts, theme
from companion.ui.context import PageContext, use_layout, use_page_context
from companion.ui.dialogs import attempt as guarded
from companion.ui.dialogs import sheet as above
from companion.ui.form import Form, OfferForm
from companion.ui.frame import bar, screen
from companion.ui.live import Tap, component, screen_component, tap, use_live, use_maybe, use_once
from companion.ui.pane import column, in_rows, notes, pane
from companion.ui.play import Play, table_screen
from companion.ui.screens.dispute import DisputePane
from companion.ui.screens.history import HistoryPane, said_line
from companion.ui.screens.players import PlayersPane
from companion.ui.screens.sheet import SheetPane
from companion.ui.screens.table_rules import RulesPane

T, N = messages("companion")

#: A finger that bounces comes back within so many seconds; see :class:`_Reported`.
DOUBLE_TAP: Final = 0.3

#: So many buttons or fewer stand under the thumb.
FEW: Final = 6

#: What is said of a game that does not lie among the running ones; it can be played on all the same.
AWAY: Final = {
    Shelf.ARCHIVED: T("This game is archived."),
    Shelf.DELETED: T("This game lies among the deleted ones."),
}

TABS: Final = ("", "sheet", "history", "rules")


@frozen
class _Refusal:
    """Why something was not done.

    :param asked: what may be insisted on, if anything.
    :param do: what was attempted.
    :param at: when it was refused.
    """

    why: Explanation
    asked: Overtaken | None
    do: Callable[[Overtaken | None], Submitted | None] | None
    at: float


@frozen
class _Reported:
    """A report of this page, so that a double tap counts once.

    :param at: when it was made, on the clock of ``time.monotonic()``.
    :param tap: the tap that made it.
    :param on_screen: the numbers of all controls that were there for this tap.
    """

    at: float
    tap: Tap | None
    on_screen: frozenset[int]

    @classmethod
    def now(cls, page: ft.Page) -> "_Reported":
        """Return a report that is made by the present tap."""
        return cls(time.monotonic(), tap(), frozenset(page.session.index))

    def is_doubled_by(self, later: "_Reported", *, again: bool = False) -> bool:
        """Return whether a later report is made by the second half of a double tap.

        That is the very next tap, on the same button or on one that has come below the finger since. A tap on another button
        that was there before, or after something else was tapped, is meant.

        :param again: whether the same button may be meant again at once.
        """
        if not self.tap or not later.tap or later.at - self.at >= DOUBLE_TAP:
            return False
        same = later.tap.control == self.tap.control and not again
        return later.tap.number == self.tap.number + 1 and (same or later.tap.control not in self.on_screen)


@screen_component
def TablePage() -> ft.Control:
    """One table, from its address."""
    context = use_page_context()
    params = ft.use_route_params()
    id, tab = params.get("table", ""), params.get("tab") or ""
    use_live(context.app.tables)
    try:
        table = context.app.tables.table(id)
    except StorageError as error:
        return _unreadable(context, id, error.why)
    if table.session is None:
        return _unreadable(context, id, table.problem)
    return OpenTable(table, tab, key=f"open-{id}")


def _unreadable(context: PageContext, id: str, why: Explanation | None) -> ft.View:
    text = context.say(why.text) if why else context.say(T("There is no such table."))
    home = parts.quiet_button(
        text=context.say(T("To the start")), on_click=lambda _: context.go("/"), identifier="home"
    )
    return screen(
        context,
        route=f"/table/{id}",
        title="Companion",
        controls=[parts.empty_state(title=context.say(T("This game cannot be opened.")), text=text, action=home)],
    )


@screen_component
def OpenTable(table: Table, tab: str) -> ft.Control:
    """A table that is being played at: follows its session, reports for this page."""
    context = use_page_context()
    session = table.session
    assert session
    layout = use_layout()
    use_live(session, context.pulse)
    refused, set_refused = use_maybe(_Refusal)
    form, set_form = use_maybe(Form)
    seating, set_seating = use_maybe(int)  # the version that whoever changes the players has seen
    opened, open_line = use_maybe(str)
    latest: Any = ft.use_ref(None)
    colour = session.game.meta.colour

    def wake() -> None:
        if context.preferences.awake:
            context.soon(lambda: context.service(ft.Wakelock).enable())

    def sleep() -> None:
        context.soon(lambda: context.service(ft.Wakelock).disable())

    ft.use_effect(lambda: context.tint(colour), dependencies=[colour], cleanup=lambda: context.tint(None))
    ft.use_effect(wake, dependencies=[context.preferences.awake], cleanup=sleep)

    version = session.version

    def attempt(
        do: Callable[[Overtaken | None], Submitted | None], asked: Overtaken | None = None, *, again: bool = False
    ) -> bool:
        """Do something to the log and tell whether it was done; whatever speaks against it is shown."""
        reported = _Reported.now(context.page)
        if latest.current and latest.current.is_doubled_by(reported, again=again):
            latest.current = evolve(reported, at=latest.current.at)
            return False
        latest.current = reported
        try:
            done = do(asked)
            set_refused(None)
            context.buzz()
            if done and done.messages:
                context.announce(" ".join(play.say(said.text) for said in done.messages if said.is_for(play.seat)))
        except Overtaken as question:
            refuse(question.why, asked=question, do=do)
            return False
        except Refused as error:
            refuse(error.why)
            return False
        except StorageError as error:
            fail(error)
            return False
        return True

    def insist() -> None:
        # The button may have come up under a finger that taps twice.
        if refused and refused.do and time.monotonic() - refused.at >= 2 * DOUBLE_TAP:
            attempt(refused.do, refused.asked)

    def fill(offer: Offer) -> None:
        set_form(Form(offer, session.version))

    def refuse(
        why: Explanation | None,
        *,
        asked: Overtaken | None = None,
        do: Callable[[Overtaken | None], Submitted | None] | None = None,
    ) -> None:
        set_refused(_Refusal(why, asked, do, time.monotonic()) if why else None)
        if why:
            context.buzz("heavy_impact")
            context.announce(play.say(why.text))

    def fail(error: StorageError) -> None:
        if isinstance(error, ChangedElsewhere):
            context.app.tables.reload(table.stored.id)
        refuse(error.why)

    def repair(_: Overtaken | None) -> Submitted:
        done = session.repair()
        context.app.tables.changed()  # what was wrong with the table is told by the room
        return done

    def go_on() -> None:
        try:
            context.go(f"/table/{context.app.tables.go_on(table.stored.id)}")
        except (Refused, StorageError) as error:
            refuse(error.why)

    def restore() -> None:
        context.app.tables.library.restore(table.stored.id)
        context.app.tables.changed()

    def enter(event: Event, *, again: bool = False) -> None:
        # What was filled in stays until it is accepted. Whoever has read why the rules refuse it may try again.
        def submit(asked: Overtaken | None) -> Submitted:
            try:
                if asked:
                    done = session.insist(asked, page=context.reporter)
                else:
                    done = session.submit(event, expected_version=form.seen if form else version, page=context.reporter)
            except Overtaken:
                raise
            except Refused:
                if form:
                    set_form(evolve(form, seen=session.version))
                raise
            set_form(None)
            return done

        attempt(submit, again=again)

    def seat(change: Rename | Reseat | None, named: tuple[str, ...]) -> None:
        def submit(_: Overtaken | None) -> Submitted:
            assert change
            try:
                return context.app.tables.seat(
                    table.stored.id, change, expected_version=seating, page=context.reporter, named=named
                )
            except Refused:
                set_seating(session.version)
                raise

        if change is None or attempt(submit):
            close_form()

    def close_form() -> None:
        set_form(None)
        set_seating(None)
        set_refused(None)

    def go_to(entry: str) -> None:
        open_line(entry)
        if layout == "phone":
            context.go(f"/table/{table.stored.id}/history")

    play = Play(context, table.stored.id, session, None, layout, enter, attempt, fill, refuse, fail, go_to)
    covered = bool(form or opened or seating is not None)
    shown = _refusal(play, refused, insist, lambda: set_refused(None), above=covered) if refused else None
    if form:
        dialog: ft.DialogControl | None = _filled_in(play, form.offer, shown, close_form)
    else:
        dialog = _seated(play, seat, shown, close_form) if seating is not None else None
    ft.use_dialog(dialog)

    notices = _notices(play, table, lambda: attempt(repair), go_on, guarded(context, restore))
    refusal = None if covered else shown
    play = evolve(play, refusal=shown if covered else None)
    if session.dispute:
        played: ft.Control = DisputePane(play, session.dispute, key="dispute")
    else:
        screen_of_game = table_screen(session.game.meta) or GenericTable
        # what is half entered for some players is nothing for others
        played = screen_of_game(play, key=f"table-{table.stored.id}-{session.seating}")
    actions = _bar_actions(play, tab, lambda: set_seating(session.version))
    title = table.stored.name or play.say(session.game.meta.title)

    def history() -> ft.Control:
        return HistoryPane(play, opened, open_line)

    if layout == "phone":
        inside = _under(_one_at_a_time(play, tab, played, history), notices, refusal)
    else:
        inside = _beside(play, tab, _under(played, notices, refusal), history)
    return ft.View(
        route=f"/table/{table.stored.id}",
        appbar=bar(context, title, back="/", actions=actions),
        padding=0.0,
        controls=[ft.SafeArea(inside, expand=True)],
        navigation_bar=_tabs(context, table, tab) if layout == "phone" else None,
    )


def _filled_in(play: Play, offer: Offer, refused: ft.Control | None, on_close: Callable[[], None]) -> ft.DialogControl:
    """Return the form of an offer above the table, with the reason why the last report was refused."""
    content = OfferForm(
        offer,
        play.say,
        play.report,
        refused,
        key=repr(offer),  # the answers to one offer are none to another
    )
    return above(
        play.context, title=play.context.say(T("Enter")), content=content, layout=play.layout, on_close=on_close
    )


def _seated(
    play: Play,
    save: Callable[[Rename | Reseat | None, tuple[str, ...]], None],
    refused: ft.Control | None,
    on_close: Callable[[], None],
) -> ft.DialogControl:
    """Return the players of a table above it, with the reason why the last change was refused."""
    content = PlayersPane(play, save, refused, key="players")
    return above(
        play.context, title=play.context.say(T("Players")), content=content, layout=play.layout, on_close=on_close
    )


def _one_at_a_time(play: Play, tab: str, played: ft.Control, history: Callable[[], ft.Control]) -> ft.Control:
    """Return the part of a table that a phone shows."""
    match tab:
        case "sheet":
            return _scrolling(SheetPane(play))
        case "history":
            return _scrolling(history(), theme.Space.m)
        case "rules":
            return _scrolling(RulesPane(play))
        case _:
            return played


def _beside(play: Play, tab: str, played: ft.Control, history: Callable[[], ft.Control]) -> ft.Control:
    """Return the table with its sheet and its history beside it, or with the rules."""
    side = (
        _scrolling(RulesPane(play))
        if tab == "rules"
        else ft.Column(
            [
                ft.Container(_scrolling(SheetPane(play), theme.Space.m), expand=5),
                ft.Divider(height=1.0, color=ft.Colors.OUTLINE_VARIANT),
                ft.Container(_scrolling(history()), expand=4),
            ],
            spacing=0.0,
            expand=True,
        )
    )
    return ft.Row(
        [
            ft.Container(played, expand=3),
            ft.VerticalDivider(width=1.0, color=ft.Colors.OUTLINE_VARIANT),
            ft.Container(side, expand=2),
        ],
        spacing=0.0,
        expand=True,
    )


def _scrolling(content: ft.Control, padding: float = theme.Space.l) -> ft.Control:
    return ft.ListView([content], padding=padding, expand=True)


def _under(played: ft.Control, notices: list[ft.Control], refusal: ft.Control | None) -> ft.Control:
    """Return what is played on below the notices; a refusal lies on it, so that nothing moves away from under a finger."""
    laid: list[ft.Control] = [ft.Container(played, key="pane")]
    if refusal:
        laid.append(ft.Container(refusal, top=theme.Space.s, left=theme.Space.m, right=theme.Space.m, key="refusal"))
    stack = ft.Stack(laid, fit=ft.StackFit.EXPAND, expand=True)
    return ft.Column([*notices, stack], spacing=0.0, expand=True)


def _tabs(context: PageContext, table: Table, tab: str) -> ft.NavigationBar:
    names = (T("Table"), T("Sheet"), T("History"), T("Rules"))
    icons = (ft.Icons.STYLE_OUTLINED, ft.Icons.TABLE_CHART_OUTLINED, ft.Icons.HISTORY, ft.Icons.MENU_BOOK_OUTLINED)
    return ft.NavigationBar(
        selected_index=TABS.index(tab) if tab in TABS else 0,
        on_change=lambda event: context.go(address(table.stored.id, TABS[event.control.selected_index])),
        destinations=[
            ft.NavigationBarDestination(icon=icon, label=context.say(name))
            for icon, name in zip(icons, names, strict=True)
        ],
    )


def address(table: str, tab: str = "") -> str:
    """Return the address of a part of a table."""
    return "/".join(("/table", table, *filter(None, [tab])))


def _bar_actions(play: Play, tab: str, players: Callable[[], None]) -> list[ft.Control]:
    """Undo, always in the same place, a dispute, the rules, and what is rarely needed; redo comes after an undo."""
    context, session = play.context, play.session
    last = session.last
    latest = (
        play.say(T("Undo: {what}", what=session.record.describe(last.action)))
        if last
        else context.say(T("Nothing to undo"))
    )
    base = session.version

    def undo(asked: Overtaken | None) -> Submitted:
        return (
            session.insist(asked, page=context.reporter)
            if asked
            else session.undo(expected_version=base, page=context.reporter)
        )

    def bring_back(asked: Overtaken | None) -> Submitted:
        return (
            session.insist(asked, page=context.reporter)
            if asked
            else session.redo(expected_version=base, page=context.reporter)
        )

    def stop(_: Overtaken | None) -> None:
        session.stop(Dispute(play.now))

    def disagree() -> None:
        if session.dispute or play.attempt(stop):
            context.go(address(play.table))

    def rare(offer: Offer) -> ft.PopupMenuItem:
        return ft.PopupMenuItem(content=play.say(offer.label), on_click=lambda _: play.take(offer))

    menu: list[ft.PopupMenuItem] = [rare(offer) for offer in play.weighing(Weight.RARE)]
    menu += [
        ft.PopupMenuItem(content=context.say(T("Players")), icon=ft.Icons.PEOPLE_OUTLINE, on_click=lambda _: players()),
        ft.PopupMenuItem(
            content=context.say(T("Settings")),
            icon=ft.Icons.SETTINGS_OUTLINED,
            on_click=lambda _: context.go("/settings"),
        ),
    ]
    buttons = []
    if session.undone:
        redo = context.say(T("Redo"))
        buttons.append(_bar_button(ft.Icons.REDO, redo, lambda: play.attempt(bring_back), "redo"))
    buttons += [
        _bar_button(
            ft.Icons.UNDO,
            latest,
            lambda: play.attempt(undo) if last else None,
            "undo",
            dim=not last,
        ),
        _bar_button(ft.Icons.GAVEL, context.say(T("We disagree")), disagree, "disagree-now"),
    ]
    if play.layout != "phone":
        to = address(play.table, "" if tab == "rules" else "rules")
        label = context.say(T("Rules"))
        buttons.append(_bar_button(ft.Icons.MENU_BOOK_OUTLINED, label, lambda: context.go(to), "rules"))
    return [
        *buttons,
        ft.MergeSemantics(
            content=ft.Semantics(
                content=ft.PopupMenuButton(
                    icon=ft.Icon(ft.Icons.MORE_VERT, semantics_label=context.say(T("More"))),
                    items=menu,
                    padding=12.0,
                    tooltip="",
                ),
                identifier="more",
            )
        ),
    ]


def _bar_button(
    icon: ft.IconData, label: str, do: Callable[[], Any], identifier: str, *, dim: bool = False
) -> ft.Control:
    button = parts.icon_button(icon=icon, label=label, on_click=lambda _: do(), identifier=identifier)
    return ft.Container(button, opacity=0.35 if dim else 1.0)


def _notices(
    play: Play, table: Table, repair: Callable[[], Any], go_on: Callable[[], None], restore: Callable[..., None]
) -> list[ft.Control]:
    """What stands above the table: that its log cannot be read to its end, or that it was put away; and the way on."""
    context, session = play.context, play.session
    shown: list[ft.Control] = []
    if session.failure:
        shown.append(
            parts.notice(
                kind="warning",
                kind_label=context.say(T("Warning")),
                title=context.say(T("The log can be read up to entry {n}.", n=session.failure.number - 1)),
                text=play.say(session.failure.why.text),
                why_text=context.say(T("Strike out the rest and go on")),
                on_why=lambda _: repair(),
                identifier="repair",
            )
        )
    elif table.problem:
        shown.append(
            parts.notice(
                kind="warning",
                kind_label=context.say(T("Warning")),
                title=play.say(table.problem.text),
                why_text=context.say(T("Go on in a copy of what can be read")),
                on_why=lambda _: go_on(),
                identifier="problem",
            )
        )
    if away := AWAY.get(table.stored.shelf):
        shown.append(
            parts.notice(
                kind="info",
                title=context.say(away),
                why_text=context.say(T("Restore")),
                on_why=restore,
                identifier="put-away",
            )
        )
    return [
        ft.Container(control, padding=ft.Padding.only(left=theme.Space.m, right=theme.Space.m, top=theme.Space.s))
        for control in shown
    ]


def _refusal(
    play: Play, refused: _Refusal, insist: Callable[[], None], dismiss: Callable[[], None], *, above: bool
) -> ft.Control:
    """Return why something was not done, with the rule behind it, or the question whether it is meant all the same."""
    answers: list[ft.Control] = []
    if refused.asked:
        answers = [
            parts.quiet_button(text=play.say(text), on_click=lambda _, do=do: do(), identifier=identifier)
            for text, do, identifier in (
                (refused.asked.yes, insist, "insist"),
                (T("No"), dismiss, "let-it-be"),
            )
        ]
    return parts.notice(
        kind="warning" if answers else "refusal",
        kind_label=play.context.say(T("Question") if answers else T("Not possible")),
        title=play.say(refused.why.text),
        why_text=play.context.say(T("Why?")),
        on_why=lambda _: play.why(refused.why),
        dismiss_label=None if above else play.context.say(T("Close")),
        on_dismiss=lambda _: dismiss(),
        answers=answers,
        identifier="refused",
    )


def told_card(play: Play) -> list[ft.Control]:
    """Return what the referee said last, line by line."""
    last = play.session.spoken
    step = last.step if last and last.step else play.session.record.start
    prompt = play.view.prompt.text
    shown = [
        said_line(play, explanation, f"said-{number}")
        for number, explanation in enumerate(step.messages)
        if explanation.text != prompt and explanation.is_for(play.seat)
    ]
    return (
        [ft.Column(shown, spacing=0.0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)] if shown else []
    )


def prompt(
    play: Play, *, text: Text | None = None, lines: list[str] | None = None, leading: ft.Control | None = None
) -> ft.Control:
    """Return the line that says what the players do next.

    :param text: what is next after a first tap of several, which the game knows nothing of.
    """
    said = play.view.prompt
    return parts.prompt_card(
        text=play.say(text or said.text),
        lines=lines or (),
        leading=leading,
        why_text=play.context.say(T("Why?")),
        on_why=lambda _: play.why(said),
        large=play.layout != "phone",
        identifier="prompt",
    )


@component
def GameOverButtons(play: Play) -> ft.Control:
    """After the game: another one with the same people, or home."""
    context = play.context
    once = use_once()

    def rematch() -> None:
        try:
            once(lambda: context.go(address(context.app.tables.rematch(play.table))))
        except StorageError as error:
            play.fail(error)
        except Refused as error:
            play.refuse(error.why)

    again, home = context.say(T("Rematch")), context.say(T("To the start"))
    return ft.Column(
        [
            parts.verdict_button(title=again, emphasis="primary", on_click=lambda _: rematch(), identifier="rematch"),
            parts.verdict_button(title=home, on_click=lambda _: context.go("/"), identifier="home"),
        ],
        spacing=theme.Space.s,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@component
def GenericTable(play: Play) -> ft.Control:
    """Any game, played from its prompt, notes, facts and offers alone."""
    across = 2 if play.layout == "phone" else min(len(play.names), 4)
    places = [_place(play, seat, mine) for seat in range(len(play.names)) if (mine := _facts(play, seat))]
    shared = _facts(play, None)
    buttons: list[ft.Control] = [
        parts.verdict_button(
            title=play.say(offer.label),
            emphasis="tonal" if offer.weight is Weight.MAIN else "plain",
            available=offer.closed is None,
            large=play.layout != "phone",
            on_click=lambda _, offer=offer: play.take(offer),
            identifier=f"offer-{number}",
        )
        for number, offer in enumerate(play.weighing(Weight.MAIN, Weight.SIDE))
    ]
    few = len(buttons) <= FEW
    if play.session.is_over:
        foot: ft.Control | None = GameOverButtons(play)
    else:
        foot = column(*in_rows(buttons, 2)) if few else None
    middle = [
        *in_rows(places, across),
        prompt(play),
        *notes(play),
        *told_card(play),
        *([ft.Row(shared, wrap=True, spacing=theme.Space.xl)] if shared else []),
        *([] if few else in_rows(buttons, 2)),
    ]
    return pane(play, middle, foot)


def _facts(play: Play, seat: int | None) -> list[ft.Control]:
    """Return what is to be seen of a player, or of the table."""
    return [
        parts.value_fact(
            value=_value(play, fact.value),
            caption=play.say(fact.label),
            label=f"{play.say(fact.label)}: {_value(play, fact.value)}",
        )
        for fact in play.view.facts
        if fact.seat == seat
    ]


def _place(play: Play, seat: int, facts: list[ft.Control]) -> ft.Control:
    return parts.player_tile(name=play.names[seat], facts=facts, identifier=f"player-{seat}")


def _value(play: Play, value: Any) -> str:
    return play.context.renderer(play.names).show(value)
