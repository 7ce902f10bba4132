"""People: all players and groups, the page of a person, and the page of two people."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.explain import Explanation, Refused
from companion.kernel.players import LONGEST, name_key
from companion.kernel.text import Listing, Text, messages
from companion.stats.aggregate import Statistics, Summary
from companion.stats.game_summary import declared_stats
from companion.stats.people import Fact, Person
from companion.ui import design
from companion.ui.app.context import use_page_context
from companion.ui.app.dialogs import attempt
from companion.ui.app.scaffold import dead_end, quiet_button, screen
from companion.ui.design import theme
from companion.ui.design.base import heading, soft, words
from companion.ui.design.layout import apart, beside, column, flowing, lines, wide
from companion.ui.design.player_badge import badge, choice, marked
from companion.ui.runtime.hooks import component, screen_component, use_optional, use_value
from companion.ui.runtime.in_sight import Unfolding
from companion.ui.stats import shared as look
from companion.ui.stats.date_filter import use_season
from companion.ui.stats.shared import Back, use_back

T, N = messages("companion")

NOBODY: Final = T("Nobody here has that name.")

#: People, games and rounds shown before "show more".
SHOWN: Final = 30
_OTHERS: Final = 8


# ---------------------------------------------------------------- All


@screen_component
def PeopleScreen() -> ft.Control:
    """The page of all people."""
    context = use_page_context()
    title = context.say(T("People"))
    return screen(context, route="/evenings/people", title=title, controls=[PeopleBody()], back="/evenings")


@component
def PeopleBody() -> ft.Control:
    """The people, the groups and the games."""
    back = use_back()
    context = back.context
    many, show = use_value(SHOWN)
    grouping, group = use_value(False)
    if back.trouble:
        return design.notice("refusal", context.say(back.trouble.text), "unreadable")
    statistics, seasons = use_season(back)
    everybody = back.everything.people()
    kept = [id for id in everybody if not back.person(id).guest]
    rows = [_line(back, statistics, id) for id in kept[:many]]
    if len(kept) > many:
        more = N("Show {n} more", "Show {n} more", n=len(kept) - many)
        rows.append(quiet_button(context, more, lambda: show(len(kept)), "more", icon=ft.Icons.EXPAND_MORE))
    if not rows:
        return design.empty_state(context.say(T("Nobody has played yet")))
    sections = [seasons, lines(*rows)]
    add = quiet_button(
        context, T("New group"), lambda: group(not grouping), "new-group", icon=ft.Icons.GROUP_ADD, outlined=False
    )
    groups: list[ft.Control] = [_group(back, each.fact, each.name, each.people) for each in back.folk.groups]
    if grouping:
        groups.append(NewGroup(back, tuple(kept), lambda: group(False), key="new-group"))
    if back.writes:
        groups.append(beside(add))
    if groups and context.role():
        section = design.section(context.say(T("Groups")), groups)
        sections.append(Unfolding(section, grouping, key="groups"))
    kinds = [
        design.quiet_button(
            f"{back.called(kind)} · {context.renderer().number(played)}",
            partial(context.go, look.to_kind(kind)),
            f"kind-{kind}",
        )
        for kind, played in statistics.kinds()
    ]
    if kinds:
        sections.append(design.section(context.say(T("Statistics of a game")), [flowing(kinds)]))
    guests = [id for id in everybody if back.person(id).guest]
    if guests:
        shown = [_line(back, statistics, id) for id in guests[:SHOWN]]
        sections.append(design.section(context.say(T("Guests")), shown, spacing=0.0))
    return column(*sections, spacing=theme.Space.xl)


def _line(back: Back, statistics: Statistics, id: str) -> ft.Control:
    return look.person_line(back, id, f"person-{id}", detail=back.context.say(_in_short(statistics.of(id))))


def _in_short(summary: Summary) -> Text:
    """Return a person's results in one line."""
    played = N("{n} game", "{n} games", n=summary.played)
    if not summary.contests:
        return played
    if summary.shared:
        return T("{played} · {won} won, {shared} shared", played=played, won=summary.won, shared=summary.shared)
    return T("{played} · {won} won", played=played, won=summary.won)


