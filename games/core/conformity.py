"""What a record lacks to be a game: looked at once, when a game from outside is loaded.

The laws (`fairdeal check-game`) say more, but play for minutes.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib.resources import files
from typing import Any, get_args, get_origin, is_typeddict

from games.core.about import Difficulty
from games.core.bots import LEVELS
from games.core.contract import Seat, View
from games.core.game import AnyGame, Game
from games.core.options import (
    BadOptions,
    option_forms,
    option_kinds,
    shorthands_of,
    validate_options,
)
from games.core.presentation.scene import Board, SeatScene
from games.core.type_hints.returned import return_type
from games.core.type_hints.values import declared_fields

NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
SEATS = range(2, 13)
CARD = re.compile(r"[A-Za-z0-9-]{1,40}")
COLOUR, OUTLINE = re.compile(r"#[0-9a-f]{6}"), re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{1,1000}")
TAKEN = frozenset(
    {"card", "dispute", "game", "http", "player", "proof", "ratings", "table", "tree"}
)


def contract_violation(game: object) -> str | None:
    """Return the first thing that a game lacks, as the end of a sentence; None: nothing is."""
    if not isinstance(game, Game):
        return f"it is a {type(game).__name__}, not a Game of games.core.game"
    for look, otherwise in LOOKS:
        try:
            lack = next(look(game), None)
        except Exception as error:  # the game's own functions may do anything
            lack = f"{otherwise}: {type(error).__name__}: {error}"
        if lack is not None:
            return lack
    return None


def _name_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with name, version and title."""
    if not NAME.fullmatch(game.name) or game.name in TAKEN:
        yield f"its name must be a word of small letters that is not taken, not `{game.name}`"
    if type(game.version) is not int or game.version < 1:
        yield f"the version of its rules must be 1, 2, 3 ..., not {game.version!r}"
    if not game.title:
        yield "it has no title"


def _function_faults(game: AnyGame) -> Iterator[str]:
    """Yield the functions that are none."""
    for record in (game, game.rules, game.presentation, game.bots):
        for field in fields(record):
            if get_origin(field.type) is Callable and not callable(getattr(record, field.name)):
                yield f"its `{field.name}` is no function"


def _bot_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the bots."""
    for level, bot in game.bots.levels.items():
        if level not in LEVELS or level != bot.level:
            yield f"its bot `{level}` must be of the level it is named by: {', '.join(LEVELS)}"
        if not callable(bot.choose):
            yield f"the `choose` of its bot `{level}` is no function"
    if "regular" not in game.bots.levels:
        yield "it has no bot `regular`, which plays on for a player who is away"
    if unrated := [name for name in game.bots.ladder if name not in game.bots.ratings]:
        yield f"`ratings` of its bots lacks {', '.join(unrated)}: rate every bot of `ladder`"


def _seat_count_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the number of seats."""
    if not len(game.seats) or game.seats.step != 1 or not {*game.seats} <= {*SEATS}:
        yield f"its seats must be a range within 2 to 12, not {game.seats}"


def _option_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with options, and with the brief ones."""
    option_forms(game.options)
    for seats in game.seats:
        try:
            validate_options(game.options, game.brief, seats)
        except BadOptions as bad:
            yield f"its brief options are refused at {seats} seats: {bad}"
    yield from _shorthand_faults(game)


def _shorthand_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with words that stand for options."""
    kinds, seats = option_kinds(game.options), game.seats[-1]
    for name, shorthand in shorthands_of(game.options).items():
        if name in kinds:
            yield f"its shorthand `{name}` has the name of an option"
        for values in shorthand.words.values():
            odd = [
                one for one in values if one not in kinds or kinds[one].problem(values[one], seats)
            ]
            if odd:
                yield f"its shorthand `{name}` gives a value to `{odd[0]}` that is refused"
        usual = next(iter(shorthand.words))
        if validate_options(game.options, {name: usual}, seats) != game.options():
            yield f"the first word of its shorthand `{name}` must stand for the defaults"


def _about_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with what a host is told of it."""
    if (about := game.about) is None:
        return
    if not (about.summary and about.introduction):
        yield "its `about` needs a `summary` and an `introduction`"
    if about.difficulty not in (None, *get_args(Difficulty)):
        yield f"the `difficulty` of its `about` must be one of {', '.join(get_args(Difficulty))}"
    if odd := {*about.best, *about.minutes, *about.brief_minutes} - {*game.seats}:
        yield f"its `about` names {min(odd)} seats, which a table of it cannot have"
    for seats, (least, most) in (*about.minutes.items(), *about.brief_minutes.items()):
        if not 0 < least <= most:
            yield f"the `minutes` of its `about` at {seats} seats must be the least and the most"


def _event_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with events and actions."""
    wanted = re.compile(rf"{game.name}\.[a-z][a-z0-9_]*\.v[1-9][0-9]*")
    for name in game.events:
        if not wanted.fullmatch(name):
            yield f"its event {name} must be named `{game.name}.<what_happened>.v<number>`"
    if not any(name.startswith(f"{game.name}.hand_voided.") for name in game.events):
        yield f"it has no event {game.name}.hand_voided.v1, which a voided hand needs (rule T16)"
    for name in game.actions:
        if not NAME.fullmatch(name):
            yield f"its action `{name}` must be a word of small letters"
    for kind in (*game.events.values(), *game.actions.values()):
        declared_fields(kind)


