"""The index of the rules, and how it is asked."""

import sqlite3
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from threading import Lock
from typing import Final, TypeAlias
from unicodedata import normalize

from attrs import evolve, field, frozen

from companion import resources
from companion.i18n import Renderer
from companion.kernel.text import Text
from companion.lookup.rules import Kind, Rule, RuleBook, WrongRule
from companion.lookup.sample_questions import Question
from companion.lookup.search import passage
from companion.lookup.search.language import UNKNOWN, SearchLanguage, speech
from companion.lookup.search.passage import Piece
from companion.lookup.search.vocabulary import ONE_SLIP, TOGETHER, Meant, Vocabulary
from companion.lookup.search.words import Stems, language, plain, words

#: Weight of a word by the field it is found in; the name is that of the game, with the rule's id.
_NAME, _TITLE, _KEYWORDS, _TEXT, _EXAMPLE, _ASKED = range(6)
_WEIGHTS: Final = {_NAME: 0.8, _TITLE: 1.5, _KEYWORDS: 2.8, _TEXT: 0.7, _EXAMPLE: 0.4, _ASKED: 2.0}

#: Bonus for a question that equals a rule's title, one of its keywords or a sample question.
_PHRASE: Final = 20.0
#: How fast that bonus falls with less similarity.
_ALMOST: Final = 4
#: How much further a title counts than a keyword that says the same, if it is nearly all that was asked.
_CALLED, _NEARLY = 1.25, 0.9
#: What the rules of the game on the table gain, and those of its phase.
_PLAYING, _PHASE = 40.0, 1.25
#: What the program's own rules gain, which matter at every table.
_OWN: Final = 10.0
#: What these and the rules for any other game gain where no game is chosen.
_NO_GAME: Final = 4.0
#: Weight of words that are in every question.
_PASSING: Final = 0.4
#: Weight of words that are in many questions.
_SLIGHT: Final = 0.5
_RULING: Final = 0.85
_OTHER_LANGUAGE: Final = 0.8
#: Hits that are so much worse than the best one only distract.
_NOISE: Final = 0.02

_PROGRAM: Final = "companion"
_NOTHING: Final[Mapping[int, float]] = {}
#: Sample questions by the id of the rule and the language.
_Answering: TypeAlias = Mapping[tuple[str, str], Sequence[str]]
_LONGEST: Final = 24
_MOST_WORDS: Final = 16
#: Number of best rules that are ranked more precisely.
_CLOSER: Final = 60


@frozen
class Hit:
    """A rule found by a search.

    :param title: its title, with matches marked.
    :param passage: its best matching passage, with matches marked.
    :param score: its score among the hits of the same game; a game named in the question comes before all others.
    """

    rule: Rule
    title: tuple[Piece, ...]
    passage: tuple[Piece, ...]
    score: float


@frozen
class _Question:
    """A parsed question.

    :param locale: the language of the answer.
    :param words: the possible stems of each word.
    :param slight: the same for words that are in many questions.
    :param passing: the stems of those and of the words in every question, with those that turn the sense likewise.
    """

    locale: str
    words: tuple[Meant, ...]
    slight: tuple[Meant, ...]
    passing: tuple[Set[str], ...]
    _worth: dict[str, dict[int, float]] = field(init=False)

    @_worth.default
    def _by_stem(self) -> dict[str, dict[int, float]]:
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for nth, word in enumerate(self.words):
            for stem, likely in word.items():
                found[stem][nth] = likely
        return dict(found)

    def has_nothing_of(self, stems: Mapping[str, float]) -> bool:
        return self._worth.keys().isdisjoint(stems)

    def worth(self, stem: str) -> Mapping[int, float]:
        return self._worth.get(stem, _NOTHING)