def _group(back: Back, fact: str, name: str, people: frozenset[str]) -> ft.Control:
    context = back.context

    def go() -> None:
        context.access.people.take_back(fact)
        context.access.changed()

    members = [
        marked(back.mark(id), soft(called, ft.TextThemeStyle.BODY_SMALL), size=16.0)
        for called, id in sorted((back.person(id).name, id) for id in people)
    ]
    who = flowing(members, spacing=theme.Space.m, apart=2.0)
    text = lines(words(name, ft.TextThemeStyle.TITLE_MEDIUM), who, expand=True)
    if not back.writes:
        return text
    label = context.say(T("Remove the group {name}", name=name))
    return beside(text, design.icon_button(ft.Icons.CLOSE, label, attempt(context, go), f"group-off-{fact}"))


@component
def NewGroup(back: Back, people: tuple[str, ...], close: Callable[[], None]) -> ft.Control:
    """A form for a new group."""
    context = back.context
    chosen, choose = use_value(frozenset[str]())
    name, write = use_value("")
    trouble, notify = use_optional(Explanation)

    def save() -> None:
        context.access.people.group([back.person(id).name for id in sorted(chosen)], name)
        close()
        context.access.changed()

    def flip(id: str) -> None:
        choose(lambda now: now ^ {id})

    named = ((id, context.short(back.person(id).name)) for id in people)
    ticks = design.ticks(named, chosen, flip, "member", leading=partial(look.sign, back))
    line = design.text_input(
        context.say(T("Name of the group")),
        name,
        write,
        "group-name",
        error=context.say(trouble.text) if trouble else None,
        longest=LONGEST,
    )
    done = quiet_button(context, T("Save"), attempt(context, save, notify), "group-save")
    return design.paper(column(design.some_of(ticks), ft.Container(height=2.0), line, beside(done)))


# ---------------------------------------------------------------- One


@screen_component
def PersonScreen() -> ft.Control:
    """The page of a person."""
    back = use_back()
    context = back.context
    id = ft.use_route_params().get("person", "")
    person = back.person(id)
    if not person.id or not back.knows(person):
        return dead_end(context, "/evenings/person", said=NOBODY, to="/evenings/people")
    body = PersonBody(back, person, key=person.id)
    return screen(context, route=look.to_person(id), title=person.name, controls=[body], back="/evenings/people")


@component
def PersonBody(back: Back, person: Person) -> ft.Control:
    """A person's results, fellow players, name and mark."""
    context = back.context
    kind, of_kind = use_optional(str)
    statistics, seasons = use_season(back)
    summary = statistics.of(person.id, kind)
    head = beside(
        badge(back.mark(person.id), size=48.0),
        wide(heading(words(person.name, ft.TextThemeStyle.HEADLINE_LARGE))),
        spacing=theme.Space.m,
    )
    controls: list[ft.Control] = [head, seasons]
    kinds = statistics.kinds(person.id)
    if len(kinds) > 1:
        named = ((each, back.called(each)) for each, _ in kinds)
        controls.append(
            design.pick_one(named, kind, lambda each: of_kind(None if each == kind else each), "kind", optional=True)
        )
    only = kind or (kinds[0][0] if len(kinds) == 1 else None)
    controls.append(summed(back, summary, only))
    if only:
        controls += _stats(back, summary, only, person.id)
    else:
        controls.append(_by_kind(back, statistics, person.id))
    if met := statistics.met(person.id)[:_OTHERS]:
        rows = [_against(back, statistics, person.id, other) for other, _ in met]
        controls.append(design.section(context.say(T("Played with")), rows, spacing=0.0))
    latest = [look.game_line(back, part.game) for part in summary.parts[:5]]
    if latest:
        controls.append(design.section(context.say(T("Recent games")), latest, spacing=0.0))
    if back.writes:
        controls.append(About(back, person, key=f"about-{person.id}"))
    return column(*controls, spacing=theme.Space.xl)


def summed(back: Back, summary: Summary, kind: str | None) -> ft.Control:
    """Return results as numbers; points only for a single game, because those of different games do not compare."""
    context, say, number = back.context, back.context.say, back.context.renderer().number
    rows = [(say(T("Played")), number(summary.played))]
    if summary.contests:
        rows += [
            *zip(map(say, look.WON), look.won(context, summary), strict=True),
            (say(T("Win rate")), look.chances(context, summary)),
            (say(T("Longest streak")), number(summary.streak)),
        ]
        if summary.running > 1:
            rows.append((say(T("Current streak")), number(summary.running)))
    if kind and summary.parts:
        rows += zip(map(say, look.POINTS), look.points(context, summary), strict=True)
    rows += look.time_played(context, summary.seconds)
    facts = look.facts(rows)
    return design.paper(facts, padding=theme.Space.m, identifier="summed")


