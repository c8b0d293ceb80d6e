"""Sentences for people: templates with named parameters, and the one function that fills them.

A template is in ICU MessageFormat, which programs for translators read: `{name}`, `{name, plural,
one {# coin} other {# coins}}` and `{name, select, yes {...} other {...}}`. Each parameter has a
kind, which says what its value is and how it reads:

    seat, seats     the number of a seat, or several: marked (see `games.core.presentation.marks`)
    card, cards     the id of a card, or several: its name, marked
    number, signed  a number; with its sign
    word            a word to `select` by
    notes           sentences within the sentence, each with a template of its own

>>> BIDS = template("bids", "{seat} bids {coins, plural, one {# coin} other {# coins}}",
...                 seat="seat", coins="number")
>>> english_sentence(BIDS(seat=2, coins=7), {})
'[Seat 2](seat:2) bids 7 coins'
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypedDict

from games.core.presentation.marks import as_sentence, seat_mark

Kind = Literal["seat", "seats", "card", "cards", "number", "signed", "word", "notes"]
Marks = Mapping[str, str]  # the marked names of a game's cards
Values = Mapping[str, Any]
TOKEN: Final = re.compile(r"\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,|(\}))|([{}#])|([^{}#]+)")
BRANCH: Final = re.compile(r"\s*(\w+)\s*\{")
NO_MARKS: Final[Marks] = {}
SEATS: Final = tuple(map(seat_mark, range(100)))  # of many more than a table has
WORDS: Final = {True: "yes", False: "no", None: "none"}


class BadTemplate(ValueError):
    """A template does not fit its parameters, or is not in the form described above."""


class Placeholder(NamedTuple):
    """A place of a template where the value of a parameter stands, worded by its kind."""

    name: str
    kind: Kind


class Switch(NamedTuple):
    """A place where one of several texts stands: by the value of a parameter, else `other`."""

    name: str
    branches: Mapping[str, tuple["Piece", ...]]  # `one` is the number 1


Piece = str | Placeholder | Switch


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A sentence with named parameters.

    Attributes:
        name: by which translators know it: of the event, and of which of its sentences.
        english: in ICU MessageFormat.
        params: name -> kind.
        worded: (values, marked names of cards) -> the sentence in English, without a capital.
        fields: takes the parameters from an event's fields of their names.
        nested: the parameters that are texts themselves.
    """

    name: str
    english: str
    params: Mapping[str, Kind]
    worded: Callable[[Values, Marks], str]
    fields: Callable[[Any], Values]
    nested: tuple[str, ...]

    def __call__(self, **values: object) -> "Note":
        """Return the sentence with its parameters; what it lacks or has besides, tests find."""
        return Note(self, values)

    def of(self, state: object, event: object) -> "Note":
        """Return the sentence with parameters that are fields of the event."""
        return Note(self, self.fields(event))


class Note(NamedTuple):
    """A sentence with the values of its parameters, not yet in a language."""

    template: Template
    values: Values


class Text(str):
    """A text in English that knows its sentence, so that it can be told in another language."""

    __slots__ = ("note",)
    note: Note


class ParamFacts(TypedDict):
    """A parameter of a text."""

    name: str
    kind: Annotated[
        Kind,
        "`seat`, `seats`: numbers of seats; `card`, `cards`: ids of cards; `number`;"
        " `signed`: a number to show with its sign; `word`: one that selects a variant"
        " of the text; `notes`: texts within the text, each with `template` and"
        " `params`.",
    ]


class TemplateFacts(TypedDict):
    """A text of a game, with its parameters."""

    template: Annotated[str, "Its name."]
    english: Annotated[str, "In ICU MessageFormat; it begins a sentence with a capital."]
    params: list[ParamFacts]


class NestedText(TypedDict):
    """A text with its parameters."""

    template: Annotated[str, "Name of the text among the `texts` of the game."]
    params: Annotated[Values, "Its parameters by name."]


def template(name: str, english: str, /, **kinds: Kind) -> Template:
    """Return a template; BadTemplate for English that does not fit the kinds of its parameters."""
    pieces = read_pieces(english, kinds)
    nested = tuple(one for one, kind in kinds.items() if kind == "notes")
    return Template(
        name, english, kinds, compile_renderer(pieces, WORDED), _compile_extractor(kinds), nested
    )


