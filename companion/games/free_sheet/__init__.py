"""Any other game: a score sheet for what the referee does not know."""

from companion.games.free_sheet.meta import META
from companion.kernel.game import later

GAMES = (later(META, "companion.games.free_sheet.game", "FreeSheet"),)