def _by_kind(back: Back, statistics: Statistics, person: str) -> ft.Control:
    """Return a table of the results in each game."""
    summaries = {kind: statistics.of(person, kind) for kind, _ in statistics.kinds(person)}
    columns = look.won_columns(summaries.values())
    rows = [(back.called(kind), *look.results(back.context, summary, columns)) for kind, summary in summaries.items()]
    heads = tuple(map(back.context.say, (T("Game"), *look.result_heads(columns))))
    return look.table(back.context, heads, rows, identifier="by-kind")


def _stats(back: Back, summary: Summary, kind: str, person: str) -> list[ft.Control]:
    meta = back.meta(kind)
    declared = declared_stats(meta) if meta else ()
    values = [
        (
            back.context.say(stat.title),
            look.figure(back.context, summary.statistic(stat.key), stat.shape),
            stat.key,
        )
        for stat in declared
        if any(stat.key in part.game.figures.statistics for part in summary.parts)
    ]
    if not values:
        return []
    rows = [
        design.quiet_button(
            f"{title}: {value}",
            partial(back.context.go, f"{look.to_kind(kind)}/{key}/{look.quoted(person)}"),
            f"telling-{key}",
            outlined=False,
        )
        for title, value, key in values
    ]
    return [design.section(back.context.say(T("Details")), [lines(*rows)])]


def _against(back: Back, statistics: Statistics, person: str, other: str) -> ft.Control:
    """Return how often a person was ahead of another one and behind."""
    duel = statistics.duel(person, other)
    games = N("{n} game together", "{n} games together", n=len(duel.games))
    return look.person_line(
        back,
        other,
        f"pair-{other}",
        detail=back.context.say(games),
        value=f"{duel.before} : {duel.behind}" if duel.before + duel.behind else "",
        on_click=partial(back.context.go, f"{look.to_person(person)}/{look.quoted(other)}"),
    )


# ---------------------------------------------------------------- Name and mark


@component
def About(back: Back, person: Person) -> ft.Control:
    """A form for a person's name, mark and guest status, with earlier renamings, which can be reverted."""
    context, people = back.context, back.context.access.people
    name, write = use_value(person.name)
    trouble, notify = use_optional(Explanation)
    asked, ask = use_optional(Person)
    marking, mark = use_value(False)

    def changed() -> None:
        ask(None)
        notify(None)
        context.access.changed()

    def rename(*, sure: bool = False) -> None:
        notify(None)
        other = back.folk.of(name)
        known = other.id != person.id and any(other.id in map(back.folk.id, each.figures.names) for each in back.games)
        if known and not sure:
            _refuse_if_met(back, person, other)
            ask(other)
            return
        # the person who has the name already keeps their identity
        people.call((*([name] if known else []), person.name), name)
        changed()
        context.toast(context.say(T("{old} is now called {name}.", old=person.name, name=name.strip())))

    def give(**part: str) -> None:
        context.access.marks.give((person.name,), 0, **part)
        context.access.changed()

    def guest(on: bool) -> None:
        people.keep(person.name, as_guest=on)
        context.access.changed()

    line = design.text_input(
        context.say(T("Name")),
        name,
        write,
        "person-name",
        on_submit=attempt(context, rename, notify),
        error=context.say(trouble.text) if trouble else None,
        longest=LONGEST,
    )
    controls: list[ft.Control] = [ft.Container(height=2.0), line]
    if asked:
        text = T(
            "{other} has played here too. Are {name} and {other} the same person?", name=person.name, other=asked.name
        )
        answers = [
            quiet_button(
                context, T("Yes, one person"), attempt(context, lambda: rename(sure=True), notify), "merge-yes"
            ),
            quiet_button(context, T("No"), lambda: ask(None), "merge-no"),
        ]
        controls.append(design.notice("warning", context.say(text), "merge-asked", answers=answers))
    elif name.strip() != person.name:
        controls.append(beside(quiet_button(context, T("Save"), attempt(context, rename, notify), "rename-save")))
    hint = T(
        "Games keep the name they were played under. If two people here are the same person, give one of "
        "them the name of the other."
    )
    controls.append(soft(context.say(hint), ft.TextThemeStyle.BODY_SMALL))
    colour = context.say(T("Colour and symbol of {name}", name=person.name))
    controls.append(
        flowing([design.quiet_button(colour, lambda: mark(not marking), "mark", icon=badge(back.mark(person.id)))])
    )
    if marking:
        chosen = choice(
            back.mark(person.id), context.say, lambda **part: attempt(context, partial(give, **part))(), "mark"
        )
        controls.append(design.paper(column(*chosen), padding=theme.Space.m))
    controls.append(
        design.switch_row(
            context.say(T("Guest")),
            context.say(T("Not suggested for new games and not listed under People.")),
            person.guest,
            lambda on: attempt(context, lambda: guest(on))(),
            "guest",
        )
    )
    controls += [_said(back, fact) for fact in back.folk.about(person)]
    return design.section(context.say(T("Name, colour and symbol")), controls, spacing=theme.Space.m)


