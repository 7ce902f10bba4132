"""Letter Jam in a real browser: a short game on a phone in German, and on a tablet in English."""

from collections.abc import Callable

import pytest
from effort import at_leisure, cases
from ui.conftest import PHONE, TABLET, Phone

pytestmark = pytest.mark.browser


def begin(phone: Phone) -> None:
    """Begin a game of Anna and Ben with words of four letters, entered chip by chip."""
    phone.open("/new/letter_jam")
    phone.fill("name-0", "Anna")
    phone.fill("name-1", "Ben")
    phone.taps("start", "dealt-4", "telling")


def test_a_short_game_on_the_phone_in_german(phones: Callable[..., Phone]) -> None:
    phone = phones(PHONE, locale="de-DE")
    begin(phone)
    # a slip in the clue, taken back by an undo
    phone.taps("giver-0", "stand-seat-1", "stand-npc-0", "clue-done")
    phone.see("Hinweis 1 von Anna")
    phone.taps("undo", "giver-0", "stand-seat-1", "stand-npc-0", "stand-joker")
    phone.see("Der Hinweis: 3 Buchstaben, hilft 1 Person, 1 Nichtspieler-Buchstabe, 0 Bonusbuchstaben, mit Joker.")
    phone.taps("clue-done", "sheet-1")
    phone.see("Das Handy an Ben geben")
    assert not phone.at("private-sheet").count()
    phone.taps("curtain-open", "key-A", "key-R", "key-S", "note-done", "box-1", "key-S", "moves-1")
    phone.screenshot("letter-jam-phone-sheet")
    phone.taps("box-done", "close-sheet", "sheets-back")
    assert not [text for text in phone.texts() if text in ("S", "? A R")]
    phone.taps(
        "next-round", "end-proposed", "end-agreed", "lay-0", "word-all", "lay-1", "word-all", "reveal-1", "word-counts"
    )
    phone.see("Das Wort von Ben gilt: 12 + 0 + 0 = 12 Punkte.")
    phone.taps("reveal-0", "word-fails", "fails-3")
    phone.see("Zusammen 3 + 12 = 15 Punkte: genießbar.")
    phone.screenshot("letter-jam-phone-over")
    assert not phone.errors


@cases("size", [PHONE[::-1], PHONE], few=1, ids=["across", "upright"])
@cases("text", ["1.3", "1.0"], few=1)
def test_the_laid_word_is_readable_beside_the_refusal(
    phones: Callable[..., Phone], size: tuple[int, int], text: str
) -> None:
    phone = phones(size, locale="de-DE").open("/settings")
    phone.at_rest()
    received = len(phone.received)
    phone.tap(f"text-{text}")
    phone.until(lambda: len(phone.received) > received or text == "1.0", "the size did not arrive")
    phone.at_rest()  # unsaved entries would be lost with the next page
    begin(phone)
    own = "giver-0", "stand-seat-1", "stand-npc-0", "stand-npc-1", "stand-seat-1", "stand-joker", "stand-seat-0"
    phone.taps(*own)
    apart(phone, "refused", "chips", "stand-seat-0", "clue-done", "clue-cancel")
    phone.screenshot(f"letter-jam-refused-{size[0]}-{text}")
    cards = [f"tile-own-{number}" for number in range(4)]
    phone.report("clue-done", "next-round", "end-proposed", "end-agreed", "lay-0")
    phone.taps(*cards, cards[0])
    apart(phone, "refused", "word-laid", cards[0], "tile-joker", "word-done", "word-cancel")


def apart(phone: Phone, *what: str) -> None:
    """Wait until all these controls are wholly on the screen without overlapping."""
    try:
        phone.until(lambda: not _faults(phone, what), "not apart")
    except AssertionError:
        phone.screenshot("letter-jam-not-apart")
        raise AssertionError(_faults(phone, what)) from None


def _faults(phone: Phone, what: tuple[str, ...]) -> list[str]:
    size = phone.page.viewport_size
    assert size
    boxes = {each: phone.at(each).bounding_box() for each in what if phone.at(each).count()}
    faults = [f"there is no {name}" for name in what if not boxes.get(name)]
    there = [(name, box) for name, box in boxes.items() if box]
    for name, box in there:
        inside = 0 <= box["x"] <= size["width"] - box["width"] and 0 <= box["y"] <= size["height"] - box["height"]
        faults += [] if inside else [f"{name} is at {box}"]
        for other, its in there:
            beside = its["x"] + its["width"] <= box["x"] + 1 or box["x"] + box["width"] <= its["x"] + 1
            below = its["y"] + its["height"] <= box["y"] + 1 or box["y"] + box["height"] <= its["y"] + 1
            faults += [] if name == other or beside or below else [f"{name} lies on {other}"]
    return faults


@at_leisure
def test_a_short_game_on_the_tablet_in_english(phones: Callable[..., Phone]) -> None:
    tablet = phones(TABLET, locale="en-GB")
    begin(tablet)
    tablet.taps("giver-1", "stand-seat-0", "stand-joker", "stand-joker", "joker-other")
    tablet.see("In one clue the joker stands for one letter only, however often it is used.")
    tablet.taps("stand-npc-3", "clue-done", "stays-0")
    tablet.screenshot("letter-jam-tablet-decide")
    # Anna changes her mind
    tablet.taps("undo", "moves-0", "next-round")
    tablet.see("Anna puts the letter back and stands up letter 2.")
    tablet.taps(
        "end-proposed", "end-agreed", "lay-0", "tile-own-1", "tile-own-0", "tile-own-2", "tile-own-3", "tile-joker"
    )
    tablet.taps("word-done", "lay-1", "word-all", "reveal-0", "word-counts")
    tablet.see("Anna’s word counts: 12 + 1 + 0 = 13 points.")
    tablet.taps("reveal-1", "word-counts")
    tablet.see("Everybody has a word: you win!")
    tablet.see("Together 13 + 12 = 25 points: tasty.")
    tablet.screenshot("letter-jam-tablet-over")
    assert not tablet.errors
