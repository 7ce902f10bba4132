"""What the players may report at a table of Schlafmütze; everybody may report everything."""

from itertools import permutations
from typing import assert_never

from companion.games.schlafmuetze import actions, phases
from companion.games.schlafmuetze.cards import COLOURS, PILES, Colour
from companion.games.schlafmuetze.messages import COLOUR_NAMES, T, card_name, hour
from companion.games.schlafmuetze.model import State, dealt, in_play, most_in_hand, stock_after_deal
from companion.games.schlafmuetze.refusals import authors, either, refusal, told_colour
from companion.kernel.offers import Choice, Composite, Number, Offer, Option, Several, Weight, Words
from companion.kernel.text import Listing, Player, Text


def offers(state: State) -> tuple[Offer, ...]:
    """Return what may be reported now."""
    match state.phase:
        case phases.Opening():
            return tuple(_opening(state, state.phase))
        case phases.Running():
            return tuple(_running(state, state.phase))
        case phases.LastCard():
            return tuple(_last_card(state))
        case phases.Halted() as halted:
            return tuple(_doubted(state, halted))
        case phases.Voting() as voting:
            return _votes(state.voter(voting))
        case phases.Disputed():
            return tuple(_agreements(state))
        case phases.Naming() as naming:
            return tuple(_colours(state, naming))
        case phases.Counting(winner):
            return (_hands(state, winner),)
        case phases.RoundOver():
            return (
                Offer(actions.NextRound, T("Next round"), ("schlafmuetze.score.sheet", "schlafmuetze.ruling.dealer")),
                Offer(actions.Finish, T("End the game"), ("schlafmuetze.ruling.game_end",), weight=Weight.SIDE),
                _keeping(state),
            )
        case phases.GameOver():
            return ()
        case _:
            assert_never(state.phase)


def _players(name: str, label: Text, seats: tuple[int, ...]) -> Choice:
    return Choice(name, label, tuple(Option(seat, T("{player}", player=Player(seat))) for seat in seats))


def _colour_choice(colours: tuple[Colour, ...] = COLOURS, label: Text | None = None) -> Choice:
    return Choice("colour", label or T("Colour"), tuple(Option(colour, COLOUR_NAMES[colour]) for colour in colours))


def _word() -> Words:
    return Words(
        "word",
        T("Word on the card"),
        examples=("EIS", "AUTO", "SCHIFF", "LUFT", "LAND", "SPIEL", "MANN", "BILD", "WASSER", "WEIN", "BLUME"),
        optional=True,
    )


def _lay(state: State, seats: tuple[int, ...]) -> list[Offer]:
    """Return the offer to lay a card; none if no pile has the colour that is demanded."""
    piles = tuple(
        Option(at, T("{hour} o'clock: {card}", hour=hour(at), card=card_name(card)))
        for at, card in enumerate(state.circle)
        if state.colour is None or card.colour in (None, state.colour)
    )
    fields = (
        _players("seat", T("Whose card?"), seats),
        Choice("pile", T("On which pile?"), piles),
        _colour_choice(),
        _word(),
    )
    rules = ("schlafmuetze.combine.two_words", "schlafmuetze.combine.say", "schlafmuetze.colour.forced")
    return [Offer(actions.Laid, T("A card lies"), rules, fields=fields)] if piles else []


def _halt(state: State) -> Offer:
    rules = ("schlafmuetze.doubt.halt", "schlafmuetze.doubt.vote")
    return Offer(actions.Halt, T("Halt!"), rules, closed=refusal(state, actions.Halt()))


