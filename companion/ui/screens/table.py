"""The table: what is expected now, the buttons for it, the state at a glance; sheet and history beside it where there is room."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import flet as ft
from attrs import evolve

from companion.kernel.explain import Explanation, Refused
from companion.kernel.log import Redo, Undo
from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Text, messages
from companion.storage.library import Shelf
from companion.storage.trouble import StorageError
from companion.tables.overtaken import Overtaken
from companion.tables.session import Dispute
from companion.tables.tables import Table
from companion.ui import parts, theme
from companion.ui.awake import use_awake
from companion.ui.context import PageContext, use_page_context
from companion.ui.dialogs import attempt as guarded
from companion.ui.dialogs import use_above
from companion.ui.form import OfferForm
from companion.ui.frame import HOME, bar, dead_end, more_button, view
from companion.ui.live import component, screen_component, use_live, use_once
from companion.ui.pane import WHY, in_rows, notes, offer_button, pane
from companion.ui.parts.layout import column, flowing, hairline
from companion.ui.play import Play, table_screen, use_play
from companion.ui.reporting import Refusal
from companion.ui.screens.dispute import DisputePane
from companion.ui.screens.history import HistoryPane, said_line
from companion.ui.screens.players import PlayersPane
from companion.ui.screens.sheet import SheetPane
from companion.ui.screens.table_rules import RulesPane

T, N = messages("companion")

#: So many buttons or fewer stand under the thumb.
FEW: Final = 6

#: What has a button of its own.
OFFERED: Final = (Weight.MAIN, Weight.SIDE)

#: What is said of a game that does not lie among the running ones; it can be played on all the same.
AWAY: Final = {
    Shelf.ARCHIVED: T("This game is archived."),
    Shelf.DELETED: T("This game lies among the deleted ones."),
}

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
    text = context.say(why.text if why else T("There is no such table."))
    return dead_end(context, f"/table/{id}", said=T("This game cannot be opened."), text=text)


@screen_component
def OpenTable(table: Table, tab: str) -> ft.Control:
    """A table that is being played at: follows its session, reports for this page."""
    assert table.session
    play = use_play(table, table.session)
    use_live(play.session, play.context.pulse)
    _use_device(play)
    covered = bool(play.form or play.opened or play.seating is not None)
    shown = _refusal(play, play.refused, above=covered) if play.refused else None
    title, content = _above(play, shown)
    use_above(play.context, title, content, play.close)
    refusal = None if covered else shown
    play = evolve(play, refusal=shown if covered else None)
    notices = [] if play.covered else _notices(play)
    if play.layout == "phone":
        inside, tabs = _under(_one_at_a_time(play, tab), notices, refusal), _tabs(play, tab)
    else:
        inside, tabs = _beside(play, tab, notices, refusal), None
    name = table.stored.name or play.say(play.meta.title)
    appbar = bar(play.context, name, back="/", actions=_bar_actions(play, tab))
    around = (None, None) if play.covered else (appbar, tabs)
    return view(address(play.table), around[0], ft.SafeArea(inside, expand=True), around[1])


def _use_device(play: Play) -> None:
    """Give the page the game's colour, and keep the screen awake until the game has ended."""
    context, colour = play.context, play.meta.colour
    ft.use_effect(lambda: context.tint(colour), dependencies=[colour], cleanup=lambda: context.tint(None))
    use_awake(context, not play.session.is_over)


def _played(play: Play) -> ft.Control:
    """Return the game's own screen, or the dispute for which the table stands still."""
    if play.session.dispute:
        return DisputePane(play, play.session.dispute, key="dispute")
    screen_of_game = table_screen(play.meta) or GenericTable
    # what is half entered for some players is nothing for others
    return screen_of_game(play, key=f"table-{play.table}-{play.session.seating}")


def _above(play: Play, refused: ft.Control | None) -> tuple[Text, ft.Control | None]:
    """Return what lies above the table: the form of an offer or the players, with the reason why the last try was refused."""
    if play.form:
        offer = play.form.offer
        # the answers to one offer are none to another
        return T("Enter"), OfferForm(offer, play.say, play.report, refused, key=repr(offer))
    seating = play.seating is not None
    return T("Players"), PlayersPane(play, play.change_seats, refused, key="players") if seating else None


def _one_at_a_time(play: Play, tab: str) -> ft.Control:
    """Return the part of a table that a phone shows."""
    match tab:
        case "sheet":
            return _scrolling(SheetPane(play))
        case "history":
            return _scrolling(_history(play), theme.Space.m)
        case "rules":
            return _scrolling(RulesPane(play))
        case _:
            return _played(play)


def _beside(play: Play, tab: str, notices: list[ft.Control], refusal: ft.Control | None) -> ft.Control:
    """Return the table with its sheet and its history beside it, or with the rules.

    Where the page is low, a refusal would lie on all that is tapped: there it lies on what stands beside it.
    """
    if tab == "rules":
        side = _scrolling(RulesPane(play))
    else:
        sheet = ft.Container(_scrolling(SheetPane(play), theme.Space.m), expand=5)
        history = ft.Container(_scrolling(_history(play)), expand=4)
        side = ft.Column([sheet, hairline(), history], spacing=0.0, expand=True)
    at_side = refusal if play.context.low else None
    played = _under(_played(play), notices, None if at_side else refusal)
    between = ft.VerticalDivider(width=1.0, color=ft.Colors.OUTLINE_VARIANT)
    row: list[ft.Control] = [ft.Container(played, expand=3)]
    if not play.covered:
        row += [between, ft.Container(_under(side, [], at_side), expand=2)]
    return ft.Row(row, spacing=0.0, expand=True)


