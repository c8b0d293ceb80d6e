"""`fairdeal monitor` and `fairdeal check-proof`: follow a server's tree, prove what is wrong.

A network that fails is no lie: it is said, and asked again after growing pauses.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click
import orjson

from events import terminal
from events.history.checkpoints import Checkpoint, origin_of, read_checkpoint
from events.history.key_changes import change_heads, is_successor, keys_with_successors
from events.history.merkle import Tree
from events.history.notes import BadNote
from events.record.receipts import PublicKey
from events.verify.history.lies import LIES, OF_LEAVES, TreeFault, is_lie_proven
from events.verify.history.tree import (
    checkpoint_signature_fault,
    compare_checkpoints,
    loss_text,
    published_loss,
)
from events.verify.history.watch import TreeMismatch, TreeWatch, lie_file
from events.verify.report import Unreadable
from games.core.words import count_phrase
from service.commands.history.tiles import ServerUnavailable, TileClient
from service.commands.tables.verify import read_json_or_note, read_keys

DAY = 86_400  # seconds
LONGEST = 3600.0  # seconds between two tries at most
Json = dict[str, Any]


class UnprovableFault(Exception):
    """Something is wrong that proves nothing to others."""


class ProvenLie(Exception):
    """A lie was found."""

    def __init__(self, lie: Json) -> None:
        super().__init__(lie["why"])
        self.lie = lie


class Monitor(NamedTuple):
    """A server that is followed, and what is known of it."""

    tiles: TileClient
    watch: TreeWatch

    def take_news(self) -> None:
        """Take in all that is new.

        Raises:
            ServerUnavailable: the server does not answer.
            UnprovableFault: what it answers is wrong, and proves nothing.
            ProvenLie: it lied.
        """
        note = self.tiles.checkpoint()
        try:
            new = read_checkpoint(note)
        except BadNote as bad:
            raise UnprovableFault(f"the server's checkpoint cannot be read: {bad}") from None
        self.require_signed(new)
        old = self.watch.checkpoint
        if old is not None and old.origin != new.origin:
            self.take_after_loss(old, new, note)
            return
        if old is not None:
            self.require_same_tree(old, new)
        if old is not None and new.size <= old.size:
            if new.size < old.size:
                raise UnprovableFault(
                    f"the server shows an older tree, of {new.size} after {old.size}"
                )
            return
        entries = [*self.tiles.entries(len(self.watch.tree), new.size)]
        try:
            lie = self.watch.take(note, entries)
        except TreeMismatch as other:
            raise self.other_tree(old, new, str(other)) from None
        if lie is not None:
            raise ProvenLie(lie_file(lie, [note], self.all_entries(entries), self.watch.keys))
        self.require_published_keys()

    def take_after_loss(self, old: Checkpoint, new: Checkpoint, note: str) -> None:
        """Follow the tree that goes on after a published loss, from the leaves that were kept."""
        keys, known = self.watch.keys, len(self.watch.tree)
        loss = published_loss(old, new, keys)
        if loss is None:
            comparison = compare_checkpoints(old, new, None, keys)
            notes = [old.note.write(), note]
            raise ProvenLie(
                lie_file(TreeFault(comparison.verdict, comparison.why), notes, [], keys)
            )
        self.watch.forget(min(known, loss.kept))
        try:
            entries = [*self.tiles.entries(len(self.watch.tree), new.size)]
            lie = self.watch.take(note, entries)
        except (TreeMismatch, ServerUnavailable) as error:
            self.watch.forget(known)
            if isinstance(error, ServerUnavailable):
                raise
            raise UnprovableFault(
                f"what was kept after the loss is not what there was: {error}"
            ) from None
        if lie is not None:
            self.watch.forget(known)
            raise ProvenLie(
                lie_file(lie, [note], self.entries_from_start(loss.kept, entries), keys)
            )
        _print_timestamped(f"LOSS: {loss_text(loss)}; {new.origin} goes on with {loss.kept}")

    def require_signed(self, checkpoint: Checkpoint) -> None:
        """Expect a checkpoint to be by a key that is trusted, or that follows from one."""
        known, wrong = self.watch.keys, None
        if not known:
            known = self.first_keys(checkpoint)
        elif checkpoint_signature_fault(checkpoint, known):
            known = keys_with_successors(known, self.tiles.keys())
        if (
            checkpoint.at is None
            or (wrong := checkpoint_signature_fault(checkpoint, known)) is not None
        ):
            why = wrong.why if wrong else "it says no time"
            raise UnprovableFault(
                f"the checkpoint is not by the server's key, or one that follows: {why}"
            )
        if known != self.watch.keys:
            self.watch.keep(keys=_public_keys_json(known))

    def first_keys(self, checkpoint: Checkpoint) -> list[PublicKey]:
        """Return the keys that a server shows when it is seen first."""
        published = self.tiles.keys()
        follow = all(is_successor(*pair) for pair in zip(published[1:], published, strict=False))
        if not published or not follow or checkpoint.origin != origin_of(published):
            raise UnprovableFault(
                "the server's keys do not follow from the one its tree is named after"
            )
        return published

    def require_same_tree(self, old: Checkpoint, new: Checkpoint) -> None:
        """Expect two checkpoints to be of one tree, as far as the leaves that are here can tell."""
        keys, tree = self.watch.keys, self.watch.tree
        comparison = compare_checkpoints(old, new, None, keys)
        notes = [old.note.write(), new.note.write()]
        if comparison.verdict in LIES:
            raise ProvenLie(
                lie_file(TreeFault(comparison.verdict, comparison.why), notes, [], keys)
            )
        if new.size < old.size and tree.root(new.size) != new.root:
            raise ProvenLie(_fork_proof(tree, new, old, keys))

    def other_tree(self, old: Checkpoint | None, new: Checkpoint, why: str) -> Exception:
        """Return what it means that leaves do not hash to a root: read all of them, and see."""
        tree = Tree()
        for entry in self.tiles.entries(0, new.size):
            tree.append(entry)
        if old is None or tree.root(new.size) != new.root or tree.root(old.size) == old.root:
            return UnprovableFault(f"the server does not show the tree that it signs: {why}")
        return ProvenLie(_fork_proof(tree, old, new, self.watch.keys))

    def all_entries(self, new: list[bytes]) -> list[bytes]:
        """Return all leaves, with those that were not taken in."""
        return self.entries_from_start(len(self.watch.tree), new)

    def entries_from_start(self, count: int, new: list[bytes]) -> list[bytes]:
        """Return so many leaves that were taken in, and those behind them."""
        query = "SELECT entry FROM leaves WHERE place < ? ORDER BY place"
        return [*(entry for (entry,) in self.watch.db.execute(query, (count,))), *new]

    def require_published_keys(self) -> None:
        """Expect the changes of the key in the tree to be those that the server tells."""
        found = dict(self.watch.key_changes())
        if not found:
            return
        keys = keys_with_successors(self.watch.keys, self.tiles.keys())
        self.watch.keep(keys=_public_keys_json(keys))
        changes = dict(change_heads(keys))
        if missing := [n for n, head in found.items() if changes.get(n) != head]:
            raise UnprovableFault(
                f"change {missing[0]} of the key in the tree is not the one that is told"
            )

    def story(self) -> str:
        """Return what is known, in a line."""
        checkpoint, now = self.watch.checkpoint, int(time.time() * 1000)
        assert checkpoint is not None
        leaves = count_phrase(checkpoint.size, "leaf", "leaves")
        late = sum(1 for _ in self.watch.overdue(now - 1000 * DAY))
        overdue = f"; {count_phrase(late, 'table')} should have ended a day ago" if late else ""
        root, runs = checkpoint.root.hex()[:16], count_phrase(self.watch.running(), "table")
        return f"{checkpoint.origin}: one history of {leaves}, root {root}; {runs} run{overdue}"


def _fork_proof(tree: Tree, old: Checkpoint, new: Checkpoint, keys: list[PublicKey]) -> Json:
    """Return what proves that the newer tree does not begin with the older; `tree` is of it."""
    why = f"the tree of {new.size} leaves does not begin with that of {old.size}"
    path = [node.hex() for node in tree.consistency(old.size, new.size)]
    found = lie_file(TreeFault("fork", why), [old.note.write(), new.note.write()], [], keys)
    return {**found, "consistency": {"root": tree.root(old.size).hex(), "path": path}}


def _public_keys_json(keys: list[PublicKey]) -> str:
    """Return keys as text."""
    return orjson.dumps([key.as_json() for key in keys]).decode()


@click.command()
@click.argument("url")
@click.option(
    "--state",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for all leaves seen so far; created if missing.",
)
@click.option(
    "--key", default=None, help="Keys to trust at first [default: those the server shows]."
)
@click.option("--once", is_flag=True, help="Look once, then exit: for cron.")
@click.option("--every", default=60, show_default=True, help="Seconds between two looks.")
@click.option(
    "--lies",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="File for the proof of a lie [default: the state's name with .lie.json].",
)
def monitor(
    url: str, state: Path, key: str | None, once: bool, every: int, lies: Path | None
) -> None:
    """Follow a server's signed tree and prove lies.

    It prints a line a day, and every fault at once. A lie ends it with exit code 1 and is written
    to a file that proves it to others (`fairdeal check-proof`). With --once the exit code is 0 if
    all is well, and 2 if nothing can be told, for instance while the server does not answer.
    """
    try:
        watch = TreeWatch(state)
        if key is not None and not watch.keys:
            watch.keep(keys=_public_keys_json(read_keys(key)))
    except (sqlite3.DatabaseError, Unreadable) as error:
        raise click.ClickException(f"{state}: {error}") from None
    code = run_monitor_loop(
        Monitor(TileClient(url), watch), lies or Path(f"{state}.lie.json"), once, float(every)
    )
    watch.close()
    raise SystemExit(code)


def run_monitor_loop(
    own: Monitor, lies: Path, once: bool, every: float, sleep: Callable[[float], None] = time.sleep
) -> int:
    """Look again and again, or once; return the exit code."""
    pause = every
    while True:
        code = _check_log_once(own, lies)
        if code == 1 or once:
            return code
        pause = every if code == 0 else min(LONGEST, 2 * pause)
        sleep(pause)


def _check_log_once(own: Monitor, lies: Path) -> int:
    """Look once and say what there is to say; return the exit code."""
    try:
        own.take_news()
    except ProvenLie as caught:
        _write_lie(lies, caught.lie)
        _print_timestamped(f"LIE: {caught.lie['kind']}: {caught}; the proof is in {lies}")
        return 1
    except (ServerUnavailable, UnprovableFault) as error:
        word = "TROUBLE" if isinstance(error, UnprovableFault) else "AWAY"
        _print_timestamped(f"{word}: {error}")
        return 2
    reported = float(own.watch.fact("told") or 0)
    if time.time() - reported >= DAY:
        _print_timestamped(own.story())
        own.watch.keep(told=str(time.time()))
    return 0


def _print_timestamped(line: str) -> None:
    """Print a line with the time."""
    terminal.say_lines(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}")


def _write_lie(path: Path, lie: Json) -> None:
    """Write what proves a lie, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(orjson.dumps(lie, option=orjson.OPT_INDENT_2))
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", required=True, help="Keys of the server: hex, or a file with /v1/keys.")
def check_proof(file: Path, key: str) -> None:
    """Check the proof of a server's lie offline.

    `fairdeal monitor` writes such a FILE. The exit code is 1 if the lie is proven, 0 if not, 2 if
    the file can't be read. A missing leaf can't be proven by a file: follow the tree with a monitor
    of your own.
    """
    try:
        found = read_json_or_note(file, lambda data: (data, is_lie_proven(data, read_keys(key))))
    except Unreadable as error:
        terminal.say_lines(f"UNREADABLE: {error}", err=True)
        raise SystemExit(2) from None
    proof, proven = found
    if not proven:
        terminal.say_lines("NOT PROVEN: the server did not sign this, or it is no contradiction")
        raise SystemExit(0)
    more = ", unless the tree has another leaf of this stream" if proof["kind"] in OF_LEAVES else ""
    terminal.say_lines(f"LIE: {proof['kind']}: {LIES[proof['kind']]}{more}")
    raise SystemExit(1)
