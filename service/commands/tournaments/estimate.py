"""What a cup will be: its tables and deals, and how long and how sure, as an estimate."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

from events.settings.table import BEACON_RELAYS
from service.commands.tournaments.cup import Cup
from service.commands.tournaments.rehearsal import (
    Sample,
    registered_tournament,
    rehearse_tournament,
    sample_of,
)
from tournaments.pairings import WAIT, needs_beacon, scoring_input
from tournaments.scoring import Estimate, build_cross_table, entrant_standings
from tournaments.state import BOT, Tournament

# Milliseconds a move, as `fairdeal arena` measured them at tables of four on 2026-11-22.
THINKING: Final[Mapping[tuple[str, str], float]] = {
    ("boojum", "expert"): 64.0,
    ("boon", "expert"): 169.0,
    ("boosh", "expert"): 107.0,
    ("bum", "expert"): 66.0,
    ("goblin_market", "expert"): 90.0,
}
AT_ONCE: Final = 0.15  # the same of `novice` and `regular`, of any game, at most
EXPERT: Final = 100.0  # the same of an `expert` of another game
STEP: Final = 1.5  # what the server itself takes for a move of a bot
PROGRAM_MS: Final = (
    15.0  # the same for one of a program, which comes over HTTP, and the program's own
)
OPENING: Final = 40.0  # for a table, from its plan to its result
START: Final = 5.0  # seconds until a server of one's own is there
# How wide intervals are with shared deals to those with own ones: docs/tournaments.md has more.
SHARED: Final[Mapping[str, float]] = {
    "bum": 0.46, "boon": 0.55, "boosh": 0.53, "goblin_market": 1.53, "boojum": 1.30,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a cup will be if nobody leaves; times and widths are estimates.

    Attributes:
        deals: deal groups: tables that share their cards count once.
        seconds: of work, spread over the processors, and of waits for the beacon; waiting for
            people is not among it.
        waits: whether each round waits for the beacon.
        people: whether people play, who take as long as they take.
        mean: half the width of the interval of an entrant's mean a table; None: it has none.
        pair: the same of what two entrants differ by.
        least, most: tables of an entrant.
    """

    entrants: int
    rounds: int
    tables: int
    deals: int
    seconds: float
    cores: int
    people: bool
    waits: bool
    mean: float | None
    pair: float | None
    least: int
    most: int

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "entrants": self.entrants, "rounds": self.rounds, "tables": self.tables,
            "deals": self.deals, "minutes": round(self.seconds / 60, 1), "cores": self.cores,
            "people": self.people, "tables_of_an_entrant": [self.least, self.most],
            "half_width": _displayed_width(self.mean),
            "half_width_of_a_pair": _displayed_width(self.pair),
        }  # fmt: skip


def _displayed_width(value: float | None) -> float | None:
    """Return a width as it is told."""
    return None if value is None else float(f"{value:.3g}")


def forecast_cup(cup: Cup, cores: int) -> Forecast:
    """Return what a cup will be, on so many processors."""
    samples = [sample_of(game) for game in cup.settings.games]
    beacon = WAIT / 1000 if _waits_for_beacon(cup) else 0.0  # seconds of each round
    if cup.settings.format.kind == "ladder":
        cup = replace(cup, settings=_as_rounds(cup, samples, cores, beacon))
    t = rehearse_tournament(cup, samples)
    work = (
        sum(_table_cpu_milliseconds(cup, t, samples, index) for index in range(len(t.tables)))
        / 1000
    )
    held = Counter(one.entrant for table in t.tables for one in {*table.planned.seats})
    apart = cup.settings.schedule.round_seconds or 0
    rounds = len(t.rounds)
    mean, pair = _rehearsed_half_widths(t)
    return Forecast(
        entrants=len(t.entries),
        rounds=rounds,
        tables=len(t.tables),
        deals=len(t.groups),
        seconds=START + max(work / cores + beacon * rounds, apart * (rounds - 1) + beacon),
        cores=cores,
        people=any(one.kind in ("player", "team") for one in cup.entrants),
        waits=beacon > 0,
        mean=mean,
        pair=pair,
        least=min(held[one.number] for one in t.entries),
        most=max(held.values()),
    )


def _waits_for_beacon(cup: Cup) -> bool:
    """Say whether a round of a beacon is waited for before each round.

    A file that says nothing of it has that of the server: our own follows one where the settings
    of this process name relays, and of another nothing is known here.
    """
    if "beacon" in cup.sent:
        has_beacon = cup.sent["beacon"] is not None
    else:
        has_beacon = cup.run.server is None and bool(BEACON_RELAYS.value())
    return has_beacon and needs_beacon(registered_tournament(cup))


def _as_rounds(cup: Cup, samples: Sequence[Sample], cores: int, beacon: float) -> Any:
    """Return settings with as many rounds as a ladder's time may have room for.

    `beacon`: seconds for which each round waits.
    """
    settings = cup.settings
    length = sum(
        game.seats * one.moves() * (STEP + AT_ONCE)
        for game, one in zip(settings.games, samples, strict=True)
    ) / len(samples)
    tables = len(cup.entrants) // settings.games[0].seats
    rounds = round((settings.format.seconds or 0) / (length * tables / 1000 / cores + beacon))
    rounds = max(1, min(200, rounds))
    return replace(
        settings, format=replace(settings.format, kind="swiss", seconds=None, rounds=rounds)
    )


def _table_cpu_milliseconds(
    cup: Cup, t: Tournament, samples: Sequence[Sample], index: int
) -> float:
    """Return what a table takes of a processor."""
    planned = t.tables[index].planned
    game, moves = cup.settings.games[planned.game].game, samples[planned.game].moves()
    return OPENING + sum(moves * _of_a_move(game, member) for member in t.tables[index].members)


def _of_a_move(game: str, member: str) -> float:
    """Return what a move takes of a processor."""
    if not member.startswith(BOT):
        return PROGRAM_MS
    level = member.removeprefix(BOT)
    return STEP + THINKING.get((game, level), EXPERT if level == "expert" else AT_ONCE)


def _rehearsed_half_widths(t: Tournament) -> tuple[float | None, float | None]:
    """Return how wide half the intervals were in the rehearsal: of a mean, and of a pair.

    Rehearsed tables have deals of their own; where the cup's share theirs, it is told how much
    narrower or wider that was measured to be.
    """
    scoring, shared = t.rules.scoring, 1.0
    if scoring.kind == "duplicate":
        of_games = [SHARED.get(game.game, 1.0) for game in t.rules.games]
        shared = sum(of_games) / len(of_games)
        scoring = replace(scoring, kind="points", tie_breaks=())
    found = scoring_input(t)
    means = [row.mean for row in entrant_standings(found, scoring)]
    cells = [cell.difference for cell in build_cross_table(found, scoring).values()]
    return _median_half_width(means, shared), _median_half_width(cells, shared)


def _median_half_width(found: Sequence[Estimate | None], shared: float) -> float | None:
    """Return the median of half the widths of intervals; None where there are none."""
    known = [
        (one.high - one.low) / 2
        for one in found
        if one is not None and one.low is not None and one.high is not None
    ]
    return shared * median(known) if known else None
