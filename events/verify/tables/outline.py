"""The life of a table without its play: what can be judged where parts of the log are not open.

Why a second judge beside `judge.py`, not the same with a blind eye: that one asks `decide` for the
events of each command, and `decide` needs the whole state of play. Without the hidden parts there
is no such state, so who may act, when, and what must follow in public is derived here from the
table alone. The two share commands, form, differences and signers.
"""

from collections import deque
from dataclasses import replace
from typing import Any

from events.record.codec import TYPES, UnsealedEvent, read_signed, unsealed_events
from events.record.decider import Parts
from events.record.logfile import ParsedEvent
from events.tables.decider import TABLE_DECIDER
from events.verify.report import Fault
from events.verify.tables.commands import (
    REFUSALS,
    UnjudgeableCommand,
    command_in_event,
    judge_command,
    refusal_fault,
    require_name,
    require_time,
)
from events.verify.tables.differences import (
    field_difference_text,
    field_kind,
    first_differing_field,
)
from events.verify.tables.form import require_public
from events.verify.tables.judge import UNKNOWN
from events.verify.tables.public_play import PublicPlay
from events.verify.tables.signers import SIGNED, ActionSigners
from games.core.contract import Seat
from games.core.type_hints.values import BadValue, Field, fields_in, sealed_fields, to_json
from games.table import HIDDEN, Command, Draft, Fact, Rule, Table, advance_table, without_play
from games.table.attendance import Attendance, Deserter, rank_behind
from games.table.bots import TAKES_OVER
from games.table.checks import holder_name
from games.table.commands import COMMANDS, Adjourn, Claim, TimeOut
from games.table.endings import FORFEIT
from games.table.events import EVENTS, Closed, Finished, HandedToBot, Opened, SeatClaimed, TimedOut
from games.table.following import deserters_of
from games.table.planned import require_free
from games.table.rulings import happened_by
from games.table.signing import bound_key, oldest_signable_event, require_signed, require_signing
from games.table.state import FOR_TWO
from games.table.time_outs import ends_by_forfeit, policy_of_time_out


