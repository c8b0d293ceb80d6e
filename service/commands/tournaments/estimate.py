"""What a cup will be: its tables and deals, and how long and how sure, as an estimate."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

from bots.minutes import table_minutes, usual_span
from events.settings.table import BEACON_RELAYS
from games.core.options import validate_options
from service.commands.tournaments.cup import Cup
from service.commands.tournaments.own_server import MOST_WORKERS
from service.commands.tournaments.rehearsal import (
    Sample,
    registered_tournament,
    rehearse_tournament,
    sample_of,
)
from tournaments.pairings import WAIT, needs_beacon, scoring_input
from tournaments.played_games import PlayedGame
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
SPAN_TABLES: Final = 10  # played here to tell how long people take with unusual options
START: Final = 5.0  # seconds until a server of one's own is there
# How wide intervals are with shared deals to those with own ones:
# docs/explanation/what-luck-does.md has more.
SHARED: Final[Mapping[str, float]] = {
    "bum": 0.46, "boon": 0.55, "boosh": 0.53, "goblin_market": 1.53, "boojum": 1.30,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a cup will be if nobody leaves; times and widths are estimates.

    Attributes:
        deals: deal groups: tables that share their cards count once.
        seconds: of work, round by round on the processors that are used, and of waits for the
            beacon; waiting for people is not among it.
        cores: processors that are used.
        waits: whether each round waits for the beacon.
        people: whether people play, who take as long as they take.
        people_minutes: about the least and the most that all rounds take them, at `TURN_SECONDS` a
            turn, where each round waits for its longest table; None: nobody but bots and programs.
        mean: half the width of the interval of an entrant's mean a table; None: it has none.
        pair: the same of what two entrants differ by.
        least, most: tables of an entrant.
        compares: whether two tables have the same cards, which `duplicate` needs; true of other
            scorings.
    """

    entrants: int
    rounds: int
    tables: int
    deals: int
    seconds: float
    cores: int
    people: bool
    people_minutes: tuple[int, int] | None
    waits: bool
    mean: float | None
    pair: float | None
    least: int
    most: int
    compares: bool

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "entrants": self.entrants, "rounds": self.rounds, "tables": self.tables,
            "deals": self.deals, "minutes": round(self.seconds / 60, 1), "cores": self.cores,
            "people": self.people, "people_minutes": self.people_minutes,
            "tables_of_an_entrant": [self.least, self.most],
            "half_width": _displayed_width(self.mean),
            "half_width_of_a_pair": _displayed_width(self.pair), "compares": self.compares,
        }  # fmt: skip


def _displayed_width(value: float | None) -> float | None:
    """Return a width as it is told."""
    return None if value is None else float(f"{value:.3g}")


def forecast_cup(cup: Cup, processors: int) -> Forecast:
    """Return what a cup will be on a machine with so many processors, if nothing else uses them."""
    samples = [sample_of(game) for game in cup.settings.games]
    cores = processors if cup.run.server else min(MOST_WORKERS, processors)
    beacon = WAIT / 1000 if _waits_for_beacon(cup) else 0.0  # seconds of each round
    if cup.settings.format.kind == "ladder":
        cup = replace(cup, settings=_as_rounds(cup, samples, cores, beacon))
    t = rehearse_tournament(cup, samples)
    held = Counter(one.entrant for table in t.tables for one in {*table.planned.seats})
    has_people = len(t.entries) > len(cup.entrants) or any(
        one.kind in ("player", "team") for one in cup.entrants
    )
    compares = t.rules.scoring.kind != "duplicate" or len(t.groups) < len(t.tables)
    mean, pair = _rehearsed_half_widths(t) if compares else (None, None)
    return Forecast(
        entrants=len(t.entries),
        rounds=len(t.rounds),
        tables=len(t.tables),
        deals=len(t.groups),
        seconds=START + _seconds_of_rounds(cup, t, samples, cores, beacon),
        cores=cores,
        people=has_people,
        people_minutes=_minutes_of_people(cup, t) if has_people else None,
        waits=beacon > 0,
        mean=mean,
        pair=pair,
        least=min(held[one.number] for one in t.entries),
        most=max(held.values()),
        compares=compares,
    )


def _seconds_of_rounds(
    cup: Cup, t: Tournament, samples: Sequence[Sample], cores: int, beacon: float
) -> float:
    """Return how long all rounds take: one begins when the one before has ended.

    The tables of a round are spread over the processors, but one table has one processor.
    """
    apart, seconds = cup.settings.schedule.round_seconds or 0, 0.0
    for one in t.rounds:
        works = [_table_cpu_milliseconds(cup, t, samples, index) / 1000 for index in one.tables]
        length = beacon + max(sum(works) / cores, *works)
        seconds += max(length, apart) if one is not t.rounds[-1] else length
    return seconds


def _minutes_of_people(cup: Cup, t: Tournament) -> tuple[int, int]:
    """Return about the least and the most minutes that people take for all rounds."""
    spans = {
        (at, seats): _table_span(game, seats)
        for at, game in enumerate(cup.settings.games)
        for seats in game.sizes
    }
    rounds = []
    for one in t.rounds:
        planned = [t.tables[index].planned for index in one.tables]
        rounds.append([spans[table.game, len(table.seats)] for table in planned])
    least, most = (sum(max(span[end] for span in own) for own in rounds) for end in (0, 1))
    return least, most


def _table_span(game: PlayedGame, seats: int) -> tuple[int, int]:
    """Return about the least and the most minutes of a table of people.

    With the usual options the game tells them; else some tables are played here.
    """
    rules = game.rules_of_play
    usual, own = (
        validate_options(rules.options, dict(options or {}), seats)
        for options in (None, game.options)
    )
    known = None if rules.about is None else rules.about.minutes.get(seats)
    if known is not None and own == usual:
        return known
    return usual_span(table_minutes(rules, seats, range(SPAN_TABLES), game.options or {}))


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