def _said(back: Back, fact: Fact) -> ft.Control:
    """Return an earlier renaming with the button that reverts it."""
    context = back.context

    def take_back() -> None:
        context.access.people.take_back(fact.id)
        context.access.changed()

    names = tuple(dict.fromkeys(each for each in fact.names if name_key(each) != name_key(fact.name)))
    text = T("Now called {name}: {names}", name=fact.name, names=Listing(names or fact.names))
    undo = quiet_button(context, T("Take back"), take_back, f"take-back-{fact.id}", outlined=False)
    return apart(soft(context.say(text), ft.TextThemeStyle.BODY_MEDIUM), undo)


def _refuse_if_met(back: Back, person: Person, other: Person) -> None:
    """Refuse to merge two people who have played with each other."""
    games = back.everything.common(person.id, other.id)
    if games:
        text = T(
            "{name} and {other} have played together, so they are two people.",
            name=person.name,
            other=other.name,
        )
        raise Refused(Explanation(text, ("companion.players",)))


# ---------------------------------------------------------------- Two


@screen_component
def PairScreen() -> ft.Control:
    """The page of two people's common games."""
    back = use_back()
    context, given = back.context, ft.use_route_params()
    one, other = (back.person(given.get(which, "")) for which in ("person", "other"))
    if not back.knows(one, other):
        return dead_end(context, "/evenings/person", said=NOBODY, to="/evenings/people")
    statistics, seasons = use_season(back)
    title = context.say(T("{one} and {other}", one=one.name, other=other.name))
    duel = statistics.duel(one.id, other.id)
    number = context.renderer().number
    totals = [(context.say(T("Played")), number(len(duel.games)))]
    if len(duel.games) > duel.together:
        totals += [
            (context.say(T("{name} ahead", name=one.name)), number(duel.before)),
            (context.say(T("{name} ahead", name=other.name)), number(duel.behind)),
            (context.say(T("Tied")), number(duel.level)),
        ]
    if duel.together:
        totals.append((context.say(T("On the same team")), number(duel.together)))
    totals += look.time_played(context, sum(game.figures.seconds or 0 for game in duel.games))
    rows = []
    for kind in dict.fromkeys(game.figures.kind for game in duel.games):
        of_kind = statistics.duel(one.id, other.id, kind)
        rows.append(
            (
                back.called(kind),
                *map(number, (len(of_kind.games), of_kind.before, of_kind.behind, of_kind.level)),
            )
        )
    heads = (context.say(T("Game")), context.say(T("Played")), one.name, other.name, context.say(T("Tied")))
    signs = back.mark(one.id), back.mark(other.id)
    both = [
        marked(sign, words(each.name, ft.TextThemeStyle.HEADLINE_MEDIUM), size=36.0)
        for sign, each in zip(signs, (one, other), strict=True)
    ]
    controls: list[ft.Control] = [
        heading(flowing(both, spacing=theme.Space.xl)),
        seasons,
        design.paper(look.facts(totals), padding=theme.Space.m, identifier="summed"),
        look.table(context, heads, rows, identifier="by-kind", of_heads=(None, None, *signs, None)),
        design.section(
            context.say(T("Recent games")), [look.game_line(back, game) for game in duel.games[:SHOWN]], spacing=0.0
        ),
    ]
    route = f"{look.to_person(one.id)}/{look.quoted(other.id)}"
    return screen(context, route=route, title=title, controls=controls, back=look.to_person(one.id))
