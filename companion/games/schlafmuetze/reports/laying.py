"""Reports of cards, including the first and the last one."""

from collections.abc import Hashable, Iterable

from attrs import frozen

from companion.games.schlafmuetze import fields
from companion.games.schlafmuetze.cards import PILES, Card, Colour
from companion.games.schlafmuetze.dealing import deal, draw
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, capitals, card_name, hour
from companion.games.schlafmuetze.model import Latest, State, plus
from companion.games.schlafmuetze.phases import LastCard, Opening, Running
from companion.games.schlafmuetze.scoring import end_round, score
from companion.games.schlafmuetze.shared import (
    TableReport,
    chips_left,
    claimed,
    enter_every_card,
    event,
    forget_cards,
    lies_on_top,
    not_asked,
    refuse_single_card,
    refuse_unnamed_card,
    take_chip,
)
from companion.kernel.explain import Explanation, why
from companion.kernel.offers import Choice, Offer, Option, Weight
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects, Report
from companion.kernel.text import Player, Text


@frozen
class Laid(Report[State]):
    """A player was first to lay a card (schlafmuetze.combine.two_words, schlafmuetze.speed.first_card)."""

    seat: int
    pile: int
    colour: Colour
    word: str = ""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Offer nothing if no pile has the forced colour."""
        piles = tuple(
            Option(at, T("{hour} o'clock: {card}", hour=hour(at), card=card_name(card)))
            for at, card in enumerate(state.circle)
            if state.colour is None or card.colour in (None, state.colour)
        )
        if not isinstance(state.phase, Opening | Running) or not state.every_card or not piles:
            return
        asked = (
            fields.player("seat", T("Whose card?"), state.laying),
            Choice("pile", T("On which pile?"), piles),
            fields.colour(T("Colour")),
            fields.word(),
        )
        rules = ("schlafmuetze.combine.two_words", "schlafmuetze.combine.say", "schlafmuetze.colour.forced")
        yield Offer(cls, T("Card laid"), rules, fields=asked)

    def refusal(self, state: State) -> Explanation | None:
        """Require a player, a pile and a colour that are allowed (schlafmuetze.pause, schlafmuetze.colour.forced)."""
        if not isinstance(state.phase, Opening | Running) or self.pile not in range(PILES):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, self.seat, gone=state.gone) or refuse_single_card(state):
            return wrong
        if isinstance(state.phase, Opening):
            wrong = not_asked(state, state.phase, self.seat)
        elif self.seat == state.pausing:
            text = T("{player} has just laid a card and pauses until the next one lies.", player=Player(self.seat))
            wrong = why(text, "schlafmuetze.pause", "schlafmuetze.ruling.wrong_card")
        else:
            wrong = claimed(state, but=self.seat)
        return wrong or self._wrong_colour(state)

    def _wrong_colour(self, state: State) -> Explanation | None:
        top = state.circle[self.pile]
        if not state.colour or not top.colour or top.colour is state.colour:
            return None
        text = T(
            "Colour rule: the next card goes on {demanded}, but {top} lies at {hour} o'clock.",
            demanded=COLOUR_NAMES[state.colour],
            hour=hour(self.pile),
            top=card_name(top),
        )
        return why(text, "schlafmuetze.colour.forced", "schlafmuetze.ruling.wrong_card")

    def apply(self, effects: Effects[State]) -> None:
        """Lay the card; it sets colour and pause (schlafmuetze.combine.piles, schlafmuetze.colour.forced, schlafmuetze.pause)."""
        enter_every_card(effects)
        state, seat = effects.state, self.seat
        assert state.hands is not None
        card = Card(self.colour, capitals(self.word))
        latest = Latest(
            seat=seat,
            first=isinstance(state.phase, Opening),
            pile=self.pile,
            under=state.circle[self.pile],
            colour=state.colour,
            pausing=state.pausing,
            before=state.open,
        )
        hands = plus(state.hands, (seat,), -1)
        effects.state = state.with_top(self.pile, card)
        effects.change(
            hands=hands,
            colour=self.colour,
            pausing=seat,
            tried=(),
            latest=latest,
            phase=Running() if hands[seat] else LastCard(seat),
        )
        if not hands[seat]:
            _announce_last_card(effects, seat)
            return
        text = T(
            "{player} lays {card} at {hour} o'clock. The next card goes on {colour}.",
            player=Player(seat),
            card=card_name(card),
            hour=hour(self.pile),
            colour=COLOUR_NAMES[self.colour],
        )
        effects.say(text, "schlafmuetze.colour.forced", "schlafmuetze.combine.piles", "schlafmuetze.colour.own_free")
        effects.note(T("{player} pauses.", player=Player(seat)), "schlafmuetze.pause")

    def describe(self) -> Text:
        card = card_name(Card(self.colour, capitals(self.word)))
        return T("{player}: {card} at {hour} o'clock", player=Player(self.seat), card=card, hour=hour(self.pile))

    def event_key(self, state: State) -> Hashable:
        """Distinguish cards of different players."""
        return event(state, self.seat)


def _announce_last_card(effects: Effects[State], seat: int) -> None:
    text = T("{player} has laid the last card.", player=Player(seat))
    effects.say(text, "schlafmuetze.end.out", "schlafmuetze.ruling.last_card_doubted")


@frozen
class CannotOpen(TableReport):
    """The player whose turn it is to open has no card that fits (schlafmuetze.start.pass_left)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Opening):
            asked = state.phase.asked
            label = T("{player} cannot lay a card", player=Player(asked))
            rules = ("schlafmuetze.start.pass_left", "schlafmuetze.ruling.nobody_opens")
            yield Offer(cls, label, rules, (("seat", asked),), weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Opening):
            return NOT_OFFERED
        return refuse_unknown_seat(state.everybody, self.seat, gone=state.gone) or not_asked(
            state, state.phase, self.seat
        )

    def apply(self, effects: Effects[State]) -> None:
        """Ask the next player; if none can open, all draw or the cards are dealt again (schlafmuetze.start.pass_left)."""
        state, passed = effects.state, effects.phase(Opening).passed + 1
        assert state.hands is not None
        if passed < len(state.everybody):
            following = state.left_of(self.seat)
            effects.change(phase=Opening(following, passed))
            text = T("{player} cannot lay a card. Now {next} tries.", player=Player(self.seat), next=Player(following))
            effects.say(text, "schlafmuetze.start.pass_left")
            return
        rule = "schlafmuetze.ruling.nobody_opens"
        if state.house.nobody_opens == "redeal":
            effects.say(T("Nobody can lay the first card: all cards are shuffled and dealt again."), rule)
            deal(effects, state.dealer)
        elif not state.stock:
            effects.say(T("Nobody can lay the first card, and the stock is empty: the round ends."), rule)
            score(effects, None, state.hands)
        else:
            effects.change(phase=Opening(state.dealer))
            text = T("Nobody can lay the first card. Then {dealer} tries again.", dealer=Player(state.dealer))
            effects.say(text, rule)
            draw(effects, state.clockwise(state.left_of(state.dealer)), rule)

    def describe(self) -> Text:
        return T("{player} cannot lay a card", player=Player(self.seat))


