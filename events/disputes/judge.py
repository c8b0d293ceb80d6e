"""Every event of a stream of disputes asked for again: it must be the one that the rules make.

The judge is the one of disputes in service, `events.disputes.rules`. What only the table can tell
is held to its log where that is given; else the events are taken at their word about it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from events.disputes import refusals
from events.disputes.rules import (
    DISPUTES_DECIDER,
    DisputeCommand,
    LookAtHidden,
    NoteRuling,
    OpenDispute,
    RuleAfterClose,
    WithdrawDispute,
    require_open,
)
from events.disputes.state import (
    EVENTS,
    WHATS,
    Dispute,
    Docket,
    Looked,
    Opened,
    Ruled,
    UnknownDispute,
    Withdrawn,
)
from events.disputes.table_log import TableLog
from events.record.codec import UnsealedEvent, unsealed_events
from events.record.logfile import ParsedEvent
from events.record.receipts import LATE
from events.verify.report import Fault
from events.verify.tables.differences import difference_fault, is_same_json, is_wanted_event
from events.verify.tables.form import require_public
from games.core.contract import Illegal, Seat
from games.core.type_hints.values import BadValue, join_audience_parts
from games.core.words import count_phrase
from games.table import Draft, Fact, Rule, Table, require_impartial
from games.table import refusals as of_tables
from games.table.checks import is_digest
from games.table.events import Ruled as RuledByTable
from games.table.rulings import REMEDIES, VERDICTS

KINDS = {
    refusals.NOT_A_PARTY.code: "wrong_holder",
    refusals.NOT_YOURS.code: "wrong_holder",
    of_tables.NOT_IMPARTIAL.code: "wrong_holder",
    refusals.TOO_LATE.code: "late_action",
}
Public = dict[str, Any]
OUTCOME = {"places": list, "scores": list, "why": str}


class StatedTerms(NamedTuple):
    """Of a table's terms what rules of disputes ask for; of a tournament only its log can tell."""

    tournament: None = None


