"""Reports of "Halt", of doubts and of votes."""

from collections.abc import Iterable

from attrs import evolve, field, frozen

from companion.games.schlafmuetze import fields, words
from companion.games.schlafmuetze.cards import FRESH_CIRCLE, UNKNOWN_CIRCLE
from companion.games.schlafmuetze.doubtable import authors, doubtable, either, entered_state, openers
from companion.games.schlafmuetze.messages import T, capitals
from companion.games.schlafmuetze.model import LastKnown, Latest, State, majority
from companion.games.schlafmuetze.phases import (
    Cause,
    Counting,
    GameOver,
    Halted,
    LastCard,
    Opening,
    Playing,
    RoundOver,
    Running,
    Voting,
)
from companion.games.schlafmuetze.scoring import end_round
from companion.games.schlafmuetze.shared import TableReport, chips_left, claimed, name_another, settled, take_chip
from companion.kernel.explain import Explanation, why
from companion.kernel.game import HistoryEvent, Step
from companion.kernel.offers import Offer, Several, Words
from companion.kernel.players import refuse_unknown_seat
from companion.kernel.report import NOT_OFFERED, Effects
from companion.kernel.text import Listing, Player, Text


@frozen
class Halt(TableReport):
    """A player calls "Halt" (schlafmuetze.doubt.halt)."""

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Running | LastCard) or (isinstance(state.phase, Opening) and not state.every_card):
            rules = ("schlafmuetze.doubt.halt", "schlafmuetze.doubt.vote")
            yield Offer(cls, T("Halt!"), rules, closed=cls().refusal(state))

    def refusal(self, state: State) -> Explanation | None:
        """Require a card that can be doubted: the latest, once (schlafmuetze.ruling.latest_card)."""
        if not isinstance(state.phase, Playing):
            return NOT_OFFERED
        if not state.every_card:
            return None
        if isinstance(state.phase, Opening):
            return why(T("No card has been laid yet, so there is no word to doubt."), "schlafmuetze.doubt.halt")
        if wrong := claimed(state):
            return wrong
        if doubtable(state):
            return None
        if state.latest:
            return why(T("The vote on the latest word is over; it stands."), "schlafmuetze.ruling.doubt_closed")
        text = T("There is no card now that could still be doubted.")
        return why(text, "schlafmuetze.ruling.doubt_closed", "schlafmuetze.ruling.latest_card")

    def apply(self, effects: Effects[State]) -> None:
        playing = effects.state.phase
        assert isinstance(playing, Playing)
        effects.change(phase=Halted(playing))
        text = T("Halt! Nobody lays anything; cards laid at the same moment or later go back.")
        effects.todo(text, "schlafmuetze.doubt.halt")

    def describe(self) -> Text:
        return T("Halt!")


