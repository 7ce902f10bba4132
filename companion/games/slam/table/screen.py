"""The screen of a game: the players' panels above, then the prompt, the stage or the question, and the buttons."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.games.slam.card_library import FILE
from companion.games.slam.draft import Draft
from companion.games.slam.game import SlamGame
from companion.games.slam.messages import T
from companion.games.slam.reports.closing import FalseApplause
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.games.slam.table.big_board import big_board
from companion.games.slam.table.booking import BookingScreen, SlamPicker
from companion.games.slam.table.end import EndScreen
from companion.games.slam.table.library import card_library
from companion.games.slam.table.players import pile, players, scrolls
from companion.games.slam.table.poet_card import pick_poet
from companion.games.slam.table.poet_in_slam import ChampionHere, PoetHere
from companion.games.slam.table.questions import asked
from companion.games.slam.table.quick_entry import Check, DarlingOwners, NamedPoets, QuickEntryScreen, WinnerSheet
from companion.games.slam.table.scene import FACE_DOWN, Scene, Sheet
from companion.games.slam.table.stage import champions, poets
from companion.games.slam.table.verdict import FalseCallers, verdict
from companion.games.slam.view import TableView
from companion.tables.drafts import DraftKey
from companion.ui.design import theme
from companion.ui.kit.game_screen import GameScreen, Reopening
from companion.ui.kit.page import use_above
from companion.ui.kit.remembered_cards import remember, remembered
from companion.ui.kit.table_context import Play, use_part
from companion.ui.runtime.hooks import component, use_optional, use_value

#: The draft of the stage; it survives while another screen (sheet, history) is open.
STAGE: Final = DraftKey("stage", stored=Draft)


@component
def SlamTable(play: Play[TableView]) -> ft.Control:
    """The board of the game."""
    view = play.view
    _, redraw = use_value(0)
    shown, show = use_value(_corrected_sheet(play))
    drafts = play.session.drafts
    face_down = drafts.owned(FACE_DOWN)
    cards = FILE.merged(remembered(play, FILE), face_down.get(play.places.secret, FILE.empty))

    def turn_up() -> None:
        if face_down and view.phase != "reveal":
            drafts.clear(*map(FACE_DOWN.of, face_down))
            for more in face_down.values():
                remember(play, FILE, more)

    ft.use_effect(turn_up, dependencies=[view.phase, bool(face_down)])
    draft = drafts.get(STAGE)
    if draft is None or (draft.number, len(draft.poets), draft.gone) != (
        view.state.number,
        view.state.seats,
        view.state.gone,
    ):
        draft = Draft.empty(view.state.number, view.state.seats, view.state.gone).without_choice(
            view.possible, view.playable, cards
        )
        if report := play.corrected_report(PoetsRevealed) or play.corrected_report(ChampionsRevealed):
            draft = Draft.of(report, view.state.number, view.playable, view.state.gone)

    def change(new: Draft) -> None:
        drafts.set(STAGE, new)
        redraw(lambda n: n + 1)

    checking, check = use_optional(tuple)
    if checking and (checking[0] != view.state.number or view.phase == "end"):
        checking = None
    use_part(play, checking, lambda: check(None))
    scene = Scene(play, view, draft, cards, show, change)
    title, content = _sheet(scene, shown) if shown else ("", None)
    use_above(play.context, title, content, lambda: show(None))
    pad = theme.Space.m if play.layout.is_phone else theme.Space.l
    places = ft.Container(players(scene), padding=ft.Padding.only(left=pad, right=pad, top=theme.Space.s))
    now = ft.Container(_now(scene, checking, check), expand=True)
    return ft.Column(
        [now] if scrolls(scene) or view.phase == "end" else [places, now],
        spacing=0.0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _corrected_sheet(play: Play[TableView]) -> Sheet | None:
    """Return the sheet that made the report under correction, to open it again."""
    match play.correction and play.correction.line.action:
        case SlamOpened(name=name, special=special, glass=glass, die=die) if (
            name or special.value != "none" or glass or die
        ):
            return ("slams", 0, 0)
        case FalseApplause():
            return ("false", 0, 0)
        case SlamWon() | GoldWon() if play.view.phase == "reveal":
            return ("won", 0, 0)
    return None


def _now(scene: Scene, checking: Check | None, check: Callable[[Check | None], None]) -> ft.Control:
    """Return the screen of the current phase; booking by the cards if so set, or if a slam is checked."""
    view = scene.view
    match view.phase:
        case "booking" if not scene.play.exact and not checking:
            return QuickEntryScreen(scene, check, key=f"glance-{view.state.number}")
        case "booking":
            return BookingScreen(scene, checking, check, key=f"booking-{view.state.number}")
        case "reveal":
            return champions(scene) if view.state.is_gold else poets(scene)
        case "judging":
            return asked(scene)
        case "verdict":
            return verdict(scene, checking)
        case _:
            return EndScreen(scene)


def _sheet(scene: Scene, shown: Sheet) -> tuple[str, ft.Control]:
    kind, seat, place = shown
    match kind:
        case "pick":
            title = scene.say(T("{who}: choose poet {n}", who=scene.who(seat), n=place + 1))
            return title, pick_poet(scene, seat, place)
        case "poet":
            return scene.who(seat), PoetHere(scene, seat, place, key=f"poet-{seat}-{place}")
        case "champion":
            return scene.who(seat), ChampionHere(scene, seat, place, key=f"champion-{seat}-{place}")
        case "slams":
            return scene.say(T("Slam cards")), SlamPicker(scene, key="slams")
        case "cards":
            return scene.say(T("Card library")), card_library(scene.play)
        case "won":
            return scene.say(T("Who has won?")), WinnerSheet(scene, key="won")
        case "named":
            return scene.say(T("Victory pile")), NamedPoets(scene, key="named")
        case "darlings":
            return scene.say(T("Victory pile")), DarlingOwners(scene, key="darlings")
        case "false":
            return scene.say(T("Who called Schinken?")), FalseCallers(scene, key="false")
        case _:
            return scene.who(seat), pile(scene, seat)


SCREENS: Final = {
    "slam": GameScreen(
        board=SlamTable,
        big_board=big_board,
        reopening=Reopening(
            pages=tuple(report for report in SlamGame.reports if report is not Applauded),
            exactly=lambda report: not isinstance(report, SlamWon | GoldWon | TieTold),
            unshown={
                GoldOpened: ("glass", "die", "by_revision_2"),
                PoetsRevealed: ("zeros_told", "by_revision_2", "by_revision_3"),
                ChampionsRevealed: ("untold_as_zero", "by_revision_2", "by_revision_3"),
                SlamWon: ("cards", "poets", "also", "by_revision_3"),
                GoldWon: ("by_revision_3",),
                TieTold: ("also",),
            },
        ),
        in_sight={
            "booking": ("slam.turn.show", "slam.tie.first"),
            "reveal": ("slam.turn.show", "slam.team.cherry_pick"),
            "judging": ("slam.tie.first",),
        },
    )
}
