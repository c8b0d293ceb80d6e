"""Verify a log file offline: chain, seals, shuffles, commands, times, result, signature, receipts.

It needs neither Redis nor the server, holds one event at a time, and judges with the same rules as
the tables in service. `docs/explanation/what-is-not-proven.md` says what is not proven.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from events.record.logfile import FORMAT, BadLog, ParsedEvent
from events.record.receipts import PublicKey
from events.verify.beacon import BeaconCredit, CosignedHead, HeldEvent
from events.verify.breaks import fault_of_break
from events.verify.ending import LogEnding
from events.verify.files import head_in_log, open_log_file, reading_of, table_id_in_log
from events.verify.groups import TableDeals
from events.verify.influence import InfluenceEvidence, influence_not_proven, influence_proven
from events.verify.lost_closing import LostClosing
from events.verify.receipts import PendingReceipts
from events.verify.report import Fault, LogReport, NotChecked, Unreadable
from events.verify.tables.bots import BotMoves
from events.verify.tables.carried import carried_faults
from events.verify.tables.commands import UnjudgeableCommand
from events.verify.tables.form import require_seals
from events.verify.tables.judge import Judge
from events.verify.tables.outline import Outline
from games.core.contract import Seat
from games.core.words import count_phrase
from games.table import Table
from games.table.endings import ABORT_RULED, CLOSED_BY_OPERATOR
from games.table.view import deal_sources_text

STEP = 1000  # events between two calls of Progress
Progress = Callable[[int], None]  # takes the number of bytes read


def verify_log(
    path: Path,
    keys: Sequence[str | PublicKey] = (),
    receipts: Sequence[Mapping[str, Any]] = (),
    progress: Progress = lambda done: None,
    earlier: Sequence[Path] = (),
    *,
    bots: bool = False,
    cosigned: CosignedHead | None = None,
) -> LogReport:
    """Return what is proven of a log file; `keys` are public keys that may have signed it.

    A key in hex counts as always valid. `earlier` are logs of tables that this one may continue;
    what it took over is held to the one that it names. With `bots`, bots choose their moves again.
    `cosigned` is known to be of a tree of these keys.

    Raises:
        Unreadable: there is no log in the file, or in an earlier one.
    """
    known = [PublicKey(key) if isinstance(key, str) else key for key in keys]
    logs = {table_id_in_log(one): one for one in earlier}
    with open_log_file(path) as file:
        verification = Verification(path, file, known, receipts, logs, BotMoves() if bots else None)
        verification.cosigned = cosigned
        return verification.run(progress)


class Verification:
    """The way through one log file; faults are kept, since later ones tell more."""

    def __init__(
        self,
        path: Path,
        file: BinaryIO,
        keys: Sequence[PublicKey],
        receipts: Sequence[Mapping[str, Any]] = (),
        earlier: Mapping[str, Path] = MappingProxyType({}),
        bots: BotMoves | None = None,
    ) -> None:
        self.reading = reading_of(path, file)
        if self.reading.header["format"] != FORMAT:
            raise Unreadable(f"{path} is no log of a table")
        self.path, self.file, self.keys, self.earlier = path, file, keys, earlier
        self.ending = LogEnding(self.reading, keys)
        table = self.reading.header["table"]
        self.judge = Judge(table, bots)
        self.outline = Outline(table, None, self.judge.signers)
        self.receipts = PendingReceipts(receipts, table, keys)
        self.beacon: BeaconCredit | None = None  # of a table with a beacon
        self.lost_closing = LostClosing(partial(head_in_log, path))
        self.cosigned: CosignedHead | None = None
        self.witnessed: list[HeldEvent] = []
        self.fault: Fault | None = None  # of the judge
        self.broken: Fault | None = None  # of the chain
        self.blind: int | None = None  # the first command that cannot be judged in full
        self.missing: int | None = None  # the first event of which a part is not there

    def run(self, progress: Progress) -> LogReport:
        """Read to the end, then sum up."""
        try:
            for line in self.reading:
                self.see(line)
                if line.stored.n % STEP == 0 or self.judge.bots is not None:
                    progress(self.file.tell())
            progress(self.file.tell())
        except BadLog as bad:
            self.broken = fault_of_break(
                self.path, bad, self.reading.header, self.reading.head, self.judge.table
            )
        return self.report()

    def see(self, line: ParsedEvent) -> None:
        """Judge one event of a sound chain, unless an earlier one is bad already."""
        if self.receipts.given:
            self.receipts.see(line.stored, line.public.get("at"))
        if self.fault is None:
            try:
                self.judge_line(line)
            except Fault as fault:
                self.fault = self.judge.explained(fault, line)
            if self.receipts.given:
                self.receipts.follow(line.stored.n, line.public)
        else:
            self.fault = self.judge.explained(self.fault, line)

    def judge_line(self, line: ParsedEvent) -> None:
        """Judge one event as far as what is open allows."""
        if self.blind is None:
            try:
                self.judge.take(line)
            except UnjudgeableCommand:
                self.follow(self.judge.held or [line])
        else:
            self.outline.take(line)
        if not self.judge.held:  # else the event is judged when its hand's secret is told
            self.lost_closing.see(line, self.table, self.keys)
        if self.beacon is not None:
            self.beacon.see(line.public)
            if self.cosigned is not None and (one := self.cosigned.held(line.stored)) is not None:
                self.witnessed.append(one)
        elif line.stored.n == 1 and "beacon" in line.public["data"]:
            self.beacon = BeaconCredit()
        if len(line.parts) < len(line.public["seals"]):
            require_seals(line)
            self.missing = self.missing or line.stored.n

    def follow(self, lines: Sequence[ParsedEvent]) -> None:
        """Go on with the outline alone from these events on."""
        table, signers = self.reading.header["table"], self.judge.signers
        self.blind = lines[0].stored.n
        self.outline = Outline(table, self.judge.table, signers)
        for line in lines:
            self.outline.take(line)

    @property
    def table(self) -> Table | None:
        """Return the table as far as it was followed."""
        return self.judge.table if self.blind is None else self.outline.table

    def report(self) -> LogReport:
        """Sum up."""
        end, reading = self.reading.end, self.reading
        faults = [fault for fault in (self.broken, self.fault or self.unfinished()) if fault]
        complete = bool(end) and end["complete"] is True
        if not faults:
            faults += [*self.at_the_end(end), *self.carried()]
        faults += self.ending.faults()
        faults.sort(key=lambda one: one is not self.broken)  # what was done to the file explains
        at = end["at"] if type(end.get("at")) is int else 0
        unproven = list(self.receipts.finish(reading.good, at, complete)) if end else []
        faults += self.receipts.faults
        return LogReport(
            reading.header, reading.good, tuple(faults), complete,
            reading.head.hex(), self.ending.signature(), self.deal(), self.entropy(),
            self.proven(faults), (*self.not_proven(faults), *unproven), self.credit(faults),
            self.dealing(), () if faults else tuple(self.not_checked()), (*self.receipts.excused,),
        )  # fmt: skip

    def unfinished(self) -> Fault | None:
        """Return the fault of a log that ends in the middle of a command."""
        if not self.reading.end:
            return None
        if self.reading.good == 0:
            return Fault("cut", 1, "the log has no events")
        try:
            (self.judge if self.blind is None else self.outline).finish()
        except Fault as fault:
            return fault
        return None

    def at_the_end(self, end: dict[str, Any]) -> Iterator[Fault]:
        """Yield what the last line and the openings get wrong."""
        n, table = self.reading.good, self.table
        assert table is not None
        closed = table.phase == "closed"
        if end["complete"] is not closed:
            yield Fault("wrong_end", n, "the last line is wrong about whether the table has closed")
        if type(end["at"]) is not int or end["at"] < table.at:
            yield Fault("wrong_end", n, "the last line is older than the last event")
        if self.missing is not None and closed and table.terms.reveal != "auditors":
            why = (
                f"a part of event {self.missing} is missing; all is open when the table has closed"
            )
            yield Fault("withheld", self.missing, why)

    @property
    def continued(self) -> str | None:
        """Return the table that this one continues, if any."""
        return None if self.taken_over is None else str(self.taken_over["table"])

    @property
    def taken_over(self) -> Mapping[str, Any] | None:
        """Return what this table took over, if anything."""
        return None if self.table is None else self.table.terms.carried

    def carried(self) -> Iterator[Fault]:
        """Hold what was taken over to the log of the earlier table, if that was given."""
        name, taken = self.continued, self.taken_over
        if name is None or taken is None or name not in self.earlier:
            return
        path = self.earlier[name]
        others = {table: one for table, one in self.earlier.items() if table != name}
        with open_log_file(path) as file:
            before = Verification(path, file, self.keys, earlier=others)
            report = before.run(lambda done: None)
        followed = before.table if before.blind is None else None
        yield from carried_faults(taken, self.reading.header, followed, report)

    def deal(self) -> str | None:
        """Say who had a hand in the deal."""
        table = self.table
        return deal_sources_text(table) if table is not None and table.was_played else None

    def dealing(self) -> TableDeals | None:
        """Return what can be held to other tables of the deal group."""
        if self.table is None:
            return None
        judged = None if self.judge.is_by_hand else self.judge.table
        return self.judge.deals.dealing(self.table, None if judged is None else judged.terms.secret)

    @property
    def held(self) -> list[HeldEvent]:
        """Return what receipts and witnesses show that a key proves genuine."""
        return [*self.receipts.held, *self.witnessed] if self.keys else []

    def credit(self, faults: Sequence[Fault]) -> str | None:
        """Say whether the beacon is to be credited; None where there is none, or a bad log."""
        if faults or self.beacon is None or self.table is None:
            return None
        return self.beacon.word(self.table, self.held)

    def entropy(self) -> tuple[str, ...]:
        """Return by seat what became of its entropy, once play has begun."""
        if self.table is None or not self.table.was_played:
            return ()
        return tuple(map(self.table.entropy_of, map(Seat, range(self.table.seats))))

    def seats_that(self, word: str) -> str:
        """Return the numbers of the seats of whose entropy this became, as words."""
        return ", ".join(str(seat) for seat, of in enumerate(self.entropy()) if of == word)

    def proven(self, faults: Sequence[Fault]) -> tuple[str, ...]:
        """Return what the log proves; nothing of a bad one."""
        if faults:
            return ()
        judge, n = self.judge, self.reading.good
        commands = count_phrase(judge.commands, "command was", "commands were")
        sentences = [
            f"the chain of {count_phrase(n, 'event')} holds, and every opened part fits its seal",
            f"{commands} judged again; the rules make the events in the log",
        ]
        if judge.deals.count:
            seats = self.seats_that("revealed")
            whose = f"entropy of seat {seats}" if seats else "entropy"  # of a tournament's entrants
            by = f" ({origin.replace('entropy', whose)})" if (origin := self.deal()) else ""
            source = (
                "the secrets of their hands" if judge.is_by_hand else "the secret sealed in event 1"
            )
            shuffles = count_phrase(judge.deals.count, "shuffle follows", "shuffles follow")
            sentences.append(f"{shuffles} from {source}{by}")
        if self.beacon is not None and self.table is not None:
            sentences += self.beacon.proven(self.table, self.held)
        if self.table is not None:
            sentences += influence_proven(self.table, self.influence_evidence)
        if judge.time_outs:
            outs = count_phrase(judge.time_outs, "time-out")
            sentences.append(f"{outs} came at or after the deadline")
        if judge.bots is not None:
            sentences += judge.bots.proven()
        sentences += judge.signers.proven()
        sentences += self.lost_closing.proven()
        if self.ending.signature() == "good":
            sentences.append(f"the log ends where the server signed it, at event {n}")
        if self.continued in self.earlier:
            sentences.append(f"what was taken over is what the log of {self.continued} hands on")
        if self.receipts.held and self.keys:
            receipts = count_phrase(len(self.receipts.held), "receipt is", "receipts are")
            sentences.append(f"{receipts} genuine and of this log")
            sentences += self.receipts.bound(n if self.reading.end["complete"] else None)
        return tuple(sentences)

    @property
    def influence_evidence(self) -> InfluenceEvidence:
        """Return what shows who could have influenced the deals."""
        judge, table = self.judge, self.table
        are_checked = judge.deals.count > 0 and self.blind is None and not judge.is_by_hand
        is_timely = (
            self.beacon is not None
            and table is not None
            and self.beacon.is_timely(table, self.held)
        )
        return InfluenceEvidence(are_checked, is_timely)

    def not_checked(self) -> Iterator[NotChecked]:
        """Yield what could not be checked of a good log: the first things that a reader must know.

        Where play has not begun there was no deal, no action and no result.
        """
        has_begun = self.table is not None and self.table.was_played
        if self.blind is not None and has_begun:
            if self.reading.end["complete"]:
                yield unchecked_as_sealed("result")
            yield unchecked_as_sealed("deal", self.blind if self.judge.is_by_hand else self.missing)
            yield unchecked_as_sealed("actions", self.blind)
        elif self.missing is not None and not self.judge.is_by_hand:
            yield unchecked_as_sealed("seals", self.missing)
        if self.judge.is_by_hand:
            yield unchecked_as_sealed("secret")
        yield from self.ending.not_checked()
        bots = self.judge.bots
        if bots is not None and self.blind is not None and has_begun:
            yield unchecked_as_sealed("bots", self.blind)
        elif bots is not None and bots.unchecked:
            yield {"what": "bots", "since": None, "why": "not repeatable"}

    def not_planned(self) -> Iterator[str]:
        """Yield what only the log of its tournament proves of a table."""
        if self.table is not None and self.table.terms.tournament is not None:
            name = self.table.terms.tournament.id
            yield f"that group and entropy are those that tournament {name} had planned for it"

    def not_proven(self, faults: Sequence[Fault]) -> Iterator[str]:
        """Yield what the log does not prove."""
        if self.ending.signature() == "not checked":
            yield "the signature was not checked: no key was given"
        if self.blind is not None and not faults:
            first = self.blind if self.judge.is_by_hand else self.missing
            yield f"shuffles not checked: parts are not open from event {first} on"
            yield f"actions from event {self.blind} on: judged by holder, order and time alone"
        elif self.missing is not None and not self.judge.is_by_hand and not faults:
            yield f"seals not checked: parts are not open from event {self.missing} on"
        if self.judge.is_by_hand and not faults:
            yield "that the secrets of hands follow from the one sealed in event 1: it is not open"
        if self.continued is not None and self.continued not in self.earlier:
            yield f"what was carried over from table {self.continued}: its log was not given"
        table, credited = self.table, self.credit(faults) == "credited"
        if table is not None and table.was_played and not (credited or any(table.entropies)):
            yield "that the server drew its secret at random: no player added entropy"
        if self.table is not None and not faults:
            yield from influence_not_proven(self.table, self.influence_evidence)
        yield from self.lost_closing.not_proven()
        yield from self.not_planned()
        if self.beacon is not None and self.table is not None and not faults:
            yield from self.beacon.not_proven(self.table, self.held)
        if self.table is not None:
            yield from _roles_not_proven(self.table)
        if self.keys and not credited:
            yield from self.receipts.not_bound()
        if self.judge.bots is not None and not faults:
            yield from self.judge.bots.not_proven()
            if self.blind is not None:
                yield f"moves of bots from event {self.blind} on: unchecked: they are not open"
        yield from self.judge.signers.not_proven()
        yield "that the server looked at no cards, told nobody, and dropped no request"


def _roles_not_proven(table: Table) -> Iterator[str]:
    """Yield which roles of those who ruled or closed a table its log does not prove."""
    why = _why(table)
    if why == ABORT_RULED or table.rulings:
        yield "that who ruled was an auditor: the log says which player it was"
    if why == CLOSED_BY_OPERATOR:
        yield "that who closed the table runs the server: the log says who it was"


def _why(table: Table) -> str | None:
    """Return why a table has ended; None: it has not."""
    return None if table.outcome is None else table.outcome.why


def unchecked_as_sealed(what: str, since: int | None = None) -> NotChecked:
    """Return that something could not be checked, since parts are not open."""
    return {"what": what, "since": since, "why": "sealed"}
