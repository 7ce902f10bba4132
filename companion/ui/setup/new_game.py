"""Set-up of a new game: players, starter, and house rules."""

from collections.abc import Callable

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import Meta
from companion.kernel.log import Header
from companion.kernel.players import names_refusal
from companion.kernel.text import Text, messages
from companion.storage.errors import StorageError
from companion.ui import design
from companion.ui.app.context import PageContext, use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import bar, dead_end, notice, page_with_foot, view
from companion.ui.kit.form import still_open
from companion.ui.runtime.hooks import component, screen_component, use_live, use_once, use_optional, use_value
from companion.ui.setup.choose import NOT_HERE
from companion.ui.setup.house_rules import Called, HouseRules, house_rule
from companion.ui.setup.plan import (
    Plan,
    SettingUp,
    first_line,
    first_plan,
    known_players,
    last_groups,
    only_differing,
    remember_setup,
)
from companion.ui.setup.seats import Players, Starter

T, N = messages("companion")


@screen_component
def NewGame() -> ft.Control:
    """Everything that is decided before the first card; nothing of it has to be."""
    context = use_page_context()
    id = ft.use_route_params().get("game", "")
    game = context.access.games.get(id)
    if context.role() is None:
        return dead_end(context, f"/new/{id}", said=NOT_HERE, title=context.say(T("New game")))
    if game is None:
        return dead_end(
            context,
            f"/new/{id}",
            said=T("There is no game called “{game}” here.", game=id),
            way=T("All games"),
            to="/new",
            identifier="all-games",
            title=context.say(T("New game")),
        )
    appbar = bar(context, context.say(game.meta.title), back="/new")
    return view(f"/new/{id}", appbar, SetupForm(game.meta, key=f"setup-{id}"))


@component
def SetupForm(meta: Meta) -> ft.Control:
    """Players, who starts, house rules, and the button that begins."""
    context = use_page_context()
    use_live(context.access)
    plan, set_plan = use_value(ft.use_memo(lambda: first_plan(context, meta), dependencies=[]))
    once = use_once()
    known = ft.use_memo(lambda: known_players(context), dependencies=[])
    groups = ft.use_memo(lambda: last_groups(context, meta), dependencies=[])
    trouble, set_trouble = use_optional(Explanation)
    tried, set_tried = use_value(False)
    ft.use_effect(lambda: context.tint(meta.colour), dependencies=[meta.colour], cleanup=lambda: context.tint(None))

    def change(changed: Plan | Callable[[Plan], Plan]) -> None:
        set_plan(changed)
        set_trouble(None)

    writing, write = use_value(ft.use_memo(lambda: first_line(context, meta, known), dependencies=[]))
    setup = SettingUp(context, meta, plan, change, writing, write, tried)
    wrong, asked = names_refusal(setup.players, setup.players), setup.unanswered

    def refuse(why: Text) -> None:
        context.buzz("heavy_impact")
        context.announce(context.say(why))

    def start() -> None:
        set_tried(True)
        set_trouble(None)
        if why := wrong.text if wrong else still_open(asked) if asked else None:
            refuse(why)
            return
        try:
            once(begin)
        except (Refused, StorageError) as error:
            set_trouble(error.why)
            refuse(error.why.text)

    def begin() -> None:
        house = only_differing(meta, plan.house)
        header = Header(meta.id, meta.revision, setup.players, setup.starter, house, context.locale)
        table = context.access.begin(header, setup.named, context.identify())
        remember_setup(context, meta, plan)
        context.buzz()
        context.go(f"/table/{table}")

    begin_button = design.verdict_button(
        context.say(T("Start the game")),
        attempt(context, start),
        "start",
        sublabel=context.say(still_open(asked) if asked else setup.counted()),
        leading=ft.Icon(ft.Icons.PLAY_ARROW_ROUNDED, size=28.0, color=ft.Colors.ON_PRIMARY),
        emphasis="primary",
        available=asked is None,
    )
    notices = _in_the_way(context, wrong if tried else None, trouble, lambda: set_trouble(None))
    return page_with_foot(_sections(setup, known, groups), [*notices, begin_button], begin=False)


def _sections(setup: SettingUp, known: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> list[ft.Control]:
    """Return the parts of the form that the game needs."""
    meta = setup.meta
    controls = [Players(setup, known, groups, key="players")]
    if meta.house_name:
        controls.insert(0, Called(setup, meta.house_name))
    if question := meta.starter_question(setup.plan.house):
        controls.append(Starter(setup, question))
    if meta.by_house:
        controls += [house_rule(setup, rule) for rule in meta.choices]
    elif meta.choices:
        controls.append(HouseRules(setup))
    return controls


def _in_the_way(
    context: PageContext, wrong: Explanation | None, trouble: Explanation | None, dismiss: Callable[[], None]
) -> list[ft.Control]:
    """Return the messages about why the game cannot start."""
    notices = []
    if wrong:
        notices.append(design.notice("warning", context.say(wrong.text), "same-name"))
    if trouble:
        notices.append(notice(context, trouble, kind="refusal", on_dismiss=dismiss, identifier="trouble"))
    return notices
