"""The disputes in a store: a stream a table, named after it."""

from collections.abc import Sequence
from typing import NamedTuple

from events.cached_streams import CachedStream, CommandResult, Streams
from events.disputes.names import dispute_stream_id, disputed_table_id
from events.disputes.rules import (
    DISPUTES_DECIDER,
    DisputeCommand,
    LookAtHidden,
    NoteRuling,
    OpenDispute,
    RuleAfterClose,
    WithdrawDispute,
)
from events.disputes.state import Dispute, Docket, Json
from events.handle import CommandRequest, find_answer, handle
from events.store.streams import IdempotencyKey, Store
from events.store.unarchive import StreamMover
from games.table import Fact, Rule, Table

HOUR = 3_600_000  # milliseconds


class Complaint(NamedTuple):
    """What a player complains of; `reason` is the hash of the text."""

    player: str
    hand: int
    reason: str
    receipts: Sequence[Json]


class Disputes(Streams[Docket, DisputeCommand]):
    """The disputes about tables, as far as they were read.

    Raises of all that adds: Illegal where a rule says no, KeyReused for a repeat key that was used
    for something else, Busy; nothing was written then.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(DISPUTES_DECIDER, store)

    def execute(self, request: CommandRequest[DisputeCommand]) -> CommandResult[Docket]:
        """Judge a command and record what it makes happen, also where all is archived."""
        StreamMover(self.store).bring_back(request.stream)
        return handle(self, request)

    def docket_of(self, table_id: str) -> Docket:
        """Return the disputes about a table as the store has them now."""
        return self.current(dispute_stream_id(table_id)).state

    def find(self, dispute_id: str) -> Dispute:
        """Return a dispute; UnknownDispute if there is none."""
        return self.docket_of(disputed_table_id(dispute_id)).find(dispute_id)

    def open(
        self,
        held: CachedStream[Table],
        own: Complaint,
        until: int | None,
        once: IdempotencyKey | None,
    ) -> CommandResult[Docket]:
        """Open a dispute; `until` is when the time for it is up, None: it does not run yet."""
        table = held.table
        command = OpenDispute(
            table, held.head.hex(), own.player, own.hand, own.reason, own.receipts, until
        )
        return self.execute(
            CommandRequest(dispute_stream_id(table.id), f"player:{own.player}", command, once)
        )

    def record_look(self, by: str, command: LookAtHidden) -> CommandResult[Docket]:
        """Write that somebody looks at what is hidden, before anything is shown."""
        return self.execute(CommandRequest(dispute_stream_id(command.table.id), by, command))

    def withdraw(
        self, table: Table, dispute_id: str, player: str, once: IdempotencyKey | None
    ) -> CommandResult[Docket]:
        """Take a dispute back."""
        self.find(dispute_id)
        command = WithdrawDispute(table, dispute_id, player)
        return self.execute(
            CommandRequest(dispute_stream_id(table.id), f"player:{player}", command, once)
        )

    def find_answer(
        self, table_id: str, once: IdempotencyKey | None
    ) -> CommandResult[Docket] | None:
        """Return the answer of an accepted request with the same key, if there was one."""
        return find_answer(self, dispute_stream_id(table_id), once)

    def note(
        self, table_id: str, fact: Fact, head: str, once: IdempotencyKey | None = None
    ) -> CommandResult[Docket]:
        """Write down the ruling in a fact of a table, unless that is done; return what did it."""
        stream, command = dispute_stream_id(table_id), NoteRuling(fact.event, fact.n, head)
        answer = self.execute(CommandRequest(stream, fact.by, command, once))
        dispute = answer.state.disputes.get(fact.event.dispute)
        ruling = None if dispute is None else dispute.ruling
        if ruling is None or ruling.n is None or ruling.n == answer.last:
            return answer
        return self.answer_at(stream, ruling.n, ruling.n)

    def rule_after_close(
        self, held: CachedStream[Table], by: str, ruling: Rule, once: IdempotencyKey | None
    ) -> CommandResult[Docket]:
        """Correct the outcome of a closed table, after the rulings made since it closed."""
        command = RuleAfterClose(held.table, held.head.hex(), ruling)
        return self.execute(CommandRequest(dispute_stream_id(held.table.id), by, command, once))
