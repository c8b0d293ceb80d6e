"""Rules U6 and U7: the next round of a tournament, with tables, deal groups and byes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import lcm
from typing import Literal

from games.core.fairness.chance import Chance
from games.table.state import LEAST_PLAYERS
from tournaments.commands import Plan
from tournaments.events import PlannedTable, RoundPlanned
from tournaments.names import pairing_seed
from tournaments.pairing import (
    DrawnRound,
    Format,
    Knockout,
    PairingContext,
    RoundRobin,
    Swiss,
    Table,
    next_round,
)
from tournaments.pairing.knockout import knockout_ranking
from tournaments.pairing.ladder import pair_free
from tournaments.pairing.own import require_fair
from tournaments.pairing.pools import (
    PoolRank,
    Pools,
    PoolStages,
    finals_round,
    pool_round,
    pools_ranking,
)
from tournaments.pairing.refusals import WRONG_SEATS
from tournaments.pairing.turns import in_turns
from tournaments.scoring import StandingsInput, standing_places
from tournaments.scoring.ledger import build_ledger
from tournaments.state import Tournament
from tournaments.tables import Entrant, SeatOccupant

# Milliseconds at least from a plan to the beacon's round that has a part in it: time enough to open
# its tables, for receipts of the plan, and for witnesses to cosign it (5 seconds at most each).
WAIT = 15_000
STAGED = ("knockout", "pools")  # formats in which places tell how far everybody came


def beacon_round(t: Tournament, now: int) -> int | None:
    """Return the beacon's round for deals that are planned now: one that nobody knows yet.

    None without a beacon, and where too few players could gain by a deal.
    """
    return t.chain.first_due(now + WAIT) if t.chain is not None and needs_beacon(t) else None


def needs_beacon(t: Tournament) -> bool:
    """Say whether two players take part, have done so, or may come late: bots gain by no deal."""
    coming = 1 if t.rules.entrants.late else 0
    return t.player_count() + coming >= LEAST_PLAYERS


def _drawn_round(t: Tournament) -> tuple[int, DrawnRound] | None:
    """Return the next round and its game; None where the format is over."""
    games = t.rules.games
    if t.rules.format.kind != "round_robin":
        game = len(t.rounds) % len(games)
        past, out = _past_of(t), _sitting_out(t, game)
        there = past._replace(active=past.active - {*out})
        drawn = next_round(_single_format(t, game), there, _chance_of(t))
        if drawn is None:
            return None
        return game, _swapped_round(drawn._replace(byes=(*drawn.byes, *out)), t.swaps)
    for game in range(len(games)):  # everybody meets everybody in each game
        drawn = next_round(_single_format(t, game), _past_of(t, game), _chance_of(t))
        if drawn is not None:
            return game, drawn
    return None


def _swapped_round(drawn: DrawnRound, swaps: Iterable[tuple[Entrant, Entrant]]) -> DrawnRound:
    """Rule U17: return a round in which these have changed places, one pair after the other."""
    for one, two in swaps:
        places = {one: two, two: one}
        tables = (tuple(places.get(who, who) for who in table) for table in drawn.tables)
        byes = tuple(places.get(who, who) for who in drawn.byes)
        drawn = DrawnRound(tuple(tables), byes)
    return drawn


def next_drawn_round(t: Tournament) -> DrawnRound | None:
    """Rule U17: return the next round as it would be planned now; None where none follows."""
    found = _drawn_round(t)
    return None if found is None else found[1]


def _sitting_out(t: Tournament, game: int) -> tuple[Entrant, ...]:
    """Rule U61: return who sits out the next round as requested; none where no table is left."""
    requested = t.requested_byes(len(t.rounds))
    out = tuple(one for one in t.active() if one in requested)
    left = len(t.active()) - len(out)
    return out if left >= min(t.rules.games[game].sizes) else ()


def _chance_of(t: Tournament) -> Chance:
    """Return the chance with which the next round is paired."""
    return Chance(pairing_seed(t.secret, len(t.rounds)))


def format_of(t: Tournament, game: int) -> Format | Pools:
    """Return the format as it is for a game."""
    return _pools_format(t) if t.rules.format.kind == "pools" else _single_format(t, game)


def _single_format(t: Tournament, game: int) -> Format:
    """Return a format of one stage as it is for a game."""
    own = t.rules.format
    seats, *others = t.rules.games[game].sizes
    match own.kind:
        case "round_robin":
            return RoundRobin(seats, own.cycles, tuple(others))
        case "swiss":
            return Swiss(seats, own.rounds or 1, tuple(others), bool(own.seats_first))
        case _:
            return _knockout_format(t)


def _knockout_format(t: Tournament) -> Knockout:
    """Return the knockout that is played, at tables of one size whatever the game."""
    own = t.rules.format
    return Knockout(t.rules.games[0].seats, own.advancing, own.third_place)


def _pools_format(t: Tournament) -> Pools:
    """Return the pools that are played, and the knockout behind them."""
    own, seats = t.rules.format, t.rules.games[0].seats
    pools, qualify = own.pools or 2, own.qualify or 1
    return Pools(seats, pools, qualify, own.cycles, own.advancing, own.third_place)


def pool_stages(t: Tournament) -> PoolStages:
    """Rule U68: return what was played in pools and behind them."""
    pooled = sum(one.stage is None for one in t.rounds)
    return PoolStages(_pools_format(t), _past_of(t), pooled)


def pool_ranks(t: Tournament, stages: PoolStages) -> dict[Entrant, PoolRank]:
    """Rule U68: return how everybody has done in the pools."""
    scoring, found = t.rules.scoring, dict[Entrant, PoolRank]()
    played = scoring_input(t).upto(stages.pooled - 1)
    book = build_ledger(played, scoring)
    seeds = {one: at for at, one in enumerate(stages.past.entrants)}
    for pool in stages.pools:
        places = standing_places(replace(played, entrants=pool), scoring)
        for one in pool:
            found[one] = (places[one], -(book.mean(one) or Fraction(0)), seeds[one])
    return found


def _next_of_pools(t: Tournament) -> tuple[DrawnRound, Literal["knockout"] | None] | None:
    """Rule U68: return the next round and its stage; None behind the final."""
    stages = pool_stages(t)
    if (drawn := pool_round(stages, _chance_of(t))) is not None:
        return drawn, None
    drawn = finals_round(stages, pool_ranks(t, stages), _chance_of(t))
    return None if drawn is None else (drawn, "knockout")


def _past_of(t: Tournament, game: int | None = None) -> PairingContext:
    """Return what pairing goes by; of a round robin, in one game alone."""
    points = _points_by_round(t)
    own = [at for at, one in enumerate(t.rounds) if game in (None, _game_of_round(t, one.tables))]
    rounds = tuple(
        DrawnRound(
            _drawn_tables(t, t.rounds[at].tables),
            tuple(one for one in t.rounds[at].byes if one not in t.requested_byes(at)),
        )
        for at in own
    )
    return PairingContext(
        t.seeded(),
        frozenset(t.active()),
        rounds,
        tuple(points[at] for at in own),
        frozenset(t.apart),
    )


def _game_of_round(t: Tournament, indexes: Sequence[int]) -> int:
    """Return the game of a round."""
    return t.tables[indexes[0]].planned.game


def _drawn_tables(t: Tournament, indexes: Iterable[int]) -> tuple[Table, ...]:
    """Return the pairings of tables as they were drawn: one for all turns, without replays."""
    tables = (t.tables[index] for index in indexes if t.tables[index].replays is None)
    rows = (tuple(one.entrant for one in table.planned.seats) for table in tables)
    first: dict[Table, Table] = {}
    for row in rows:
        first.setdefault(tuple(sorted(row)), row)
    return tuple(first.values())


def _points_by_round(t: Tournament) -> list[Mapping[Entrant, int]]:
    """Return what entrants won in each round, byes and void tables included.

    In the largest unit in which all of it is whole: three thirds are exactly one.
    """
    found: list[dict[Entrant, Fraction]] = [{} for _ in t.rounds]
    book = build_ledger(scoring_input(t), t.rules.scoring)
    for entry in t.entries:
        for at, value in book.by_round(entry.number):
            found[at][entry.number] = found[at].get(entry.number, Fraction(0)) + value
    unit = lcm(*(value.denominator for own in found for value in own.values()))
    return [{who: int(value * unit) for who, value in own.items()} for own in found]


def scoring_input(t: Tournament) -> StandingsInput:
    """Return what standings follow from: of who takes part, or did so in a round."""
    byes = (who for one in t.rounds for who in one.byes)
    seen = {one.entrant for table in t.tables for one in table.planned.seats}.union(byes)
    entrants = (one.number for one in t.entries if not one.withdrawn or one.number in seen)
    return StandingsInput(tuple(entrants), t.played_rounds(), t.results())


def final_places(t: Tournament) -> tuple[int, ...]:
    """Return the places as they stand, by entrant: of a knockout by how far they got."""
    places, place = [0] * len(t.entries), 1
    if t.tables and t.rules.format.kind in STAGED:
        for tied in _staged_ranking(t):
            for who in tied:
                places[who] = place
            place += len(tied)
    elif t.tables:
        for who, place in standing_places(scoring_input(t), t.rules.scoring).items():
            places[who] = place
    return tuple(places) if t.tables else ()


def _staged_ranking(t: Tournament) -> tuple[tuple[Entrant, ...], ...]:
    """Return everybody by how far they came in a knockout, or in pools and behind them."""
    if t.rules.format.kind == "knockout":
        return knockout_ranking(_knockout_format(t), _past_of(t))
    stages = pool_stages(t)
    return pools_ranking(stages, pool_ranks(t, stages))


def planned_round(t: Tournament, now: int) -> RoundPlanned | None:
    """Return the next round of a format that pairs by itself; None where it is over."""
    if t.rules.format.kind == "pools":
        game, (drawn, stage) = len(t.rounds) % len(t.rules.games), _next_of_pools(t) or (None, None)
    else:
        (game, drawn), stage = _drawn_round(t) or (0, None), None
    if drawn is None:
        return None
    planned = _lay_out_round(t, now, [(game, 0, table) for table in drawn.tables], drawn.byes)
    return replace(planned, stage=stage)


def planned_ladder(t: Tournament, now: int) -> RoundPlanned | None:
    """Return tables for those of a ladder who are free; None while it is better to wait."""
    game = len(t.rounds) % len(t.rules.games)
    busy = t.busy()
    free = [who for who in t.active() if who not in busy]
    seats = t.rules.games[game].seats
    if len(free) < seats:  # as mostly: what has been is looked at only where it matters
        return None
    since = {
        who: at
        for at, table in enumerate(t.tables)
        for who in _entrants_in_seats(table.planned.seats)
    }
    free.sort(key=lambda who: since.get(who, -1))
    past = _past_of(t)
    rounds = tuple(DrawnRound((table,)) for one in past.rounds for table in one.tables)
    tables = pair_free(free, len(busy), past._replace(rounds=rounds), seats, _chance_of(t))
    if not tables:
        return None
    return _lay_out_round(t, now, [(game, 0, table) for table in tables], ())


def _entrants_in_seats(seats: Iterable[SeatOccupant]) -> list[Entrant]:
    """Return the entrants at a table."""
    return [one.entrant for one in seats]


def planned_own(t: Tournament, command: Plan, now: int) -> RoundPlanned:
    """Rule U7: return a round as the runner pairs it; Illegal where it isn't fair."""
    tables = [tuple(map(Entrant, one.seats)) for one in command.tables]
    for at, (one, table) in enumerate(zip(command.tables, tables, strict=True)):
        if len(table) not in (own_sizes := t.rules.games[one.game].sizes):
            raise WRONG_SEATS(at, len(table), " or ".join(map(str, sorted(own_sizes))))
    sizes_of = [{*t.rules.games[one.game].sizes} for one in command.tables]
    past, again = _past_of(t), t.rules.format.rematches
    if all(one.is_bots for one in t.entries):  # they may sit at many tables at once, or at none
        for table, sizes in zip(tables, sizes_of, strict=True):
            own = past._replace(active=past.active & {*table})
            require_fair(DrawnRound((table,)), own, sizes, rematches=True)
    else:
        drawn = DrawnRound(tuple(tables), command.byes)
        require_fair(drawn, past, set().union(*sizes_of), rematches=again)
    rows = [(one.game, one.group, who) for one, who in zip(command.tables, tables, strict=True)]
    return _lay_out_round(t, now, rows, command.byes)