def _opening(state: State, phase: phases.Opening) -> list[Offer]:
    found: list[Offer] = []
    if state.every_card:
        found += _lay(state, (phase.asked,))
    else:
        found.append(Offer(actions.GoesOn, T("The first card lies"), ("schlafmuetze.start.dealer",)))
        found.append(_halt(state))
    cannot = T("{player} cannot", player=Player(phase.asked))
    rules = ("schlafmuetze.start.pass_left", "schlafmuetze.ruling.nobody_opens")
    found.append(Offer(actions.CannotOpen, cannot, rules, (("seat", phase.asked),), weight=Weight.SIDE))
    if state.every_card:
        orders = tuple(
            Option(
                order * (PILES // len(order)), T("{colours}", colours=Listing(tuple(COLOUR_NAMES[c] for c in order)))
            )
            for order in permutations(COLOURS)
        )
        fields = (Choice("colours", T("Colours in turn from twelve o'clock on"), orders),)
        words = (("words", tuple(card.word for card in state.circle)),)
        label = T("Other colours around the circle")
        found.append(
            Offer(actions.CircleTold, label, ("schlafmuetze.setup.circle",), words, fields, weight=Weight.RARE)
        )
    found.append(_keeping(state))
    return found


def _running(state: State, phase: phases.Running) -> list[Offer]:
    everybody = tuple(state.everybody)
    found: list[Offer] = []
    if state.every_card:
        laying = everybody if phase.claimed is None else (phase.claimed,)
        found += _lay(state, tuple(seat for seat in laying if seat != state.pausing))
    elif state.colour:
        label = T("A card lies on {colour}", colour=COLOUR_NAMES[state.colour])
        found.append(Offer(actions.GoesOn, label, ("schlafmuetze.colour.forced",)))
    elif told_colour(state):
        rules = ("schlafmuetze.ruling.latest_card", "schlafmuetze.ruling.keeping")
        found.append(Offer(actions.GoesOn, T("Another card lies by now"), rules, weight=Weight.SIDE))
    found.append(_halt(state))
    stuck = ("schlafmuetze.stuck.draw", "schlafmuetze.stuck.again")
    label, asked = T("Nobody can lay a card"), [_colour_choice(label=T("Which colour was demanded?"))]
    if state.colour:
        label, asked = T("Nobody can lay on {colour}", colour=COLOUR_NAMES[state.colour]), []
    if state.every_card and state.pausing is None:
        asked.append(_players("pausing", T("Who pauses?"), everybody))
    told = actions.Stuck(state.colour or COLOURS[0], 0 if state.pausing is None else None)
    closed = refusal(state, told)
    found.append(Offer(actions.Stuck, label, stuck, fields=tuple(asked), weight=Weight.SIDE, closed=closed))
    found += _disputes(state)
    if not state.every_card:
        out = (_players("seat", T("Who is out of cards?"), everybody),)
        found.append(
            Offer(actions.LastCardLaid, T("Somebody has laid the last card"), ("schlafmuetze.end.out",), fields=out)
        )
    found.append(
        Offer(
            actions.WrongCard,
            T("Wrong colour or own pause: the card goes back"),
            ("schlafmuetze.ruling.wrong_card", "schlafmuetze.pause", "schlafmuetze.colour.forced"),
            fields=(_players("seat", T("Whose card goes back?"), everybody),),
            weight=Weight.SIDE if state.house.wrong_card == "chip" else Weight.RARE,
        )
    )
    if state.every_card:
        found.append(_top())
    found += [*_recounts(state), _keeping(state)]
    return found


def _disputes(state: State) -> list[Offer]:
    rules = ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.speed.dispute_open")
    if not state.every_card:
        return [Offer(actions.SpeedDispute, T("Who was first?"), rules, (("latest", False),), weight=Weight.SIDE)]
    latest = Offer(
        actions.SpeedDispute,
        T("Who was first? The card just told is in question"),
        rules,
        (("latest", True),),
        weight=Weight.SIDE,
        closed=refusal(state, actions.SpeedDispute(latest=True)),
    )
    others = Offer(
        actions.SpeedDispute,
        T("Who was first? None of the cards is told yet"),
        rules,
        (("latest", False),),
        weight=Weight.SIDE,
        closed=refusal(state, actions.SpeedDispute(latest=False)),
    )
    return [latest, others]


def _last_card(state: State) -> list[Offer]:
    rules = ("schlafmuetze.ruling.last_card_doubted", "schlafmuetze.end.out")
    found = [Offer(actions.NobodyDoubts, T("Nobody doubts it"), rules), _halt(state)]
    dispute = Offer(
        actions.SpeedDispute,
        T("Who was first?"),
        ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement"),
        (("latest", True),),
        weight=Weight.SIDE,
        closed=refusal(state, actions.SpeedDispute(latest=True)),
    )
    return [*found, dispute, *([_top()] if state.every_card else ()), *_recounts(state)]


def _doubted(state: State, halted: phases.Halted) -> list[Offer]:
    """Return an offer for each whose word may be doubted; two where it may be the first or a later one."""
    words = (
        Words("first_word", T("One word"), examples=("LAND",), optional=True),
        Words("second_word", T("The other word"), examples=("SPIEL",), optional=True),
        Words("compound", T("Both together"), examples=("LÄNDERSPIEL", "LANDSPIEL"), optional=True),
    )
    rules = ("schlafmuetze.doubt.vote", "schlafmuetze.doubt.halt", "schlafmuetze.ruling.latest_card")
    found = []
    for author in authors(state, halted):
        others = state.clockwise(state.left_of(author))[:-1]
        doubter = _players("doubter", T("Who doubts?"), others)
        doubters = Several("doubters", T("Who doubts? The first caller first"), doubter, 1, len(others))
        label = T("{player}'s word is doubted", player=Player(author))
        found.append(Offer(actions.Doubted, label, rules, (("author", author), ("first", False)), (doubters, *words)))
        if author in either(state, halted):
            label = T("{player}'s first word of the round is doubted", player=Player(author))
            found.append(
                Offer(actions.Doubted, label, rules, (("author", author), ("first", True)), (doubters, *words))
            )
    return found


def _votes(voter: int) -> tuple[Offer, ...]:
    rules = ("schlafmuetze.doubt.vote", "schlafmuetze.ruling.vote")
    return (
        Offer(actions.Voted, T("Valid"), rules, (("seat", voter), ("against", False))),
        Offer(actions.Voted, T("Against it"), rules, (("seat", voter), ("against", True))),
    )


def _agreements(state: State) -> list[Offer]:
    rules = ("schlafmuetze.speed.dispute_agreed", "schlafmuetze.ruling.agreement")
    found = [
        Offer(actions.Agreed, T("{player} was first", player=Player(seat)), rules, (("seat", seat),))
        for seat in state.everybody
        if refusal(state, actions.Agreed(seat)) is None
    ]
    return [
        *found,
        Offer(actions.NotAgreed, T("We do not agree"), ("schlafmuetze.speed.dispute_open",), weight=Weight.SIDE),
    ]


def _colours(state: State, naming: phases.Naming) -> list[Offer]:
    found = [
        Offer(
            actions.ColourNamed,
            COLOUR_NAMES[colour],
            ("schlafmuetze.colour.forced", "schlafmuetze.ruling.new_colour"),
            (("colour", colour),),
            closed=refusal(state, actions.ColourNamed(colour)),
        )
        for colour in COLOURS
    ]
    if refusal(state, actions.NoColourLeft()) is None:
        rule = "schlafmuetze.stuck.end" if naming.cause is phases.Cause.STUCK else "schlafmuetze.ruling.same_colour"
        found.append(Offer(actions.NoColourLeft, T("None of these shows"), (rule,), weight=Weight.SIDE))
    return found


def _hands(state: State, winner: int | None) -> Offer:
    few, most = max(1, dealt(state.seats) // 2), most_in_hand(state)
    counts = tuple(
        Number(str(seat), T("{player}", player=Player(seat)), 0, 0, 0)
        if seat == winner
        else Number(str(seat), T("{player}", player=Player(seat)), 1, most, few)
        for seat in state.everybody
    )
    group = Composite("hands", T("Cards left in hand"), counts)
    return Offer(actions.HandsCounted, T("Count the hands"), ("schlafmuetze.score.minus",), fields=(group,))


def _top() -> Offer:
    piles = tuple(Option(at, T("{hour} o'clock", hour=hour(at))) for at in range(PILES))
    fields = (Choice("pile", T("Which pile?"), piles), _colour_choice(), _word())
    return Offer(
        actions.TopTold, T("Put a pile right"), ("schlafmuetze.combine.piles",), fields=fields, weight=Weight.RARE
    )


def _recounts(state: State) -> list[Offer]:
    found = []
    for seat in state.everybody:
        chips = state.chips[seat] + max(0, state.middle)
        fields: tuple[Number, ...] = (Number("chips", T("Chips"), 0, chips, state.chips[seat]),)
        given: tuple[tuple[str, int | None], ...] = (("seat", seat),)
        if state.hands is None:
            given = (*given, ("cards", None))
        else:
            # a card that went back after a wrong recount may leave more in the hands than there can be
            most = in_play() - state.stock - sum(state.hands) + state.hands[seat] - state.lying
            if most < 1:
                continue
            if state.hands[seat]:
                fields = (Number("cards", T("Cards in hand"), 1, most, min(state.hands[seat], most)), *fields)
            else:
                given = (*given, ("cards", 0))
        label = T("Recount: {player}", player=Player(seat))
        found.append(Offer(actions.Recount, label, ("schlafmuetze.ruling.recount",), given, fields, weight=Weight.SIDE))
    most = stock_after_deal(state.seats)
    if state.hands is not None:
        most = min(most, in_play() - sum(state.hands) - state.lying)
    number = Number("cards", T("Cards in the stock"), 0, most, min(state.stock, most))
    found.append(
        Offer(
            actions.StockCounted,
            T("Recount the stock"),
            ("schlafmuetze.ruling.recount",),
            fields=(number,),
            weight=Weight.RARE,
        )
    )
    return found


def _keeping(state: State) -> Offer:
    """Return the offer to keep the table the other way (schlafmuetze.ruling.keeping)."""
    rules = ("schlafmuetze.ruling.keeping",)
    if state.every_card:
        label = T("Tell only what needs a referee")
        return Offer(actions.KeepRefereeOnly, label, rules, weight=Weight.RARE)
    label = T("Tell every card from now on")
    if not isinstance(state.phase, phases.Running):
        return Offer(actions.KeepEveryCard, label, rules, weight=Weight.RARE)
    few, most = max(1, dealt(state.seats) // 2), most_in_hand(state)
    hands = tuple(Number(str(seat), T("{player}", player=Player(seat)), 1, most, few) for seat in state.everybody)
    fields = (
        Composite("hands", T("Cards in hand now"), hands),
        _players("pausing", T("Who pauses?"), tuple(state.everybody)),
        _colour_choice(label=T("Which colour is demanded?")),
    )
    return Offer(actions.KeepEveryCard, label, rules, fields=fields, weight=Weight.RARE)
