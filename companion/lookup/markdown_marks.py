"""The signs of Markdown as the rules are written in it."""

import re
from typing import Final

#: A line of a list, with what stands before it.
ENTRY: Final = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
HEADING: Final = re.compile(r"\s*[#>]+\s+")
RULER: Final = re.compile(r"[\s|:-]*-{3,}[\s|:-]*")
LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
SLANTED: Final = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?![*\w])")
CODE: Final = re.compile(r"`([^`\n]+)`")
#: Whatever makes words stand out.
EMPHASIS: Final = re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
