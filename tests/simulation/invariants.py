"""What must hold at the end of a run, whatever went wrong in it.

What the players were told is held against the logs, and all that is derived is derived anew.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from operator import attrgetter
from pathlib import Path
from typing import Any

import orjson

from events.history.checkpoints import ORIGIN, Checkpoint, read_checkpoint
from events.history.merkle import is_consistent
from events.record.codec import StoredEvent, decode_event
from events.record.receipts import PublicKey, read_public_key
from events.store.feed import read_feed_entry
from events.store.streams import Store
from events.verify.log import verify_log
from games.table import fold_table_facts
from projections.projection import ReadModel, Row
from projections.read_models.models import MODELS
from projections.read_models.rebuild import rebuild_models
from projections.read_models.status import model_lag
from tests.simulation.closings import start_faults
from tests.simulation.player import Ledger, Played, Player
from tests.simulation.scheduler import EPOCH, World
from tests.workers.floor import checked_fold, commands, public

SETTLED = 3.0  # seconds between two looks at read models that catch up
TRIES = 40  # looks: a connection hangs for a minute, a follower tries again after seconds
CLOCK_RUNS_ON = ("table.leave", "table.return")  # T3a: a seat's turn is that of who has it
LOOSE = 500  # milliseconds by which a turn may seem shorter


class Checks:
    """The checks of one run; what does not hold is noted in the world."""

    def __init__(self, world: World, ledger: Ledger, player: Player, folder: Path) -> None:
        self.world, self.ledger, self.player, self.folder = world, ledger, player, folder
        self.finished = False

    def require(self, holds: bool, what: str) -> None:
        """Note what does not hold."""
        if not holds:
            self.world.violated(what)

    def run(self, store: Store) -> None:
        """Check everything."""
        keys = [*map(read_public_key, self.player.get("/v1/keys").body["keys"])]
        for played in self.ledger.tables:
            self.check_table(played, keys)
        self.check_models(store)
        self.check_news(store)
        for played in self.ledger.tables:
            self.check_pages(played)
        self.check_tree(keys)
        self.finished = True

    def check_table(self, played: Played, keys: Sequence[PublicKey]) -> None:
        """Hold a log to its chain, its rules, and to what its players were told.

        A published loss excuses the receipts of events that are lost, and of no others.
        """
        table, receipts = played.id, self.ledger.receipts.get(played.id, [])
        heads = {one.h.hex() for one in played.events}
        closings = self.ledger.closings.get(table, [])
        path = self.folder / f"{table}.jsonl"
        path.write_bytes(self.player.get(f"/v1/tables/{table}/log").raw)
        kept = [*receipts, *(one for one in closings if one["head"] in heads)]
        report = verify_log(path, [one.public for one in keys], kept)
        self.require(report.verdict == "good", f"{table}: the log is bad: {report.faults}")
        for why in start_faults(self.world, self.ledger, played):
            self.world.violated(why)
        lost = [one for one in self.ledger.excused if one["table"] == table]
        forgotten = [*lost, *(one for one in closings if one["head"] not in heads)]
        excused = verify_log(path, keys, forgotten)
        wanted = "excused" if forgotten else "good"
        self.require(excused.verdict == wanted, f"{table}: a lie: {excused.faults}")
        events = played.events
        try:
            folded = checked_fold(table, events)
        except AssertionError as error:
            self.world.violated(f"{table}: {error}")
            return
        self.require(folded.table.phase == "closed", f"{table}: not closed")
        done = commands(events)
        people = tuple(f"player:{one}" for one in played.people)
        acted = [one["cause"]["last"] for one in done if one["by"] in people]
        # A lost event may have been written once more.
        known = [*receipts, *(one for one in lost if one["head"] in heads)]
        told = sorted({receipt["n"] for receipt in known})
        self.require(acted == told, f"{table}: {acted} happened, and players were told of {told}")
        self.check_beginning(played, done)
        if played.clock is not None:
            clock = int(1000 * played.clock)
            for early in early_time_outs(table, events, clock, self.world.appended):
                self.world.violated(f"{table}: {early}")

    def check_beginning(self, played: Played, done: Sequence[Any]) -> None:
        """Hold a table's first commands to what its players did; `done` are the first events."""
        begun = [one["cause"]["action"]["type"] for one in done[: played.seats + 2]]
        expected = ["table.open", *["table.sit"] * played.seats]
        is_lost = bool(self.world.losses)  # then the log may lack the call behind which one left
        follows = ["table.start", *["table.close", "table.abort", "table.leave"] * is_lost]
        is_begun = begun[:-1] == expected and begun[-1] in follows
        self.require(is_begun, f"{played.id}: began with {begun}")

    def check_models(self, store: Store) -> None:
        """Hold the live read models to those that are made anew from the logs."""
        live, written, behind = list[Any](), 0, [""]
        for _ in range(TRIES):
            self.world.sleep(SETTLED)
            before, live = (live, written), rows(store)
            written = len(self.world.appended)  # what came just now may not be in any row yet
            behind = models_behind(store)
            if before == (live, written) and not behind:
                break
        self.require(not behind, f"read models never caught up: {behind}")
        rebuild_models(store, MODELS)
        anew = rows(store)
        for projection, was, now in zip(MODELS, live, anew, strict=True):
            differ = sorted({name for name, row in (*was, *now)
                             if (name, row) not in was or (name, row) not in now})  # fmt: skip
            self.require(not differ, f"{projection.name} differs from its logs: {differ[:4]}")

    def check_news(self, store: Store) -> None:
        """Hold what players were told to what happened: all of it, each thing once."""
        self.world.sleep(2 * SETTLED)  # whoever listens asks again meanwhile
        happened: Counter[tuple[str, str, int, str]] = Counter()
        messages = list[tuple[str, Any]]()
        for partition in range(store.names.partitions):
            rows_of: Any = store.redis.xrange(store.names.feed(partition))
            for one in map(read_feed_entry, rows_of):
                for player, message in orjson.loads(one.news) if one.news else ():
                    happened[player, message["table"], message["n"], message["type"]] += 1
                    messages.append((player, message))
        lacking = self.world.receivers.missing_at_end(store, messages)
        self.require(not lacking, f"never pushed: {lacking[:3]}")
        for player, seen in self.ledger.news.items():
            last = max(self.world.losses, default=-1.0)  # what was told before may come again
            since = 1000 * (EPOCH + last + 1)
            told = Counter(named(player, one) for one in seen)
            again = Counter(named(player, one) for one in seen if one["id"] > since or last < 0)
            twice = [one for one, count in again.items() if count > 1]
            self.require(not twice, f"told twice: {twice[:3]}")
            mine = {one for one in happened if one[0] == player}
            if last >= 0 and (player, None, None, "missed") in told:  # so it is known
                continue
            missed = [one for one in sorted(mine) if one not in told]
            self.require(not missed, f"never told: {missed[:3]}")

    def check_pages(self, played: Played) -> None:
        """Hold the log that somebody read by pages, as it grew, to that of now."""
        came = [without_parts(one) for one in played.read[: played.kept]]
        log = [{**public(one), "head": one.h.hex()} for one in played.events[: played.kept]]
        self.require(came == log, f"{played.id}: by pages came other events than its log has")

    def check_tree(self, keys: Sequence[PublicKey]) -> None:
        """Hold each checkpoint that was seen to the one before, but for published losses."""

        def is_left(seen: Checkpoint) -> bool:
            later = takewhile(lambda key: ORIGIN.format(key.id) != seen.origin, keys)
            return all(key.loss is None or seen.size <= key.loss.kept for key in later)

        # By size: what a witness has cosigned is shown for a while though the tree has grown.
        seen = filter(is_left, map(read_checkpoint, self.ledger.checkpoints))
        trees = sorted(seen, key=attrgetter("size"))
        if trees and trees[-1].size:
            asked = f"/v1/tree/consistency?from=0&to={trees[-1].size}"
            now = read_checkpoint(self.player.get(asked).body["checkpoint"])
            self.require(now.root == trees[-1].root, f"another tree of {now.size} than before")
        for old, new in pairwise(trees):
            if 0 < old.size < new.size:
                asked = f"/v1/tree/consistency?from={old.size}&to={new.size}"
                path = [bytes.fromhex(one) for one in self.player.get(asked).body["path"]]
                grown = is_consistent(old.size, new.size, old.root, new.root, path)
                self.require(grown, f"the tree of {new.size} is not that of {old.size} grown")
            elif old.size == new.size:
                self.require(old.root == new.root, f"two trees of {old.size}")


