"""The context of the slam's screens: the game, the draft of the stage, the cards, and the open sheet."""

from collections.abc import Callable
from datetime import date
from typing import Final, TypeAlias, TypeVar

from attrs import evolve, frozen

from companion.games.slam.assistants import admission_hint, has_time, real_day
from companion.games.slam.card_library import FILE, Gender, Library, PoetCard, SlamCard
from companion.games.slam.cards import Attribute, Poet, Slam, Trait, filled, with_values
from companion.games.slam.draft import OPEN, Draft
from companion.games.slam.messages import T
from companion.games.slam.model import Question
from companion.games.slam.numbers import NUMBERS
from companion.games.slam.view import TableView
from companion.kernel.text import Text
from companion.tables.drafts import DraftKey
from companion.ui.kit.remembered_cards import remember
from companion.ui.kit.table_context import Play

#: The open sheet: its kind, and its place on the stage, if any.
Sheet: TypeAlias = tuple[str, int, int]

Q = TypeVar("Q", bound=Question)


#: The seats whose poets are entered on this page although their players have phones of their own.
LAID_HERE: Final = DraftKey[frozenset[int]]("laid here")

#: By phone, the cards that were entered there before the poets were revealed.
FACE_DOWN: Final = DraftKey("cards-face-down", stored=Library)


