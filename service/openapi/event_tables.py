"""Print the fields of every event of every stream as a page in Markdown, or write the page.

    python -m service.openapi.event_tables [docs/reference/events.md]

Kinds and audiences come from the code; what a field holds stands in `event_fields.yaml`. A test
holds the page and this equal.
"""

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import yaml

from events.accounts.account import EVENTS as OF_ACCOUNTS
from events.disputes.state import EVENTS as OF_DISPUTES
from events.terminal import say_lines
from games import OWN
from games.core.audience import Audience
from games.core.contract import Card, Seat
from games.core.options import later_options, option_kinds
from games.core.type_hints.values import SPARSE, audience_of
from games.table.commands import COMMANDS, Open
from games.table.events import EVENTS as OF_TABLES
from tournaments.events import EVENTS as OF_TOURNAMENTS

MEANINGS: Mapping[str, str] = yaml.safe_load(
    files("service.openapi").joinpath("event_fields.yaml").read_text()
)
PLAIN = {int: "number", str: "text", bool: "true or false"}
MANY = {"number": "numbers", "text": "texts", "seat": "seats", "card": "cards", "object": "objects"}
AUDIENCES = {
    "each_seat": "each seat, of the own element",
    "hand": "nobody before the hand is opened",
    "table": "nobody before all is opened",
    "own": "who acts",
}
NO_OPTION, SEATS = object(), 6  # what no option is; seats of a table that makes most of them matter
HEAD = """\
# Events

For authors of verifiers and clients: every type of event, its fields, and who may know them.
[Proofs](proofs.md) says how events are chained, sealed and signed.
`python -m service.openapi.event_tables docs/reference/events.md` writes this page.

* A *number* is an integer, a *seat* a number from 0, a *card* the id of a card, a *text* any
  other string. "or null": the field is null there. A field that may be *left out* is absent
  when it has nothing to say.
* Fields that everybody may know stand in `data` of the public part. All others stand in the
  private part under the audience named here: a seat's number (`2`; `0+3` for two seats), `hand`,
  or `table`.
* Part `hand` also holds `hand_secret` (64 hex digits) of an event that a shuffle made. In the
  event that begins a bot's action it holds `bot`: how the bot found the action.
* Where an action has fields that only its seat may know, the part of that seat holds `action` and
  `signed` (`after`, `signature`).
* Times are milliseconds since 1970 unless the field says otherwise. Numbers of rules (`T4`, `U7`)
  are those of [the table](../../games/table/RULES.md), [tournaments](tournaments.md),
  [disputes](disputes.md) and each game.
"""


def field_meaning(name: str, field: str) -> str:
    """Return what a field of an event holds; empty where its kind says all."""
    return MEANINGS.get(f"{name.removesuffix('.v1')}.{field}", MEANINGS.get(field, ""))


def kind_words(hint: Any) -> str:
    """Return what a value of a field type is.

    >>> kind_words(tuple[Seat, ...]), kind_words(int | None)
    ('list of seats', 'number, or null')
    """
    if hint in (Seat, Card):
        return "seat" if hint is Seat else "card"
    hint = getattr(hint, "__supertype__", hint)
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Annotated:
        return kind_words(inner[0])
    if origin is Literal:
        return " or ".join(f"`{word}`" for word in inner)
    if origin in (Union, UnionType):
        return f"{kind_words(next(one for one in inner if one is not NoneType))}, or null"
    if origin is tuple and inner[-1] is Ellipsis:
        words = kind_words(inner[0])
        return f"list of {MANY.get(words, words.replace('list of', 'lists of'))}"
    if origin is tuple:
        return f"list of {len(inner)} {MANY[kind_words(inner[0])]}"
    return "object" if not is_dataclass(hint) else "objects"


def _audience_words(audience: Audience | None) -> str:
    """Return who may know a field."""
    if audience is None:
        return "everybody"
    if audience.kind == "seats":
        return "seat in " + " and ".join(f"`{word}`" for word in audience.fields)
    return AUDIENCES[audience.kind]


