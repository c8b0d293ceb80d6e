"""Write what each event, action and option holds as modules for the verifier in JavaScript.

    python -m service.openapi.event_kinds clients/typescript/verify

A test holds the modules and this equal.
"""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from events.accounts.account import EVENTS as OF_ACCOUNTS
from events.disputes.rules import COMMANDS as OF_DISPUTES
from games import OWN
from games.core.audience import Audience
from games.core.contract import Card, Seat
from games.core.game import AnyGame
from games.core.type_hints.values import SPARSE, audience_of
from games.table.commands import COMMANDS, Open
from service.openapi.event_tables import every_event
from tournaments.commands import COMMANDS as OF_TOURNAMENTS

WIDTH = 128
PLAIN = {int: "int", str: "text", bool: "flag"}
NAME = attrgetter("name")
KINDS = ("card", "flag", "int", "list", "maybe", "object", "optional", "record", "row", "sealed",
         "seat", "text", "word")  # fmt: skip
OF_ACTIONS = "by game, and of `table` the commands"
OF_COMMANDS = "of streams that are no tables: their causes say no more"
HEADER = """\
/**
 * Which fields there are, and what each may hold: generated from the server's code, never edited.
 * `python -m service.openapi.event_kinds clients/typescript/verify` writes it anew.
 */
import {{ {imports} }} from "./kinds.js";
/** @import {{ Fields }} from "./kinds.js" */
"""


def _kind_text(hint: Any) -> str:
    """Return what a value of a field type is, in the words of kinds.js.

    >>> _kind_text(tuple[Seat, ...]), _kind_text(tuple[int, str] | None)
    ('list(seat)', 'maybe(row(int, text))')
    """
    if hint in (Seat, Card):
        return "seat" if hint is Seat else "card"
    hint = getattr(hint, "__supertype__", hint)
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind_text(inner[0])
    if origin in (dict, Mapping):
        return "object"
    if origin is Literal:
        return f"word({', '.join(map(_quoted, inner))})"
    if origin in (Union, UnionType):
        (other,) = [one for one in inner if one is not NoneType]
        return f"maybe({_kind_text(other)})"
    if origin is tuple and inner[-1] is Ellipsis:
        return f"list({_kind_text(inner[0])})"
    if origin is tuple:
        return f"row({', '.join(map(_kind_text, inner))})"
    assert is_dataclass(hint), hint
    return f"record({_fields_text(_field_kinds(hint))})"


def _quoted(word: object) -> str:
    """Return a word as JavaScript."""
    return f'"{word}"' if isinstance(word, str) else str(word)


