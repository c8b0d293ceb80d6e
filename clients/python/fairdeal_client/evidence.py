"""How what is checked is read from the server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from fairdeal_client import calls
from fairdeal_client.canonical import require
from fairdeal_client.checks import Evidence, LogCheck, TableCheck
from fairdeal_client.requests import Call, Steps
from fairdeal_client.session import Session
from fairdeal_client.tree import check_grown, key_id, read_checkpoint, succeeding_keys

C = TypeVar("C", bound=LogCheck)


class Checks:
    """What a client keeps so that it can check tables: the keys as they were at the beginning."""

    def __init__(self, session: Session, folder: Path | None) -> None:
        self.session, self.folder = session, folder
        self.keys: list[Any] = []
        self.checkpoint = ""

    def evidence(self) -> Steps[Evidence]:
        """Return what proofs of a table begin with."""
        if not self.keys:
            found = yield from self.session.call(calls.list_keys())
            self.checkpoint = yield from self.session.call(calls.show_checkpoint())
            keys: list[Any] = [*found["keys"]]
            read_checkpoint(self.checkpoint, keys)
            self.keys = keys
        return Evidence(None, self.keys, [self.checkpoint])

    def begin(self, kind: type[C], log: str, evidence: Evidence | None = None) -> Steps[C]:
        """Return the checks of a table or a tournament; with a folder, they go on after a crash."""
        player = (yield from self.session.own_id()) if self.session.authorization() else None
        folder = None if self.folder is None else self.folder / log
        if evidence is None and folder is not None:
            evidence = Evidence.read(folder)
        evidence = evidence or (yield from self.evidence())
        evidence.folder = folder
        return kind(log, player, evidence)

    def renew_keys(self, evidence: Evidence, receipt: Any) -> Steps[None]:
        """Read the keys again where a receipt names another; only successors are believed."""
        if receipt["key"] not in map(key_id, evidence.keys):
            found = yield from self.session.call(calls.list_keys())
            evidence.keys = succeeding_keys(evidence.keys, [*map(dict, found["keys"])])
            self.keys = succeeding_keys(self.keys, [*map(dict, found["keys"])])

    def check_tree(self, check: TableCheck) -> Steps[str]:
        """See that the end of a table stands in the tree, and that the tree has only grown."""
        evidence = check.evidence
        proof = yield from self.session.call(calls.prove_table(check.log))
        now = check.check_proof(proof)
        for note in evidence.checkpoints:
            old = read_checkpoint(note, evidence.keys)
            require(old.size <= now.size, "the tree has shrunk")
            call = calls.prove_consistency(from_=old.size, to=now.size)
            check_grown(old, (yield from self.session.call(call)), evidence.keys)
        evidence.checkpoints.append(proof["checkpoint"])
        evidence.write()
        return f"leaf {proof['index'] + 1} of {now.size} in the tree, which has only grown"


def read_events(
    session: Session, page_after: Callable[[int], Call[Any]], check: LogCheck, upto: int
) -> Steps[None]:
    """Read and check the events of a log up to a number."""
    while check.n < upto:
        page = yield from session.call(page_after(check.n))
        require(bool(page["events"]), f"event {check.n + 1} is kept back")
        for event in page["events"]:
            check.take(event)
