"""The players: names can always be corrected, seats until something is reported; later players join or leave if the game allows it."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation
from companion.kernel.join_leave import closed_reason
from companion.kernel.log import Join, Leave, Rename, Reseat, Seats
from companion.kernel.players import PLAYERS_RULE
from companion.kernel.seating import reseating_refusal
from companion.kernel.text import messages
from companion.ui.design import theme
from companion.ui.design.layout import column, scrolling
from companion.ui.kit.form import footed, still_open
from companion.ui.kit.pane import button, note
from companion.ui.kit.table_context import AnyPlay
from companion.ui.runtime.hooks import component, use_live, use_value
from companion.ui.setup.plan import Plan, SettingUp, Writing, known_players
from companion.ui.setup.seats import Players, Starter
from companion.ui.table.join_leave import Coming, meant

T, N = messages("companion")

_NOBODY: Final[Join | Leave | None] = None


@component
def PlayersPane(
    play: AnyPlay, save: Callable[[Seats | None, tuple[str, ...]], None], refused: ft.Control | None = None
) -> ft.Control:
    """The players of a table.

    :param save: enters the change, if any, and remembers the entered names.
    :param refused: why the last change was refused; the input stays.
    """
    context, record = play.context, play.session.record
    use_live(context.access.at(play.table))
    # what others change meanwhile is not undone by a form that was opened before
    opened = ft.use_memo(lambda: Plan(play.names, record.seated.first), dependencies=[])
    known = ft.use_memo(lambda: known_players(context), dependencies=[])
    plan, set_plan = use_value(opened)
    tried, set_tried = use_value(False)
    coming, prepare = use_value(_NOBODY)
    settled = reseating_refusal(record.history)
    writing, write = use_value(Writing())
    setup = SettingUp(
        context, play.meta, plan, set_plan, writing, write, tried, fixed=settled is not None, gone=record.gone
    )

    def done() -> None:
        set_tried(True)
        if not settled and setup.unanswered:
            context.announce(context.say(still_open(setup.unanswered)))
            return
        save(_change(setup, opened), tuple(name for name in setup.named if name not in opened.names))

    # space for the floating label
    controls: list[ft.Control] = [ft.Container(height=2.0), Players(setup, known, key="players")]
    if settled:
        open_ = closed_reason(record.game, record.state) is None
        controls += [
            note(play, _mended(None if open_ else settled)),
            Coming(play, known, coming, prepare, key="coming"),
        ]
    elif question := play.meta.starter_question(record.seated.house):
        controls.append(Starter(setup, question))
    asked = None if settled else setup.unanswered
    said = still_open(asked) if asked else setup.counted()
    done_button = button(play, T("Save"), done, "players-done", sublabel=said, available=asked is None)
    foot = column(*([refused] if refused else []), *(meant(play, coming, save) if coming else [done_button]))
    return footed(scrolling(*controls, spacing=theme.Space.m), foot)


def _mended(settled: Explanation | None) -> Explanation:
    """Return what can still be changed, and why no more."""
    if settled is None:
        return Explanation(T("Names can be corrected at any time."), (PLAYERS_RULE,))
    text = T("Names can be corrected at any time. {why}", why=settled.text)
    return Explanation(text, settled.rules, settled.tone)


def _change(setup: SettingUp, opened: Plan) -> Rename | Reseat | None:
    """Return the change since the form was opened."""
    if not setup.fixed:
        first = setup.starter
        # a new order means new seats, not new names
        moved = setup.players != opened.names and sorted(setup.players) == sorted(opened.names)
        if len(setup.players) != len(opened.names) or first != opened.first or moved:
            return Reseat(setup.players, first)
    called = zip(setup.playing, setup.players, strict=True)
    changed = {seat: name for seat, name in called if name != opened.names[seat]}
    return Rename((*changed,), (*changed.values(),)) if changed else None
