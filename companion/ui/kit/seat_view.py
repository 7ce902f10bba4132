"""What a seat sees of a game in play: its view, its offers, what the referee said. No page is needed for it."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final, Generic, TypeVar, cast

from attrs import frozen

from companion.i18n import Renderer
from companion.kernel.explain import Explanation, group_lines
from companion.kernel.game import Meta, View
from companion.kernel.history import HistoryItem
from companion.kernel.offers import Offer, Weight
from companion.kernel.text import Text
from companion.tables.roles import Role
from companion.tables.seat_tokens import PhoneSeats
from companion.tables.session import Session
from companion.ui.kit.game_screen import GameScreen, screen_of

V = TypeVar("V", bound=View, covariant=True)
A = TypeVar("A")

_NO_SEATS: Final = PhoneSeats()


@frozen(eq=False)
class Correction:
    """An entry that is being corrected on the board on which it was made, filled in as it was entered.

    :param line: the entry in the history.
    :param session: the game before the entry; nothing is entered into it.
    :param version: the version of the log when the entry was opened for correction.
    :param exact: whether the board is in its exact mode.
    :param set_exact: changes that mode.
    :param amend: replaces the report of the entry.
    :param cancel: leaves the entry unchanged.
    :param back: the part of the table to which a phone returns.
    """

    line: HistoryItem
    session: Session
    version: int
    exact: bool
    set_exact: Callable[[bool], None]
    amend: Callable[[Any], None]
    cancel: Callable[[], None]
    back: str = ""


@frozen(eq=False, slots=False, kw_only=True)
class SeatView(Generic[V]):
    """What one seat sees of a game at one version of its log. Lookups are cached.

    :param version: the version that is drawn; ``session.version`` is the current one, and may be later.
    :param seat: the seat; ``None`` is the table.
    :param locale: the language of texts.
    :param places: which seats the phone holds, and which other phones do.
    :param role: what the page may do.
    :param correction: the entry that is being corrected.
    """

    session: Session
    version: int
    seat: int | None
    locale: str
    places: PhoneSeats = _NO_SEATS
    role: Role = Role.HOST
    correction: Correction | None = None

    @property
    def meta(self) -> Meta:
        """The game's meta data."""
        return self.session.game.meta

    @property
    def screen(self) -> GameScreen:
        """The registered board of the game."""
        return screen_of(self.meta)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names; a player without one, as in a log written by hand, is called by the seat."""
        given = self.session.names
        return tuple(map(Renderer(self.locale, given).name, range(len(given))))

    def say(self, text: Text) -> str:
        """Return a text in the page's language, with the players' names."""
        return Renderer(self.locale, self.names).text(text)

    @cached_property
    def view(self) -> V:
        """The game's view for this seat."""
        return cast(V, self.session.view(self.seat))

    # Offers

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The offers for this seat; for a correction that the table cannot report itself, those of a seat that can."""
        offers = self.session.offers(self.seat)
        if self.correction and self.seat is None and not _fitting(offers, self.correction):
            seats = range(len(self.session.names))
            return next((own for own in map(self.session.offers, seats) if _fitting(own, self.correction)), offers)
        return offers

    def offered(self, kind: type) -> tuple[Offer, ...]:
        """Return the offers of one kind of report."""
        return tuple(offer for offer in self.offers if offer.kind is kind)

    def offers_of(self, *weights: Weight) -> tuple[Offer, ...]:
        """Return the offers of some weights."""
        return tuple(offer for offer in self.offers if offer.weight in weights)

    @cached_property
    def corrected_offer(self) -> Offer | None:
        """The offer of the corrected entry; of several, the one with the fewest fields."""
        if not self.correction:
            return None
        return min(_fitting(self.offers, self.correction), key=lambda offer: len(offer.fields), default=None)

    def corrected_report(self, kind: type[A]) -> A | None:
        """Return the report that is being corrected, if it is of the given kind."""
        corrected = self.correction and self.correction.line.action
        return corrected if isinstance(corrected, kind) else None

    def refusal_of(self, action: Any) -> Explanation | None:
        """Return why an action could not be reported now."""
        return self.session.game.refusal(self.session.record.state, action)

    @property
    def is_players(self) -> bool:
        """Whether the page is a player's own, such as that of the phone that created the table, and not the whole table's."""
        return self.role is Role.SEAT or (self.role is Role.HOST and bool(self.places.own))

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats this page waits for: those that are asked, or must act first, if all of them are on other phones."""
        asked = self.view.asked or self.screen.waits_for(self.session)
        waits = self.is_players and not self.correction and self.places.others.issuperset(asked)
        return asked if waits else ()

    # Messages

    @property
    def last_messages(self) -> tuple[Explanation, ...]:
        """What the referee said last, followed by the group's rulings since."""
        last = self.session.last_message_item
        said = last.step if last and last.step else self.session.record.start
        return (*said.messages, *(line for ruled in self.session.rulings if ruled.step for line in ruled.step.messages))

    @property
    def last_conclusions(self) -> tuple[Explanation, ...]:
        """The messages among them that decide something, without the comparisons that led to it."""
        last = self.session.last_message_item
        return self.session.record.line_of(last).event.conclusions if last else ()

    def lines(self, said: Iterable[Explanation]) -> list[Explanation]:
        """Return the messages this seat may read, with alike ones grouped into one line."""
        return group_lines(line for line in said if line.is_for(self.seat))

    @property
    def current_rules(self) -> tuple[str, ...]:
        """The ids of the rules that apply now: those of the prompt and the notes, then those of the last messages."""
        last = self.session.last_message_item
        said = (self.view.prompt, *self.view.notes, *(last.step.messages if last and last.step else ()))
        return tuple(rule for each in said if each.is_for(self.seat) for rule in each.rules)

    def title(self, line: HistoryItem) -> str:
        """Return the title of an entry of the history."""
        return self.say(self.session.record.title(line))


def _fitting(offers: Iterable[Offer], correction: Correction) -> list[Offer]:
    """Return the offers with which the corrected entry could have been reported."""
    return [offer for offer in offers if offer.values_of(correction.line.action) is not None]
