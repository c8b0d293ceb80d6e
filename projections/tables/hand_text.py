"""The text form of a hand, both ways: a header, then one line a command and one an event.

    > 41 1767225651000 player:p0123 1 3200 play red-5
      41 boon.card_played.v1 1 red-5 ; Seat 1 plays red 5

docs/reference/hand-history.md defines it. Values are written as in
`games.core.presentation.notation`; ``?`` stands for what the reader may not know.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, NoReturn

from events.record.codec import TYPES
from games import GAMES, game_of
from games.core.audience import Audience
from games.core.game import AnyGame
from games.core.presentation.notation import MARKS, nesting_depth, read_word, write_word
from games.core.type_hints.values import Field, declared_fields, fields_in, first_fields, seats_key
from games.table.commands import COMMANDS
from projections.tables.hand import FORMAT, BadHand, Hand, HandCommand, HandEvent, Json

HandText = Annotated[
    str, "The same as text: a header, then a line for every command and every event."
]
HIDDEN = "?"
NOTE = " ; "
COMMAND = "> "


def format_hand_text(hand: Hand) -> HandText:
    """Return the text form."""
    game = game_of(hand.game, hand.rules)
    lines = [FORMAT, *(f"{name} {put(getattr(hand, name))}" for name, (put, _) in HEADER.items())]
    for move in hand.commands:
        lines.append(COMMAND + _command_line(game, move))
        lines += ["  " + event_line(event, len(hand.seats)) for event in move.events]
    return "\n".join(lines) + "\n"


def parse_hand_text(text: str) -> Hand:
    """Return the hand of a text; BadHand for a text that is none."""
    lines = text.splitlines()
    if not lines or lines[0] != FORMAT:
        raise BadHand(f"the first line must be {FORMAT}")
    header = _read_header(lines[1 : 1 + len(HEADER)])
    game = GAMES.get((header["game"], header["rules"]))
    if game is None:
        raise BadHand(f"the rules {header['game']}/{header['rules']} are unknown to this version")
    commands: list[HandCommand] = []
    for number, line in enumerate(lines[1 + len(HEADER) :], 2 + len(HEADER)):
        try:
            if line.startswith(COMMAND):
                commands.append(_read_command(game, line.removeprefix(COMMAND)))
            else:
                commands[-1].events.append(_parse_event_line(line.strip()))
        except (ValueError, LookupError, TypeError) as error:
            raise BadHand(f"line {number} is unreadable: {error}") from None
    return Hand(format=FORMAT, **header, commands=commands)


def _typed_word_reader(*kinds: type[Any]) -> Callable[[str], Any]:
    """Return a reader of words that accepts values of these kinds."""

    def read(text: str) -> Any:
        value = read_word(text)
        if type(value) not in kinds:
            raise ValueError(f"{text} is no {' or '.join(kind.__name__ for kind in kinds)}")
        return value

    return read


NUMBER, TEXT, TRUTH, MAYBE = (
    _typed_word_reader(int),
    _typed_word_reader(str),
    _typed_word_reader(bool),
    _typed_word_reader(int, NoneType),
)


# ---- the header


def _format_pairs(values: Mapping[str, Any]) -> str:
    """Return ``name=value name=value``."""
    return " ".join(f"{name}={write_word(value)}" for name, value in values.items()) or "-"


def _read_pairs(text: str) -> Json:
    """Return the object of ``name=value name=value``."""
    return dict(map(_parse_pair, [] if text == "-" else text.split(" ")))


def _parse_pair(text: str) -> tuple[str, Any]:
    """Return name and value of ``name=value``."""
    name, _, value = text.partition("=")
    return name, read_word(value)


def _holder_word(row: Mapping[str, Any]) -> str:
    """Return who holds a seat: ``player:<id>``, ``bot:<kind>``, or ``-`` for nobody."""
    kinds = [
        f"{kind}:{write_word(row[kind])}" for kind in ("player", "bot") if row[kind] is not None
    ]
    return kinds[0] if kinds else "-"


def _read_holder(seat: int, text: str) -> Json:
    """Return the row of a seat."""
    kind, _, name = text.partition(":")
    row = {"seat": seat, "player": None, "bot": None}
    if text == "-":
        return row
    if kind not in ("player", "bot"):
        raise ValueError(f"{text} holds no seat")
    return {**row, kind: TEXT(name)}


HEADER: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "table": (write_word, TEXT),
    "game": (write_word, TEXT),
    "rules": (write_word, NUMBER),
    "options": (_format_pairs, _read_pairs),
    "seats": (
        lambda rows: " ".join(map(_holder_word, rows)),
        lambda text: [_read_holder(*one) for one in enumerate(text.split(" "))],
    ),
    "hand": (write_word, NUMBER),
    "dealer": (write_word, MAYBE),
    "viewer": (write_word, MAYBE),
    "opened": (write_word, TRUTH),
    "complete": (write_word, TRUTH),
    "voided": (write_word, TRUTH),
}


def _read_header(lines: Sequence[str]) -> Json:
    """Return the fields of the header."""
    header: Json = {}
    for name, line in zip(HEADER, lines, strict=False):
        start, _, rest = line.partition(" ")
        if start != name:
            _raise_bad_hand(f"a line of the header must begin with {name}")
        try:
            header[name] = HEADER[name][1](rest)
        except ValueError as error:
            _raise_bad_hand(f"the line {name} is unreadable: {error}")
    if len(header) < len(HEADER):
        _raise_bad_hand(f"the header lacks {', '.join(HEADER.keys() - header.keys())}")
    return header


def _raise_bad_hand(why: str) -> NoReturn:
    """Say that a text is no hand."""
    raise BadHand(why)


# ---- commands


def _command_class(game: AnyGame, name: str) -> type[Any]:
    """Return the class of a command or an action; an opening is in no hand."""
    return COMMANDS.get(name) or game.actions[name]


def _command_line(game: AnyGame, move: HandCommand) -> str:
    """Return ``first at by seat took action fields``, and the bot's report where it is known."""
    start = [move.first, move.at, move.by, move.seat, move.took]
    report = [] if move.bot is None else [f"bot={write_word(move.bot)}"]
    return " ".join([*map(write_word, start), action_line(game, move.action), *report])


