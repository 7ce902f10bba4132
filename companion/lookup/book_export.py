"""Rulebooks as Markdown, as plain text for a terminal, and as an HTML page for printing."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final

from attrs import frozen

from companion.kernel.text import Text
from companion.lookup.book import Paragraph, Section
from companion.lookup.markdown_marks import BOLD, CODE, ENTRY, SLANTED
from companion.lookup.rules import Rule

#: How wide a terminal's lines are.
_WIDTH: Final = 78


@frozen
class Sheet:
    """A part of a rulebook to be written.

    :param title: the heading.
    :param subtitle: the line below it.
    :param sections: the sections.
    :param say: renders messages in a language.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    say: Callable[[Text], str]


def markdown(sheet: Sheet) -> str:
    """Return it as Markdown, with the ids of the rules below each paragraph."""
    written = [f"# {sheet.title}: {sheet.subtitle}"]
    for section in sheet.sections:
        written.append(f"## {sheet.say(section.title)}")
        for paragraph in section.paragraphs:
            written.append(sheet.say(paragraph.text))
            if paragraph.rules:
                written.append("§ " + ", ".join(f"`{id}`" for id in paragraph.rules))
    return "\n\n".join(written)


def plain(sheet: Sheet) -> str:
    """Return it as text for a terminal."""
    title = f"{sheet.title}: {sheet.subtitle}"
    written = [f"{title}\n{'=' * len(title)}"]
    for section in sheet.sections:
        said = sheet.say(section.title)
        written.append(f"{said}\n{'-' * len(said)}")
        for paragraph in section.paragraphs:
            written += ["\n".join(_wrapped(block)) for block in _blocks(sheet.say(paragraph.text))]
    return "\n\n".join(written)


def html(
    sheet: Sheet,
    *,
    locale: str,
    colour: str,
    way: str,
    title_of: Callable[[str], str | None],
    address: Callable[[str], str],
    contents: str | None = None,
    print_it: str | None = None,
    style: str | None = None,
    entries: Iterable[tuple[str, Iterable[Rule]]] = (),
) -> str:
    """Return an HTML page, laid out to be printed on A4.

    :param colour: the game's colour.
    :param way: the part of the rulebook, which decides the layout.
    :param title_of: returns the title of a rule, or ``None`` for an unknown id.
    :param address: returns the address of a rule.
    :param contents: the title of the table of contents, if it has one.
    :param print_it: the label of the print button, if there is one; it needs ``print.js`` beside the page's folder.
    :param style: CSS for a page without other files; otherwise ``print.css`` beside the page's folder is used.
    :param entries: rules in full, below titles, after the text.
    """

    def cited(paragraph: Paragraph) -> str:
        links = (
            f'<a href="{escape(address(id))}">{escape(title)}</a>' for id in paragraph.rules if (title := title_of(id))
        )
        joined = " · ".join(links)
        return f'<p class="told">§ {joined}</p>' if joined else ""

    body: list[str] = []
    for number, section in enumerate(sheet.sections, start=1):
        inside = "".join(
            _html(sheet.say(paragraph.text)) + (cited(paragraph) if contents else "")
            for paragraph in section.paragraphs
        )
        body.append(f'<section id="s{number}"><h2>{_inline(sheet.say(section.title))}</h2>{inside}</section>')
    for heading, rules in entries:
        body.append(f"<h2>{escape(heading)}</h2>")
        for rule in rules:
            texts = [rule.text, *([rule.example] if rule.example else [])]
            said = "".join(_html(sheet.say(text)) for text in texts)
            body.append(f'<section id="{rule.id}"><h3>{_inline(sheet.say(rule.title))}</h3>{said}</section>')
    listed = "".join(
        f'<li><a href="#s{number}">{_inline(sheet.say(section.title))}</a></li>'
        for number, section in enumerate(sheet.sections, start=1)
    )
    nav = f'<nav aria-label="{escape(contents)}"><h2>{escape(contents)}</h2><ol>{listed}</ol></nav>' if contents else ""
    button = f"<button>{escape(print_it)}</button>" if print_it else ""
    script = '<script src="../print.js" defer></script>' if print_it else ""
    look = f"<style>{style}</style>" if style else '<link rel="stylesheet" href="../print.css">'
    title = f"{escape(sheet.title)}: {escape(sheet.subtitle)}"
    return (
        f'<!doctype html>\n<html lang="{escape(locale)}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{look}{script}</head>"
        f'<body class="{way}" style="--colour: {escape(colour)}"><main><header><div><h1>{escape(sheet.title)}</h1><p>{escape(sheet.subtitle)}</p></div>{button}'
        f'</header>{nav}<div class="text">{"".join(body)}</div></main></body></html>\n'
    )


# The subset of Markdown that the rulebooks use


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block: a paragraph, a list, a table."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        at = next((at for at, line in enumerate(lines) if ENTRY.match(line)), len(lines))
        # a list may follow its introduction at once
        yield from filter(None, (lines[:at], lines[at:]))


def _entries(lines: list[str]) -> list[str]:
    """Return the entries of a list, each in one line."""
    found: list[str] = []
    for line in lines:
        if ENTRY.match(line):
            found.append(line.strip())
        else:
            found[-1] += f" {line.strip()}"
    return found


def _cells(lines: list[str]) -> list[list[str]]:
    """Return the rows of a table without the line below its head."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    return [row for row in rows if not all(cell and set(cell) <= set("-: ") for cell in row)]


def _bare(text: str) -> str:
    for mark in (BOLD, SLANTED, CODE):
        text = mark.sub(r"\1", text)
    return text


def _wrapped(block: list[str]) -> Iterator[str]:
    if block[0].startswith("|"):
        rows = [[_bare(cell) for cell in row] for row in _cells(block)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        yield from (
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
        )
    elif ENTRY.match(block[0]):
        for entry in _entries(block):
            sign = ENTRY.match(entry)
            indent = " " * (sign.end() if sign else 0)
            yield from textwrap.wrap(_bare(entry), _WIDTH, subsequent_indent=indent)
    else:
        yield from textwrap.wrap(_bare(" ".join(block)), _WIDTH)


def _inline(text: str) -> str:
    said = escape(text, quote=False)
    for mark, tag in ((BOLD, "strong"), (SLANTED, "em"), (CODE, "code")):
        said = mark.sub(rf"<{tag}>\1</{tag}>", said)
    return said


def _html(text: str) -> str:
    return "".join(map(_block_html, _blocks(text)))


def _block_html(block: list[str]) -> str:
    if block[0].startswith("|"):
        head, *rows = ([_inline(cell) for cell in row] for row in _cells(block))
        top = "".join(f"<th>{cell}</th>" for cell in head) if any(head) else ""
        rest = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table>{f'<tr>{top}</tr>' if top else ''}{rest}</table>"
    if ENTRY.match(block[0]):
        tag = "ul" if block[0].startswith("-") else "ol"
        entries = "".join(f"<li>{_inline(ENTRY.sub('', entry, count=1))}</li>" for entry in _entries(block))
        return f"<{tag}>{entries}</{tag}>"
    return f"<p>{_inline(' '.join(block))}</p>"