@frozen(eq=False)
class Scene:
    """The context of one render of the table.

    :param draft: the stage while it is being entered.
    :param cards: the cards of this device.
    :param show: opens a sheet, or closes it with ``None``.
    :param change: replaces the draft.
    """

    play: Play[TableView]
    view: TableView
    draft: Draft
    cards: Library
    show: Callable[[Sheet | None], None]
    change: Callable[[Draft], None]

    def say(self, text: Text) -> str:
        """Return a text in the page's language."""
        return self.play.say(text)

    def who(self, seat: int) -> str:
        """Return the name of a seat on the stage."""
        return self.say(T("Open list")) if seat == OPEN else self.play.names[seat]

    def question(self, kind: type[Q]) -> Q:
        """Return the current question.

        :raises TypeError: if it is of another kind.
        """
        question = self.view.question
        if not isinstance(question, kind):
            raise TypeError(f"{question!r} is no {kind.__name__}")
        return question

    @property
    def slam(self) -> Slam:
        """The current slam."""
        return self.view.slam or Slam()

    @property
    def asked(self) -> tuple[Attribute, ...]:
        """The attributes that the slam asks for, to enter for each poet; empty until the show has decided."""
        return self.slam.attributes

    @property
    def hidden(self) -> frozenset[int]:
        """The players who lay poets on other phones, which are hidden here until all are revealed (slam.turn.play)."""
        play = self.play
        return frozenset() if play.correction else play.places.others - self._laid_here

    def lay_here(self, seat: int) -> None:
        """Let the poets of a player without a phone be entered here."""
        self.play.drafts.set(LAID_HERE, self._laid_here | {seat})
        self.change(self.draft)

    @property
    def _laid_here(self) -> frozenset[int]:
        return self.play.drafts.get(LAID_HERE) or frozenset()

    @property
    def seen(self) -> Draft:
        """The visible part of the stage."""
        return self.draft.without(self.hidden)

    @property
    def gone(self) -> set[str]:
        """The names of poets on the visible stage or on a victory pile."""
        return self.seen.names | self.view.state.won_names

    @property
    def free(self) -> list[PoetCard]:
        """The known poets who can still be laid."""
        gone = self.gone
        return [card for card in self.cards.poets if card.name not in gone]

    def next_empty(self) -> tuple[int, int] | None:
        """Return the first empty place on the stage."""
        return self.draft.next_empty(self.view.state.house, self.slam, self.hidden)

    @property
    def in_turn(self) -> tuple[int, int] | None:
        """The place whose values the number keys of the stage enter; known cards are picked instead."""
        if not self.asked or self.free:
            return None
        return self.draft.unfinished(self.slam, self.hidden) or self.next_empty()

    def enter_value(self, seat: int, place: int, attribute: Attribute, value: int | None) -> None:
        """Enter a value of a poet on the stage, or take it back; a poet without any leaves the stage."""
        old = self.draft.at(seat, place)
        poet = old or self.admission(PoetCard(""), Poet())
        poet = evolve(poet, values=with_values({attribute: value}, poet.values))
        stays = poet.name or any(known is not None for known in poet.values)
        self.change(self.draft.put(seat, place, poet if stays else None, self.cards))

    def places(self, seat: int) -> int:
        """Return how many places a player has on the stage."""
        return self.draft.places(seat, self.view.state.house, self.slam)

    def stays_out(self, poet: Poet) -> bool:
        """Return whether a poet is entered as not taking part."""
        return not poet.admitted or (self.view.state.house.weekday == "on" and not poet.free)

    def remember(self, card: PoetCard) -> Library:
        """Store a poet card that has a name, and return all known cards.

        While other players lay on phones of their own, new cards stay private to each phone (slam.turn.play).
        """
        more, drafts, own = Library(poets=(card,)), self.play.session.drafts, FACE_DOWN.of(self.play.places.secret)
        if card.name and self.view.phase == "reveal" and self.hidden:
            drafts.set(own, FILE.merged(drafts.get(own) or FILE.empty, more))
        elif card.name:
            remember(self.play, FILE, more)
        return FILE.merged(self.cards, more)

    def learn(self, poet: Poet) -> None:
        """Store the entered values of a known poet."""
        card = self.cards.poet(poet.name)
        if card and (values := filled(poet.values, card.values)) != card.values:
            self.remember(evolve(card, values=values))

    def arrive(self, seat: int, place: int, card: PoetCard) -> None:
        """Put a poet on the stage, admitted and free according to the cards, and open the next empty place."""
        draft = self.draft.put(seat, place, self.admission(card, card.as_played()), self.remember(card))
        self.change(draft)
        empty = evolve(self, draft=draft).next_empty()
        self.show(("pick", *empty) if empty else None)

    def admission(self, card: PoetCard, poet: Poet) -> Poet:
        """Return a poet with its admission and its availability according to the cards."""
        poet = evolve(poet, admitted=self.kept_out(card, poet) is None)
        if self.view.state.house.weekday == "off" or self.draft.day is None:
            return evolve(poet, free=True)
        return evolve(poet, free=has_time(card.busy, real_day(self.draft.day, date.today().weekday())))

    def opened(self, card: SlamCard, slam: Slam) -> None:
        """Store the day of the opened slam card, and check the poets on the stage against its conditions."""
        cards = FILE.merged(self.cards, Library(slams=(card,)))
        scene = evolve(self, view=evolve(self.view, slam=slam), draft=evolve(self.draft, day=card.day), cards=cards)
        self.change(scene.draft.each(lambda poet: scene.admission(cards.poet(poet.name) or PoetCard(""), poet)))

    def team(self, seat: int) -> None:
        """Toggle whether a player's first two poets are a team, and store their printed partnership."""
        names = [poet.name for poet in self.draft.poets[seat][: NUMBERS.setup.poets] if poet]
        known = [card for card in map(self.cards.poet, names) if card]
        # a Team poet has many partners
        if len(known) == NUMBERS.setup.poets and not any(Trait.TEAM_POET in card.traits for card in known):
            for card, other in zip(known, reversed(names), strict=True):
                self.remember(evolve(card, partner="" if self.draft.teams[seat] else other))
        self.change(self.draft.team(seat))

    def kept_out(self, card: PoetCard, poet: Poet) -> str | None:
        """Return the rule that excludes a poet from this slam according to the cards, or ``None``."""
        slam = self.slam
        known = self.cards.slam(slam.name)
        club = bool(known and known.club)
        male = card.gender is Gender.MALE
        return admission_hint(poet, slam.special, male=male, faces=slam.glass, die=slam.die, club=club)