class StatedTable(NamedTuple):
    """What a dispute says of its table, where that one's log is not there to tell."""

    id: str
    n: int
    player: str
    seat: Seat
    former: Sequence[str | None]
    hands: Sequence[int]
    rulings: Sequence[Any] = ()
    terms: StatedTerms = StatedTerms()

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that a player holds."""
        return self.seat if player == self.player else None


class DisputeJudge:
    """The disputes about a table, judged again event by event."""

    def __init__(self, stream: str, table: TableLog | None) -> None:
        self.docket, self.table = Docket(stream), table
        self.newer = 0  # events that are about what the given log of the table does not hold yet

    def take(self, line: ParsedEvent) -> None:
        """Hold the next event to what the rules make of its command; Fault if it is another."""
        require_public(line, EVENTS)
        public = line.public
        n, at = public["n"], public["at"]
        if at < self.docket.at:
            back = self.docket.at - at
            raise Fault("time_reversed", n, f"event {n} is {back} ms earlier than the one before")
        if public["seals"]:
            raise Fault("wrong_audience", n, f"event {n} seals something; of disputes nothing is")
        event = _parse_public_event(public)
        try:
            (wanted,) = self.expected_events(event, public)
        except (Illegal, UnknownDispute, BadValue) as error:
            raise _refused_command_fault(n, error) from None
        if not is_wanted_event(wanted, line):
            raise _classify_ruling_fault(
                difference_fault(wanted, public, line.parts), event, wanted
            )
        self.docket = DISPUTES_DECIDER.evolve(self.docket, [wanted.fact(line.stored.h)])

    def expected_events(self, event: Any, public: Public) -> Sequence[UnsealedEvent]:
        """Return the event that the rules make of what was asked for here."""
        n, at, by = public["n"], public["at"], public["by"]
        if by[:7] != "player:":
            raise Fault("wrong_holder", n, f"the command of event {n} cannot be asked by {by}")
        made: Sequence[Draft] | None = None
        match event:
            case Opened():
                command: DisputeCommand = self.opening(event, n, at, by)
            case Looked():
                command = self.look_command(event, n)
            case Withdrawn():
                command = WithdrawDispute(self.table_of(event.dispute), event.dispute, by[7:])
            case _ if event.where is not None:
                command, by = self.noted_command(event, public)
            case _:
                command, made = self.after_close(event, public)
        if made is None:
            made = DISPUTES_DECIDER.decide(self.docket, by, command, at)
        if not made:
            raise Fault("wrong_ruling", n, f"event {n} rules a dispute that was ruled before")
        return unsealed_events(DISPUTES_DECIDER, n - 1, at, by, command, made)

    def opening(self, event: Opened, n: int, at: int, by: str) -> OpenDispute:
        """Return the command that has opened a dispute."""
        if by != f"player:{event.player}":
            raise Fault("wrong_holder", n, f"event {n} is the complaint of {event.player}, by {by}")
        _require_digest(event.reason, n)
        if self.table is not None:
            _require_fresh(event, self.table, at, n)
        table, head = self.table_at(event, n), event.head
        if self.table is not None and 0 < event.n <= self.table.n:
            head = self.table.heads[event.n - 1]
        return OpenDispute(
            table, head, event.player, event.hand, event.reason, event.receipts, event.until
        )

    def table_at(self, event: Opened, n: int) -> Table:
        """Return the table on which a dispute was opened: from its log, else as the event says."""
        log = self.table
        if log is not None and log.complete and not 0 < event.n <= log.n:
            why = f"event {n} is about event {event.n} of the table, whose log has {log.n}"
            raise Fault("wrong_event", n, why)
        self.newer += log is not None and event.n > log.n
        if log is not None and log.tables is not None and event.n in log.tables:
            table = log.tables[event.n]
            _require_term(event, table, log.times, n)
            return table
        return cast(Table, _table_facts_at_opening(event, self.docket.table, n))

    def table_of(self, dispute_id: str) -> Table:
        """Return the table as it was when a dispute was opened."""
        dispute = self.docket.find(dispute_id)
        if self.table is not None and dispute.seen in (self.table.tables or ()):
            return (self.table.tables or {})[dispute.seen]
        return cast(Table, _table_facts_of_dispute(dispute))

    def look_command(self, event: Looked, n: int) -> LookAtHidden:
        """Return the command of a look."""
        players, log = self.docket.find(event.dispute).players, self.table
        seats = range(len(players)) if event.what == "replay" else (None,)
        if event.what not in WHATS or event.seat not in seats:
            raise Fault(
                "wrong_event", n, f"event {n} records a look at something that does not exist"
            )
        if event.n < 1 or (log is not None and log.complete and event.n > log.n):
            raise Fault("wrong_event", n, f"event {n} looks at event {event.n}, which is not there")
        table = self.table_of(event.dispute)
        return LookAtHidden(table, event.dispute, event.what, event.seat, event.n)

    def noted_command(self, event: Ruled, public: Public) -> tuple[NoteRuling, str]:
        """Return the command that wrote down a ruling of the table, and who had ruled."""
        n, by, log = public["n"], public["by"], self.table
        _require_before(self.docket.find(event.dispute), event, n)
        fact = self.table_ruling(event, public)
        if fact is not None:
            assert log is not None
            _require_timely(self.docket.find(event.dispute), fact, public)
            return NoteRuling(fact.event, fact.n, log.heads[fact.n - 1]), fact.by
        dispute = self.docket.find(event.dispute)
        assert event.where is not None
        _require_words(event, n)
        require_impartial(self.table_of(dispute.id), by)
        words = (event.verdict, event.remedy, event.points, event.reason)
        ruling = RuledByTable(dispute.id, dispute.hand, *words)
        return NoteRuling(ruling, event.where, event.head), by

    def table_ruling(self, event: Ruled, public: Public) -> Fact | None:
        """Return the ruling in the table's log; None where there is no log that reaches so far."""
        n, log, where = public["n"], self.table, event.where
        dispute = self.docket.find(event.dispute)
        if log is None or where is None:
            return None
        if where > log.n and not log.complete and log.at <= public["at"] + LATE:
            self.newer += 1
            return None
        fact = log.rulings.get(where)
        if fact is None or fact.event.dispute != dispute.id:
            why = f"event {n} points at event {where} of the table's log, which does not rule"
            raise Fault("wrong_ruling", n, f"{why} {dispute.id}")
        if fact.event.hand != dispute.hand:
            why = f"event {where} of the table's log rules hand {fact.event.hand}; {dispute.id}"
            raise Fault("wrong_ruling", n, f"{why} is about hand {dispute.hand}")
        return fact

    def after_close(
        self, event: Ruled, public: Public
    ) -> tuple[RuleAfterClose, Sequence[Draft] | None]:
        """Return the command of a ruling after the close, and where only it tells, what it made."""
        n, log, dispute = public["n"], self.table, self.docket.find(event.dispute)
        if log is not None and not log.complete and public["at"] + LATE < log.at:
            why = f"event {n} rules after the close, and the table has not closed"
            raise Fault("wrong_ruling", n, why)
        if log is not None and log.complete and public["at"] + LATE < log.times[-1]:
            why = f"event {n} rules after the close, which came at {log.times[-1]}"
            raise Fault("wrong_ruling", n, why)
        words = (event.verdict, event.remedy, event.points, event.reason)
        wanted = Rule(dispute.id, dispute.hand, *words)
        if log is not None and log.complete and log.tables is not None:
            return RuleAfterClose(log.tables[log.n], log.heads[-1], wanted), None
        require_open(dispute, "T15")
        _require_words(event, n)
        table = self.table_of(dispute.id)
        require_impartial(table, public["by"])
        self.newer += log is not None and not log.complete
        taken = replace(event, table=self.docket.table, hand=dispute.hand)
        if log is not None and log.complete:
            taken = replace(taken, n=log.n, head=log.heads[-1])
        return RuleAfterClose(table, event.head, wanted), [Draft(taken)]

    def finish(self, at: int) -> Iterator[Fault]:
        """Yield the rulings of the table that are missing here; `at`: when the file was written.

        A ruling is written down here right after it was made; a file that is younger than a minute
        may lack it.
        """
        for n, fact in self.table.rulings.items() if self.table is not None else ():
            dispute = self.docket.disputes.get(fact.event.dispute)
            statement = f"event {n} of the table's log rules {fact.event.dispute}"
            last = self.docket.n
            if dispute is None and fact.at <= at:
                yield Fault("wrong_ruling", last, f"{statement}, which nobody had opened")
            elif dispute is None or dispute.ruling is None:
                if fact.at + LATE < at:
                    yield Fault("wrong_ruling", last, f"{statement}; here it was never ruled")
                self.newer += 1
            elif dispute.ruling.where != n:
                yield Fault("wrong_ruling", last, f"{statement}; here it was ruled otherwise")

    def proven(self) -> Iterator[str]:
        """Yield what is proven of disputes in which no fault was found."""
        commands = count_phrase(self.docket.n, "command was", "commands were")
        yield f"{commands} judged again; rules D1 to D6 make the events in the log"
        if self.table is not None:
            of = f"the log of table {self.docket.table}"
            rulings = count_phrase(len(self.table.rulings), "ruling")
            yield f"what is said of the table is what {of} says, and each of its {rulings} is here"

    def not_proven(self) -> Iterator[str]:
        """Yield what remains open."""
        name = self.docket.table
        if self.table is None:
            yield f"seats, hands, times and rulings of table {name}: its log was not given"
        elif self.table.tables is None:
            yield f"seats, hands and results of table {name}: parts of its log are not open"
        if self.newer:
            events = count_phrase(self.newer, "event")
            yield f"{events} about table {name} or in its log: one of the two logs is older"


