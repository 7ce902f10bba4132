"""Correcting any report opens its own screen with the reported values; entered unchanged, it gives the same report."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from effort import at_leisure, pairs
from games.pins import TRANSCRIPTS, transcript
from screens.room import PHONE, TABLET, Page, Room, begin, resume, room, submit

from companion.games import games
from companion.games.bronzen import reports as bronzen
from companion.games.bronzen.pracherche import reports as pracherche
from companion.games.free_sheet import reports as free_sheet
from companion.games.labtag import reports as labtag
from companion.games.letter_jam import reports as letter_jam
from companion.games.schlafmuetze import reports as schlafmuetze
from companion.games.schlafmuetze.cards import Colour
from companion.games.slam.reports.answers import (
    Bribed,
    ContagionRolled,
    NotMaleTold,
    ShowDecided,
    SmartVoted,
    ValuesTold,
)
from companion.games.slam.reports.closing import FalseApplause
from companion.games.slam.reports.counted import PileCounted, SecondTold
from companion.games.slam.reports.laying import ChampionsRevealed, PoetsRevealed
from companion.games.slam.reports.opening import GoldOpened, SlamOpened
from companion.games.slam.reports.ties import Applauded
from companion.games.slam.reports.won import GoldWon, SlamWon, TieTold
from companion.i18n import Renderer
from companion.kernel.explain import Refused
from companion.kernel.history import HistoryItem
from companion.kernel.kinds import kind_of
from companion.kernel.log import Act, Entry, Header, PrivateNote
from companion.kernel.offers import Choice, Offer
from companion.kernel.record import Record, replay

#: The control to tap on the opened screen to submit a report unchanged; a form has a submit button, and the button of a
#: one-tap report has the report's name.
TAPS: Final[dict[type, Callable[[Any], str]]] = {
    bronzen.Cards: lambda _: "picked",
    pracherche.Cards: lambda _: "picked",
    bronzen.Double: lambda _: "double",
    free_sheet.Scored: lambda _: "next",
    free_sheet.OthersNothing: lambda _: "others-nothing",
    free_sheet.Finished: lambda _: "last-round",
    labtag.Drawn: lambda _: "drawn",
    labtag.GroupsLaid: lambda _: "laid",
    labtag.AllLaid: lambda _: "all-laid",
    labtag.Picked: lambda report: "check" if report.group is None else "group-{}-{}".format(*report.against),
    labtag.Revealed: lambda _: "enter-cards",
    labtag.Summed: lambda _: "enter-sums",
    labtag.MatchWon: lambda report: "drawn-match" if report.winner is None else f"match-{report.winner}",
    labtag.Rechecked: lambda _: "recheck",
    labtag.PileTold: lambda _: "enter-pile",
    letter_jam.Dealt: lambda report: f"dealt-{report.lengths[0]}",
    letter_jam.ClueTold: lambda report: f"letters-{report.letters}",
    letter_jam.ClueGiven: lambda _: "clue-done",
    letter_jam.EndProposed: lambda _: "end-proposed",
    letter_jam.EndAgreed: lambda _: "end-agreed",
    letter_jam.EndDeclined: lambda _: "end-declined",
    letter_jam.RoundEnded: lambda _: "next-round",
    letter_jam.MovesOn: lambda report: f"moves-{report.seat}",
    letter_jam.Stays: lambda report: f"stays-{report.seat}",
    letter_jam.BonusGuessed: lambda report: "guess-right" if report.right else "guess-wrong",
    letter_jam.Revealed: lambda report: f"reveal-{report.seat}",
    letter_jam.WordLaid: lambda _: "word-done",
    letter_jam.WordTold: lambda report: f"fails-{report.letters}" if not report.right else f"counts-{report.seat}",
    letter_jam.WordFails: lambda report: f"fails-{report.letters}",
    schlafmuetze.Laid: lambda report: f"lay-{report.seat}-{report.colour.value}",
    schlafmuetze.LastCardLaid: lambda report: f"out-{report.seat}",
    schlafmuetze.CircleTold: lambda _: "circle-done",
    schlafmuetze.TopTold: lambda _: "word-done",
    schlafmuetze.AllAgree: lambda report: "all-against" if report.against else "all-valid",
    schlafmuetze.Doubted: lambda _: "to-the-vote",
    schlafmuetze.HandCounted: lambda report: f"holds-{report.cards}",
    schlafmuetze.Stuck: lambda _: "stuck",
    schlafmuetze.SpeedDispute: lambda _: "dispute",
    schlafmuetze.Voted: lambda report: "vote-against" if report.against else "vote-valid",
    schlafmuetze.ColourNamed: lambda report: f"name-{report.colour.value}",
    SlamOpened: lambda report: "slam-done" if report.name or report.glass or report.die else "open-slam",
    GoldOpened: lambda _: "open-slam",
    PoetsRevealed: lambda _: "reveal",
    ChampionsRevealed: lambda _: "reveal",
    ContagionRolled: lambda report: f"die-{report.die}",
    Bribed: lambda _: "bribe-done",
    NotMaleTold: lambda _: "not-male-done",
    SmartVoted: lambda _: "votes-done",
    ShowDecided: lambda _: "show-done",
    ValuesTold: lambda _: "values-done",
    SecondTold: lambda report: "second-none" if report.total is None else f"sum-{report.total}",
    Applauded: lambda report: f"applause-{report.call}" if report.call == report.hand else "applause-split",
    PileCounted: lambda report: f"poets-{report.poets}",
    FalseApplause: lambda _: "callers-done",
    SlamWon: lambda report: (
        f"wins-{report.seat}" if report.seat is not None else "wins-waits" if report.waits else "wins-nobody"
    ),
    GoldWon: lambda report: "wins-nobody" if report.seat is None else f"wins-{report.seat}",
    TieTold: lambda report: "tied-done",
}


@attrs.frozen
class Sample:
    """A report of a transcript.

    :param entries: the log up to it.
    """

    header: Header
    entries: tuple[Entry, ...]
    line: HistoryItem


def samples(path: Path) -> Iterator[tuple[str, Sample]]:
    log = transcript(path)
    record = replay(log.game, log.header, log.entries).record
    for line in record.history:
        if (
            line.undone
            or line.amended
            or not isinstance(line.entry.change, Act)
            or isinstance(line.action, PrivateNote)
        ):
            continue
        unset = [
            field.name for field in attrs.fields(type(line.action)) if getattr(line.action, field.name) == field.default
        ]
        name = kind_of(log.game.meta.id, type(line.action)) + "".join(f" no-{one}" for one in unset)
        entries = log.entries[: log.entries.index(line.entry) + 1]
        yield name, Sample(log.header, entries, line)


def possible(sample: Sample) -> bool:
    """Return whether all entries can be submitted in order; those struck out later may never have been valid."""
    record = Record.begin(games()[sample.header.game], sample.header)
    try:
        for entry in sample.entries:
            record = record.after(entry)
    except Refused:
        return False
    return True


@cache
def every() -> dict[str, Sample]:
    """Return one report of every kind and manner of entry, by its name."""
    found: dict[str, Sample] = {}
    for path in TRANSCRIPTS:
        for name, sample in samples(path):
            if name in found and len(sample.entries) >= len(found[name].entries):
                continue
            if possible(sample):
                found[name] = sample
    return found


def manners(kind: str) -> list[Sample]:
    """Return a report of a kind in every manner of entry."""
    return [sample for name, sample in every().items() if name.split()[0] == kind]


def one_tap(page: Page, line: HistoryItem) -> str:
    """Return the name of the button that submits a report by one tap."""
    action = line.action
    if word := next((TAPS[kind](action) for kind in type(action).__mro__ if kind in TAPS), None):
        return word
    label = next(
        offer.label for offer in offers(page, line) if not offer.fields and offer.values_of(action) is not None
    )
    return Renderer("en", page.table.names).text(label)


def offers(page: Page, line: HistoryItem) -> list[Offer]:
    """Return the offers at the time of a line, for the table or any seat."""
    before = page.table.before(line)
    return [offer for seat in (None, *range(len(before.names))) for offer in before.offers(seat)]


async def submit_unchanged(page: Page, line: HistoryItem) -> None:
    """Submit the reported values unchanged on the screen that has opened."""
    if page.all("form-done"):
        await page.tap("form-done")
        return
    for offer in offers(page, line):
        (field, *more) = offer.fields or (None,)
        if (
            isinstance(field, Choice)
            and not more
            and page.all(f"{field.name}-0")
            and offer.values_of(line.action) is not None
        ):
            values = [option.value for option in field.options]
            answer = f"{field.name}-{values.index(getattr(line.action, field.name))}"
            assert page.find(answer)["selected"]
            await page.tap(answer)
            return
    what = one_tap(page, line)
    menu = [node for node in page.nodes() if node.get("_c") == "PopupMenuItem" and node.get("content") == what]
    if menu and not page.all(what):
        await page.menu(what)
    else:
        await page.tap(what)


KINDS: Final = [
    kind_of(game.meta.id, kind)
    for game in games().values()
    for kind in game.actions
    if not issubclass(kind, PrivateNote)
]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_correction_opens_with_the_reported_values(tmp_path: Path, kind: str) -> None:
    first, *_ = manners(kind)
    await check_correction(tmp_path, first)


@at_leisure
@pytest.mark.parametrize("game", ["labtag", "letter_jam", "schlafmuetze", "slam"])
async def test_a_correction_opens_in_every_manner_of_entry(tmp_path: Path, game: str) -> None:
    others = [sample for kind in KINDS for sample in manners(kind)[1:] if sample.header.game == game]
    assert others
    for number, sample in enumerate(others):
        await check_correction(tmp_path / str(number), sample)


async def check_correction(folder: Path, sample: Sample) -> None:
    """Correct the last entry of a log by entering it again as shown on the screen."""
    here = room(folder)
    id = resume(here, sample.header, sample.entries)
    session = here.tables.table(id).session
    assert session
    line = session.record.item(sample.line.entry.id)
    assert line
    async with Page(here, id, "history") as page:
        entry = f"entry-{session.record.number(line.entry)}"
        if entry not in page.identifiers():  # its event is read in one line
            await page.tap(next(each for each in page.identifiers() if each.startswith("event-")))
        await page.taps(entry, "amend")
        assert page.all("corrected-entry")
        open_to_all = any(offer.values_of(line.action) is not None for offer in page.table.before(line).offers(None))
        await submit_unchanged(page, line)
        if open_to_all:  # the page of the table does not show what only one seat may see
            assert not page.all("corrected-entry"), (page.identifiers(), page.texts())
            assert session.version == len(sample.entries), session.record.history[-1].action
        assert not page.errors()


_LAYING: Final = (letter_jam.Dealt((5, 5)), letter_jam.ClueTold(0, 5, ()), letter_jam.EndAgreed())

#: Reports of one tap: the game, the report, its button, and others beside it.
ONE_TAP: Final[tuple[tuple[str, tuple[Any, ...], str, tuple[str, ...]], ...]] = (
    ("bronzen", (bronzen.Einzel(1),), "wins-1", ("wins-0", "color")),
    ("bronzen", (bronzen.Color(),), "color", ("wins-0", "wins-1")),
    ("slam", (SlamWon(1),), "wins-1", ("wins-0", "wins-nobody", "tie")),
    ("slam", (SlamWon(1, cards=2),), "wins-1", ("wins-0", "wins-nobody", "tie")),
    ("slam", (SlamWon(None),), "wins-nobody", ("wins-0", "wins-1", "tie")),
    ("labtag", (labtag.AllLaid(10, 5), labtag.MatchWon(0, 1, 1)), "match-1", ("match-0", "drawn-match")),
    ("labtag", (labtag.AllLaid(10, 5), labtag.MatchWon(0, 1, None)), "drawn-match", ("match-0", "match-1")),
    ("labtag", (labtag.AllLaid(10, 5),), "all-laid", ()),
    ("slam", (TieTold((0, 1)), SecondTold(0, None)), "second-none", ("sum-0", "sum-1")),
    ("letter_jam", (*_LAYING, letter_jam.WordTold(0, True, 6)), "word-6", ()),
    ("letter_jam", (*_LAYING, letter_jam.WordTold(0, False, 3)), "fails-3", ("fails-2", "fails-4")),
    ("letter_jam", _LAYING, "end-agreed", ("end-declined",)),
    ("letter_jam", (*_LAYING[:2], letter_jam.EndProposed()), "end-proposed", ("sheets",)),
)

_EVERY: Final = schlafmuetze.KeepEveryCard()

#: The same of keys, which are drawn as chosen.
ONE_KEY: Final[tuple[tuple[str, tuple[Any, ...], str, tuple[str, ...]], ...]] = (
    ("slam", (TieTold((0, 1)), SecondTold(0, 4)), "sum-4", ("second-none", "sum-0", "sum-5")),
    ("slam", (TieTold((0, 1)), SecondTold(0, 30)), "sum-30", ("second-none", "sum-29", "sum-31")),
    ("schlafmuetze", (_EVERY, schlafmuetze.Laid(0, 3, Colour.BLUE)), "lay-0-blue", ("lay-0-red", "lay-0-green")),
)


@pairs("case, size", ONE_TAP, [PHONE, TABLET])
async def test_a_correction_marks_the_button_of_the_report(
    here: Room, case: tuple[str, tuple[Any, ...], str, tuple[str, ...]], size: tuple[int, int]
) -> None:
    game, reports, button, others = case
    id = begin(here, game=game)
    submit(here, id, *reports)
    async with Page(here, id, "history" if size == PHONE else "", size=size) as page:
        await page.taps(f"entry-{len(reports)}", "amend")
        assert page.find(button)["selected"]
        assert "as entered" in page.said(page.find(button))
        for other in others:
            assert not page.find(other).get("selected")
            assert "as entered" not in page.said(page.find(other))
        await page.tap("corrected-entry-dismiss")
        for each in ("wins-0", "wins-1", button, *others):
            for node in page.all(each):
                assert not node.get("selected")


@pytest.mark.parametrize(("game", "reports", "button", "others"), ONE_KEY)
async def test_a_correction_selects_the_key_of_the_report(
    here: Room, game: str, reports: tuple[Any, ...], button: str, others: tuple[str, ...]
) -> None:
    id = begin(here, "Anna", "Bo", *(["Cleo"] if game == "schlafmuetze" else []), game=game)
    submit(here, id, *reports)
    async with Page(here, id, "history") as page:
        await page.taps(f"entry-{len(reports)}", "amend")
        assert page.find(button)["selected"]
        assert not any(page.find(other).get("selected") for other in others)