class Outline:
    """Seats, holders, times and the order of commands; `expected` are table events to come."""

    def __init__(self, table_id: str, table: Table | None, signers: ActionSigners) -> None:
        self.table_id, self.signers = table_id, signers
        self.table = None if table is None else without_play(table)
        self.play = None if table is None else PublicPlay(table)
        self.expected: deque[UnsealedEvent] = deque()
        self.begin: dict[str, Any] = {}  # the public part of the command's first event
        self.actor: Seat | None = None  # whose action the command is
        self.voids: int | None = None  # the hand that the command voids, if it is such a ruling
        self.attended: tuple[Attendance, ...] = ()  # by seat, before the command
        self.forfeits = False  # whether the command ends the table by a forfeit
        self.last = 0 if table is None else table.n

    def take(self, line: ParsedEvent) -> None:
        """Hold the next event to what follows from public facts; Fault if it does not."""
        public = line.public
        require_public(line)
        require_time(self.table, public)
        if public["n"] > self.last:
            self.ask(public, line.parts)
        else:
            self.require_same_command(public)
        kind = TYPES[public["type"]]
        self.require_going(kind, public["n"])
        require_fields(kind, public)
        if public["type"] in EVENTS:
            self.fold_event(self.match_table_event(kind, public), line)
        elif self.table is None or not public["type"].startswith(f"{self.table.game.name}."):
            raise Fault("foreign", public["n"], f"{public['type']} is of another game")
        else:
            assert self.play is not None
            actor = self.actor if public["n"] == self.begin["n"] else None
            self.play.follow(kind, public, line.parts, actor)
            self.fold_event(HIDDEN, line)
        self.require_voiding(public)

    def require_going(self, kind: type[Any], n: int) -> None:
        """Refuse an event after the end, and at a table of a tournament all but its close."""
        phase = None if self.table is None else self.table.phase
        if phase == "closed":
            raise Fault("after_close", n, "the table had closed before this event")
        if phase == "finished" and kind is not Closed:
            raise Fault("after_close", n, "play at the table had ended before this event")

    def fold_event(self, event: Any, line: ParsedEvent) -> None:
        """Fold an event into the table; of its cause what was judged."""
        (n, _, _, head), public, first = line.stored, line.public, self.begin["n"]
        cause = {"seat": self.actor, "last": self.last} if n == first else first
        fact = Fact(n, public["at"], public["by"], cause, event, head)
        if self.play is not None and self.table is not None and isinstance(event, OF_RESULT):
            self.play.require_result(event, self.table, n)
        self.table = advance_table(self.table_id, self.table, [fact])
        if n == 1:
            self.table = without_play(self.table)
            self.play = PublicPlay(self.table)

    def ask(self, public: dict[str, Any], parts: Parts) -> None:
        """Begin a command; those before the start and without hidden facts are judged in full."""
        self.require_whole()
        n, cause = public["n"], public["cause"]
        if not isinstance(cause, dict):
            raise Fault("wrong_cause", n, f"event {n} must begin a command and name its last event")
        self.begin, self.last = public, cause["last"]
        self.actor = self.voids = None
        self.attended = () if self.table is None else self.table.attendance
        self.forfeits = False
        name = cause["action"]["type"]
        if self.table is not None and name in self.table.game.actions:
            self.require_holder(public, parts)
        elif self.table is None or self.table.phase == "open" or name not in UNJUDGED:
            self.judge(public, parts)
        else:
            self.ask_in_play(self.table, UNJUDGED[name], public, parts)

    def ask_in_play(
        self, table: Table, kind: type[Any], public: dict[str, Any], parts: Parts
    ) -> None:
        """Begin a command that depends on hidden facts, and is judged without them."""
        try:
            require_free(table, kind)
        except REFUSALS as error:
            raise refusal_fault(public["n"], error) from None
        if kind is Rule:
            self.judge_ruling(public, parts)
            return
        self.require_entitled(kind, public)
        if kind is TimeOut:
            self.judge_time_out(table, public, parts)
        elif kind is Claim:
            self.judge_claim(table, public, parts)

    def judge_time_out(self, table: Table, public: dict[str, Any], parts: Parts) -> None:
        """Rules T8 and T8a: judge a time-out but for what is played instead of the seat."""
        self.require_beginning(TimedOut, public)
        n, seat, deadline = public["n"], public["data"]["seat"], public["data"]["deadline"]
        if deadline + table.terms.lag > public["at"]:
            raise Fault("early_time_out", n, f"event {n} is a time-out before its deadline")
        self.require_seat(public)
        policy = policy_of_time_out(table, seat)
        self.forfeits = policy == "forfeit" and ends_by_forfeit(table, seat)
        handed = policy != "fallback" and not self.forfeits
        drafts = [Draft(TimedOut(seat, deadline, policy))]
        self.expect(public, parts, [*drafts, *[Draft(HandedToBot(seat, TAKES_OVER))] * handed])
        if policy != "fallback" and self.last != n + 1:
            raise Fault("wrong_cause", n, f"the time-out of event {n} makes one event more")

    def judge_claim(self, table: Table, public: dict[str, Any], parts: Parts) -> None:
        """Rule T8b: judge a claim but for whose turn it is, and since when."""
        self.require_beginning(SeatClaimed, public)
        n, seat = public["n"], public["data"]["seat"]
        self.require_seat(public)
        own = table.seat_of(public["by"].removeprefix("player:"))
        may_be = own is not None and own != seat and not table.is_bot(seat)
        if not may_be or table.terms.turn is not None or self.last != n + 1:
            raise Fault("wrong_event", n, f"nobody can claim seat {seat} at event {n}")
        assert own is not None
        self.forfeits = table.seats == FOR_TWO
        handed = [Draft(HandedToBot(seat, TAKES_OVER))] * (not self.forfeits)
        self.expect(public, parts, [Draft(SeatClaimed(seat, own)), *handed])

    def require_beginning(self, kind: type[Any], public: dict[str, Any]) -> None:
        """Refuse a command that begins with another event than it makes first."""
        if TYPES[public["type"]] is not kind:
            command = public["cause"]["action"]["type"]
            raise Fault("wrong_event", public["n"], f"{command} does not make {public['type']}")
        require_fields(kind, public)

    def expect(self, public: dict[str, Any], parts: Parts, drafts: list[Draft]) -> None:
        """Hold the next events to those of a command, which begins here."""
        n, at, by = public["n"], public["at"], public["by"]
        command = self.command(public, parts)
        self.expected.extend(unsealed_events(TABLE_DECIDER, n - 1, at, by, command, drafts))

    def require_seat(self, public: dict[str, Any]) -> None:
        """Refuse a seat that the table does not have: it could not be folded."""
        n, seat = public["n"], public["data"].get("seat")
        seats = 0 if self.table is None else self.table.seats
        if type(seat) is int and not 0 <= seat < seats:
            raise Fault("wrong_event", n, f"event {n} is of seat {seat}; the table has {seats}")

    def judge_ruling(self, public: dict[str, Any], parts: Parts) -> None:
        """Judge a ruling but for the number of the newest hand, which only its play tells."""
        n, at, by, table = public["n"], public["at"], public["by"], self.table
        assert table is not None
        command = self.command(public, parts)
        assert isinstance(command, Rule)
        try:
            drafts = [*map(Draft, happened_by(table, by, command))]
        except REFUSALS as error:
            raise refusal_fault(n, error) from None
        self.expected.extend(unsealed_events(TABLE_DECIDER, n - 1, at, by, command, drafts))
        self.voids = command.hand if command.remedy == "hand_voided" else None
        made = n + len(drafts) - 1  # its last event, unless it voids a hand: then more follow
        if self.last < made or (self.last > made) is not (self.voids is not None):
            why = f"the ruling of event {n} does not make the events up to {self.last}"
            raise Fault("wrong_cause", n, why)

    def require_voiding(self, public: dict[str, Any]) -> None:
        """Refuse a hand that is voided without a ruling, another than was ruled, and none."""
        n = public["n"]
        is_voiding = public["type"].partition(".")[2].startswith("hand_voided.")
        voided = public["data"]["hand"] if is_voiding else None
        ruled = self.voids if n == self.begin["n"] + 1 else None
        if voided != ruled:
            why = f"the hand that event {n} voids is {voided}; that of the ruling is {ruled}"
            raise Fault("wrong_event", n, why)

    def judge(self, public: dict[str, Any], parts: Parts) -> None:
        """Ask the rules for the table events of a command."""
        n, at, by = public["n"], public["at"], public["by"]
        if self.table is None:
            parts = {"table": {"secret": UNKNOWN}, **parts}
        command = self.command(public, parts)
        drafts = judge_command(self.table, by, command, at, self.table_id, n)
        if self.table is None:  # what a tournament's opening deals follows from the secret
            drafts = [draft for draft in drafts if type(draft.event) in OF_TABLE]
        if isinstance(command, SIGNED):
            self.signers.count_seating(by, command)
        self.expected.extend(unsealed_events(TABLE_DECIDER, n - 1, at, by, command, drafts))

    def command(self, public: dict[str, Any], parts: Parts) -> Command:
        """Return a command of the table, of which no sealed part can be missing."""
        try:
            command = command_in_event(self.table, public, parts)
        except UnjudgeableCommand as blind:
            raise Fault("illegal_action", public["n"], str(blind)) from None
        require_name(command, public)
        return command

    def require_holder(self, public: dict[str, Any], parts: Parts) -> None:
        """Refuse an action by anybody but who holds the seat, and one that lacks a signature."""
        n, seat, table = public["n"], public["cause"].get("seat"), self.table
        assert table is not None
        if table.phase != "playing":
            raise Fault("illegal_action", n, f"event {n} is an action outside of play")
        known = type(seat) is int and 0 <= seat < table.seats
        if not known or holder_name(table, seat) != public["by"]:
            raise Fault("wrong_holder", n, f"{public['by']} does not hold seat {seat} at event {n}")
        is_open = _require_signature(table, public, parts)
        self.signers.count(table, Seat(seat), signs="signed" in public["cause"], is_open=is_open)
        self.actor = Seat(seat)

    def require_entitled(self, kind: type[Any], public: dict[str, Any]) -> None:
        """Refuse a time-out by anybody but the clock, and adjourning by who holds no seat."""
        n, by, table = public["n"], public["by"], self.table
        assert table is not None
        if "signed" in public["cause"]:
            raise Fault("wrong_cause", n, f"the command of event {n} is none that is signed")
        if kind is TimeOut and by != "clock":
            raise Fault("wrong_holder", n, "only the clock may say that time is up")
        if kind in (Adjourn, Claim) and table.seat_of(by.removeprefix("player:")) is None:
            raise Fault("wrong_holder", n, f"{by} holds no seat at event {n}")

    def require_same_command(self, public: dict[str, Any]) -> None:
        """Refuse an event in the middle of a command that says another cause, time or asker."""
        n, begin = public["n"], self.begin
        if [public[w] for w in ("cause", "at", "by")] != [begin["n"], begin["at"], begin["by"]]:
            raise Fault("wrong_cause", n, f"event {n} belongs to the command of event {begin['n']}")

    def require_whole(self) -> None:
        """Refuse a command without all the table events that the rules make of it."""
        if self.expected:
            n, wanted = self.last + 1, type(self.expected[0].event).__name__
            raise Fault("wrong_event", n, f"the command before event {n} lacks {wanted}")

    def match_table_event(self, kind: type[Any], public: dict[str, Any]) -> Any:
        """Judge an event of the table where that can be; return it."""
        n, data = public["n"], public["data"]
        if self.expected:
            wanted = self.expected.popleft()
            if type(wanted.event) is not kind:
                raise Fault("wrong_event", n, f"the rules make another event than event {n}")
            field = first_differing_field(wanted.data, data)
            if field is not None:
                why = field_difference_text(n, field, wanted.data, data)
                raise Fault(field_kind(wanted.event, field), n, why)
            return wanted.event
        self.require_possible(kind, public)
        values = {name: _tuple_of(value) for name, value in data.items()}
        if kind in OF_RESULT:
            values["deserters"] = self.require_end(public)
        return kind(**values)

    def require_end(self, public: dict[str, Any]) -> tuple[Deserter, ...] | None:
        """Rules T8a and T9: refuse a forfeit without one, other deserters, and their places."""
        n, data, table = public["n"], public["data"], self.table
        assert table is not None
        if (data["why"] == FORFEIT) is not self.forfeits:
            raise Fault("wrong_result", n, f"the end of event {n} is {data['why']}")
        before = replace(table, attendance=self.attended)
        found = deserters_of(before, table.forfeited) if data["places"] else ()
        if data.get("deserters") != ([*map(to_json, found)] or None):
            raise Fault(
                "wrong_result", n, f"event {n} names others as deserters than have deserted"
            )
        places = tuple(data["places"])
        if table.forfeited and places and rank_behind(places, table.forfeited) != places:
            raise Fault("wrong_result", n, f"who has forfeited is not last at event {n}")
        return found or None

    def require_possible(self, kind: type[Any], public: dict[str, Any]) -> None:
        """Refuse seats that are not there, and what no action or time-out makes."""
        n = public["n"]
        self.require_seat(public)
        command = self.begin["cause"]["action"]["type"]
        is_planned = self.table is not None and self.table.terms.tournament is not None
        ends, never = (Finished, Closed) if is_planned else (Closed, Finished)
        by_command = kind in (TimedOut, SeatClaimed, HandedToBot)  # judged where they may be
        if kind in (Opened, never) or by_command or (kind is not ends and command not in UNJUDGED):
            raise Fault("wrong_event", n, f"{command} does not make {public['type']}")

    def finish(self) -> None:
        """Refuse a log that ends in the middle of a command."""
        if self.table is not None and self.table.n != self.last:
            n = self.table.n + 1
            raise Fault("cut", n, f"the last command goes on to event {self.last}")
        self.require_whole()