def _is_outcome(value: dict[str, Any]) -> bool:
    """Say whether JSON tells of an outcome."""
    if {name: type(one) for name, one in value.items()} != OUTCOME:
        return False
    return all(type(number) is int for number in (*value["places"], *value["scores"]))


def _parse_public_event(public: dict[str, Any]) -> Any:
    """Return an event from its public part."""
    n = public["n"]
    try:
        event = join_audience_parts(EVENTS[public["type"]], public["data"], {})
    except BadValue as bad:
        raise Fault("malformed", n, f"event {n} has a wrong form for its type: {bad}") from None
    outcome = getattr(event, "outcome", None)
    if outcome is not None and not _is_outcome(outcome):
        raise Fault("malformed", n, f"the outcome in event {n} is not one")
    return event


def _table_facts_at_opening(event: Opened, table_id: str, n: int) -> StatedTable:
    """Return what the opening of a dispute says of its table."""
    if not 0 <= event.seat < len(event.players):
        raise Fault("wrong_event", n, f"event {n} is of seat {event.seat}, which is not there")
    return StatedTable(
        table_id, event.n, event.player, event.seat, event.players, range(event.hand)
    )


def _table_facts_of_dispute(dispute: Dispute) -> StatedTable:
    """Return what an open dispute says of its table."""
    own = dispute
    return StatedTable(own.table, own.seen, own.player, own.seat, own.players, range(own.hand))


