"""The rules of a game read in one go: a quick start, one page, or the whole book with its contents beside it or above it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs, urlparse

import flet as ft

from companion.kernel.text import messages
from companion.lookup.book import Paragraph, ReadingMode, Section, reading
from companion.lookup.print_routes import CONTENTS, page, path, way_title, ways
from companion.ui import design
from companion.ui.app import files
from companion.ui.app.context import PageContext, Why, use_page_context
from companion.ui.app.scaffold import READABLE, bar, dead_end, quiet_button, view
from companion.ui.design import theme
from companion.ui.design.base import heading, marked, pressable, pressable_row, words
from companion.ui.design.layout import beside, centred, column, flowing, hairline, lines, wide
from companion.ui.design.text_fit import width_of
from companion.ui.rules.house_rules import InForce, Replacing, house_rule_row, in_force_at, instead, replacing
from companion.ui.rules.search import game_title
from companion.ui.runtime.hooks import component, screen_component, use_value

T, N = messages("companion")

#: Width of the contents beside the text.
_BESIDE: Final = 290.0
#: From this width on they do.
_ROOM: Final = 840.0

#: How high the bar is where type is huge, in pixels.
_WORD_HIGH: Final = 76.0


def way_buttons(context: PageContext, game: str, *, table: str | None = None) -> list[ft.Control]:
    """Return buttons for the parts of a game's rulebook.

    :param table: the table to come back to.
    """
    found = ways(game, context.locale)
    row = [
        quiet_button(
            context, way_title(game, way), partial(context.go, _address(game, way, table)), f"read-{game}-{way.value}"
        )
        for way in found
    ]
    return [ft.Container(flowing(row), padding=ft.Padding.only(bottom=theme.Space.s))] if row else []


def _address(game: str, way: ReadingMode, table: str | None) -> str:
    return f"/read/{game}/{way.value}{f'?table={table}' if table else ''}"


@screen_component
def ReadingPage() -> ft.Control:
    """What there is to read of a game, from its address: ``/read/slam/book``, at a table ``/read/slam/book?table=1c6a``."""
    context = use_page_context()
    params = ft.use_route_params()
    game = params.get("game", "")
    table = next(iter(parse_qs(urlparse(context.page.route or "").query).get("table", ())), None)
    found = ways(game, context.locale)
    known = context.access.games.get(game)
    colour = known.meta.colour if known else None
    ft.use_effect(lambda: context.tint(colour), dependencies=[colour], cleanup=lambda: context.tint(None))
    route, back = f"/read/{game}", f"/table/{table}/rules" if table else f"/rules?game={game}"
    if not found:
        return dead_end(
            context,
            route,
            said=T("There is nothing to read here."),
            way=T("All rules"),
            to="/rules",
            identifier="rules",
        )
    way = next((way for way in found if way.value == params.get("way")), found[0])
    appbar = bar(context, game_title(context, game), back=back, actions=_print(context, game, way))
    if context.huge:
        appbar.toolbar_height = _WORD_HIGH  # the bar contains a word, not an icon
    house = in_force_at(context, game, table)
    return view(route, appbar, Pages(game, way, found, table, house, key=f"reading-{game}"))


def _print(context: PageContext, game: str, way: ReadingMode) -> list[ft.Control]:
    """Return the print button: a browser opens the page in a tab, other platforms save it as a file."""
    where = path(game, way, context.locale)
    label = context.say(T("Print"))
    if context.page.web:
        opened = ft.OpenUrl(f"{context.app.assets}{where}", target=ft.UrlTarget.BLANK)
        return [design.quiet_button(label, None, "print", outlined=False, action=opened)]

    async def keep() -> None:
        await files.save(where.rpartition("/")[2], page(game, way, context.locale).encode())

    failed = partial(context.toast, context.say(T("That could not be saved.")))
    return [design.quiet_button(label, files.asked(context, keep, failed), "print", outlined=False)]


@component
def Pages(
    game: str, way: ReadingMode, found: tuple[ReadingMode, ...], table: str | None, house: tuple[InForce, ...] = ()
) -> ft.Control:
    """The reading modes, and the content of the chosen one.

    :param house: the house rules in force at the table.
    """
    context = use_page_context()
    picks = ((each, context.say(way_title(game, each))) for each in found)
    modes = design.pick_one(picks, way, lambda each: context.go(_address(game, each, table)), "way")
    around = ft.Padding.symmetric(horizontal=theme.Space.m, vertical=theme.Space.s)
    # the chosen one must not have slid away
    top = ft.Container(modes, padding=around)
    text = Text(game, way, table, house, key=f"text-{way.value}")
    inside = ft.Column([top, hairline(), text], spacing=0.0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.SafeArea(inside, expand=True)


@component
def Text(game: str, way: ReadingMode, table: str | None = None, house: tuple[InForce, ...] = ()) -> ft.Control:
    """A text, with its contents beside it or, on a phone, folded up above it; house rules appear where they apply."""
    context = use_page_context()
    written = reading(game, context.locale)
    sections = written.parts[way] if written else ()
    scroller: Any = ft.use_ref(None)
    opened, fold = use_value(False)
    aim, take_aim = use_value((0, 0))
    roomy = context.size[0] >= _ROOM and not context.large

    def jump(number: int) -> None:
        fold(False)
        take_aim(lambda before: (before[0] + 1, number))

    def scroll() -> None:
        """Scroll to the chosen section once the contents are collapsed."""
        many, number = aim
        if many:
            to = partial(scroller.current.scroll_to, scroll_key=_key(number), duration=theme.Durations.calm)
            context.page.run_task(to)

    ft.use_effect(scroll, dependencies=[aim])

    replaced = replacing(house, context.app.rules)
    shown = [_section(context, section, number, replaced, table) for number, section in enumerate(sections)]
    if house:
        look_up = _look_up(context, table)
        own = [house_rule_row(context, each, look_up, f"house-{each.rule.key}") for each in house]
        shown.insert(0, design.section(context.say(T("House rules in force")), own, spacing=theme.Space.xs))
    around = ft.Padding.only(left=theme.Space.l, right=theme.Space.s, top=theme.Space.l, bottom=theme.Space.xxl)
    page_of_text = ft.Container(column(*shown, spacing=theme.Space.xl), width=READABLE, padding=around)
    read = ft.Column(
        [centred(page_of_text)],
        ref=scroller,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if way is not ReadingMode.BOOK:
        return ft.Container(read, expand=True)
    if roomy:
        listed = ft.Container(_contents(context, sections, jump), width=_BESIDE)
        between = ft.VerticalDivider(width=1.0, color=ft.Colors.OUTLINE_VARIANT)
        stretch = ft.CrossAxisAlignment.STRETCH
        return ft.Row([listed, between, wide(read)], spacing=0.0, expand=True, vertical_alignment=stretch)
    # text below the contents is hidden from screen readers and the keyboard
    laid: list[ft.Control] = [ft.Semantics(content=read, exclude_semantics=opened)]
    if opened:  # it overlays the text, which keeps its position
        laid.append(ft.Container(_contents(context, sections, jump), bgcolor=ft.Colors.SURFACE, key="contents"))
    stack = ft.Stack(laid, fit=ft.StackFit.EXPAND, expand=True)
    unfold = _unfold(context, opened, lambda: fold(not opened))
    return ft.Column([unfold, hairline(), stack], spacing=0.0, expand=True)


def _key(number: int) -> str:
    return f"from-{number}"


def _unfold(context: PageContext, opened: bool, on_click: Callable[[], None]) -> ft.Control:
    sign = ft.Icons.ARROW_DROP_UP if opened else ft.Icons.ARROW_DROP_DOWN
    row = beside(
        wide(words(context.say(CONTENTS), ft.TextThemeStyle.LABEL_LARGE)), ft.Icon(sign, color=ft.Colors.PRIMARY)
    )
    inside = ft.Container(row, padding=ft.Padding.symmetric(horizontal=theme.Space.l, vertical=14.0))
    style = ft.ButtonStyle(padding=0.0, shape=ft.RoundedRectangleBorder(radius=0.0), color=ft.Colors.ON_SURFACE)
    button = ft.TextButton(content=inside, on_click=lambda _: on_click(), style=style)
    return marked(button, identifier="contents", expanded=opened)


def _contents(context: PageContext, sections: tuple[Section, ...], jump: Callable[[int], None]) -> ft.Control:
    rows = [
        pressable_row(
            words(context.say(section.title), ft.TextThemeStyle.BODY_LARGE),
            partial(jump, number),
            f"jump-{number}",
            high=12.0,
            radius=theme.Radii.badge,
        )
        for number, section in enumerate(sections)
    ]
    return ft.ListView(rows, padding=theme.Space.s, expand=True)


def _section(context: PageContext, section: Section, number: int, replaced: Replacing, table: str | None) -> ft.Control:
    title = heading(words(context.say(section.title), ft.TextThemeStyle.HEADLINE_SMALL), identifier=f"section-{number}")
    paragraphs: list[ft.Control] = []
    shown = set[str]()
    for nth, paragraph in enumerate(section.paragraphs):
        house = tuple(dict.fromkeys(each for rule in paragraph.rules for each in replaced.get(rule, ())))
        paragraphs.append(_paragraph(context, paragraph, f"told-{number}-{nth}", table, replaced=bool(house)))
        if house:
            place = f"-{number}" if shown.isdisjoint(each.rule.key for each in house) else f"-{number}-{nth}"
            shown |= {each.rule.key for each in house}
            paragraphs.append(instead(context, house, _look_up(context, table), place))
    around = ft.Padding.only(top=theme.Space.s)
    key = ft.ScrollKey(_key(number))  # type: ignore[call-arg]  # Flet makes its init itself
    return ft.Container(lines(title, *paragraphs, spacing=theme.Space.s), padding=around, key=key)


def _look_up(context: PageContext, table: str | None) -> Callable[[str], None]:
    """Return what opens a rule above the text."""
    return lambda rule: context.explain(Why((rule,), table=table))


def _paragraph(
    context: PageContext, paragraph: Paragraph, identifier: str, table: str | None, *, replaced: bool
) -> ft.Control:
    """Return a paragraph with links to its rules, which open above it.

    :param replaced: whether it does not hold at this table.
    """
    ink = ft.Colors.ON_SURFACE_VARIANT if replaced else ft.Colors.ON_SURFACE
    style = theme.markdown_style(context.preferences.text, ink)
    tables = ft.MarkdownExtensionSet.GITHUB_WEB
    text = tables_that_fit(context.say(paragraph.text), context)
    said = ft.Markdown(text, md_style_sheet=style, extension_set=tables, selectable=True)
    ids = context.app.rules.known(paragraph.rules)
    if not ids:
        return ft.Container(said, padding=ft.Padding.only(right=theme.Space.s))
    titles = ", ".join(context.say(context.app.rules.rule(id).title) for id in ids)
    sign = pressable(
        ft.Container(
            words("§", ft.TextThemeStyle.TITLE_MEDIUM, color=ft.Colors.PRIMARY, label=""),
            width=theme.Space.target,
            height=theme.Space.target,
            alignment=ft.Alignment.CENTER,
        ),
        lambda _: context.explain(Why(ids, table=table)),
        identifier,
        label=context.say(T("Look up: {titles}", titles=titles)),
        radius=theme.Radii.button,
    )
    return beside(wide(said), ft.Container(sign, margin=ft.Margin.only(top=-10.0)), spacing=theme.Space.xs, top=True)


def tables_that_fit(text: str, context: PageContext) -> str:
    """Return Markdown in which a table is a list if its columns, all of the same width, would break a word."""
    plain, tabled = list[str](), list[str]()
    for line in text.splitlines():
        (tabled if line.startswith("|") else plain).append(line)
    rows = [[cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")] for line in tabled]
    if not rows:
        return text
    room = min(context.size[0], READABLE) - 2 * theme.Space.l - theme.Space.target - theme.Space.xs
    cell_room = room / len(rows[0]) - 2 * theme.Space.s
    cells = (cell.replace("*", "") for row in rows for cell in row)
    if max(width_of(cell, ft.TextThemeStyle.BODY_MEDIUM, context.scale) for cell in cells) <= cell_room:
        return text
    listed = [f"- {': '.join(filter(None, row))}" for row in rows if not set("".join(row)) <= {"-"}]
    return "\n".join([*plain, *listed])
