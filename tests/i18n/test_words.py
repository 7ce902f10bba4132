"""Faults of wording in English and German that a program can find."""

import re
from functools import cache

import pytest

from companion import resources
from companion.devtools.catalogs import path_of, templates
from companion.devtools.catalogs import read as catalog

#: Unidiomatic English: German shines through, or a word is used for what it does not mean.
ENGLISH = {
    r"\b(the|an) own\b": "own is somebody's: their own deck",
    r"(?<![Tt]here )\b(is|are) (none|no log|no name|no address)\b(?! to)|\b(This|That) is no [a-z]": "it is not one",
    r"^Tell (?!them)|\btell (first|who|what|it|the (cards|number|values))\b": "it is entered, or said",
    r"\b(is|are|was|were|been) told\b(?! from)": "it was entered",
    r"\b[Tt]aken? in\b": "it is added",
    r"\bof before\b|\bequally much\b": "nobody says so",
    r"\b(lies|lie|is laid|are laid) aside\b": "it is set aside",
    r"\bstands? still\b": "play is paused",
    r"\b(was|is) removed\b": "it was deleted",
    r"\b[Oo]nly who (has|is|wants)\b.* (may|can|gets)\b": "whoever, or the player who",
    r"\bnot confirmed\)": "that stands in the rule, not on the screen",
}

#: Unidiomatic German, or a second word for a thing that has another word everywhere else.
GERMAN = {
    r"\buneins\b|\b(werdet|werden) (alle )?nicht einig\b": "Wir werden uns nicht einig",
    r"\bSinn haben\b|\bSinn hat\b": "Sinn ergeben",
    r"\b(Gegen|Sieger)seite\b|\bSiegperson\b|\b(knappe|unterlegene|führende)n? Seite\b": "das Gegenüber; wer knapp ist, verliert, führt",
    r"\bam (wenigsten|meisten) [A-ZÄÖÜ]": "die wenigsten Minuspunkte",
    r"\b[Ss]tich (auf|aufgeben|aufzugeben)\b": "den Stich abgeben",
    r"\bnicht bestätigt\)": "das steht in der Regel, nicht auf dem Schirm",
    r"(?<![Bb]ild)\bSchirm\b": "Bildschirm",
    r"\bVorgabe\b": "Voreinstellung",
    r"\b(Zug|Nachzieh)stapel\b": "Ziehstapel",
    r"\bRevanche\b": "Noch eine Partie",
    r"\bin der Folge\b|\b(gleicher|beliebiger|dieser) Folge\b": "in der Reihenfolge",
    r"\bTisch (ruht|steht)\b": "Das Spiel ist angehalten",
    r"\b(wurde|ist) entfernt\b": "wurde gelöscht",
    r"\b(Nenne|Wähle|Versuch es|Öffne|Speichere|Bring|Lies)\b": "ihr: Nennt, Wählt",
}

#: Wrong in every language.
EVERYWHERE = {
    r" {2}": "two spaces",
    r"\w [,;:!.](\s|$)|\w \?$": "a space before a mark",
    r"\.{3}": "three dots for an ellipsis",
    r"\( | \)": "a space inside brackets",
    r"[,;:]\s*[,;:.]": "two marks",
    r"^\s|[^\S\n]$": "a space at an end",
}

#: One thing has one name on the screens, in both languages; a rule may find another word for it in passing.
NAMES = {
    "account": "konto",
    "applause": "applaus",
    "bunker": "bunker",
    "card value": "kartenwert",
    "discard pile": "ablagestapel",
    "draw pile": "ziehstapel",
    "gold card": "goldkarte",
    "guess sheet": "bogen|bögen",
    "hand stack": "handstapel",
    "house rule": "hausregel",
    "labtag value": "labtag-wert",
    "legendary": "legendär",
    "penalty point": "minuspunkt",
    "non-player": "nichtspieler",
    "runner-up": "vize",
    "setup card": "aufbaukarte",
    "showdown": "showdown",
    "streak": "serie",
    "tie-break": "stichentscheid",
    "victory pile": "siegstapel",
}

