"""Options of a game, declared once in a frozen dataclass.

`validate_options` checks what is sent; `option_forms` shows what may be.

@dataclass(frozen=True, slots=True)
class Options:
    victory_cards: Annotated[int, Whole(1, 50, "N1: Victory Cards at the start")] = 5
    may_bury_gold7: Annotated[bool, Flag("N15")] = True
    leaster_blind: Annotated[str, Word(("aside", "last_trick"), "N12")] = "aside"
    first_dealer: Annotated[Seat | None, SeatOrRandom("rule 1")] = None
    payout: Annotated[tuple[int, ...], Wholes(4, -9, 9, "N6")] = (2, 1, 1, 2)

A class may have `SHORTHANDS` too: words that stand for values of its options (`Shorthand`). They
are resolved when options are read, so a table knows the options alone.

An option that came later stands last and is marked SPARSE: logs leave it out where it has its
default, so logs without it stay as they are.

    all_pass: Annotated[str, WordOption(("leaster", "forced_pick"), "N26"), SPARSE] = "leaster"
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from typing import Annotated, Any, TypedDict, TypeVar, get_type_hints

from games.core.errors import BadInput
from games.core.type_hints.values import SPARSE
from games.core.words import did_you_mean

O = TypeVar("O")  # noqa: E741  # the options class of a game


class BadOptions(BadInput):
    """Options that a game does not have or that are out of range; `problems` is name -> why."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        said = "; ".join(f"{name}: {why}" for name, why in problems.items())
        super().__init__(said, {f"options.{name}": why for name, why in problems.items()})
        self.problems = dict(problems)


def is_whole(value: object, least: int, most: int) -> bool:
    """Say whether `value` is an integer (no bool) within the bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


@dataclass(frozen=True, slots=True)
class IntegerRange:
    """An integer from `least` to `most`."""

    least: int
    most: int
    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if is_whole(value, self.least, self.most):
            return None
        return f"must be a whole number from {self.least} to {self.most}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        return None if isinstance(value, bool) else "must be true or false"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class WordOption:
    """One of a few words."""

    words: tuple[str, ...]
    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        return None if value in self.words else f"must be one of: {', '.join(self.words)}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class SeatOrRandom:
    """A seat of the table, or null: drawn by a shuffle."""

    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if value is None or is_whole(value, 0, seats - 1):
            return None
        return f"must be null (random) or a seat from 0 to {seats - 1}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": ["integer", "null"], "minimum": 0}


@dataclass(frozen=True, slots=True)
class IntegerList:
    """`count` integers, each from `least` to `most`."""

    count: int
    least: int
    most: int
    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if (
            isinstance(value, (list, tuple))
            and len(value) == self.count
            and all(is_whole(one, self.least, self.most) for one in value)
        ):
            return None
        return f"must be {self.count} whole numbers from {self.least} to {self.most}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        item = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {"type": "array", "items": item, "minItems": self.count, "maxItems": self.count}


Kind = IntegerRange | Flag | WordOption | SeatOrRandom | IntegerList


@dataclass(frozen=True, slots=True)
class Shorthand:
    """A word that stands for the values of some options.

    Attributes:
        words: word -> option -> value; the first word stands for the defaults.
        meaning: what it is for, as an option says it.
    """

    words: Mapping[str, Mapping[str, Any]]
    meaning: str

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        return WordOption(tuple(self.words), self.meaning).problem(value, seats)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return WordOption(tuple(self.words), self.meaning).schema()


KINDS: dict[type[Any], Mapping[str, Kind]] = {}  # of the options classes that were asked for
LATER: dict[type[Any], frozenset[str]] = {}  # the options of each that are marked SPARSE


def option_kinds(options: type[Any]) -> Mapping[str, Kind]:
    """Return name -> kind of the fields of an options class, in order."""
    if options not in KINDS:
        hints = get_type_hints(options, include_extras=True)
        marks = {each.name: hints[each.name].__metadata__ for each in fields(options)}
        LATER[options] = frozenset(name for name, some in marks.items() if SPARSE in some)
        KINDS[options] = {name: some[0] for name, some in marks.items()}
    return KINDS[options]


def later_options(options: type[Any]) -> frozenset[str]:
    """Return the names of the options that logs leave out where they have their defaults."""
    option_kinds(options)
    return LATER[options]


def shorthands_of(options: type[Any]) -> Mapping[str, Shorthand]:
    """Return name -> shorthand of an options class."""
    found: Mapping[str, Shorthand] = getattr(options, "SHORTHANDS", {})
    return found


def validate_options(options: type[O], given: Mapping[str, object], seats: int) -> O:
    """Return the options with defaults filled in, or raise BadOptions naming every problem."""
    known: Mapping[str, Kind | Shorthand] = {**shorthands_of(options), **option_kinds(options)}
    problems = {
        name: f"is no option of this game; it has: {', '.join(known) or 'none'}"
        f"{did_you_mean(name, known)}"
        for name in given
        if name not in known
    }
    for name, value in given.items():
        if name in known and (why := known[name].problem(value, seats)) is not None:
            problems[name] = why
    if problems:
        raise BadOptions(problems)
    return options(**_resolve_shorthands(shorthands_of(options), given))


def _resolve_shorthands(
    shorthands: Mapping[str, Shorthand], given: Mapping[str, object]
) -> dict[str, Any]:
    """Return the options that were given, with what words stand for; BadOptions if these clash."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in given.items()
        if name not in shorthands
    }
    problems = {}
    for name, word in given.items():
        stands_for = shorthands[name].words[str(word)] if name in shorthands else {}
        for option, value in stands_for.items():
            own = values.setdefault(option, value)
            if own != value:
                problems[option] = (
                    f"is {json.dumps(own)}, but {name} {word} makes it {json.dumps(value)}:"
                    " leave one of the two out"
                )
    if problems:
        raise BadOptions(problems)
    return values