def _ending_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the reasons why a table may end."""
    for code, text in game.rules.endings.items():
        if not NAME.fullmatch(code) or not text:
            yield f"its ending `{code}` must be a word of small letters with a sentence"


def _card_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the faces of cards and suits."""
    suits = {suit.suit for suit in game.presentation.suits}
    if len({face.id for face in game.presentation.faces}) < len(game.presentation.faces):
        yield "two of its cards have the same id"
    for face in game.presentation.faces:
        if not CARD.fullmatch(face.id):
            yield f"the id of its card {face.id!r} must be of letters, digits and `-`"
        if lacking := set(face.suits) - suits:
            yield f"its card {face.id} has a suit that is not in `suits`: {min(lacking)}"
    for suit in game.presentation.suits:
        if not (COLOUR.fullmatch(suit.colour) and OUTLINE.fullmatch(suit.outline)):
            yield f"its suit {suit.suit} needs a colour like #1c8f70, and the data of an SVG path"


def _picture_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the cards that stand for it."""
    pictured = () if game.about is None else game.about.pictured
    if unknown := {*pictured} - {face.id for face in game.presentation.faces}:
        yield f"the `pictured` of its `about` names {min(unknown)}, which is none of its cards"


def _rules_text_faults(game: AnyGame) -> Iterator[str]:
    """Yield that there is no text of the rules."""
    if not (files(game.package) / "RULES.md").is_file():
        yield f"its package {game.package} has no RULES.md"


def _opening_faults(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with a table that has just been opened."""
    if not is_dataclass(return_type(game.rules.open)):
        yield "its `open` must say in its annotation which dataclass its state is"
    for seats in (game.seats[0], game.seats[-1]):
        state = game.rules.open(validate_options(game.options, game.brief, seats), seats, None)
        state, _ = game.settle(state, lambda shuffle: tuple(sorted(shuffle.cards)))
        acting = game.rules.to_act(state)
        if not acting:
            yield f"nobody may act at a table of {seats} seats that has just been dealt"
        for seat in (None, *map(Seat, range(seats))):
            shown = game.view(state, seat)
            json.dumps(shown)
            yield from _view_faults(game, shown)
            yield from _scene_faults(game, shown, seats)
        for seat in acting:
            game.rules.decide(state, seat, game.rules.fallback(state, seat))


def _view_faults(game: AnyGame, shown: View) -> Iterator[str]:
    """Yield what sets a view apart from the record that its schema follows from."""
    record = return_type(game.view)
    if record is None or not is_typeddict(record):
        yield "its `view` must say in its annotation which TypedDict it returns"
    elif odd := (shown.keys() - record.__annotations__) | (record.__required_keys__ - shown.keys()):
        yield f"its `view` and {record.__name__} differ in: {', '.join(sorted(odd))}"


def _scene_faults(game: AnyGame, shown: View, seats: int) -> Iterator[str]:
    """Yield what sets a scene apart from that of other games."""
    made: Mapping[str, Any] = game.presentation.scene(shown)
    json.dumps(made)
    if len(made["seats"]) != seats:
        yield f"its `scene` has {len(made['seats'])} seats of {seats}"
    parts = [(SeatScene, part) for part in made["seats"]]
    for record, part in [(Board, made["board"]), *parts]:
        if odd := part.keys() ^ record.__annotations__.keys():
            yield f"its `scene` and {record.__name__} differ in: {', '.join(sorted(odd))}"
    if (phase := made["board"].get("phase")) not in game.presentation.phases:
        yield f"its `phases` have no sentence for `{phase}`, which its `scene` names"


LOOKS: tuple[tuple[Callable[[AnyGame], Iterator[str]], str], ...] = (
    (_name_faults, "its name, version and title can't be read"),
    (_function_faults, "its functions can't be read"),
    (_bot_faults, "its bots can't be read"),
    (_seat_count_faults, "its seats can't be read"),
    (_option_faults, "its options can't be read"),
    (_about_faults, "its `about` can't be read"),
    (_event_faults, "its events and actions can't be read"),
    (_ending_faults, "its endings can't be read"),
    (_card_faults, "its cards can't be read"),
    (_picture_faults, "its picture can't be drawn"),
    (_rules_text_faults, "its RULES.md can't be read"),
    (_opening_faults, "a table of it can't be opened"),
)
