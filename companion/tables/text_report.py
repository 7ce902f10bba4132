"""A game without a screen: history, state, offers and sheet, as text to read or as values for programs."""

from collections.abc import Iterable
from functools import cache

from companion.i18n import Renderer
from companion.kernel.explain import Explanation
from companion.kernel.game import Fact, Json
from companion.kernel.history import HistoryItem
from companion.kernel.kinds import kind_of
from companion.kernel.offers import Choice, Composite, Field, Number, Offer, Several, Subset, Words, YesNo
from companion.kernel.record import Record
from companion.kernel.text import Text, messages
from companion.scoring import ScoreSheet
from companion.storage.codec import value_to_json

T, N = messages("companion")


class TextReport:
    """Prints a record in a language.

    :param locale: the language.
    :param names: the players' names, seat by seat.
    """

    def __init__(self, locale: str, names: tuple[str, ...]) -> None:
        self._renderer = Renderer(locale, names)
        self._names = names
        self._said = cache(self._renderer.text)  # a trace says the same words again and again
        self._shown: dict[int, tuple[HistoryItem, Json]] = {}

    def say(self, text: Text) -> str:
        """Return a text in the report's language."""
        return self._said(text)

    def problem(self, line: int, why: Explanation) -> Json:
        """Return what stopped the log, for programs."""
        return {"line": line} | self._explained(why)

    def json(self, record: Record) -> Json:
        """Return everything about a record, for programs."""
        view = record.game.view(record.state, None)
        sheet = ScoreSheet.of_record(record, view)
        return {
            "game": record.game.meta.id,
            "seats": list(self._names),
            "version": record.version,
            "phase": view.phase,
            "round": view.round,
            "over": record.game.is_over(record.state),
            "prompt": self._explained(view.prompt),
            "notes": [self._explained(note) for note in view.notes if note.is_for(None)],
            "facts": [
                {
                    "label": self.say(fact.label),
                    "value": fact.value if isinstance(fact.value, int) else self._renderer.show(fact.value),
                    "seat": fact.seat,
                    "rules": list(fact.rules),
                }
                for fact in view.facts
            ],
            "history": [self._line(record, line) for line in record.history],
            "offers": [self._offer(record, offer) for offer in record.game.offers(record.state, None)],
            "sheet": {
                "rounds": [
                    [
                        {column.id: sheet.points(seat=seat, round=round, column=column.id) for column in sheet.columns}
                        for seat in range(sheet.seats)
                    ]
                    for round in range(1, sheet.rounds + 1)
                ],
                "totals": list(sheet.totals),
                "ranking": [{"place": rank.place, "seat": rank.seat, "total": rank.total} for rank in sheet.ranking],
            },
        }

    def text(self, record: Record, *, brief: bool = False) -> str:
        """Return a record as text in which no user input begins a line.

        :param brief: only the latest entry, the state and the offers.
        """
        view = record.game.view(record.state, None)
        lines = record.history[-1:] if brief else record.history
        blocks = [
            "\n".join(self._line_text(record, line) for line in lines),
            "\n".join(self.say(said.text) for said in (view.prompt, *view.notes) if said.is_for(None)),
            "\n".join(self._fact_texts(view.facts)),
            "\n".join(
                f"  {kind_of(record.game.meta.id, offer.kind)}: {self.say(offer.label)}"
                for offer in record.game.offers(record.state, None)
                if not offer.closed
            ),
        ]
        if not brief:
            blocks.append(self._sheet_text(ScoreSheet.of_record(record, view)))
        return "\n\n".join(block for block in blocks if block)

    def _explained(self, explanation: Explanation) -> Json:
        return {"text": self.say(explanation.text), "rules": list(explanation.rules)}

    def _line(self, record: Record, line: HistoryItem) -> Json:
        """Return a line for programs, the same object each time: a trace shows every line once for each that follows."""
        if id(line) not in self._shown:
            self._shown[id(line)] = line, self._written(record, line)
        return self._shown[id(line)][1]

    def _written(self, record: Record, line: HistoryItem) -> Json:
        step = line.step
        return {
            "entry": line.entry.id,
            "what": self.say(record.describe(line.action)),
            "struck": line.undone,
            "amended": line.amended,
            "told": [self._explained(said) for said in _messages(record, line)],
            "points": [
                {"seat": p.seat, "round": p.round, "column": p.column, "points": p.points} | self._explained(p.why)
                for p in step.points
            ]
            if step
            else [],
        }

    def _offer(self, record: Record, offer: Offer) -> Json:
        return {
            "kind": kind_of(record.game.meta.id, offer.kind),
            "label": self.say(offer.label),
            "given": {name: value_to_json(value) for name, value in offer.given},
            "fields": [self.field(field) for field in offer.fields],
            "rules": list(offer.rules),
            "closed": self._explained(offer.closed) if offer.closed else None,
        }

    def field(self, field: Field) -> Json:
        """Return a field with the values it can take."""
        named: Json = {"name": field.name, "label": self.say(field.label)}
        match field:
            case Choice() | Subset():
                return named | {
                    "options": [self.say(option.label) for option in field.options],
                    "values": [value_to_json(option.value) for option in field.options],
                    # kept for scripts written for older versions
                    **(
                        {"several": True} if isinstance(field, Subset) else {"optional": True} if field.optional else {}
                    ),
                }
            case YesNo():
                return named | {"values": [False, True]}
            case Number():
                return named | {"low": field.low, "high": field.high}
            case Composite():
                return named | {"parts": [self.field(part) for part in field.parts]}
            case Words():
                return named | {"longest": field.longest, "optional": field.optional}
            case Several():
                return named | {"each": self.field(field.each), "low": field.low, "high": field.high}

    def _line_text(self, record: Record, line: HistoryItem) -> str:
        number = record.number(line.entry)
        what = self.say(record.describe(line.action))
        if line.undone:
            return _indented(f"{number:4}  ~~{what}~~")
        messages = [f"        {self.say(e.text)}  [{', '.join(e.rules)}]" for e in _messages(record, line)]
        return "\n".join(map(_indented, [f"{number:4}  {what}", *messages]))

    def _fact_texts(self, facts: Iterable[Fact]) -> list[str]:
        texts = []
        for fact in facts:
            whose = f"{self._renderer.name(fact.seat)}: " if fact.seat is not None else ""
            texts.append(f"  {whose}{self.say(fact.label)} {self._renderer.show(fact.value)}")
        return texts

    def _sheet_text(self, sheet: ScoreSheet) -> str:
        """Return the sheet as a table: a row per round and player, the columns of the rules, the sums."""
        titles = [self.say(column.title) for column in sheet.columns]
        head = ["", "", *titles, self.say(T("Round")), self.say(T("Total"))]
        rows = [head]
        for round in range(1, sheet.rounds + 1):
            for seat in range(sheet.seats):
                cells = [sheet.points(seat=seat, round=round, column=column.id) for column in sheet.columns]
                total = sum(sheet.points(seat=seat, round=r) for r in range(1, round + 1))
                rows.append([str(round), self._renderer.name(seat), *map(str, cells), str(sum(cells)), str(total)])
        widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if at < 2 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )


def _messages(record: Record, line: HistoryItem) -> tuple[Explanation, ...]:
    """Return the messages about an entry, and remarks that help to judge it."""
    messages = tuple(said for said in line.step.messages if said.is_for(None)) if line.step else ()
    return messages if line.undone else (*messages, *record.remarks(line.action))


def _indented(text: str) -> str:
    """Return a text with its further lines indented, so that a ruling cannot imitate lines of the history."""
    return text.replace("\n", "\n            ")
