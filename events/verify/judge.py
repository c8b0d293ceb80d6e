"""Every command of a log asked for again: its events must be those in the log.

The judge is the one of the tables in service, `games.table.decide`; shuffles are computed again
from the table's secret on the way.
"""

import re
from collections import deque
from collections.abc import Mapping
from typing import Any

from events.record.chain import canonical, exact
from events.record.codec import (
    COMMAND_NAMES,
    NAMES,
    Unsealed,
    holds_cards,
    public_part,
    read_command,
    unsealed,
)
from events.record.decider import Parts
from events.record.logfile import Line
from events.record.table import TABLE_DECIDER
from events.verify.form import require_form, require_public
from events.verify.report import Fault, Unreadable
from events.verify.signers import Signers
from games.core.contract import Illegal, RulesNotInstalled
from games.core.options import BadOptions
from games.core.values import BadValue
from games.table import (
    Act,
    Adjourn,
    Close,
    Command,
    Fact,
    Leave,
    Open,
    Return,
    Rule,
    Sit,
    Start,
    Table,
    TimeOut,
    UnknownSecret,
    advance,
    decide,
    refusals,
    with_hand_secrets,
)
from games.table import events as ev

REFUSED = {
    refusals.TOO_LATE.code: "late_action",
    refusals.TOO_EARLY.code: "early_time_out",
    refusals.NOT_EXPIRED.code: "early_expiry",
    refusals.NOT_YOUR_SEAT.code: "wrong_holder",
    refusals.NOT_THE_OPENER.code: "wrong_holder",
    refusals.NOT_THE_CLOCK.code: "wrong_holder",
    refusals.MAY_NOT_START.code: "wrong_holder",
    refusals.SEATED.code: "wrong_holder",
    refusals.NOT_IMPARTIAL.code: "wrong_holder",
    refusals.ENTROPY_MISSING.code: "wrong_entropy",
    refusals.ENTROPY_NOT_AWAITED.code: "wrong_entropy",
    refusals.ENTROPY_DIFFERS.code: "wrong_entropy",
    refusals.WRONG_SEED.code: "wrong_seed",
    **{one.code: "wrong_beacon" for one in refusals.OF_BEACONS},
    refusals.CLOSED.code: "after_close",
    refusals.UNSIGNED.code: "unsigned_action",
    refusals.NO_KEY.code: "forged_action",
    refusals.BAD_SIGNATURE.code: "forged_action",
    refusals.SIGNATURE_USED.code: "reused_signature",
}
NAME = re.compile(r"player:.+|seat:\d+|clock|server", re.DOTALL)
OF_PLAYERS = (Sit, Leave, Return, Start, Adjourn, Close, Rule)
ODD = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)
FLAT = frozenset({int, str, bool, type(None)})  # of what a bot reports
UNKNOWN = "00" * 32  # stands for a table secret that is not open
MOST_HELD = 1000  # events of one command
REFUSALS = (Illegal, BadValue, BadOptions, *ODD)  # what stands in a file may be anything


class Blind(Exception):
    """A command cannot be judged because parts of the log are not open."""