def _history(play: Play) -> ft.Control:
    return HistoryPane(play, play.opened, play.open_line)


def _scrolling(content: ft.Control, padding: float = theme.Space.l) -> ft.Control:
    return ft.ListView([content], padding=padding, expand=True)


def _under(played: ft.Control, notices: list[ft.Control], refusal: ft.Control | None) -> ft.Control:
    """Return what is played on below the notices; a refusal lies on it, so that nothing moves away from under a finger."""
    laid: list[ft.Control] = [ft.Container(played, key="pane")]
    if refusal:
        laid.append(ft.Container(refusal, top=theme.Space.s, left=theme.Space.m, right=theme.Space.m, key="refusal"))
    stack = ft.Stack(laid, fit=ft.StackFit.EXPAND, expand=True)
    return ft.Column([*notices, stack], spacing=0.0, expand=True)


def _tabs(play: Play, tab: str) -> ft.NavigationBar:
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


def _bar_actions(play: Play, tab: str) -> list[ft.Control]:
    """Undo, always in the same place, a dispute, the rules, and what is rarely needed; redo comes after an undo."""
    context, session = play.context, play.session
    last = session.last
    latest = play.say(T("Undo: {what}", what=session.record.describe(last.action)) if last else T("Nothing to undo"))

    def stop(_: Overtaken | None) -> None:
        session.stop(Dispute(play.now))

    def disagree() -> None:
        if session.dispute or play.attempt(stop):
            context.go(address(play.table))

    buttons = []
    if session.undone:
        buttons.append(parts.icon_button(ft.Icons.REDO, context.say(T("Redo")), lambda: play.correct(Redo), "redo"))
    undo = parts.icon_button(ft.Icons.UNDO, latest, lambda: play.correct(Undo) if last else None, "undo")
    buttons += [
        ft.Container(undo, opacity=1.0 if last else 0.35),
        parts.icon_button(ft.Icons.GAVEL, context.say(T("We disagree")), disagree, "disagree-now"),
    ]
    if play.layout != "phone":
        to = address(play.table, "" if tab == "rules" else "rules")
        name, icon = TABS["rules"]
        buttons.append(parts.icon_button(icon, context.say(name), lambda: context.go(to), "rules"))
    return [*buttons, _menu(play)]


def _menu(play: Play) -> ft.Control:
    """Return what is rarely needed: the game's own rare offers, the players, the way to another phone, the settings."""

    def item(text: Text, do: Callable[[], None], icon: ft.IconData | None = None) -> ft.PopupMenuItem:
        return ft.PopupMenuItem(content=play.say(text), icon=icon, on_click=lambda _: do())

    items = [
        *(item(offer.label, partial(play.take, offer)) for offer in play.weighing(Weight.RARE)),
        item(T("Players"), play.change_players, ft.Icons.PEOPLE_OUTLINE),
        *(
            [item(T("Pass on"), lambda: play.context.go(f"/pass/{play.table}"), ft.Icons.QR_CODE_2)]
            if play.context.host
            else []
        ),
        item(T("Settings"), lambda: play.context.go("/settings"), ft.Icons.SETTINGS_OUTLINED),
    ]
    return more_button(play.context, play.context.say(T("More")), items, "more")


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
                why_text=play.say(T("Restore")),
                on_why=guarded(play.context, play.restore),
                identifier="put-away",
            )
        )
    around = ft.Padding.only(left=theme.Space.m, right=theme.Space.m, top=theme.Space.s)
    return [ft.Container(control, padding=around) for control in shown]


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


def told_card(play: Play, *shown: Text, said: Iterable[Explanation] | None = None) -> list[ft.Control]:
    """Return what the referee said last, line by line.

    :param shown: what stands elsewhere on the page, as the prompt does.
    :param said: what is shown in the place of all that was said last.
    """
    lines = [
        said_line(play, explanation, f"said-{number}")
        for number, explanation in enumerate(play.told if said is None else said)
        if explanation.text not in (play.view.prompt.text, *shown) and explanation.is_for(play.seat)
    ]
    return [column(*lines, spacing=0.0)] if lines else []


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
        large=play.roomy,
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

    again, home = context.say(T("Rematch")), context.say(HOME)
    return column(
        parts.verdict_button(again, rematch, "rematch", emphasis="primary"),
        parts.verdict_button(home, lambda: context.go("/"), "home"),
    )


@component
def GenericTable(play: Play) -> ft.Control:
    """Any game, played from its prompt, notes, facts and offers alone."""
    across = 2 if play.layout == "phone" else min(len(play.names), 4)
    places = [_place(play, seat, mine) for seat in range(len(play.names)) if (mine := _facts(play, seat))]
    shared = _facts(play, None)
    buttons = in_rows([_offer(play, offer, number) for number, offer in enumerate(play.weighing(*OFFERED))], 2)
    few = 2 * len(buttons) <= FEW
    foot = GameOverButtons(play) if play.session.is_over else column(*buttons) if few else None
    middle = [
        *in_rows(places, across),
        prompt(play),
        *notes(play),
        *told_card(play),
        *([flowing(shared, spacing=theme.Space.xl, apart=10.0)] if shared else []),
        *([] if few else buttons),
    ]
    return pane(play, middle, foot)


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
    return parts.player_tile(name=play.names[seat], facts=facts, identifier=f"player-{seat}")
