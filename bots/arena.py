"""Duplicate deals: the same shuffles for every order in which the entrants can sit.

A deal's lineup is put in an order of its own, and then turned round the table, so that each entrant
has each seat once; where entrants repeat, turns that change nothing are left out. The tables of a
deal are not independent of each other; deals are.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from bots.deals import Dealer
from bots.entrants import bot_version, player_factory
from bots.programs import USUAL, ProgramLimits
from bots.table import ArenaResult, Conduct, play_out_table
from games.core.fairness.shuffle import canonical_bytes, hmac_sha256, shuffle_by_key
from games.core.game import AnyGame
from games.core.options import options_to_json

FORMAT = "fairdeal/arena/1"
MICRO = 1_000_000
Lineup = tuple[str, ...]  # names of entrants by seat


class LineupResult(NamedTuple):
    """A table that was played, and who held its seats."""

    lineup: Lineup
    result: ArenaResult


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom on which deals."""

    dealer: Dealer
    lineup: Lineup
    limits: ProgramLimits = USUAL  # of programs

    @property
    def names(self) -> Lineup:
        """Return the entrants, each once, in the order in which they were named."""
        return tuple(dict.fromkeys(self.lineup))

    def lineups(self, k: int) -> list[Lineup]:
        """Return every order of the entrants round the table of a deal."""
        seats = range(self.dealer.seats)
        key = hmac_sha256(self.dealer.secret("lineup", k), canonical_bytes([]))
        order = [self.lineup[int(at)] for at in shuffle_by_key(map(str, seats), key)]
        return list(dict.fromkeys((*order[turn:], *order[:turn]) for turn in seats))

    def played(self, k: int) -> list[LineupResult]:
        """Play all tables of a deal."""
        deal, game = self.dealer.deal(k), self.dealer.game
        sit = {name: player_factory(game, name, self.limits) for name in self.names}
        return [
            LineupResult(lineup, play_out_table(deal, [sit[name] for name in lineup]))
            for lineup in self.lineups(k)
        ]

    def plan(self) -> dict[str, Any]:
        """Return as JSON all that the results follow from."""
        game = self.dealer.game
        return {
            "format": FORMAT,
            "game": game.name,
            "rules": game.version,
            "seats": self.dealer.seats,
            "whole": self.dealer.whole,
            "options": {**options_to_json(self.dealer.options())},
            "bots": list(self.lineup),
            "versions": {name: bot_version(game, name) for name in self.names},
            "seed": self.dealer.seed,
            "limits": asdict(self.limits),
        }


def match_of(plan: Mapping[str, Any], games: Mapping[tuple[str, int], AnyGame]) -> Match:
    """Return the match of a plan."""
    game = games[plan["game"], plan["rules"]]
    dealer = Dealer(game, plan["seats"], plan["options"], plan["whole"], plan["seed"])
    return Match(dealer, tuple(plan["bots"]), ProgramLimits(**plan["limits"]))


def written_deal(k: int, tables: Iterable[LineupResult]) -> dict[str, Any]:
    """Return the tables of a deal as JSON; times are in microseconds."""
    return {
        "deal": k,
        "tables": [
            {
                "bots": list(lineup),
                "scores": list(result.scores),
                "places": list(result.places),
                "conduct": [
                    [one.moves, one.playouts, round(MICRO * one.seconds), one.fallbacks, one.first]
                    for one in result.conduct
                ],
            }
            for lineup, result in tables
        ],
    }


def read_deal(data: Mapping[str, Any]) -> list[LineupResult]:
    """Return the tables of a deal that was written."""
    return [LineupResult(tuple(one["bots"]), _read_result(one)) for one in data["tables"]]


def _read_result(data: Mapping[str, Any]) -> ArenaResult:
    """Return how a table ended."""
    conduct = tuple(Conduct(a, b, c / MICRO, d, first) for a, b, c, d, first in data["conduct"])
    return ArenaResult(tuple(data["scores"]), tuple(data["places"]), conduct)


def conducts_of_entrant(name: str, deals: Iterable[Sequence[LineupResult]]) -> list[Conduct]:
    """Return how an entrant played in all its seats."""
    return [
        result.conduct[seat]
        for tables in deals
        for lineup, result in tables
        for seat, who in enumerate(lineup)
        if who == name
    ]