class Judge:
    """A table played again from its log, event by event; `expected` is left of a command."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.table: Table | None = None
        self.expected: deque[Unsealed] = deque()
        self.facts: list[Fact] = []
        self.held: list[Line] = []  # of a command that deals a hand, until its secret is told
        self.derived: dict[int, str] = {}  # event -> secret of its hand; of a command that is bad
        self.commands = self.shuffles = self.time_outs = 0
        self.signers = Signers()

    def take(self, line: Line) -> None:
        """Hold the next event to what the rules make of its command.

        Raises:
            Fault: it is another one, or the rules refuse the command.
            Blind: what its command needs is not open; that cannot be judged, nor what is `held`.
        """
        if self.held:
            require_form(line.public, line.parts)
            self.held.append(line)
        elif self.expected or self.is_begun(line):
            self.match(line)
        if self.held and line.stored.n >= self.held[0].public["cause"]["last"]:
            self.take_held()

    @property
    def is_told(self) -> bool:
        """Say whether hands are judged by secrets of their own: that of the table is not open."""
        return self.table is not None and self.table.hand_secrets is not None

    def is_begun(self, line: Line) -> bool:
        """Begin a command, unless it deals a hand whose secret must first be told; hold it then."""
        try:
            self.begin(line)
        except UnknownSecret:
            if line.public["cause"]["last"] - line.stored.n > MOST_HELD:
                raise Blind from None
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
            raise Blind
        else:
            n = self.held[0].stored.n
            raise Fault("wrong_secret", n, f"the command of event {n} tells no secret of its own")

    def match(self, line: Line) -> None:
        """Hold an event to the wanted one; when the command is whole, it has happened."""
        wanted = self.expected.popleft()
        if not agrees(wanted, line):
            self.derived = dict(filter(None, map(dealt, (wanted, *self.expected))))
            require_public(line)
            raise difference(wanted, line.public, line.parts)
        self.facts.append(wanted.fact)
        if not self.expected:
            self.table = advance(self.table_id, self.table, self.facts)
            self.facts = []
            if self.table.n == 1 and tells_hands(line.public, line.parts):
                self.table = with_hand_secrets(self.table, {})

    def explained(self, fault: Fault, line: Line) -> Fault:
        """Name a fault for the secret of its hand, if a line behind it tells another one."""
        n, wanted = line.stored.n, self.derived.pop(line.stored.n, None)
        found = [part["hand_secret"] for part in line.parts.values() if "hand_secret" in part]
        if wanted is None or found in ([], [wanted]) or fault.kind == "wrong_secret":
            return fault
        if self.is_told:
            return fault
        why = f"the hand's secret in event {n} does not follow from the one in event 1"
        return Fault("wrong_secret", fault.n, f"{why}; {fault.why}")

    def begin(self, line: Line) -> None:
        """Begin a command; where it is none, what is odd in its bytes explains it."""
        try:
            require_form(line.public, line.parts)
            command = self.ask(line.public, line.parts)
        except Fault:
            require_public(line)
            raise
        if holds_json(command):
            require_public(line)

    def ask(self, public: dict[str, Any], parts: Parts) -> Command:
        """Ask the rules for what the command of this event makes happen; return the command."""
        n, at, by = public["n"], public["at"], public["by"]
        require_time(self.table, public)
        if self.table is None and tells_hands(public, parts):
            parts = {"table": {"secret": UNKNOWN}, **parts}
        command = command_of(self.table, public, parts)
        require_name(command, public)
        drafts = judged(self.table, by, command, at, self.table_id, n)
        self.commands += 1
        self.shuffles += sum(1 for draft in drafts if draft.hand_secret is not None)
        self.time_outs += isinstance(command, TimeOut)
        if isinstance(command, Act) and self.table is not None:
            self.signers.count(self.table, command.seat, signs=command.signed is not None)
        self.expected.extend(unsealed(TABLE_DECIDER, n - 1, at, by, command, drafts))
        return command

    def finish(self) -> None:
        """Refuse a log that ends in the middle of a command."""
        if self.held:
            n = self.held[-1].stored.n
            raise Fault("cut", n + 1, "the last command makes more events")
        if self.expected:
            n = self.expected[0].fact.n
            raise Fault("cut", n, f"the last command makes {len(self.expected)} more events")


def holds_json(command: Command) -> bool:
    """Say whether a command may hold floats or odd keys: JSON that no type of a field bounds.

    All other numbers and names in an event are bounded by their types, or by `exact`.
    """
    if isinstance(command, Act):
        bot = command.bot or {}
        return not (FLAT.issuperset(map(type, bot.values())) and all(map(str.isascii, bot)))
    return isinstance(command, Open)


def dealt(event: Unsealed) -> tuple[int, str] | None:
    """Return the number of an event and the secret that it tells of its hand, if it tells one."""
    secret = event.parts.get("hand", {}).get("hand_secret")
    return None if secret is None else (event.fact.n, secret)


def tells_hands(public: Mapping[str, Any], parts: Parts) -> bool:
    """Say whether an opening seals its secret to the table's end, but opens hand after hand."""
    return public["data"].get("reveal") == "hand" and "table" not in parts


def command_of(table: Table | None, public: dict[str, Any], parts: Parts) -> Command:
    """Return the command that an event begins with, or say why there is none."""
    n = public["n"]
    if not isinstance(public["cause"], dict):
        why = f"event {n} must begin a command, since the one before it is whole"
        raise Fault("wrong_cause", n, why)
    require_place(table, public)
    try:
        return read_command(None if table is None else table.game, public, parts)
    except (BadValue, *ODD) as error:
        if public["seals"].keys() - parts.keys():
            raise Blind(f"the command of event {n} is none: {error}") from None
        why = f"the command of event {n} is none: {error}"
        raise Fault(kind_of(error), n, why) from None


def require_place(table: Table | None, public: dict[str, Any]) -> None:
    """Refuse a log that does not begin with its opening, or opens twice."""
    n, name = public["n"], public["cause"]["action"].get("type")
    if (table is None) != (name == COMMAND_NAMES[Open]):
        raise Fault("wrong_cause", n, "a log begins with the opening of its table, once")
    if name == COMMAND_NAMES[Open] and public["type"] != NAMES[ev.Opened]:
        raise Fault("wrong_event", n, "a log begins with table.opened.v1")


def require_time(table: Table | None, public: Mapping[str, Any]) -> None:
    """Refuse an event that is earlier than the one before it."""
    if table is not None and public["at"] < table.at:
        n, back = public["n"], table.at - public["at"]
        raise Fault("time_reversed", n, f"event {n} is {back} ms earlier than the one before it")


def require_name(command: Command, public: Mapping[str, Any]) -> None:
    """Refuse what was asked by nobody, or what only a player asks by somebody else."""
    n, by = public["n"], public["by"]
    if not NAME.fullmatch(by) or (isinstance(command, OF_PLAYERS) and by[:7] != "player:"):
        raise Fault("wrong_holder", n, f"the command of event {n} cannot be asked by {by}")


