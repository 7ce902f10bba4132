"""The signs of Markdown as the rules are written in it."""

import re
from typing import Final

#: A list item's marker.
ENTRY: Final = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
HEADING: Final = re.compile(r"\s*[#>]+\s+")
RULER: Final = re.compile(r"[\s|:-]*-{3,}[\s|:-]*")
LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
SLANTED: Final = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?![*\w])")
CODE: Final = re.compile(r"`([^`\n]+)`")
#: Markers of emphasis.
EMPHASIS: Final = re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