def _field_rows(name: str, kind: Any) -> Iterator[str]:
    """Yield a row for each field of an event."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        hint = hints[field.name]
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        words = kind_words(hint)
        if SPARSE in marks:
            words = words.replace(", or null", ", may be left out")
        known = _audience_words(audience_of(hint))
        yield _row(f"`{field.name}`", words, field_meaning(name, field.name), known)


def _row(*cells: str) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _docstring_text(kind: Any) -> str:
    """Return what the docstring of an event says of it, as Markdown, without its fields."""
    text = (inspect.getdoc(kind) or "").partition("\n\nAttributes:")[0]
    return re.sub(r"``(.+?)``", r"`\1`", " ".join(text.split())).replace("None", "null")


def _event_lines(name: str, kind: Any) -> Iterator[str]:
    """Yield the part of the page about one event."""
    yield from ("", f"### `{name}`", "", _docstring_text(kind), "")
    rows = [*_field_rows(name, kind)]
    if not rows:
        yield "No fields."
        return
    yield _row("field", "kind", "what it holds", "known to")
    yield "|---|---|---|---|"
    yield from rows


def _action_lines(actions: Mapping[str, Any]) -> Iterator[str]:
    """Yield the table of what `cause.action` of a command holds."""
    yield from ("", "| `type` of `cause.action` | fields |", "|---|---|")
    for name, kind in actions.items():
        hints = get_type_hints(kind, include_extras=True)
        names = [] if kind is Open else [one.name for one in fields(kind) if one.name != "signed"]
        words = [f"`{one}`: {_action_words(hints[one])}" for one in names]
        yield _row(f"`{name}`", "; ".join(words))


def _action_words(hint: Any) -> str:
    """Return what a field of an action is, and whether it is sealed."""
    words, audience = kind_words(hint), audience_of(hint)
    if get_origin(hint) is Annotated and SPARSE in get_args(hint)[1:]:
        words = words.replace(", or null", ", may be left out")
    return words if audience is None else f"{words} (known to {_audience_words(audience)})"


def _option_lines(options: Any) -> Iterator[str]:
    """Yield the table of the options of a game in event 1, which leaves out later ones."""
    yield from ("", "| option of event 1 | means | values |", "|---|---|---|")
    for name, kind in option_kinds(options).items():
        values = (kind.problem(NO_OPTION, SEATS) or "").removeprefix("must be ")
        if name in later_options(options):
            values += f"; left out: {getattr(options(), name)}"
        yield _row(f"`{name}`", kind.meaning, values.replace(f" from 0 to {SEATS - 1}", ""))


def _stream_lines(title: str, events: Mapping[str, Any]) -> Iterator[str]:
    """Yield the part of the page about one stream."""
    yield from ("", f"## {title}")
    for name, kind in events.items():
        yield from _event_lines(name, kind)


def every_event() -> Mapping[str, type[Any]]:
    """Return the classes of all events by name."""
    games = [game.events for game in sorted(OWN, key=attrgetter("name"))]
    streams = (OF_TABLES, *games, OF_TOURNAMENTS, OF_DISPUTES, OF_ACCOUNTS)
    return {name: kind for events in streams for name, kind in events.items()}


def render_page() -> str:
    """Return the page."""
    lines = HEAD.removesuffix("\n").split("\n")
    lines += [*_stream_lines("Tables", OF_TABLES), "", "### What causes ask for"]
    lines += _action_lines(COMMANDS)
    for game in sorted(OWN, key=attrgetter("name")):
        lines += [*_stream_lines(game.title, game.events), "", "### Actions and options"]
        lines += [*_action_lines(game.actions), *_option_lines(game.options)]
    lines += _stream_lines("Tournaments", OF_TOURNAMENTS)
    lines += _stream_lines("Disputes", OF_DISPUTES)
    lines += _stream_lines("Accounts", OF_ACCOUNTS)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(render_page())
    else:
        say_lines(*render_page().removesuffix("\n").split("\n"))