#: Messages that are part of a rule, not of a screen.
RULE = re.compile(r": [a-z_.]+ (title|text|example)$")

#: Said at the end of a sentence; a German label may be shortened where there is no room.
MARKS = ".!?:"


@cache
def said() -> list[tuple[str, str, str]]:
    """Return all messages as place, English and German text, without the keywords of rules."""
    found: list[tuple[str, str, str]] = []
    for domain, template in templates().items():
        german = catalog(path_of("de", domain), "de")
        for message in template:
            if not message.id or (message.context or "").endswith(" keywords"):
                continue
            translated = german.get(message.id, message.context)
            assert translated is not None
            sources = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = translated.string if isinstance(translated.string, tuple) else (translated.string,)
            where = [f"{domain}: {message.context or source[:60]}" for source in sources]
            found += zip(where, sources, strings, strict=True)
    return found


def read(locale: str) -> list[tuple[str, str]]:
    """Return the rules that are written anew in each language, to be read in one go, paragraph by paragraph."""
    folders = resources.rules_folders(resources.OWN).values()
    files = [file for folder in folders for file in sorted(folder.glob(f"*.{locale}.md"))]
    return [(file.name, line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def faults(texts: list[tuple[str, str]], patterns: dict[str, str]) -> list[str]:
    """Return the matches of the patterns, each with the replacement."""
    found = (
        (where, text, re.search(pattern, text), better) for where, text in texts for pattern, better in patterns.items()
    )
    return [f"{where}: “{match[0]}” – {better}" for where, _, match, better in found if match]


def test_english_is_said_as_at_a_table() -> None:
    assert faults([(where, english) for where, english, _ in said()], ENGLISH | EVERYWHERE) == []
    assert faults(read("en"), ENGLISH) == []


def test_german_is_said_as_at_a_table() -> None:
    assert faults([(where, german) for where, _, german in said()], GERMAN | EVERYWHERE) == []
    assert faults(read("de"), GERMAN) == []


def test_german_quotes_open_below_and_close_above() -> None:
    wrong = {where: german for where, _, german in said() if re.sub(r"[^„“]", "", german).replace("„“", "")}
    assert wrong == {}
    assert {where for where, _, german in said() if set("”‘«»\"'") & set(german)} == set()


def test_a_sentence_ends_in_both_languages_in_the_same_way() -> None:
    def mark(text: str) -> str:
        return text[-1] if text[-1] in MARKS else ""

    wrong = {where: german for where, english, german in said() if mark(english) != mark(german)}
    assert {where for where, german in wrong.items() if german != "Buchst."} == set()


@pytest.mark.parametrize("name", NAMES)
def test_one_thing_has_one_name(name: str) -> None:
    called = [
        (where, german) for where, english, german in said() if name in english.lower() and not RULE.search(where)
    ]
    assert called
    assert [where for where, german in called if not re.search(NAMES[name], german.lower())] == []


def test_the_usual_way_of_a_house_rule_is_called_so() -> None:
    assert [
        where for where, english, german in said() if ("(default)" in english) != ("(Voreinstellung)" in german)
    ] == []


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Each player shuffles the own deck.", "Da sind wir uns uneins"),
        ("This is no log of a game", "Wer hat am wenigsten Minuspunkte?"),
        ("Tell the cards", "Die Siegerseite bekommt den Stich"),
        ("The card is removed.", "wie es der Vorgabe entspricht"),
        ("Only who has the link gets in.", "den Stich aufgeben"),
        ("Two  spaces", "Das Wort muss Sinn haben , ja"),
    ],
)
def test_what_was_said_before_is_found(english: str, german: str) -> None:
    assert faults([("here", english)], ENGLISH | EVERYWHERE)
    assert faults([("here", german)], GERMAN | EVERYWHERE)