def named(player: str, message: Mapping[str, Any]) -> tuple[str, str | None, int | None, str]:
    """Return what tells a player's message from others."""
    told = message["data"]
    return player, told.get("table"), told.get("n"), told["type"]


def without_parts(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event as everybody may read it."""
    return {key: value for key, value in event.items() if key != "parts"}


def rows(store: Store) -> list[list[tuple[str, Row]]]:
    """Return all rows of all models, with their names."""
    return [[*ReadModel(store, one).all_rows().items()] for one in MODELS]


def models_behind(store: Store) -> list[str]:
    """Return the names of the models that have not taken in all there is."""
    lags = {one.name: model_lag(ReadModel(store, one), store.now()) for one in MODELS}
    return [name for name, lag in lags.items() if lag["partitions"]]


def early_time_outs(
    table: str,
    events: Sequence[StoredEvent],
    clock: int,
    appended: Mapping[tuple[str, int], tuple[float, float]],
) -> list[str]:
    """Return the time-outs that came before a turn had lasted as long as its clock says.

    By the times in the log; and in virtual time, but for what clocks may differ and commands take.
    """
    found, since, state = [], dict[int, int](), None
    begun: dict[int, float] = {}
    groups: list[list[StoredEvent]] = []
    for event in events:
        if isinstance(public(event)["cause"], dict):
            groups.append([])
        groups[-1].append(event)
    for group in groups:
        first = public(group[0])
        action, at = first["cause"]["action"], first["at"]
        seat = action.get("seat", first["cause"]["seat"])
        if action["type"] == "table.time_out" and seat in since:
            used = min(at, first["data"].get("deadline", at)) - since[seat]
            if used < clock:
                found.append(f"seat {seat} was out of time after {used} ms of {clock}")
            passed = 1000 * (appended[table, first["n"]][1] - begun[seat])
            if passed < clock - LOOSE:
                found.append(f"seat {seat} was out of time after {passed:.0f} of {clock} real ms")
        state = fold_table_facts(table, state, map(decode_event, group))
        if seat is not None and action["type"] not in CLOCK_RUNS_ON:
            since.pop(seat, None)
        able = state.to_act()
        started = appended[table, first["n"]][0]
        begun = {one: begun[one] if one in since else started for one in able}
        since = {one: since.get(one, at) for one in able}
    return found
