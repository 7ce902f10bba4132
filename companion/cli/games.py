"""``companion games``."""

import argparse
from collections.abc import Callable
from typing import Any

from companion.cli.language import speaker
from companion.cli.output import OK, print_json, print_text
from companion.games import games
from companion.kernel.text import Text, messages

T, N = messages("companion")


def list_games(options: argparse.Namespace) -> int:
    """Print the games, with their house rules."""
    say = speaker(options.locale)
    if options.json:
        print_json([_game_json(game.meta, say) for game in games().values()])
        return OK
    for game in games().values():
        meta = game.meta
        fewest, most = meta.seats
        players = f"{fewest}–{most}" if fewest != most else str(most)
        print_text(
            say(
                T(
                    "{id}: {title}, {players} players, revision {revision}",
                    id=meta.id,
                    title=meta.title,
                    players=players,
                    revision=meta.revision,
                )
            )
        )
        for rule in meta.house_rules:
            choices = " · ".join(f"{option.id} ({say(option.title)})" for option in rule.options)
            line = f"{rule.key}: {say(rule.title)}: {choices}"
            print_text(f"  {line if rule.offered else say(T('{rule} – cannot be chosen at setup', rule=line))}")
        for number in meta.house_numbers:
            print_text(f"  {number.key}: {say(number.title)}: {number.low}–{number.high} ({number.default})")
        if name := meta.house_name:
            print_text(f"  {name.key}: {say(name.title)}: “…” (≤ {name.longest})")
    return OK


def _game_json(meta: Any, say: Callable[[Text], str]) -> dict[str, Any]:
    name = meta.house_name
    return {
        "id": meta.id,
        "title": say(meta.title),
        "seats": list(meta.seats),
        "revision": meta.revision,
        "house_rules": [
            {
                "key": rule.key,
                "title": say(rule.title),
                "rule": rule.rule,
                "options": [{"id": option.id, "title": say(option.title)} for option in rule.options],
                "default": rule.default,
                "offered": rule.offered,
            }
            for rule in meta.house_rules
        ],
        "house_numbers": [
            {
                "key": n.key,
                "title": say(n.title),
                "rule": n.rule,
                "low": n.low,
                "high": n.high,
                "default": n.default,
                "needs": list(n.needs),
            }
            for n in meta.house_numbers
        ],
        "house_name": name and {"key": name.key, "title": say(name.title), "rule": name.rule, "longest": name.longest},
    }