def _lay_out_round(
    t: Tournament,
    now: int,
    rows: Sequence[tuple[int, int, Table]],
    byes: tuple[Entrant, ...],
) -> RoundPlanned:
    """Return a round of (game, group within the round, entrants by seat) in all its turns.

    Tables of different sizes never share their deals.
    """
    numbers, new_groups = {}, count(len(t.groups))
    tables = []
    for at, (game, group, table) in enumerate(rows):
        key = (game, group, len(table)) if t.rules.format.duplicate else (game, at, 0)
        if key not in numbers:
            numbers[key] = next(new_groups)
        for seats in _seatings_of_pairing(t, table):
            row = tuple((one.entrant, one.member) for one in seats)
            tables.append(PlannedTable(game, numbers[key], row))
    return RoundPlanned(len(t.rounds), len(t.tables), tuple(tables), byes, beacon_round(t, now))


def _seatings_of_pairing(t: Tournament, table: Table) -> Iterable[tuple[SeatOccupant, ...]]:
    """Return a pairing by seat: as it stands, or in all turns where the settings want it."""
    if not t.rules.format.rotate:
        return [tuple(SeatOccupant(who) for who in table)]
    return in_turns(table, lambda who: member_count(t, who))


def member_count(t: Tournament, who: Entrant) -> int | None:
    """Return how many play for an entrant; None for a bot, which may sit in all seats."""
    entry = t.entries[who]
    return None if entry.kind == "bot" else len(entry.members)
