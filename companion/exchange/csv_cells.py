"""The cells of a table as spreadsheets and people write them: UTF-8 with its mark, numbers without a locale, no word that is run."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from companion.storage import limits

#: What a spreadsheet takes for a formula: at the beginning of a cell, behind blanks, in the wide letters of East Asia, and behind
#: anything that separates cells, since it may open the file with another separator than the one it was written with.
_FORMULA: Final = re.compile(r"(\A|[,;\t\r\n])('*\s*[=+\-@\t\r\n＝＋－＠])")
_GUARDED: Final = re.compile(_FORMULA.pattern.replace("('*", "'('*"))

#: What may part the cells.
SEPARATORS: Final = (",", ";", "\t")

#: A first line that declares the separator, for Excel.
_NAMED: Final = re.compile("[\"']?sep=([,;\t])[\"']?", re.IGNORECASE)

#: Excel knows UTF-8 only by it.
_MARK: Final = "\ufeff"


def cell(value: str | int | bool | None) -> str:
    """Return a value as a cell; text that a spreadsheet would execute is prefixed with an apostrophe.

    >>> cell(-5), cell("=1+1"), cell("Anna"), cell("Anna;=1+1"), cell(True), cell(None)
    ('-5', "'=1+1", 'Anna', "Anna;'=1+1", 'yes', '')
    """
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
    return _FORMULA.sub(r"\1'\2", value)


def word(written: str) -> str:
    """Return the text of a cell, the inverse of :func:`cell`.

    >>> word(cell("=1+1")), word(cell("'=x")), word(cell("Anna;=1+1")), word("  Anna ")
    ('=1+1', "'=x", 'Anna;=1+1', 'Anna')
    """
    text = written.strip()
    return _GUARDED.sub(r"\1\2", text).strip() if "'" in text else text


def written(head: Sequence[str], rows: Iterable[Sequence[str | int | bool | None]]) -> bytes:
    """Return the content of a file."""
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(map(cell, head))
    writer.writerows(map(cell, row) for row in rows)
    return f"{_MARK}{made.getvalue()}".encode()


def decoded(content: bytes) -> str:
    """Return the text of a file; one that is not Unicode is assumed to be Windows-1252."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows of a table, each with its line number.

    :raises OutOfBounds: if it has more rows or cells than any table of points.
    :raises ValueError: if it ends within quotes, or is no table.
    """
    plain = text.removeprefix(_MARK)
    first = next((line for line in plain.splitlines() if line.strip()), "")
    named = _NAMED.fullmatch(first)
    separator = named[1] if named else max(SEPARATORS, key=first.count)
    found, begun = [], 1
    try:
        reader = csv.reader(io.StringIO(plain, newline=""), delimiter=separator, strict=True)
        for row in reader:
            if any(each.strip() for each in row):
                limits.refuse_more(len(row), limits.CELLS)
                found.append((begun, row))
                limits.refuse_more(len(found), limits.ROWS)
            begun = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(str(error)) from None
    return found[1:] if named else found


def is_table(text: str) -> bool:
    """Return whether a text looks like a table: several lines of several cells."""
    lines = [line for line in text.removeprefix(_MARK).splitlines() if line.strip()][:2]
    return len(lines) > 1 and any(all(separator in line for line in lines) for separator in SEPARATORS)
