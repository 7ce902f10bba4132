"""The statistics of one game: wins, averages, bests, and the game's own figures down to single games."""

from functools import partial

import flet as ft

from companion.kernel.text import messages
from companion.scoring.game_stats import GameStat
from companion.stats.aggregate import Statistics
from companion.stats.game_summary import declared_stats
from companion.ui import design
from companion.ui.app.context import Why
from companion.ui.app.scaffold import dead_end, screen
from companion.ui.design import theme
from companion.ui.design.base import soft
from companion.ui.design.layout import column, lines
from companion.ui.runtime.hooks import screen_component
from companion.ui.stats import shared as look
from companion.ui.stats.date_filter import use_season
from companion.ui.stats.shared import Back, use_back

T, N = messages("companion")

#: The most people and games shown.
_SHOWN = 40


@screen_component
def KindScreen() -> ft.Control:
    """The page with the statistics of a game."""
    back = use_back()
    context = back.context
    kind = ft.use_route_params().get("kind", "")
    finished, seasons = use_season(back)
    games = finished.of_kind(kind)
    if not back.finished.of_kind(kind):
        said = T("No game of it has been finished here yet.")
        return dead_end(context, look.to_kind(kind), said=said, to="/evenings", way=look.EVENINGS)
    number = context.renderer().number
    seconds = sum(game.figures.seconds or 0 for game in games)
    facts = [(context.say(T("Played")), number(len(games)))]
    facts += look.time_played(context, seconds)
    controls: list[ft.Control] = [seasons, look.facts(facts), _everybody(back, finished, kind)]
    meta = back.meta(kind)
    for stat in declared_stats(meta) if meta else ():
        controls += _stats(back, finished, kind, stat)
    latest = [look.game_line(back, game) for game in games[:10]]
    controls.append(design.section(context.say(T("Recent games")), latest, spacing=0.0))
    shown = back.coloured(kind, column(*controls, spacing=theme.Space.xl))
    route, title = look.to_kind(kind), back.called(kind)
    return screen(context, route=route, title=title, controls=[shown], back="/evenings/people")


def _everybody(back: Back, statistics: Statistics, kind: str) -> ft.Control:
    """Return a table of all players' results, most wins first."""
    context, number = back.context, back.context.renderer().number
    summaries = [(id, statistics.of(id, kind)) for id in statistics.people(kind) if not back.person(id).guest]
    summaries.sort(key=lambda each: -(each[1].won + each[1].shared))
    columns = look.won_columns(summary for _, summary in summaries[:_SHOWN])
    rows = [
        (
            back.person(id).name,
            *look.results(context, summary, columns),
            *([] if context.alone else [number(summary.streak)]),
        )
        for id, summary in summaries[:_SHOWN]
    ]
    marks = [back.mark(id) for id, _ in summaries[:_SHOWN]]
    heads = (T("Who"), *look.result_heads(columns), *([] if context.alone else [T("Longest streak")]))
    return look.table(context, tuple(map(context.say, heads)), rows, identifier="everybody", of_rows=marks)


def _stats(back: Back, statistics: Statistics, kind: str, stat: GameStat) -> list[ft.Control]:
    """Return one of the game's figures for all players; a tap shows the games it comes from."""
    context = back.context
    tallies = [
        (id, statistics.of(id, kind).statistic(stat.key)) for id in statistics.people(kind) if not back.person(id).guest
    ]
    tallies = [(id, tally) for id, tally in tallies if any(tally)]
    if not tallies:
        return []
    rows = [
        look.person_line(
            back,
            id,
            f"telling-{stat.key}-{id}",
            value=look.figure(context, tally, stat.shape),
            on_click=partial(context.go, f"{look.to_kind(kind)}/{stat.key}/{look.quoted(id)}"),
        )
        for id, tally in tallies[:_SHOWN]
    ]
    return [design.section(context.say(stat.title), [lines(*rows)], spacing=0.0)]


@screen_component
def FigureScreen() -> ft.Control:
    """One of the game's figures for one player, game by game, with its rule."""
    back = use_back()
    context, given = back.context, ft.use_route_params()
    kind, key, person = given.get("kind", ""), given.get("figure", ""), back.person(given.get("person", ""))
    finished, seasons = use_season(back)
    route, above = f"{look.to_kind(kind)}/{key}/{look.quoted(person.id)}", look.to_kind(kind)
    meta = back.meta(kind)
    stat = next((each for each in declared_stats(meta) if each.key == key), None) if meta else None
    if stat is None or not back.knows(person):
        return dead_end(context, route, said=T("There is no such statistic."), to="/evenings", way=look.EVENINGS)
    summary = finished.of(person.id, kind)
    parts_ = [part for part in summary.parts if str(part.seat) in part.game.figures.statistics.get(key, {})]
    rows = [
        look.game_line(
            back,
            part.game,
            shown=look.figure(context, part.game.figures.statistic(key, part.seat), stat.shape),
        )
        for part in parts_[:_SHOWN]
    ]
    whole = look.figure(context, summary.statistic(key), stat.shape)
    why = design.link_button(context.say(T("Why?")), lambda: context.explain(Why((stat.rule,))), "figure-why")
    head = lines(look.person_line(back, person.id, "whole", detail=context.say(stat.title), value=whole), lines(why))
    hint = soft(context.say(T("Tap a game to see the entries behind the number.")), ft.TextThemeStyle.BODY_SMALL)
    controls: list[ft.Control] = [seasons, head, hint, column(*rows, spacing=0.0)]
    return screen(context, route=route, title=context.say(stat.title), controls=controls, back=above)
