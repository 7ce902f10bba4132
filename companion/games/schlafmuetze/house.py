"""The house rules of Schlafmütze."""

from typing import Literal

from attrs import frozen

from companion.games.schlafmuetze.messages import T
from companion.games.schlafmuetze.numbers import NUMBERS
from companion.kernel.house import number, options


@frozen
class House:
    """The house rules in force.

    ``keeping`` is the initial value and can change during a game. ``asking="everything"`` and ``recall="last_entered"``
    occur only in games that began under older revisions.
    """

    keeping: Literal["referee_only", "every_card"] = options(
        T("What do you enter?"),
        "schlafmuetze.ruling.keeping",
        offered=False,
        referee_only=T("Only what needs a referee"),
        every_card=T("Every card"),
    )
    asking: Literal["open", "everything"] = options(
        T("What is asked?"),
        "schlafmuetze.ruling.settled",
        offered=False,
        open=T("Only what is still open"),
        everything=T("Also what is settled"),
    )
    recall: Literal["certain", "last_entered"] = options(
        T("Where single cards are not entered, which one is doubted?"),
        "schlafmuetze.ruling.keeping",
        offered=False,
        certain=T("Any that may lie there"),
        last_entered=T("The player's card entered last"),
    )
    length: Literal["target", "open"] = options(
        T("How long is the game?"),
        "schlafmuetze.ruling.length",
        target=T("Up to a number of penalty points"),
        open=T("Open-ended: as many rounds as you like"),
    )
    target: int = number(
        T("Penalty points to play to"),
        "schlafmuetze.setup.target",
        5,
        300,
        NUMBERS.target.first_time,
        needs=("length", "target"),
    )
    votes: Literal["all", "not_author"] = options(
        T("Who votes on a doubted word?"),
        "schlafmuetze.ruling.vote",
        all=T("Everybody"),
        not_author=T("Everybody but the one who laid it"),
    )
    names_colour: Literal["previous", "author"] = options(
        T("Who names the colour after a rejected word?"),
        "schlafmuetze.ruling.after_rejection",
        previous=T("Whoever was pausing before that card"),
        author=T("Whoever laid the card, who then pauses"),
    )
    first_rejected: Literal["left", "dealer"] = options(
        T("The first word of the round is rejected"),
        "schlafmuetze.ruling.first_card_rejected",
        left=T("The player to the left opens"),
        dealer=T("The dealer tries again"),
    )
    new_colour: Literal["differs", "may_repeat"] = options(
        T("The new colour after a rejected word"),
        "schlafmuetze.ruling.new_colour",
        differs=T("Must be another one"),
        may_repeat=T("May be the same again"),
    )
    chips: Literal["count_on", "cap"] = options(
        T("More chips are due than there are"),
        "schlafmuetze.ruling.chips",
        count_on=T("Counting goes on"),
        cap=T("Nobody gets more"),
    )
    nobody_opens: Literal["draw", "redeal"] = options(
        T("Nobody can lay the first card"),
        "schlafmuetze.ruling.nobody_opens",
        draw=T("All draw a card"),
        redeal=T("The cards are dealt again"),
    )
    wrong_card: Literal["no_penalty", "chip"] = options(
        T("Wrong colour, or laid while pausing"),
        "schlafmuetze.ruling.wrong_card",
        no_penalty=T("The card goes back"),
        chip=T("The card goes back, and it costs a chip"),
    )
    deal: Literal["clockwise", "loser"] = options(
        T("Who deals the next round?"),
        "schlafmuetze.ruling.dealer",
        clockwise=T("The next one clockwise"),
        loser=T("Whoever lost the round"),
    )
    tie: Literal["shared", "one_more"] = options(
        T("A tie at the end"),
        "schlafmuetze.ruling.game_end",
        shared=T("The win is shared"),
        one_more=T("One more round"),
    )