class OptionForm(TypedDict):
    """An option of a game, or a shorthand for several."""

    name: str
    meaning: Annotated[str, "What it changes, with the number of its rule or ruling."]
    # Any: generators for Java write no code that compiles for a union with a list in it.
    default: Annotated[Any, "The value that holds unless another is chosen; `schema` is its form."]
    schema: Annotated[Mapping[str, Any], "JSON Schema of a value."]


def option_forms(options: type[Any]) -> list[OptionForm]:
    """Return all that may be given when a table is opened, shorthands first."""
    return [*_forms_of_shorthands(options), *_forms_of_options(options)]


def _forms_of_shorthands(options: type[Any]) -> Iterator[OptionForm]:
    """Yield the form of every shorthand."""
    for name, one in shorthands_of(options).items():
        usual = next(iter(one.words))
        yield {"name": name, "meaning": one.meaning, "default": usual, "schema": one.schema()}


def _forms_of_options(options: type[Any]) -> Iterator[OptionForm]:
    """Yield the form of every option."""
    known = option_kinds(options)
    for each in fields(options):
        assert each.default is not MISSING, f"option {each.name} needs a default"
        default = list(each.default) if isinstance(each.default, tuple) else each.default
        kind = known[each.name]
        yield {
            "name": each.name,
            "meaning": kind.meaning,
            "default": default,
            "schema": kind.schema(),
        }


@lru_cache(4096)
def options_to_json(options: Any) -> Mapping[str, Any]:
    """Return options as JSON values as the log keeps them; worked out once."""
    usual, later = type(options)(), later_options(type(options))
    return {
        name: value
        for name, value in all_options_to_json(options).items()
        if name not in later or getattr(options, name) != getattr(usual, name)
    }


def all_options_to_json(options: Any) -> Mapping[str, Any]:
    """Return options as JSON values, all of them."""
    values = {each.name: getattr(options, each.name) for each in fields(options)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
