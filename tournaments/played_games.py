"""The games of a tournament: at which tables they are played, with which options and clock."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from games import GAMES, NEWEST, game_of
from games.core.game import AnyGame
from games.core.options import BadOptions, options_to_json, validate_options
from games.core.type_hints.values import SPARSE
from games.table.opening import POLICIES, checked_clock
from tournaments.mistakes import SettingMistakes
from tournaments.pairing.possible import SEATS

CLOCK_FIELDS: Final = ("turn", "bank", "first_turn")
FIRST_TURN: Final = (
    60  # seconds, unless the settings say otherwise: the server seats players, and begins
)
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the tournament; in turn each has a round.

    Attributes:
        rules: version of its rules; null: the newest, which is fixed by the opening.
        clock: seconds a turn; without one only bots may enter.
        other_seats: seats that tables may have too, where the field is no multiple of `seats`.
    """

    game: str
    seats: int
    rules: int | None = None
    options: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    on_time_out: str = "fallback"
    other_seats: Annotated[tuple[int, ...] | None, SPARSE] = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the seats that a table may have, the usual first."""
        return (self.seats, *(self.other_seats or ()))

    @property
    def rules_of_play(self) -> AnyGame:
        """Return the game itself."""
        return game_of(self.game, self.rules or NEWEST[self.game].version)


def checked_game(at: int, own: PlayedGame, wrong: SettingMistakes) -> PlayedGame:
    """Return a game with its rules and all its options told."""
    path = f"games.{at}"
    if own.game not in NEWEST:
        wrong.note(f"{path}.game", f"must be one of: {', '.join(NEWEST)}")
        return own
    versions = [version for name, version in GAMES if name == own.game]
    if own.rules not in (None, *versions):
        wrong.note(f"{path}.rules", f"must be one of: {', '.join(map(str, sorted(versions)))}")
        return own
    game, options, clock = own.rules_of_play, own.options, own.clock
    possible = [seats for seats in game.seats if seats in SEATS]
    if own.seats not in possible:
        why = f"{game.title} is for {possible[0]} to {possible[-1]} seats here"
        wrong.note(f"{path}.seats", why)
    if own.on_time_out not in POLICIES:
        wrong.note(f"{path}.on_time_out", f"must be one of: {', '.join(POLICIES)}")
    if (mistake := _other_seats_mistake(own, possible)) is not None:
        wrong.note(f"{path}.other_seats", mistake)
    try:
        for size in reversed(own.sizes):
            read = validate_options(game.options, own.options or {}, size)
        options = dict(options_to_json(read))
    except BadOptions as bad:
        for name, why in bad.problems.items():
            wrong.note(f"{path}.options.{name}", why)
    for name in sorted((clock or {}).keys() - {*CLOCK_FIELDS}):
        wrong.note(f"{path}.clock.{name}", f"is unknown; there are: {', '.join(CLOCK_FIELDS)}")
    with wrong.noting(path):
        clock = checked_clock(clock and {"first_turn": FIRST_TURN, **clock})
    options, clock = as_logged(options), as_logged(clock)
    return replace(own, rules=game.version, options=options, clock=clock)


def _other_seats_mistake(own: PlayedGame, possible: Sequence[int]) -> str | None:
    """Rule U61: say what is wrong with the other numbers of seats."""
    if own.other_seats is None:
        return None
    others = [size for size in possible if size != own.seats]
    if not own.other_seats or len({*own.other_seats}) != len(own.other_seats):
        return "must be null, or one or more numbers of seats, each once"
    if not {*own.other_seats} <= {*others}:
        return f"must be some of: {', '.join(map(str, others))}"
    return None


def as_logged(value: Json | None) -> Json | None:
    """Return an object with its keys in the order in which the log has them."""
    return None if value is None else dict(sorted(value.items()))
