"""Texts in other languages than English.

A catalogue holds, beside each text in English, the same in another language: a sentence in ICU
MessageFormat with the same parameters, or words that stand by themselves, such as the name of a
card. What it lacks is said in English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from games.core.contract import Advice, CardFace, Illegal, open_sentence
from games.core.presentation.marks import as_sentence, card_mark
from games.core.presentation.texts import (
    Kind,
    Note,
    Template,
    Text,
    Values,
    compile_renderer,
    read_pieces,
)

AND: Final = "and"  # before the last of several
OR: Final = "or"
SEPARATOR: Final = re.compile(r"(, | and | or )")  # in a list of words
SEAT: Final = "seat {seat}"  # {seat}: its number
CORE_TEXTS: Final = (AND, OR, SEAT)


class Catalogue:
    """The texts of a game in another language.

    Attributes:
        language: its tag, such as `de`.
        words: text in English -> text in the language.
        templates: name -> template, of the sentences that stories have.
        names, marks: card -> its name, and that marked.
        seat: what stands for a seat, open for its number.
    """

    def __init__(
        self,
        language: str,
        words: Mapping[str, str],
        templates: Iterable[Template],
        faces: Iterable[CardFace],
    ) -> None:
        self.language, self.words = language, words
        self.templates = {one.name: one for one in templates}
        self.names = {face.id: words.get(face.name, face.name) for face in faces}
        self.marks = {card: card_mark(card, name) for card, name in self.names.items()}
        self.seat = words.get(SEAT, SEAT)
        self.conjunction = f" {words.get(AND, AND)} "
        self.renderers: dict[str, Callable[[Values, Any], str]] = {}

    def sentence(self, name: str, params: Values) -> str:
        """Return a sentence of a story by the name of its template."""
        return as_sentence(self.phrase(self.templates[name], params))

    def phrase(self, template: Template, values: Values) -> str:
        """Return a sentence as it stands within another one."""
        return self.render(template.english, template.params, values)

    def render(self, english: str, kinds: Mapping[str, Kind], values: Values) -> str:
        """Return the text that stands for an English one, with values."""
        renderer = self.renderers.get(english)
        if renderer is None:
            pieces = read_pieces(self.words.get(english, english), kinds)
            renderer = self.renderers[english] = compile_renderer(pieces, TRANSLATED)
        return renderer(values, self)

    def text(self, text: str) -> str:
        """Return a text of the game: with a capital where the English one has it."""
        if not isinstance(text, Text):
            return self.words.get(text, text)
        found = self.phrase(text.note.template, text.note.values)
        return as_sentence(found) if as_sentence(text) == text else found

    def refusal(self, error: Illegal) -> str:
        """Return how the rules say no."""
        english = open_sentence(error.refusal)
        if english not in self.words:
            return error.detail
        kinds = refusal_kinds(self.words[english], error.filled)
        return as_sentence(self.render(english, kinds, error.filled))

    def word(self, value: object) -> str:
        """Return a word that a sentence fills in: of the game, a card's id, or a list of them."""
        if isinstance(value, Advice):
            return self.text(value.words)
        if not isinstance(value, str) or isinstance(value, Text) or value in self.words:
            return self.text(value) if isinstance(value, str) else str(value)
        return "".join([self._listed(one) for one in SEPARATOR.split(value)])

    def _listed(self, one: str) -> str:
        """Return an element of a list, or what stands between two."""
        if one in (" and ", " or "):
            return f" {self.words.get(one.strip(), one.strip())} "
        return self.names.get(one, self.words.get(one, one))

    def joined(self, words: list[str]) -> str:
        """Return words as a sentence has them."""
        return self.conjunction.join([", ".join(words[:-1]), words[-1]] if words[1:] else words)

    def seat_mark(self, seat: int) -> str:
        """Return a seat in words, marked."""
        return f"[{self.seat.replace('{seat}', str(seat))}](seat:{seat})"

    def nested(self, note: Any) -> str:
        """Return a text within a text: a note, or its template's name and parameters."""
        if isinstance(note, Note):
            return self.phrase(note.template, note.values)
        return self.phrase(self.templates[note["template"]], note["params"])


TRANSLATED: Final[Mapping[Kind, Callable[[Any, Catalogue], str]]] = {
    "seat": lambda seat, own: own.seat_mark(seat),
    "seats": lambda seats, own: own.joined([own.seat_mark(seat) for seat in seats]),
    "card": lambda card, own: own.marks[card],
    "cards": lambda cards, own: own.joined([own.marks[card] for card in cards]),
    "number": lambda number, own: str(number),
    "signed": lambda number, own: f"{number:+}",
    "word": lambda word, own: own.word(word),
    "notes": lambda notes, own: "; ".join([own.nested(one) for one in notes]),
}


def refusal_kinds(text: str, filled: Iterable[str]) -> Mapping[str, Kind]:
    """Return the kinds of what a refusal's sentence fills in: numbers where it has a plural."""
    return _refusal_kinds(text, tuple(filled))


@cache
def _refusal_kinds(text: str, filled: tuple[str, ...]) -> Mapping[str, Kind]:
    """Return the same; a table has few refusals, so all are remembered."""
    return {name: "number" if f"{{{name}, plural," in text else "word" for name in filled}