def action_line(game: AnyGame, action: Mapping[str, Any]) -> str:
    """Return name and fields of a command or an action, ``?`` for a field that is not there."""
    fields = fields_in(_command_class(game, action["type"]), action)
    words = [write_word(action[f.name]) if f.name in action else HIDDEN for f in fields]
    return " ".join([action["type"], *words])


def _read_command(game: AnyGame, line: str) -> HandCommand:
    """Return the command of a line, without events."""
    words, extras = _split_line(line)
    readers = (NUMBER, NUMBER, TEXT, MAYBE, MAYBE)
    first, at, by, seat, took = (read(one) for read, one in zip(readers, words, strict=False))
    name, *values = words[5:]
    fields = zip(first_fields(_command_class(game, name), len(values)), values, strict=True)
    action: Any = {field.name: read_word(value) for field, value in fields if value != HIDDEN}
    return HandCommand(first, at, by, seat, {"type": name, **action}, took, extras.get("bot"), [])


def _split_line(line: str) -> tuple[list[str], Json]:
    """Return the words of a line, and those of the form ``name=value``."""
    words = line.split(" ")
    return [one for one in words if "=" not in one], dict(
        _parse_pair(one) for one in words if "=" in one
    )


# ---- events


def event_line(event: HandEvent, seats: int) -> str:
    """Return ``n type fields extras hidden ; note``."""
    kind = TYPES[event.type]
    fields = fields_in(kind, event.data)
    words = [str(event.n), event.type, *(_field_word(f, event, seats) for f in fields)]
    words += [f"{key}.{name}={write_word(value)}" for key, name, value in _extras_of(event)]
    if event.hidden:
        words.append("hidden=" + ",".join(event.hidden))
    return " ".join(words) + (NOTE + event.note if event.note else "")


def _field_word(field: Field, event: HandEvent, seats: int) -> str:
    """Return the text of a field, ``?`` for what the reader may not know of it."""
    name, audience = field.name, field.audience
    if audience is None:
        return write_word(event.data[name]) if name in event.data else HIDDEN
    if audience.kind == "each_seat":
        return _row_word([event.parts.get(str(k), {}).get(name, HIDDEN) for k in range(seats)])
    part = event.parts.get(_audience_key(audience, event.data), {})
    return write_word(part[name]) if name in part else HIDDEN


def _row_word(row: Sequence[Any]) -> str:
    """Return the text of an array with one element a seat, some of them hidden."""
    known = [one for one in row if one is not HIDDEN]
    if not known:
        return HIDDEN
    return MARKS[nesting_depth(known) - 1].join(
        HIDDEN if one is HIDDEN else write_word(one) for one in row
    )


def _audience_key(audience: Audience, data: Mapping[str, Any]) -> str:
    """Return the audience under which a field of an event is sealed."""
    if audience.kind == "seats":
        return seats_key({data[name] for name in audience.fields})
    return audience.kind


def _extras_of(event: HandEvent) -> Iterator[tuple[str, str, Any]]:
    """Yield audience, name and value of what is sealed with an event beside its own fields."""
    own = {field.name for field in declared_fields(TYPES[event.type]) if field.audience is not None}
    for key, part in event.parts.items():
        yield from ((key, name, value) for name, value in part.items() if name not in own)


def _parse_event_line(line: str) -> HandEvent:
    """Return the event of a line."""
    text, _, note = line.partition(NOTE)
    hidden: list[str] = []
    if (start := text.rpartition(" "))[2].startswith("hidden="):
        text, hidden = start[0], start[2].removeprefix("hidden=").split(",")
    words, extras = _split_line(text)
    n, name, *values = words
    fields = list(zip(first_fields(TYPES[name], len(values)), values, strict=True))
    data = {f.name: read_word(v) for f, v in fields if f.audience is None and v != HIDDEN}
    parts: dict[str, Json] = {}
    for field, value in fields:
        for key, known in _parts_of(field, value, data):
            parts.setdefault(key, {})[field.name] = known
    for place, value in extras.items():
        key, _, extra = place.partition(".")
        parts.setdefault(key, {})[extra] = value
    return HandEvent(int(n), name, data, parts, hidden, note)


def _parts_of(field: Field, text: str, data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield audience and value of what a word tells of a sealed field."""
    if field.audience is None or text == HIDDEN:
        return
    if field.audience.kind != "each_seat":
        yield _audience_key(field.audience, data), read_word(text)
        return
    mark = next((mark for mark in reversed(MARKS) if mark in text), None)
    if mark is None:
        raise ValueError(f"{text} has no element for each seat")
    for seat, piece in enumerate(text.split(mark)):
        if piece != HIDDEN:
            yield str(seat), read_word(piece)