def judged(
    table: Table | None, by: str, command: Command, at: int, table_id: str, n: int
) -> list[Any]:
    """Return the drafts of a command, or the fault of one that the rules refuse."""
    try:
        return decide(table, by, command, at, table_id)
    except RulesNotInstalled as error:
        rules = f"{error.game} with rules {error.version}"
        why = f"the log is of {rules}, which are not installed here: install the game's package"
        raise Unreadable(f"{why}, and verify it again") from None
    except REFUSALS as error:
        raise refused(n, error) from None


def refused(n: int, error: Exception) -> Fault:
    """Return the fault of a command that the rules refuse, or cannot take."""
    if isinstance(error, Illegal):
        why = f"the rules refuse the command of event {n}: {error} ({error.code})"
        return Fault(REFUSED.get(error.code, "illegal_action"), n, why)
    return Fault(kind_of(error), n, f"the rules cannot take the command of event {n}: {error}")


def kind_of(error: Exception) -> str:
    """Return what a command is called that is none, or that the rules cannot take."""
    is_secret = isinstance(error, BadValue) and error.path == "secret"
    return "wrong_secret" if is_secret else "illegal_action"


def agrees(wanted: Unsealed, line: Line) -> bool:
    """Say whether an event in the log is the wanted one; its parts are known to fit their seals."""
    seals, parts = line.public["seals"], wanted.parts
    try:
        return (
            type(seals) is dict
            and seals.keys() == parts.keys()
            and exact(public_part(wanted, seals)) == line.stored.e
            and all(exact(parts[key]) == canonical(part) for key, part in line.parts.items())
        )
    except TypeError:  # a number beyond 2^53
        return False


def difference(wanted: Unsealed, public: dict[str, Any], parts: Parts) -> Fault:
    """Return the fault of an event that is not the wanted one, named for what differs first."""
    n, event = wanted.fact.n, wanted.fact.event
    expected = public_part(wanted, public["seals"])
    if public["type"] != expected["type"]:
        why = f"the rules make {expected['type']} of the command, the log has {public['type']}"
        return Fault("wrong_event", n, f"event {n}: {why}")
    for name in ("at", "by", "cause"):
        if not same(public[name], expected[name]):
            have, want = shown(public[name], expected[name])
            why = f"{name} of event {n} is {have}, not {want}"
            return Fault("wrong_cause", n, why)
    found = differing(wanted.data, public["data"])
    if found is not None:
        return Fault(field_kind(event, found), n, told(n, found, wanted.data, public["data"]))
    if public["seals"].keys() != wanted.parts.keys():
        keys = f"{sorted(public['seals'])}, not to {sorted(wanted.parts)}"
        return Fault("wrong_audience", n, f"event {n} is sealed to {keys}")
    for key, part in parts.items():
        found = differing(wanted.parts[key], part)
        if found is not None:
            return Fault(field_kind(event, found), n, told(n, found, wanted.parts[key], part))
    return Fault("malformed", n, f"event {n} does not have the bytes of its canonical form")


def differing(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> str | None:
    """Return the first field in which two records differ."""
    for name in sorted(wanted.keys() | found.keys()):
        if (name in wanted) != (name in found) or not same(wanted.get(name), found.get(name)):
            return name
    return None


def same(one: Any, other: Any) -> bool:
    """Say whether two values have the same JSON."""
    return canonical(one) == canonical(other)


def field_kind(event: Any, field: str) -> str:
    """Return what a wrong value of a field is called."""
    kind = type(event)
    if kind is ev.Closed:
        return "wrong_result"
    if field == "hand_secret":
        return "wrong_secret"
    if kind is ev.BeaconCame or (kind is ev.Readied and field == "round"):
        return "wrong_beacon"
    if kind is ev.Started:
        return "wrong_entropy"
    return "wrong_card" if holds_cards(kind, field) else "wrong_event"


def told(n: int, field: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """Say in one sentence how a field differs."""
    have, want = shown(*(side.get(field, "missing") for side in (found, wanted)))
    return f"{field} of event {n} is {have}; by the rules it is {want}"


def shown(one: Any, other: Any) -> tuple[str, str]:
    """Return two values as short text: long ones around the place where they begin to differ.

    >>> shown([1], [2])
    ('[1]', '[2]')
    """
    texts = [canonical(value).decode() for value in (one, other)]
    pairs = enumerate(zip(*texts, strict=False))
    at = next((n for n, (here, there) in pairs if here != there), min(map(len, texts)))
    begin, end = max(0, at - SHOWN // 3), max(0, at - SHOWN // 3) + SHOWN
    if max(map(len, texts)) <= SHOWN:
        begin = 0
    have, want = (
        "..." * (begin > 0) + text[begin:end] + "..." * (len(text) > end) for text in texts
    )
    return have, want


SHOWN = 120  # characters of a value in a sentence
