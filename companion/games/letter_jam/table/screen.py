"""The table screen of Letter Jam: its home page and its other pages."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.games.letter_jam.messages import T
from companion.games.letter_jam.reports.agreement import EndAgreed, EndDeclined, EndProposed
from companion.games.letter_jam.reports.clue import ClueGiven, ClueTold
from companion.games.letter_jam.reports.deciding import BonusGuessed, MovesOn
from companion.games.letter_jam.reports.end import WordFails, WordLaid, WordTold
from companion.games.letter_jam.table.big_board import big_board
from companion.games.letter_jam.table.choosing import agree, agreeing, choose, dealing, many_rows, talk
from companion.games.letter_jam.table.clue import Composer
from companion.games.letter_jam.table.counts import counts
from companion.games.letter_jam.table.deciding import BonusGuess, clue_on_table, decide
from companion.games.letter_jam.table.laying import WordBuilder, lay_words, longer
from companion.games.letter_jam.table.overview import overview
from companion.games.letter_jam.table.pieces import HOME, Go, Mode, What, latest_messages, still_deciding
from companion.games.letter_jam.table.quick_clue import QuickClue, more_details, reported_clue, to_the_words
from companion.games.letter_jam.table.revealing import ask_letters, result, reveal, to_judge, words_judged, words_laid
from companion.games.letter_jam.table.sheet import guess_sheet, hand_out
from companion.games.letter_jam.view import TableView
from companion.ui.kit.elements import GameOverButtons, finish, prompt
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.pane import notes, pane
from companion.ui.kit.table_context import Play, use_part
from companion.ui.runtime.hooks import component, use_value

#: The phases in which each page other than the home page is available.
_PHASES: Final[dict[What, tuple[str, ...]]] = {
    "brief": ("choosing", "deciding"),
    "give": ("choosing", "deciding"),
    "round": ("deciding",),
    "sheets": ("choosing", "deciding", "laying"),
    "curtain": ("choosing", "deciding", "laying"),
    "sheet": ("choosing", "deciding", "laying"),
    "guess": ("deciding",),
    "word": ("laying", "revealing"),
    "longer": ("laying", "revealing"),
    "fails": ("laying", "revealing"),
}

#: The most players whose lines leave room for the messages on a phone.
_FEW: Final = 4


@component
def LetterJamTable(play: Play[TableView]) -> ft.Control:
    """Show the current page of the table, the home page first."""
    view = play.view
    asked, ask = use_value(_corrected_page(play))

    def go(to: Mode) -> None:
        play.actions.refuse(None)
        ask(to)

    mode, home = _possible(view, asked), partial(go, HOME)
    close = partial(go, Mode("sheets")) if mode.what in ("curtain", "sheet") and play.seat is None else home
    use_part(play, mode != HOME and mode, close)
    # with a key of its own, a page begins at its top
    return ft.Container(_PAGES[mode.what](play, mode, go, close), key=f"page-{mode.what}-{mode.seat}", expand=True)


def _corrected_page(play: Play[TableView]) -> Mode:
    """Return the page on which the report under correction is entered, or the home page."""
    view = play.view
    clues = len(view.clues)
    match play.correction and play.correction.line.action:
        case ClueTold(seat=seat):
            return Mode("brief", seat, clues)
        case ClueGiven(seat=seat):
            return Mode("give", seat, clues)
        case BonusGuessed(seat=seat):
            return Mode("guess", seat, clues)
        case WordLaid(seat=seat):
            return Mode("word", seat)
        case WordTold(seat=seat, right=False) | WordFails(seat=seat):
            return Mode("fails", seat)
        case WordTold(seat=seat, letters=letters) if letters > view.players[seat].place.length:
            return Mode("longer", seat)
    return HOME


def _possible(view: TableView, asked: Mode) -> Mode:
    """Return the requested page, or the home page if the game has moved past it."""
    chips_known = bool(view.clue and not view.clue.brief)
    past = (
        view.phase not in _PHASES.get(asked.what, (view.phase,)),
        asked.clue not in (None, len(view.clues)),
        asked.what in ("brief", "give", "round") and chips_known,
        asked.what in ("longer", "fails") and asked.seat not in to_judge(view),
        asked.what == "word" and any(laid and laid.word.revealed and laid.word.tiles for laid in view.words),
    )
    return HOME if any(past) else asked


def _home(play: Play[TableView], go: Go) -> ft.Control:
    view = play.view
    if agreeing(play):
        return pane(play, [prompt(play), overview(play), *notes(play)], agree(play))
    top: list[ft.Control] = [prompt(play, lines=still_deciding(play))]
    match view.phase:
        case "preparing":
            top += [*latest_messages(play), overview(play), *notes(play)]
            bottom = dealing(play)
        case "choosing":
            top += [*latest_messages(play), overview(play), *notes(play), *talk(play)]
            bottom = choose(play, go)
        case "deciding" if view.clue and view.clue.brief and not play.exact:
            top += [
                *latest_messages(play, view.clue.text),
                reported_clue(play, view.clue, go),
                overview(play),
                *notes(play),
            ]
            top += talk(play)
            bottom = choose(play, go) if play.offered(ClueTold) else to_the_words(play, go)
        case "deciding":
            return _decided(play, go)
        case "laying":
            said, rest = latest_messages(play), [*notes(play), *words_judged(play)]
            bottom = lay_words(play, go)
            if play.context.low or play.context.large:  # a line for each player exceeds the height of such a page
                lines = [bottom, *said] if play.context.huge else [*said, bottom]
                return pane(play, [*top, *lines, *rest])
            top += [*said, *rest]
        case "revealing":
            top += [*latest_messages(play), *notes(play), *words_laid(play)]
            bottom = reveal(play, go)
        case _:
            top = finish(play, result(play), *words_laid(play))
            bottom = GameOverButtons(play)
    gives = play.offered(ClueTold) or play.offered(ClueGiven)
    return pane(play, top, bottom, early=bool(gives) and many_rows(play))


def _decided(play: Play[TableView], go: Go) -> ft.Control:
    """Show the prompt and the clue on the table, above the players' decisions or further details of the clue."""
    clue, large = play.view.clue, play.context.large
    assert clue
    # after a clue with unknown chips the game does not ask for decisions, but this page does
    asks = T("Move on, or keep the letter up?") if clue.brief or large else None
    # in large type the players' lines alone show who has not decided
    asked = prompt(play, text=asks, lines=[] if large else still_deciding(play))
    top = [asked, *latest_messages(play, clue.text, last=large), clue_on_table(play, clue)]
    # many lines would leave no room for the prompt and the messages; in the largest type the pane puts them right below
    tight = play.layout.alone and not (play.context.huge or play.context.low)
    scrolls = tight and len(play.view.players) > _FEW
    bottom = more_details(play, clue, go) if clue.brief else decide(play, go)
    return pane(play, top, bottom, scrolls=scrolls)