def read_pieces(text: str, kinds: Mapping[str, Kind]) -> tuple[Piece, ...]:
    """Return the pieces of a text; BadTemplate where it does not fit kinds of parameters."""
    pieces, rest = _read_pieces(text, text, None, kinds)
    if rest:
        raise BadTemplate(f"{text}: {rest!r} closes what is not open")
    if unknown := kinds.keys() - {*_parameter_names(pieces)}:
        raise BadTemplate(f"{text}: it lacks {', '.join(sorted(unknown))}")
    return pieces


def select_cases(name: str, words: Mapping[str, str]) -> str:
    """Return the part of a template that selects by a word.

    >>> select_cases("why", {"end": "it ends", "limit": "it is enough"})
    '{why, select, end {it ends} limit {it is enough} other {}}'
    """
    branches = " ".join(f"{word} {{{text}}}" for word, text in words.items())
    return f"{{{name}, select, {branches} other {{}}}}"


def _read_pieces(
    english: str, text: str, counted: str | None, kinds: Mapping[str, Kind]
) -> tuple[tuple[Piece, ...], str]:
    """Return the pieces of a text up to its end or a closing brace, and the rest from there."""
    pieces: list[Piece] = []
    while text and not text.startswith("}"):
        found = TOKEN.match(text)
        if found is None or found[4] == "{":
            raise BadTemplate(f"{english}: cannot be read from {text!r} on")
        text, name = text[found.end() :], found[1]
        if name is not None and name not in kinds:
            raise BadTemplate(f"{english}: {name} has no kind")
        if found[2]:
            switch, text = _read_switch(english, text, (name, found[2]), kinds)
            pieces.append(switch)
        elif found[4] == "#" and counted is not None:
            pieces.append(Placeholder(counted, "number"))
        else:
            pieces.append(Placeholder(name, kinds[name]) if name else found[0])
    return tuple(pieces), text


def _read_switch(
    english: str, text: str, what: tuple[str, str], kinds: Mapping[str, Kind]
) -> tuple[Switch, str]:
    """Return the branches of a parameter by plural or by select, and the text behind them."""
    name, how = what
    wanted = {"plural": ("number",), "select": ("word",)}[how]
    if kinds[name] not in wanted:
        raise BadTemplate(f"{english}: {name} is no {wanted[0]}, so there is no {how}")
    branches: dict[str, tuple[Piece, ...]] = {}
    while (begun := BRANCH.match(text)) is not None:
        inner, text = _read_pieces(
            english, text[begun.end() :], name if how == "plural" else None, kinds
        )
        branches[begun[1]], text = inner, text[1:]
    if "other" not in branches or not text.lstrip().startswith("}"):
        raise BadTemplate(f"{english}: {name} needs `other`, and a closing brace")
    return Switch(name, branches), text.lstrip()[1:]