@frozen
class Doubted(TableReport):
    """A player's word is doubted; doubters in the order of their calls (schlafmuetze.doubt.halt, schlafmuetze.doubt.vote).

    :param first: whether it is the first word of the round, entered where single cards are not.
    """

    continues = True

    doubters: tuple[int, ...]
    author: int
    first_word: str = ""
    second_word: str = ""
    compound: str = ""
    first: bool = False

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Yield an offer per possible author; two if it may be the author's first word or a later one."""
        if not isinstance(state.phase, Halted):
            return
        texts = (
            Words("first_word", T("One card"), examples=("LAND",), optional=True),
            Words("second_word", T("The other card"), examples=("SPIEL",), optional=True),
            Words("compound", T("The doubted word"), examples=("LÄNDERSPIEL", "LANDSPIEL"), optional=True),
        )
        rules = ("schlafmuetze.doubt.vote", "schlafmuetze.doubt.halt", "schlafmuetze.ruling.latest_card")
        for author in authors(state, state.phase):
            others = state.clockwise(state.left_of(author))[:-1]
            doubter = fields.player("doubter", T("Who doubts?"), others)
            asked = (Several("doubters", T("Who doubts? In the order of the calls."), doubter, 1, len(others)), *texts)
            label = T("{player}'s word is doubted", player=Player(author))
            yield Offer(cls, label, rules, (("author", author), ("first", False)), asked)
            if author in either(state, state.phase):
                label = T("{player}'s first word of the round is doubted", player=Player(author))
                yield Offer(cls, label, rules, (("author", author), ("first", True)), asked)

    def refusal(self, state: State) -> Explanation | None:
        """Require a doubtable word of another player (schlafmuetze.ruling.latest_card, schlafmuetze.ruling.doubt_closed)."""
        if not isinstance(state.phase, Halted):
            return NOT_OFFERED
        if wrong := refuse_unknown_seat(state.everybody, *self.doubters, self.author, gone=state.gone):
            return wrong
        if not self.doubters and self._needs_doubters(state):
            return why(T("Who called “Halt”? At least one player doubts."), "schlafmuetze.doubt.halt")
        if self.author in self.doubters:
            text = T("{player} cannot doubt their own word.", player=Player(self.author))
            return why(text, "schlafmuetze.ruling.doubt_closed")
        first, latest = openers(state, state.phase), authors(state, state.phase)
        if self.first and self.author not in first:
            if not first or state.every_card:
                text = T("The first word of the round stands: only the latest word can be doubted.")
                return why(text, "schlafmuetze.ruling.latest_card")
            text = T("The first word of the round is that of {player}.", player=Player(first[0]))
            return why(text, "schlafmuetze.start.dealer")
        if self.author in latest:
            return None
        text = T("Only the latest word can be doubted: that of {player}.", player=Player(latest[0]))
        return why(text, "schlafmuetze.ruling.latest_card")

    def _needs_doubters(self, state: State) -> bool:
        """Return whether the doubters are required: the first of them votes first."""
        return True

    def apply(self, effects: Effects[State]) -> None:
        """Start the vote with the first caller (schlafmuetze.doubt.vote)."""
        voting = self._begin_vote(effects)
        effects.change(phase=voting)
        text = T(
            "{doubters} doubts {player}'s word. All vote, {first} first, then clockwise.",
            doubters=Listing(tuple(map(Player, voting.doubters))),
            player=Player(self.author),
            first=Player(effects.state.voters(voting)[0]),
        )
        if len(voting.doubters) > 1:
            text = T("{doubters} doubt {player}'s word. All vote, {first} first, then clockwise.", **dict(text.params))
        effects.say(text, "schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")

    def _begin_vote(self, effects: Effects[State]) -> Voting:
        """Return the vote; a card laid on the doubted one goes back (schlafmuetze.doubt.halt)."""
        before = effects.phase(Halted).before
        if not effects.state.every_card:
            effects.state = self._with_doubted_card(effects.state, before)
        late = before.seat if isinstance(before, LastCard) else None
        latest = effects.state.latest
        if latest and not latest.may_be_of(self.author):
            late = latest.seat
            effects.state = effects.state.before_latest()
            latest = effects.state.latest
        assert latest is not None
        if late is not None and late != self.author:
            before = Running()
            text = T("The call came first: {player} takes the card back.", player=Player(late))
            effects.todo(text, "schlafmuetze.doubt.halt")
        doubters = tuple(dict.fromkeys(self.doubters))
        spoken = (capitals(self.first_word), capitals(self.second_word), capitals(self.compound))
        effects.change(latest=evolve(latest, seat=self.author))
        return Voting(before, doubters, self.author, spoken)

    def _with_doubted_card(self, state: State, before: Playing) -> State:
        """Return the state with the doubted card, where single cards are not entered (schlafmuetze.ruling.latest_card).

        An entered card is used as it is; for any other card only conclusions from earlier entries are known.
        """
        author = self.author
        if isinstance(before, Opening):
            first = state.with_unknown_card(before.asked, first=True)
            return first if author == before.asked else self._with_doubted_card(first.keeping_last_known(), Running())
        if entered := entered_state(state, author, first=self.first):
            return entered
        unknown = Latest(author, sure=False)
        if isinstance(before, Running) and state.colour:
            older = state.open is not None and state.open.may_be_of(author)
            newer = author != state.pausing
            if newer and not older:
                return state.with_unknown_card(author)
            if older and not newer:
                return state
            # the colour was named between the two cards, so it is unknown which of them is doubted
            unknown = evolve(unknown, colour=state.colour)
        return evolve(state.forgotten(), latest=unknown, last_known=state.last_known)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        event = super().history(before, step)
        return evolve(event, event_title=event.event_title or event.title)

    def describe(self) -> Text:
        doubters, player = Listing(tuple(map(Player, self.doubters))), Player(self.author)
        if self.compound.strip():
            return T("{doubters}: {word} by {player}?", doubters=doubters, word=capitals(self.compound), player=player)
        return T("{doubters}: {player}'s word?", doubters=doubters, player=player)

    def remarks(self) -> tuple[Explanation, ...]:
        """Return the findings of the word check (schlafmuetze.combine.forms)."""
        found = words.check(self.first_word, self.second_word, self.compound)
        return words.findings(found) if found else ()