@frozen
class GoesOn(TableReport):
    """A card is accepted without details, where single cards are not entered (schlafmuetze.ruling.keeping)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if state.every_card:
            return
        if isinstance(state.phase, Opening):
            yield Offer(cls, T("First card laid"), ("schlafmuetze.start.dealer",))
        elif isinstance(state.phase, Running) and state.colour:
            label = T("Card laid on {colour}", colour=COLOUR_NAMES[state.colour])
            yield Offer(cls, label, ("schlafmuetze.colour.forced",))
        elif isinstance(state.phase, Running) and state.last_known_colour:
            rules = ("schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.keeping")
            yield Offer(cls, T("Another card has been laid since"), rules, weight=Weight.SIDE)

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Opening | Running):
            return NOT_OFFERED
        if wrong := refuse_unnamed_card(state):
            return wrong
        if isinstance(state.phase, Opening) or state.colour or state.latest or state.last_known_colour:
            return None
        text = T("Go on playing: at this table you enter no single cards.")
        return why(text, "schlafmuetze.ruling.keeping")

    def apply(self, effects: Effects[State]) -> None:
        opening = effects.state.phase
        if isinstance(opening, Opening):
            effects.state = effects.state.with_unknown_card(opening.asked, first=True).keeping_last_known()
            effects.change(phase=Running())
            text = T("The first card has been laid. The game is on!")
            effects.say(text, "schlafmuetze.start.dealer", "schlafmuetze.pause")
            return
        lies_on_top(effects, disputed=False)
        effects.say(T("A card has been laid: now its colour counts."), "schlafmuetze.colour.forced")

    def describe(self) -> Text:
        return T("Card laid")


@frozen
class LastCardLaid(TableReport):
    """A player has laid the last card, where single cards are not entered (schlafmuetze.end.out)."""

    seat: int

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Opening | Running) and not state.every_card:
            out = fields.player("seat", T("Who is out of cards?"), state.everybody)
            yield Offer(cls, T("Somebody has laid the last card"), ("schlafmuetze.end.out",), fields=(out,))

    def refusal(self, state: State) -> Explanation | None:
        """Allow it before the first card, too: that one need not have been entered (schlafmuetze.ruling.keeping)."""
        if not isinstance(state.phase, Opening | Running):
            return NOT_OFFERED
        return refuse_unknown_seat(state.everybody, self.seat, gone=state.gone) or refuse_unnamed_card(state)

    def apply(self, effects: Effects[State]) -> None:
        forget_cards(effects)
        effects.change(phase=LastCard(self.seat))
        _announce_last_card(effects, self.seat)

    def describe(self) -> Text:
        return T("{player} lays the last card", player=Player(self.seat))


@frozen
class NobodyDoubts(TableReport):
    """The word of the last card is not doubted (schlafmuetze.ruling.last_card_doubted)."""

    continues = True

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, LastCard):
            rules = ("schlafmuetze.ruling.last_card_doubted", "schlafmuetze.end.out")
            yield Offer(cls, T("Nobody doubts it"), rules)

    def apply(self, effects: Effects[State]) -> None:
        seat = effects.phase(LastCard).seat
        text = T("Nobody doubts it: {player} wins the round.", player=Player(seat))
        effects.say(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.last_card_doubted")
        end_round(effects, seat)

    def describe(self) -> Text:
        return T("Nobody doubts")


@frozen
class WrongCard(Report[State]):
    """A player takes back a card laid on the wrong colour or in the own pause (schlafmuetze.ruling.wrong_card).

    :param seat: the player; ``None`` where it does not matter.
    """

    seat: int | None = None

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Running):
            whose = fields.player("seat", T("Whose card goes back?"), state.everybody)
            yield Offer(
                cls,
                T("Wrong colour or laid while pausing: the card goes back"),
                ("schlafmuetze.ruling.wrong_card", "schlafmuetze.pause", "schlafmuetze.colour.forced"),
                fields=(whose,) if cls._matters(state) else (),
                weight=Weight.SIDE if state.house.wrong_card == "chip" else Weight.RARE,
            )

    def refusal(self, state: State) -> Explanation | None:
        if not isinstance(state.phase, Running):
            return NOT_OFFERED
        if self.seat is None and self._matters(state):
            return why(T("Whose card goes back?"), "schlafmuetze.ruling.wrong_card")
        return refuse_unknown_seat(state.everybody, self.seat, gone=state.gone)

    @staticmethod
    def _matters(state: State) -> bool:
        """Return whether the player matters: the card may cost a chip, or be the one that was agreed on."""
        return (state.house.wrong_card == "chip" and chips_left(state)) or state.claimed is not None

    def apply(self, effects: Effects[State]) -> None:
        """Take the card back; it costs a chip only by the house rule (schlafmuetze.ruling.wrong_card)."""
        text = (
            T("The card goes back.")
            if self.seat is None
            else T("{player} takes the card back.", player=Player(self.seat))
        )
        effects.say(text, "schlafmuetze.ruling.wrong_card", "schlafmuetze.colour.forced", "schlafmuetze.pause")
        if effects.state.house.wrong_card == "chip" and self.seat is not None:
            take_chip(effects, self.seat, "schlafmuetze.ruling.wrong_card")
        if effects.state.claimed == self.seat:
            effects.change(phase=Running())

    def describe(self) -> Text:
        if self.seat is None:
            return T("A card goes back")
        return T("{player} takes a card back", player=Player(self.seat))

    def event_key(self, state: State) -> Hashable:
        """Distinguish cards of different players."""
        return event(state, self.seat)