#: The content of each page; called with the page, how to open another one, and how to leave it.
_PAGES: Final[dict[What, Callable[[Play[TableView], Mode, Go, Callable[[], None]], ft.Control]]] = {
    "home": lambda play, _mode, go, _leave: _home(play, go),
    "brief": lambda play, mode, _go, leave: QuickClue(play, mode.seat, leave, key=f"brief-{mode.seat}-{mode.clue}"),
    "give": lambda play, mode, _go, leave: Composer(play, mode.seat, leave, key=f"give-{mode.seat}-{mode.clue}"),
    "round": lambda play, _mode, go, _leave: _decided(play, go),
    "sheets": lambda play, _mode, go, _leave: hand_out(play, go),
    "curtain": lambda play, mode, _go, leave: guess_sheet(play, mode.seat, leave),
    "sheet": lambda play, mode, _go, leave: guess_sheet(play, mode.seat, leave, handed=True),
    "guess": lambda play, mode, _go, leave: BonusGuess(play, mode.seat, leave, key=f"guess-{mode.seat}-{mode.clue}"),
    "word": lambda play, mode, _go, leave: WordBuilder(play, mode.seat, None, leave, key=f"word-{mode.seat}"),
    "longer": lambda play, mode, go, _leave: longer(play, mode.seat, go),
    "fails": lambda play, mode, _go, leave: ask_letters(play, mode.seat, leave),
}
#: Reports that are entered outside the exact mode.
_SPARSE: Final = (ClueTold, EndProposed, EndAgreed, EndDeclined, WordTold)
_TALK: Final = ("letter_jam.talk.allowed", "letter_jam.talk.forbidden")
SCREENS: Final = {
    "letter_jam": GameScreen(
        board=LetterJamTable,
        counts=counts,
        big_board=big_board,
        reopening=Reopening(
            pages=(ClueTold, ClueGiven, BonusGuessed, WordTold, WordLaid, WordFails),
            exactly=lambda report: not isinstance(report, _SPARSE),
            unshown={ClueGiven: ("one_letter",), MovesOn: ("letter",), BonusGuessed: ("drawn_later",)},
        ),
        # the next clue is chosen while the last one is still on the table
        in_sight={"choosing": _TALK, "deciding": _TALK},
    )
}
