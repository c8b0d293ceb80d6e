"""A cup in the head: its rounds as they would be paired, with results of tables played here.

What is played here is played by `regular`, whoever is to play the cup: how long tables are and how
far scores lie apart is much the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bots.deals import Deal
from bots.entrants import player_factory
from bots.programs import USUAL
from bots.table import ArenaResult, play_out_table
from games.core.fairness.chance import Chance
from games.core.fairness.shuffle import canonical_bytes, hmac_sha256
from games.core.options import validate_options
from games.table.planned import table_id
from service.commands.tournaments.cup import Cup
from tournaments import commands as cm
from tournaments.evolve import apply_tournament_event
from tournaments.following import entrants_needed
from tournaments.played_games import PlayedGame
from tournaments.rules import decide
from tournaments.state import Tournament

ID: Final = "c" + 18 * "0"
HASH: Final = 64 * "0"
DIRECTOR: Final = "player:runner"
TABLES: Final = 12  # of each game that are played here
MOST_MOVES: Final = 12_000  # of a game, beyond which no further table is played here
FEWEST: Final = 3  # tables, however long they are
SEED: Final = b"rehearsal"


@dataclass(frozen=True, slots=True)
class Sample:
    """Tables of a game as they came out here: of the usual size, and by their seats."""

    results: Sequence[ArenaResult]
    by_seats: Mapping[int, Sequence[ArenaResult]]

    def moves(self) -> float:
        """Return how often a seat moves at a table, on the average."""
        seats = [seat.moves for one in self.results for seat in one.conduct]
        return sum(seats) / len(seats)


def sample_of(game: PlayedGame) -> Sample:
    """Return some tables of a game, with the options that the cup has."""
    by_seats = {seats: _played_tables(game, seats) for seats in game.sizes}
    return Sample(by_seats[game.seats], by_seats)


def _played_tables(game: PlayedGame, seats: int) -> Sequence[ArenaResult]:
    """Return some tables of so many seats."""
    rules, results, moves = game.rules_of_play, list[ArenaResult](), 0
    options = validate_options(rules.options, dict(game.options or {}), seats)
    sit = [player_factory(rules, "regular", USUAL)] * seats
    while len(results) < TABLES and (moves < MOST_MOVES or len(results) < FEWEST):
        secret = hmac_sha256(SEED, canonical_bytes([game.game, len(results)]))
        results.append(play_out_table(Deal(rules, seats, options, None, secret), sit))
        moves += sum(one.moves for one in results[-1].conduct)
    return results


def registered_tournament(cup: Cup) -> Tournament:
    """Return the tournament when all have entered: whom the file names, and as many as it needs."""
    settings = cup.plan() | {"beacon": None}
    settings["entrants"] = {**settings["entrants"], "check_in": False}
    settings["schedule"] = {**settings["schedule"], "starts_at": None, "round_seconds": None}
    del settings["name"], settings["entrant"]
    t = _apply_command(Tournament(ID), cm.Open(HASH, settings, HASH))
    for number, one in enumerate(cup.entrants):
        t = _apply_command(t, cm.Register(one.kind, _members_of(one.members, number, one.kind)))
    for number in range(len(t.entries), entrants_needed(t)):  # those who will enter by themselves
        t = _apply_command(t, cm.Register("player", (f"p{number}",)))
    return t


def rehearse_tournament(cup: Cup, samples: Sequence[Sample]) -> Tournament:
    """Return the tournament as it would end, if nobody is late or leaves."""
    t, luck = _apply_command(registered_tournament(cup), cm.Call()), Chance(1)
    while t.phase != "closed":
        t = _apply_command(t, cm.Advance(), "clock")
        for index in range(len(t.tables)):
            if t.tables[index].finish is None:
                planned = t.tables[index].planned
                known = samples[planned.game].by_seats[len(planned.seats)]
                t = _apply_command(
                    t, _result_of(index, known[luck.randrange(len(known))]), "server"
                )
    return t


def _members_of(members: Sequence[str], number: int, kind: str) -> tuple[str, ...]:
    """Return who plays for an entrant: made-up ids where the file has names."""
    if kind == "bot":
        return tuple(members)
    bots = members or ("program",)
    return tuple(
        one if one.startswith("bot:") else f"p{number}-{at}" for at, one in enumerate(bots)
    )


def _apply_command(t: Tournament, command: cm.TournamentCommand, by: str = DIRECTOR) -> Tournament:
    """Return the tournament after a command."""
    for draft in decide(t, by, command, t.at):
        t = apply_tournament_event(t, draft.event, t.n + 1, t.at, by)
    return t


def _result_of(index: int, found: ArenaResult) -> Any:
    """Return what brings a result."""
    return cm.TakeResult(
        table_id(ID, index), index, 1, HASH, "played_out", found.places, found.scores
    )
