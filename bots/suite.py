"""A table of matches with what is expected of them, read from TOML.

[[match]]
game = "boon"
bot = "expert"            # in one seat
others = "plain"          # in all others
seats = [3, 4, 5]
deals = [400, 300, 300]   # or one number for all
goals = [0.9, 0.9, 0.6]   # of the gain at least; or `above`, over which the interval must lie
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bots.arena import Match
from bots.deals import Dealer
from bots.entrants import BadEntrant, player_factory
from bots.scores import EntrantScores, score_row_json
from games.core.figures import Mean, mean_with_interval
from games.core.game import AnyGame
from games.core.options import BadOptions

Measure = Literal["gain", "wins"]
MEMBERS = {
    "game", "bot", "others", "seats", "deals", "goals", "above", "measure", "whole", "options",
}  # fmt: skip


class BadSuite(ValueError):
    """A table of matches can't be played; the text says which one, and why."""


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A match of the table.

    Attributes:
        goal: the mean that is expected at least.
        above: what the whole interval is expected to lie over.
    """

    match: Match
    deals: int
    measure: Measure
    goal: float | None
    above: float | None

    @property
    def name(self) -> str:
        """Return a name for a file of results."""
        dealer, lineup = self.match.dealer, self.match.lineup
        kind = "-whole" if dealer.whole else ""
        bots = re.sub(r"[^\w.@-]", "_", f"{lineup[0]}-{lineup[1]}")
        return f"{dealer.game.name}{kind}-{dealer.seats}-{bots}"

    def value(self, row: EntrantScores) -> Mean:
        """Return what is measured of the first bot."""
        return row.gain if self.measure == "gain" else row.wins

    def met(self, row: EntrantScores) -> bool:
        """Say whether it did what is expected."""
        value, error = self.value(row)
        reached = self.goal is None or value >= self.goal
        return reached and (self.above is None or value - error > self.above)

    def expected(self) -> str:
        """Return what is expected, in a few characters."""
        form = "+g" if self.measure == "gain" else ".0%"
        goal = [] if self.goal is None else [f"{self.goal:{form}}"]
        return ", ".join([*goal, *([] if self.above is None else [f"> {self.above:{form}}"])])


@dataclass(frozen=True, slots=True)
class ShortSuite:
    """The short form: so many deals of each match, with so many playouts a move."""

    deals: int
    playouts: int

    def name(self, bot: str) -> str:
        """Return a bot that thinks no longer than this."""
        return f"expert@{self.playouts}" if bot.partition("@")[0] == "expert" else bot


def read_suite(path: Path, games: Mapping[str, AnyGame], short: bool) -> list[SuiteEntry]:
    """Return the matches of a file.

    Raises:
        BadSuite: it has one that can't be played.
    """
    try:
        data = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSuite(f"{path} can't be read: {error}") from None
    form = _short_form(path, data) if short else None
    found: list[SuiteEntry] = []
    matches = data.get("match", [])
    if not isinstance(matches, list):
        raise BadSuite(f"{path} has no matches; each begins with [[match]]")
    for number, given in enumerate(matches, 1):
        try:
            _require_form(given)
            found += _entries_by_seats(given, games, str(data.get("seed", "1")), form)
        except (BadEntrant, BadOptions, KeyError, IndexError, TypeError, ValueError) as error:
            why = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise BadSuite(f"match {number} of {path}: {why}") from None
    return found


def _short_form(path: Path, data: Mapping[str, Any]) -> ShortSuite:
    """Return the short form of a file; BadSuite if it has none."""
    try:
        return ShortSuite(**data["short"])
    except (KeyError, TypeError):
        why = "has no short form; one is [short] with deals = 1 and playouts = 6"
        raise BadSuite(f"{path} {why}") from None


def _require_form(given: Any) -> None:
    """Refuse a part of the file that holds something else than it should."""
    if not isinstance(given, Mapping):
        raise BadSuite("it is no table; one begins with [[match]]")
    if given.get("measure", "gain") not in get_args(Measure):
        raise BadSuite(f"`measure` must be one of: {', '.join(get_args(Measure))}")
    for name, kind in (
        ("seats", int),
        ("deals", int),
        ("goals", int | float),
        ("above", int | float),
    ):
        own = given.get(name, 1)
        if not all(isinstance(one, kind) for one in (own if isinstance(own, list) else [own])):
            raise BadSuite(f"`{name}` must be a number, or a list of numbers")


def _entries_by_seats(
    given: Mapping[str, Any], games: Mapping[str, AnyGame], seed: str, short: ShortSuite | None
) -> Iterator[SuiteEntry]:
    """Yield the matches of one part of the file, one for each number of seats."""
    if unknown := given.keys() - MEMBERS:
        raise BadSuite(f"there is no `{min(unknown)}`; there are {', '.join(sorted(MEMBERS))}")
    game = games[given["game"]]
    for at, seats in enumerate(given["seats"]):
        if seats not in game.seats:
            raise BadSuite(f"{game.title} has no tables of {seats} seats")
        bot, others = given["bot"], given["others"]
        if short is not None:
            bot, others = short.name(bot), short.name(others)
        options, whole = given.get("options", {}), given.get("whole", False)
        match = Match(Dealer(game, seats, options, whole, seed), (bot, *[others] * (seats - 1)))
        match.dealer.options()
        for name in match.names:
            player_factory(game, name, match.limits)
        deals = _value_for_seats(given["deals"], at) if short is None else short.deals
        goal, above = (_value_for_seats(given.get(name), at) for name in ("goals", "above"))
        yield SuiteEntry(match, deals, given.get("measure", "gain"), goal, above)


def _value_for_seats(given: Any, at: int) -> Any:
    """Return what holds for one of several numbers of seats."""
    return given[at] if isinstance(given, list) else given


HEAD = (
    "| game | seats | bot | against | deals | gain | wins | ms/move | playouts | goal | |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)


def match_markdown_row(entry: SuiteEntry, row: EntrantScores, deals: int, verdict: str) -> str:
    """Return the row of a match, in Markdown."""
    dealer, lineup, moves = entry.match.dealer, entry.match.lineup, row.moves or 1
    cells = (
        f"{dealer.game.title}{', whole tables' if dealer.whole else ''}",
        dealer.seats,
        lineup[0],
        lineup[1],
        deals,
        mean_with_interval(row.gain, "+.2f"),
        mean_with_interval(row.wins, ".0%"),
        f"{1000 * row.seconds / moves:.1f}",
        f"{row.playouts / moves:.0f}",
        entry.expected(),
        verdict,
    )
    return f"| {' | '.join(map(str, cells))} |"


COLUMNS = (
    "game", "whole", "seats", "against", "deals", "bot", "gain", "gain_error", "place",
    "place_error", "wins", "wins_error", "moves", "playouts", "fallbacks", "first_fallback",
    "measure", "goal", "above", "met",
)  # fmt: skip


def match_as_json(
    entry: SuiteEntry, row: EntrantScores, deals: int, met: bool | None
) -> dict[str, Any]:
    """Return the row of a match without times, which are never the same twice."""
    dealer, lineup = entry.match.dealer, entry.match.lineup
    return {
        "game": dealer.game.name, "whole": dealer.whole, "seats": dealer.seats,
        "against": lineup[1], "deals": deals, **score_row_json(row),
        "measure": entry.measure, "goal": entry.goal, "above": entry.above, "met": met,
    }  # fmt: skip
