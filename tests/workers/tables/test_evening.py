"""An evening of eight people at each game, of whom three vanish, each in a way of its own.

Every table ends within what its clock allows, and ratings and records are such as people would call
fair. ``pytest -s`` shows them as a table.
"""

from collections.abc import Mapping

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import Store
from games import GAMES
from games.core.contract import Outcome, Seat
from games.table import Act, Leave, Table
from projections.accounts.player_tables import PLAYER_TABLES, desertion_records
from projections.projection import ReadModel
from projections.ratings.ratings import UNIT, Rating, Ratings, results_of
from tests.games.every import every
from tests.projections.ratings.test_standings import follow
from tests.workers.floor import checked_fold, move_clock, started, table_of
from workers.follower.follower import Follower
from workers.tables.bot_turn import play_bots
from workers.tables.clock import enforce_deadlines

NO_SHOW, LEAVER, SLEEPER = "nora", "leo", "sam"  # never acts; leaves; stops acting
PEOPLE = (NO_SHOW, "ann", LEAVER, "ben", SLEEPER, "cat", "dan", "eve")
ACTIONS = 2  # after which they vanish
TURN, BANK = 60, 120  # seconds


def company(game: str) -> list[str]:
    """Return who sits down: those who vanish, and as many others as there are seats for."""
    return [*PEOPLE][: min(len(PEOPLE), GAMES[game, 1].seats[-1])]


def act(tables: Tables, table: str, seat: Seat, player: str) -> None:
    """Let a player do what the game itself would do for the seat."""
    now = table_of(tables, table)
    action = now.game.rules.fallback(now.play, seat)
    handle(tables, CommandRequest(table, f"player:{player}", Act(seat, action)))


def has_vanished(now: Table, seat: Seat, player: str) -> bool:
    """Say whether somebody acts no more."""
    own = now.attendance[seat].own
    return player == NO_SHOW or (player in (LEAVER, SLEEPER) and own >= ACTIONS)


def play_evening(tables: Tables, table: str) -> int:
    """Play to the end; return for how many milliseconds the clock was waited for."""
    waited = 0
    while (now := table_of(tables, table)).phase == "playing":
        held = [(seat, holder.player) for seat in now.to_act() if (holder := now.holders[seat])]
        there = [
            (seat, one)
            for seat, one in held
            if one is not None and not has_vanished(now, seat, one)
        ]
        if there:
            act(tables, table, *there[0])
        elif any(one is None for _, one in held):
            play_bots(tables, table)
        elif any(one == LEAVER for _, one in held):
            seat = next(seat for seat, one in held if one == LEAVER)
            handle(tables, CommandRequest(table, f"player:{LEAVER}", Leave(seat)))
        else:
            until = min(when for seat, _ in held if (when := now.time_up_at(seat)) is not None)
            waited += until - tables.store.now()
            move_clock(tables.store, until - tables.store.now())
            enforce_deadlines(tables, table)
    checked_fold(table, tables.store.read(table))
    return waited


def show(
    outcome: Outcome, people: list[str], places: Mapping[str, int], newest: Mapping[str, Rating]
) -> None:
    """Print what came of a table for everybody; `places` are those that were rated."""
    print("who    place score rated rating")
    for one, place, score in zip(people, outcome.places, outcome.scores, strict=True):
        rating = f"{newest[one][0] / UNIT:.1f}" if one in newest else "-"
        print(f"{one:6} {place:5} {score:5} {places.get(one, '-'):>5} {rating:>6}")


@every("game")
@pytest.mark.parametrize("policy", ["fallback", "bot", "forfeit"])
def test_an_evening_of_which_three_vanish_ends_in_time_and_is_rated_fairly(
    store: Store, follower: Follower, game: str, policy: str
) -> None:
    tables, people = Tables(store), company(game)
    clock = {"turn": TURN, "bank": BANK}
    options = dict(GAMES[game, 1].brief)
    table = started(
        tables, game, people, seats=len(people), clock=clock, on_time_out=policy, options=options
    )
    waited = play_evening(tables, table)
    now = table_of(tables, table)
    gone = [one for one in (NO_SHOW, LEAVER, SLEEPER) if one in people]
    turns = 2 if policy == "fallback" else 1
    assert waited <= 1000 * sum(turns * TURN + BANK for one in gone if one != LEAVER)
    assert now.outcome is not None

    (result,) = results_of(store.read(table))
    places = {name: place for _, name, place, _ in result.players}
    assert NO_SHOW not in places, "who never acted has no rating"
    stayed = {name: place for name, place in places.items() if name not in gone}
    lost = {name: place for name, place in places.items() if name in gone}
    assert stayed
    assert not lost or max(stayed.values()) < min(lost.values())
    scores = {name: now.outcome.scores[people.index(name)] for name in stayed}
    if now.outcome.why == "forfeit" or game in ("boosh", "bum", "boon"):
        assert all(
            stayed[one] <= stayed[other] for one in stayed for other in stayed
            if scores[one] > scores[other]
        )  # fmt: skip

    Ratings(store).rate(table)
    follow(follower)
    model = ReadModel(store, PLAYER_TABLES)
    found = desertion_records(model, people)
    records = {one: found[one]["deserted"] for one in people}
    assert records == {one: int(one in gone) for one in people}
    newest = Ratings(store).newest(result.stream)
    print(f"\n{game}, {policy}: {waited / 1000:.0f} s waited, {now.outcome.why}")
    show(now.outcome, people, places, newest)
