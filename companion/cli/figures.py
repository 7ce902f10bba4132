"""``companion figures``."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.export_import import with_library
from companion.cli.language import speaker
from companion.cli.output import OK, print_json, print_text
from companion.games import games
from companion.kernel.text import messages

if TYPE_CHECKING:
    from companion.storage.library import Library

T, N = messages("companion")


def figures(options: argparse.Namespace) -> int:
    """Print statistics by person: exit code 1 if the games cannot be read."""
    from companion.stats.aggregate import Statistics
    from companion.stats.people import People
    from companion.stats.played_games import PlayedGames

    say = speaker(options.locale)

    def count(library: "Library") -> int:
        evenings = PlayedGames(library, games(), People(library))
        if options.rebuild:
            evenings.rebuild()
        else:
            evenings.count()
        played, folk = evenings.played(), evenings.people.folk
        statistics = Statistics(played, folk).finished
        written = {folk.id(name): name for game in reversed(played) for name in game.names}
        rows = [(folk.of(written[id]).name, statistics.of(id)) for id in statistics.people()]
        if options.json:
            people = [
                {"name": name, "played": each.played, "won": each.won, "shared": each.shared, "seconds": each.seconds}
                for name, each in rows
            ]
            print_json({"games": len(played), "finished": len(statistics.games), "people": people})
            return OK
        print_text(say(N("{n} game in the statistics.", "{n} games in the statistics.", n=len(played))))
        for name, each in rows:
            line = T("{name}: {n} played, {won} won", name=name, n=each.played, won=each.won)
            if each.shared:
                line = T(
                    "{name}: {n} played, {won} won, {shared} shared",
                    name=name,
                    n=each.played,
                    won=each.won,
                    shared=each.shared,
                )
            print_text(say(line))
        return OK

    return with_library(options, say, count)