class Index:
    """A search index of the rules in every language; thread-safe.

    :param book: the rules.
    :param locales: the languages; by default all with a catalog.
    :param names: the titles of the games.
    :param asked: sample questions; a rule is also found by the words of those it answers best.
    :param any_game: the games that keep the points of any other game; their rules matter where no game is chosen.
    """

    def __init__(
        self,
        book: RuleBook,
        locales: Iterable[str] | None = None,
        names: Mapping[str, Text] | None = None,
        asked: Iterable[Question] = (),
        any_game: Iterable[str] = (),
    ) -> None:
        self._rules = book.all
        self._any_game = {_PROGRAM, *any_game}
        self._said = {locale: Renderer(locale) for locale in locales or resources.locales()}
        self._stems = {locale: Stems(language(locale)) for locale in self._said}
        #: Why a language is searched by its letters alone.
        self.left_out: list[Text] = []
        self._speech = {locale: self._spoken_at_the_table(locale) for locale in self._stems}
        self._lock = Lock()
        self._vocabulary = Vocabulary(self._stems, self._speech.values())
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        self._base.execute("CREATE VIRTUAL TABLE said USING fts5(stems, content='', tokenize='unicode61')")
        self._games_saying: dict[str, set[str]] = defaultdict(set)
        answering = self._answering(asked)
        self._base.executemany("INSERT INTO said (rowid, stems) VALUES (?, ?)", self._rows(names or {}, answering))
        self._vocabulary.learnt()
        self._phrases = [
            [
                (locale, self._weighed(phrase, locale), title)
                for locale, phrase, title in self._called_so(rule, answering)
            ]
            for rule in self._rules
        ]
        self._names = {
            game: [{stems(part) for stems in self._stems.values()} for part in game.split("_")]
            for game in dict.fromkeys(rule.game for rule in self._rules)
        }

    def search(
        self,
        question: str,
        locale: str,
        *,
        game: str | None = None,
        playing: str | None = None,
        phase: str | None = None,
        limit: int = 30,
    ) -> tuple[Hit, ...]:
        """Return the rules that answer a question, best first.

        :param question: the text typed so far; its last word may be incomplete.
        :param locale: language of the hits; matches in it count more.
        :param game: only this game's rules.
        :param playing: the game on the table, whose rules come first.
        :param phase: the phase that game is in.
        :param limit: most hits to return.
        """
        locale = Renderer(locale).locale
        if locale not in self._said:
            locale = next(iter(self._said))
        with self._lock:
            asked = self._asked(question, locale)
            named = {name for name in self._names if self._is_named(name, asked)}
            asked = self._besides_names(asked, named - {playing})
            scores = {
                at: score * self._favour(self._rules[at], playing, phase)
                for at, score in self._scores(asked).items()
                if game in (None, self._rules[at].game)
            }
            least = max(scores.values(), default=0.0) * _NOISE
            likely = sorted((at for at in scores if scores[at] >= least), key=lambda at: -scores[at])[:_CLOSER]
            scores = {at: scores[at] * (1 + _PHRASE * self._said_so(at, asked) ** _ALMOST) for at in likely}
            best = max(scores.values(), default=1.0)
            for at in self._called(question, game):
                scores[at] = scores.get(at, 0.0) + best
            ranked = sorted(scores, key=lambda at: (self._rules[at].game not in named, -scores[at], at))
            return tuple(self._hit(at, scores[at], asked) for at in ranked[: max(limit, 0)])

    def _spoken_at_the_table(self, locale: str) -> SearchLanguage:
        try:
            return speech(locale, self._stems[locale])
        except WrongRule as wrong:
            self.left_out.append(wrong.why)
            return UNKNOWN

    def _answering(self, asked: Iterable[Question]) -> _Answering:
        """Return the sample questions that each rule answers best."""
        answering: dict[tuple[str, str], list[str]] = defaultdict(list)
        for question in asked:
            if not (question.slips or self._names_cards(question)):
                answering[question.answers[0], question.locale].append(question.ask)
        return answering

    def _rows(self, names: Mapping[str, Text], answering: _Answering) -> Iterator[tuple[int, str]]:
        """Yield the stems of each rule in each language, its sample questions included."""
        for at, rule in enumerate(self._rules):
            for nth, (locale, said) in enumerate(self._said.items()):
                name = names.get(rule.game)
                texts = {
                    _NAME: f"{said.text(name) if name else ''} {rule.id}",
                    _TITLE: said.text(rule.title),
                    _KEYWORDS: said.text(rule.keywords),
                    _TEXT: said.text(rule.text),
                    _EXAMPLE: said.text(rule.example) if rule.example else "",
                    _ASKED: "\n".join(answering.get((rule.id, locale), ())),
                }
                for place, text in texts.items():
                    row = (at * len(self._said) + nth) * len(_WEIGHTS) + place
                    stems = tuple(self._vocabulary.learn(text, locale))
                    for stem in stems:
                        self._games_saying[stem].add(rule.game)
                    yield row, " ".join(stems)

    def _names_cards(self, question: Question) -> bool:
        """Return whether a question names two cards: it is about what they have in common, not about these cards."""
        if question.locale not in self._stems:
            return False
        stems = self._stems[question.locale]
        return any(self._speech[question.locale].cards.meant([{stems(word[0])} for word in words(question.ask)]))

    def _called_so(self, rule: Rule, answering: _Answering) -> Iterator[tuple[str, str, bool]]:
        """Yield the title, keywords and sample questions of a rule in each language, and which of them is the title."""
        for locale, said in self._said.items():
            yield locale, said.text(rule.title), True
            for phrase in (*said.text(rule.keywords).split(","), *answering.get((rule.id, locale), ())):
                yield locale, phrase, False

    def _weighed(self, phrase: str, locale: str) -> dict[str, float]:
        """Return the stems of a few words with how much they matter."""
        speech, stems = self._speech[locale], self._stems[locale]
        light = speech.passing | speech.slight
        return {stems(word[0]): _PASSING if plain(word[0]) in light else 1.0 for word in words(phrase)}

    def _called(self, question: str, game: str | None) -> list[int]:
        """Return the rules whose id was typed, or begins like that."""
        id = question.strip().casefold()
        if "." not in id:
            return []
        begun = [at for at, rule in enumerate(self._rules) if rule.id.startswith(id) and game in (None, rule.game)]
        return [at for at in begun if self._rules[at].id == id] or begun

    # the question

    def _asked(self, question: str, locale: str) -> _Question:
        typed = [word[0][:_LONGEST] for word in words(normalize("NFC", question[:1000]))][:_MOST_WORDS]
        unfinished = typed[-1] if question[-1:].isalnum() and typed else None
        typed = [part for word in typed for part in self._vocabulary.apart(word, unfinished=word is unfinished)]
        spoken = self._spoken(typed, locale)
        speech, stems = self._speech[spoken], self._stems[spoken]
        light = speech.passing | speech.slight
        content = [at for at, word in enumerate(typed) if plain(word) not in light]
        slight = [word for word in typed if plain(word) in speech.slight]
        if not content:
            content, slight, light = [*range(len(typed))], [], frozenset()
        alone = {at: self._vocabulary.meant(typed[at], light, unfinished=typed[at] is unfinished) for at in content}
        beside = speech.beside(
            [
                {stems(word)} | {stem for stem, likely in alone.get(at, {}).items() if likely == ONE_SLIP}
                for at, word in enumerate(typed)
            ]
        )

        def meant(at: int) -> Meant:
            return alone[at] | {stem: max(alone[at].get(stem, 0.0), TOGETHER) for stem in beside[at]}

        return _Question(
            locale,
            words=tuple(filter(None, map(meant, content))),
            slight=tuple(filter(None, (self._vocabulary.sense(word) for word in slight))),
            passing=tuple(
                {stems(word), *(self._vocabulary.sense(word) if plain(word) in speech.slight else ())}
                for word in typed
                if plain(word) in light
            ),
        )

    def _spoken(self, typed: list[str], locale: str) -> str:
        """Return the language a question is in: that of most of its words that every question has."""
        spelled = [plain(word) for word in typed]

        def many(speech: SearchLanguage) -> int:
            return sum(word in speech.passing or word in speech.slight for word in spelled)

        return max(self._said, key=lambda other: (many(self._speech[other]), other == locale))

    def _is_named(self, game: str, asked: _Question) -> bool:
        """Return whether the words of a game's id are all in the question, typing errors allowed."""
        return all(
            any(word.get(stem, 0.0) >= ONE_SLIP for word in asked.words for stem in part) for part in self._names[game]
        )

    def _besides_names(self, asked: _Question, named: Container[str]) -> _Question:
        """Return a question in which the words that name a game matter little, if it asks for anything else."""
        parts = [part for name, parts in self._names.items() if name in named for part in parts]
        names = tuple(
            word for word in asked.words if any(word.get(stem, 0.0) >= ONE_SLIP for part in parts for stem in part)
        )
        rest = tuple(word for word in asked.words if word not in names)
        slight = asked.slight if rest else ()
        rest = rest or asked.slight
        return evolve(asked, words=rest, slight=(*slight, *names)) if rest else asked

    # the answers

    def _favour(self, rule: Rule, playing: str | None, phase: str | None) -> float:
        """Return the bonus of a rule for its kind and for the game and phase of the question."""
        favour = 1.0 if rule.kind is Kind.RULE else _RULING
        if rule.game == playing:
            favour *= _PLAYING * (_PHASE if phase in rule.phases else 1.0)
        elif playing is None and rule.game in self._any_game:
            favour *= _NO_GAME
        elif playing and rule.game == _PROGRAM:
            favour *= _OWN
        return favour

    def _scores(self, asked: _Question) -> dict[int, float]:
        """Return the score of each rule: the sum over its matching words, and more if all match.

        A game whose rules lack one of the words entirely is unlikely to be meant.
        """
        totals: dict[int, float] = defaultdict(float)
        having: dict[int, float] = defaultdict(float)
        for weight, those in ((1.0, asked.words), (_SLIGHT, asked.slight)):
            for word in those:
                best: dict[int, float] = defaultdict(float)
                for quality in set(word.values()):
                    stems = [stem for stem, likely in word.items() if likely == quality]
                    for (at, locale), score in self._said_with(stems).items():
                        best[at] = max(best[at], score * quality * (1.0 if locale == asked.locale else _OTHER_LANGUAGE))
                for at, score in best.items():
                    totals[at] += weight * score
                    having[at] += weight
        whole = len(asked.words) + _SLIGHT * len(asked.slight)
        knowing = {game: self._knows(game, asked.words) for game in self._names}
        return {at: total * having[at] / whole * knowing[self._rules[at].game] ** 2 for at, total in totals.items()}

    def _knows(self, game: str, asked: Sequence[Meant]) -> float:
        """Return the share of a question's words that are in a game's rules, from 0 to 1."""

        def known(word: Meant) -> float:
            likely = (worth for stem, worth in word.items() if game in self._games_saying.get(stem, ()))
            return max(likely, default=0.0) / max(word.values())

        return sum(map(known, asked)) / len(asked) if asked else 1.0

    def _said_with(self, stems: Iterable[str]) -> dict[tuple[int, str], float]:
        """Return how strongly each rule has any of these stems in each language."""
        match = " OR ".join(f'"{stem}"' for stem in sorted(stems))
        locales = tuple(self._said)
        scores: dict[tuple[int, str], float] = defaultdict(float)
        for row, rank in self._base.execute("SELECT rowid, rank FROM said WHERE said MATCH ?", (match,)):
            entry, place = divmod(row, len(_WEIGHTS))
            at, nth = divmod(entry, len(locales))
            scores[at, locales[nth]] -= rank * _WEIGHTS[place]
        return scores

    def _said_so(self, at: int, asked: _Question) -> float:
        """Return the similarity of a question to the title, a keyword or a sample question of a rule, from 0 to 1; the title counts more."""
        most = 0.0
        for locale, phrase, title in self._phrases[at]:
            if asked.has_nothing_of(phrase):  # as is nearly always so
                continue
            common: dict[int, float] = {}
            for stem, weight in phrase.items():
                for nth, likely in asked.worth(stem).items():
                    common[nth] = max(common.get(nth, 0.0), likely * weight)
            both = sum(common.values()) + _PASSING * sum(not stems.isdisjoint(phrase) for stems in asked.passing)
            whole = sum(phrase.values()) + len(asked.words) + _PASSING * len(asked.passing)
            same = 2 * both / whole
            same *= _CALLED if title and same >= _NEARLY else 1.0
            most = max(most, same * (1.0 if locale == asked.locale else _OTHER_LANGUAGE))
        return most

    def _hit(self, at: int, score: float, asked: _Question) -> Hit:
        rule, said, stems = self._rules[at], self._said[asked.locale], self._stems[asked.locale]

        def worth(word: str) -> Mapping[int, float]:
            return asked.worth(stems(word))

        texts = [passage.sentences(said.text(text)) for text in (rule.text, rule.example) if text]
        return Hit(
            rule,
            title=passage.marked(said.text(rule.title), worth),
            passage=passage.marked(passage.best(texts, worth), worth),
            score=round(score, 3),
        )
