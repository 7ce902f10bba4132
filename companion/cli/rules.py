"""``companion rules``."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.cli.language import speaker
from companion.cli.output import OK, REFUSED, USAGE, complain, print_json, print_text, write
from companion.games import games, left_out
from companion.kernel.game import Json
from companion.kernel.text import Listing, Text, messages
from companion.kernel.text_limits import printable

if TYPE_CHECKING:
    from companion.lookup import Rule
    from companion.lookup.book_export import Sheet
    from companion.lookup.search import Hit

T, N = messages("companion")

#: Names of the kinds of rules for people; JSON output has the identifiers.
_KINDS: Final = {
    "rule": T("rule"),
    "ruling": T("ruling"),
    "house rule": T("house rule"),
    "question": T("question"),
}


def usage(options: argparse.Namespace) -> int:
    """Print what else there is to say."""
    options.parser.print_help()
    return USAGE


def left_out_of_rules() -> tuple[Text, ...]:
    """Return why games and rules are missing."""
    from companion.lookup import rulebook

    return (*left_out(), *rulebook().left_out)


def left_out_of_search() -> tuple[Text, ...]:
    """Return why games, rules and words are missing."""
    from companion.lookup.search import index

    return (*left_out_of_rules(), *index().left_out)


def list_rules(options: argparse.Namespace) -> int:
    """Print all rules."""
    from companion.lookup import rulebook

    say = speaker(options.locale)
    found = rulebook().rules(options.game)
    if options.json:
        print_json([{"id": r.id, "game": r.game, "kind": r.kind.value, "title": say(r.title)} for r in found])
        return OK
    for rule in found:
        print_text(f"{rule.id}  [{say(_KINDS[rule.kind.value])}]  {say(rule.title)}")
    return OK


def search_rules(options: argparse.Namespace) -> int:
    """Print the rules that answer, the best first: exit code 1 if none does."""
    from companion.lookup.search import search

    say = speaker(options.locale)
    question = " ".join(options.words)
    hits = search(question, options.locale, game=options.game, limit=options.limit)
    if options.json:
        print_json([_hit_json(hit, say) for hit in hits])
    elif hits:
        write("\n\n".join(_hit_text(hit, say) for hit in hits))
    if hits:
        return OK
    complain(say(T("Nothing was found for “{words}”.", words=question)))
    return REFUSED


def _hit_text(hit: "Hit", say: Callable[[Text], str]) -> str:
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout and sys.stdout.isatty() else ("", "")
    pieces = ((printable(piece.text, lines=True), piece.found) for piece in hit.passage)
    passage = "".join(f"{bold}{text}{plain}" if found else text for text, found in pieces)
    found = games().get(hit.rule.game)
    whose = f"{say(found.meta.title)}: " if found else ""
    return f"{say(hit.rule.title)}  [{say(_KINDS[hit.rule.kind.value])}]\n{hit.rule.id}\n  {whose}{passage}"


def _hit_json(hit: "Hit", say: Callable[[Text], str]) -> Json:
    rule = hit.rule
    return {
        "id": rule.id,
        "game": rule.game,
        "kind": rule.kind.value,
        "title": say(rule.title),
        "passage": "".join(piece.text for piece in hit.passage),
        "found": list(dict.fromkeys(piece.text for piece in hit.passage if piece.found)),
        "score": hit.score,
    }


def read_rules(options: argparse.Namespace) -> int:
    """Print what there is to read of a game's rules: exit code 1 if that cannot be read."""
    from companion.lookup import WrongRule, book_export
    from companion.lookup.book import ReadingMode
    from companion.lookup.print_routes import page, sheet

    way = ReadingMode(options.part)
    try:
        made = sheet(options.game, way, options.locale)
    except WrongRule as wrong:
        complain(speaker(options.locale)(wrong.why))
        return REFUSED
    if options.json:
        print_json({"game": options.game, "part": way.value, "title": made.title, "sections": _sections_json(made)})
    elif options.format == "html":
        print_text(page(options.game, way, options.locale))
    else:
        print_text(book_export.markdown(made) if options.format == "markdown" else book_export.plain(made))
    return OK


def _sections_json(made: "Sheet") -> list[Json]:
    return [
        {
            "title": made.say(section.title),
            "paragraphs": [
                {"text": made.say(paragraph.text), "rules": list(paragraph.rules)} for paragraph in section.paragraphs
            ],
        }
        for section in made.sections
    ]


def show_rule(options: argparse.Namespace) -> int:
    """Print one rule: exit code 1 if there is none with this id."""
    from companion.lookup import UnknownRule, rulebook

    say = speaker(options.locale)
    try:
        rule = rulebook().rule(options.id)
    except UnknownRule as unknown:
        near = Listing(unknown.near)
        text = (
            T("There is no rule {id}. Similar: {near}", id=options.id, near=near)
            if unknown.near
            else T("There is no rule {id}.", id=options.id)
        )
        complain(say(text))
        return REFUSED
    if options.json:
        print_json(_rule_json(rule, say))
    else:
        _print_rule(rule, say)
    return OK


def _rule_json(rule: "Rule", say: Callable[[Text], str]) -> Json:
    return {
        "id": rule.id,
        "game": rule.game,
        "kind": rule.kind.value,
        "title": say(rule.title),
        "text": say(rule.text),
        "example": say(rule.example) if rule.example else None,
        "keywords": say(rule.keywords),
        "see": list(rule.see),
        "phases": list(rule.phases),
    }


def _print_rule(rule: "Rule", say: Callable[[Text], str]) -> None:
    print_text(f"{say(rule.title)}  [{say(_KINDS[rule.kind.value])}]\n{rule.id}\n\n{say(rule.text)}")
    if rule.example:
        print_text(f"\n{say(T('Example'))}: {say(rule.example)}")
    if rule.see:
        print_text("\n" + say(T("See also")) + ": " + ", ".join(rule.see))
