"""Every command of a log asked for again: its events must be those in the log.

The judge is the one of the tables in service, `games.table.decide`; shuffles are computed again
from the table's secret on the way. It needs all private parts of the log: see `outline.py`, which
judges logs without them.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any

from events.record.codec import UnsealedEvent, unsealed_events
from events.record.decider import Parts
from events.record.logfile import ParsedEvent
from events.tables.decider import TABLE_DECIDER
from events.verify.groups import RecomputedShuffles
from events.verify.report import Fault
from events.verify.tables.bots import BotMoves
from events.verify.tables.commands import (
    UnjudgeableCommand,
    command_in_event,
    judge_command,
    require_name,
    require_time,
)
from events.verify.tables.differences import difference_fault, is_wanted_event
from events.verify.tables.form import require_form, require_public
from events.verify.tables.signers import SIGNED, ActionSigners
from games.table import (
    Act,
    Command,
    Fact,
    Open,
    Table,
    TimeOut,
    UnknownSecret,
    advance_table,
    with_hand_secrets,
)

FLAT = frozenset({int, str, bool, type(None)})  # of what a bot reports
UNKNOWN = "00" * 32  # stands for a table secret that is not open
MOST_HELD = 1000  # events of one command


class Judge:
    """A table played again from its log, event by event; `expected` is left of a command."""

    def __init__(self, table_id: str, bots: BotMoves | None = None) -> None:
        self.table_id, self.bots = table_id, bots
        self.table: Table | None = None
        self.expected: deque[UnsealedEvent] = deque()
        self.facts: list[Fact] = []
        self.play: Any = None  # after the command, where judging it has worked that out
        self.held: list[
            ParsedEvent
        ] = []  # of a command that deals a hand, until its secret is told
        self.derived: dict[int, str] = {}  # event -> secret of its hand; of a command that is bad
        self.commands = self.time_outs = 0
        self.deals = RecomputedShuffles()
        self.signers = ActionSigners()

    def take(self, line: ParsedEvent) -> None:
        """Hold the next event to what the rules make of its command.

        Raises:
            Fault: it is another one, or the rules refuse the command.
            UnjudgeableCommand: what its command needs is not open, so neither that nor what is
                `held` can be judged.
        """
        if self.held:
            require_form(line.public, line.parts)
            self.held.append(line)
        elif self.expected or self.try_begin(line):
            self.match(line)
        if self.held and line.stored.n >= self.held[0].public["cause"]["last"]:
            self.take_held()

    @property
    def is_by_hand(self) -> bool:
        """Say whether hands are judged by secrets of their own: that of the table is not open."""
        return self.table is not None and self.table.hand_secrets is not None

    def try_begin(self, line: ParsedEvent) -> bool:
        """Begin a command, unless it deals a hand whose secret must first be told; hold it then."""
        try:
            self.begin(line)
        except UnknownSecret:
            if line.public["cause"]["last"] - line.stored.n > MOST_HELD:
                raise UnjudgeableCommand from None
            self.held = [line]
        return not self.held

    def take_held(self) -> None:
        """Judge a whole command with the secrets of hands that its own events tell."""
        parts = [part for line in self.held for part in line.parts.values()]
        secrets = [part["hand_secret"] for part in parts if "hand_secret" in part]
        while True:
            try:
                self.begin(self.held[0])
                break
            except UnknownSecret as unknown:
                self.learn(unknown.hand, secrets)
        for line in self.held:
            self.match(line)
        self.held = []

    def learn(self, hand: int, secrets: list[str]) -> None:
        """Take the next secret that a command tells for that of a hand."""
        table = self.table
        assert table is not None
        known = table.hand_secrets or {}
        new = [one for one in map(bytes.fromhex, secrets) if one not in known.values()]
        if new:
            self.table = with_hand_secrets(table, {**known, hand: new[0]})
        elif any(line.public["seals"].keys() - line.parts.keys() for line in self.held):
            raise UnjudgeableCommand
        else:
            n = self.held[0].stored.n
            raise Fault("wrong_secret", n, f"the command of event {n} tells no secret of its own")

    def match(self, line: ParsedEvent) -> None:
        """Hold an event to the wanted one; when the command is whole, it has happened."""
        wanted = self.expected.popleft()
        if not is_wanted_event(wanted, line):
            self.derived = dict(filter(None, map(_numbered_hand_secret, (wanted, *self.expected))))
            require_public(line)
            raise difference_fault(wanted, line.public, line.parts)
        self.facts.append(wanted.fact(line.stored.h))
        if not self.expected:
            self.table = advance_table(self.table_id, self.table, self.facts, self.play)
            if self.bots is not None:
                self.bots.follow(self.table, self.facts)
            self.facts = []
            if self.table.n == 1 and _opens_hand_after_hand(line.public, line.parts):
                self.table = with_hand_secrets(self.table, {})

    def explained(self, fault: Fault, line: ParsedEvent) -> Fault:
        """Name a fault for the secret of its hand, if a line behind it tells another one."""
        n, wanted = line.stored.n, self.derived.pop(line.stored.n, None)
        hand_secrets = [
            part["hand_secret"] for part in line.parts.values() if "hand_secret" in part
        ]
        if wanted is None or hand_secrets in ([], [wanted]) or fault.kind == "wrong_secret":
            return fault
        if self.is_by_hand:
            return fault
        why = f"the hand's secret in event {n} does not follow from the one in event 1"
        return Fault("wrong_secret", fault.n, f"{why}; {fault.why}")

    def begin(self, line: ParsedEvent) -> None:
        """Begin a command; where it is none, what is odd in its bytes explains it."""
        try:
            require_form(line.public, line.parts)
            command = self.ask(line.public, line.parts)
        except Fault:
            require_public(line)
            raise
        if _holds_json(command):
            require_public(line)

    def ask(self, public: dict[str, Any], parts: Parts) -> Command:
        """Ask the rules for what the command of this event makes happen; return the command."""
        n, at, by, table = public["n"], public["at"], public["by"], self.table
        require_time(table, public)
        if table is None and _opens_hand_after_hand(public, parts):
            parts = {"table": {"secret": UNKNOWN}, **parts}
        command = command_in_event(table, public, parts)
        require_name(command, public)
        drafts = judge_command(table, by, command, at, self.table_id, n)
        self.commands += 1
        self.deals.see(drafts)
        self.time_outs += isinstance(command, TimeOut)
        if isinstance(command, Act) and table is not None:
            self.signers.count(table, command.seat, signs=command.signed is not None)
            if self.bots is not None:
                self.bots.check(table, command, n, at)
        elif isinstance(command, SIGNED):
            self.signers.count_seating(by, command)
        self.play = drafts[-1].play
        self.expected.extend(unsealed_events(TABLE_DECIDER, n - 1, at, by, command, drafts))
        return command

    def finish(self) -> None:
        """Refuse a log that ends in the middle of a command."""
        if self.held:
            n = self.held[-1].stored.n
            raise Fault("cut", n + 1, "the last command makes more events")
        if self.expected:
            n = self.expected[0].n
            raise Fault("cut", n, f"the last command makes {len(self.expected)} more events")


def _holds_json(command: Command) -> bool:
    """Say whether a command may hold floats or odd keys: JSON that no type of a field bounds.

    All other numbers and names in an event are bounded by their types, or by `exact`.
    """
    if isinstance(command, Act):
        bot = command.bot
        return bot is not None and not (
            FLAT.issuperset(map(type, bot.values())) and "".join(bot).isascii()
        )
    return isinstance(command, Open)


def _numbered_hand_secret(event: UnsealedEvent) -> tuple[int, str] | None:
    """Return the number of an event and the secret that it tells of its hand, if it tells one."""
    secret = event.parts.get("hand", {}).get("hand_secret")
    return None if secret is None else (event.n, secret)


def _opens_hand_after_hand(public: Mapping[str, Any], parts: Parts) -> bool:
    """Say whether an opening seals its secret to the table's end, but opens hand after hand."""
    data = public["data"]
    return data.get("reveal") == "hand" and "tournament" not in data and "table" not in parts