def _field_kinds(kind: Any, without: Iterable[str] = ()) -> dict[str, str]:
    """Return what each field of a class holds, and to whom it is sealed."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        hint = hints[field.name]
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        text = _kind_text(hint)
        if SPARSE in marks:
            is_maybe = text.startswith("maybe(")  # left out where it would be null
            text = text.replace("maybe", "optional", 1) if is_maybe else f"optional({text})"
        if (audience := audience_of(hint)) is not None:
            text = f"sealed({_audience_text(audience)}, {text})"
        if field.name not in without:
            found[field.name] = text
    return found


def _audience_text(audience: Audience) -> str:
    """Return an audience as JavaScript: a word, or the fields that hold its seats."""
    if audience.kind != "seats":
        return f'"{audience.kind}"'
    return f"[{', '.join(map(_quoted, audience.fields))}]"


def _fields_text(kinds: Mapping[str, str]) -> str:
    """Return fields as an object in JavaScript."""
    inner = ", ".join(_field_text(*pair) for pair in kinds.items())
    return f"{{ {inner} }}" if inner else "{}"


def _field_text(name: str, text: str) -> str:
    """Return a field of an object in JavaScript."""
    return name if name == text else f"{name}: {text}"


def _entry_lines(name: str, kinds: Mapping[str, str], indent: str) -> Iterator[str]:
    """Yield the lines of one entry, broken where they are too long."""
    line = f"{indent}{_key(name)}: {_fields_text(kinds)},"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{indent}{_key(name)}: {{"
    row = indent + " "
    for field, text in kinds.items():
        part = f" {_field_text(field, text)},"
        if len(row + part) > WIDTH:
            yield row
            row = indent + " "
        row += part
    yield row
    yield f"{indent}}},"


def _key(name: str) -> str:
    """Return a name as the key of an object."""
    return name if name.isidentifier() else f'"{name}"'


def _command_fields(kind: Any) -> dict[str, str]:
    """Return what the cause of an event tells of a command of the table."""
    return {} if kind is Open else _field_kinds(kind, without=("signed",))


def _entries(groups: Mapping[str, Mapping[str, str]], indent: str = "  ") -> Iterator[str]:
    """Yield the lines of the entries of a table."""
    for name, kinds in groups.items():
        yield from _entry_lines(name, kinds, indent)


def _nested_entries(groups: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Iterator[str]:
    """Yield the lines of tables within a table."""
    for group, entries in groups.items():
        yield f"  {group}: {{"
        yield from _entries(entries, "    ")
        yield "  },"


def _table_text(name: str, about: str, rows: Iterable[str], kind: str = "Fields") -> str:
    """Return one table of a module."""
    begin = f"\n/** @type {{Record<string, {kind}>}} {about} */\nexport const {name} = {{\n"
    return begin + "\n".join(rows) + "\n};\n"


def _command_rows(streams: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the lines of the commands of each stream, without its name before each."""
    for stream, names in streams.items():
        yield f"  {stream}: {_words_text(name.removeprefix(f'{stream}.') for name in names)},"


def _card_rows(games: Mapping[str, AnyGame]) -> Iterator[str]:
    """Yield the lines of the cards of each game."""
    for name, game in games.items():
        yield f"  {name}: new Set({_words_text(face.id for face in game.presentation.faces)}),"


def _words_text(words: Iterable[str]) -> str:
    """Return words as a list in JavaScript, each once."""
    text = " ".join(dict.fromkeys(words))
    rows = textwrap.wrap(text, WIDTH - 14, initial_indent=" " * 26, break_on_hyphens=False)
    return "`" + "\n".join(rows).lstrip() + "`.split(/\\s+/)"


def _module_text(*tables: str) -> str:
    """Return a module of tables, with what it uses of kinds.js."""
    text = "".join(tables)
    return HEADER.format(imports=", ".join(word for word in KINDS if _uses(text, word))) + text


def render_modules() -> dict[str, str]:
    """Return the modules by the names of their files."""
    games = {game.name: game for game in sorted(OWN, key=NAME)}
    events = {
        name: _field_kinds(kind)
        for name, kind in every_event().items()
        if kind not in OF_ACCOUNTS.values()
    }
    actions = {"table": {name: _command_fields(kind) for name, kind in COMMANDS.items()}}
    for name, game in games.items():
        actions[name] = {word: _field_kinds(kind) for word, kind in game.actions.items()}
    others = {"dispute": OF_DISPUTES.values(), "tournament": OF_TOURNAMENTS}
    options = {name: _field_kinds(game.options) for name, game in games.items()}
    return {
        "fields.js": _module_text(_table_text("EVENTS", "by type", _entries(events))),
        "actions.js": _module_text(
            _table_text("ACTIONS", OF_ACTIONS, _nested_entries(actions), "Record<string, Fields>"),
            _table_text("COMMANDS", OF_COMMANDS, _command_rows(others), "string[]"),
            _table_text("OPTIONS", "by game", _entries(options)),
            _table_text("CARDS", "by game, the ids of its cards", _card_rows(games), "Set<string>"),
        ),
    }


def _uses(text: str, word: str) -> bool:
    """Say whether a module uses a word of kinds.js."""
    return any(f"{before}{word}{after}" in text for before in " (" for after in "(,) }")


if __name__ == "__main__":
    for file, module in render_modules().items():
        (Path(sys.argv[1]) / file).write_text(module)