def _require_fresh(event: Opened, log: TableLog, at: int, n: int) -> None:
    """Refuse a dispute whose newest event of the table was not the newest one at that time.

    Else it could be opened when its time is up (D3), as if the hand were played still.
    """
    seen = event.n
    if not 0 < seen <= log.n:
        return  # the log is older, or rule D2 says so
    if at + LATE < log.times[seen - 1]:
        why = f"event {n} names event {seen} of the table, which came at {log.times[seen - 1]}"
        raise Fault("wrong_event", n, why)
    if seen < log.n and log.times[seen] + LATE < at:
        why = f"event {n} names event {seen} of the table as its newest, and the next had come"
        raise Fault("late_action", n, f"{why} at {log.times[seen]}")


def _require_before(dispute: Dispute, event: Ruled, n: int) -> None:
    """Refuse a ruling by an event of the table that was there when the dispute was opened."""
    if event.where is not None and event.where <= dispute.seen:
        why = f"event {n} points at event {event.where} of the table's log; {dispute.id}"
        raise Fault("wrong_ruling", n, f"{why} was opened after event {dispute.seen}")


def _require_timely(dispute: Dispute, fact: Fact, public: Public) -> None:
    """Refuse a ruling that was written down before it was made, and one of what was withdrawn.

    Who withdraws in the moment of the ruling may be told that both are done (D5).
    """
    n, withdrawn = public["n"], dispute.withdrawn_at
    if public["at"] + LATE < fact.at:
        why = f"event {n} points at event {fact.n} of the table's log, which came at {fact.at}"
        raise Fault("wrong_ruling", n, why)
    if withdrawn is not None and abs(fact.at - withdrawn) > LATE:
        why = f"event {fact.n} of the table's log rules {dispute.id} at {fact.at}"
        raise Fault("wrong_ruling", n, f"{why}; it was withdrawn at {withdrawn}")


def _require_term(event: Opened, table: Table, times: Sequence[int], n: int) -> None:
    """Rule D3: refuse a term for a hand that is played, and one that was over before it began."""
    hand, hands = event.hand, table.hands
    if not 1 <= hand <= len(hands):
        return  # rule D2 says so
    played = hand == len(hands) and table.phase != "closed"
    is_last = hand == len(hands) or table.terms.tournament is not None
    last = table.n if is_last else hands[hand] - 1
    if (event.until is None) is not played or (event.until or 0) < (
        0 if played else times[last - 1]
    ):
        why = f"until of event {n} is {event.until}; hand {hand} ended at {times[last - 1]}"
        raise Fault("late_action", n, why if not played else f"{why} at the earliest: it is played")


def _require_digest(reason: str, n: int) -> None:
    """Refuse a reason that is no hash."""
    if not is_digest(reason):
        raise Fault("malformed", n, f"the reason in event {n} is no hash: 64 hex digits")


def _require_words(event: Ruled, n: int) -> None:
    """Refuse a ruling in words that no ruling has."""
    _require_digest(event.reason, n)
    if event.verdict not in VERDICTS or event.remedy not in REMEDIES:
        raise Fault("wrong_ruling", n, f"event {n} has a verdict or a remedy that does not exist")


def _refused_command_fault(n: int, error: Exception) -> Fault:
    """Return the fault of a command that the rules refuse."""
    code = error.code if isinstance(error, Illegal) else ""
    why = f"the rules refuse the command of event {n}: {error}"
    return Fault(KINDS.get(code, "illegal_action"), n, f"{why} ({code})" if code else why)


def _classify_ruling_fault(fault: Fault, event: Any, wanted: UnsealedEvent) -> Fault:
    """Return a difference under its own name where it is one between two rulings."""
    if not isinstance(event, Ruled):
        return fault
    if event.where is not None:
        return Fault("wrong_ruling", fault.n, f"{fault.why}, as the table's log says")
    is_other = not is_same_json(wanted.data["outcome"], event.outcome)
    return Fault("wrong_result", fault.n, fault.why) if is_other else fault