def _parameter_names(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield the names of all parameters that a text has."""
    for piece in pieces:
        if not isinstance(piece, str):
            yield piece.name
        if isinstance(piece, Switch):
            for inner in piece.branches.values():
                yield from _parameter_names(inner)


def _compile_extractor(kinds: Mapping[str, Kind]) -> Callable[[Any], Values]:
    """Return a function that takes the parameters from an event's fields (`compile_renderer`)."""
    pairs = [
        f"{name!r}: as_word(event.{name})" if kind == "word" else f"{name!r}: event.{name}"
        for name, kind in kinds.items()
    ]
    fields: Callable[[Any], Values] = eval(
        f"lambda event: {{{', '.join(pairs)}}}", {"as_word": _as_word}
    )
    return fields


def _as_word(value: object) -> str:
    """Return a word to select by: ``yes``, ``no`` or ``none`` for what is no word."""
    return value if isinstance(value, str) else WORDS[value]  # type: ignore[index]  # see WORDS


def _join_with_and(words: list[str]) -> str:
    """Join words as a sentence does.

    >>> _join_with_and(["a"]), _join_with_and(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _some_seats(seats: Iterable[int], marks: Marks) -> str:
    """Return seats in words."""
    return _join_with_and([seat_mark(seat) for seat in seats])


def _some_cards(cards: Iterable[str], marks: Marks) -> str:
    """Return the names of cards."""
    return _join_with_and([marks[card] for card in cards])


WORDED: Final[Mapping[Kind, Callable[[Any, Marks], str]]] = {
    "seat": lambda seat, marks: SEATS[seat],
    "seats": _some_seats,
    "card": lambda card, marks: marks[card],
    "cards": _some_cards,
    "number": lambda number, marks: str(number),
    "signed": lambda number, marks: f"{number:+}",
    "word": lambda word, marks: str(word),
    "notes": lambda notes, marks: "; ".join([_english_phrase(one, marks) for one in notes]),
}


def compile_renderer(
    pieces: tuple[Piece, ...], worded: Mapping[Kind, Callable[[Any, Any], str]]
) -> Callable[[Values, Any], str]:
    """Return a function that puts values into a text, each worded by its kind.

    Written out and compiled once, as for `values.teller_of`: every view of a table tells what
    happened, so this is on the way of every accepted action.
    """
    written: Callable[[Values, Any], str] = eval(
        f"lambda values, marks: {_pieces_expression(pieces)}",
        {f"a_{one}": way for one, way in worded.items()},
    )
    return written


def _pieces_expression(pieces: tuple[Piece, ...]) -> str:
    """Return pieces as an expression of Python."""
    parts = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(repr(piece))
        elif isinstance(piece, Placeholder):
            parts.append(f"a_{piece.kind}(values[{piece.name!r}], marks)")
        else:
            parts.append(_switch_expression(piece))
    return " + ".join(parts) or "''"


def _switch_expression(switch: Switch) -> str:
    """Return a switch as an expression of Python."""
    tests = [
        f"{_pieces_expression(pieces)} if values[{switch.name!r}]"
        f" == {1 if key == 'one' else key!r} else "
        for key, pieces in switch.branches.items()
        if key != "other"
    ]
    return f"({''.join(tests)}{_pieces_expression(switch.branches['other'])})"


def _english_phrase(note: Note, marks: Marks) -> str:
    """Return a text in English as it stands within another one."""
    return note.template.worded(note.values, marks)


def english_sentence(note: Note, marks: Marks) -> str:
    """Return a sentence in English; `marks` are the marked names of the cards that it may name."""
    return as_sentence(_english_phrase(note, marks))


def english_text(note: Note, marks: Marks = NO_MARKS) -> Text:
    """Return a text in English as its template has it, which other languages can be made of."""
    text = Text(note.template.worded(note.values, marks))
    text.note = note
    return text


@lru_cache(8192)  # a view tells the same few things of each slot, token and seat
def plain_text(one: Template, *values: str | int) -> Text:
    """Return a text that names no card, with its parameters in their order; it is remembered."""
    return english_text(Note(one, dict(zip(one.params, values, strict=True))))


@lru_cache(1024)  # scenes and choices count the same few things again and again
def count_text(count: int, one: str, more: str = "") -> Text:
    """Return a number with the word behind it; `more` where it is not `one` with an s.

    >>> count_text(1, "coin"), count_text(2, "seat is", "seats are")
    ('1 coin', '2 seats are')
    """
    return english_text(_count_template(one, more or one + "s")(count=count))


@lru_cache(256)
def _count_template(one: str, more: str) -> Template:
    """Return the template of a number of things."""
    english = f"{{count, plural, one {{# {one}}} other {{# {more}}}}}"
    return template("count." + one.replace(" ", "_"), english, count="number")


def sentence_params(note: Note) -> Values:
    """Return the parameters of a sentence as JSON values."""
    nested = note.template.nested
    if not nested:
        return note.values
    return {**note.values, **{name: [*map(nested_text, note.values[name])] for name in nested}}


def nested_text(note: Note) -> NestedText:
    """Return the name of a sentence's template, and its parameters."""
    return {"template": note.template.name, "params": sentence_params(note)}


def template_facts(one: Template) -> TemplateFacts:
    """Return what a translator needs of a template."""
    kinds: list[ParamFacts] = [{"name": name, "kind": kind} for name, kind in one.params.items()]
    return {"template": one.name, "english": one.english, "params": kinds}


def templates_in(names: Mapping[str, object]) -> tuple[Template, ...]:
    """Return the templates among the names of a module, in their order."""
    return tuple(one for one in names.values() if isinstance(one, Template))
