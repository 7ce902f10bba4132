"""Checks the setup of a table against the game's meta, so that a game only gets complete and valid choices."""

from companion.kernel.explain import Explanation, Refused
from companion.kernel.game import HouseNumber, HouseRule, HouseText, Meta, Setup
from companion.kernel.text import Listing, Text, messages

T, N = messages("companion")


def complete_house(meta: Meta, setup: Setup) -> dict[str, str | int]:
    """Return the house rules in force: every option, number and text by its key, with defaults filled in.

    :raises Refused: if the number of players, the first seat or a house rule is not possible.
    """
    if text := wrong_player_count(meta, setup.seats):
        raise _refused(text)
    if setup.first not in range(setup.seats):
        text = T(
            "There is no seat {seat} to begin; they are counted from 0 to {last}.",
            seat=setup.first,
            last=setup.seats - 1,
        )
        raise _refused(text)
    chosen = dict(setup.house)
    complete: dict[str, str | int] = {}
    for rule in meta.house_rules:
        complete[rule.key] = _option(rule, chosen.pop(rule.key, rule.default))
    for number in meta.house_numbers:
        complete[number.key] = _number(number, chosen.pop(number.key, number.default))
    if name := meta.house_name:
        complete[name.key] = _title(name, chosen.pop(name.key, ""))
    if chosen:
        wrong = next(iter(chosen))
        if not complete:
            raise _refused(T("{game} has no house rules, so there is no “{rule}”.", game=meta.title, rule=wrong))
        there = Listing(tuple(complete))
        raise _refused(T("{game} has no house rule “{rule}”, only {rules}.", game=meta.title, rule=wrong, rules=there))
    return complete


def _option(rule: HouseRule, value: str | int) -> str | int:
    if value in {option.id for option in rule.options}:
        return value
    ways = Listing(tuple(option.id for option in rule.options))
    text = T("The house rule “{rule}” can be {ways}, but not “{value}”.", value=str(value), rule=rule.key, ways=ways)
    raise _refused(text, rule.rule)


def _number(number: HouseNumber, amount: str | int) -> int:
    if isinstance(amount, str | bool) or not number.low <= amount <= number.high:
        text = T("“{rule}” takes a number from {low} to {high}.", rule=number.key, low=number.low, high=number.high)
        raise _refused(text, number.rule)
    return amount


def _title(name: HouseText, words: str | int) -> str:
    if not isinstance(words, str) or len(words) > name.longest:
        text = T("“{rule}” takes words of at most {longest} characters.", rule=name.key, longest=name.longest)
        raise _refused(text, name.rule)
    return words.strip()


def wrong_player_count(meta: Meta, players: int) -> Text | None:
    """Return why a number of players is not allowed, ``None`` if it is allowed."""
    fewest, most = meta.seats
    if fewest <= players <= most:
        return None
    if fewest == most:
        return T("{game} is for {most} players.", game=meta.title, most=most)
    return T("{game} is for {fewest} to {most} players.", game=meta.title, fewest=fewest, most=most)


def _refused(text: Text, *rules: str) -> Refused:
    return Refused(Explanation(text, rules or ("companion.log",)))