@frozen
class AllAgree(Doubted):
    """All agree about a doubted word, so that no vote is needed (schlafmuetze.doubt.vote).

    :param doubters: the doubters; optional if they take no chips, as when the card goes back.
    :param against: whether all reject the word.
    """

    doubters: tuple[int, ...] = ()
    against: bool = field(kw_only=True)

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        """Yield two offers per possible author; the choice of the word matters only if it goes back."""
        for offer in super().offers(state, seat):
            without = (*offer.given, ("doubters", ()))
            _, *texts = offer.fields
            label = T("All agree: {player}'s card goes back", player=Player(offer.value("author")))
            if offer.value("first"):
                label = T("All agree: {player}'s first card goes back", player=Player(offer.value("author")))
            yield evolve(offer, label=label, given=(*without, ("against", True)), fields=tuple(texts))
            if not offer.value("first"):
                label = T("All agree: {player}'s word stands", player=Player(offer.value("author")))
                if chips_left(state):
                    yield evolve(offer, label=label, given=(*offer.given, ("against", False)))
                else:
                    yield evolve(offer, label=label, given=(*without, ("against", False)), fields=tuple(texts))

    def _needs_doubters(self, state: State) -> bool:
        """Return whether the doubters are required: they take chips if the word stands (schlafmuetze.ruling.chips)."""
        return not self.against and chips_left(state)

    def apply(self, effects: Effects[State]) -> None:
        voting = self._begin_vote(effects)
        if self.against:
            text = T("All agree: {player}'s word is rejected.", player=Player(self.author))
            effects.say(text, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.settled")
            _rejected(effects, voting.author)
        else:
            text = T("All agree: {player}'s word stands.", player=Player(self.author))
            effects.say(text, "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.settled")
            _upheld(effects, voting)

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        event = super().history(before, step)
        return evolve(event, conclusions=_decided(event.conclusions, step))

    def describe(self) -> Text:
        if self.against:
            return T("All agree: {player}'s card goes back", player=Player(self.author))
        return T("All agree: {player}'s word stands", player=Player(self.author))


@frozen
class Voted(TableReport):
    """A player votes on the word (schlafmuetze.doubt.vote)."""

    continues = True

    seat: int
    against: bool

    @classmethod
    def offers(cls, state: State, seat: int | None) -> Iterable[Offer]:
        if isinstance(state.phase, Voting):
            yield from cls._votes(state.voter(state.phase))

    @classmethod
    def early_offers(cls, state: State, seat: int) -> Iterable[Offer]:
        """Offer the vote to players who come later; it is queued until their turn (schlafmuetze.doubt.vote)."""
        if isinstance(state.phase, Voting) and seat in state.voters(state.phase)[len(state.phase.against) + 1 :]:
            yield from cls._votes(seat)

    @classmethod
    def _votes(cls, voter: int) -> Iterable[Offer]:
        rules = ("schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")
        yield Offer(cls, T("For it"), rules, (("seat", voter), ("against", False)))
        yield Offer(cls, T("Against it"), rules, (("seat", voter), ("against", True)))

    def refusal(self, state: State) -> Explanation | None:
        """Require the player's turn; after a decision, the remaining players may still vote (schlafmuetze.ruling.settled)."""
        left = settled(state).voting
        if left and self.seat == state.voter(left):
            return None
        return super().refusal(state)

    def apply(self, effects: Effects[State]) -> None:
        """Count the vote, and decide once the majority is clear (schlafmuetze.doubt.vote)."""
        text = (
            T("{player} is against the word.", player=Player(self.seat))
            if self.against
            else T("{player} lets the word stand.", player=Player(self.seat))
        )
        if left := settled(effects.state).voting:
            effects.note(text, "schlafmuetze.doubt.vote", "schlafmuetze.ruling.settled")
            self._leave(effects, evolve(left, against=(*left.against, self.against)))
            return
        voting = effects.phase(Voting)
        voting = evolve(voting, against=(*voting.against, self.against))
        if not _over(effects.state, voting):
            effects.change(phase=voting)
            effects.say(text, "schlafmuetze.doubt.vote")
            return
        no = sum(voting.against)
        yes = len(voting.against) - no
        if no > yes:
            text = T("{no} against, {yes} for it: the word is rejected.", no=no, yes=yes)
            effects.say(text, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.vote")
            _rejected(effects, voting.author)
        else:
            text = T("{no} against, {yes} for it: the word stands.", no=no, yes=yes)
            effects.say(text, "schlafmuetze.doubt.upheld", "schlafmuetze.ruling.vote")
            _upheld(effects, voting)
        self._leave(effects, voting)

    @staticmethod
    def _leave(effects: Effects[State], voting: Voting) -> None:
        """Record the remaining votes as not needed (schlafmuetze.ruling.settled)."""
        left = len(voting.against) < len(effects.state.voters(voting))
        effects.change(settled=evolve(settled(effects.state), voting=voting if left else None))

    def history(self, before: State, step: Step[State]) -> HistoryEvent:
        event = super().history(before, step)
        return evolve(event, conclusions=_decided(event.conclusions, step))

    def describe(self) -> Text:
        if self.against:
            return T("{player}: against it", player=Player(self.seat))
        return T("{player}: for it", player=Player(self.seat))


def _decided(messages: tuple[Explanation, ...], step: Step[State]) -> tuple[Explanation, ...]:
    """Return the messages on the fate of the word and its chips; if the round ends, those on its end."""
    if isinstance(step.state.phase, Counting | RoundOver | GameOver):
        return *messages[:1], *messages[1:][-1:]
    upheld = bool(messages) and messages[0].rules[0] == "schlafmuetze.doubt.upheld"
    return messages if upheld else messages[:2]


def _over(state: State, voting: Voting) -> bool:
    """Return whether a vote is decided: the remaining votes cannot change it (schlafmuetze.ruling.settled)."""
    against, voters = sum(voting.against), len(state.voters(voting))
    left = voters - len(voting.against)
    if state.house.asking == "everything":
        return not left
    needed = majority(voters)
    return against >= needed or against + left < needed


def _rejected(effects: Effects[State], author: int) -> None:
    """Restore the state before the card (schlafmuetze.doubt.rejected, schlafmuetze.ruling.after_rejection)."""
    latest = effects.state.latest
    assert latest is not None
    effects.state = effects.state.before_latest()
    effects.todo(T("{player} takes the card back.", player=Player(author)), "schlafmuetze.doubt.rejected")
    take_chip(effects, author, "schlafmuetze.doubt.rejected", "schlafmuetze.ruling.several_doubters")
    if latest.first:
        _open_again(effects, author)
        return
    by, last, house = effects.state.pausing, effects.state.last_known, effects.state.house
    if last:
        effects.change(
            last_known=evolve(
                last, covered=False, sure=last.sure and not _may_have_gone_back(effects.state, last, author)
            )
        )
    if house.names_colour == "author":
        if effects.state.every_card or by is not None:
            effects.change(pausing=author)
        text = T("By the house rule {player} names the new colour and pauses.", player=Player(author))
        effects.say(text, "schlafmuetze.ruling.after_rejection")
        by = author
    barred = (latest.colour,) if latest.sure and house.new_colour == "differs" else ()
    name_another(effects, Cause.REJECTED, by, barred)


def _may_have_gone_back(state: State, last: LastKnown, author: int) -> bool:
    """Return whether the card entered last may have gone back: as the author's card, or as one laid after the call.

    A doubt about the first card of the round would have been reported as such.
    """
    before = last.latest.before if state.house.recall == "certain" else None
    return author == last.latest.seat or (before is not None and not before.first and author == before.seat)


def _open_again(effects: Effects[State], author: int) -> None:
    """Start the round again (schlafmuetze.ruling.first_card_rejected)."""
    state = effects.state
    asked = state.dealer if state.house.first_rejected == "dealer" else state.left_of(author)
    circle = FRESH_CIRCLE if state.every_card and state.circle == UNKNOWN_CIRCLE else state.circle
    effects.change(phase=Opening(asked), circle=circle, pausing=None, last_known=None)
    text = T("It was the first card: now {player} may open.", player=Player(asked))
    effects.say(text, "schlafmuetze.ruling.first_card_rejected")


def _upheld(effects: Effects[State], voting: Voting) -> None:
    """Give every doubter a chip and go on (schlafmuetze.doubt.upheld)."""
    for doubter in voting.doubters:
        take_chip(effects, doubter, "schlafmuetze.doubt.upheld")
    before, latest = voting.before, effects.state.latest
    assert latest is not None
    if isinstance(before, LastCard):
        text = T("The word stands: {player} wins the round.", player=Player(before.seat))
        effects.say(text, "schlafmuetze.goal.round", "schlafmuetze.ruling.doubt_closed")
        end_round(effects, before.seat)
        return
    effects.change(phase=Running(), latest=evolve(latest, upheld=True, before=None))
    if not effects.state.every_card and not latest.named:
        # unreported cards may have been laid on top of it
        effects.state = effects.state.keeping_last_known()