OF_TABLE = frozenset(EVENTS.values())
OF_RESULT = (Closed, Finished)
# What is asked in play and depends on hidden facts: the fallback, the number of the hand.
UNJUDGED = {
    name: kind for name, kind in COMMANDS.items() if kind in (TimeOut, Claim, Adjourn, Rule)
}


def _tuple_of(value: Any) -> Any:
    """Return a JSON value with tuples for arrays, as events hold them."""
    return tuple(map(_tuple_of, value)) if isinstance(value, list) else value


def _require_signature(table: Table, public: dict[str, Any], parts: Parts) -> bool:
    """Hold an action to rule T14; of a signature that is not open only that it is there.

    Say whether the action was held to it in full.
    """
    cause, action = public["cause"], dict(public["cause"]["action"])
    seat, own = Seat(cause["seat"]), parts.get(str(cause["seat"]), {})
    key = bound_key(table, seat)
    try:
        require_signing(seat, key, signs="signed" in cause)
        if cause.get("signed") is True and sealed_fields(table.game.actions[action["type"]]):
            if "signed" not in own:
                return False
            action |= own.get("action", {})
        signed = read_signed(cause, parts)
        if key is not None and signed is not None:
            require_signed(
                table, seat, key, action, signed, oldest_signable_event(table, seat, acts=True)
            )
    except REFUSALS as error:
        raise refusal_fault(public["n"], error) from None
    return True


def require_fields(kind: type[Any], public: dict[str, Any]) -> None:
    """Refuse an event whose public fields are not those of its type."""
    n, data = public["n"], public["data"]
    own = fields_in(kind, data)
    fields: dict[str, Field] = {f.name: f for f in own if f.audience is None}
    if fields.keys() != data.keys():
        differing = ", ".join(sorted(fields.keys() ^ data.keys()))
        raise Fault("malformed", n, f"event {n} lacks or should not have: {differing}")
    for name, value in data.items():
        try:
            fields[name].read(value)
        except BadValue as bad:
            raise Fault("malformed", n, f"{name} of event {n}: {bad}") from None
