"""A table in play, as the screens of this game see it."""

from typing import TypeAlias

from companion.games.free_sheet.view import TableView
from companion.ui.kit.play import PlayOf

Play: TypeAlias = PlayOf[TableView]
